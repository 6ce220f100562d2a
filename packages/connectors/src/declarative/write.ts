import { randomUUID } from 'node:crypto'
import {
  buildPerAttempt,
  parseFieldPath,
  ProviderError,
  type ProviderClient,
  type ProviderRequest,
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
import { getAtDotPath, setAtDotPath } from './calls/dot-path.ts'
import { deniesSuccess, saysSomething } from './calls/envelope-error.ts'
import { findErrorWords } from './calls/errors.ts'
import { encodeForm } from './calls/form.ts'
import { composeId, parseIdTemplate, withId } from './calls/ids.ts'
import { fillHeaders } from './calls/request.ts'
import { fillIn, fillInBody, pathStep } from './calls/templates.ts'
import type { DeclarativeProvider } from './provider.ts'
import type { ResolvedObject, ResolvedWrite, Written } from './calls/resolve.ts'

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

interface Prepared {
  /** Returns the path with the current values of the connection. */
  fillPath(): string
  idempotencyKey: string
  fields: Record<string, unknown>
  id: string | undefined
}

/** Throws `bad-request` for a record without the values of its path. */
function prepareRecord(
  { id, fields, associations, ifEmpty = [], idempotencyKey = randomUUID() }: WriteRecord,
  {
    client,
    object,
    sending,
    type,
  }: { client: ProviderClient; object: ResolvedObject; sending: ResolvedWrite; type: string },
): Prepared {
  if (associations?.length) {
    throw new ProviderError(
      'unsupported',
      `Associations of ${object.displayName} are not supported.`,
    )
  }
  if (type === 'update' && ifEmpty.length > 0) {
    const message = 'The provider does not report empty fields, so all or none are written.'
    throw new ProviderError('unsupported', message, { fieldNames: ifEmpty })
  }
  if (type !== 'create' && !id) {
    throw new ProviderError('bad-request', `To ${type} a record, set its ID.`)
  }
  const taken = sending.graphql?.arguments
  const unknown = taken && Object.keys(fields).filter((name) => !Object.hasOwn(taken, name))
  if (unknown?.length) {
    throw new ProviderError(
      'bad-request',
      `${object.displayName} do not have ${unknown.join(', ')}.`,
      {
        fieldNames: unknown,
      },
    )
  }
  const body = nestFields(fields)
  const rest = { ...body }
  const fillPath = () => {
    const own = fillIn(sending.path, client.metadata, pathStep)
    const named = sending.ids && id && type !== 'create' ? withId(own, id, sending.ids) : own
    const path = named.replaceAll(/\{(\w{1,100})\}/g, (_, name: string) => {
      const value = name === 'id' ? id : body[name]
      if (name !== 'id') delete rest[name]
      if (typeof value !== 'string' && typeof value !== 'number') {
        throw new ProviderError('bad-request', `The record needs a value for ${name}.`, {
          fieldNames: [name],
        })
      }
      return pathStep(String(value))
    })
    return object.base + path
  }
  // Records without a value of their path are rejected before anything is sent.
  fillPath()
  return { fillPath, fields: rest, id, idempotencyKey }
}

/** Nests fields with names in bracket notation. */
function nestFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    const steps = parseFieldPath(name)
    const last = requireValue(steps.at(-1))
    let current = body
    for (const step of steps.slice(0, -1)) {
      rejectInherited(step)
      const inner = Object.hasOwn(current, step) ? current[step] : undefined
      if (isMembers(inner)) current = inner
      else current = current[step] = {}
    }
    rejectInherited(last)
    current[last] = value
  }
  return body
}

function rejectInherited(name: string): void {
  if (name === '__proto__')
    throw new ProviderError('bad-request', `The field ${name} does not exist.`)
}

function makeBody(
  sending: ResolvedWrite,
  rows: readonly WriteRow<Prepared>[],
  values: Readonly<Record<string, string>>,
): unknown {
  const { wrap, list, body: always, idIn, idType, beside = {}, idempotencyKey, method } = sending
  const getRowId = ({ sent: { id } }: WriteRow<Prepared>) =>
    idType === 'int' && /^\d{1,15}$/.test(id ?? '') ? Number(id) : id
  const contents = rows.map((row) => {
    const content = Object.fromEntries(
      Object.entries(row.sent.fields).filter(([name]) => !Object.hasOwn(beside, name)),
    )
    if (idIn !== undefined && (wrap === undefined || list))
      setAtDotPath(content, idIn, getRowId(row))
    return content
  })
  const content: unknown = list ? contents : requireValue(contents[0])
  // Only constants contain values of the connection, not what callers write.
  const body: Record<string, unknown> = fillInBody(structuredClone(always ?? {}), values)
  if (wrap !== undefined) {
    const there = getAtDotPath(body, wrap)
    setAtDotPath(
      body,
      wrap,
      isMembers(there) && isMembers(content) ? { ...there, ...content } : content,
    )
  } else if (list) return content
  else Object.assign(body, content)
  if (idIn !== undefined && wrap !== undefined && !list)
    setAtDotPath(body, idIn, getRowId(requireValue(rows[0])))
  for (const [name, place] of Object.entries(beside)) {
    const value = requireValue(rows[0]).sent.fields[name]
    if (value !== undefined) setAtDotPath(body, place, value)
  }
  if (idempotencyKey !== undefined && getAtDotPath(body, idempotencyKey) === undefined) {
    setAtDotPath(body, idempotencyKey, requireValue(rows[0]).sent.idempotencyKey)
  }
  return method === 'DELETE' && Object.keys(body).length === 0 ? undefined : body
}

function makeRequest(
  provider: DeclarativeProvider,
  client: ProviderClient,
  {
    sending,
    rows,
    headers,
  }: {
    sending: ResolvedWrite
    rows: readonly WriteRow<Prepared>[]
    headers: Record<string, string>
  },
): ProviderRequest {
  const path = requireValue(rows[0]).sent.fillPath()
  const query = Object.fromEntries(
    Object.entries(sending.query ?? {}).map(([name, value]) => [
      name,
      fillIn(String(value), client.metadata),
    ]),
  )
  const body = makeBody(sending, rows, client.metadata)
  const all = {
    ...fillHeaders({ headers: provider.declaration.headers ?? {}, values: client.metadata }),
    ...fillHeaders({ headers: sending.headers ?? {}, values: client.metadata }),
    ...headers,
  }
  return {
    method: sending.method,
    path,
    query,
    headers: sending.form ? { ...all, 'content-type': 'application/x-www-form-urlencoded' } : all,
    ...(body !== undefined && { body: sending.form ? encodeForm(body) : body }),
  }
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
