import {
  buildPerAttempt,
  ProviderError,
  type ProviderClient,
  type ProviderRecord,
  type ProviderResponse,
} from '@platform/connector'
import { isMembers } from '../../members.ts'
import { isPage } from '../../reply-headers.ts'
import { requireValue } from '../../require-value.ts'
import { checkPage } from '../reading/check-page.ts'
import { getAtDotPath } from './dot-path.ts'
import type { FetchRules } from '../schema/read-rules.ts'
import { unreadable } from './errors.ts'
import { withId } from './ids.ts'
import type { DeclarativeProvider } from '../provider.ts'
import { toProviderRecord, takeRecords } from '../reading/records.ts'
import { fillHeaders, fillQuery } from './request.ts'
import type { Reading, ResolvedObject } from './resolve.ts'
import { fillIn, pathStep } from './templates.ts'

export interface Fetching {
  object: ResolvedObject
  reading: Reading
  rules: FetchRules
  fieldNames: readonly string[]
  /** Whether the caller only needs to know the records. */
  isBare: boolean
}

/** What a request says of one record. */
export type FetchOutcome =
  | { record: ProviderRecord }
  | { gone: ProviderError }
  | { refused: ProviderError; listed: ProviderRecord; mayPass: boolean }
  /** The page ends before it. */
  | { failure: unknown }

export async function fetchOutcomes(
  provider: DeclarativeProvider,
  client: ProviderClient,
  fetching: Fetching,
  listed: readonly ProviderRecord[],
): Promise<FetchOutcome[]> {
  try {
    return await (fetching.rules.ids
      ? fetchTogether(provider, client, fetching, listed)
      : fetchOne(provider, client, fetching, requireValue(listed[0])))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return listed.map((one) => toOutcome(error, one, fetching))
  }
}

/** What a failure means for one record. */
function toOutcome(
  error: ProviderError,
  listed: ProviderRecord,
  { isBare }: Fetching,
): FetchOutcome {
  const { failure, status = 0 } = error
  if (failure === 'too-large' && isBare) return { record: listed }
  if (failure === 'permission') return { refused: error, listed, mayPass: false }
  if (failure === 'bad-request' && status >= 400) return { refused: error, listed, mayPass: false }
  if (failure === 'unavailable' && (status >= 400 || status === 204))
    return { refused: error, listed, mayPass: true }
  return { failure: error }
}

async function fetchOne(
  provider: DeclarativeProvider,
  client: ProviderClient,
  fetching: Fetching,
  listed: ProviderRecord,
): Promise<FetchOutcome[]> {
  const { object, reading, rules } = fetching
  const { id } = listed
  const query = () =>
    Object.entries(makeQuery(client, fetching)).map(([name, value]) => [
      name,
      typeof value === 'string' ? withId(value, id, reading.ids, String) : value,
    ])
  const response = await client.request(
    buildPerAttempt(() => ({
      path: object.base + withId(fillIn(rules.path, client.metadata, pathStep), id, reading.ids),
      query: Object.fromEntries(query()) as Record<string, string | readonly string[]>,
      headers: makeHeaders(provider, client, reading),
    })),
  )
  if ((response.status === 404 || response.status === 410) && !isPage(response)) {
    return [{ gone: provider.refusals.toProviderError(response) }]
  }
  provider.refusals.check(response)
  const raw = getAtDotPath(response.body, rules.record ?? '')
  // Members of a record may be called like those of an error.
  if (!isMembers(raw) || !hasId(raw, reading, id)) {
    provider.refusals.checkPage(response, { records: rules.record ?? '' })
  }
  if (raw === null) {
    const refused = unreadable(response, 'the record is null')
    return [{ refused, listed, mayPass: true }]
  }
  if (!isMembers(raw)) throw unreadable(response, 'the record is missing')
  const wrong = whyOther(raw, reading, id)
  if (wrong !== undefined) {
    const refused = new ProviderError('unavailable', wrong, { status: response.status })
    return [{ refused, listed, mayPass: false }]
  }
  return [{ record: toRecord(raw, reading, listed) }]
}

