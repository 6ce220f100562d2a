import pg from 'pg'

let columns = 0

/**
 * Adds a column to every table of the platform, as a newer version might; returns the number of
 * tables.
 */
export async function alterEveryTable(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  const column = `later_${++columns}`
  for (const { schema, name } of rows) {
    const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
    await owner.query(`alter table ${table} add ${column} text`)
  }
  return rows.length
}
