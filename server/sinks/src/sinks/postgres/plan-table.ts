import { findColumnType, widenType, type ColumnType } from './column-types.ts'
import { listIdentifiers, quoteName } from './identifiers.ts'
import type { RecordRow } from './rows.ts'

/** A table of records as it exists. */
export interface ObjectTable {
  name: string
  oid: string
  /** PostgreSQL counts columns, removed ones included: the number grows with every new one. */
  columnCount: number
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

/**
 * Fields beyond this number are stored in the column `_more`: PostgreSQL supports 1,600 columns, but
 * rows of 8 KB, in which each value needs up to 20 bytes.
 */
const maxFieldColumns = 350

/** Columns of every table of records: those that no field has, with their types. */
export const ownColumns = {
  _group_ref: 'text',
  _installation_id: 'text',
  _record_id: 'text',
  _provider: 'text',
  _operation_id: 'text',
  _event_id: 'text',
  _changed_at: 'timestamptz',
  _read_at: 'timestamptz',
  _deleted_at: 'timestamptz',
  _associations: 'jsonb',
  _raw: 'jsonb',
  _more: 'jsonb',
} as const

export const keyColumns = ['_group_ref', '_installation_id', '_record_id'] as const

/** Names that no field can have: own columns and those of PostgreSQL. */
const reservedColumns = [
  ...Object.keys(ownColumns),
  '_written_at',
  ...['ctid', 'oid', 'tableoid', 'xmin', 'xmax', 'cmin', 'cmax'],
]

/** Decides which columns a table needs for the rows; undefined if it has them. */
export function planTable(
  table: Pick<ObjectTable, 'columns' | 'taken'> | undefined,
  rows: readonly RecordRow[],
): TableChanges | undefined {
  const needed = new Map<string, ColumnType>()
  for (const { values } of rows) {
    for (const [source, value] of values ?? []) {
      const type = findColumnType(value)
      if (!type) continue
      const other = needed.get(source)
      if (other !== type) needed.set(source, other ? 'text' : type)
    }
  }
  const changes: TableChanges = { added: [], widened: [] }
  const taken = new Set([...reservedColumns, ...(table?.taken ?? [])])
  let room = maxFieldColumns - (table?.columns.size ?? 0)
  for (const [source, type] of needed) {
    const column = table?.columns.get(source)
    if (column) {
      const wider = widenType(column.type, type)
      if (wider) changes.widened.push({ name: column.name, type: wider })
    } else if (room > 0) {
      const name = listIdentifiers(source.replace(/^\w+\./, '')).find((one) => !taken.has(one))
      // The second name is that of a hash: it is only taken if somebody made a column of this name.
      if (name === undefined) continue
      taken.add(name)
      changes.added.push({ source, name, type })
      room--
    }
  }
  return changes.added.length + changes.widened.length > 0 || !table ? changes : undefined
}

/** Comments that mark what the platform made. */
export const objectMarker = (objectName: string) => `platform object: ${objectName}`
export const fieldMarker = (source: string) => `platform field: ${source}`
export const eventsMarker = 'platform events'

/** Returns the statements that create a table of records. */
export const createTable = (path: string, objectName: string): string[] => [
  `create table ${path} (${Object.entries(ownColumns)
    .map(([name, type]) => `${name} ${type}`)
    .join(
      ', ',
    )}, _written_at timestamptz not null default now(), primary key (${keyColumns.join(', ')}))`,
  comment(`table ${path}`, objectMarker(objectName)),
]

/** Returns the statements that add and widen columns: one for all, so that a table is written once. */
export function alterTable(path: string, { added, widened }: TableChanges): string[] {
  const actions = [
    ...added.map(({ name, type }) => `add column ${quoteName(name)} ${type}`),
    ...widened.map(
      ({ name, type }) =>
        `alter column ${quoteName(name)} type ${type} using ${quoteName(name)}::${type}`,
    ),
  ]
  if (actions.length === 0) return []
  return [
    `alter table ${path} ${actions.join(', ')}`,
    ...added.map(({ source, name }) =>
      comment(`column ${path}.${quoteName(name)}`, fieldMarker(source)),
    ),
  ]
}

export const createEventsTable = (path: string): string[] => [
  `create table ${path} (id text primary key, type text not null, time timestamptz not null, group_ref text, installation_id text, object_name text, data jsonb not null, written_at timestamptz not null default now())`,
  comment(`table ${path}`, eventsMarker),
]

const comment = (what: string, text: string): string => `comment on ${what} is ${quoteText(text)}`

/** Returns a constant of SQL, whatever `standard_conforming_strings` is. */
export const quoteText = (text: string): string =>
  `E'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", "''")}'`
