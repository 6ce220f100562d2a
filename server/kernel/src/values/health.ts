import { Health } from '@platform/contract'
import { getNow } from './database-clock.ts'

/** A problem that affects health. */
export interface Sign {
  since?: Date | null | undefined
  reason?: string | null | undefined
  /** What to do about it. */
  remedy?: string | undefined
  /** When it is retried automatically. */
  retryTime?: Date | null | undefined
}

/** Problems of a resource; absent ones mean healthy. */
export interface Signs {
  /** The provider requires a new sign-in. */
  refused?: Sign | false | undefined
  /** It failed and is not retried. */
  failed?: Sign | false | undefined
  /** Paused on request, or because something is missing. */
  stopped?: Sign | false | undefined
  /** Waits for a limit of the provider. */
  limited?: Sign | false | undefined
  /** It failed and is retried. */
  retried?: Sign | false | undefined
  /** It is unknown whether the provider accepts the credentials. */
  unconfirmed?: Sign | false | undefined
}

/** Retries that take longer than this need attention. */
export const patienceMs = 15 * 60_000

/** Reports whether a failure has been retried for so long that it counts as failing. */
export const isOverdue = (since: Date | null | undefined, now: Date = getNow()): boolean =>
  since ? now.getTime() - since.getTime() > patienceMs : false

/** Derives the health of a resource: the only place that does. */
export function getHealth(
  { refused, failed, stopped, limited, retried, unconfirmed }: Signs,
  now: Date = getNow(),
): Health {
  if (refused) return stateBy('needsSignIn', refused)
  if (failed) return stateBy('failing', failed)
  if (stopped) return stateBy('paused', stopped)
  if (limited) return stateBy('limited', limited)
  if (!retried) return unconfirmed ? stateBy('unconfirmed', unconfirmed) : { state: 'healthy' }
  return stateBy(isOverdue(retried.since, now) ? 'failing' : 'retrying', retried)
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
 * Returns the health of a whole from its parts: the worst one, and of several the one that started
 * first. If several have the same reason, the earliest retry counts.
 */
export function findWorst(parts: readonly Health[]): Health {
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
