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

/** A job that fails as a whole. */
export class FailedJob extends Error {}

/** Writes each row independently, like a bulk job. */
export function ingest(
  org: SalesforceOrg,
  object: SObject,
  {
    operation,
    externalIdFieldName = 'Id',
    csv,
  }: { operation: IngestOperation; externalIdFieldName?: string; csv: string },
): IngestResult {
  const [columns = [], ...rows] = parseCsv(csv)
  const unknown = columns.find((name) => !org.field(object, name))
  if (unknown !== undefined) throw new FailedJob(`InvalidBatch : Field name not found : ${unknown}`)

  const result: IngestResult = { columns, succeeded: [], failed: [] }
  for (const [row, cells] of rows.entries()) {
    const values = valuesOf(columns, cells)
    const id = values['id'] === undefined ? '' : String(values['id'])
    try {
      const written = writeRow(org, object, { operation, key: externalIdFieldName, values })
      result.succeeded.push({ row, ...written, cells })
    } catch (error) {
      if (!(error instanceof SalesforceError)) throw error
      const { errorCode, message, fields = [] } = error
      result.failed.push({ row, id, error: `${errorCode}:${message}:${fields.join(' ')}--`, cells })
    }
  }
  return result
}

/** Returns values by lower-case name. An empty cell keeps the value, `#N/A` clears it. */
function valuesOf(columns: readonly string[], cells: readonly string[]) {
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
    values: { id, ...values },
  }: { operation: IngestOperation; key: string; values: Record<string, string | null> },
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
