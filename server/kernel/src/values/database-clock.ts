/*
 * The clock of the database, which all processes share. Times that another process or a later start
 * compares (due times, leases, expiry, IDs) are of this clock: the clock of one machine can be days
 * off, or be set while the process runs. Between two readings it advances with the monotonic clock,
 * which nobody sets.
 */

/** The time at a moment of the monotonic clock. */
interface Reference {
  timeMs: number
  monotonicMs: number
}

let reference: Reference | undefined

const timeAt = ({ timeMs, monotonicMs }: Reference, monotonic: number) =>
  timeMs + monotonic - monotonicMs

/** Times of the database are rounded, and so is the monotonic clock. */
const roundingMs = 2

/**
 * Returns the time of the database in milliseconds since 1970; before the database was asked, that of
 * this machine.
 */
export const getNowMs = (): number =>
  reference === undefined ? Date.now() : Math.floor(timeAt(reference, performance.now()))

/** Returns the time of the database plus `inMs` milliseconds. */
export const getNow = (inMs = 0): Date => new Date(getNowMs() + inMs)

/**
 * Corrects the clock by a time that the database answered. The clock is kept, or the one of this
 * machine used, if the answer is possible with it.
 * @param askedAt `performance.now()` before the question
 */
export function hearDatabaseTime(databaseMs: number, askedAt: number): void {
  const answeredAt = performance.now()
  const isPossible = (clock: Reference) =>
    databaseMs >= timeAt(clock, askedAt) - roundingMs &&
    databaseMs <= timeAt(clock, answeredAt) + roundingMs
  if (reference && isPossible(reference)) return
  const own = { timeMs: Date.now(), monotonicMs: answeredAt }
  reference = isPossible(own)
    ? own
    : { timeMs: databaseMs, monotonicMs: (askedAt + answeredAt) / 2 }
}
