import { sql, type Kysely } from 'kysely'

/** Kept records that a complete read does not mark as deleted yet, because they are unusually many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table kept_objects
      add column held_deletions bigint not null default 0,
      -- Read that has held them.
      add column held_by text;
  `.execute(db)
}
