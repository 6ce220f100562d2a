import {
  ProviderError,
  type ProviderClient,
  type ProviderResponse,
  type WriteRecord,
  type ConnectorWrite,
  type ConnectorWriteResult,
  type WriteType,
  type Writing,
} from '@platform/connector'
import {
  fieldsToWrite,
  rejectRow,
  requireWritable,
  writeRows,
  type WriteRow,
} from '../writing/rows.ts'
import { callerHeaders, outcomeUnknownError, writeCall } from '../writing/write-call.ts'
import { getMembers, getTextMember } from '../members.ts'
import { createAssociations, toCreatedAssociations, requireTargets } from './associate.ts'
import { properties } from './describe.ts'
import { hubspotError, propertyNames } from './errors.ts'
import { findCreatedInHubspot } from './find-created.ts'
import {
  hubspotValue,
  objectPath,
  propertyName,
  readHubspotBatch,
  toObjectType,
} from './objects.ts'

const types: readonly WriteType[] = ['create', 'update', 'upsert', 'delete']

export const hubspotWriting: Writing = {
  types,
  batchSizes: { create: 100, update: 100, upsert: 100, delete: 100 },
  // HubSpot creates a batch atomically unless its inputs have trace IDs; other calls are never
  // atomic.
  allOrNone: ['create'],
  associations: true,
  write: writeToHubspot,
  upsertKeys,
  created: findCreatedInHubspot,
}

/** Returns the unique properties; email for contacts in any case. */
async function upsertKeys(client: ProviderClient, objectName: string): Promise<string[]> {
  const objectType = toObjectType(objectName)
  const unique = (await properties(client, objectType))
    .filter(({ hasUniqueValue, name }) => hasUniqueValue && name !== 'hs_object_id')
    .map(({ name }) => name)
  const isContact = objectType === 'contacts' || objectType === '0-1'
  return isContact ? [...new Set(['email', ...unique])] : unique
}

/** An input of a batch call. */
interface Input {
  id?: string
  idProperty?: string
  properties?: Record<string, string>
  associations?: ReturnType<typeof toCreatedAssociations>['associations']
  objectWriteTraceId?: string
}

async function writeToHubspot(
  client: ProviderClient,
  request: ConnectorWrite,
): Promise<ConnectorWriteResult[]> {
  requireWritable(request, hubspotWriting)
  callerHeaders(request.headers, undefined)
  requireTargets(request)
  const { type, keyFieldName } = request
  const objectType = toObjectType(request.objectName)
  const key = keyFieldName === undefined ? undefined : requireProperty(keyFieldName)

  if (type === 'delete') {
    return writeRows(request, requireId, (rows) => archive(client, objectType, rows))
  }
  const present = await presentValues(client, { request, objectType, key })
  const toInput = (record: WriteRecord): Input => {
    const values = toProperties(fieldsToWrite(record, present(record)))
    if (type === 'create') return { properties: values, ...toCreatedAssociations(record) }
    if (key === undefined) return { id: requireId(record), properties: values }
    const { [key]: id, ...rest } = values
    if (!id) {
      throw new ProviderError('bad-request', `The record has no value for its key ${key}.`, {
        fieldNames: [key],
      })
    }
    return { id, idProperty: key, properties: rest }
  }
  const results = await writeRows(request, toInput, (rows) =>
    sendBatch(client, { request, objectType, rows }),
  )
  return createAssociations(client, { objectType, records: request.records, results })
}

function requireId({ id }: WriteRecord): string {
  if (id) return id
  throw new ProviderError('bad-request', 'Set the ID of the record.')
}

function requireProperty(fieldName: string): string {
  const name = propertyName(fieldName)
  if (name !== undefined) return name
  throw new ProviderError('bad-request', `${fieldName} is not a writable property.`, {
    code: 'READ_ONLY_VALUE',
    fieldNames: [fieldName],
  })
}

const toProperties = (fields: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([fieldName, value]) =>
      value === undefined ? [] : [[requireProperty(fieldName), formatProperty(fieldName, value)]],
    ),
  )

/** Formats a property as text: empty clears it, and several options are separated by semicolons. */
function formatProperty(fieldName: string, value: unknown): string {
  if (value === null) return ''
  if (Array.isArray(value)) return value.map((item) => formatProperty(fieldName, item)).join(';')
  if (typeof value !== 'object') return String(value)
  throw new ProviderError('bad-request', `The value of ${fieldName} must not be an object.`, {
    fieldNames: [fieldName],
  })
}

