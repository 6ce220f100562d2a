import type { ProviderRecord, ReadRequest } from '@platform/connector'
import type { Reading } from '../calls/resolve.ts'
import { slackMs } from '../calls/times.ts'
import type { Position } from './position-state.ts'
import { timeIn } from './records.ts'

const precisionMs = 1_000

/**
 * Reports whether a list that is requested newest first has arrived at records before the requested time, after
 * which everything is older still. Not if the provider sorts by something else, which several records show. Old
 * ones at the start may be pinned there.
 */
export function lookForPast(
  reading: Reading,
  { since }: Pick<ReadRequest, 'since'>,
  { records, before }: { records: readonly ProviderRecord[]; before: Position },
): { isPast: boolean } & Pick<Position, 'lastTime' | 'isUnordered'> {
  const { newestFirst, updated } = reading
  if (!newestFirst || !updated || since === undefined) return { isPast: false }
  const times = records.flatMap(({ updatedTime, raw }) =>
    updatedTime === undefined
      ? []
      : [{ ms: Date.parse(updatedTime), slack: slackMs(updated.format, timeIn(raw, reading)) }],
  )
  const sinceMs = Date.parse(since)
  const isNew = ({ ms, slack }: { ms: number; slack: number }) => ms >= sinceMs - slack
  const first = before.at === undefined ? Math.max(0, times.findIndex(isNew)) : 0
  const compared = [
    ...(before.lastTime === undefined ? [] : [before.lastTime]),
    ...times.slice(first).map(({ ms }) => ms),
  ]
  const isUnordered =
    before.isUnordered === true ||
    compared.some((ms, n) => n > 0 && ms > (compared[n - 1] ?? 0) + precisionMs)
  const last = times.at(-1)
  const lastTime = last?.ms ?? before.lastTime
  return {
    isPast: last !== undefined && !isNew(last) && !isUnordered && compared.length > 1,
    ...(lastTime !== undefined && { lastTime }),
    ...(isUnordered && { isUnordered: true as const }),
  }
}
