const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** For how long refused credentials are tried before people are told again. */
const patienceMs = 7 * dayMs

/** - `unclear`: the provider gave no answer that says anything of the credentials */
export type TrialOutcome = 'refused' | 'unclear'

export type NextTrial = { do: 'try'; at: Date } | { do: 'give-up' }

/** A day from now, and a bit: those refused at once are not tried at once. `chance` is below 1. */
export const firstTrial = (now: Date, chance: number): Date =>
  new Date(now.getTime() + dayMs + chance * hourMs)

/** Decides when refused credentials are tried after a trial that did not succeed. */
export function nextTrial(
  outcome: TrialOutcome,
  { refusedSince, now, chance }: { refusedSince: Date; now: Date; chance: number },
): NextTrial {
  if (now.getTime() - refusedSince.getTime() >= patienceMs) return { do: 'give-up' }

  const restMs = outcome === 'unclear' ? hourMs : dayMs
  return { do: 'try', at: new Date(now.getTime() + restMs + chance * (restMs / 24)) }
}
