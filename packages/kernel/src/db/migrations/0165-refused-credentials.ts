import { sql, type Kysely } from 'kysely'

/**
 * The provider's message when it refused a connection's credentials, and the time of the next retry; and
 * that it does not accept an OAuth client.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table connections
      add column refresh_failure_kind text,
      add column refused_since timestamptz,
      add column refusal text,
      add column refused_call boolean not null default false,
      add column trial_time timestamptz;

    -- Those that are refused already are tried within a day, and not all at once.
    update connections
      set refused_since = now(),
          refusal = refresh_error,
          refused_call = refresh_error is null,
          trial_time = case when refresh_error is not null then now() + random() * interval '1 day' end
      where status = 'bad_credentials';

    create index connections_on_trial on connections (trial_time) where trial_time is not null;

    alter table provider_apps
      add column refusal text,
      add column refused_time timestamptz;
  `.execute(db)
}
