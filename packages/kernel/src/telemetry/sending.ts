/** Buffers items and sends them in batches, one after the other. */
export interface Sending<Item> {
  /** Adds an item; dropped while too many wait. */
  add(item: Item): void
  /** Sends the remaining items once. */
  stop(): Promise<void>
}

const lookEveryMs = 200
const batchSize = 512

/**
 * Sends after at most `delayMs`. Adding never waits: what a collector does not accept in time is
 * dropped, and at most `most` items are in memory.
 */
export function startSending<Item>({
  max,
  delayMs,
  send,
  leftOut,
  failed,
}: {
  max: number
  delayMs: number
  send(batch: Item[]): Promise<void>
  leftOut(count: number): void
  failed(error: unknown): void
}): Sending<Item> {
  let waiting: Item[] = []
  let sentAt = performance.now()
  let underWay: Promise<void> | undefined

  const sendAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchSize)
      try {
        await send(batch)
      } catch (error) {
        leftOut(batch.length)
        failed(error)
      }
    }
    sentAt = performance.now()
  }
  const begin = () => (underWay ??= sendAll().finally(() => (underWay = undefined)))
  // Not from within `add`, which is called in transactions.
  const timer = setInterval(() => {
    if (waiting.length >= batchSize || performance.now() - sentAt >= delayMs) void begin()
  }, lookEveryMs).unref()

  return {
    add(item) {
      if (waiting.length < max) waiting.push(item)
      else leftOut(1)
    },
    async stop() {
      clearInterval(timer)
      await begin()
    },
  }
}
