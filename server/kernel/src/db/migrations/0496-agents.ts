import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../schema/row-level-security.ts'

/** AI agents that builders have connected to projects by OAuth, with hashes of their codes and tokens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agents (
      id text primary key,
      project_id text not null references projects on delete cascade,
      builder_id text not null references builders on delete cascade,
      builder_email text not null,
      client_id text not null,
      client_name text not null,
      host text not null,
      capabilities text[] not null,
      last_use_time timestamptz,
      expire_time timestamptz not null,
      create_time timestamptz not null default now()
    );
    create index on agents (project_id, id);
    create index on agents (builder_id);
    create index on agents (expire_time);
    create table agent_tokens (
      hash bytea primary key,
      agent_id text not null references agents on delete cascade,
      project_id text not null references projects on delete cascade,
      kind text not null check (kind in ('code', 'access', 'refresh')),
      redirect_uri text,
      code_challenge text,
      expire_time timestamptz not null,
      use_time timestamptz
    );
    create index on agent_tokens (agent_id);
    create index on agent_tokens (project_id);
    create index on agent_tokens (expire_time);
  `.execute(db)
  await isolateTenants(db, 'agents', 'project_id')
  await isolateTenants(db, 'agent_tokens', 'project_id')
}
