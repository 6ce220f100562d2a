/** A number of calls in any sliding interval of this length. */
export interface Window {
  calls: number
  perMs: number
}

/** Below this fraction of a quota, background work slows down. */
const slowBelow = 0.2
/**
 * Fraction reserved for interactive calls; background work only checks whether there is more again.
 */
const keptBack = 0.05
const lookEvery: Window = { calls: 1, perMs: 5 * 60_000 }
const minuteMs = 60_000

/**
 * Returns how many calls background work may make while a quota nears its end; undefined while
 * there is enough. The pace decreases from the average pace of the quota to an occasional check.
 */
export function getPace(
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
