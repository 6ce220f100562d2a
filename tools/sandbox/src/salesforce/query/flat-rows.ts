import { toMembers } from '../../members.ts'
import { SalesforceError } from '../org/errors.ts'
import type { SalesforceOrg } from '../org/org.ts'
import { runQuery } from './query.ts'
import { parseSoql } from './soql.ts'

export interface FlatRows {
  columns: string[]
  cells: unknown[][]
  /** Rows as records, for JSON. */
  records: Record<string, unknown>[]
}

/** Returns the rows of a query for a bulk job: no nesting, no aggregates. */
export function flatRows(
  org: SalesforceOrg,
  text: string,
  { operation, apiVersion }: { operation: string; apiVersion: string },
): FlatRows {
  const columns = parseSoql(text).select.map((item) => {
    if (item.kind === 'field') return item.path.names.join('.')
    const message = 'Aggregates, FIELDS() and nested queries are not supported in a bulk query'
    throw new SalesforceError(400, 'API_ERROR', message)
  })
  const { indexes, write } = runQuery(org, text, {
    apiVersion,
    includeDeleted: operation === 'queryAll',
  })
  const records = indexes.map((index) => write(index))
  return {
    columns,
    cells: records.map((record) => columns.map((column) => cellAt(record, column.split('.')))),
    records,
  }
}

function cellAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || typeof value !== 'object' || value === null) return value
  const key = Object.keys(value).find((known) => known.toLowerCase() === name.toLowerCase())
  return key === undefined ? null : cellAt(toMembers(value)[key], rest)
}
