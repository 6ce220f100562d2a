import {
  buildPerAttempt,
  ProviderError,
  type ProviderClient,
  type ProviderResponse,
  type WriteRecord,
  type ConnectorWrite,
  type ConnectorWriteResult,
  type Writing,
} from '@platform/connector'
import { isMembers } from '../members.ts'
import { getReplyHeader, isPage } from '../reply-headers.ts'
import { requireValue } from '../require-value.ts'
import { rejectRow, requireWritable, writeRows, type WriteRow } from '../writing/rows.ts'
import { callerHeaders, writeCall } from '../writing/write-call.ts'
import { getAtDotPath } from './calls/dot-path.ts'
import { deniesSuccess, saysSomething } from './calls/envelope-error.ts'
import { findErrorWords } from './calls/errors.ts'
import { composeId, parseIdTemplate } from './calls/ids.ts'
import type { DeclarativeProvider } from './provider.ts'
import type { ResolvedObject, ResolvedWrite, Written } from './calls/resolve.ts'
import { type Prepared, prepareRecord, makeRequest } from './prepare-write.ts'

export const written = ['create', 'update', 'delete'] as const

/** Returns the write capabilities of the entry; undefined if it declares none. */
export function declareWriting(provider: DeclarativeProvider): Writing | undefined {
  const objects = provider.objects.names.map((name) => provider.objects.get(name))
  const types = written.filter((type) => objects.some(({ writes }) => writes[type]))
  if (types.length === 0) return undefined
  const max = (type: Written) =>
    Math.max(...objects.map(({ writes }) => writes[type]?.batch?.max ?? 1))
  const batchSizes = Object.fromEntries(types.map((type) => [type, max(type)]))
  const rules = { types, batchSizes, allOrNone: [] }
  return {
    ...rules,
    associations: false,
    isRepeatable(objectName) {
      const { create } = provider.objects.get(objectName).writes
      // A batch has one key for records that may be combined with others in a retry.
      return create?.idempotencyKey !== undefined && create.batch === undefined
    },
    async write(client, request) {
      requireWritable(request, rules)
      return writeDeclared(provider, client, request)
    },
  }
}

async function writeDeclared(
  provider: DeclarativeProvider,
  client: ProviderClient,
  request: ConnectorWrite,
): Promise<ConnectorWriteResult[]> {
  const { objectName, type } = request
  const headers = callerHeaders(request.headers, undefined)
  const object = provider.objects.get(objectName)
  const sending = type === 'upsert' ? undefined : object.writes[type]
  if (!sending)
    throw new ProviderError('unsupported', `${object.displayName} do not support ${type}.`)

  const max = sending.batch?.max ?? 1
  const prepare = (record: WriteRecord) => prepareRecord(record, { client, object, sending, type })
  return writeRows(request, prepare, async (rows) => {
    const results: ConnectorWriteResult[] = []
    for (let from = 0; from < rows.length; from += max) {
      const some = rows.slice(from, from + max)
      const send = () =>
        sending.batch
          ? sendBatch(provider, client, { object, sending, rows: some, headers })
          : sendOne(provider, client, { sending, row: requireValue(some[0]), type, headers })
      results.push(...(await (rows.length === 1 ? send() : send().catch(eachRejected(some)))))
    }
    return results
  })
}

/** A failed call does not hide the results of others. */
const eachRejected = (rows: readonly WriteRow<Prepared>[]) => (error: unknown) => {
  if (error instanceof ProviderError) return rows.map(() => rejectRow(error))
  throw error
}

/**
 * Throws if a provider accepts a request and reports a rejection in its reply. A record of its own in the
 * reply may have members that look like one.
 */
function mustNotReject(
  provider: DeclarativeProvider,
  { refusals, batch }: ResolvedWrite,
  response: ProviderResponse,
  { hasRecord }: { hasRecord: boolean },
): void {
  const { body, status } = response
  const found = refusals === undefined ? undefined : getAtDotPath(body, refusals)
  if (Array.isArray(found) && found.length > 0) {
    const words = found.flatMap((one: unknown) => {
      const text = isMembers(one) ? one['message'] : one
      return typeof text === 'string' ? text : []
    })
    throw new ProviderError(
      'bad-request',
      words.join(' ').slice(0, 1_000) || 'The provider rejected the record.',
      { status },
    )
  }
  if (!hasRecord) provider.refusals.checkWritten(response, { results: batch?.results ?? '' })
}

/** Reports whether a reply is a page or a text, or an empty reply that has the status of one with a body. */
const isUnreadable = ({ status, body }: ProviderResponse): boolean =>
  status === 200
    ? typeof body !== 'object' || body === null
    : typeof body === 'string' && body.trim() !== ''

const unreportedOutcome = (status: number) =>
  new ProviderError('unavailable', 'The provider did not report the outcome of the record.', {
    status,
    isOutcomeUnknown: true,
  })

