import { once } from 'node:events'
import { createServer } from 'node:net'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { createEgress } from '../egress/egress.ts'
import { givenDatabase } from '@platform/testing/test-database'
import { getPort } from '../values/net.ts'
import { PgClient, closeClient } from './client.ts'
import type { AnyView } from './database.ts'
import { isDatabaseAway } from './errors.ts'
import { earliestId, newId } from './new-id.ts'
import { inTransaction } from './transaction.ts'

it('hides rows of other tenants from a query without a condition', async () => {
  const database = await givenDatabase()
  const [mine, other] = [newId('proj'), newId('proj')]
  const orgId = newId('org')
  await database.everything
    .insertInto('organizations')
    .values({ id: orgId, label: 'Acme', defaultTeamId: newId('team') })
    .execute()
  for (const id of [mine, other]) {
    await database.everything
      .insertInto('projects')
      .values({ id, orgId, name: id, appName: 'Acme' })
      .execute()
    await database
      .tenant(id)
      .insertInto('dataKeys')
      .values({ projectId: id, masterKeyId: 'k', wrapped: Buffer.from('x') })
      .execute()
  }

  const rows = await database.tenant(mine).selectFrom('dataKeys').select('projectId').execute()

  expect(rows).toEqual([{ projectId: mine }])
})

it("rejects writes of another tenant's row", async () => {
  const database = await givenDatabase()
  const [mine, other] = [newId('proj'), newId('proj')]

  const writing = database
    .tenant(mine)
    .insertInto('dataKeys')
    .values({ projectId: other, masterKeyId: 'k', wrapped: Buffer.from('x') })
    .execute()

  await expect(writing).rejects.toThrow('row-level security')
})

it('generates IDs that contain their kind and sort by creation', () => {
  const ids = Array.from({ length: 1000 }, () => newId('evt'))

  expect(ids.every((id) => /^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(1000)
  expect(ids.toSorted()).toEqual(ids)
})

it('limits the wait of statements and locks of a tenant', async () => {
  const database = await givenDatabase()
  const settings = async (db: AnyView) => {
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings
       where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
       order by name`.execute(db)
    return rows.map(({ setting }) => Number(setting))
  }

  const tenants = await settings(database.tenant('proj_1'))
  const everything = await settings(database.everything)
  const late = await inTransaction(database.tenant('proj_1'), async (tx) => {
    await sql`set local statement_timeout = 20`.execute(tx)
    await sql`select pg_sleep(1)`.execute(tx)
  }).catch((error: unknown) => error)

  expect(tenants).toEqual([15_000, 10_000, 60_000])
  expect(everything).toEqual([60_000, 30_000, 600_000])
  expect(isDatabaseAway(late)).toBe(true)
})

it('starts connections without parameters that a pooler rejects or ignores', async () => {
  const { poolConfig } = await givenDatabase()
  const pooler = createServer()
  onTestFinished(() => void pooler.close())
  const begun = new Promise<string>((resolve) => {
    pooler.once('connection', (socket) =>
      socket.once('data', (packet) => {
        resolve(packet.toString('latin1').slice(8))
        socket.destroy()
      }),
    )
  })
  pooler.listen(0, '127.0.0.1')
  await once(pooler, 'listening')

  const connectionString = `postgresql://ana@127.0.0.1:${getPort(pooler)}/crm`
  await expect(new PgClient({ ...poolConfig, connectionString }).connect()).rejects.toThrow()

  const parts = (await begun).split('\0').filter(Boolean)
  const names = parts.filter((_part, index) => index % 2 === 0)
  expect(names.toSorted()).toEqual(['application_name', 'client_encoding', 'database', 'user'])
})

it('prepares few statements for lists of different lengths', async () => {
  const database = await givenDatabase()
  const client = await database.dedicated()
  onTestFinished(() => closeClient(client))
  const db = database.through(client)

  for (let length = 1; length <= 40; length++) {
    const numbers = Array.from({ length }, (_, index) => index)
    await db
      .selectFrom('groups')
      .select('groupRef')
      .where(
        'createTime',
        'in',
        numbers.map((one) => new Date(one)),
      )
      .execute()
  }
  await db.selectFrom('groups').select('groupName').where('groupRef', '=', 'acme').execute()

  const { rows } = await client.query<{ statement: string }>(
    `select statement from pg_prepared_statements where statement like '%from "groups"%'`,
  )
  const [ofOne, ofLists] = [true, false].map((isOfOne) =>
    rows.filter(({ statement }) => statement.includes('group_name') === isOfOne),
  )
  expect(ofOne).toHaveLength(1)
  expect(ofLists?.length).toBeGreaterThan(1)
  expect(ofLists?.length).toBeLessThan(20)
})

it('distinguishes its own broken database connection from others', async () => {
  const database = await givenDatabase()
  // As thrown by the socket, without a frame of the driver in its stack.
  const reset = () =>
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', stack: 'at Pipe' })
  const client = await database.dedicated()
  onTestFinished(() => closeClient(client))

  const asking = sql`select pg_sleep(10)`
    .execute(database.through(client))
    .catch((error: unknown) => error)
  client.connection.stream.destroy(reset())

  expect(isDatabaseAway(await asking)).toBe(true)
  expect(isDatabaseAway(reset())).toBe(false)
})

it('rejects external calls in a transaction', async () => {
  const database = await givenDatabase()
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] })
  onTestFinished(() => egress.close())
  const within = (work: () => Promise<unknown>) =>
    inTransaction(database.everything, async () => {
      await work()
    })
  const refused = /while a transaction is open/

  await expect(within(async () => database.tenant('proj_1'))).rejects.toThrow(refused)
  await expect(within(() => database.connect())).rejects.toThrow(refused)
  await expect(within(() => sql`select 1`.execute(database.everything))).rejects.toThrow(refused)
  await expect(
    within(() => egress.forTenant('operator').request('http://127.0.0.1:1/')),
  ).rejects.toThrow(refused)
})

it('reserves connections for other tenants', { tags: 'database-share' }, async () => {
  const database = await givenDatabase()
  const [greedy, calm] = [database.tenant(newId('proj')), database.tenant(newId('proj'))]
  const lock = sql`select pg_advisory_xact_lock(42, 42)`
  const held = Promise.withResolvers<void>()
  const holding = inTransaction(database.everything, async (tx) => {
    await lock.execute(tx)
    await held.promise
  })
  const waiting = Array.from({ length: 60 }, () => inTransaction(greedy, (tx) => lock.execute(tx)))

  const { rows } = await sql<{ answer: number }>`select 42 as answer`.execute(calm)
  held.resolve()
  await Promise.all([holding, ...waiting])

  expect(rows).toEqual([{ answer: 42 }])
})

it.each([-1, Date.parse('0001-01-01T00:00:00Z'), 0])(
  'rejects a time before 1970 for an ID: %i',
  (time) => {
    expect(earliestId('evt', time)).toBe(`evt_${'0'.repeat(26)}`)
  },
)
