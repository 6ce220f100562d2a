import { sql, type Kysely } from 'kysely'

/**
 * Forces row-level security on a table: a connection sees the rows of the tenant that it has
 * proved, all rows for `*`, and none without a tenant (see `baseline/db.sql`).
 */
export async function isolateTenants(
  db: Kysely<any>,
  table: string,
  tenantColumn: 'project_id' | 'org_id' | 'tenant_id' | 'id',
): Promise<void> {
  const name = sql.table(table)
  await sql`alter table ${name} enable row level security, force row level security`.execute(db)
  await sql`create policy tenant on ${name}
    using ((select tenant from tenancy.proven) in (${sql.ref(tenantColumn)}, '*'))`.execute(db)
}
