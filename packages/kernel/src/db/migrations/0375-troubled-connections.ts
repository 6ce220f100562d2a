import { sql, type Kysely } from 'kysely'

/** The health of customers is derived without reading all of their connections. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index troubled_connections on connections (project_id, group_ref)
     where status = 'bad_credentials' or refresh_error is not null or unconfirmed is not null`.execute(
    db,
  )
}
