const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long refused or unanswered credentials are retried before this is reported again. */
const patienceMs = 7 * dayMs

/** - `unclear`: the provider's reply does not verify the credentials */
export type TrialOutcome = 'refused' | 'unclear'

export type NextTrial = { do: 'try'; at: Date } | { do: 'give-up' }

/**
 * Returns a time about one day from now, or an hour if the refusal is in doubt, with jitter, so that
 * credentials refused together are not retried together. `chance` is below 1.
 */
export const firstTrial = (now: Date, chance: number, { isInDoubt = false } = {}): Date => {
  const restMs = isInDoubt ? hourMs : dayMs
  return new Date(now.getTime() + restMs + chance * (restMs / 24))
}

/**
 * Schedules the test of unconfirmed credentials, which the provider did not answer when they were
 * saved. The first test is soon, and each further delay equals the time elapsed so far.
 */
export function nextConfirmation({ since, now }: { since: Date; now: Date }): NextTrial {
  const takenMs = now.getTime() - since.getTime()
  if (takenMs >= patienceMs) return { do: 'give-up' }
  return { do: 'try', at: new Date(now.getTime() + Math.min(Math.max(takenMs, minuteMs), hourMs)) }
}

/** Schedules the next test of refused credentials after a failed one. */
export function nextTrial(
  outcome: TrialOutcome,
  { refusedSince, now, chance }: { refusedSince: Date; now: Date; chance: number },
): NextTrial {
  if (now.getTime() - refusedSince.getTime() >= patienceMs) return { do: 'give-up' }

  const restMs = outcome === 'unclear' ? hourMs : dayMs
  return { do: 'try', at: new Date(now.getTime() + restMs + chance * (restMs / 24)) }
}
