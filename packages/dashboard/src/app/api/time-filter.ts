import { isKeyOf } from '../keys-of.ts'

/** When something happened: in the time that has just gone by, or between two times. */
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

/** What a list may be filtered by, with the time as people say it. */
export type Timed<Query> = Omit<NonNullable<Query>, keyof TimeFilter | 'pageSize' | 'pageToken'> &
  TimeFilter

/** The filter as the API takes it, at this time. */
export function withTimeRange<Filter extends TimeFilter>({ since, from, to, ...filter }: Filter) {
  return { ...filter, ...timeFilterBounds({ since, from, to }) }
}

/** Converts the filter to times, as the API takes them. */
export function timeFilterBounds({ since = '', from, to }: TimeFilter): {
  from?: string
  to?: string
} {
  if (isKeyOf(recentPeriods, since))
    return { from: new Date(Date.now() - recentPeriods[since].ms).toISOString() }
  return { ...(from && { from: inUtc(from) }), ...(to && { to: inUtc(to) }) }
}

/** What somebody typed by the clock on their wall; what is no time at all is left to the API. */
function inUtc(text: string): string {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? text : time.toISOString()
}
