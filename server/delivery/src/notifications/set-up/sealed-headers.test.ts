// @module-tag encrypted-secrets
import { expect, it, vi } from 'vitest'
import { inTransaction } from '@platform/kernel/db/transaction'
import { columnsWith } from '@platform/testing/columns-with'
import {
  connectionDeleted,
  givenNotifications,
  givenProject,
  givenReceiver,
  givenWebhook,
} from '../testing.ts'
import { deleteDestination, getDestination } from './destinations.ts'
import { updateDestination } from './update-destination.ts'
import { getLast } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'

const headers = { authorization: 'Bearer swordfish', 'x-tenant': 'swordfish-2' }

async function givenWorld() {
  const notifications = await givenNotifications()
  const { database } = notifications
  const projectId = await givenProject(notifications)
  const receiver = await givenReceiver()
  const { id } = await givenWebhook(notifications, {
    projectId,
    url: receiver.url,
    metadata: { headers },
  })
  const db = database.tenant(projectId)
  const get = () => getDestination(notifications, db, { destination: id })
  const waitForDelivery = async () => {
    const count = receiver.received.length
    await inTransaction(db, (tx) => notifications.emit(tx, connectionDeleted(projectId)))
    await vi.waitFor(() => expect(receiver.received).toHaveLength(count + 1), patiently)
    return getLast(receiver.received).headers
  }
  /** As an older version wrote it. */
  const writePlain = async () => {
    await database.everything
      .updateTable('destinations')
      .set({ metadata: JSON.stringify({ url: receiver.url, headers }), headers: null })
      .where('id', '=', id)
      .execute()
    notifications.routing.forget(projectId)
  }
  return {
    notifications,
    database,
    db,
    id,
    get,
    delivered: waitForDelivery,
    writePlain,
    url: receiver.url,
  }
}

it('encrypts headers, and sends and shows them', async () => {
  const { notifications, database, db, id, get, delivered, url } = await givenWorld()

  expect(await delivered()).toMatchObject(headers)
  expect((await get()).metadata).toEqual({ url, headers })
  await updateDestination(notifications, db, {
    destination: id,
    updateMask: ['metadata.headers.x-tenant'],
    changes: { metadata: { headers: { 'x-tenant': 'swordfish-3' } } },
  })

  const changed = { ...headers, 'x-tenant': 'swordfish-3' }
  expect((await get()).metadata).toEqual({ url, headers: changed })
  expect(await delivered()).toMatchObject(changed)
  await notifications.stop()
  expect(await columnsWith(database, 'swordfish')).toEqual([])
})

it.each([
  {
    write: 'change',
    run: ({ notifications, db, id }: Awaited<ReturnType<typeof givenWorld>>) =>
      updateDestination(notifications, db, {
        destination: id,
        updateMask: ['name'],
        changes: { name: 'renamed' },
      }),
  },
  {
    write: 'new signing key',
    run: ({ notifications, db, id }: Awaited<ReturnType<typeof givenWorld>>) =>
      getDestination(notifications, db, { destination: id, rotate: true }),
  },
])('encrypts plain headers with the next $write', async ({ run }) => {
  const world = await givenWorld()
  const { database, get, delivered, writePlain, url } = world
  await writePlain()
  expect(await columnsWith(database, 'swordfish')).toEqual(['destinations.metadata'])
  expect((await get()).metadata).toEqual({ url, headers })
  expect(await delivered()).toMatchObject(headers)

  await run(world)

  expect(await columnsWith(database, 'swordfish')).toEqual([])
  expect((await get()).metadata).toEqual({ url, headers })
  expect(await delivered()).toMatchObject(headers)
})

it('deletes headers with their destination', async () => {
  const { notifications, database, db, id, writePlain } = await givenWorld()
  await writePlain()

  await deleteDestination(notifications, db, { destination: id })

  const row = await database.everything
    .selectFrom('destinations')
    .select('headers')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.headers).toBeNull()
  expect(await columnsWith(database, 'swordfish')).toEqual([])
})
