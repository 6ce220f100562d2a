import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { givenDatabase } from '@platform/testing/test-database'
import type { AcrossTenants, Database } from './database.ts'
import { newId } from './new-id.ts'
import { inTransaction, unlessCommitted } from './transaction.ts'

// PostgreSQL refuses a statement that was planned before its columns changed:
// "cached plan must not change result type".

const organizations = (db: AcrossTenants) => db.selectFrom('organizations').selectAll().execute()

const insert = (db: AcrossTenants, label: string) =>
  db
    .insertInto('organizations')
    .values({ id: newId('org'), label, defaultTeamId: newId('team') })
    .returningAll()
    .executeTakeFirstOrThrow()

let columns = 0
/** Changes columns, like a newer version that starts beside this one. */
const addColumn = (database: Database) =>
  database.asOwner((owner) => owner.query(`alter table organizations add later_${++columns} text`))

/** Plans the statements on every connection of the pool. */
const planEverywhere = (database: Database) =>
  Promise.all(
    Array.from({ length: 10 }, () =>
      inTransaction(database.everything, async (tx) => {
        await insert(tx, 'planned')
        await organizations(tx)
        await sql`select pg_sleep(0.05)`.execute(tx)
      }),
    ),
  )

it('repeats a statement whose plan is stale', async () => {
  const database = await givenDatabase()
  await planEverywhere(database)
  await addColumn(database)

  const found = await Promise.all(
    Array.from({ length: 20 }, async () => (await organizations(database.everything)).length),
  )
  const made = await insert(database.everything, 'new')

  expect(new Set(found)).toEqual(new Set([10]))
  expect(made.label).toBe('new')
})

it('repeats a whole transaction, which takes effect once', async () => {
  const database = await givenDatabase()
  await planEverywhere(database)
  await addColumn(database)
  let undone = 0
  let runs = 0

  const labels = Array.from({ length: 20 }, (_, index) => `made ${index}`)
  await Promise.all(
    labels.map((label) =>
      inTransaction(database.everything, async (tx) => {
        runs++
        unlessCommitted(tx, () => undone++)
        await sql`select 1`.execute(tx)
        // Sent together: the second fails because the first has.
        await Promise.all([insert(tx, label), organizations(tx)])
      }),
    ),
  )

  const made = (await organizations(database.everything)).map(({ label }) => label)
  expect(made.filter((label) => label !== 'planned').toSorted()).toEqual(labels.toSorted())
  expect(undone).toBeGreaterThan(0)
  expect(runs - undone).toBe(labels.length)
})

it('repeats statements through repeated column changes', async () => {
  const database = await givenDatabase()
  await planEverywhere(database)
  let isOver = false
  const altering = (async () => {
    while (!isOver) await addColumn(database)
  })()

  for (let round = 0; round < 30; round++) {
    await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        inTransaction(database.everything, async (tx) => {
          await insert(tx, `${round}/${index}`)
          await organizations(tx)
        }),
      ),
    )
    await organizations(database.everything)
  }
  isOver = true
  await altering

  const made = (await organizations(database.everything)).map(({ label }) => label)
  expect(made.filter((label) => label !== 'planned')).toHaveLength(150)
})
