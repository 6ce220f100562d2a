import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'

/**
 * A kept reply belongs to the tenant that its request was about; to none where that named none. The
 * connection determines it, so that it is also set by the previous version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table idempotency_keys
      add column tenant_id text default nullif(current_tenant(), '*')
  `.execute(db)
  // The key of an organization's request does not identify the tenant: it is refused, for the day that it is kept.
  await sql`update idempotency_keys set tenant_id = project_id`.execute(db)
  await isolateTenants(db, 'idempotency_keys', 'tenant_id')
}
