import { findColumnType, widenType } from '../tables/column-types.ts'
import { listIdentifiers, quoteName } from '../tables/identifiers.ts'
import {
  fieldMarker,
  keyColumns,
  objectMarker,
  planColumns,
  recordColumns,
  type FieldColumnRules,
  type ExistingTable,
  type TableChanges,
} from '../tables/plan-columns.ts'
import type { RecordRow } from '../tables/rows.ts'

/** A table of records as it exists. */
export interface ObjectTable extends ExistingTable {
  name: string
  oid: string
  /** PostgreSQL counts columns, removed ones included: the number grows with every new one. */
  columnCount: number
}

const columnTypes = { text: 'text', time: 'timestamptz', jsonb: 'jsonb' } as const

/** Columns of every table of records with their types in PostgreSQL. */
export const ownColumns = Object.entries(recordColumns).map(([name, type]) => ({
  name: name as keyof typeof recordColumns,
  type: columnTypes[type],
}))

const rules: FieldColumnRules = {
  /** PostgreSQL supports 1,600 columns, but rows of 8 KB, in which each value needs up to 20 bytes. */
  maxFieldColumns: 350,
  reserved: [
    ...ownColumns.map(({ name }) => name),
    '_written_at',
    ...['ctid', 'oid', 'tableoid', 'xmin', 'xmax', 'cmin', 'cmax'],
  ],
  listNames: listIdentifiers,
  findType: findColumnType,
  widen: widenType,
}

/** Decides which columns a table needs for the rows; undefined if it has them. */
export const planTable = (
  table: ExistingTable | undefined,
  rows: readonly Pick<RecordRow, 'values'>[],
): TableChanges | undefined => planColumns(table, rows, rules)

/** Comment that marks the table of other messages. */
export const eventsMarker = 'platform events'

/** Returns the statements that create a table of records. */
export const createTable = (path: string, objectName: string): string[] => [
  `create table ${path} (${ownColumns
    .map(({ name, type }) => `${name} ${type}`)
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
