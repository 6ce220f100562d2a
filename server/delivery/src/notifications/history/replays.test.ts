import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { cancelReplay, getReplay, replayDeliveries } from './replays.ts'
import {
  connectionDeleted,
  emitAlone,
  givenNotifications,
  givenProject,
  givenReceiver,
  givenWebhook,
  listStatuses,
} from '../testing.ts'
import { noTenantLimits } from '@platform/kernel/access'
import { newId } from '@platform/kernel/db/new-id'
import { patiently } from '@platform/testing/patiently'
import { must } from '@platform/kernel/values'
import { inTransaction } from '@platform/kernel/db/transaction'
import { notifyReplay } from '../set-up/store.ts'

it('replays only deliveries of its own project', { tags: 'across-tenants' }, async () => {
  const notifications = await givenNotifications()
  const { database } = notifications
  const receiver = await givenReceiver()
  const [mine, other] = [await givenProject({ database }), await givenProject({ database })]
  await givenWebhook(notifications, { projectId: mine, url: receiver.url })
  await givenWebhook(notifications, { projectId: other, url: receiver.url })
  await emitAlone(notifications, connectionDeleted(mine, 'mine'))
  await emitAlone(notifications, connectionDeleted(other, 'other'))
  await vi.waitFor(
    async () => expect(await listStatuses(notifications)).toEqual(['delivered 1', 'delivered 1']),
    patiently,
  )

  const { count } = await replayDeliveries(notifications, database.tenant(mine), {
    projectId: mine,
    status: 'delivered',
  })

  await vi.waitFor(
    async () =>
      expect(await database.everything.selectFrom('replays').select('status').execute()).toEqual([
        { status: 'done' },
      ]),
    patiently,
  )
  await vi.waitFor(() => expect(receiver.received).toHaveLength(3), patiently)
  expect(count).toBe(1)
  expect(receiver.received.map(({ message }) => message.data.groupRef).toSorted()).toEqual([
    'mine',
    'mine',
    'other',
  ])
  await vi.waitFor(
    async () => expect(await listStatuses(notifications)).toEqual(['delivered 2', 'delivered 1']),
    patiently,
  )
})

/** Project with a destination that has received this many messages. */
async function givenDelivered(
  notifications: Awaited<ReturnType<typeof givenNotifications>>,
  count: number,
) {
  const projectId = await givenProject(notifications)
  const db = notifications.database.tenant(projectId)
  const destination = await givenWebhook(notifications, { projectId, url: 'http://127.0.0.1:9' })
  await db.updateTable('destinations').set({ status: 'disabled' }).execute()
  const ids = Array.from({ length: count }, () => newId('evt'))
  await sql`
    insert into deliveries (destination_id, event_id, project_id, type, status)
    select ${destination.id}, id, ${projectId}, 'read', 'delivered' from unnest(${ids}::text[]) id`.execute(
    db,
  )
  return { projectId, db, filter: { projectId, status: 'delivered' } as const }
}

it('starts a large replay immediately and reports the total once counted', async () => {
  const notifications = await givenNotifications()
  const { db, filter } = await givenDelivered(notifications, 10_002)

  const dry = await replayDeliveries(notifications, db, { ...filter, dryRun: true })
  const { replay, ...started } = await replayDeliveries(notifications, db, {
    ...filter,
    perSecond: 1,
  })
  const id = must(replay?.id, 'replay')

  expect(dry).toEqual({ count: 10_000, hasMore: true })
  expect(started).toEqual(dry)
  expect(replay).not.toHaveProperty('total')
  await vi.waitFor(
    async () => expect(await getReplay(db, id)).toMatchObject({ total: 10_002, status: 'running' }),
    patiently,
  )
  await cancelReplay(db, id)
})

it('counts in one process, and in another after its death', async () => {
  const notifications = await givenNotifications()
  const { projectId, db, filter } = await givenDelivered(notifications, 200)
  const id = newId('rpl')
  const { status } = filter
  await db
    .insertInto('replays')
    .values({
      ...{ id, projectId, total: null, perSecond: 1, filter: JSON.stringify({ status }) },
      countAgainTime: sql<Date>`now() + interval '1 hour'`,
    })
    .execute()
  await inTransaction(db, notifyReplay)
  await vi.waitFor(async () => {
    expect((await getReplay(db, id)).replayed).toBeGreaterThan(1)
  }, patiently)
  expect(await getReplay(db, id)).not.toHaveProperty('total')

  await db.updateTable('replays').set({ countAgainTime: new Date() }).execute()

  await vi.waitFor(
    async () => expect(await getReplay(db, id)).toMatchObject({ total: 200, status: 'running' }),
    patiently,
  )
  await cancelReplay(db, id)
})

it('continues other replays when one always fails', async () => {
  const notifications = await givenNotifications()
  const [one, other] = [
    await givenDelivered(notifications, 3),
    await givenDelivered(notifications, 3),
  ]
  const broken = must(
    (await replayDeliveries(notifications, one.db, one.filter)).replay?.id,
    'replay',
  )
  await one.db
    .updateTable('replays')
    .set({ perSecond: -1, status: 'running' })
    .where('id', '=', broken)
    .execute()

  const begun = [
    await replayDeliveries(notifications, one.db, { ...one.filter, perSecond: 1 }),
    await replayDeliveries(notifications, other.db, { ...other.filter, perSecond: 1 }),
  ]

  for (const [index, { db }] of [one, other].entries()) {
    const id = must(begun[index]?.replay?.id, 'replay')
    await vi.waitFor(
      async () => expect(await getReplay(db, id)).toMatchObject({ status: 'done', replayed: 3 }),
      patiently,
    )
  }
})

it('limits concurrent replays of a project while counting continues', async () => {
  const notifications = await givenNotifications()
  const limited = { tenantLimits: { ...noTenantLimits, replays: 1 } }
  const { db, filter } = await givenDelivered(notifications, 20)
  const { db: othersDb, filter: othersFilter } = await givenDelivered(notifications, 20)
  const slow = { ...filter, perSecond: 1 }

  const begun = await Promise.allSettled([
    replayDeliveries(limited, db, slow),
    replayDeliveries(limited, db, slow),
  ])
  const dry = await replayDeliveries(limited, db, { ...slow, dryRun: true })
  const others = await replayDeliveries(limited, othersDb, { ...othersFilter, perSecond: 1 })

  expect(begun.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(begun.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { kind: 'limit-reached' },
  })
  expect(dry.count).toBeGreaterThan(0)
  expect(others.replay).toMatchObject({ status: 'running' })
  const first = begun.find((one) => one.status === 'fulfilled')
  await cancelReplay(db, must(first?.value.replay?.id, 'replay'))
  await expect(replayDeliveries(limited, db, slow)).resolves.toHaveProperty('replay')
})

it("keeps its rate if the process's clock is ahead of the database's", async () => {
  const notifications = await givenNotifications()
  const { db, filter } = await givenDelivered(notifications, 2)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())

  const { replay } = await replayDeliveries(notifications, db, { ...filter, perSecond: 1 })

  const id = must(replay?.id, 'replay')
  await vi.waitFor(
    async () => expect(await getReplay(db, id)).toMatchObject({ status: 'done', replayed: 2 }),
    patiently,
  )
})
