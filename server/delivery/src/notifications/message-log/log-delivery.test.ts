import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DestinationOrdering, EventId, ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { watchProcesses } from '@platform/kernel/jobs/processes'
import { getFirst, must } from '@platform/kernel/values'
import { findNatsServer, startNatsCluster, type NatsCluster } from '@platform/testing/nats-cluster'
import { patiently } from '@platform/testing/patiently'
import { givenDatabase } from '@platform/testing/test-database'
import { eraseEvents, eraseNamedEvents } from '../history/erase-events.ts'
import { getEvent, listAttempts, listDeliveries, retryDelivery } from '../history/deliveries.ts'
import { replayDeliveries } from '../history/replays.ts'
import type { Notifications, OutgoingRecords } from '../notifications.ts'
import { updateDestination } from '../set-up/update-destination.ts'
import {
  givenNotifications,
  givenProject,
  givenReceiver,
  givenWebhook,
  startNotifications,
  listStatuses,
} from '../testing.ts'
import { openJetStreamLog } from '@platform/message-log-nats/jetstream-log'
import { beginToUse } from './log-store.ts'
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
  const readLog = log.read.bind(log)
  vi.spyOn(log, 'read').mockImplementation(async (...place) => {
    state.reads++
    if (state.isAway) throw new Error('The log is away.')
    return readLog(...place)
  })
  return { state, log }
}

