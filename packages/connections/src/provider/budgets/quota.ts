/** A number of calls in each stretch of time, however it is laid. */
export interface Window {
  calls: number
  perMs: number
}

/** Below this share of a quota, work in the background slows down. */
const slowBelow = 0.2
/** What is kept for those who wait; the background only looks whether there is more again. */
const keptBack = 0.05
const lookEvery: Window = { calls: 1, perMs: 5 * 60_000 }
const minuteMs = 60_000

/**
 * How many calls work in the background may make while a quota nears its end; undefined while there
 * is enough. It goes from the pace that the whole quota would last for down to looking now and then.
 */
export function paceOf(
  { calls, of }: { calls: number; of: number },
  perMs: number,
): Window | undefined {
  const share = of > 0 ? calls / of : 0
  if (share >= slowBelow) return undefined
  if (share <= keptBack) return lookEvery
  const even = (of * minuteMs) / perMs
  const pace = Math.floor((even * (share - keptBack)) / (slowBelow - keptBack))
  return { calls: Math.max(1, pace), perMs: minuteMs }
}
