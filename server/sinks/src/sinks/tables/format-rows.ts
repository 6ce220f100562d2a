import { isExactNumber, type ColumnType } from './column-types.ts'
import { listMore, recordColumns } from './plan-columns.ts'
import { toStorableJson, type RecordRow } from './rows.ts'
import type { Warehouse, WarehouseTable } from './warehouse.ts'

/** Columns of records in warehouses: without the raw record. */
const ownColumns = Object.entries(recordColumns).flatMap(([name, type]) =>
  name === '_raw' ? [] : [{ name: name as keyof RecordRow['columns'] | '_more', type }],
)

/** A column with the type of values that it takes. */
export interface WarehouseColumn {
  name: string
  type: ColumnType | 'time'
}

/** Returns the columns to write: own ones, and those of fields. */
export const listColumns = ({ columns }: Pick<WarehouseTable, 'columns'>): WarehouseColumn[] => [
  ...ownColumns,
  ...columns.values(),
]

/** Returns the definitions of a new table's columns: own ones, when a row was written, and added ones. */
export const defineColumns = (
  added: readonly string[],
  {
    quote,
    types,
  }: { quote: (name: string) => string; types: Record<WarehouseColumn['type'], string> },
): string =>
  [
    ...ownColumns.map(({ name, type }) => `${quote(name)} ${types[type]}`),
    `${quote('_written_at')} ${types.time}`,
    ...added,
  ].join(', ')

/** Returns the rows as JSON, with the cells in the order of `listColumns`. */
export function formatRows(
  table: WarehouseTable,
  rows: readonly RecordRow[],
  {
    rules: { findType },
    nameCell,
    describeRow,
  }: Pick<Warehouse, 'rules' | 'nameCell' | 'describeRow'>,
): string[] {
  const hasColumn = (source: string, value: unknown): boolean => {
    const type = table.columns.get(source)?.type
    // Every value fits text and JSON.
    return type === 'text' || type === 'jsonb' || (type !== undefined && type === findType(value))
  }
  const names = listColumns(table).map(({ name }, index) => nameCell(name, index))
  return rows.map((row) => {
    const cells: unknown[] = ownColumns.map(({ name, type }) => {
      if (name === '_more') return listMore(row.values, hasColumn)
      return type === 'time' ? toTime(row.columns[name]) : row.columns[name]
    })
    for (const [source, { type }] of table.columns) {
      const value = row.values?.get(source)
      cells.push(hasColumn(source, value) ? toCell(value, type) : undefined)
    }
    const named: Record<string, unknown> = describeRow(row)
    for (const [index, cell] of cells.entries()) {
      const name = names[index]
      if (name !== undefined && cell !== null && cell !== undefined) named[name] = cell
    }
    return toStorableJson(JSON.stringify(named))
  })
}

function toCell(value: unknown, type: ColumnType): unknown {
  if (type !== 'text' || value === null || value === undefined || typeof value === 'string') {
    return value
  }
  return isExactNumber(value) ? value.rawJSON : JSON.stringify(value)
}

/** In UTC, with milliseconds. */
const toTime = (time: unknown): string | null =>
  typeof time === 'string' ? new Date(time).toISOString() : null

/** Splits rows into parts of at most this size; a larger row is a part of its own. */
export function splitRows(rows: readonly string[], maxBytes: number): string[][] {
  const parts: string[][] = []
  let bytes = Infinity
  for (const row of rows) {
    const size = Buffer.byteLength(row) + 1
    if (bytes + size > maxBytes) {
      parts.push([])
      bytes = 0
    }
    parts.at(-1)?.push(row)
    bytes += size
  }
  return parts
}
