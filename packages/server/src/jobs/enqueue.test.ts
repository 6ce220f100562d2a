import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTransaction } from '../db/transaction.ts'
import { givenDatabase } from '../testing/test-database.ts'
import { dequeue, enqueue, type JobName } from './enqueue.ts'
import { migrateJobs } from './worker.ts'

it('lets a tenant enqueue a job, move it to another time, and take it back', async () => {
  const database = await givenDatabase()
  await migrateJobs(database)
  const db = database.tenant('proj_1')
  const name = 'delete-expired-replies' satisfies JobName
  const waiting = async () =>
    (await sql`select key from graphile_worker.jobs`.execute(database.everything)).rows.length
  const add = (runAt: Date) =>
    inTransaction(db, (tx) => enqueue(tx, name, {}, { key: 'one', runAt }))

  await add(new Date(Date.now() + 60_000))
  await add(new Date(Date.now() + 120_000))
  const before = await waiting()
  await inTransaction(db, (tx) => dequeue(tx, 'one'))

  expect(before).toBe(1)
  expect(await waiting()).toBe(0)
})
