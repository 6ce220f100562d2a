import {
  ProviderError,
  type ProviderClient,
  type ProviderRecord,
  type ProviderRequest,
  type ReadPage,
  type ReadRequest,
} from '@platform/connector'
import { takeClock } from '../provider-clock.ts'
import {
  callForObjects,
  hubspotValue,
  objectPath,
  propertiesFor,
  toConnectorRecord,
  type CrmObjectType,
} from './objects.ts'
import { hubspotOverlapMs, searchPage } from './search.ts'

/** Position in a list: HubSpot's own token, and the last record before it. */
export interface ListCursor {
  by: 'list'
  after: string
  lastId?: string
}

/** Position in the deleted records, which searches do not return; they come last. */
export interface ArchivedCursor {
  by: 'archived'
  after?: string
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
  const objects = isLong
    ? await readBatch(client, { objectName, objects: page.results, properties })
    : page.results
  const after = page.paging?.next?.after
  const next: ListCursor | undefined = after
    ? { by: 'list', after, lastId: page.results.at(-1)?.id ?? cursor?.lastId }
    : undefined
  return {
    records: objects.map((object) => toConnectorRecord(object, objectName)),
    ...(next && { next: JSON.stringify(next) }),
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

  const { results, paging } = reply.page
  const objects = isLong
    ? await readBatch(client, { objectName, objects: results, properties, archived: true })
    : results
  const after = paging?.next?.after
  const next: ArchivedCursor | undefined = after ? { by: 'archived', after } : undefined
  return {
    records: objects
      .map((object) => toConnectorRecord({ ...object, archived: true }, objectName))
      .filter((record) => isWanted(record, request)),
    ...(next && { next: JSON.stringify(next) }),
  }
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
      return value === null ? found === null : found !== null && String(found) === String(value)
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

/** Returns the objects with all their properties, without deleted ones. */
async function readBatch(
  client: ProviderClient,
  {
    objectName,
    objects,
    properties,
    archived = false,
  }: {
    objectName: string
    objects: readonly CrmObjectType[]
    properties: readonly string[]
    archived?: boolean
  },
): Promise<CrmObjectType[]> {
  if (objects.length === 0) return []
  const { page } = await callForObjects(client, {
    method: 'POST',
    path: `${objectPath(objectName)}/batch/read`,
    query: { archived: String(archived) },
    body: { properties, propertiesWithHistory: [], inputs: objects.map(({ id }) => ({ id })) },
  })
  const byId = new Map(page.results.map((object) => [object.id, object]))
  return objects.flatMap(({ id }) => byId.get(id) ?? [])
}
