import type { Outcome } from '@platform/sinks/outcome'

/**
 * Adaptive limit of concurrent requests to a destination. It starts low, doubles with success until
 * the first sign of overload, then grows by one per round of successes and halves with each
 * overload (AIMD). After consecutive failures the circuit opens: nothing is sent until it
 * half-opens, then one probe at a time until one succeeds or as many have failed again. So a few
 * messages keep their schedule whatever the state of the circuit, while many messages to a failing
 * receiver cost little.
 */
export interface Pressure {
  limit: number
  isProven: boolean
  failuresInARow: number
  /** Nothing is sent before this time. Zero: the circuit is closed. */
  openUntil: number
  openings: number
}

export interface PressureLimits {
  start: number
  max: number
}

const failuresToOpen = 10
const firstOpenMs = 1_000
const maxOpenMs = 15_000
const maxPauseMs = 60_000

export const freshPressure = ({ start }: PressureLimits): Pressure => ({
  limit: start,
  isProven: false,
  failuresInARow: 0,
  openUntil: 0,
  openings: 0,
})

/** Returns how many requests may be in progress now. */
export function allowance(pressure: Pressure, now: number): number {
  if (pressure.openUntil === 0) return Math.floor(pressure.limit)
  return now >= pressure.openUntil ? 1 : 0
}

/** Returns the pressure after an outcome. */
export function afterOutcome(
  pressure: Pressure,
  outcome: Outcome,
  now: number,
  limits: PressureLimits,
): Pressure {
  if (outcome.succeeded) return relievePressure(pressure, limits)

  const limit = isOverload(outcome) ? Math.max(1, pressure.limit / 2) : pressure.limit
  const failuresInARow = pressure.failuresInARow + 1
  const pausedUntil =
    outcome.retryAfterMs === undefined ? 0 : now + Math.min(outcome.retryAfterMs, maxPauseMs)
  // Attempts in progress when the circuit opened are not counted again.
  const opens = failuresInARow % failuresToOpen === 0 && now >= pressure.openUntil
  const openings = opens ? pressure.openings + 1 : pressure.openings
  const openMs = Math.min(firstOpenMs * 2 ** (openings - 1), maxOpenMs)
  return {
    limit: failuresInARow < failuresToOpen ? limit : 1,
    isProven: true,
    failuresInARow,
    openUntil: Math.max(pressure.openUntil, pausedUntil, opens ? now + openMs : 0),
    openings,
  }
}

function relievePressure(pressure: Pressure, { max }: PressureLimits): Pressure {
  const isAtEase = pressure.failuresInARow === 0 && pressure.openUntil === 0
  if (isAtEase && pressure.openings === 0 && pressure.limit === max) return pressure
  const growth = pressure.isProven ? 1 / pressure.limit : 1
  return {
    limit: Math.min(max, pressure.limit + growth),
    isProven: pressure.isProven,
    failuresInARow: 0,
    openUntil: 0,
    openings: 0,
  }
}

function isOverload(outcome: Outcome): boolean {
  if (outcome.succeeded) return false
  const status = outcome.response?.status
  return (
    outcome.isThrottled === true ||
    outcome.class === 'timeout' ||
    outcome.class === 'connection' ||
    status === 429 ||
    status === 503
  )
}