/** Returns the current values of fields that are only written if empty. */
async function presentValues(
  client: ProviderClient,
  {
    request: { type, records },
    objectType,
    key,
  }: { request: ConnectorWrite; objectType: string; key: string | undefined },
): Promise<(record: WriteRecord) => ((fieldName: string) => unknown) | undefined> {
  const asked = [...new Set(records.flatMap(({ ifEmpty = [] }) => ifEmpty))].map(requireProperty)
  if (asked.length === 0 || type === 'create') return () => undefined

  const getKeyValue = ({ id, fields }: WriteRecord) =>
    key === undefined ? id : toProperties(fields)[key]
  const ids = records.filter(({ ifEmpty }) => ifEmpty?.length).map(getKeyValue)
  const objects = await readHubspotBatch(client, {
    objectName: objectType,
    ids: [...new Set(ids.flatMap((id) => id || []))],
    properties: [...asked, ...(key === undefined ? [] : [key])],
    by: key,
  })
  const byId = new Map(
    objects.map((object) => [
      String(key === undefined ? object.id : object.properties[key]).toLowerCase(),
      { ...object },
    ]),
  )
  return (record) => {
    const object = byId.get(String(getKeyValue(record)).toLowerCase())
    return object && ((fieldName) => hubspotValue(object, fieldName))
  }
}

async function archive(
  client: ProviderClient,
  objectType: string,
  rows: readonly WriteRow<string>[],
): Promise<ConnectorWriteResult[]> {
  const path = `${objectPath(objectType)}/batch/archive`
  const body = { inputs: rows.map(({ sent: id }) => ({ id })) }
  return writeCall(client, { method: 'POST', path, body }, (response) => {
    if (response.status !== 204) throw hubspotError(response)
    return rows.map(({ sent: recordId }) => ({ success: true, recordId }))
  })
}

type RowFailure = Readonly<Record<string, unknown>>

interface WrittenObject {
  id: string
  properties: Record<string, string | null>
  new: boolean | undefined
  objectWriteTraceId: string | undefined
  row: Record<string, unknown>
}

/** A row without an ID proves nothing. */
function toWrittenObject(row: unknown): WrittenObject[] {
  const members = getMembers(row)
  const { id, properties: values, objectWriteTraceId } = members
  if (typeof id !== 'number' && (typeof id !== 'string' || id === '')) return []
  return [
    {
      id: String(id),
      properties: Object.fromEntries(
        Object.entries(getMembers(values)).map(([name, value]) => [
          name,
          value === null ? null : String(value),
        ]),
      ),
      new: typeof members.new === 'boolean' ? members.new : undefined,
      objectWriteTraceId: typeof objectWriteTraceId === 'string' ? objectWriteTraceId : undefined,
      row: { ...members, id: String(id) },
    },
  ]
}

/**
 * Sends a batch. One invalid record fails all of it without being named, so the batch is halved
 * until the invalid ones are alone.
 */
async function sendBatch(
  client: ProviderClient,
  {
    request,
    objectType,
    rows,
  }: { request: ConnectorWrite; objectType: string; rows: readonly WriteRow<Input>[] },
): Promise<ConnectorWriteResult[]> {
  const { type, allOrNone = false } = request
  const isTraced = type !== 'create' || !allOrNone || rows.length === 1
  const body = {
    inputs: rows.map(({ sent, position }) => ({
      ...sent,
      ...(isTraced && { objectWriteTraceId: traceId(position) }),
    })),
  }
  const path = `${objectPath(objectType)}/batch/${type}`
  try {
    return await writeCall(client, { method: 'POST', path, body }, (response) =>
      matchResults(response, rows),
    )
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const isWrong = error.failure === 'bad-request' || error.failure === 'conflict'
    // What may have been written is not sent again.
    if (!isWrong || error.isOutcomeUnknown) throw error
    if (rows.length === 1 || !isTraced) return rows.map(() => rejectRow(error))
    const middle = Math.ceil(rows.length / 2)
    const results: ConnectorWriteResult[] = []
    for (const half of [rows.slice(0, middle), rows.slice(middle)]) {
      const isGone = results.some((result) => !result.success && result.error.isOutage)
      results.push(...(await sendHalf(client, { request, objectType, rows: half }, isGone)))
    }
    return results
  }
}

