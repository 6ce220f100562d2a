import { timeOfId } from '@platform/kernel/db/new-id'
import { quoteName } from './identifiers.ts'
import { keyColumns, ownColumns, type RecordTable } from './plan-table.ts'
import { toStorableJson, type EventRow, type RecordRow } from './rows.ts'

export interface Statement {
  text: string
  values: string[]
}

const sameRecord = keyColumns.join(', ')

/** The stored version is older. Each message counts once, so a repeated one changes nothing. */
const isNewer = `case when t._changed_at <> excluded._changed_at
  then t._changed_at < excluded._changed_at else t._event_id < excluded._event_id end`

/** Returns the statements that store rows of records in their table, which has all columns. */
export function writeRecords(
  path: string,
  { columns }: RecordTable,
  rows: readonly RecordRow[],
): Statement[] {
  const own = Object.entries(ownColumns).map(([name, type]) => ({ name, type }))
  const full = rows.filter(({ values }) => values !== undefined)
  const bare = rows.filter(({ values }) => values === undefined)
  return [
    ...(full.length > 0
      ? [
          upsert(path, [...own, ...columns.values()], {
            rows: full.map((row) => toStored(row, columns)),
            changes: [...own, ...columns.values()].map(({ name }) => setExcluded(name)),
          }),
        ]
      : []),
    // What is known of a deleted record is kept.
    ...(bare.length > 0
      ? [
          upsert(path, own, {
            rows: bare.map((row) => row.columns),
            changes: [
              ...['_deleted_at', '_event_id', '_operation_id', '_read_at'].map(setExcluded),
              '_changed_at = coalesce(excluded._changed_at, t._changed_at)',
            ],
          }),
        ]
      : []),
  ]
}

const setExcluded = (name: string) => `${quoteName(name)} = excluded.${quoteName(name)}`

function upsert(
  path: string,
  columns: readonly { name: string; type: string }[],
  { rows, changes }: { rows: readonly object[]; changes: readonly string[] },
): Statement {
  const names = columns.map(({ name }) => quoteName(name)).join(', ')
  const typed = columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ')
  return {
    text: `insert into ${path} as t (${names})
      select ${names} from pg_catalog.json_to_recordset($1::json) r (${typed})
      on conflict (${sameRecord}) do update set ${changes.join(', ')}, _written_at = now()
      where ${isNewer}`,
    values: [toStorableJson(JSON.stringify(rows))],
  }
}

/** Returns a row by column; values without a column are in `_more`. */
function toStored(
  { columns: own, values = new Map() }: RecordRow,
  columns: RecordTable['columns'],
): object {
  // A field may be named `__proto__`.
  const stored: Record<string, unknown> = Object.assign(Object.create(null), own)
  const more: Record<string, unknown> = Object.create(null)
  for (const [source, value] of values) {
    const column = columns.get(source)
    if (column) stored[column.name] = value
    else if (value !== null) more[source] = value
  }
  if (Object.keys(more).length > 0) stored['_more'] = more
  return stored
}

/** Returns the statement that stores messages as they are. */
export function writeEvents(path: string, rows: readonly EventRow[]): Statement {
  const items = rows.map(({ event: { id, type, body }, groupRef, installationId, objectName }) => {
    const time = new Date(timeOfId(id)).toISOString()
    const about = { id, type, time, group_ref: groupRef, installation_id: installationId }
    const head = JSON.stringify({ ...about, object_name: objectName }).slice(0, -1)
    return `${head},"data":${body}}`
  })
  return {
    text: `insert into ${path} (id, type, time, group_ref, installation_id, object_name, data)
      select * from pg_catalog.json_to_recordset($1::json) r
        (id text, type text, time timestamptz, group_ref text, installation_id text, object_name text, data jsonb)
      order by id
      on conflict (id) do nothing`,
    values: [toStorableJson(`[${items.join(',')}]`)],
  }
}
