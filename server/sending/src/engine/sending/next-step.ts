import type { Outcome } from '@platform/sinks/outcome'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Delays between attempts: the first attempt is immediate, the last after about 76 hours. */
export const defaultRetryDelaysMs = [
  5 * second,
  30 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

export interface Policy {
  retryDelaysMs: readonly number[]
  /** How long a webhook may fail without a success before it is disabled. */
  disableAfterMs: number
}

const maxRetryAfterMs = 24 * hour
const jitter = 0.2

export type NextStep =
  | { do: 'finish' }
  | { do: 'retry'; at: number }
  | { do: 'give-up' }
  /** Disables the destination; the message is held until it is enabled again. */
  | { do: 'disable'; reason: string }

/**
 * Decides what follows an attempt, without side effects. `chance` in [0, 1) spreads the retries.
 */
export function nextStep(
  outcome: Outcome,
  {
    attemptsUsed,
    failingSince,
    now,
    chance,
  }: { attemptsUsed: number; failingSince: number; now: number; chance: number },
  policy: Policy,
): NextStep {
  if (outcome.succeeded) return { do: 'finish' }
  if (outcome.gone) return { do: 'disable', reason: 'It answered 410 Gone.' }
  if (outcome.isFinal) return { do: 'give-up' }
  if (now - failingSince >= policy.disableAfterMs) {
    return {
      do: 'disable',
      reason: `Every attempt has failed since ${new Date(failingSince).toISOString()}, most recently: ${outcome.detail}`,
    }
  }

  const delayMs = policy.retryDelaysMs[attemptsUsed - 1]
  if (delayMs === undefined) return { do: 'give-up' }
  const scheduledMs = delayMs * (1 + jitter * (2 * chance - 1))
  const wantedMs = Math.min(outcome.retryAfterMs ?? 0, maxRetryAfterMs) * (1 + jitter * chance)
  return { do: 'retry', at: now + Math.max(scheduledMs, wantedMs) }
}
