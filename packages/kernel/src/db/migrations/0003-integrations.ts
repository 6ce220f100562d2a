import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table integrations (
      id text primary key,
      project_id text not null references projects on delete cascade,
      name text not null,
      provider text not null,
      latest_revision_id text not null,
      create_time timestamptz not null default now(),
      update_time timestamptz,
      unique (project_id, name)
    );

    create table revisions (
      id text primary key,
      project_id text not null references projects on delete cascade,
      integration_id text not null references integrations on delete cascade,
      spec_version text not null,
      content jsonb not null,
      create_time timestamptz not null default now()
    );
    create index on revisions (integration_id);
    alter table integrations add foreign key (latest_revision_id) references revisions
      deferrable initially deferred;

    create table groups (
      project_id text not null references projects on delete cascade,
      group_ref text not null,
      group_name text not null,
      create_time timestamptz not null default now(),
      update_time timestamptz,
      primary key (project_id, group_ref)
    );

    create table consumers (
      project_id text not null references projects on delete cascade,
      consumer_ref text not null,
      consumer_name text not null,
      create_time timestamptz not null default now(),
      update_time timestamptz,
      primary key (project_id, consumer_ref)
    );

    create table connections (
      id text primary key,
      project_id text not null references projects on delete cascade,
      provider text not null,
      provider_app_id text references provider_apps on delete set null,
      group_ref text not null,
      consumer_ref text not null,
      provider_workspace_ref text,
      provider_consumer_ref text,
      auth_scheme text not null,
      status text not null check (status in ('created', 'working', 'bad_credentials')),
      credentials bytea not null,
      access_expire_time timestamptz,
      provider_metadata jsonb not null default '{}',
      create_time timestamptz not null default now(),
      update_time timestamptz,
      foreign key (project_id, group_ref) references groups,
      foreign key (project_id, consumer_ref) references consumers
    );
    create index on connections (project_id, group_ref);

    create table connect_sessions (
      id text primary key,
      project_id text not null references projects on delete cascade,
      provider text not null,
      provider_app_id text not null references provider_apps on delete cascade,
      connection_id text references connections on delete cascade,
      group_ref text not null,
      group_name text,
      consumer_ref text not null,
      consumer_name text,
      provider_workspace_ref text,
      provider_metadata jsonb not null default '{}',
      state_hash bytea not null unique,
      code_verifier bytea,
      origin text,
      status text not null default 'pending' check (status in ('pending', 'exchanging', 'succeeded', 'failed')),
      error text,
      create_time timestamptz not null default now(),
      expire_time timestamptz not null
    );
    create index on connect_sessions (expire_time);

    create table installations (
      id text primary key,
      project_id text not null references projects on delete cascade,
      integration_id text not null references integrations on delete cascade,
      group_ref text not null,
      connection_id text not null references connections,
      config_id text not null,
      last_operation_status text check (last_operation_status in ('success', 'failure', 'in_progress')),
      created_by text not null,
      create_time timestamptz not null default now(),
      update_time timestamptz,
      unique (integration_id, group_ref),
      foreign key (project_id, group_ref) references groups
    );
    create index on installations (connection_id);
    create index on installations (project_id);

    create table configs (
      id text primary key,
      project_id text not null references projects on delete cascade,
      installation_id text not null references installations on delete cascade
        deferrable initially deferred,
      revision_id text not null references revisions on delete cascade,
      content jsonb not null,
      created_by text not null,
      create_time timestamptz not null default now()
    );
    create index on configs (installation_id);
    create index on configs (revision_id);

    create table installation_objects (
      installation_id text not null references installations on delete cascade,
      object_name text not null,
      project_id text not null references projects on delete cascade,
      watermark timestamptz,
      recently_read jsonb not null default '{}',
      paused_reason text,
      failures_in_a_row integer not null default 0,
      last_run_time timestamptz,
      next_run_time timestamptz,
      backfill_operation_id text,
      primary key (installation_id, object_name)
    );

    create table operations (
      id text primary key,
      project_id text not null references projects on delete cascade,
      integration_id text not null,
      installation_id text not null references installations on delete cascade,
      config_id text not null,
      action_type text not null,
      object_name text not null,
      read_type text check (read_type in ('backfill', 'scheduled', 'triggered')),
      status text not null check (status in ('in_progress', 'success', 'failure', 'canceled')),
      result text,
      since timestamptz,
      until timestamptz,
      cursor text,
      is_last_page_read boolean not null default false,
      fence integer not null default 0,
      attempts integer not null default 0,
      pages integer not null default 0,
      records_processed integer not null default 0,
      records_estimated_total integer,
      as_of timestamptz,
      recently_read jsonb not null default '{}',
      create_time timestamptz not null default now(),
      update_time timestamptz
    );
    create index on operations (installation_id, create_time);

    create table operation_logs (
      id text primary key,
      project_id text not null references projects on delete cascade,
      operation_id text not null references operations on delete cascade,
      severity text not null,
      message jsonb not null,
      create_time timestamptz not null default now()
    );
    create index on operation_logs (operation_id);

    create table downloads (
      id text primary key,
      project_id text not null references projects on delete cascade,
      body text not null,
      expire_time timestamptz not null
    );
    create index on downloads (expire_time);

    create table engine_processes (
      key integer generated always as identity primary key,
      worker_ids text[] not null,
      start_time timestamptz not null default now()
    );
  `.execute(db)

  for (const table of [
    'integrations',
    'revisions',
    'groups',
    'consumers',
    'connections',
    'connect_sessions',
    'installations',
    'configs',
    'installation_objects',
    'operations',
    'operation_logs',
    'downloads',
  ]) {
    await isolateTenants(db, table, 'project_id')
  }
}