async function fetchTogether(
  provider: DeclarativeProvider,
  client: ProviderClient,
  fetching: Fetching,
  listed: readonly ProviderRecord[],
): Promise<FetchOutcome[]> {
  const { object, reading, rules } = fetching
  const { name, join } = requireValue(rules.ids)
  const ids = listed.map(({ id }) => id)
  const response = await client.request(
    buildPerAttempt(() => ({
      path: object.base + fillIn(rules.path, client.metadata, pathStep),
      query: { ...makeQuery(client, fetching), [name]: join === undefined ? ids : ids.join(join) },
      headers: makeHeaders(provider, client, reading),
    })),
  )
  const isGone = (response.status === 404 || response.status === 410) && !isPage(response)
  if (isGone && listed.length > 1) {
    // One that is gone must not hide the others.
    const half = Math.ceil(listed.length / 2)
    const first = await fetchTogether(provider, client, fetching, listed.slice(0, half))
    return [...first, ...(await fetchTogether(provider, client, fetching, listed.slice(half)))]
  }
  const list = { ...reading, records: rules.records ?? reading.records }
  if (!isGone) provider.refusals.check(response)
  const taken = isGone ? undefined : await takeRecords(response, list)
  const found = taken?.records ?? []
  // Beside an error, a record that is missing may exist.
  const doubt = taken?.doubt
  const error = isGone
    ? undefined
    : (errorBeside(provider, response, list) ??
      (doubt === undefined ? undefined : unreadable(response, doubt.replace(/\.$/, ''))))
  if (error && found.length === 0) throw error
  const byId = new Map(found.map((one) => [one.id, one]))
  const missing = listed.filter(({ id }) => !byId.has(id))
  // A provider that ignores the IDs returns any records, and does not report which ones are gone.
  const isOther = missing.length > 0 && found.some((one) => !ids.includes(one.id))
  // Some providers return fewer at a time than they accept.
  const isShort = !error && !isOther && missing.length > 0 && missing.length < listed.length
  const others = isShort ? await fetchTogether(provider, client, fetching, missing) : []
  const wrong = isOther
    ? unreadable(response, 'it has other records than those that were requested')
    : undefined
  return listed.map((one): FetchOutcome => {
    const content = byId.get(one.id)
    if (content) return { record: toRecord(content.raw, reading, one) }
    const other = others[missing.indexOf(one)]
    if (other) return other
    const refused = error ?? wrong
    return refused
      ? { refused, listed: one, mayPass: error !== undefined }
      : { gone: new ProviderError('not-found', `The provider has no record ${one.id}.`) }
  })
}

function errorBeside(
  provider: DeclarativeProvider,
  response: ProviderResponse,
  list: Reading,
): ProviderError | undefined {
  try {
    checkPage(provider, response, list)
    return undefined
  } catch (error) {
    if (error instanceof ProviderError) return error
    throw error
  }
}

const makeHeaders = (
  { declaration }: DeclarativeProvider,
  { metadata }: ProviderClient,
  { headers }: Reading,
) => fillHeaders({ headers: { ...declaration.headers, ...headers }, values: metadata })

function makeQuery(
  { metadata }: ProviderClient,
  { rules, fieldNames, reading }: Fetching,
): Record<string, string | readonly string[]> {
  const query: Record<string, string | readonly string[]> = {}
  for (const [name, value] of Object.entries(rules.query ?? {})) {
    const filled = fillQuery(value, { fieldNames, values: metadata }, reading)
    if (filled !== undefined) query[name] = filled
  }
  return query
}

const hasId = (raw: Record<string, unknown>, { id, wrap }: Reading, known: string) =>
  id !== undefined &&
  [
    getAtDotPath(raw, id),
    wrap === undefined ? undefined : getAtDotPath(getAtDotPath(raw, wrap), id),
  ].some((one) => one !== undefined && String(one) === known)

/** Returns why a reply is not the requested record; undefined if it may be. */
function whyOther(raw: Record<string, unknown>, reading: Reading, id: string): string | undefined {
  const { id: place, ids, wrap } = reading
  const own = place === undefined || ids ? undefined : getAtDotPath(raw, place)
  const inner =
    wrap === undefined || place === undefined ? undefined : getAtDotPath(raw, `${wrap}.${place}`)
  const isOther = (one: unknown) =>
    (typeof one === 'string' || typeof one === 'number') && String(one) !== id
  if (isOther(own ?? inner)) return `The reply to a request of record ${id} has another ID.`
  const names = Object.keys(raw)
  const isEmpty = names.every((name) => /^(?:message|msg|detail|code|status|title)$/i.test(name))
  return isEmpty ? `The reply to a request of record ${id} has none of its fields.` : undefined
}

/** The record's ID, and its time if it has none itself, are those of the list. */
function toRecord(
  raw: Record<string, unknown>,
  reading: Reading,
  { id, updatedTime }: ProviderRecord,
): ProviderRecord {
  const record = toProviderRecord(raw, reading, id)
  return updatedTime === undefined ? record : { updatedTime, ...record }
}
