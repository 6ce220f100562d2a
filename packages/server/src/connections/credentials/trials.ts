const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long credentials are retried that were refused, before it is reported again, or got no answer. */
const patienceMs = 7 * dayMs

/** - `unclear`: the provider's reply does not verify the credentials */
export type TrialOutcome = 'refused' | 'unclear'

export type NextTrial = { do: 'try'; at: Date } | { do: 'give-up' }

/** A day from now, and a bit: those refused at once are not tried at once. `chance` is below 1. */
export const firstTrial = (now: Date, chance: number): Date =>
  new Date(now.getTime() + dayMs + chance * hourMs)

/**
 * Decides when credentials are tried that nobody has confirmed: the provider gave no answer when they
 * were saved. Soon at first, then as long again as it has taken by then.
 */
export function nextConfirmation({ since, now }: { since: Date; now: Date }): NextTrial {
  const takenMs = now.getTime() - since.getTime()
  if (takenMs >= patienceMs) return { do: 'give-up' }
  return { do: 'try', at: new Date(now.getTime() + Math.min(Math.max(takenMs, minuteMs), hourMs)) }
}

/** Decides when refused credentials are tried after a trial that did not succeed. */
export function nextTrial(
  outcome: TrialOutcome,
  { refusedSince, now, chance }: { refusedSince: Date; now: Date; chance: number },
): NextTrial {
  if (now.getTime() - refusedSince.getTime() >= patienceMs) return { do: 'give-up' }

  const restMs = outcome === 'unclear' ? hourMs : dayMs
  return { do: 'try', at: new Date(now.getTime() + restMs + chance * (restMs / 24)) }
}
