import {
  ProviderError,
  type ProviderClient,
  type ReadPage,
  type ReadRequest,
} from '@platform/connector'
import { requireValue } from '../require-value.ts'
import type { Filter } from './filter.ts'
import { rfc3339, takeClock } from '../provider-clock.ts'
import {
  callForObjects,
  objectPath,
  propertiesFor,
  propertyName,
  toConnectorRecord,
  timeProperty,
  unreadableObjects,
  type CrmObjectType,
} from './objects.ts'

/** Delay until the search returns a change, which HubSpot does not limit; usually seconds. */
export const hubspotOverlapMs = 15 * 60_000

/**
 * Position in a search:
 * - `time`: ordered by time of change, starting at `from` (inclusive) or after `behind`
 * - `tie`: everything changed in the millisecond `at`, by ID
 * - `id`: everything, by ID; replaces a list whose token has expired
 */
export type SearchCursor = (
  | { by: 'time'; from?: number; behind?: number }
  | { by: 'tie'; at: number; afterId?: string | undefined }
  | { by: 'id'; afterId?: string | undefined }
) & {
  total?: number
  /** The groups of the read's filter. */
  groups?: Filter[][]
}

export const maxPageSize = 200

/**
 * Reads one page of a search. A search returns 10,000 records at most, and its page tokens are
 * offsets, which skip records when others change. So every page is a separate search that starts
 * where the previous page ended.
 * By time, records of the last millisecond of a page are held back, because there may be more of
 * them, and the next page starts with that millisecond. If a whole page has the same millisecond,
 * that millisecond is read by ID, and so is everything if a page has another order.
 */
export async function searchPage(
  client: ProviderClient,
  request: ReadRequest,
  cursor: SearchCursor,
): Promise<ReadPage> {
  const { objectName, fieldNames, pageSize = maxPageSize } = request
  const limit = Math.min(maxPageSize, Math.max(1, pageSize))
  const { groups } = cursor
  // The fewer filters of its own a page has, the more of the read's filter fits into the search.
  const range = groups ? rangeBeside(request, cursor) : rangeFilters(request)
  const ofPage = [...range, ...equalFilters(request), ...placeFilters(request, cursor)]
  const { page, response } = await callForObjects(client, {
    method: 'POST',
    path: `${objectPath(objectName)}/search`,
    body: {
      filterGroups: (groups ?? [[]]).map((group) => ({ filters: [...ofPage, ...group] })),
      sorts: [
        {
          propertyName: cursor.by === 'time' ? timeProperty(objectName) : 'hs_object_id',
          direction: 'ASCENDING',
        },
      ],
      properties: propertiesFor(objectName, fieldNames),
      limit,
    },
  })

  const { hasMore } = page
  if (hasMore && page.results.length === 0) {
    throw new ProviderError('unavailable', 'HubSpot reports more records, but returned none.')
  }
  const { objects, next } = advanceSearch({ objects: page.results, hasMore, cursor, objectName })
  const total = cursor.total ?? page.total
  // Each page is a search of its own, whose total is what was left.
  const count = page.results.length + page.unreadable
  const isCut = !hasMore && page.total !== undefined && count < page.total
  const isFirst = cursor.by === 'time' && cursor.from === undefined && cursor.behind === undefined
  return {
    records: objects.map((object) => toConnectorRecord(object, objectName)),
    ...(next && { next: JSON.stringify({ ...next, total, ...(groups && { groups }) }) }),
    ...(total !== undefined && { total }),
    ...(isCut && {
      incomplete: `HubSpot reports ${page.total} records, and ${count} were returned.`,
    }),
    ...(page.unreadable > 0 && {
      unreadable: page.unreadable,
      incomplete: unreadableObjects(page.unreadable).message,
    }),
    ...(isFirst && takeClock(response, request.overlapMs ?? hubspotOverlapMs)),
  }
}

/** Decides which objects of a page to return now, and where the next page starts. */
function advanceSearch({
  objects,
  hasMore,
  cursor,
  objectName,
}: {
  objects: readonly CrmObjectType[]
  hasMore: boolean
  cursor: SearchCursor
  objectName: string
}): { objects: readonly CrmObjectType[]; next?: SearchCursor } {
  if (cursor.by === 'time') {
    if (!hasMore) return { objects }
    const getTime = ({ properties, updatedAt }: CrmObjectType) =>
      Date.parse(rfc3339(properties[timeProperty(objectName)]) ?? rfc3339(updatedAt) ?? '')
    const times = objects.map(getTime)
    // In another order, or without their times, records are read by ID.
    if (!isAscending(times)) return { objects: [], next: { by: 'id' } }
    const last = requireValue(times.at(-1))
    const earlier = objects.filter((object) => getTime(object) < last)
    return earlier.length > 0
      ? { objects: earlier, next: { by: 'time', from: last } }
      : { objects: [], next: { by: 'tie', at: last } }
  }

  const afterId = objects.at(-1)?.id
  const ids = [cursor.afterId ?? [], objects.map(({ id }) => id)].flat().map(Number)
  if (hasMore && !isAscending(ids)) {
    const message = 'HubSpot returned records in another order than requested.'
    throw new ProviderError('unavailable', message)
  }
  if (hasMore) return { objects, next: { ...cursor, afterId } }
  return cursor.by === 'tie' ? { objects, next: { by: 'time', behind: cursor.at } } : { objects }
}

const isAscending = (numbers: readonly number[]) =>
  numbers.every((one, n) => Number.isFinite(one) && (n === 0 || one >= (numbers[n - 1] ?? 0)))

export function rangeFilters({
  objectName,
  since,
  until,
}: Pick<ReadRequest, 'objectName' | 'since' | 'until'>): Filter[] {
  const property = timeProperty(objectName)
  return [
    ...(since ? [{ propertyName: property, operator: 'GTE' as const, value: ms(since) }] : []),
    ...(until ? [{ propertyName: property, operator: 'LT' as const, value: ms(until) }] : []),
  ]
}

const ms = (time: string) => String(Date.parse(time))

export function equalFilters({ filters = [] }: Pick<ReadRequest, 'filters'>): Filter[] {
  return filters.map(({ fieldName, value }) => {
    const property = propertyName(fieldName) ?? 'hs_object_id'
    return value === null
      ? { propertyName: property, operator: 'NOT_HAS_PROPERTY' }
      : { propertyName: property, operator: 'EQ', value: String(value) }
  })
}

/** Returns the filters of the time range that do not follow from the place of the page. */
function rangeBeside(request: ReadRequest, cursor: SearchCursor): Filter[] {
  const range = rangeFilters(request)
  if (cursor.by === 'tie') return []
  const isWithin = cursor.by === 'time' && (cursor.from ?? cursor.behind) !== undefined
  return isWithin ? range.filter(({ operator }) => operator === 'LT') : range
}

function placeFilters({ objectName }: ReadRequest, cursor: SearchCursor): Filter[] {
  const time = timeProperty(objectName)
  if (cursor.by === 'time') {
    if (cursor.from !== undefined) {
      return [{ propertyName: time, operator: 'GTE', value: String(cursor.from) }]
    }
    return cursor.behind === undefined
      ? []
      : [{ propertyName: time, operator: 'GT', value: String(cursor.behind) }]
  }
  return [
    ...(cursor.by === 'tie'
      ? [{ propertyName: time, operator: 'EQ' as const, value: String(cursor.at) }]
      : []),
    ...(cursor.afterId === undefined
      ? []
      : [{ propertyName: 'hs_object_id', operator: 'GT' as const, value: cursor.afterId }]),
  ]
}
