import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { givenDatabase } from '@platform/testing/test-database'
import { httpJobs } from './jobs.ts'

it('deletes expired replies and keeps the others', async () => {
  const database = await givenDatabase()
  const db = database.everything
  const bytes = Buffer.from('x')
  await db
    .insertInto('idempotencyKeys')
    .values(
      [
        { scope: 'old', createTime: sql<Date>`now() - interval '25 hours'` },
        { scope: 'new', createTime: sql<Date>`now() - interval '23 hours'` },
      ].map((row) => ({
        ...row,
        keyHash: bytes,
        projectId: null,
        fingerprint: bytes,
        reply: bytes,
      })),
    )
    .execute()

  await httpJobs(database, { replies: 1 })['delete-expired-replies']()

  const left = await db.selectFrom('idempotencyKeys').select('scope').execute()
  expect(left).toEqual([{ scope: 'new' }])
})
