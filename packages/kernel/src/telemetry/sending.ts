/** Buffers items and sends them in batches, one after the other. */
export interface Sending<Item> {
  /** Takes one more; while too many wait, it is left out. */
  add(item: Item): void
  /** Sends what there is, if the collector takes it at once. */
  stop(): Promise<void>
}

const lookEveryMs = 200
const batchSize = 512

/**
 * Sends at the latest after `delayMs`. Whoever adds waits for nothing: what a collector does not take,
 * or not soon enough, is left out, and memory holds `most` at any time.
 */
export function startSending<Item>({
  most,
  delayMs,
  send,
  leftOut,
  failed,
}: {
  most: number
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
      if (waiting.length < most) waiting.push(item)
      else leftOut(1)
    },
    async stop() {
      clearInterval(timer)
      await begin()
    },
  }
}
