import type { ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { testDatabase } from '@platform/testing/test-database'
import { openDatabase, type Db } from './database.ts'
import { newId } from './new-id.ts'
import { inTransaction } from './transaction.ts'

/** Two projects whose statements take turns on one session of PostgreSQL. */
async function givenOneSession() {
  const { connectionString, close } = await testDatabase()
  const database = await openDatabase(connectionString, { maxConnections: 2 })
  onTestFinished(async () => {
    await database.close()
    await close()
  })
  const orgId = newId('org')
  await database.everything
    .insertInto('organizations')
    .values({ id: orgId, label: 'Acme', defaultTeamId: newId('team') })
    .execute()
  const ids: [ProjectId, ProjectId] = [newId('proj'), newId('proj')]
  for (const id of ids) {
    await database.everything
      .insertInto('projects')
      .values({ id, orgId, name: id, appName: 'Acme' })
      .execute()
    await insertTopic(database.everything, id)
  }
  return { database, mine: ids[0], theirs: ids[1] }
}

const insertTopic = (db: Pick<Db, 'insertInto'>, projectId: ProjectId, id = newId('top')) =>
  db.insertInto('topics').values({ id, projectId, name: id }).execute()

const ownersIn = async (db: Db) => {
  const rows = await db.selectFrom('topics').select('projectId').where('name', '!=', '').execute()
  return new Set(rows.map(({ projectId }) => projectId))
}

it('sets the next tenant of a session in one message with the first statement', async () => {
  const { database, mine, theirs } = await givenOneSession()
  const insert = (projectId: ProjectId) =>
    inTransaction(database.tenant(projectId), (tx) => insertTopic(tx, projectId))
  await insert(mine)
  await insert(theirs)
  const messages = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => messages.mockRestore())

  await insert(mine)

  // The insertion and the commit.
  expect(messages).toHaveBeenCalledTimes(2)
})

const rejected = new Error('It changed its mind.')
const failing = (db: Db) => sql`select 1 / ${0}::int`.execute(db)

it.each<[string, (db: Db) => Promise<unknown>]>([
  ['a transaction that commits', (db) => inTransaction(db, ownersIn)],
  ['a transaction that does nothing', (db) => inTransaction(db, async () => {})],
  [
    'a transaction that is rolled back',
    (db) =>
      inTransaction(db, async (tx) => {
        await ownersIn(tx)
        throw rejected
      }),
  ],
  [
    'a transaction that is rolled back before its first statement',
    (db) => inTransaction(db, () => Promise.reject(rejected)),
  ],
  ['a transaction whose first statement fails', (db) => inTransaction(db, failing)],
  [
    'a transaction that commits in spite of a failure',
    // Fails on purpose.
    (db) => inTransaction(db, (tx) => failing(tx).catch(() => {})),
  ],
  [
    'a transaction that goes on in spite of a failure',
    (db) =>
      inTransaction(db, async (tx) => {
        // It fails on purpose.
        await failing(tx).catch(() => {})
        await ownersIn(tx)
      }),
  ],
  ['a statement that fails', failing],
  ['several statements, of which one fails', (db) => sql`select 1; select 1 / 0`.execute(db)],
  [
    'a transaction of several statements at once',
    (db) => inTransaction(db, (tx) => sql`select 1; select 2`.execute(tx)),
  ],
  [
    'a transaction that sees what it begins with',
    (db) => inTransaction(db, ownersIn, { isolationLevel: 'repeatable read' }),
  ],
])('shows each tenant their own rows after %s', async (_name, work) => {
  const { database, mine, theirs } = await givenOneSession()
  const [ownDb, theirDb] = [database.tenant(mine), database.tenant(theirs)]

  for (let round = 0; round < 2; round++) {
    expect(await ownersIn(theirDb)).toEqual(new Set([theirs]))
    // It may fail or not, depending on timing; the state afterwards is tested.
    await work(ownDb).catch(() => {})
    expect(await ownersIn(ownDb)).toEqual(new Set([mine]))
    // It may fail or not, depending on timing; the state afterwards is tested.
    await work(ownDb).catch(() => {})
    expect(await ownersIn(theirDb)).toEqual(new Set([theirs]))
  }
})

it('shows no rows of the previous tenant if the first of several statements fails', async () => {
  const { database, mine, theirs } = await givenOneSession()
  await ownersIn(database.tenant(theirs))

  const seen = await database
    .tenant(mine)
    .connection()
    .execute(async (db) => {
      // It fails on purpose.
      await failing(db).catch(() => {})
      return ownersIn(db)
    })

  expect(seen).toEqual(new Set([mine]))
})
