import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table organizations (
      id text primary key,
      label text not null,
      default_team_id text not null,
      create_time timestamptz not null default now(),
      update_time timestamptz
    );

    create table builders (
      id text primary key,
      idp_provider text not null,
      idp_ref text not null,
      first_name text,
      last_name text,
      full_name text,
      primary_email text not null,
      email_verified boolean not null default false,
      create_time timestamptz not null default now(),
      unique (idp_provider, idp_ref)
    );

    create table memberships (
      id text primary key,
      org_id text not null references organizations on delete cascade,
      builder_id text not null references builders on delete cascade,
      role text not null check (role in ('owner', 'admin', 'member')),
      create_time timestamptz not null default now(),
      unique (org_id, builder_id)
    );
    create index on memberships (builder_id);

    create table projects (
      id text primary key,
      org_id text not null references organizations on delete cascade,
      name text not null unique,
      app_name text not null,
      create_time timestamptz not null default now(),
      update_time timestamptz
    );
    create index on projects (org_id);

    create table data_keys (
      project_id text primary key references projects on delete cascade,
      master_key_id text not null,
      wrapped bytea not null,
      create_time timestamptz not null default now()
    );

    create table api_keys (
      id text primary key,
      project_id text not null references projects on delete cascade,
      hash bytea not null unique,
      masked text not null,
      label text not null,
      scopes text[] not null,
      active boolean not null default true,
      expire_time timestamptz,
      last_use_time timestamptz,
      create_time timestamptz not null default now(),
      update_time timestamptz
    );
    create index on api_keys (project_id);

    create table jwt_keys (
      id uuid primary key,
      project_id text not null references projects on delete cascade,
      label text not null,
      algorithm text not null,
      public_key_pem text not null,
      active boolean not null default true,
      create_time timestamptz not null default now(),
      update_time timestamptz not null default now()
    );
    create index on jwt_keys (project_id);

    create table provider_apps (
      id text primary key,
      project_id text not null references projects on delete cascade,
      provider text not null,
      external_ref text,
      client_id text not null,
      client_secret bytea not null,
      scopes text[],
      metadata jsonb,
      create_time timestamptz not null default now(),
      update_time timestamptz,
      unique nulls not distinct (project_id, provider, external_ref)
    );
  `.execute(db)

  for (const table of ['data_keys', 'api_keys', 'jwt_keys', 'provider_apps']) {
    await isolateTenants(db, table, 'project_id')
  }
  await isolateTenants(db, 'memberships', 'org_id')
}
