import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../schema/row-level-security.ts'

/** Webhooks of all accounts at one URL of a provider app, and the accounts of those who hear them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app_webhooks (
      provider_app_id text collate "C" primary key references provider_apps on delete cascade,
      project_id text not null references projects on delete cascade,
      -- First and latest request with a valid signature.
      verified_time timestamptz,
      delivery_time timestamptz,
      -- Latest request without one.
      rejected_time timestamptz,
      -- Events of accounts that are not connected.
      dropped bigint not null default 0,
      dropped_time timestamptz,
      -- Latest token by which the provider checked the URL, encrypted.
      token bytea,
      token_time timestamptz
    ) with (fillfactor = 50);
    create index on app_webhooks (project_id);
    alter table subscribed_installations add column account text collate "C";
    create index on subscribed_installations (subscription_id, account) where account is not null;
  `.execute(db)
  await isolateTenants(db, 'app_webhooks', 'project_id')
}
