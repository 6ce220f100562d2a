import { sql, type Kysely } from 'kysely'

/** A download is written and read in parts, so that neither end needs memory for all of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table downloads
      add part integer not null default 0,
      drop constraint downloads_pkey,
      add primary key (id, part),
      alter column body set storage extended;
  `.execute(db)
}
