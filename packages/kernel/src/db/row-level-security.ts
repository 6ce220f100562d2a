import { sql, type Kysely } from 'kysely'

/**
 * Forces row-level security on a table: a connection sees the rows of the tenant set in it
 * (`platform.tenant`), all rows for `*`, and none if it is unset. Since migration 0030 the setting
 * must be proved, since 0481 within the plan of the statement.
 */
export async function isolateTenants(
  db: Kysely<any>,
  table: string,
  tenantColumn: 'project_id' | 'org_id' | 'tenant_id' | 'id',
): Promise<void> {
  const name = sql.table(table)
  await sql`alter table ${name} enable row level security`.execute(db)
  await sql`alter table ${name} force row level security`.execute(db)
  const tenant = await tenantExpression(db)
  await sql`create policy tenant on ${name}
    using (${tenant} in (${sql.ref(tenantColumn)}, '*'))`.execute(db)
}

/**
 * Returns the current expression of the tenant: partitions are created at any time, some tables
 * before those migrations.
 */
async function tenantExpression(db: Kysely<any>) {
  const { rows } = await sql<{ hasView: boolean; hasFunction: boolean }>`
    select exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                    where n.nspname = 'tenancy' and c.relname = 'proven') as "hasView",
           to_regprocedure('current_tenant()') is not null as "hasFunction"`.execute(db)
  if (rows[0]!.hasView) return sql`(select tenant from tenancy.proven)`
  if (rows[0]!.hasFunction) return sql`(select current_tenant())`
  return sql`current_setting('platform.tenant', true)`
}
