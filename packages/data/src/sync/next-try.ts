import { ProviderError } from '@platform/connector'
import type { PauseCause } from '@platform/contract'
import type { ReadType } from '@platform/kernel/db/tables/integrations'
import { Problem } from '@platform/kernel/problems/problem'

export type NextTry =
  | { do: 'retry'; delayMs: number; fromTheStart?: true }
  /** A limit of calls in a day is used up: nothing has failed, and asking sooner is of no use. */
  | { do: 'hold'; delayMs: number }
  /** Only somebody can mend it; the read keeps its place and goes on afterwards. */
  | { do: 'pause'; cause: PauseCause }
  | { do: 'fail'; cause: PauseCause }

/** So often a scheduled or triggered read is tried while the provider is away. */
const maxTries = 8
/** So often a backfill is tried against a refusal that may be a passing mistake of the provider's. */
const maxRefusals = 6
/** So often anything is tried that failed on our side: the database, or a mistake of ours. */
const maxInterruptions = 25
const longestMs = 5 * 60_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Whoever asks for a pause of this length has used up a limit of calls in a day, or as long. */
const longPauseMs = 15 * minuteMs
const longestHoldMs = 24 * hourMs

/**
 * Decides what follows a failed try of a read. It changes nothing.
 *
 * A backfill is never given up: it waits for the provider however long that is away, and for
 * somebody where waiting does not help. Other reads fail, for the next one finds what they missed.
 * `chance`, below 1, spreads those that an outage has stopped together.
 */
export function nextTry(
  error: unknown,
  {
    readType,
    tries,
    chance,
    now = new Date(),
  }: { readType: ReadType; tries: number; chance: number; now?: Date },
): NextTry {
  const giveUp = (cause: PauseCause = 'failures'): NextTry => ({
    do: readType === 'backfill' ? 'pause' : 'fail',
    cause,
  })
  const retry = (firstMs: number, growth = 2): NextTry => {
    const backOffMs = Math.min(firstMs * growth ** (tries - 1), longestMs)
    const askedMs = error instanceof ProviderError ? (error.retryAfterMs ?? 0) : 0
    return { do: 'retry', delayMs: Math.round(Math.max(askedMs, backOffMs * (0.8 + 0.4 * chance))) }
  }

  if (error instanceof Problem) {
    return giveUp(error.kind === 'destination-not-found' ? 'destination' : 'failures')
  }
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

/** Whether the request itself is wrong, so that the same one is refused again. */
const isFinal = ({ failure, status }: ProviderError): boolean =>
  failure === 'unsupported' || (failure === 'bad-request' && (status === 400 || status === 422))

/**
 * Returns for how long a refusal because of a limit holds a read; undefined for a limit of minutes. Where
 * the renewal time of a daily limit is unknown, the provider is called again each hour, just after the full
 * one: limits renew at midnight in a time zone of the account.
 */
function holdMs(
  { isDailyLimit, retryAfterMs = 0 }: ProviderError,
  { chance, now }: { chance: number; now: Date },
): number | undefined {
  const spreadMs = Math.round(2 * minuteMs * chance)
  if (retryAfterMs >= longPauseMs) return Math.min(retryAfterMs, longestHoldMs) + spreadMs
  if (!isDailyLimit) return undefined
  const toFullHourMs = hourMs - (now.getTime() % hourMs)
  return toFullHourMs + (toFullHourMs < longPauseMs ? hourMs : 0) + spreadMs
}
