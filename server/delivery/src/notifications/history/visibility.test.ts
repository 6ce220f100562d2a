import { webhookBodies } from '@platform/contract'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import {
  getDelivery,
  getEvent,
  listAttempts,
  listDeliveries,
  listEvents,
  retryDelivery,
  testDestination,
} from './deliveries.ts'
import { deleteDestination, getDestination } from '../set-up/destinations.ts'
import { updateDestination } from '../set-up/update-destination.ts'
import { nextPageToken } from '@platform/kernel/http/paginate'
import { eraseEvents } from './erase-events.ts'
import { cancelReplay, getReplay, replayDeliveries } from './replays.ts'
import { getEnvelope } from '@platform/sinks/event'
import { testEvent } from '@platform/sinks/test-event'
import {
  connectionDeleted,
  emitAlone,
  givenNotifications,
  givenProject,
  givenReceiver,
  givenWebhook,
  type ReceiverReply,
} from '../testing.ts'
import { getFirst, must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'

async function givenWorld({
  reply = (): ReceiverReply => ({}),
  retryDelaysMs = [] as number[],
} = {}) {
  const notifications = await givenNotifications({ settings: { retryDelaysMs } })
  const projectId = await givenProject(notifications)
  const receiver = await givenReceiver(() => reply())
  const destination = await givenWebhook(notifications, { projectId, url: receiver.url })
  const db = notifications.database.tenant(projectId)
  const waitForDeliveries = (status: string, count = 1) =>
    vi.waitFor(async () => {
      const rows = await listDeliveries(db, { pageSize: 100 })
      expect(rows.filter((row) => row.status === status)).toHaveLength(count)
    }, patiently)
  return { notifications, projectId, receiver, destination, db, settled: waitForDeliveries }
}

it('shows what happened to an event: its deliveries and their attempts', async () => {
  const { notifications, projectId, db, destination, receiver, settled } = await givenWorld({
    reply: () => ({ status: 200, headers: { 'x-answer': '42' }, body: 'thanks' }),
  })
  const event = connectionDeleted(projectId)

  const eventId = await emitAlone(notifications, event)
  await settled('delivered')

  const shown = await getEvent(db, notifications.bodies, eventId)
  expect(shown).toMatchObject({ id: eventId, type: event.type, body: { data: event.data } })
  const delivery = getFirst(shown.deliveries)
  expect(delivery).toMatchObject({
    destinationId: destination.id,
    status: 'delivered',
    attempts: 1,
  })
  expect(await getDelivery(db, delivery.id)).toEqual(delivery)
  expect(await listAttempts(db, delivery.id)).toEqual([
    expect.objectContaining({
      number: 1,
      succeeded: true,
      request: expect.objectContaining({ url: receiver.url }),
      response: {
        status: 200,
        headers: expect.objectContaining({ 'x-answer': '42' }),
        body: 'thanks',
      },
    }),
  ])
})

it('lists by destination, type, status and time, page by page', async () => {
  const { notifications, projectId, db, destination, settled } = await givenWorld()
  const other = await givenWebhook(notifications, {
    projectId,
    url: (await givenReceiver(() => ({ status: 500 }))).url,
  })
  for (let count = 0; count < 5; count++)
    await emitAlone(notifications, connectionDeleted(projectId))
  await settled('delivered', 5)
  await settled('failed', 5)

  const pageSize = 100
  expect(await listDeliveries(db, { pageSize })).toHaveLength(10)
  expect(await listDeliveries(db, { pageSize, destinationId: other.id })).toHaveLength(5)
  expect(
    await listDeliveries(db, { pageSize, status: 'failed', destinationId: destination.id }),
  ).toEqual([])
  expect(await listDeliveries(db, { pageSize, type: 'read' })).toEqual([])
  expect(
    await listDeliveries(db, { pageSize, from: new Date(Date.now() + 60_000).toISOString() }),
  ).toEqual([])
  expect(await listEvents(db, { projectId, pageSize, status: 'failed' })).toHaveLength(5)
  const first = await listDeliveries(db, { pageSize: 3 })
  const second = await listDeliveries(db, {
    pageSize: 100,
    pageToken: must(nextPageToken(first), 'next page token'),
  })
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(10)
  const events = await listEvents(db, { projectId, pageSize: 2 })
  expect(
    await listEvents(db, {
      projectId,
      pageSize,
      pageToken: must(nextPageToken(events), 'next page token'),
    }),
  ).toHaveLength(3)
})

it('reports why a delivery failed, and replays it with its ID', async () => {
  let status = 500
  const { notifications, projectId, db, receiver, settled } = await givenWorld({
    reply: () => ({ status }),
  })
  await emitAlone(notifications, connectionDeleted(projectId))
  await settled('failed')
  const failed = getFirst(await listDeliveries(db, { pageSize: 1 }))
  status = 200

  await retryDelivery(notifications, db, failed.id)

  await settled('delivered')
  expect(failed.lastError).toBe('It answered 500.')
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
  const attempts = await listAttempts(db, failed.id)
  expect(attempts.map(({ number, succeeded }) => [number, succeeded])).toEqual([
    [2, true],
    [1, false],
  ])
})

it('sends a pending delivery immediately on request', async () => {
  let status = 500
  const { notifications, projectId, db, settled } = await givenWorld({
    reply: () => ({ status }),
    retryDelaysMs: [3_600_000],
  })
  await emitAlone(notifications, connectionDeleted(projectId))
  await vi.waitFor(async () => {
    const [row] = await listDeliveries(db, { pageSize: 1 })
    expect(row?.nextAttemptTime).toBeDefined()
  }, patiently)
  const pending = getFirst(await listDeliveries(db, { pageSize: 1, status: 'retrying' }))
  status = 200

  await retryDelivery(notifications, db, pending.id)

  await settled('delivered')
})

it('counts the events of a replay, then sends them and reports progress', async () => {
  let status = 500
  const { notifications, projectId, db, settled } = await givenWorld({ reply: () => ({ status }) })
  for (let count = 0; count < 4; count++)
    await emitAlone(notifications, connectionDeleted(projectId))
  await settled('failed', 4)
  status = 200

  const dry = await replayDeliveries(notifications, db, { projectId, dryRun: true })
  const { replay } = await replayDeliveries(notifications, db, {
    projectId,
    eventTypes: ['connection.deleted'],
  })

  await settled('delivered', 4)
  expect(dry).toEqual({ count: 4, hasMore: false })
  expect(replay?.filter).toEqual({
    status: 'failed',
    eventTypes: ['connection.deleted'],
    to: expect.any(String),
  })
  await vi.waitFor(async () => {
    expect(await getReplay(db, must(replay?.id, 'replay'))).toMatchObject({
      status: 'done',
      total: 4,
      replayed: 4,
    })
  }, patiently)
})

it('replays no faster than asked for and stops when canceled', async () => {
  const perSecond = 2
  const all = 40
  let status = 500
  const world = await givenWorld({ reply: () => ({ status }) })
  const { notifications, projectId, db, receiver, settled } = world
  for (let count = 0; count < all; count++)
    await emitAlone(notifications, connectionDeleted(projectId))
  await settled('failed', all)
  status = 200

  const begun = performance.now()
  const { replay } = await replayDeliveries(notifications, db, { projectId, perSecond })
  await vi.waitFor(
    () => expect(receiver.received.length).toBeGreaterThanOrEqual(all + 2),
    patiently,
  )
  const canceled = await cancelReplay(db, must(replay?.id, 'replay'))
  const passedSeconds = (performance.now() - begun) / 1000
  const listFailed = () => listDeliveries(db, { pageSize: 100, status: 'failed' })
  // What was under way is delivered.
  await new Promise((resolve) => setTimeout(resolve, 500))
  const left = await listFailed()
  await new Promise((resolve) => setTimeout(resolve, 1_000))

  expect(canceled.status).toBe('canceled')
  expect(left.length).toBeGreaterThanOrEqual(all - perSecond * (passedSeconds + 1))
  expect(await listFailed()).toHaveLength(left.length)
})

it('shows deliveries of a disabled destination as paused', async () => {
  const { notifications, projectId, db, destination } = await givenWorld()
  await updateDestination(notifications, db, {
    destination: destination.id,
    updateMask: ['disabled'],
    changes: { disabled: true },
  })

  await emitAlone(notifications, connectionDeleted(projectId))

  expect(await listDeliveries(db, { pageSize: 10, status: 'paused' })).toHaveLength(1)
  expect(await listDeliveries(db, { pageSize: 10, status: 'pending' })).toEqual([])
})

it("shows the previous version's spelling of canceled as canceled", async () => {
  const { notifications, projectId, db, settled } = await givenWorld()
  const { everything } = notifications.database
  await emitAlone(notifications, connectionDeleted(projectId))
  await settled('delivered', 1)
  const { replay } = await replayDeliveries(notifications, db, {
    projectId,
    status: 'delivered',
    perSecond: 1,
  })
  const replayId = must(replay?.id, 'replay')
  // Waits for the delivery, which would change the rows set here.
  await vi.waitFor(
    async () => expect(await getReplay(db, replayId)).toMatchObject({ status: 'done' }),
    patiently,
  )
  await settled('delivered', 1)

  await sql`update deliveries set status = 'cancelled'`.execute(everything)
  await sql`update replays set status = 'cancelled'`.execute(everything)
  await sql`update destinations set delete_time = now()`.execute(everything)

  expect(await listDeliveries(db, { pageSize: 10, status: 'canceled' })).toMatchObject([
    { status: 'canceled' },
  ])
  expect((await getReplay(db, replayId)).status).toBe('canceled')
})

it('refuses to delete a destination with pending deliveries, unless forced, which cancels them', async () => {
  const { notifications, projectId, db, destination } = await givenWorld()
  await updateDestination(notifications, db, {
    destination: destination.id,
    updateMask: ['disabled'],
    changes: { disabled: true },
  })
  await emitAlone(notifications, connectionDeleted(projectId))

  const refused = deleteDestination(notifications, db, { destination: destination.name })
  await expect(refused).rejects.toMatchObject({ kind: 'deliveries-pending' })
  const canceled = await deleteDestination(notifications, db, {
    destination: destination.name,
    force: true,
  })

  expect(canceled).toBe(1)
  expect(await listDeliveries(db, { pageSize: 10 })).toMatchObject([{ status: 'canceled' }])
  await expect(
    getDestination(notifications, db, { destination: destination.id }),
  ).rejects.toMatchObject({
    kind: 'destination-not-found',
  })
})

it('counts and cancels deliveries in progress when a destination is deleted', async () => {
  const { notifications, projectId, db, destination, receiver } = await givenWorld({
    reply: () => 'hang',
    retryDelaysMs: [10, 10],
  })
  for (let count = 0; count < 6; count++)
    await emitAlone(notifications, connectionDeleted(projectId))
  await vi.waitFor(() => expect(receiver.received).toHaveLength(4), patiently)

  await expect(
    deleteDestination(notifications, db, { destination: destination.id }),
  ).rejects.toMatchObject({ details: { context: { pendingDeliveries: 6 } } })
  const canceled = await deleteDestination(notifications, db, {
    destination: destination.id,
    force: true,
  })
  await new Promise((resolve) => setTimeout(resolve, 1_500))

  expect(canceled).toBe(6)
  expect(await listDeliveries(db, { pageSize: 10, status: 'canceled' })).toHaveLength(6)
  expect(receiver.received).toHaveLength(4)
})

it('cancels deliveries emitted during the deletion of their destination', async () => {
  const { notifications, projectId, db, destination } = await givenWorld()
  const accepting = await givenNotifications({
    database: notifications.database,
    isSending: false,
  })
  const emitted = Promise.withResolvers<void>()
  const deleted = Promise.withResolvers<void>()
  const emitting = inTransaction(db, async (tx) => {
    await accepting.emit(tx, connectionDeleted(projectId))
    emitted.resolve()
    await deleted.promise
  })
  await emitted.promise
  await deleteDestination(notifications, db, { destination: destination.id })
  deleted.resolve()
  await emitting

  await givenNotifications({ database: notifications.database })

  expect(await listDeliveries(db, { pageSize: 10 })).toMatchObject([{ status: 'canceled' }])
})

it('lists by the name of a destination, and by its ID once it is deleted', async () => {
  const { notifications, projectId, db, destination, settled } = await givenWorld()
  await emitAlone(notifications, connectionDeleted(projectId))
  await settled('delivered')

  const byName = await listDeliveries(db, { pageSize: 10, destinationId: destination.name })
  const eventsByName = await listEvents(db, {
    projectId,
    pageSize: 10,
    destinationId: destination.name,
  })
  await deleteDestination(notifications, db, { destination: destination.id })

  expect([byName.length, eventsByName.length]).toEqual([1, 1])
  expect(await listDeliveries(db, { pageSize: 10, destinationId: destination.id })).toHaveLength(1)
})

it.each(webhookBodies)('has a test message of $type that matches its schema', (message) => {
  const event = testEvent('proj_1', message.type)

  const { error } = message.schema.safeParse(JSON.parse(getEnvelope(event)))

  expect(error).toBeUndefined()
})

it('erases the download with its message', async () => {
  const { notifications, projectId, db, destination } = await givenWorld()
  const [eventId, other] = [newId('evt'), newId('evt')]
  const body = Buffer.from('[]')
  await db
    .insertInto('downloads')
    .values([
      { id: newId('dl'), projectId, eventId, body },
      { id: newId('dl'), projectId, eventId: other, body },
    ])
    .execute()
  await inTransaction(db, (tx) =>
    notifications.sendRecords(tx, {
      projectId,
      destination: destination.id,
      action: 'read',
      about: { groupRef: 'acme' },
      messages: [{ id: eventId, body: { action: 'read', about: {}, groupRef: 'acme' } }],
      hasDownloads: true,
    }),
  )

  const erased = await inTransaction(db, (tx) =>
    eraseEvents(tx, projectId, { about: { groupRef: 'acme' } }),
  )

  expect(erased).toBe(1)
  expect(await db.selectFrom('downloads').select('eventId').execute()).toEqual([{ eventId: other }])
})

it('sends a test event and returns the attempt', async () => {
  const { notifications, db, destination, receiver } = await givenWorld({
    reply: () => ({ status: 418 }),
  })

  const attempt = await testDestination(notifications, db, {
    destination: destination.name,
    eventType: 'connection.created',
  })

  expect(attempt).toMatchObject({
    succeeded: false,
    error: { class: 'status' },
    response: { status: 418 },
  })
  const { message } = getFirst(receiver.received)
  expect(message).toMatchObject({ notificationType: 'connection.created' })
  expect(JSON.parse(attempt.body)).toEqual(message)
})

it('signs with old and new keys after concurrent rotations', async () => {
  const { notifications, projectId, db, destination, receiver } = await givenWorld()
  const before = await getDestination(notifications, db, {
    destination: destination.id,
    includeSecrets: true,
  })

  const rotate = () =>
    getDestination(notifications, db, { destination: destination.id, rotate: true })
  const after = await Promise.all([rotate(), rotate()])
  await emitAlone(notifications, connectionDeleted(projectId))

  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patiently)
  const secretsOf = [before, ...after].map(
    ({ secrets }) => must(secrets, 'secrets').webhookSigningKey,
  )
  expect(new Set(secretsOf).size).toBe(3)
  const shown = await getDestination(notifications, db, { destination: destination.id })
  expect(before.formerKeyUntil).toBeUndefined()
  expect(Date.parse(must(shown.formerKeyUntil, 'end')) - Date.now()).toBeGreaterThan(23 * 3600_000)
  expect(Date.parse(must(shown.formerKeyUntil, 'end')) - Date.now()).toBeLessThan(25 * 3600_000)
  const { verifyWebhook } = await import('../../../../../packages/client/src/webhooks.ts')
  const { text: body, headers } = getFirst(receiver.received)
  for (const secret of secretsOf) {
    expect(verifyWebhook({ body, headers, secret: must(secret, 'secret') })).toBeDefined()
  }
})
