import { sql, type Kysely } from 'kysely'

/** A connect session belongs to the browser that began it, and may be there to change the account. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    alter table connect_sessions
      add column browser_hash bytea,
      add column changes_account boolean not null default false
  `.execute(db)
}
