import type { Failure } from '../outcome.ts'
import type { ColumnType } from './column-types.ts'
import type { FieldColumnRules, ExistingTable, TableChanges } from './plan-columns.ts'
import type { RecordRow } from './rows.ts'

/** A table of records in a warehouse. Types of its columns are those of the values that they take. */
export interface WarehouseTable extends ExistingTable {
  name: string
  columns: ReadonlyMap<string, { name: string; type: ColumnType }>
}

/** A table as the warehouse describes it, with its comments. */
export interface DescribedTable {
  name: string
  comment: string | null
  columns: readonly { name: string; type: ColumnType; comment: string | null }[]
}

/** A database whose statements are requests, each for itself. */
export interface Warehouse {
  rules: FieldColumnRules
  /** Returns the names that may stand for the table of an object, in the order in which they are tried. */
  listTableNames(objectName: string): readonly string[]
  /** Maximum size of the rows of one statement. */
  maxWriteBytes: number
  /** Returns those of the tables that exist. */
  describe(names: readonly string[], signal: AbortSignal): Promise<DescribedTable[]>
  /** Creates a table for an object, if none has the name. */
  create(
    name: string,
    objectName: string,
    added: TableChanges['added'],
    signal: AbortSignal,
  ): Promise<void>
  /** Adds columns that do not exist, and widens others. */
  change(name: string, changes: TableChanges, signal: AbortSignal): Promise<void>
  /** Returns how a column is called in a row to write. */
  nameCell(column: string, index: number): string
  /** Returns what a row has besides the values of its columns. */
  describeRow(row: RecordRow): Record<string, unknown>
  /** Stores rows of JSON unless there are later ones. Returns what identifies the statement. */
  write(table: WarehouseTable, rows: readonly string[], signal: AbortSignal): Promise<object>
}

/** A warehouse refused a statement. */
export class WarehouseError extends Error {
  override name = 'WarehouseError'
  readonly failure: Failure
  /** Whether it is about values of the rows, about a table that is not as it was known, or neither. */
  readonly about: 'rows' | 'table' | undefined

  constructor(failure: Failure, about?: 'rows' | 'table') {
    super(failure.detail)
    this.failure = failure
    this.about = about
  }
}

/** Returns tables from the rows of a query: table, its comment, column, its type and its comment. */
export function groupColumns(
  rows: readonly (string | null)[][],
  toColumnType: (type: string) => ColumnType,
): DescribedTable[] {
  const tables = new Map<
    string,
    { comment: string | null; columns: DescribedTable['columns'][number][] }
  >()
  for (const [table = null, comment = null, name = null, type, columnComment = null] of rows) {
    if (table === null || name === null) continue
    const known = tables.get(table) ?? { comment, columns: [] }
    known.columns.push({ name, type: toColumnType(type ?? ''), comment: columnComment })
    tables.set(table, known)
  }
  return [...tables].map(([name, table]) => ({ name, ...table }))
}
