import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { givenDatabase } from '../testing/test-database.ts'
import { newId } from './new-id.ts'
import { inTransaction, leaveToCommit, unlessCommitted } from './transaction.ts'

it('takes nothing when a statement fails that is answered with the commit, and says which', async () => {
  const db = (await givenDatabase()).everything
  const organization = () => ({ id: newId('org'), label: 'Acme', defaultTeamId: newId('team') })
  let isUndone = false

  const failing = (more: number) =>
    inTransaction(db, async (tx) => {
      unlessCommitted(tx, () => (isUndone = true))
      await tx.insertInto('organizations').values(organization()).execute()
      leaveToCommit(tx, sql`select 1 / 0`.execute(tx))
      for (let row = 0; row < more; row++) {
        await tx.insertInto('organizations').values(organization()).execute()
      }
    })

  await expect(failing(0)).rejects.toThrow('division by zero')
  // What comes after it fails because of it.
  await expect(failing(1)).rejects.toThrow('division by zero')
  expect(isUndone).toBe(true)
  expect(await db.selectFrom('organizations').select('id').execute()).toEqual([])
})
