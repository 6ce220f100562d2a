import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { closeClient } from '@platform/kernel/db/client'
import { givenDatabase } from '@platform/testing/test-database'
import { openForBatches } from './open-for-batches.ts'

it('does not compile batches where the database compiles expensive statements', async () => {
  const database = await givenDatabase()
  const admin = new pg.Client({ connectionString: database.connectionString })
  await admin.connect()
  const name = pg.escapeIdentifier(admin.database!)
  await admin.query(
    `alter database ${name} set jit = on; alter database ${name} set jit_above_cost = 0`,
  )
  await admin.end()
  const client = await openForBatches(database)
  onTestFinished(() => closeClient(client))

  const { rows } = await client.query<{ jit: string }>("select current_setting('jit') as jit")
  const plan = await client.query<{ 'QUERY PLAN': { JIT?: object }[] }>(
    'explain (analyze, format json) select from deliveries natural join events',
  )

  expect(rows).toEqual([{ jit: 'off' }])
  // Fails only on a PostgreSQL that can compile, which the embedded one cannot.
  expect(plan.rows[0]?.['QUERY PLAN'][0]).not.toHaveProperty('JIT')
})