/** An outage in one half must not hide the results of the other. */
async function sendHalf(
  client: ProviderClient,
  batch: Parameters<typeof sendBatch>[1],
  isGone: boolean,
): Promise<ConnectorWriteResult[]> {
  const gone = new ProviderError(
    'unavailable',
    'HubSpot became unavailable before this record was sent.',
  )
  if (isGone) return batch.rows.map(() => rejectRow(gone))
  try {
    return await sendBatch(client, batch)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return batch.rows.map(() => rejectRow(error))
  }
}

const traceId = (position: number) => `record-${position}`

/** Returns the result of each row, regardless of the order of the reply. */
function matchResults(
  response: ProviderResponse,
  rows: readonly WriteRow<Input>[],
): ConnectorWriteResult[] {
  const { status, body } = response
  const reply = getMembers(body)
  const { results } = reply
  const isRefused = reply.status === 'error' || !Array.isArray(results)
  if (![200, 201, 207].includes(status) || isRefused) throw hubspotError(response)

  const errors = (Array.isArray(reply.errors) ? reply.errors : []).map(getMembers)
  const written = (results as unknown[]).flatMap(toWrittenObject)
  const take = (test: (object: WrittenObject) => boolean) => {
    const index = written.findIndex(test)
    return index < 0 ? undefined : written.splice(index, 1)[0]
  }
  const found = rows.map(({ sent, position }) => {
    const trace = traceId(position)
    const error = errors.find((one) => isAboutRow(one, [trace, sent.id]))
    if (error) return rejectRow(rowError(error))
    const object =
      take((candidate) => candidate.objectWriteTraceId === trace) ??
      take((candidate) => isWrittenFrom(candidate, sent))
    return object && success(object)
  })
  // Errors that name no record are about those without a result, if there are as many.
  const unnamed = errors.filter(
    (error) => !rows.some(({ sent, position }) => isAboutRow(error, [traceId(position), sent.id])),
  )
  const isEachNamed = unnamed.length >= found.filter((result) => result === undefined).length
  return found.map((result): ConnectorWriteResult => {
    if (result) return result
    const [error] = isEachNamed ? unnamed.splice(0, 1) : []
    return rejectRow(error ? rowError(error) : unreportedRow())
  })
}

const unreportedRow = () =>
  outcomeUnknownError(
    new ProviderError('unavailable', 'HubSpot did not report the outcome of the record.'),
  )

function isAboutRow({ context }: RowFailure, ids: readonly (string | undefined)[]): boolean {
  const { objectWriteTraceId, ids: named } = getMembers(context)
  return [objectWriteTraceId, named].some(
    (list) => Array.isArray(list) && list.map(String).some((one) => ids.includes(one)),
  )
}

/** Replies without trace IDs are matched by the written values. */
function isWrittenFrom({ id, properties: found }: WrittenObject, sent: Input): boolean {
  if (sent.idProperty !== undefined) {
    return found[sent.idProperty]?.toLowerCase() === sent.id?.toLowerCase()
  }
  if (sent.id !== undefined) return id === sent.id
  return Object.entries(sent.properties ?? {}).every(
    ([name, value]) => (found[name] ?? '').toLowerCase() === value.toLowerCase(),
  )
}

const success = (object: WrittenObject): ConnectorWriteResult => ({
  success: true,
  recordId: object.id,
  ...(object.new !== undefined && { created: object.new }),
  data: object.row,
})

const rowFailures: Readonly<Record<string, ProviderError['failure']>> = {
  OBJECT_NOT_FOUND: 'not-found',
  CONFLICT: 'conflict',
  OBJECT_ALREADY_EXISTS: 'conflict',
  INTERNAL_ERROR: 'unavailable',
}

function rowError(error: RowFailure): ProviderError {
  const message = getTextMember(error, 'message') ?? 'HubSpot rejected the record without a reason.'
  const category = getTextMember(error, 'category')
  const failure = (category !== undefined && rowFailures[category]) || 'bad-request'
  return new ProviderError(failure, message, {
    code: category,
    fieldNames: propertyNames({ errors: [{ context: getMembers(error.context) }] }),
    isOutcomeUnknown: failure === 'unavailable',
  })
}
