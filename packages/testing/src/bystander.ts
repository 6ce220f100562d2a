import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { measureSlowness } from './machine-speed.ts'
import { nthOf } from '@platform/kernel/values/must'

export const median = (numbers: readonly number[]): number =>
  nthOf(
    numbers.toSorted((a, b) => a - b),
    numbers.length >> 1,
  )

/** Between two looks. */
const restMs = 5
const quietLooks = 5

/**
 * Looks at something as somebody unconcerned, a few times before somebody else begins to do the worst
 * and again and again until that is over. A look must throw when it is not answered as it should be.
 *
 * @returns how long a look took at the median, before and meanwhile, and how long it may take on this machine
 */
export async function bystander<Done>(
  look: () => Promise<unknown>,
  doTheWorst: () => Promise<Done>,
): Promise<{ done: Done; quietMs: number; medianMs: number; limitMs: number }> {
  const took = async () => {
    const start = performance.now()
    await look()
    return performance.now() - start
  }
  const slowness = measureSlowness()
  const quiet: number[] = []
  while (quiet.length < quietLooks) quiet.push(await took())

  let isOver = false
  const work = doTheWorst().finally(() => (isOver = true))
  // Looked at when the looks are over.
  work.catch(() => {})
  const busy: number[] = []
  do {
    busy.push(await took())
    await sleep(restMs)
  } while (!isOver)
  const quietMs = median(quiet)
  const limitMs = unconcernedMs * (await slowness.stop()) + quietMs
  return { done: await work, quietMs, medianMs: median(busy), limitMs }
}

/** How much longer than before somebody unconcerned may wait at the median, on an idle machine. */
export const unconcernedMs = 100

/** The most CPU time, in milliseconds, for which the work kept the event loop from everybody else. */
export async function longestTurnOf<Done>(
  work: () => Promise<Done>,
): Promise<{ done: Done; longestMs: number }> {
  let isOver = false
  const done = work().finally(() => (isOver = true))
  // Looked at when it is over.
  done.catch(() => {})
  let longestMs = 0
  while (!isOver) {
    const before = process.threadCpuUsage()
    await nextTurn()
    longestMs = Math.max(longestMs, cpuMsSince(before))
  }
  return { done: await done, longestMs }
}

/** CPU time that it takes to write and parse so much JSON: a unit for what a machine can do. */
export function jsonCpuMs(value: unknown): number {
  const before = process.threadCpuUsage()
  JSON.parse(JSON.stringify(value))
  return cpuMsSince(before)
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
