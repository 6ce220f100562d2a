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

    create table server_secrets (
      name text primary key,
      master_key_id text not null,
      wrapped bytea not null
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

    create table invites (
      id text primary key,
      org_id text not null references organizations on delete cascade,
      invited_email text not null,
      status text not null check (status in ('pending', 'accepted', 'revoked')),
      expire_time timestamptz not null,
      create_time timestamptz not null default now(),
      update_time timestamptz
    );
    create unique index on invites (org_id, invited_email) where status = 'pending';
    create index on invites (invited_email) where status = 'pending';

    create table claimed_domains (
      id text primary key,
      org_id text not null references organizations on delete cascade,
      domain text not null unique,
      create_time timestamptz not null default now()
    );
    create index on claimed_domains (org_id);

    -- Outlives the resources it is about, so it refers to none.
    create table audit_log (
      id text primary key,
      time timestamptz not null default now(),
      org_id text,
      project_id text,
      actor_kind text not null,
      actor_id text not null,
      actor_label text,
      action text not null,
      target text not null,
      request_id text not null,
      ip text,
      user_agent text,
      before jsonb,
      after jsonb
    );
    create index on audit_log (org_id, id);
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name;
    end $$;
    create trigger append_only before update or delete or truncate on audit_log
      for each statement execute function refuse_change();

    create table idempotency_keys (
      scope text not null,
      key_hash bytea not null,
      project_id text,
      fingerprint bytea not null,
      reply bytea not null,
      create_time timestamptz not null default now(),
      primary key (scope, key_hash)
    );
    create index on idempotency_keys (create_time);
  `.execute(db)

  const ofProjects = ['data_keys', 'api_keys', 'jwt_keys', 'provider_apps', 'idempotency_keys']
  for (const table of ofProjects) await isolateTenants(db, table, 'project_id')
  const ofOrganizations = ['memberships', 'invites', 'claimed_domains', 'audit_log']
  for (const table of ofOrganizations) await isolateTenants(db, table, 'org_id')
  await createSignInTables(db)
}

/** The tables of the sign-in library, as its own generator writes them, in a schema of their own. */
async function createSignInTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create schema auth;

    create table auth."user" (
      "id" text not null primary key,
      "name" text not null,
      "email" text not null unique,
      "emailVerified" boolean not null,
      "image" text,
      "createdAt" timestamptz default current_timestamp not null,
      "updatedAt" timestamptz default current_timestamp not null,
      "twoFactorEnabled" boolean
    );

    create table auth."session" (
      "id" text not null primary key,
      "expiresAt" timestamptz not null,
      "token" text not null unique,
      "createdAt" timestamptz default current_timestamp not null,
      "updatedAt" timestamptz not null,
      "ipAddress" text,
      "userAgent" text,
      "userId" text not null references auth."user" ("id") on delete cascade
    );
    create index on auth."session" ("userId");

    create table auth."account" (
      "id" text not null primary key,
      "accountId" text not null,
      "providerId" text not null,
      "userId" text not null references auth."user" ("id") on delete cascade,
      "accessToken" text,
      "refreshToken" text,
      "idToken" text,
      "accessTokenExpiresAt" timestamptz,
      "refreshTokenExpiresAt" timestamptz,
      "scope" text,
      "password" text,
      "createdAt" timestamptz default current_timestamp not null,
      "updatedAt" timestamptz not null
    );
    create index on auth."account" ("userId");

    create table auth."verification" (
      "id" text not null primary key,
      "identifier" text not null,
      "value" text not null,
      "expiresAt" timestamptz not null,
      "createdAt" timestamptz default current_timestamp not null,
      "updatedAt" timestamptz default current_timestamp not null
    );
    create index on auth."verification" ("identifier");

    create table auth."jwks" (
      "id" text not null primary key,
      "publicKey" text not null,
      "privateKey" text not null,
      "createdAt" timestamptz not null,
      "expiresAt" timestamptz,
      "alg" text,
      "crv" text
    );

    create table auth."twoFactor" (
      "id" text not null primary key,
      "secret" text not null,
      "backupCodes" text not null,
      "userId" text not null references auth."user" ("id") on delete cascade,
      "verified" boolean,
      "failedVerificationCount" integer,
      "lockedUntil" timestamptz
    );
    create index on auth."twoFactor" ("secret");
    create index on auth."twoFactor" ("userId");

    create table auth."rateLimit" (
      "id" text not null primary key,
      "key" text not null unique,
      "count" integer not null,
      "lastRequest" bigint not null
    );
  `.execute(db)
}
