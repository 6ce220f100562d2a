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
import { getMembers, getTextMember } from '../members.ts'
import { requireValue } from '../require-value.ts'
import {
  fieldsToWrite,
  rejectRow,
  requireWritable,
  writeRows,
  type WriteRow,
} from '../writing/rows.ts'
import { callerHeaders, writeCall } from '../writing/write-call.ts'
import { fetchDescribe } from './describe.ts'
import { failureOfCode, salesforceError } from './errors.ts'
import { salesforceValue } from './field-value.ts'
import { findCreatedInSalesforce } from './find-created.ts'
import { apiPath, queryWhole, unreadableSoqlRows, type SoqlRow as QueryRow } from './query.ts'
import { recordBody } from './record-body.ts'
import { formatSoqlLiteral, objectIdentifier, selectExpressions, splitByBytes } from './soql.ts'

const types: readonly WriteType[] = ['create', 'update', 'upsert', 'delete']
const batchSizes = { create: 200, update: 200, upsert: 200, delete: 200 }
const collection = `${apiPath}/composite/sobjects`

/** Headers by which a caller may control a write: duplicate rules, assignment rules. */
const callersHeaders = /^sforce-(?!query-options|call-options)[a-z-]+$/

export const salesforceWriting: Writing = {
  types,
  batchSizes,
  allOrNone: types,
  associations: true,
  write: writeToSalesforce,
  upsertKeys,
  created: findCreatedInSalesforce,
}

/** Returns the external IDs of an object, unique ones first. */
async function upsertKeys(client: ProviderClient, objectName: string): Promise<string[]> {
  const { fields } = await fetchDescribe(client, objectIdentifier(objectName))
  return fields
    .filter(({ externalId }) => externalId)
    .toSorted((a, b) => Number(b.unique) - Number(a.unique))
    .map(({ name }) => name)
}

async function writeToSalesforce(
  client: ProviderClient,
  request: ConnectorWrite,
): Promise<ConnectorWriteResult[]> {
  requireWritable(request, salesforceWriting)
  const { type, allOrNone = false } = request
  const objectName = objectIdentifier(request.objectName)
  const headers = {
    ...callerHeaders(request.headers, callersHeaders),
    ...(request.origin && { 'sforce-call-options': `client=${request.origin}` }),
  }

  if (type === 'delete') {
    return writeRows(request, requireId, async (rows) => {
      const ids = rows.map(({ sent }) => sent).join(',')
      const named = { ids, allOrNone: String(allOrNone) }
      return sendRows(client, rows, { method: 'DELETE', path: collection, query: named, headers })
    })
  }

  const present = await presentValues(client, { ...request, objectName })
  const prepare = (record: WriteRecord) => ({
    attributes: { type: objectName },
    ...(type === 'update' && { Id: requireId(record) }),
    ...recordBody(record, fieldsToWrite(record, present(record))),
  })
  const method = type === 'create' ? 'POST' : 'PATCH'
  const key = type === 'upsert' ? keyName(request) : undefined
  const path = key === undefined ? collection : `${collection}/${objectName}/${key}`
  return writeRows(
    request,
    (record) => {
      if (key !== undefined) keyValue(request, record)
      return prepare(record)
    },
    (rows) => {
      const records = rows.map(({ sent }) => sent)
      return sendRows(client, rows, { method, path, headers, body: { allOrNone, records } })
    },
  )
}

const idRule = /^([A-Za-z0-9]{15}|[A-Za-z0-9]{18})$/

function requireId({ id }: WriteRecord): string {
  if (id !== undefined && idRule.test(id)) return id
  const message = id === undefined ? 'Set the ID of the record.' : `${id} cannot be a record's ID.`
  throw new ProviderError('bad-request', message, { code: 'MALFORMED_ID' })
}

const keyName = ({ keyFieldName }: ConnectorWrite): string =>
  requireValue(selectExpressions([requireValue(keyFieldName)])[0])

function keyValue({ keyFieldName }: ConnectorWrite, { fields }: WriteRecord): unknown {
  const value = Object.hasOwn(fields, requireValue(keyFieldName))
    ? fields[requireValue(keyFieldName)]
    : undefined
  if (value !== undefined && value !== null && value !== '') return value
  throw new ProviderError('bad-request', `The record has no value for its key ${keyFieldName}.`, {
    fieldNames: [requireValue(keyFieldName)],
  })
}

