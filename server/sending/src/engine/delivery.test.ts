import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import {
  listAttempts,
  listDeliveries,
} from '../../../delivery/src/notifications/history/deliveries.ts'
import { insertEmissionsIn } from './queue/hot-store.ts'
import {
  createDestination,
  getDestination,
} from '../../../delivery/src/notifications/set-up/destinations.ts'
import {
  connectionDeleted,
  emitAlone,
  emitMany,
  givenNotifications,
  givenProject,
  givenReceiver,
  givenWebhook,
  listStatuses,
} from '../../../delivery/src/notifications/testing.ts'
import { getFirst, must, getNth } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { expectWithin } from '@platform/testing/machine-speed'

it('delivers committed events, signed, and records the attempt', async () => {
  const notifications = await givenNotifications()
  const projectId = await givenProject(notifications)
  const receiver = await givenReceiver()
  const { id } = await givenWebhook(notifications, { projectId, url: receiver.url })
  const db = notifications.database.tenant(projectId)

  const event = connectionDeleted(projectId)
  const eventId = await inTransaction(db, (tx) => notifications.emit(tx, event))

  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patiently)
  const received = getFirst(receiver.received)
  expect(received.id).toBe(eventId)
  expect(received.message).toEqual({ notificationType: event.type, data: event.data })
  const { secrets } = await getDestination(notifications, db, {
    destination: id,
    includeSecrets: true,
  })
  for (const Webhook of [StandardWebhook, SvixWebhook]) {
    const webhook = new Webhook(must(secrets?.webhookSigningKey, 'webhook signing key'))
    const headers = received.headers as Record<string, string>
    expect(() => webhook.verify(received.text, headers)).not.toThrow()
  }
  await vi.waitFor(
    async () => expect(await listStatuses(notifications)).toEqual(['delivered 1']),
    patiently,
  )
})

it('sends nothing of a rolled back transaction', async () => {
  const notifications = await givenNotifications()
  const projectId = await givenProject(notifications)
  const receiver = await givenReceiver()
  await givenWebhook(notifications, { projectId, url: receiver.url })
  const db = notifications.database.tenant(projectId)

  const failing = inTransaction(db, async (tx) => {
    await notifications.emit(tx, connectionDeleted(projectId))
    throw new Error('no')
  })

  await expect(failing).rejects.toThrow('no')
  await emitAlone(notifications, connectionDeleted(projectId, 'after'))
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patiently)
  expect(getFirst(receiver.received).message.data.groupRef).toBe('after')
})

it('delays only readers that send to a slow receiver', async () => {
  const settings = { webhookTimeoutMs: 20_000, limits: { maxBytes: 40_000 } }
  const notifications = await givenNotifications({ settings })
  const projectId = await givenProject(notifications)
  const [slow, quick] = [await givenReceiver(() => 'hang'), await givenReceiver()]
  const crowded = await givenWebhook(notifications, { projectId, url: slow.url })
  const other = await givenWebhook(notifications, { projectId, url: quick.url })
  const wait = ({ id: destination }: { id: string }) =>
    notifications.waitForRoom({ projectId, destination }).then(() => destination)
  const db = notifications.database.tenant(projectId)
  const messages = Array.from({ length: 4 }, () => ({ body: { text: 'x'.repeat(3_000) } }))
  const send = { projectId, destination: crowded.id, action: 'read', about: {}, messages } as const

  await inTransaction(db, (tx) => notifications.sendRecords(tx, send))
  const startedAt = performance.now()
  const waits = [wait(crowded), wait(other)]

  expect(await Promise.race(waits)).toBe(other.id)
  expect(await Promise.all(waits)).toHaveLength(2)
  expect(performance.now() - startedAt).toBeGreaterThan(245)
})

