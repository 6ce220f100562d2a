import { timeOfId } from '@platform/kernel/db/new-id'
import { isExactNumber } from '../tables/column-types.ts'
import { quoteName } from '../tables/identifiers.ts'
import { keyColumns, listMore } from '../tables/plan-columns.ts'
import { ownColumns, type ObjectTable } from './plan-table.ts'
import { toStorableJson, type EventTableRow, type RecordRow } from '../tables/rows.ts'

export interface WriteStatement {
  text: string
  values: (string | null | (string | null)[])[]
}

/** A column of rows to write, with its values as PostgreSQL reads them from text. */
interface WrittenColumn {
  name: string
  type: string
  values: (string | null)[]
}

const sameRecord = keyColumns.join(', ')

/** The stored version is older. Each message counts once, so a repeated one changes nothing. */
const isNewer = `case when t._changed_at <> excluded._changed_at
  then t._changed_at < excluded._changed_at else t._event_id < excluded._event_id end`

type OwnName = keyof RecordRow['columns']

/** Returns the statements that store rows of records in their table, which has all columns. */
export function writeRecords(
  path: string,
  { columns }: ObjectTable,
  rows: readonly RecordRow[],
): WriteStatement[] {
  const full = rows.filter(({ values }) => values !== undefined)
  const bare = rows.filter(({ values }) => values === undefined)
  return [
    ...(full.length > 0 ? [upsertRecords(path, columns, full)] : []),
    ...(bare.length > 0 ? [markDeleted(path, bare)] : []),
  ]
}

/** A version replaces the values of all fields. */
function upsertRecords(
  path: string,
  columns: ObjectTable['columns'],
  rows: readonly RecordRow[],
): WriteStatement {
  const written = [
    ...listOwn(rows, ({ values }) => listMore(values, (source) => columns.has(source))),
    ...[...columns].map(([source, { name, type }]) => ({
      ...{ name, type },
      values: rows.map(({ values }) => toInput(values?.get(source), type)),
    })),
  ]
  const changes = written.map(({ name }) => setExcluded(name))
  return insert(
    path,
    written,
    `(${sameRecord}) do update set ${changes.join(', ')}, _written_at = now()
      where ${isNewer}`,
  )
}

/** What is known of a deleted record is kept. */
function markDeleted(path: string, rows: readonly RecordRow[]): WriteStatement {
  const changes = ['_deleted_at', '_event_id', '_operation_id', '_read_at'].map(setExcluded)
  return insert(
    path,
    listOwn(rows, () => undefined),
    `(${sameRecord}) do update set ${changes.join(', ')},
        _changed_at = coalesce(excluded._changed_at, t._changed_at), _written_at = now()
      where ${isNewer}`,
  )
}

const setExcluded = (name: string) => `${quoteName(name)} = excluded.${quoteName(name)}`

const listOwn = (
  rows: readonly RecordRow[],
  findMore: (row: RecordRow) => object | undefined,
): WrittenColumn[] =>
  ownColumns.map(({ name, type }) => ({
    ...{ name, type },
    values: rows.map((row) =>
      toInput(name === '_more' ? findMore(row) : row.columns[name as OwnName], type),
    ),
  }))

/** Returns the statement that stores messages as they are. */
export function writeEvents(path: string, rows: readonly EventTableRow[]): WriteStatement {
  const list = (name: string, type: string, find: (row: EventTableRow) => string | null) => ({
    ...{ name, type },
    values: rows.map((row) => toInput(find(row), type)),
  })
  const columns = [
    list('id', 'text', ({ event }) => event.id),
    list('type', 'text', ({ event }) => event.type),
    list('time', 'timestamptz', ({ event }) => new Date(timeOfId(event.id)).toISOString()),
    list('group_ref', 'text', ({ groupRef }) => groupRef),
    list('installation_id', 'text', ({ installationId }) => installationId),
    list('object_name', 'text', ({ objectName }) => objectName),
    { name: 'data', type: 'jsonb', values: rows.map(({ event }) => toStorableJson(event.body)) },
  ]
  return insert(path, columns, '(id) do nothing')
}

/** A value that all rows have is sent once; the others as one array for each column. */
function insert(path: string, columns: readonly WrittenColumn[], conflict: string): WriteStatement {
  const values: WriteStatement['values'] = []
  const selected: string[] = []
  const arrays: string[] = []
  const names: string[] = []
  const varying = columns.find(({ name }) => name === '_record_id' || name === 'id')
  for (const column of columns) {
    const { type } = column
    const [first = null] = column.values
    // Of the array of one column, the rows are made.
    if (column !== varying && column.values.every((value) => value === first)) {
      selected.push(`$${values.push(first)}::${type}`)
    } else {
      names.push(`v${values.push(column.values)}`)
      selected.push(`v${values.length}`)
      arrays.push(`$${values.length}::${type}[]`)
    }
  }
  return {
    text: `insert into ${path} as t (${columns.map(({ name }) => quoteName(name)).join(', ')})
      select ${selected.join(', ')} from unnest(${arrays.join(', ')}) r (${names.join(', ')})
      on conflict ${conflict}`,
    values,
  }
}

/** Returns a value as PostgreSQL reads it for a type. */
function toInput(value: unknown, type: string): string | null {
  if (value === null || value === undefined) return null
  if (type === 'jsonb' || type === 'json') return toStorableJson(JSON.stringify(value))
  if (typeof value === 'string') return toStorableText(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return isExactNumber(value) ? value.rawJSON : toStorableJson(JSON.stringify(value))
}

/** Replaces what PostgreSQL cannot store as text: NUL and halves of characters become U+FFFD. */
const toStorableText = (text: string): string =>
  (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text).toWellFormed()
