import type { ColumnType } from './column-types.ts'
import type { RecordRow } from './rows.ts'

/** A table of records as it exists. */
export interface ExistingTable {
  /** By the name of the field with its origin. */
  columns: ReadonlyMap<string, { name: string; type: string }>
  /** Names of all columns, also those that somebody else added. */
  taken: ReadonlySet<string>
}

/** What is missing in a table. */
export interface TableChanges {
  added: { source: string; name: string; type: ColumnType }[]
  widened: { name: string; type: ColumnType }[]
}

/** What a database requires of columns. */
export interface FieldColumnRules {
  /** Fields beyond this number have no column, and are stored in `_more`. */
  maxFieldColumns: number
  /** Names that no field can have. */
  reserved: readonly string[]
  /** Returns the names that may stand for a field, in the order in which they are tried. */
  listNames(fieldName: string): readonly string[]
  /** Returns the type of a value; undefined for null. */
  findType(value: unknown): ColumnType | undefined
  /** Returns the type to which a column is widened for a value of another type, if it can be. */
  widen(type: string, needed: ColumnType): ColumnType | undefined
}

/** Columns of every table of records: those that no field has. */
export const recordColumns = {
  _group_ref: 'text',
  _installation_id: 'text',
  _record_id: 'text',
  _provider: 'text',
  _operation_id: 'text',
  _event_id: 'text',
  _changed_at: 'time',
  _read_at: 'time',
  _deleted_at: 'time',
  _associations: 'jsonb',
  _raw: 'jsonb',
  _more: 'jsonb',
} as const

export const keyColumns = ['_group_ref', '_installation_id', '_record_id'] as const

/** Marks what the platform made, in comments of tables and columns. */
export const objectMarker = (objectName: string) => `platform object: ${objectName}`
export const fieldMarker = (source: string) => `platform field: ${source}`

/** Decides which columns a table needs for the rows; undefined if it has them. */
export function planColumns(
  table: ExistingTable | undefined,
  rows: readonly Pick<RecordRow, 'values'>[],
  { maxFieldColumns, reserved, listNames, findType, widen }: FieldColumnRules,
): TableChanges | undefined {
  const needed = new Map<string, ColumnType>()
  for (const { values } of rows) {
    for (const [source, value] of values ?? []) {
      const type = findType(value)
      if (!type) continue
      const other = needed.get(source)
      if (other !== type) needed.set(source, other ? 'text' : type)
    }
  }
  const changes: TableChanges = { added: [], widened: [] }
  const taken = new Set([...reserved, ...(table?.taken ?? [])])
  let room = maxFieldColumns - (table?.columns.size ?? 0)
  for (const [source, type] of needed) {
    const column = table?.columns.get(source)
    if (column) {
      const wider = widen(column.type, type)
      if (wider) changes.widened.push({ name: column.name, type: wider })
    } else if (room > 0) {
      const name = listNames(source.replace(/^\w+\./, '')).find((one) => !taken.has(one))
      // The second name is that of a hash: it is only taken if somebody made a column of this name.
      if (name === undefined) continue
      taken.add(name)
      changes.added.push({ source, name, type })
      room--
    }
  }
  return changes.added.length + changes.widened.length > 0 || !table ? changes : undefined
}

/** Returns the values without a column of their own; undefined if all have one. */
export function listMore(
  values: RecordRow['values'],
  hasColumn: (source: string, value: unknown) => boolean,
): object | undefined {
  let more: Record<string, unknown> | undefined
  for (const [source, value] of values ?? []) {
    if (value === null || hasColumn(source, value)) continue
    // A field may be named `__proto__`.
    more ??= Object.create(null) as Record<string, unknown>
    more[source] = value
  }
  return more
}
