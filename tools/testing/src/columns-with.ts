import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '@platform/kernel/db/database'

/**
 * Returns the columns of the whole database, as `table.column`, that contain the text in plain
 * form.
 */
export async function columnsWith(database: Database, text: string): Promise<string[]> {
  const db = database.everything
  const { rows: columns } = await sql<{ schema: string; table: string; column: string }>`
    select n.nspname as schema, c.relname as table, a.attname as column
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
       and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
     order by 1, 2, 3`.execute(db)
  const hex = Buffer.from(text).toString('hex')
  const searches = columns.map(({ schema, table, column }) => {
    const from = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`
    // Bytes are compared in hexadecimal.
    return sql<{ found: string }>`
      select ${`${table}.${column}`}::text as found where exists (
        select from ${sql.raw(from)}
         where ${sql.raw(pg.escapeIdentifier(column))}::text like any (${[`%${text}%`, `%${hex}%`]}))`
  })
  const { rows } = await sql<{ found: string }>`${sql.join(searches, sql` union all `)}`.execute(db)
  return rows.map(({ found }) => found)
}
