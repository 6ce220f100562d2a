import { verifyWebhook } from '@platform/client/webhooks'
import { FairSlots } from '@platform/kernel/admission'
import { expect, it, vi } from 'vitest'
import { issueCertificates } from '@platform/testing/certificates'
import { patiently } from '@platform/testing/patiently'
import { createPullConsumer } from '../pull/pull-consumers.ts'
import { pullMessages } from '../pull/pull-messages.ts'
import {
  connectionDeleted,
  emitAlone,
  givenNotifications,
  givenProject,
  givenPull,
  givenReceiver,
  givenWebhook,
} from '../testing.ts'
import { deleteDestination, getDestination, rotateSigningKeys } from './destinations.ts'
import { updateDestination } from './update-destination.ts'
import { registerReceiver } from './register-receiver.ts'
import { findDestination } from './store.ts'
import { listTopics } from './topic-store.ts'

async function givenInbox() {
  const notifications = await givenNotifications()
  const projectId = await givenProject(notifications)
  const { id } = await givenPull(notifications, projectId, 'inbox')
  const db = notifications.database.tenant(projectId)
  await notifications.secrets.ready(projectId)
  const start = (settings: Partial<Parameters<typeof registerReceiver>[2]> = {}) =>
    registerReceiver(notifications, db, { destination: id, consumer: 'default', ...settings })
  const fetchAll = async () =>
    (
      await pullMessages({ ...notifications, waiting: new FairSlots({ slots: 1 }) }, db, {
        destination: id,
        after: '0',
        limit: 100,
        wait: 0,
        tenant: { org: 'org', project: projectId },
        signal: new AbortController().signal,
        access: { check: async () => {} },
        reserve: async () => {},
      })
    ).messages.map(({ eventId }) => eventId)
  const emit = () => emitAlone(notifications, connectionDeleted(projectId))
  return { notifications, projectId, id, db, start, fetchAll, emit }
}

it('sends to the URL of the receiver, signed, and keeps what was stored before', async () => {
  const { start, fetchAll, emit } = await givenInbox()
  const receiver = await givenReceiver()
  const stored = await emit()
  await vi.waitFor(async () => expect(await fetchAll()).toEqual([stored]), patiently)

  const { type, url, webhookSigningKey: secret = '' } = await start({ url: receiver.url })
  const sent = await emit()

  expect({ type, url }).toEqual({ type: 'webhook', url: receiver.url })
  await vi.waitFor(() => expect(receiver.received.map(({ id }) => id)).toContain(sent), patiently)
  for (const { text, headers } of receiver.received)
    expect(verifyWebhook({ body: text, headers, secret })).toHaveProperty('notificationType')
  expect(await fetchAll()).toEqual([stored])
})

it('finds nothing stored for the receiver of a destination that was created as a webhook', async () => {
  const { notifications, db, projectId } = await givenInbox()
  const { url } = await givenReceiver()
  const { id: destination } = await givenWebhook(notifications, { projectId, url })
  const name = 'default'

  await registerReceiver(notifications, db, { destination, url, consumer: name })

  const consumer = { destination, projectId, name, from: 'first' } as const
  expect(await createPullConsumer(notifications, db, consumer)).toMatchObject({ cursor: '0' })
})

it('changes nothing when the receiver starts again, and follows it to another URL', async () => {
  const { start, notifications, db, id, emit } = await givenInbox()
  const [first, second] = [await givenReceiver(), await givenReceiver()]
  const { webhookSigningKey } = await start({ url: first.url })
  const before = await getDestination(notifications, db, { destination: id })

  expect(await start({ url: first.url })).toMatchObject({ webhookSigningKey })
  expect(await getDestination(notifications, db, { destination: id })).toEqual(before)

  expect(await start({ url: second.url })).toMatchObject({ webhookSigningKey })
  const sent = await emit()
  await vi.waitFor(() => expect(second.received.map((one) => one.id)).toEqual([sent]), patiently)
  expect(first.received).toEqual([])
})

