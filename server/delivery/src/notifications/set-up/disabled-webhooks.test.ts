import { expect, it, vi } from 'vitest'
import { createDestination, getDestination } from './destinations.ts'
import { updateDestination } from './update-destination.ts'
import {
  connectionDeleted,
  emitAlone,
  emitMany,
  givenNotifications,
  givenProject,
  givenReceiver,
  givenWebhook,
  listStatuses,
} from '../testing.ts'
import { getFirst, must } from '@platform/kernel/values'
import { median } from '@platform/testing/bystander'
import { patiently } from '@platform/testing/patiently'
import { clusterOfTests } from '../message-log/testing.ts'

it('disables a webhook that replies 410, notifies other destinations and delivers held messages once enabled', async () => {
  const notifications = await givenNotifications()
  const projectId = await givenProject(notifications)
  let isGone = true
  const receiver = await givenReceiver(() => ({ status: isGone ? 410 : 200 }))
  const watcher = await givenReceiver()
  const { id } = await givenWebhook(notifications, { projectId, url: receiver.url })
  await givenWebhook(notifications, {
    projectId,
    url: watcher.url,
    eventType: 'destination.webhook.disabled',
  })
  const db = notifications.database.tenant(projectId)

  await emitAlone(notifications, connectionDeleted(projectId, '1'))
  await vi.waitFor(() => expect(watcher.received).toHaveLength(1), patiently)
  for (const group of ['2', '3', '4'])
    await emitAlone(notifications, connectionDeleted(projectId, group))
  const disabled = await getDestination(notifications, db, { destination: id })
  isGone = false
  await updateDestination(notifications, db, {
    destination: id,
    updateMask: ['disabled'],
    changes: { disabled: false },
  })

  expect(disabled).toMatchObject({ status: 'disabled', disabledReason: 'It answered 410 Gone.' })
  expect(getFirst(watcher.received).message.data).toMatchObject({
    destinationId: id,
    url: receiver.url,
  })
  await vi.waitFor(() => expect(receiver.received).toHaveLength(5), patiently)
  expect(receiver.received.map(({ message }) => message.data.groupRef)).toEqual([
    '1',
    '1',
    '2',
    '3',
    '4',
  ])
})

it('notifies other destinations of a disabled webhook, but not of a disabled log', async () => {
  const notifications = await givenNotifications()
  const projectId = await givenProject(notifications)
  const db = notifications.database.tenant(projectId)
  const watcher = await givenReceiver()
  const { id } = await givenWebhook(notifications, { projectId, url: watcher.url, eventType: null })
  await createDestination(notifications, db, { projectId, name: 'log', type: 'log', metadata: {} })
  await givenWebhook(notifications, {
    projectId,
    url: watcher.url,
    eventType: 'destination.webhook.disabled',
  })

  for (const destination of ['log', id]) {
    await updateDestination(notifications, db, {
      destination,
      updateMask: ['disabled'],
      changes: { disabled: true },
    })
  }

  await vi.waitFor(() => expect(watcher.received).toHaveLength(1), patiently)
  expect(getFirst(watcher.received).message.data).toMatchObject({
    destinationId: id,
    url: watcher.url,
  })
})

it('sends held messages oldest first, with several processes', async () => {
  // In the log, each is a page of its own, which takes a hundred times longer to emit.
  const count = clusterOfTests() ? 500 : 3_500
  const notifications = await givenNotifications()
  const projectId = await givenProject(notifications)
  const receiver = await givenReceiver()
  const { id } = await givenWebhook(notifications, { projectId, url: receiver.url })
  const db = notifications.database.tenant(projectId)
  const setDisabled = (disabled: boolean) =>
    updateDestination(notifications, db, {
      destination: id,
      updateMask: ['disabled'],
      changes: { disabled },
    })
  await setDisabled(true)
  const emitted = await emitMany(notifications, projectId, count)
  await givenNotifications({ database: notifications.database })

  await setDisabled(false)

  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(100), patiently)
  const later = await emitAlone(notifications, connectionDeleted(projectId))
  await vi.waitFor(() => expect(receiver.received).toHaveLength(count + 1), patiently)
  const received = receiver.received.map((one) => one.id)
  expect(received).toContain(later)
  // Requests that are sent together arrive in any order.
  const held = received.filter((one) => one !== later)
  const places = new Map<string, number>(emitted.toSorted().map((one, nth) => [one, nth]))
  const displacements = held.map((one, nth) => Math.abs(must(places.get(one), 'message') - nth))
  expect(new Set(held).size).toBe(count)
  expect(median(displacements)).toBeLessThan(100)
})

it('cancels expired held messages and sends the others', async () => {
  const notifications = await givenNotifications()
  const projectId = await givenProject(notifications)
  const receiver = await givenReceiver()
  const { id } = await givenWebhook(notifications, { projectId, url: receiver.url })
  const { everything } = notifications.database
  const setDisabled = (disabled: boolean) =>
    updateDestination(notifications, notifications.database.tenant(projectId), {
      destination: id,
      updateMask: ['disabled'],
      changes: { disabled },
    })
  await setDisabled(true)
  const old = await emitAlone(notifications, connectionDeleted(projectId))
  await emitAlone(notifications, connectionDeleted(projectId))
  await everything.deleteFrom('events').where('id', '=', old).execute()

  await setDisabled(false)

  await vi.waitFor(
    async () => expect(await listStatuses(notifications)).toEqual(['canceled 0', 'delivered 1']),
    patiently,
  )
  expect(receiver.received).toHaveLength(1)
})

it('disables a webhook whose every attempt failed for the set time', async () => {
  const notifications = await givenNotifications({
    settings: { disableAfterMs: 300, retryDelaysMs: [100, 100, 100, 100, 100, 100] },
  })
  const projectId = await givenProject(notifications)
  const receiver = await givenReceiver(() => ({ status: 500 }))
  const { id } = await givenWebhook(notifications, { projectId, url: receiver.url })
  const db = notifications.database.tenant(projectId)

  await emitAlone(notifications, connectionDeleted(projectId))

  await vi.waitFor(async () => {
    const { status } = await getDestination(notifications, db, { destination: id })
    expect(status).toBe('disabled')
  }, patiently)
  expect(await listStatuses(notifications)).toEqual([expect.stringMatching(/^pending/)])
})

it('restarts the failure period of a re-enabled webhook', async () => {
  const notifications = await givenNotifications({
    // Longer than a busy machine needs for the two failures after it is enabled.
    settings: { disableAfterMs: 4_000, retryDelaysMs: Array.from({ length: 400 }, () => 50) },
  })
  const projectId = await givenProject(notifications)
  const db = notifications.database.tenant(projectId)
  let failures = Infinity
  const receiver = await givenReceiver(() => ({ status: failures-- > 0 ? 500 : 200 }))
  const { id } = await givenWebhook(notifications, { projectId, url: receiver.url })
  await emitAlone(notifications, connectionDeleted(projectId))
  const isDisabled = async () =>
    (await getDestination(notifications, db, { destination: id })).status === 'disabled'
  await vi.waitFor(async () => expect(await isDisabled()).toBe(true), patiently)

  failures = 2
  await updateDestination(notifications, db, {
    destination: id,
    updateMask: ['disabled'],
    changes: { disabled: false },
  })

  await vi.waitFor(
    async () =>
      expect(await listStatuses(notifications)).toEqual([expect.stringMatching(/^delivered/)]),
    patiently,
  )
  expect(await isDisabled()).toBe(false)
})
