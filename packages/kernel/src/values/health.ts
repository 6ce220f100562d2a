import { Health } from '@platform/contract'

/** Something that is not as it should be. */
export interface Sign {
  since?: Date | null | undefined
  reason?: string | null | undefined
  /** What somebody can do about it. */
  remedy?: string | undefined
  /** When it is tried again by itself. */
  retryTime?: Date | null | undefined
}

/** What can be seen of how something fares; what is not there is well. */
export interface Signs {
  /** The provider wants the end user to sign in again. */
  refused?: Sign | false | undefined
  /** It failed, and is left at that. */
  failed?: Sign | false | undefined
  /** Nothing is tried, because somebody wants it so or something is missing. */
  stopped?: Sign | false | undefined
  /** It is on hold until the provider takes calls again. */
  limited?: Sign | false | undefined
  /** It failed, and is tried again. */
  retried?: Sign | false | undefined
  /** Nobody knows yet whether the provider takes what it was connected with. */
  unconfirmed?: Sign | false | undefined
}

/** What somebody can do about refused credentials. */
export const signInAgain =
  'Ask the customer to sign in again, in your product or by a sign-in link.'

/** What is tried again for longer than this is worth somebody's look. */
export const patienceMs = 15 * 60_000

/** Decides how something fares: the one place that does. */
export function healthOf(
  { refused, failed, stopped, limited, retried, unconfirmed }: Signs,
  now: Date = new Date(),
): Health {
  if (refused) return stateBy('needsSignIn', refused)
  if (failed) return stateBy('failing', failed)
  if (stopped) return stateBy('paused', stopped)
  if (limited) return stateBy('limited', limited)
  if (!retried) return unconfirmed ? stateBy('unconfirmed', unconfirmed) : { state: 'healthy' }
  const isOverdue = retried.since ? now.getTime() - retried.since.getTime() > patienceMs : false
  return stateBy(isOverdue ? 'failing' : 'retrying', retried)
}

const stateBy = (state: Health['state'], { since, reason, remedy, retryTime }: Sign): Health => ({
  state,
  ...(since && { since: since.toISOString() }),
  ...(reason && { reason }),
  ...(remedy && { remedy }),
  ...(retryTime && { retryTime: retryTime.toISOString() }),
})

const states = Health.shape.state.options

/**
 * How a whole fares, by its parts: as the worst of them, and of those the one that is so longest. What
 * several have for the same reason is tried again when the first of them is.
 */
export function worstOf(parts: readonly Health[]): Health {
  let worst: Health = { state: 'healthy' }
  for (const part of parts) {
    const byState = states.indexOf(part.state) - states.indexOf(worst.state)
    if (byState > 0 || (byState === 0 && isOlder(part, worst))) worst = part
  }
  const { state, reason } = worst
  const [retryTime] = parts
    .flatMap((part) =>
      part.state === state && part.reason === reason ? (part.retryTime ?? []) : [],
    )
    .toSorted()
  return { ...worst, ...(retryTime && { retryTime }) }
}

const isOlder = ({ since }: Health, than: Health) =>
  since !== undefined && (than.since === undefined || since < than.since)
