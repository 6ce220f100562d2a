import {
  buildPerAttempt,
  ProviderError,
  type ProviderClient,
  type ProviderRecord,
  type ProviderResponse,
  type ReadRecordsRequest,
} from '@platform/connector'
import { concurrently } from '../../concurrently.ts'
import { isMembers } from '../../members.ts'
import { isPage } from '../../reply-headers.ts'
import { getAtDotPath } from '../calls/dot-path.ts'
import type { ById } from '../subscribe/rules.ts'
import { unreadable } from '../calls/errors.ts'
import { graphqlRecord } from '../graphql.ts'
import { partsOfId, withId } from '../calls/ids.ts'
import { listLocatorNames } from '../calls/locator.ts'
import type { DeclarativeProvider } from '../provider.ts'
import { makeReading } from './read.ts'
import { askInParts } from './ask-for-page.ts'
import { toProviderRecord } from './records.ts'
import { looksFull } from '../calls/usual-sizes.ts'
import { fillHeaders } from '../calls/request.ts'
import type { Reading, ResolvedObject } from '../calls/resolve.ts'
import { fillIn, fillInBody, isPathSegment } from '../calls/templates.ts'
import { fillPath, fillTexts, getEnd, type Texts } from '../subscribe/webhook-call.ts'

const callsAtATime = 4

/**
 * Returns the current state of these records, without deleted ones and those that cannot exist
 * because of their ID.
 */
export async function readByIds(
  provider: DeclarativeProvider,
  client: ProviderClient,
  request: ReadRecordsRequest,
): Promise<ProviderRecord[]> {
  const object = provider.objects.get(request.objectName)
  const reading = makeReading(object)
  const { byId } = reading
  const toSegment = (id: string) =>
    byId?.style === 'path' && byId.path?.includes('{id:end}') ? getEnd(id) : id
  const ids = [...new Set(request.ids)].filter(
    (id) =>
      byId?.style !== 'path' ||
      (reading.ids ? partsOfId(reading.ids, id) !== undefined : isPathSegment(toSegment(id))),
  )
  if (!byId) return []
  const found =
    byId.style === 'list'
      ? await readLists(provider, client, { object, reading, byId, ...request, ids })
      : await readEach(provider, client, { object, reading, byId, ids, locators: request.locators })
  // A provider that does not know the parameter returns other records.
  const asked = new Set(ids)
  return found.filter(({ id }) => asked.has(id))
}

async function readLists(
  provider: DeclarativeProvider,
  client: ProviderClient,
  {
    object,
    reading,
    byId,
    fieldNames,
    ids,
  }: {
    object: ResolvedObject
    reading: Reading
    byId: ById & { style: 'list' }
    fieldNames: readonly string[]
    ids: readonly string[]
  },
): Promise<ProviderRecord[]> {
  const max = Math.min(byId.max, largestPage(reading))
  const found: ProviderRecord[] = []
  const ask = async (some: readonly string[]) => {
    const value = byId.join === undefined ? [...some] : some.join(byId.join)
    const page = await askInParts(provider, client, {
      object,
      reading,
      position: {},
      request: { fieldNames, pageSize: max },
      found: { in: byId.in, fill: () => ({ [byId.name]: value }) },
    })
    if (page.doubt !== undefined) throw unreadable(page.response, page.doubt.replace(/\.$/, ''))
    return page.records
  }
  for (let from = 0; from < ids.length; from += max) {
    found.push(...(await askForAll(ids.slice(from, from + max), ask)))
  }
  return found
}

/**
 * Requests records by their IDs. Some providers return fewer at a time than they accept: if as many were
 * returned as a page often has, those that are missing are requested again, until a request returns none.
 */
async function askForAll(
  ids: readonly string[],
  ask: (ids: readonly string[]) => Promise<readonly ProviderRecord[]>,
): Promise<ProviderRecord[]> {
  const found = new Map<string, ProviderRecord>()
  for (let missing = ids; missing.length > 0;) {
    const records = await ask(missing)
    for (const record of records) found.set(record.id, record)
    const left = missing.filter((id) => !found.has(id))
    const mayBeCut = looksFull(records.length) && left.length < missing.length
    missing = mayBeCut ? left : []
  }
  return [...found.values()]
}

const largestPage = ({ paging }: Reading) =>
  paging.style === 'none' ? Infinity : (paging.size?.max ?? Infinity)

