import { sql, type Kysely } from 'kysely'

/** Frontend keys are for pages of some origins, and projects do without them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_keys add allowed_origins text[] not null default '{}';
    alter table projects add frontend_keys text not null default 'allowed'
      check (frontend_keys in ('allowed', 'off'));
  `.execute(db)
}
