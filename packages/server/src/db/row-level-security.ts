import { sql, type Kysely } from 'kysely'

/**
 * Forces row-level security on a table: a connection sees the rows whose tenant it was told
 * (`platform.tenant`), all of them when told `*`, and none before it was told anything.
 */
export async function isolateTenants(
  db: Kysely<any>,
  table: string,
  tenantColumn: 'project_id' | 'org_id',
): Promise<void> {
  const name = sql.table(table)
  await sql`alter table ${name} enable row level security`.execute(db)
  await sql`alter table ${name} force row level security`.execute(db)
  await sql`create policy tenant on ${name} using (
    ${sql.ref(tenantColumn)} = current_setting('platform.tenant', true)
    or current_setting('platform.tenant', true) = '*'
  )`.execute(db)
}
