import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'

/** Subscriptions at providers, and received events until they are delivered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table subscriptions (
      id text primary key,
      project_id text not null references projects on delete cascade,
      provider text not null,
      provider_app_id text references provider_apps on delete cascade,
      connection_id text references connections on delete cascade,
      delivery text not null check (delivery in ('push', 'pull', 'poll')),
      state jsonb,
      objects jsonb not null default '[]',
      upkeep_time timestamptz,
      attempts integer not null default 0,
      fence integer not null default 0,
      runner integer,
      listen_time timestamptz not null default now(),
      trouble text,
      trouble_since timestamptz,
      event_time timestamptz,
      create_time timestamptz not null default now(),
      check ((provider_app_id is null) <> (connection_id is null))
    );
    create unique index on subscriptions (connection_id);
    create unique index on subscriptions (provider_app_id);
    create index on subscriptions (project_id);
    create index on subscriptions (listen_time) where delivery = 'pull' and runner is null;
    create index on subscriptions (runner) where runner is not null;

    create table subscribed_installations (
      installation_id text primary key references installations on delete cascade,
      project_id text not null references projects on delete cascade,
      subscription_id text not null references subscriptions on delete cascade,
      connection_id text not null references connections on delete cascade,
      operation_id text references operations on delete set null,
      objects jsonb not null,
      status text not null check (status in ('pending', 'active', 'failed')),
      error text,
      error_time timestamptz
    );
    create index on subscribed_installations (subscription_id);
    create index on subscribed_installations (connection_id);
    create index on subscribed_installations (operation_id);

    create table change_events (
      connection_id text not null references connections on delete cascade,
      event_hash bytea not null,
      project_id text not null references projects on delete cascade,
      key bigint generated always as identity,
      object_name text not null,
      record_id text not null,
      event_time timestamptz not null,
      body text,
      receive_time timestamptz not null default now(),
      primary key (connection_id, event_hash)
    );
    create index on change_events (connection_id, key) where body is not null;
    create index on change_events (connection_id, record_id, event_time);
    create index on change_events (receive_time);

    create table change_sweeps (
      connection_id text not null references connections on delete cascade,
      object_name text not null,
      project_id text not null references projects on delete cascade,
      since timestamptz not null,
      cursor text,
      as_of timestamptz,
      reason text not null,
      every_seconds integer,
      found integer not null default 0,
      attempts integer not null default 0,
      primary key (connection_id, object_name)
    );
  `.execute(db)
  for (const table of [
    'subscriptions',
    'subscribed_installations',
    'change_events',
    'change_sweeps',
  ]) {
    await isolateTenants(db, table, 'project_id')
  }
}