/** By default each message is in a page, however few an entry has. */
async function givenLogged({ minInPage = 1 } = {}) {
  const { log: opened, streams } = await givenLog()
  const { state, log } = mayBeAway(opened)
  const database = await givenDatabase()
  const messageLog = { log, streams, use: 'on' as const, minInPage }
  const settings = { messageLog }
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

interface EventPlace {
  id: EventId
  body: string | null
  logPlace: string | null
}

/** Returns all messages, in rows and in pages. */
async function selectPlaces({ database }: Pick<Notifications, 'database'>): Promise<EventPlace[]> {
  const { rows } = await sql<EventPlace>`
    select id, body, log_place from events
    union all
    select m.id, null, p.log_place from message_pages p cross join unnest(p.event_ids) m (id)
     order by id`.execute(database.everything)
  return rows
}

/** Returns how many pages there are, how many of them senders have in memory, and the number of rows. */
async function countPages({ everything }: Database) {
  const { rows } = await sql<{ pages: number; inMemory: number; events: number }>`
    select (select count(*)::int from message_pages) as pages,
           (select count(holder)::int from message_pages) as in_memory,
           (select count(*)::int from events) as events`.execute(everything)
  return getFirst(rows)
}

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
    const lost = { id: getFirst(ids), projectId, body: null, logPlace: '0.1.abc' }
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
    const rows = await selectPlaces(notifications)
    expect(rows.map(({ body }) => body)).toEqual([null, null])
    const shown = await getEvent(database.tenant(projectId), notifications.bodies, getFirst(ids))
    expect(shown.body).toMatchObject({ text: 'one' })
    await vi.waitFor(
      async () => expect(await listStatuses(notifications)).toEqual(['delivered 1', 'delivered 1']),
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
        const statuses = await listStatuses(notifications)
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

  it('has one row for a delivered page until a list or a repetition needs its messages', async () => {
    const { notifications, projectId, database } = await givenLogged({ minInPage: 8 })
    const receiver = await givenReceiver()
    const { id: destination } = await givenWebhook(notifications, { projectId, url: receiver.url })
    const texts = Array.from({ length: 10 }, (_, nth) => `text ${nth}`)
    const db = database.tenant(projectId)
    const list = (pageToken?: string) =>
      listDeliveries(db, { projectId, pageSize: 4, groupRef: 'acme', pageToken })

    const older = await sendPage(notifications, projectId, { destination, texts })
    const few = await sendPage(notifications, projectId, { destination, texts: texts.slice(7) })
    const newer = await sendPage(notifications, projectId, { destination, texts })
    await vi.waitFor(
      async () =>
        expect(await countPages(database)).toEqual({ pages: 2, inMemory: 0, events: few.length }),
      patiently,
    )
    // Another tenant sees none of them, and moves none.
    const other = await givenProject({ database })
    const others = database.tenant(other)
    expect(await listDeliveries(others, { pageSize: 4 })).toEqual([])
    await expect(getEvent(others, notifications.bodies, getFirst(newer))).rejects.toThrow(
      /No event/,
    )
    const asked = { projectId, status: 'delivered' as const, dryRun: true }
    expect((await replayDeliveries(notifications, db, asked)).count).toBe(23)
    expect((await countPages(database)).pages).toBe(2)

    const listed = await list()
    expect(listed.map(({ eventId }) => eventId)).toEqual(newer.toReversed().slice(0, 4))
    expect(listed[0]).toMatchObject({
      ...{ status: 'delivered', attempts: 1, groupRef: 'acme', numRecords: 1 },
    })
    expect(await countPages(database)).toEqual({ pages: 1, inMemory: 0, events: 13 })
    const [attempt] = await listAttempts(db, must(listed[0], 'delivery').id)
    expect(attempt).toMatchObject({ succeeded: true, response: { status: 204 } })

    const shown = await getEvent(db, notifications.bodies, must(older[3], 'message'))
    expect(shown.body).toMatchObject({ text: 'text 3' })
    expect(await countPages(database)).toEqual({ pages: 0, inMemory: 0, events: 23 })
    await retryDelivery(notifications, db, must(listed[0], 'delivery').id)
    await vi.waitFor(() => expect(receiver.received).toHaveLength(24), patiently)
  })

  it.each([
    { reply: { status: 500 }, name: 'failed', ends: 'delivered 2' },
    { reply: 'hang' as const, name: 'not answered', ends: 'pending 0' },
  ])('records messages with rows if one of their page is $name', async ({ reply, ends }) => {
    const { notifications, projectId, database } = await givenLogged({ minInPage: 8 })
    const receiver = await givenReceiver((_received, count) => (count === 1 ? reply : {}))
    const { id: destination } = await givenWebhook(notifications, { projectId, url: receiver.url })
    const texts = Array.from({ length: 10 }, (_, nth) => `text ${nth}`)

    await sendPage(notifications, projectId, { destination, texts })

    await vi.waitFor(async () => {
      const statuses = await listStatuses(notifications)
      expect(statuses.toSorted()).toEqual([...Array(9).fill('delivered 1'), ends])
    }, patiently)
    // The page has the results so far, until its last message fails.
    if (reply === 'hang')
      expect(await countPages(database)).toEqual({ pages: 1, inMemory: 1, events: 0 })
    await vi.waitFor(
      async () => expect(await countPages(database)).toEqual({ pages: 0, inMemory: 0, events: 10 }),
      patiently,
    )
    const [first, ...others] = receiver.received.map(({ message }) => message.text)
    // The first may have been sent again already.
    expect([first, ...others.filter((text) => text !== first)].toSorted()).toEqual(texts)
  })

  it('writes pages with one row once all engines read them, and rejects others from then on', async () => {
    const { streams } = await givenLog()
    const { everything } = await givenDatabase()
    const earlier = { workerIds: [], messageLog: 'on' as const }
    const start = () => everything.insertInto('engineProcesses').values(earlier).execute()
    await start()

    expect(await beginToUse(everything, streams)).toEqual({ isInUse: true, hasPages: false })
    await everything.updateTable('engineProcesses').set({ endedTime: new Date() }).execute()
    expect(await beginToUse(everything, streams)).toEqual({ isInUse: true, hasPages: true })

    await expect(start()).rejects.toThrow(/pages of messages, which this version cannot read/)
  })

  it('waits for the log to read messages, without delaying others', async () => {
    const { notifications, projectId, state } = await givenLogged()
    const receiver = await givenReceiver((_received, count) => ({ status: count > 1 ? 204 : 500 }))
    const { id: destination } = await givenWebhook(notifications, { projectId, url: receiver.url })
    state.isAway = true
    await sendPage(notifications, projectId, { destination, texts: ['late'] })
    await vi.waitFor(() => expect(state.reads).toBeGreaterThan(0), patiently)
    expect(receiver.received).toHaveLength(1)

    state.isAway = false

    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patiently)
    await vi.waitFor(
      async () => expect(await listStatuses(notifications)).toEqual(['delivered 2']),
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
      (await selectPlaces(notifications)).map(({ id, logPlace }) => [id, must(logPlace, 'place')]),
    )
    const isIn = async (id: string | undefined) =>
      (await log.read(projectId, must(placeOf[must(id, 'event')], 'place'))) !== undefined
    /** A follower shows for a moment what the leader has deleted. */
    const expectToBeIn = (expected: boolean[]) =>
      vi.waitFor(
        async () =>
          expect([await isIn(acmeAna), await isIn(globexBob), await isIn(globexAna)]).toEqual(
            expected,
          ),
        patiently,
      )
    const db = database.tenant(projectId)

    await inTransaction(db, (tx) => eraseEvents(tx, projectId, { about: { groupRef: 'acme' } }))
    await upkeep.removeErased()
    await expectToBeIn([false, true, true])
    await inTransaction(db, (tx) => eraseEvents(tx, projectId, { about: { consumerRef: 'ana' } }))
    await upkeep.removeErased()
    await expectToBeIn([false, true, false])
    expect(await selectPlaces(notifications)).toHaveLength(2)
    await inTransaction(db, (tx) => eraseEvents(tx, projectId))
    await upkeep.removeErased()

    await expectToBeIn([false, false, false])
    expect(await database.everything.selectFrom('logEntries').selectAll().execute()).toEqual([])
  })

  it('removes a part of an entry, and keeps the rest readable', async () => {
    const { notifications, projectId, database, log, upkeep } = await givenLogged()
    const receiver = await givenReceiver()
    const { id: destination } = await givenWebhook(notifications, { projectId, url: receiver.url })
    const ids = await sendPage(notifications, projectId, { destination, texts: ['a', 'b', 'c'] })
    const before = getFirst(await selectPlaces(notifications))
    const db = database.tenant(projectId)

    await inTransaction(db, (tx) => eraseNamedEvents(tx, projectId, [must(ids[1], 'event')]))
    // Read before it was replaced.
    const stale = { ...before, projectId }
    await upkeep.removeErased()

    const place = must(before.logPlace, 'place')
    await vi.waitFor(
      async () => expect(await log.read(projectId, place)).toBeUndefined(),
      patiently,
    )
    const rows = await selectPlaces(notifications)
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
    const place = must(getFirst(lost).logPlace, 'place')
    const list = () =>
      log.list(getFirst(streams), { after: 0, before: new Date(Date.now() + 60_000), atMost: 10 })
    await upkeep.sweep()
    expect(await list()).toHaveLength(2)

    // A slow node lists a part, with which the next sweep goes on, and a follower shows what the leader has deleted.
    await vi.waitFor(async () => {
      await upkeep.sweep({ olderThanMs: -60_000 })
      expect(await log.read(projectId, place)).toBeUndefined()
    }, patiently)

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

    expect(getFirst(await notifications.storeBodies(page)).logPlace).toBeUndefined()
    await without.stop()
    await vi.waitFor(
      async () => expect(getFirst(await notifications.storeBodies(page)).logPlace).toBeDefined(),
      { ...patiently, interval: 1_000 },
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
    expect((await selectPlaces(notifications)).every(({ logPlace }) => logPlace === null)).toBe(
      true,
    )
    await notifications.stop()
    await database.everything.deleteFrom('engineProcesses').execute()

    const draining = await givenNotifications({
      database,
      settings: { messageLog: { log, streams, use: 'drain' } },
    })
    expect(
      getFirst(
        await draining.storeBodies({
          projectId,
          id: 'page',
          messages: [{ id: newId('evt'), body: '{}' }],
        }),
      ).logPlace,
    ).toBeUndefined()
    // The first engine has stopped, but its process still gives signs of life.
    await vi.waitFor(async () => {
      await database.everything
        .deleteFrom('engineProcesses')
        .where('messageLog', '=', 'on')
        .execute()
      expect(await upkeep.drain()).toBe(true)
    }, patiently)
    await draining.stop()
    const plain = await givenNotifications({ database, isSending: false })
    await startNotifications(plain)

    await vi.waitFor(async () => {
      const statuses = await listStatuses(plain)
      expect(statuses.every((status) => status.startsWith('delivered'))).toBe(true)
    }, patiently)
    const [row] = await selectPlaces(plain)
    const shown = await getEvent(db, plain.bodies, must(row, 'event').id)
    expect(shown.body).toMatchObject({ groupRef: 'acme' })
  })

  it('moves messages that outlive their retention to PostgreSQL', async () => {
    const { notifications, projectId, database, log } = await givenLogged({ minInPage: 8 })
    const receiver = await givenReceiver()
    const { id: destination } = await givenWebhook(notifications, { projectId, url: receiver.url })
    await sendPage(notifications, projectId, { destination, texts: ['kept'] })
    const upkeep = createLogUpkeep({ database, log, retentionDays: -1, logger: silent })

    await upkeep.expire()

    expect(getFirst(await selectPlaces(notifications))).toMatchObject({
      body: expect.stringContaining('kept'),
      logPlace: null,
    })
  })
})
