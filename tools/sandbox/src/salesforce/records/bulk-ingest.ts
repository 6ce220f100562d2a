import { SalesforceError } from '../org/errors.ts'
import { parseCsv } from './csv.ts'
import type { SalesforceOrg } from '../org/org.ts'
import type { SObject } from '../org/s-object.ts'
import { createOrgRecord, findByExternalId, findOrgRecord, updateOrgRecord } from './records.ts'

export const ingestOperations = ['insert', 'update', 'upsert', 'delete', 'hardDelete'] as const
export type IngestOperation = (typeof ingestOperations)[number]

/** Results of the rows of an ingest job, with the sent cells. */
export interface IngestResult {
  columns: string[]
  succeeded: { row: number; id: string; created: boolean; cells: string[] }[]
  failed: { row: number; id: string; error: string; cells: string[] }[]
}

/** Result of one row, in the order of the rows. */
export type RowResult = { id: string; created: boolean } | { id: string; refusal: SalesforceError }

/** A job that fails as a whole. */
export class FailedJob extends Error {}

interface Ingest {
  operation: IngestOperation
  externalIdFieldName?: string
}

/** Writes each row of a CSV independently, like a bulk job. */
export function ingest(
  org: SalesforceOrg,
  object: SObject,
  { csv, ...how }: Ingest & { csv: string },
): IngestResult {
  const [columns = [], ...rows] = parseCsv(csv)
  mustKnow(org, object, columns)
  const result: IngestResult = { columns, succeeded: [], failed: [] }
  const values = rows.map((cells) => toValues(columns, cells))
  for (const [row, { id, ...outcome }] of writeRows(org, object, { ...how, values }).entries()) {
    const cells = rows[row] ?? []
    if ('created' in outcome) result.succeeded.push({ row, id, created: outcome.created, cells })
    else {
      const { errorCode, message, fields = [] } = outcome.refusal
      result.failed.push({ row, id, error: `${errorCode}:${message}:${fields.join(' ')}--`, cells })
    }
  }
  return result
}

/** Writes each record of a JSON batch independently. A null clears the field. */
export function ingestRecords(
  org: SalesforceOrg,
  object: SObject,
  { records, ...how }: Ingest & { records: readonly Record<string, unknown>[] },
): RowResult[] {
  const given = records.map(({ attributes: _attributes, ...values }) => values)
  mustKnow(org, object, new Set(given.flatMap((values) => Object.keys(values))))
  const values = given.map((record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name.toLowerCase(), value])),
  )
  return writeRows(org, object, { ...how, values })
}

function mustKnow(org: SalesforceOrg, object: SObject, names: Iterable<string>): void {
  const unknown = [...names].find((name) => !org.field(object, name))
  if (unknown !== undefined) throw new FailedJob(`InvalidBatch : Field name not found : ${unknown}`)
}

function writeRows(
  org: SalesforceOrg,
  object: SObject,
  {
    operation,
    externalIdFieldName = 'Id',
    values: rows,
  }: Ingest & { values: readonly Record<string, unknown>[] },
): RowResult[] {
  return rows.map(({ id: given, ...values }) => {
    const id = given === undefined || given === null ? '' : String(given)
    try {
      return writeRow(org, object, { operation, key: externalIdFieldName, id, values })
    } catch (error) {
      if (!(error instanceof SalesforceError)) throw error
      return { id, refusal: error }
    }
  })
}

/** Returns values by lower-case name. An empty cell keeps the value, `#N/A` clears it. */
function toValues(columns: readonly string[], cells: readonly string[]) {
  const given = columns.flatMap((name, n): [string, string | null][] => {
    const cell = cells[n] ?? ''
    return cell === '' ? [] : [[name.toLowerCase(), cell === '#N/A' ? null : cell]]
  })
  return Object.fromEntries(given)
}

function writeRow(
  org: SalesforceOrg,
  object: SObject,
  {
    operation,
    key,
    id,
    values,
  }: { operation: IngestOperation; key: string; id: string; values: Record<string, unknown> },
): { id: string; created: boolean } {
  if (operation === 'insert') return { id: createOrgRecord(org, object, values), created: true }
  if (operation === 'upsert' && key.toLowerCase() !== 'id') {
    const { [key.toLowerCase()]: wanted, ...rest } = values
    const [index] = findByExternalId(org, object, key, String(wanted))
    if (index === undefined) return { id: createOrgRecord(org, object, values), created: true }
    updateOrgRecord(org, object, index, rest)
    return { id: org.idAt(object, index), created: false }
  }
  if (!id) {
    if (operation === 'upsert') return { id: createOrgRecord(org, object, values), created: true }
    throw new SalesforceError(400, 'MISSING_ARGUMENT', 'Id not specified', [])
  }
  const index = findOrgRecord(org, object, id)
  if (operation === 'delete' || operation === 'hardDelete') org.delete(object, index)
  else updateOrgRecord(org, object, index, values)
  return { id: org.idAt(object, index), created: false }
}
