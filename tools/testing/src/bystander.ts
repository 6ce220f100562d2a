import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { measureSlowness } from './machine-speed.ts'
import { getNth } from '@platform/kernel/values'

export const median = (numbers: readonly number[]): number =>
  getNth(
    numbers.toSorted((a, b) => a - b),
    numbers.length >> 1,
  )

/** Interval between checks. After the first ones it is longer, because the checks slow down what they observe. */
const restMs = { first: 5, later: 25 }
const firstLooks = 50
const quietLooks = 5

/**
 * Repeats a check as an uninvolved caller, some times before another caller starts the attack and
 * continuously until it ends. The check must throw if it is not answered correctly.
 * @returns the median duration of a check, before and during the attack, and the limit on this
 * machine
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
  // Handled after the checks.
  work.catch(() => {})
  const busy: number[] = []
  do {
    busy.push(await took())
    await sleep(busy.length < firstLooks ? restMs.first : restMs.later)
  } while (!isOver)
  const quietMs = median(quiet)
  const limitMs = unconcernedMs * (await slowness.stop()) + quietMs
  return { done: await work, quietMs, medianMs: median(busy), limitMs }
}

/** Maximum additional median delay of an uninvolved caller, on an idle machine. */
export const unconcernedMs = 100

/** Returns the longest CPU time, in milliseconds, for which the work blocked the event loop. */
export async function measureLongestTurn<Done>(
  work: () => Promise<Done>,
): Promise<{ done: Done; longestMs: number }> {
  let isOver = false
  const done = work().finally(() => (isOver = true))
  // Handled when it has ended.
  done.catch(() => {})
  let longestMs = 0
  while (!isOver) {
    const before = process.threadCpuUsage()
    await nextTurn()
    longestMs = Math.max(longestMs, cpuMsSince(before))
  }
  return { done: await done, longestMs }
}

/**
 * Measures again while the result is not below the limit, and returns the least: what is slow is slow each time,
 * a collection of garbage or a busy moment of the machine is not.
 */
export async function measureLeast(
  limit: number,
  measure: () => Promise<number>,
  { maxTimes = 5 } = {},
): Promise<number> {
  let least = await measure()
  for (let times = 1; times < maxTimes && least >= limit; times++) {
    least = Math.min(least, await measure())
  }
  return least
}

/**
 * Returns the CPU time for serializing and parsing this JSON: a unit for the speed of a machine.
 */
export const jsonCpuMs = (value: unknown): number =>
  measureCpuMs(() => JSON.parse(JSON.stringify(value)))

/** Returns the CPU time of the work in this thread, in milliseconds. */
export function measureCpuMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  return cpuMsSince(before)
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
