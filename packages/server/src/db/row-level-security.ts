import { sql, type Kysely } from 'kysely'

/**
 * Forces row-level security on a table: a connection sees the rows whose tenant it was told
 * (`platform.tenant`), all of them when told `*`, and none before it was told anything. Migration
 * 0030 has what it was told proved, see `current_tenant()`.
 */
export async function isolateTenants(
  db: Kysely<any>,
  table: string,
  tenantColumn: 'project_id' | 'org_id' | 'tenant_id' | 'id',
): Promise<void> {
  const name = sql.table(table)
  await sql`alter table ${name} enable row level security`.execute(db)
  await sql`alter table ${name} force row level security`.execute(db)
  // Partitions are made at any time, tables before that migration as well.
  const { rows } = await sql<{ isProved: boolean }>`
    select to_regprocedure('current_tenant()') is not null as "isProved"`.execute(db)
  const tenant = rows[0]!.isProved
    ? sql`(select current_tenant())`
    : sql`current_setting('platform.tenant', true)`
  await sql`create policy tenant on ${name}
    using (${tenant} in (${sql.ref(tenantColumn)}, '*'))`.execute(db)
}
