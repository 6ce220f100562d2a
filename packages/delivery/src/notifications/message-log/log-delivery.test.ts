import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DestinationOrdering, ProjectId } from '@platform/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { watchProcesses } from '@platform/kernel/jobs/processes'
import { firstOf, must } from '@platform/kernel/values/must'
import { findNatsServer, startNatsCluster, type NatsCluster } from '@platform/testing/nats-cluster'
import { patiently } from '@platform/testing/patiently'
import { givenDatabase } from '@platform/testing/test-database'
import { eraseEvents } from '../history/erase-events.ts'
import { getEvent, listDeliveries, retryDelivery } from '../history/deliveries.ts'
import type { Notifications, OutgoingRecords } from '../notifications.ts'
import { updateDestination } from '../set-up/destinations.ts'
import {
  givenNotifications,
  givenProject,
  givenReceiver,
  givenWebhook,
  startNotifications,
  statusesOf,
} from '../testing.ts'
import { openJetStreamLog } from './jetstream-log.ts'
import { createLogUpkeep } from './log-upkeep.ts'
import type { MessageLog } from './message-log.ts'
import { logOptions } from './testing.ts'

const program = await findNatsServer()
const silent = pino({ level: 'silent' })

let folder: string
let cluster: NatsCluster
beforeAll(async () => {
  if (program instanceof Error) return
  folder = await mkdtemp(join(tmpdir(), 'log-delivery-'))
  cluster = await startNatsCluster({ program, folder })
})
afterAll(async () => {
  if (program instanceof Error) return
  await cluster.close()
  await rm(folder, { recursive: true, force: true })
})

/** Opens a log with streams of its own. */
async function givenLog() {
  const options = logOptions(cluster)
  const log = await openJetStreamLog(options)
  onTestFinished(() => log.close())
  return { log, streams: [`${options.name}-0`] }
}

/** Fails as long as `isAway`. */
function mayBeAway(log: MessageLog) {
  const state = { isAway: false, reads: 0 }
  const read: MessageLog['read'] = async (...place) => {
    state.reads++
    if (state.isAway) throw new Error('The log is away.')
    return log.read(...place)
  }
  return { state, log: { ...log, read } }
}

async function givenLogged() {
  const { log: opened, streams } = await givenLog()
  const { state, log } = mayBeAway(opened)
  const database = await givenDatabase()
  const settings = { messageLog: { log, streams, use: 'on' as const } }
  const notifications = await givenNotifications({ database, settings })
  const projectId = await givenProject({ database })
  const upkeep = createLogUpkeep({ database, log: opened, retentionDays: 30, logger: silent })
  return { database, log: opened, streams, state, notifications, projectId, upkeep, settings }
}

/** Stores a page of messages and sends it, as a read does. */
async function sendPage(
  notifications: Notifications,
  projectId: ProjectId,
  {
    destination,
    texts,
    groupRef = 'acme',
    consumerRef = 'ana',
  }: { destination: string; texts: readonly string[]; groupRef?: string; consumerRef?: string },
) {
  const messages = await notifications.storeBodies({
    projectId,
    id: newId('op'),
    messages: texts.map((text) => ({
      id: newId('evt'),
      body: JSON.stringify({ text, groupRef, consumerRef }),
      recordIds: ['1'],
    })),
  })
  return sendMessages(notifications, projectId, { destination, messages, groupRef, consumerRef })
}

const sendMessages = (
  notifications: Notifications,
  projectId: ProjectId,
  {
    groupRef,
    ...send
  }: {
    destination: string
    messages: readonly OutgoingRecords[]
    groupRef: string
    consumerRef: string
  },
) =>
  inTransaction(notifications.database.tenant(projectId), (tx) =>
    notifications.sendRecords(tx, {
      ...{ projectId, action: 'read' as const, ...send },
      about: { groupRef, groupName: groupRef },
      recordsOf: 'contact',
    }),
  )

const rowsOf = ({ database }: Pick<Notifications, 'database'>) =>
  database.everything
    .selectFrom('events')
    .select(['id', 'body', 'logPlace'])
    .orderBy('id')
    .execute()

