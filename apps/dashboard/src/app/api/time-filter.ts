import { isOwnKey } from '../own-keys.ts'

/** A time range: relative to now, or between two times. */
export interface TimeFilter {
  since?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const hourMs = 3_600_000

export const recentPeriods = {
  '1h': { title: 'Last hour', ms: hourMs },
  '24h': { title: 'Last 24 hours', ms: 24 * hourMs },
  '7d': { title: 'Last 7 days', ms: 7 * 24 * hourMs },
}

/** Filters of a list, with a relative time range. */
export type Timed<Query> = Omit<NonNullable<Query>, keyof TimeFilter | 'pageSize' | 'pageToken'> &
  TimeFilter

/** Converts the filter for the API, at the current time. */
export function withTimeRange<Filter extends TimeFilter>({ since, from, to, ...filter }: Filter) {
  return { ...filter, ...timeFilterBounds({ since, from, to }) }
}

/** Converts the filter to times for the API. */
export function timeFilterBounds({ since = '', from, to }: TimeFilter): {
  from?: string
  to?: string
} {
  if (isOwnKey(recentPeriods, since))
    return { from: new Date(Date.now() - recentPeriods[since].ms).toISOString() }
  return { ...(from && { from: inUtc(from) }), ...(to && { to: inUtc(to) }) }
}

/** Converts a local time to UTC; invalid input is left for the API to reject. */
function inUtc(text: string): string {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? text : time.toISOString()
}
