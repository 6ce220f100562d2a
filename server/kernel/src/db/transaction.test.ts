import type { OrgId } from '@platform/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { givenDatabase } from '@platform/testing/test-database'
import type { AnyView } from './database.ts'
import { newId } from './new-id.ts'
import { prepareAhead } from './prepared.ts'
import { inTransaction, unlessCommitted } from './transaction.ts'

const insertAhead = prepareAhead<{ id: OrgId }, AnyView>((db, { id }) =>
  db.insertInto('organizations').values({ id, label: 'Acme', defaultTeamId: 'team_a' }),
)

it('rolls back when a pipelined statement fails, and names it', async () => {
  const db = (await givenDatabase()).everything
  const id = newId('org')
  const organization = () => ({ id: newId('org'), label: 'Acme', defaultTeamId: newId('team') })
  await db
    .insertInto('organizations')
    .values({ ...organization(), id })
    .execute()
  let undone = 0

  const failing = (next: (tx: AnyView) => Promise<unknown>) =>
    inTransaction(db, async (tx) => {
      unlessCommitted(tx, () => undone++)
      await tx.insertInto('organizations').values(organization()).execute()
      await insertAhead(tx, { id: newId('org') })
      await insertAhead(tx, { id })
      await next(tx)
    })

  for (let round = 0; round < 2; round++) {
    for (const next of [
      async () => {},
      (tx: AnyView) => tx.insertInto('organizations').values(organization()).execute(),
      (tx: AnyView) => sql`select 1; select 2`.execute(tx),
    ]) {
      await expect(failing(next)).rejects.toThrow('organizations_pkey')
    }
  }
  await expect(
    inTransaction(db, async (tx) => {
      await insertAhead(tx, { id })
      throw new Error('changed its mind')
    }),
  ).rejects.toThrow('changed its mind')
  expect(undone).toBe(6)
  expect(await db.selectFrom('organizations').select('id').execute()).toEqual([{ id }])

  // The connections are still usable.
  const another = newId('org')
  await inTransaction(db, (tx) => insertAhead(tx, { id: another }))
  const { length } = await db.selectFrom('organizations').select('id').execute()
  expect(length).toBe(2)
})
