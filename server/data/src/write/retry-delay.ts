const maxDelayMs = 10 * 60_000
const maxLookUpDelayMs = 60_000

/**
 * Returns the delay before the next attempt of an asynchronous write: exponential back-off, up to ten
 * minutes. With creates without a reply (`lostMsAgo`), the builder waits for the outcome, which the
 * provider may know by now: up to a minute at first, then a tenth of the time since they were sent, so
 * that the look-ups of a long outage stay few.
 */
export function retryDelayMs({
  attempt,
  lostMsAgo,
}: {
  /** From 1. */
  attempt: number
  lostMsAgo: number | undefined
}): number {
  const maxMs =
    lostMsAgo === undefined
      ? maxDelayMs
      : Math.min(Math.max(maxLookUpDelayMs, lostMsAgo / 10), maxDelayMs)
  return Math.min(1000 * 2 ** (attempt - 1), maxMs)
}