async function sendOne(
  provider: DeclarativeProvider,
  client: ProviderClient,
  {
    sending,
    row,
    type,
    headers,
  }: {
    sending: ResolvedWrite
    row: WriteRow<Prepared>
    type: string
    headers: Record<string, string>
  },
): Promise<ConnectorWriteResult[]> {
  const request = buildPerAttempt(() =>
    makeRequest(provider, client, { sending, rows: [row], headers }),
  )
  return writeCall(client, request, (response) => {
    const { id } = row.sent
    const { status, body } = response
    // A missing record need not be deleted. A page does not come from the provider's API.
    const isGone = type === 'delete' && (status === 404 || status === 410) && !isPage(response)
    // The record has these values already.
    const isUnchanged = type === 'update' && status === 304
    const { recordId: place } = sending
    const given = place === undefined ? undefined : idAt(response, place)
    const isGiven = isIdValue(given)
    if (!isGone && !isUnchanged) {
      provider.refusals.check(response)
      const hasRecord = isGiven && (type === 'create' || String(given) === id)
      mustNotReject(provider, sending, response, { hasRecord })
      const isSilent = type === 'create' && place !== undefined && !isGiven
      if (isUnreadable(response) && (isSilent || isPage(response))) throw unreportedOutcome(status)
      if (isSilent && (status === 207 || hasCode(body))) throw unreportedOutcome(status)
      const own = Object.keys(row.sent.fields)
      if (type !== 'create' && !hasRecord && isCodeAlone(body, own)) throw unreportedOutcome(status)
      if (hasRecord && isMembers(body) && deniesSuccess(body, own)) throw unreportedOutcome(status)
    }
    const found = type === 'create' && place !== undefined ? given : id
    return [
      {
        success: true,
        ...(isIdValue(found) && { recordId: String(found) }),
        ...(isMembers(body) && !isGone && { data: body }),
      },
    ]
  })
}

/** Returns why a record was rejected, by the usual members of its result. */
const findReason = (result: unknown): string =>
  ['errors', 'error', 'message', 'msg', 'reason', 'detail']
    .map((name) => findErrorWords(getAtDotPath(result, name)))
    .find((words) => words !== '') ?? 'The provider rejected the record.'

/** Reports whether a reply has a code that is none of a success, without words that are known for errors. */
const hasCode = (body: unknown): boolean =>
  isMembers(body) &&
  Object.entries(body).some(
    ([name, value]) =>
      /^(?:code|rc|ret(?:_?code)?|result_?code)$/i.test(name) && saysSomething(value),
  )

/**
 * Reports whether a reply consists of such a code and plain members, of which none is of the record or says that
 * all went well. `own` are the names of the record's fields.
 */
const isCodeAlone = (body: unknown, own: readonly string[]): boolean =>
  hasCode(body) &&
  isMembers(body) &&
  Object.entries(body).every(
    ([name, value]) =>
      name !== 'id' &&
      !own.includes(name) &&
      (typeof value === 'object'
        ? value === null || Object.keys(value).length === 0
        : typeof value !== 'string' || value.trim() === '' || saysSomething(value)),
  )

const isIdValue = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'

/** Returns the ID at a path of a reply, or in a header with a URL or the ID itself. */
function idAt({ body, headers }: ProviderResponse, place: string): unknown {
  const ids = parseIdTemplate(place)
  if (ids) return composeId(ids, (name) => getAtDotPath(body, name))
  if (!place.startsWith('header:')) {
    // Some return a list of one.
    const one: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body
    return getAtDotPath(one, place)
  }
  const header = getReplyHeader(headers, place.slice('header:'.length).toLowerCase())
  if (header === undefined || header.length > 2_000) return undefined
  const open = header.lastIndexOf('(')
  const close = header.indexOf(')', open)
  if (open >= 0 && close > open + 1) return header.slice(open + 1, close).replaceAll("'", '')
  const [address = ''] = header.split(/[?#]/, 1)
  const last = address.split('/').findLast((part) => part !== '')
  return last === undefined ? undefined : decodeText(last)
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // The provider does not encode what it writes.
    return text
  }
}

async function sendBatch(
  provider: DeclarativeProvider,
  client: ProviderClient,
  {
    sending,
    rows,
    headers,
  }: {
    object: ResolvedObject
    sending: ResolvedWrite
    rows: readonly WriteRow<Prepared>[]
    headers: Record<string, string>
  },
): Promise<ConnectorWriteResult[]> {
  const { results: place, id, error } = requireValue(sending.batch)
  const request = buildPerAttempt(() => makeRequest(provider, client, { sending, rows, headers }))
  return writeCall(client, request, (response) => {
    provider.refusals.check(response)
    const found = getAtDotPath(response.body, place)
    mustNotReject(provider, sending, response, { hasRecord: false })
    const results: unknown[] = Array.isArray(found) ? found : []
    const matched = matchRows(rows, results, id)
    return matched.map((result, number): ConnectorWriteResult => {
      const recordId = getAtDotPath(result, id)
      const why = error === undefined ? undefined : getAtDotPath(result, error)
      const own = Object.keys(requireValue(rows[number]).sent.fields)
      const isDenied = isMembers(result) && deniesSuccess(result, own)
      const isRejected = saysSomething(why) || isDenied
      if (isIdValue(recordId) && !isRejected) {
        return {
          success: true,
          recordId: String(recordId),
          ...(isMembers(result) && { data: result }),
        }
      }
      if (isRejected) {
        return rejectRow(
          new ProviderError('bad-request', findErrorWords(why) || findReason(result)),
        )
      }
      return rejectRow(unreportedOutcome(response.status))
    })
  })
}

/**
 * Returns the result of each row: by its position, which rejected rows without an ID have too. If the
 * IDs or the number of results contradict that, by the ID.
 */
function matchRows(
  rows: readonly WriteRow<Prepared>[],
  results: readonly unknown[],
  place: string,
): unknown[] {
  const isInOrder = rows.every(({ sent: { id } }, number) => {
    const found = getAtDotPath(results[number], place)
    return id === undefined || !isIdValue(found) || String(found) === id
  })
  if (results.length === rows.length && isInOrder) return [...results]
  const byId = new Map(results.map((result) => [String(getAtDotPath(result, place)), result]))
  return rows.map(({ sent: { id } }) => (id === undefined ? undefined : byId.get(id)))
}