it('leaves the messages of a receiver with a URL there until a call stores them', async () => {
  const { start, fetchAll, emit } = await givenInbox()
  const receiver = await givenReceiver()
  await start({ url: receiver.url })

  await expect(start()).rejects.toMatchObject({ kind: 'destination-not-pulled' })
  expect(await start({ url: null })).toMatchObject({ type: 'pull' })

  const stored = await emit()
  await vi.waitFor(async () => expect(await fetchAll()).toEqual([stored]), patiently)
  expect(await start()).toMatchObject({ type: 'pull' })
})

it('deletes the client certificate of a webhook whose messages are stored again', async ({
  skip,
}) => {
  const { start, notifications, db, id } = await givenInbox()
  const { clients } = (await issueCertificates()) ?? skip('openssl is not on this machine')
  const [{ certificate: clientCertificate, privateKey: clientKey }] = clients
  await start({ url: 'http://127.0.0.1:9/hook' })
  await updateDestination(notifications, db, {
    ...{ destination: id, updateMask: ['secrets'] },
    changes: { secrets: { clientCertificate, clientKey } },
  })
  const isStored = async () => (await findDestination(db, id))?.credentials !== null
  expect(await isStored()).toBe(true)

  await start({ url: null })

  expect(await isStored()).toBe(false)
})

it('rejects a URL that webhooks may not have, and one that takes messages from other consumers', async () => {
  const { start, notifications, db, id, projectId } = await givenInbox()

  await expect(start({ url: 'http://169.254.169.254/' })).rejects.toThrow('body url: 169.254')
  for (const name of ['default', 'warehouse'])
    await createPullConsumer(notifications, db, { destination: id, projectId, name, from: 'next' })
  await expect(start({ url: 'http://127.0.0.1:9/' })).rejects.toThrow('warehouse')
})

it('routes exactly the events that the receiver names', async () => {
  const { start, notifications, projectId, db, id } = await givenInbox()
  const findTypes = async () =>
    [...(await notifications.routing.of(db, projectId)).byType]
      .filter(([, destinations]) => destinations.some((row) => row.id === id))
      .map(([type]) => type)
      .toSorted()
  const others = await findTypes()

  await start({ eventTypes: ['installation.created', 'read.backfill.done'] })
  expect(await findTypes()).toEqual(
    [...others, 'installation.created', 'read.backfill.done'].toSorted(),
  )
  await start({ eventTypes: ['installation.deleted'] })
  await start()
  expect(await findTypes()).toEqual([...others, 'installation.deleted'].toSorted())

  await deleteDestination(notifications, db, { destination: id, force: true })
  const names = (await listTopics(db, undefined).execute()).map(({ name }) => name)
  expect(names.filter((name) => name.includes(id))).toEqual([])
})

it('returns the new signing key after a rotation, while the former still signs', async () => {
  const { start, notifications, db, id, emit } = await givenInbox()
  const receiver = await givenReceiver()
  const { webhookSigningKey: former = '' } = await start({ url: receiver.url })

  await rotateSigningKeys(notifications, db, { destination: id, overlapMs: 3600_000 })
  const { webhookSigningKey: current = '' } = await start({ url: receiver.url })
  await emit()

  expect(current).not.toBe(former)
  await vi.waitFor(() => expect(receiver.received.length).toBe(1), patiently)
  for (const { text, headers } of receiver.received)
    for (const secret of [former, current])
      expect(verifyWebhook({ body: text, headers, secret })).toHaveProperty('notificationType')

  await rotateSigningKeys(notifications, db, { destination: id, overlapMs: 0 })
  const { webhookSigningKey: next = '' } = await start({ url: receiver.url })
  await emit()
  await vi.waitFor(() => expect(receiver.received.length).toBe(2), patiently)
  const [, { text, headers }] = receiver.received as [unknown, (typeof receiver.received)[0]]
  expect(verifyWebhook({ body: text, headers, secret: next })).toHaveProperty('notificationType')
  expect(() => verifyWebhook({ body: text, headers, secret: current })).toThrow('No signature')
})
