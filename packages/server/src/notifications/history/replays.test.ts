import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { cancelReplay, getReplay, replayDeliveries } from './replays.ts'
import {
  connectionDeleted,
  givenNotifications,
  givenProject,
  givenReceiver,
  givenWebhook,
  statusesOf,
} from '../testing.ts'
import { newId } from '../../db/new-id.ts'
import { patiently } from '../../testing/patiently.ts'
import { must } from '../../values/must.ts'

it('makes again what its own project sent, and nothing of another', async () => {
  const notifications = await givenNotifications()
  const { database } = notifications
  const receiver = await givenReceiver()
  const [mine, other] = [await givenProject({ database }), await givenProject({ database })]
  await givenWebhook(notifications, { projectId: mine, url: receiver.url })
  await givenWebhook(notifications, { projectId: other, url: receiver.url })
  await notifications.publish(connectionDeleted(mine, 'mine'))
  await notifications.publish(connectionDeleted(other, 'other'))
  await vi.waitFor(
    async () => expect(await statusesOf(notifications)).toEqual(['delivered 1', 'delivered 1']),
    patiently,
  )

  const { count } = await replayDeliveries(database.tenant(mine), {
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
    async () => expect(await statusesOf(notifications)).toEqual(['delivered 2', 'delivered 1']),
    patiently,
  )
})

it('starts a replay of many at once, and tells how many they are once it has counted them', async () => {
  const notifications = await givenNotifications()
  const projectId = await givenProject(notifications)
  const db = notifications.database.tenant(projectId)
  const destination = await givenWebhook(notifications, { projectId, url: 'http://127.0.0.1:9' })
  await db.updateTable('destinations').set({ status: 'disabled' }).execute()
  const ids = Array.from({ length: 10_002 }, () => newId('evt'))
  await sql`
    insert into deliveries (destination_id, event_id, project_id, type, status)
    select ${destination.id}, id, ${projectId}, 'read', 'delivered' from unnest(${ids}::text[]) id`.execute(
    db,
  )
  const filter = { projectId, status: 'delivered' } as const

  const dry = await replayDeliveries(db, { ...filter, dryRun: true })
  const { replay, ...started } = await replayDeliveries(db, { ...filter, perSecond: 1 })
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
