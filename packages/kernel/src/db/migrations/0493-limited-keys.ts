import { sql, type Kysely } from 'kysely'

/** Keys may be limited to integrations and networks, and keep their former secret for a while after a rotation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_keys
      add integration_ids text[],
      add allowed_networks text[] not null default '{}',
      add former_hash bytea,
      add former_until timestamptz,
      add former_last_use_time timestamptz;
    create unique index on api_keys (former_hash) where former_hash is not null;
  `.execute(db)
}
