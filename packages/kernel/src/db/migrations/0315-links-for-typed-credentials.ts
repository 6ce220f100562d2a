import { sql, type Kysely } from 'kysely'

/** A link records its creator, and counts the refused attempts on its page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table connect_sessions
      add column made_by text,
      add column tries smallint not null default 0
  `.execute(db)
}
