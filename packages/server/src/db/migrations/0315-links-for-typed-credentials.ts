import { sql, type Kysely } from 'kysely'

/** A link says who made it, and counts what was typed on its page in vain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table connect_sessions
      add column made_by text,
      add column tries smallint not null default 0
  `.execute(db)
}
