import { expect, it, vi } from 'vitest'
import { listDeliveries, listEvents, retryDelivery } from '../history/deliveries.ts'
import {
  connectionDeleted,
  emitAlone,
  givenNotifications,
  givenProject,
  givenReceiver,
  givenWebhook,
  startNotifications,
} from '../testing.ts'
import { getFirst } from '@platform/kernel/values'
import { getDestination } from './destinations.ts'
import { updateDestination } from './update-destination.ts'
import { patiently } from '@platform/testing/patiently'

const pageSize = 100

async function givenWorld({ retryDelaysMs = [3_600_000] } = {}) {
  const notifications = await givenNotifications({ settings: { retryDelaysMs } })
  const projectId = await givenProject(notifications)
  const db = notifications.database.tenant(projectId)
  const answer = { status: 503 }
  const receiver = await givenReceiver(() => answer)
  const { id } = await givenWebhook(notifications, { projectId, url: receiver.url })
  const emitOne = () => emitAlone(notifications, connectionDeleted(projectId))
  const readDestination = () => getDestination(notifications, db, { destination: id })
  return { notifications, projectId, db, answer, id, emitOne, shown: readDestination }
}

it('reports since when and why a destination fails, until it recovers', async () => {
  const { notifications, projectId, db, answer, emitOne, shown } = await givenWorld()
  const fresh = await shown()
  const before = new Date().toISOString()
  for (let count = 0; count < 3; count++) await emitOne()
  // Separate statements count the attempts and store the failure.
  await vi.waitFor(async () => {
    const { lastDay, health } = await shown()
    expect([lastDay.failed, health.state]).toEqual([3, 'retrying'])
  }, patiently)

  const refusing = await shown()
  const failing = await listDeliveries(db, { pageSize, status: 'failing' })
  const events = await listEvents(db, { projectId, pageSize, status: 'failing' })
  answer.status = 200
  for (const { id } of failing) await retryDelivery(notifications, db, id)
  await vi.waitFor(async () => expect((await shown()).lastDay.succeeded).toBe(3), patiently)
  const mended = await shown()

  expect(fresh).toMatchObject({ health: { state: 'healthy' } })
  expect(fresh.lastDay).toEqual({ succeeded: 0, failed: 0, retrying: 0, paused: 0 })
  expect(refusing.health).toEqual({
    state: 'retrying',
    since: expect.any(String),
    reason: 'It answered 503.',
  })
  expect(String(refusing.health.since) >= before).toBe(true)
  expect(refusing.lastDay).toEqual({
    succeeded: 0,
    failed: 3,
    successRate: 0,
    retrying: 3,
    paused: 0,
  })
  expect(failing.map(({ status }) => status)).toEqual(['retrying', 'retrying', 'retrying'])
  expect(events).toHaveLength(3)
  expect(mended.health).toEqual({ state: 'healthy' })
  expect(mended.lastDay).toEqual({
    succeeded: 3,
    failed: 3,
    successRate: 0.5,
    retrying: 0,
    paused: 0,
  })
  expect(await listDeliveries(db, { pageSize, status: 'failing' })).toEqual([])
})

it('reports a receiver that hangs on its first message after the attempt', async () => {
  const settings = { retryDelaysMs: [3_600_000], webhookTimeoutMs: 300 }
  const notifications = await givenNotifications({ settings })
  const projectId = await givenProject(notifications)
  const db = notifications.database.tenant(projectId)
  const { url } = await givenReceiver(() => 'hang')
  const { id } = await givenWebhook(notifications, { projectId, url })
  const readDestination = () => getDestination(notifications, db, { destination: id })
  await emitAlone(notifications, connectionDeleted(projectId))

  await vi.waitFor(
    async () => expect(await listDeliveries(db, { pageSize, status: 'retrying' })).toHaveLength(1),
    patiently,
  )
  const atOnce = await readDestination()

  expect(atOnce.health.state).toBe('retrying')
  await vi.waitFor(
    async () =>
      expect((await readDestination()).health).toEqual({
        state: 'retrying',
        since: expect.any(String),
        reason: 'The destination did not respond within 0.3 s.',
      }),
    patiently,
  )
})

it('pages through retried and failed deliveries', async () => {
  const { notifications, projectId, db, answer, id, emitOne } = await givenWorld()
  const waitForDeliveryCount = (status: 'delivered' | 'retrying' | 'failed', count: number) =>
    vi.waitFor(async () => {
      expect(await listDeliveries(db, { pageSize, status })).toHaveLength(count)
    }, patiently)
  answer.status = 200
  await emitOne()
  await waitForDeliveryCount('delivered', 1)
  answer.status = 503
  await emitOne()
  const impatient = await givenNotifications({
    database: notifications.database,
    settings: { retryDelaysMs: [] },
    isSending: false,
  })
  await waitForDeliveryCount('retrying', 1)
  await notifications.stop()
  await startNotifications(impatient)
  const other = await givenWebhook(impatient, {
    projectId,
    url: (await givenReceiver(() => ({ status: 500 }))).url,
  })
  await emitAlone(impatient, connectionDeleted(projectId))
  const failing = (page = pageSize) =>
    listDeliveries(db, { pageSize: page, status: 'failing' }).then((list) =>
      list.map(({ status, destinationId }) => [status, destinationId]),
    )

  await waitForDeliveryCount('failed', 2)

  expect(await failing()).toEqual(
    expect.arrayContaining([
      ['failed', other.id],
      ['failed', id],
      ['retrying', id],
    ]),
  )
  expect(await failing()).toHaveLength(3)
  expect(await failing(1)).toHaveLength(1)
  expect(
    await listDeliveries(db, { pageSize, status: 'failing', destinationId: other.id }),
  ).toHaveLength(1)
  expect(await listDeliveries(db, { pageSize, status: 'pending' })).toEqual([])
})

it('shows a manually disabled destination as paused and a 410 destination as failing', async () => {
  const { notifications, db, answer, id, emitOne, shown } = await givenWorld()
  const change = (disabled: boolean) =>
    updateDestination(notifications, db, {
      destination: id,
      updateMask: ['disabled'],
      changes: { disabled },
    })
  await emitOne()
  await vi.waitFor(async () => expect((await shown()).lastDay.retrying).toBe(1), patiently)

  const byHand = await change(true)
  const enabled = await change(false)
  answer.status = 410
  await emitOne()
  await vi.waitFor(async () => expect((await shown()).status).toBe('disabled'), patiently)
  const gone = await shown()

  expect(byHand.health).toMatchObject({ state: 'paused', reason: 'Disabled manually.' })
  expect(byHand.lastDay).toMatchObject({ retrying: 0, paused: 1 })
  expect(enabled.health.state).not.toBe('paused')
  expect(gone.health).toMatchObject({ state: 'failing', reason: 'It answered 410 Gone.' })
})

it('sums the deliveries of several processes', async () => {
  const { notifications, answer, emitOne, shown, projectId } = await givenWorld()
  answer.status = 204
  const other = await givenNotifications({ database: notifications.database })
  await Promise.all([emitOne(), emitOne(), emitAlone(other, connectionDeleted(projectId))])
  await vi.waitFor(async () => expect((await shown()).lastDay.succeeded).toBe(3), patiently)

  await other.stop()
  await notifications.stop()

  expect(getFirst([(await shown()).lastDay])).toMatchObject({ succeeded: 3, failed: 0 })
})
