import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../schema/row-level-security.ts'

/** Every token received at the URL of a provider app, because the requests are not signed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app_webhook_tokens (
      provider_app_id text collate "C" not null references provider_apps on delete cascade,
      fingerprint bytea not null,
      project_id text not null references projects on delete cascade,
      token bytea not null,
      create_time timestamptz not null default clock_timestamp(),
      primary key (provider_app_id, fingerprint)
    );
    create index on app_webhook_tokens (project_id);
    alter table app_webhooks add column tokens_until timestamptz,
      add column ignored_token_time timestamptz;
    -- The webhooks of apps are in no release.
    insert into app_webhook_tokens (provider_app_id, fingerprint, project_id, token, create_time)
      select provider_app_id, sha256(token), project_id, token, token_time
        from app_webhooks where token is not null;
    alter table app_webhooks drop column token, drop column token_time;
  `.execute(db)
  await isolateTenants(db, 'app_webhook_tokens', 'project_id')
}