async function readEach(
  provider: DeclarativeProvider,
  client: ProviderClient,
  {
    object,
    reading,
    byId,
    ids,
    locators,
  }: {
    object: ResolvedObject
    reading: Reading
    byId: ById & { style: 'path' | 'graphql' }
    ids: readonly string[]
    locators: ReadRecordsRequest['locators']
  },
): Promise<ProviderRecord[]> {
  const found: ProviderRecord[] = []
  const withoutContent: ProviderResponse[] = []
  const headers = () =>
    fillHeaders({
      headers: { ...provider.declaration.headers, ...reading.headers },
      values: client.metadata,
    })
  const fillQuery = (query: Readonly<Record<string, unknown>>, texts: Texts) =>
    Object.fromEntries(
      Object.entries(query).map(([name, value]) => [
        name,
        fillTexts(fillIn(String(value), client.metadata), texts) as string,
      ]),
    )
  const needed = reading.locatorPlaces ? listLocatorNames(reading.locatorPlaces) : []
  await concurrently(ids, callsAtATime, async (id) => {
    const locator = locators?.get(id) ?? {}
    if (needed.some((one) => !Object.hasOwn(locator, one))) {
      const message = `Records of ${object.name} cannot be read by their IDs alone, and the values ${needed.join(', ')} are unknown.`
      throw new ProviderError('bad-request', message)
    }
    const texts = { ...locator, id }
    const template = (byId.style === 'path' && byId.path) || `${reading.path}/{id}`
    const path = byId.style === 'path' ? withParts(template, id, reading) : reading.path
    const response = await client.request(
      buildPerAttempt(() => ({
        path: object.base + fillPath(path, texts, client.metadata),
        ...(byId.style === 'path' && byId.query && { query: fillQuery(byId.query, texts) }),
        headers: headers(),
        ...(byId.style === 'path' &&
          byId.body && {
            method: 'POST' as const,
            body: fillTexts(fillInBody(byId.body, client.metadata), texts),
          }),
        ...(byId.style === 'graphql' && {
          method: 'POST' as const,
          body: { query: graphqlRecord(byId, reading.graphql?.fields ?? ['id'], id) },
        }),
      })),
    )
    const raw = isGone(response) ? undefined : recordIn(provider, response, byId)
    if (isMembers(raw)) {
      const { below = locator['parent'] } = reading
      found.push(toProviderRecord(raw, { ...reading, ...(below !== undefined && { below }) }))
    } else if (raw !== missing && !isGone(response)) {
      provider.refusals.checkPage(response, { records: '' })
      // Beside other records, it must not block them.
      if (byId.style === 'path' && response.status === 204) {
        withoutContent.push(response)
        return
      }
      const isAbsent = byId.style === 'graphql' && isMembers(response.body)
      if (!isAbsent) throw unreadable(response, 'the record is missing')
    }
  })
  const [none] = withoutContent
  if (none && found.length === 0) throw unreadable(none, 'the record is missing')
  return found
}

/** Fills in the values of a composed ID. */
const withParts = (path: string, id: string, { ids }: Reading) =>
  ids ? withId(path, id, ids) : path

/** What the provider returns instead of a record that does not exist. */
const missing = Symbol('missing')

/** A page does not come from the provider's API, and a reply without content proves nothing. */
const isGone = (response: ProviderResponse) =>
  (response.status === 404 || response.status === 410) && !isPage(response)

function recordIn(provider: DeclarativeProvider, response: ProviderResponse, byId: ById): unknown {
  try {
    provider.refusals.check(response)
  } catch (error) {
    // Some providers report a missing record by a code in a successful reply.
    const isMissing = error instanceof ProviderError && error.failure === 'not-found'
    if (isMissing && response.status === 200) return missing
    throw error
  }
  if (byId.style === 'graphql') {
    const found = getAtDotPath(response.body, `data.${byId.field}`)
    // Some fields return a list of the records with these IDs.
    return Array.isArray(found) ? (found as unknown[])[0] : found
  }
  const place = (byId.style === 'path' && byId.record) || ''
  const [, list] = /^(.+)\.0$/.exec(place) ?? []
  if (list !== undefined) {
    const found = getAtDotPath(response.body, list)
    if (Array.isArray(found) && found.length === 0) return missing
  }
  return getAtDotPath(response.body, place)
}