it('delivers to each destination once, however many routes lead there', async () => {
  const notifications = await givenNotifications()
  const projectId = await givenProject(notifications)
  const [one, two] = [await givenReceiver(), await givenReceiver()]
  await givenWebhook(notifications, { projectId, url: one.url })
  await givenWebhook(notifications, { projectId, url: two.url })

  await emitMany(notifications, projectId, 50)

  await vi.waitFor(
    () => expect([one.received.length, two.received.length]).toEqual([50, 50]),
    patiently,
  )
  const { count } = await notifications.database.everything
    .selectFrom('events')
    .select((select) => select.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(50)
})

it('retries by the schedule with the same ID until success', async () => {
  const notifications = await givenNotifications()
  const projectId = await givenProject(notifications)
  const receiver = await givenReceiver((_received, count) => ({ status: count < 3 ? 500 : 200 }))
  await givenWebhook(notifications, { projectId, url: receiver.url })

  await emitAlone(notifications, connectionDeleted(projectId))

  await vi.waitFor(
    async () => expect(await listStatuses(notifications)).toEqual(['delivered 3']),
    patiently,
  )
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
})

it('gives up after the last attempt and keeps the delivery', async () => {
  const notifications = await givenNotifications()
  const projectId = await givenProject(notifications)
  const receiver = await givenReceiver(() => ({ status: 500 }))
  await givenWebhook(notifications, { projectId, url: receiver.url })

  await emitAlone(notifications, connectionDeleted(projectId))

  await vi.waitFor(
    async () => expect(await listStatuses(notifications)).toEqual(['failed 4']),
    patiently,
  )
  expect(receiver.received).toHaveLength(4)
})

it('waits as long as the receiver requests', async () => {
  const notifications = await givenNotifications()
  const projectId = await givenProject(notifications)
  const receiver = await givenReceiver((_received, count) =>
    count === 1 ? { status: 429, headers: { 'retry-after': '1' } } : {},
  )
  await givenWebhook(notifications, { projectId, url: receiver.url })

  await emitAlone(notifications, connectionDeleted(projectId))

  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patiently)
  expect(getNth(receiver.received, 1).at - getFirst(receiver.received).at).toBeGreaterThanOrEqual(
    990,
  )
})

it('treats a redirect as a failure and does not follow it', async () => {
  const notifications = await givenNotifications({ settings: { retryDelaysMs: [] } })
  const projectId = await givenProject(notifications)
  const target = await givenReceiver()
  const receiver = await givenReceiver(() => ({ status: 302, headers: { location: target.url } }))
  await givenWebhook(notifications, { projectId, url: receiver.url })

  await emitAlone(notifications, connectionDeleted(projectId))

  await vi.waitFor(
    async () => expect(await listStatuses(notifications)).toEqual(['failed 1']),
    patiently,
  )
  expect(target.received).toEqual([])
})

