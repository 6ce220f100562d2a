import { ProviderError } from '@platform/connector'
import type { PauseCause } from '@platform/contract'
import type { OperationRow } from '@platform/installations/operations/operations'
import type { ReadType } from '@platform/installations/operations/tables'
import { MessageLogError } from '@platform/delivery/notifications/message-log/message-log'
import { Problem } from '@platform/kernel/problems/problem'
import { getNow } from '@platform/kernel/values'

export type NextTry =
  | { do: 'retry'; delayMs: number; fromTheStart?: true }
  /** A daily limit of calls is used up: nothing has failed, and retrying earlier is useless. */
  | { do: 'hold'; delayMs: number }
  /** Someone has to fix the cause; the read keeps its position and continues afterwards. */
  | { do: 'pause'; cause: PauseCause }
  | { do: 'fail'; cause: PauseCause }

/*
 * The limits are of attempts with one cause: failures on our side are no reason to give the provider fewer attempts.
 */

/**
 * Maximum number of attempts of a scheduled or triggered read while the provider is unavailable.
 */
const maxTries = 8
/** Maximum number of attempts of a backfill against a rejection that may be temporary. */
const maxRefusals = 6
/** Maximum number of attempts after failures on our side, such as the database. */
const maxInterruptions = 25
const maxMs = 5 * 60_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** A requested pause of this length means that a daily or similar limit is used up. */
const longPauseMs = 15 * minuteMs
const maxHoldMs = 24 * hourMs

/**
 * Decides what follows a failed attempt of a read, without side effects. A backfill is never given
 * up: it waits for the provider for any time, and for a person if waiting does not help. Other
 * reads fail, because the next one finds what they missed. `tries` counts the attempts that failed for
 * the same cause (`countFailures`); `chance`, below 1, spreads the retries after an outage.
 */
export function nextTry(
  error: unknown,
  {
    readType,
    tries,
    chance,
    now = getNow(),
  }: { readType: ReadType; tries: number; chance: number; now?: Date },
): NextTry {
  const giveUp = (cause: PauseCause = 'failures'): NextTry => ({
    do: readType === 'backfill' ? 'pause' : 'fail',
    cause,
  })
  const retry = (firstMs: number, growth = 2): NextTry => {
    const backOffMs = Math.min(firstMs * growth ** (tries - 1), maxMs)
    const askedMs = error instanceof ProviderError ? (error.retryAfterMs ?? 0) : 0
    return { do: 'retry', delayMs: Math.round(Math.max(askedMs, backOffMs * (0.8 + 0.4 * chance))) }
  }

  if (error instanceof Problem) {
    return giveUp(error.kind === 'destination-not-found' ? 'destination' : 'failures')
  }
  // The messages are not stored: the read waits for the log, as for the provider.
  if (error instanceof MessageLogError) return retry(1000)
  if (!(error instanceof ProviderError)) {
    return tries < maxInterruptions ? retry(1000) : giveUp()
  }
  if (error.failure === 'credentials') return giveUp('credentials')
  if (error.failure === 'rate-limit') {
    const delayMs = holdMs(error, { chance, now })
    return delayMs === undefined ? retry(1000) : { do: 'hold', delayMs }
  }
  if (error.failure === 'unavailable') {
    return readType === 'backfill' || tries < maxTries ? retry(1000) : giveUp()
  }
  if (error.failure === 'cursor-gone') {
    return tries < maxTries ? ({ ...retry(1000), fromTheStart: true } as NextTry) : giveUp()
  }
  if (isFinal(error)) return giveUp()
  return readType === 'backfill' && tries < maxRefusals ? retry(1000, 4) : giveUp()
}

/** Names the cause of a failure, by which attempts are counted. */
function findCause(error: unknown): string {
  if (error instanceof MessageLogError) return 'message-log'
  if (!(error instanceof ProviderError)) return 'interruption'
  const { failure } = error
  const isPassing =
    failure === 'unavailable' || failure === 'rate-limit' || failure === 'cursor-gone'
  return isPassing ? failure : 'rejection'
}

/** Counts the failed attempts of an operation with the same cause, with this one, and those with others. */
export function countFailures(
  { attempts, failures }: Pick<OperationRow, 'attempts' | 'failures'>,
  error: unknown,
): { tries: number; failures: Record<string, number> } {
  const cause = findCause(error)
  // An older version resets only the number of attempts.
  const before = Math.min(failures[cause] ?? 0, attempts)
  return { tries: before + 1, failures: { ...failures, [cause]: before + 1 } }
}

/** Reports whether the request itself is invalid, so that a retry is useless. */
const isFinal = ({ failure, status }: ProviderError): boolean =>
  failure === 'unsupported' || (failure === 'bad-request' && (status === 400 || status === 422))

/**
 * Returns how long a limit delays a read; undefined for a limit of minutes. If the renewal time of
 * a daily limit is unknown, the provider is called again each hour, just after the full hour:
 * limits renew at midnight in a time zone of the account.
 */
function holdMs(
  { isDailyLimit, retryAfterMs = 0 }: ProviderError,
  { chance, now }: { chance: number; now: Date },
): number | undefined {
  const spreadMs = Math.round(2 * minuteMs * chance)
  if (retryAfterMs >= longPauseMs) return Math.min(retryAfterMs, maxHoldMs) + spreadMs
  if (!isDailyLimit) return undefined
  const toFullHourMs = hourMs - (now.getTime() % hourMs)
  return toFullHourMs + (toFullHourMs < longPauseMs ? hourMs : 0) + spreadMs
}
