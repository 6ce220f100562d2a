import { expect, it, vi } from 'vitest'
import { inTransaction } from '@platform/kernel/db/transaction'
import { patiently } from '@platform/testing/patiently'
import {
  listAttempts,
  listDeliveries,
} from '../../../delivery/src/notifications/history/deliveries.ts'
import { createDestination } from '../../../delivery/src/notifications/set-up/destinations.ts'
import {
  emitMany,
  givenNotifications,
  givenProject,
  givenReceiver,
  givenWebhook,
  listStatuses,
} from '../../../delivery/src/notifications/testing.ts'

interface Entry {
  Id: string
  MessageBody: string
}

/** A project with a FIFO queue, ordered by record, and what it accepted. */
async function givenFifoQueue() {
  const notifications = await givenNotifications()
  const projectId = await givenProject(notifications)
  const db = notifications.database.tenant(projectId)
  const accepted: string[] = []
  const queue = await givenReceiver(({ message }) => {
    const entries: Entry[] = message.Entries
    accepted.push(...entries.map(({ MessageBody }) => JSON.parse(MessageBody).data.name))
    const Successful = entries.map(({ Id }) => ({ Id, MessageId: `m-${Id}` }))
    return { status: 200, headers: {}, body: JSON.stringify({ Successful, Failed: [] }) }
  })
  await createDestination(notifications, db, {
    projectId,
    name: 'queue',
    type: 'sqs',
    ordering: 'record',
    metadata: {
      queueUrl: `${queue.url}/123456789012/events.fifo`,
      region: 'eu-west-1',
      endpointUrl: queue.url,
    },
    secrets: { awsKeyId: 'k', awsSecretKey: 's' },
  })
  const send = (name: string, text = '') =>
    inTransaction(db, (tx) =>
      notifications.sendRecords(tx, {
        projectId,
        destination: 'queue',
        action: 'read',
        about: {},
        messages: [{ body: { action: 'read', about: {}, name, text }, recordIds: ['1'] }],
        recordsOf: 'inst_1 contact',
      }),
    )
  return { notifications, projectId, db, accepted, send }
}

it('fails a message that a queue cannot accept at once, and sends the next version', async () => {
  const { notifications, db, accepted, send } = await givenFifoQueue()

  await send('too large', 'x'.repeat(1024 * 1024))
  await send('next')

  await vi.waitFor(
    async () => expect(await listStatuses(notifications)).toEqual(['failed 1', 'delivered 1']),
    patiently,
  )
  expect(accepted).toEqual(['next'])
  const failed = (await listDeliveries(db, { pageSize: 2 })).find(
    ({ status }) => status === 'failed',
  )
  const [attempt] = await listAttempts(db, failed!.id)
  expect(attempt!.error).toMatchObject({ class: 'tooLarge' })
})

it('isolates a bus that never answers from other destinations', async () => {
  const notifications = await givenNotifications({ settings: { webhookTimeoutMs: 60_000 } })
  const projectId = await givenProject(notifications)
  const db = notifications.database.tenant(projectId)
  const hanging = await givenReceiver(() => 'hang')
  const healthy = await givenReceiver()
  await givenWebhook(notifications, { projectId, url: healthy.url })
  await createDestination(notifications, db, {
    projectId,
    name: 'bus',
    type: 'eventbridge',
    metadata: {
      eventBusArn: 'arn:aws:events:eu-west-1:123456789012:event-bus/events',
      endpointUrl: hanging.url,
    },
    secrets: { awsKeyId: 'k', awsSecretKey: 's' },
  })
  const messages = Array.from({ length: 300 }, (_, n) => ({
    body: { action: 'read' as const, about: {}, n },
  }))
  await inTransaction(db, (tx) =>
    notifications.sendRecords(tx, {
      projectId,
      destination: 'bus',
      action: 'read',
      about: {},
      messages,
    }),
  )
  await vi.waitFor(() => expect(hanging.received.length).toBeGreaterThan(0), patiently)

  await emitMany(notifications, projectId, 300)

  // Long before the first of the other attempts times out.
  await vi.waitFor(() => expect(healthy.received).toHaveLength(300), patiently)
})
