import pg from 'pg'

const role = 'platform'

/**
 * The role to switch to so that row-level security holds.
 *
 * PostgreSQL exempts superusers and BYPASSRLS roles from it, even where it is forced. Such a user
 * gets a plain role, made here, that then owns the tables. Undefined when the user is plain already.
 */
export async function rowLevelRole(connectionString: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ exempt: boolean; database: string; exists: boolean }>(
      `select rolsuper or rolbypassrls as exempt, current_database() as database,
              exists (select from pg_roles where rolname = $1) as exists
         from pg_roles where rolname = session_user`,
      [role],
    )
    const { exempt, database, exists } = rows[0]!
    if (!exempt) return undefined
    if (!exists) {
      await client.query(`create role ${role} nologin`).catch((error: pg.DatabaseError) => {
        // Another process that starts at the same time may have been first.
        if (error.code !== '42710' && error.code !== '23505') throw error
      })
    }
    await client.query(
      `grant create, connect on database ${pg.escapeIdentifier(database)} to ${role}`,
    )
    await client.query(`grant usage, create on schema public to ${role}`)
    return role
  } finally {
    await client.end()
  }
}