describe('without a message log', () => {
  it('fails deliveries of messages that a drained log had lost, and sends others', async () => {
    const notifications = await givenNotifications({ isSending: false })
    const { database, bodies } = notifications
    const projectId = await givenProject({ database })
    const receiver = await givenReceiver()
    const { id: destination } = await givenWebhook(notifications, { projectId, url: receiver.url })
    const send = (text: string, place: { logPlace?: string }) =>
      sendMessages(notifications, projectId, {
        ...{ destination, groupRef: 'acme', consumerRef: 'ana' },
        messages: [
          { id: newId('evt'), body: JSON.stringify({ text }), recordIds: ['1'], ...place },
        ],
      })
    const ids = await send('lost', { logPlace: '0.1.abc' })
    await send('kept', {})
    const lost = { id: firstOf(ids), projectId, body: null, logPlace: '0.1.abc' }
    const { everything } = database
    await everything.insertInto('logStreams').values({ stream: 'log-0' }).execute()
    await expect(bodies.of([lost])).rejects.toMatchObject({ reason: 'settings' })
    await everything.deleteFrom('logStreams').execute()
    expect(await bodies.of([lost])).toEqual(new Map())

    await startNotifications(notifications)

    const ended = await vi.waitFor(async () => {
      const rows = await everything
        .selectFrom('deliveries')
        .select(['eventId', 'status', 'attempts'])
        .execute()
      expect(rows.map(({ status }) => status).toSorted()).toEqual(['delivered', 'failed'])
      return rows
    }, patiently)
    const failed = must(
      ended.find(({ status }) => status === 'failed'),
      'failed delivery',
    )
    expect(failed.eventId).toBe(lost.id)
    expect(JSON.parse(failed.attempts)).toMatchObject({ class: 'messageMissing' })
  })
})

