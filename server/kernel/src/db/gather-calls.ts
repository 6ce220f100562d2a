import { sleep } from '../values/sleep.ts'
import { isDatabaseOutOfReach } from './errors.ts'

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Combines calls: those that arrive within `withinMs` of the first one, or before the event loop continues if
 * it is 0, are carried out together. A batch that fails is repeated call by call, so that only the cause fails,
 * unless the database is unavailable.
 */
export function gatherCalls<Item, Result>({
  withinMs,
  atMost,
  carryOut,
}: {
  withinMs: number
  atMost: number
  /** Returns one result per item, in their order. */
  carryOut: (items: readonly Item[]) => Promise<readonly Result[]>
}): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []

  const carryOutAll = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await carryOut(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
    } catch (error) {
      if (batch.length === 1 || isDatabaseOutOfReach(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      for (const one of batch) await carryOutAll([one])
    }
  }
  const start = () => {
    const batch = waiting
    waiting = []
    if (batch.length > 0) void carryOutAll(batch)
  }
  const startLater = async () => {
    if (withinMs > 0) await sleep(withinMs)
    else await Promise.resolve()
    start()
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (waiting.length >= atMost) start()
      else if (waiting.length === 1) void startLater()
    })
}
