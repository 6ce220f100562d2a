import {
  ProviderError,
  type WriteRecord,
  type ConnectorWrite,
  type ConnectorWriteResult,
  type Writing,
} from '@platform/connector'
import { requireValue } from '../require-value.ts'

/** A record to write. */
export interface WriteRow<T> {
  /** Index in the request. */
  position: number
  record: WriteRecord
  sent: T
}

export const rejectRow = (error: ProviderError): ConnectorWriteResult => ({
  success: false,
  error,
})

const notAll = () =>
  rejectRow(
    new ProviderError(
      'bad-request',
      'Not written, because another record of the request was rejected.',
      {
        code: 'ALL_OR_NONE',
      },
    ),
  )

/** Throws for what the connector does not support, before anything is sent. */
export function requireWritable(
  { type, records, allOrNone, keyFieldName }: ConnectorWrite,
  {
    types,
    batchSizes,
    allOrNone: allOrNoneTypes,
  }: Pick<Writing, 'types' | 'batchSizes' | 'allOrNone'>,
): void {
  if (!types.includes(type))
    throw new ProviderError('unsupported', `The provider does not support ${type}.`)
  if (allOrNone && records.length > 1 && !allOrNoneTypes.includes(type)) {
    const message = `The provider cannot ${type} records all-or-none.`
    throw new ProviderError('unsupported', message)
  }
  const max = batchSizes[type] ?? 1
  if (records.length > max) {
    const message = `A ${max} accepts at most ${type} records per call, not ${records.length}.`
    throw new ProviderError('bad-request', message)
  }
  if (type === 'upsert' && !keyFieldName) {
    throw new ProviderError('bad-request', 'An upsert requires the field that identifies records.')
  }
}

/**
 * Prepares each record, sends the valid ones, and returns all results in the order of the request.
 * `prepare` throws a `ProviderError` for an invalid record.
 */
export async function writeRows<T>(
  { records, allOrNone }: ConnectorWrite,
  prepare: (record: WriteRecord) => T,
  send: (rows: readonly WriteRow<T>[]) => Promise<readonly ConnectorWriteResult[]>,
): Promise<ConnectorWriteResult[]> {
  const results = new Map<number, ConnectorWriteResult>()
  const rows: WriteRow<T>[] = []
  for (const [position, record] of records.entries()) {
    try {
      rows.push({ position, record, sent: prepare(record) })
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      results.set(position, rejectRow(error))
    }
  }
  if (allOrNone && results.size > 0) return records.map((_, n) => results.get(n) ?? notAll())

  const sent = rows.length > 0 ? await send(rows) : []
  for (const [n, { position }] of rows.entries()) results.set(position, requireValue(sent[n]))
  return records.map((_, position) => requireValue(results.get(position)))
}

/** Returns a record's fields without those that are only written if empty and have a value. */
export function fieldsToWrite(
  { fields, ifEmpty = [] }: WriteRecord,
  present: ((fieldName: string) => unknown) | undefined,
): Record<string, unknown> {
  const isTaken = (fieldName: string) =>
    present !== undefined && ifEmpty.includes(fieldName) && !isEmpty(present(fieldName))
  return Object.fromEntries(Object.entries(fields).filter(([fieldName]) => !isTaken(fieldName)))
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
