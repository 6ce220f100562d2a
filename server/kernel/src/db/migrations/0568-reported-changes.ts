import { sql, type Kysely } from 'kysely'

/** Changes of its provider that the owners of an integration were mailed about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table integrations add column reported_changes text[] not null default '{}'
  `.execute(db)
}
