import {
  ProviderError,
  type ProviderClient,
  type ProviderRecord,
  type ProviderRequest,
  type ReadPage,
  type ReadRequest,
} from '@platform/connector'
import { convertToText } from '@platform/contract/compare-values'
import { wayOn, type Lap } from '../lap.ts'
import { takeClock } from '../provider-clock.ts'
import {
  callForObjects,
  hubspotValue,
  objectPath,
  propertiesFor,
  readHubspotBatch,
  toConnectorRecord,
  unreadableObjects,
  type ObjectPage,
} from './objects.ts'
import { hubspotOverlapMs, searchPage } from './search.ts'

/** Position in a list: HubSpot's own token, and the last record before it. */
export interface ListCursor {
  by: 'list'
  after: string
  lastId?: string
  lap?: Lap
}

/** Position in the deleted records, which searches do not return; they come last. */
export interface ArchivedCursor {
  by: 'archived'
  after?: string
  lap?: Lap
}

/** Longer lists of properties are sent in the body of a batch read, because URLs are limited. */
const maxPropertiesBytes = 6_000

/**
 * Reads one page of the list, ordered by ID. Changed records keep their position, and new ones come
 * last. If HubSpot no longer knows the page token, a search continues after the last record.
 */
export async function listHubspotPage(
  client: ProviderClient,
  request: ReadRequest,
  cursor: ListCursor | undefined,
): Promise<ReadPage> {
  const { objectName, fieldNames, pageSize = 100 } = request
  const properties = propertiesFor(objectName, fieldNames)
  const isLong = encodeURIComponent(properties.join(',')).length > maxPropertiesBytes
  const list: ProviderRequest = {
    path: objectPath(objectName),
    query: {
      limit: Math.min(100, Math.max(1, pageSize)),
      properties: isLong ? 'hs_object_id' : properties.join(','),
      ...(cursor && { after: cursor.after }),
    },
  }

  const reply = await askForPage(client, list, cursor)
  if (!reply) return searchPage(client, request, { by: 'id', afterId: cursor?.lastId })

  const { page, response } = reply
  const { after } = page
  const lap = mustGoOn(after, cursor)
  const objects = isLong
    ? await readHubspotBatch(client, { objectName, ids: listIds(page), properties })
    : page.results
  const next: ListCursor | undefined = after
    ? { by: 'list', after, lastId: page.results.at(-1)?.id ?? cursor?.lastId, lap }
    : undefined
  return {
    records: objects.map((object) => toConnectorRecord(object, objectName)),
    ...(next && { next: JSON.stringify(next) }),
    ...findDoubt(page),
    ...(!cursor && takeClock(response, request.overlapMs ?? hubspotOverlapMs)),
  }
}

/**
 * Reads one page of the records deleted in the period of the read. HubSpot lists them by ID only.
 */
export async function readArchivedPage(
  client: ProviderClient,
  request: ReadRequest,
  cursor: ArchivedCursor,
): Promise<ReadPage> {
  const { objectName, fieldNames, pageSize = 100 } = request
  const asked = [...fieldNames, ...(request.filters ?? []).map(({ fieldName }) => fieldName)]
  const properties = propertiesFor(objectName, asked)
  const isLong = encodeURIComponent(properties.join(',')).length > maxPropertiesBytes
  const list: ProviderRequest = {
    path: objectPath(objectName),
    query: {
      limit: Math.min(100, Math.max(1, pageSize)),
      archived: 'true',
      properties: isLong ? 'hs_object_id' : properties.join(','),
      ...(cursor.after !== undefined && { after: cursor.after }),
    },
  }
  const reply = await askForPage(client, list, cursor.after === undefined ? undefined : cursor)
  if (!reply) return readArchivedPage(client, request, { by: 'archived' })

  const { results, after } = reply.page
  const lap = mustGoOn(after, cursor)
  const ids = listIds(reply.page)
  const objects = isLong
    ? await readHubspotBatch(client, { objectName, ids, properties, archived: true })
    : results
  const next: ArchivedCursor | undefined = after ? { by: 'archived', after, lap } : undefined
  return {
    records: objects
      .map((object) => toConnectorRecord({ ...object, archived: true }, objectName))
      .filter((record) => isWanted(record, request)),
    ...(next && { next: JSON.stringify(next) }),
    ...findDoubt(reply.page),
  }
}

const listIds = ({ results }: ObjectPage) => results.map(({ id }) => id)

/** Returns the state of the search for a cycle of pages; throws for one. */
function mustGoOn(
  after: string | undefined,
  cursor: { after?: string; lap?: Lap } | undefined,
): Lap {
  if (after !== undefined && after === cursor?.after) {
    throw new ProviderError('unavailable', 'HubSpot names the same page as the next one.')
  }
  const lap = wayOn(cursor?.lap ?? {}, after ?? '')
  if (lap) return lap
  throw new ProviderError(
    'unavailable',
    'HubSpot names a page as the next one that was read before.',
  )
}

/** Returns why records may be missing from a page of a list, which does not contain their number. */
function findDoubt({
  results,
  unreadable,
  hasMore,
  after,
}: ObjectPage): Pick<ReadPage, 'incomplete' | 'unreadable'> {
  if (unreadable > 0) return { unreadable, incomplete: unreadableObjects(unreadable).message }
  if (!hasMore) return {}
  if (after === undefined) {
    return {
      incomplete:
        'HubSpot reports that a page is not the last page, but does not name the next one.',
    }
  }
  return results.length > 0
    ? {}
    : { incomplete: 'HubSpot returned a page without records that is not the last page.' }
}

function isWanted(
  { updatedTime, raw }: ProviderRecord,
  { since, until, filters = [] }: ReadRequest,
) {
  const time = updatedTime === undefined ? undefined : Date.parse(updatedTime)
  const isInTime =
    time === undefined ||
    ((since === undefined || time >= Date.parse(since)) &&
      (until === undefined || time < Date.parse(until)))
  return (
    isInTime &&
    filters.every(({ fieldName, value }) => {
      const found = hubspotValue(raw, fieldName) ?? null
      return value === null
        ? found === null
        : found !== null && convertToText(found) === String(value)
    })
  )
}

/** Returns the page; undefined if HubSpot rejects its token. */
async function askForPage(
  client: ProviderClient,
  request: ProviderRequest,
  cursor: ListCursor | ArchivedCursor | undefined,
) {
  try {
    return await callForObjects(client, request)
  } catch (error) {
    const isTokenRefused =
      cursor !== undefined && error instanceof ProviderError && error.failure === 'bad-request'
    if (!isTokenRefused) throw error
    return undefined
  }
}