/** Returns the current values of fields that are only written if empty. */
async function presentValues(
  client: ProviderClient,
  request: ConnectorWrite,
): Promise<(record: WriteRecord) => ((fieldName: string) => unknown) | undefined> {
  const { type, records, objectName, keyFieldName } = request
  const asked = [...new Set(records.flatMap(({ ifEmpty = [] }) => ifEmpty))]
  if (asked.length === 0 || type === 'create') return () => undefined

  const by = type === 'upsert' ? keyName(request) : 'Id'
  const getKeyValue = ({ id, fields }: WriteRecord) =>
    type === 'upsert' ? fields[requireValue(keyFieldName)] : id
  const wanted = records.filter(({ ifEmpty }) => ifEmpty?.length).map(getKeyValue)
  const values = [...new Set(wanted.filter((value) => value !== undefined && value !== null))]
  const rows = new Map<string, QueryRow>()
  const select = selectExpressions(['Id', by, ...asked]).join(', ')
  for (const part of splitByBytes(
    values.map((value) => formatSoqlLiteral(value)),
    4_000,
  )) {
    if (part.length === 0) continue
    const soql = `SELECT ${select} FROM ${objectName} WHERE ${by} IN (${part.join(',')})`
    const found = await queryWhole(client, soql)
    if (found.unreadable > 0) throw unreadableSoqlRows(found.unreadable)
    for (const row of found.rows) rows.set(toComparableKey(salesforceValue(row, by), by), row)
  }
  return (record) => {
    const row = rows.get(toComparableKey(getKeyValue(record), by))
    return row && ((fieldName) => salesforceValue(row, fieldName))
  }
}

/** Compares keys like Salesforce: IDs by their first 15 characters, texts ignoring case. */
const toComparableKey = (value: unknown, by: string) =>
  by === 'Id' ? String(value).slice(0, 15) : String(value).toLowerCase()

/** The members of a row's result that are used. */
type RowReply = Readonly<Record<string, unknown>>

interface RowError {
  statusCode: string | undefined
  message: string | undefined
  fields: string[]
}

const toRowError = (error: Readonly<Record<string, unknown>>): RowError => ({
  statusCode: getTextMember(error, 'statusCode'),
  message: getTextMember(error, 'message'),
  fields: Array.isArray(error.fields) ? error.fields.map(String) : [],
})

/** Reports whether a result is about another record than the one at its position. */
const isForeign = (recordId: string | undefined, { id }: WriteRecord): boolean =>
  recordId !== undefined && id !== undefined && recordId.slice(0, 15) !== id.slice(0, 15)

const unreportedRow = () =>
  new ProviderError('unavailable', 'Salesforce did not report the outcome of the record.', {
    isOutcomeUnknown: true,
  })

/** Only the message names a missing column. */
const listFieldNames = ({ message = '', fields }: RowError): string[] =>
  fields.length > 0 ? fields : (/^No such column '([^']+)'/.exec(message)?.slice(1) ?? [])

function sendRows(
  client: ProviderClient,
  rows: readonly WriteRow<unknown>[],
  request: Parameters<ProviderClient['request']>[0],
): Promise<ConnectorWriteResult[]> {
  return writeCall(client, request, (response) => {
    const replies = parseReplies(response, rows.length)
    return rows.map(({ record }, n) =>
      toResult(requireValue(replies[n]), record, request.method === 'DELETE'),
    )
  })
}

function parseReplies(response: ProviderResponse, count: number): RowReply[] {
  const { status, body } = response
  if (status >= 300 || !Array.isArray(body)) throw salesforceError(response)
  const rows = body.map(getMembers)
  if (rows.some(({ errorCode }) => typeof errorCode === 'string')) throw salesforceError(response)
  if (rows.length === count) return rows
  const message = `Salesforce returned ${rows.length} results for ${count} records.`
  throw new ProviderError('unavailable', message, { isOutcomeUnknown: true })
}

function toResult(reply: RowReply, record: WriteRecord, isDeletion: boolean): ConnectorWriteResult {
  const errors = Array.isArray(reply.errors) ? reply.errors.map(getMembers).map(toRowError) : []
  const [{ statusCode: code } = {}] = errors
  const recordId = typeof reply.id === 'string' && reply.id !== '' ? reply.id : undefined
  if (isForeign(recordId, record)) return rejectRow(unreportedRow())
  if (reply.success === true) {
    return {
      success: true,
      ...(recordId !== undefined && { recordId }),
      ...(typeof reply.created === 'boolean' && { created: reply.created }),
    }
  }
  // A rejection has a reason.
  if (reply.success !== false || errors.length === 0) return rejectRow(unreportedRow())
  if (isDeletion && code === 'ENTITY_IS_DELETED') {
    return {
      success: true,
      recordId: requireValue(record.id),
      warnings: ['The record was already deleted.'],
    }
  }
  const fieldNames = [...new Set(errors.flatMap(listFieldNames))]
  const messages = errors.flatMap(({ message }) => message ?? [])
  const message =
    messages.length > 0 ? messages.join(' ') : 'Salesforce rejected the record without a reason.'
  return rejectRow(
    new ProviderError(failureOfCode(code) ?? 'bad-request', message, { code, fieldNames }),
  )
}