it('releases deliveries claimed by a lost reply', async () => {
  const notifications = await givenNotifications({
    // Later than the test: only this process sends it again, and only when it is released.
    settings: { retryDelaysMs: [3_600_000] },
  })
  const projectId = await givenProject(notifications)
  const receiver = await givenReceiver((_received, count) => ({ status: count === 1 ? 500 : 200 }))
  await givenWebhook(notifications, { projectId, url: receiver.url })
  const { everything } = notifications.database
  await emitAlone(notifications, connectionDeleted(projectId))
  await vi.waitFor(async () => {
    const { rows } = await sql`update queued_deliveries
      set holder = (select number from senders), due_time = now() returning 1`.execute(everything)
    expect(rows).toHaveLength(1)
  }, patiently)
  await new Promise((resolve) => setTimeout(resolve, 500))
  const beforeTheBreak = receiver.received.length

  const client = await notifications.database.dedicated()
  // A role may terminate its own connections.
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`)
  await client.end()

  await vi.waitFor(
    async () => expect(await listStatuses(notifications)).toEqual(['delivered 2']),
    patiently,
  )
  expect(beforeTheBreak).toBe(1)
})

it.each(['this version', 'the previous version'])(
  'delivers what a session of a dead sender of %s commits after others took over from it',
  async (version) => {
    const notifications = await givenNotifications()
    const projectId = await givenProject(notifications)
    const receiver = await givenReceiver()
    const { id: destinationId } = await givenWebhook(notifications, {
      projectId,
      url: receiver.url,
    })
    const { everything } = notifications.database
    const { number: dead } =
      version === 'this version'
        ? await everything
            .insertInto('engineProcesses')
            .values({
              workerIds: [],
              lowWater: 'evt_',
              messageLog: notifications.bodies.use,
              readsPages: true,
            })
            .returning('holder as number')
            .executeTakeFirstOrThrow()
        : await everything
            .insertInto('senders')
            .values({ lowWater: 'evt_' })
            .returning('number')
            .executeTakeFirstOrThrow()
    const findEnded = () =>
      everything
        .selectFrom('engineProcesses')
        .select('holder')
        .where('holder', '=', dead)
        .where('endedTime', 'is not', null)
        .execute()
    const event = {
      ...{ id: newId('evt'), projectId, type: 'connection.deleted' as const, body: '{}' },
      ...{ subject: { groupRef: '', rest: '' }, traceparent: undefined },
    }

    await everything.transaction().execute(async (tx) => {
      const emission = { event, deliveries: [{ destinationId, holder: dead }] }
      await insertEmissionsIn(tx, [emission])
      await vi.waitFor(async () => expect(await findEnded()).toHaveLength(1), patiently)
    })

    await vi.waitFor(
      async () => expect(await listStatuses(notifications)).toEqual(['delivered 1']),
      patiently,
    )
  },
)

it('reports undecryptable secrets of a destination in an attempt', async () => {
  const notifications = await givenNotifications({ settings: { retryDelaysMs: [] } })
  const projectId = await givenProject(notifications)
  const receiver = await givenReceiver()
  const { id } = await givenWebhook(notifications, { projectId, url: receiver.url })
  const { everything } = notifications.database
  await everything
    .updateTable('destinations')
    .set({ signing: Buffer.alloc(60) })
    .where('id', '=', id)
    .execute()

  await emitAlone(notifications, connectionDeleted(projectId))

  await vi.waitFor(
    async () => expect(await listStatuses(notifications)).toEqual(['failed 1']),
    patiently,
  )
  const { attempts } = await everything
    .selectFrom('deliveries')
    .select('attempts')
    .executeTakeFirstOrThrow()
  expect(attempts).toContain('Its secrets cannot be opened')
  expect(receiver.received).toEqual([])
})

it('sends what a process without a sender emits', async () => {
  const sending = await givenNotifications()
  const accepting = await givenNotifications({ database: sending.database, isSending: false })
  const projectId = await givenProject(sending)
  const receiver = await givenReceiver()
  await givenWebhook(accepting, { projectId, url: receiver.url })

  await emitAlone(accepting, connectionDeleted(projectId))

  await expectWithin(1_000, () => expect(receiver.received).toHaveLength(1))
})

it('sends messages with records to their destination, and none with an ID that exists', async () => {
  const notifications = await givenNotifications()
  const projectId = await givenProject(notifications)
  const receiver = await givenReceiver()
  const { name } = await givenWebhook(notifications, {
    projectId,
    url: receiver.url,
    eventType: null,
  })
  const db = notifications.database.tenant(projectId)
  const id = newId('evt')
  const body = {
    action: 'read',
    about: {},
    projectId,
    objectName: 'contact',
    result: [{ fields: { a: 1 } }],
  }

  const send = (messages: { id?: typeof id; body: object }[]) =>
    inTransaction(db, (tx) =>
      notifications.sendRecords(tx, {
        projectId,
        destination: name,
        action: 'read',
        about: {},
        messages,
      }),
    )
  await send([{ id, body }])
  const repeated = send([{ id, body }, { body: { ...body, objectName: 'lost' } }])
  await expect(repeated).rejects.toMatchObject({ constraint: expect.stringContaining('pkey') })
  await send([{ body: { ...body, objectName: 'account' } }])

  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patiently)
  expect(receiver.received.map(({ message }) => message.objectName)).toEqual(['contact', 'account'])
  expect(receiver.received[0]).toMatchObject({ id, message: body })
})

it('resends only the refused records of a batch', async () => {
  const notifications = await givenNotifications()
  const projectId = await givenProject(notifications)
  const db = notifications.database.tenant(projectId)
  const batches: string[][] = []
  const stream = await givenReceiver(({ message }) => {
    const records = message.Records.map(({ Data }: { Data: string }) =>
      JSON.parse(Buffer.from(Data, 'base64').toString()),
    )
    batches.push(records.map(({ data }: { data: { n: number } }) => data.n))
    const Records = records.map(({ data }: { data: { n: number } }) =>
      data.n === 2 && batches.length === 1
        ? { ErrorCode: 'ProvisionedThroughputExceededException', ErrorMessage: 'Too fast.' }
        : { SequenceNumber: '1', ShardId: 'shard-1' },
    )
    const headers = { 'content-type': 'application/x-amz-json-1.1' }
    return { status: 200, headers, body: JSON.stringify({ Records }) }
  })
  await createDestination(notifications, db, {
    projectId,
    name: 'stream',
    type: 'kinesis',
    metadata: { streamName: 'events', region: 'eu-west-1', endpointUrl: stream.url },
    secrets: { awsKeyId: 'k', awsSecretKey: 's' },
  })

  await inTransaction(db, (tx) =>
    notifications.sendRecords(tx, {
      projectId,
      destination: 'stream',
      action: 'read',
      about: {},
      messages: [1, 2, 3].map((n) => ({ body: { action: 'read', about: {}, n } })),
    }),
  )

  await vi.waitFor(
    async () =>
      expect(await listStatuses(notifications)).toEqual([
        'delivered 1',
        'delivered 2',
        'delivered 1',
      ]),
    patiently,
  )
  expect(batches).toEqual([[1, 2, 3], [2]])
  const newest = getFirst(await listDeliveries(db, { pageSize: 1 }))
  const attempt = getFirst(await listAttempts(db, newest.id))
  expect(attempt.request).toEqual({ url: 'kinesis://events', headers: {} })
})

/** Receivers answer within this time, even on a busy machine. */
const patient = { webhookTimeoutMs: 60_000 }

it('leaves unsent deliveries to the next process when it stops', async () => {
  const first = await givenNotifications({ settings: patient })
  const projectId = await givenProject(first)
  const receiver = await givenReceiver(() => ({}))
  await givenWebhook(first, { projectId, url: receiver.url })

  await emitMany(first, projectId, 500)
  await first.stop()
  await givenNotifications({ database: first.database, settings: patient })

  await vi.waitFor(
    () => expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(500),
    patiently,
  )
  expect(receiver.received).toHaveLength(500)
})

it('isolates a hanging receiver from the others', async () => {
  const notifications = await givenNotifications({ settings: patient })
  const projectId = await givenProject(notifications)
  const hanging = await givenReceiver(() => 'hang')
  const healthy = await givenReceiver()
  await givenWebhook(notifications, { projectId, url: hanging.url })
  await givenWebhook(notifications, { projectId, url: healthy.url })

  await emitMany(notifications, projectId, 300)

  // Long before the first of the other attempts times out.
  await vi.waitFor(() => expect(healthy.received).toHaveLength(300), patiently)
  expect(hanging.received.length).toBeGreaterThan(0)
})

it('emits in concurrent transactions on all connections before routes are cached', async () => {
  const notifications = await givenNotifications()
  const projectId = await givenProject(notifications)
  const receiver = await givenReceiver()
  await givenWebhook(notifications, { projectId, url: receiver.url })
  const db = notifications.database.tenant(projectId)

  await Promise.all(
    Array.from({ length: 30 }, () =>
      inTransaction(db, async (tx) => {
        await sql`select 1`.execute(tx)
        await notifications.emit(tx, connectionDeleted(projectId))
      }),
    ),
  )

  await vi.waitFor(() => expect(receiver.received).toHaveLength(30), patiently)
})
