import { newId } from '@platform/kernel/db/new-id'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { givenTwoTenants } from '@platform/testing/two-tenants'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findUnfinishedReads, lockUnfinishedReads } from './store.ts'

const backlog = 20_000

let tenants: Awaited<ReturnType<typeof givenTwoTenants>>
beforeAll(async () => {
  tenants = await givenTwoTenants()
  const { everything } = tenants.database
  const { projectId, ids } = tenants.theirs
  // Unfinished reads of another tenant, some of the same object.
  await sql`
    insert into operations
      (id, project_id, integration_id, installation_id, config_id, action_type, object_name, read_type, status)
    select ${newId('op').slice(0, -6)} || lpad(n::text, 6, '0'), ${projectId}, ${ids.integration},
           ${ids.installation}, ${ids.config}, 'read', 'Contact' || n % 100, 'scheduled', 'in_progress'
      from generate_series(1, ${backlog}::int) n`.execute(everything)
  await tenants.database.asOwner((owner) => owner.query('analyze operations'))
})
afterAll(() => tenants.close())

it.each([
  ['finds', findUnfinishedReads],
  ['locks', lockUnfinishedReads],
])('%s unfinished reads of an object without rows of another tenant', async (_what, find) => {
  const { projectId, ids } = tenants.mine
  const objects = Array.from({ length: 20 }, (_, n) => ({
    installationId: ids.installation,
    objectName: `Contact${n}`,
  }))

  const read = await inTransaction(tenants.database.tenant(projectId), async (tx: Db) => {
    await find(tx, objects)
    const { rows } = await sql<{ rows: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as rows
        from pg_stat_xact_user_tables where relname = 'operations'`.execute(tx)
    return rows[0]?.rows
  })

  expect(read).toBeLessThan(10)
})