describe.skipIf(program instanceof Error)('with a message log', () => {
  it('delivers messages whose bodies are in the log only, and shows them', async () => {
    const { notifications, projectId, database } = await givenLogged()
    const receiver = await givenReceiver()
    const { id: destination } = await givenWebhook(notifications, { projectId, url: receiver.url })

    const ids = await sendPage(notifications, projectId, { destination, texts: ['one', 'two'] })

    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patiently)
    expect(receiver.received.map(({ message }) => message.text).toSorted()).toEqual(['one', 'two'])
    const rows = await rowsOf(notifications)
    expect(rows.map(({ body }) => body)).toEqual([null, null])
    const shown = await getEvent(database.tenant(projectId), notifications.bodies, firstOf(ids))
    expect(shown.body).toMatchObject({ text: 'one' })
    await vi.waitFor(
      async () => expect(await statusesOf(notifications)).toEqual(['delivered 1', 'delivered 1']),
      patiently,
    )
  })

  it.each(['none', 'record'] as DestinationOrdering[])(
    'retries and repeats deliveries with bodies from the log (ordering: %s)',
    async (ordering) => {
      const { notifications, projectId, database } = await givenLogged()
      const receiver = await givenReceiver((_received, count) => ({
        status: count === 1 ? 500 : 204,
      }))
      const { id: destination } = await givenWebhook(notifications, {
        projectId,
        url: receiver.url,
      })
      const db = database.tenant(projectId)
      await updateDestination(notifications, db, {
        destination,
        updateMask: ['ordering'],
        changes: { ordering },
      })

      await sendPage(notifications, projectId, { destination, texts: ['first', 'second'] })
      await vi.waitFor(() => expect(receiver.received).toHaveLength(3), patiently)
      await vi.waitFor(async () => {
        const statuses = await statusesOf(notifications)
        expect(statuses.every((status) => status.startsWith('delivered'))).toBe(true)
      }, patiently)
      const [delivery] = await listDeliveries(db, { projectId, pageSize: 10 })
      await retryDelivery(notifications, db, must(delivery, 'delivery').id)

      await vi.waitFor(() => expect(receiver.received).toHaveLength(4), patiently)
      expect(must(receiver.received[3], 'repetition').message).toMatchObject({ groupRef: 'acme' })
      if (ordering === 'record') {
        expect(receiver.received.slice(0, 3).map(({ message }) => message.text)).toEqual([
          ...['first', 'first', 'second'],
        ])
      }
    },
  )

  it('waits for the log to read messages, without delaying others', async () => {
    const { notifications, projectId, state } = await givenLogged()
    const receiver = await givenReceiver((_received, count) => ({ status: count > 1 ? 204 : 500 }))
    const { id: destination } = await givenWebhook(notifications, { projectId, url: receiver.url })
    state.isAway = true
    await sendPage(notifications, projectId, { destination, texts: ['late'] })
    await vi.waitFor(() => expect(state.reads).toBeGreaterThan(0), patiently)
    expect(receiver.received).toHaveLength(1)

    state.isAway = false

    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), {
      ...patiently,
      timeout: 20_000,
    })
    await vi.waitFor(
      async () => expect(await statusesOf(notifications)).toEqual(['delivered 2']),
      patiently,
    )
  })

  it('removes the messages of an erased customer from the log, and no others', async () => {
    const { notifications, projectId, database, log, upkeep } = await givenLogged()
    const receiver = await givenReceiver()
    const { id: destination } = await givenWebhook(notifications, { projectId, url: receiver.url })
    const send = (of: { groupRef: string; consumerRef: string }) =>
      sendPage(notifications, projectId, { destination, texts: ['a', 'b'], ...of })
    const [acmeAna] = await send({ groupRef: 'acme', consumerRef: 'ana' })
    const [globexBob] = await send({ groupRef: 'globex', consumerRef: 'bob' })
    const [globexAna] = await send({ groupRef: 'globex', consumerRef: 'ana' })
    const placeOf = Object.fromEntries(
      (await rowsOf(notifications)).map(({ id, logPlace }) => [id, must(logPlace, 'place')]),
    )
    const isIn = async (id: string | undefined) =>
      (await log.read(projectId, must(placeOf[must(id, 'event')], 'place'))) !== undefined
    const db = database.tenant(projectId)

    await inTransaction(db, (tx) => eraseEvents(tx, projectId, { about: { groupRef: 'acme' } }))
    await upkeep.removeErased()
    expect([await isIn(acmeAna), await isIn(globexBob), await isIn(globexAna)]).toEqual([
      ...[false, true, true],
    ])
    await inTransaction(db, (tx) => eraseEvents(tx, projectId, { about: { consumerRef: 'ana' } }))
    await upkeep.removeErased()
    expect([await isIn(globexBob), await isIn(globexAna)]).toEqual([true, false])
    expect(await rowsOf(notifications)).toHaveLength(2)
    await inTransaction(db, (tx) => eraseEvents(tx, projectId))
    await upkeep.removeErased()

    expect(await isIn(globexBob)).toBe(false)
    expect(await database.everything.selectFrom('logEntries').selectAll().execute()).toEqual([])
  })

  it('removes a part of an entry, and keeps the rest readable', async () => {
    const { notifications, projectId, database, log, upkeep } = await givenLogged()
    const receiver = await givenReceiver()
    const { id: destination } = await givenWebhook(notifications, { projectId, url: receiver.url })
    const ids = await sendPage(notifications, projectId, { destination, texts: ['a', 'b', 'c'] })
    const before = firstOf(await rowsOf(notifications))
    const db = database.tenant(projectId)

    await db.deleteFrom('events').where('id', '=', must(ids[1], 'event')).execute()
    await db.updateTable('logEntries').set({ isStale: true }).execute()
    // Read before it was replaced.
    const stale = { ...before, projectId }
    await upkeep.removeErased()

    expect(await log.read(projectId, must(before.logPlace, 'place'))).toBeUndefined()
    const rows = await rowsOf(notifications)
    const found = await notifications.bodies.of(rows.map((row) => ({ ...row, projectId })))
    expect([...found.values()].map((body) => JSON.parse(body).text).toSorted()).toEqual(['a', 'c'])
    expect((await notifications.bodies.of([stale])).size).toBe(1)
  })

  it('removes entries without a transaction, and no others', async () => {
    const { notifications, projectId, log, upkeep, streams } = await givenLogged()
    const receiver = await givenReceiver()
    const { id: destination } = await givenWebhook(notifications, { projectId, url: receiver.url })
    await sendPage(notifications, projectId, { destination, texts: ['kept'] })
    const lost = await notifications.storeBodies({
      projectId,
      id: 'rolled back',
      messages: [{ id: newId('evt'), body: '{}' }],
    })
    const place = must(firstOf(lost).logPlace, 'place')
    const list = () =>
      log.list(firstOf(streams), { after: 0, before: new Date(Date.now() + 60_000), atMost: 10 })
    await upkeep.sweep()
    expect(await list()).toHaveLength(2)

    await upkeep.sweep({ olderThanMs: -60_000 })

    expect(await log.read(projectId, place)).toBeUndefined()
    expect(await list()).toHaveLength(1)
  })

  it('is used once all engines read it, and others are rejected from then on', async () => {
    const { log, streams } = await givenLog()
    const database = await givenDatabase()
    const without = await watchProcesses(database, silent)
    const settings = { messageLog: { log, streams, use: 'on' as const } }
    const notifications = await givenNotifications({ database, settings })
    const projectId = await givenProject({ database })
    const page = { projectId, id: 'page', messages: [{ id: newId('evt'), body: '{}' }] }

    expect(firstOf(await notifications.storeBodies(page)).logPlace).toBeUndefined()
    await without.stop()
    await vi.waitFor(
      async () => expect(firstOf(await notifications.storeBodies(page)).logPlace).toBeDefined(),
      { timeout: 40_000, interval: 1_000 },
    )

    await expect(watchProcesses(database, silent)).rejects.toThrow(/Set PLATFORM_LOG, or move/)
  })

  it('moves all messages back to PostgreSQL, with deliveries under way', async () => {
    const { notifications, projectId, database, log, streams, upkeep } = await givenLogged()
    const receiver = await givenReceiver((_received, count) => ({ status: count > 2 ? 204 : 503 }))
    const { id: destination } = await givenWebhook(notifications, { projectId, url: receiver.url })
    const db = database.tenant(projectId)
    await sendPage(notifications, projectId, { destination, texts: ['one', 'two'] })
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(1), patiently)
    expect(await upkeep.drain()).toBe(false)
    expect((await rowsOf(notifications)).every(({ logPlace }) => logPlace === null)).toBe(true)
    await notifications.stop()
    await database.everything.deleteFrom('engineProcesses').execute()

    const draining = await givenNotifications({
      database,
      settings: { messageLog: { log, streams, use: 'drain' } },
    })
    expect(
      firstOf(
        await draining.storeBodies({
          projectId,
          id: 'page',
          messages: [{ id: newId('evt'), body: '{}' }],
        }),
      ).logPlace,
    ).toBeUndefined()
    expect(await upkeep.drain()).toBe(true)
    await draining.stop()
    const plain = await givenNotifications({ database, isSending: false })
    await startNotifications(plain)

    await vi.waitFor(async () => {
      const statuses = await statusesOf(plain)
      expect(statuses.every((status) => status.startsWith('delivered'))).toBe(true)
    }, patiently)
    const [row] = await rowsOf(plain)
    const shown = await getEvent(db, plain.bodies, must(row, 'event').id)
    expect(shown.body).toMatchObject({ groupRef: 'acme' })
  })

  it('moves messages that outlive their retention to PostgreSQL', async () => {
    const { notifications, projectId, database, log } = await givenLogged()
    const receiver = await givenReceiver()
    const { id: destination } = await givenWebhook(notifications, { projectId, url: receiver.url })
    await sendPage(notifications, projectId, { destination, texts: ['kept'] })
    const upkeep = createLogUpkeep({ database, log, retentionDays: -1, logger: silent })

    await upkeep.expire()

    expect(firstOf(await rowsOf(notifications))).toMatchObject({
      body: expect.stringContaining('kept'),
      logPlace: null,
    })
  })
})
