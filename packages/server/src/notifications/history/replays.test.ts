import { expect, it, vi } from 'vitest'
import { replayDeliveries } from './replays.ts'
import {
  connectionDeleted,
  givenNotifications,
  givenProject,
  givenReceiver,
  givenWebhook,
  statusesOf,
} from '../testing.ts'
import { patiently } from '../../testing/patiently.ts'

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
