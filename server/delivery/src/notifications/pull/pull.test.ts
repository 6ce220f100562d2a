import type { ProjectId } from '@platform/contract'
import { FairSlots } from '@platform/kernel/admission'
import { getFirst, SharedRuns } from '@platform/kernel/values'
import { bystander } from '@platform/testing/bystander'
import { patiently } from '@platform/testing/patiently'
import type { Database } from '@platform/kernel/db/database'
import { givenDatabase } from '@platform/testing/test-database'
import { expect, it, vi } from 'vitest'
import type { Notifications } from '../notifications.ts'
import { deleteDestination, findHealthOfDestination } from '../set-up/destinations.ts'
import { reportLagging } from './report-lagging.ts'
import { eraseEvents } from '../history/erase-events.ts'
import {
  connectionDeleted,
  emitAlone,
  givenNotifications,
  givenProject,
  givenPull,
  givenReceiver,
  givenWebhook,
} from '../testing.ts'
import {
  commitPullConsumer,
  createPullConsumer,
  getPullConsumer,
  seekPullConsumer,
} from './pull-consumers.ts'
import { pullMessages, type PullRequest } from './pull-messages.ts'
import { findExpiring, removeOldest } from './stream-store.ts'

const never = new AbortController().signal

/** Starts sending to a `pull` destination. */
async function givenStream(database: Database) {
  const notifications = await givenNotifications({ database })
  const projectId = await givenProject(notifications)
  const destination = 'inbox'
  const { id } = await givenPull(notifications, projectId, destination)
  return { notifications, projectId, destination, db: database.tenant(projectId), id }
}

const pull = (
  notifications: Notifications,
  projectId: ProjectId,
  request: Partial<PullRequest> & { destination: string },
) =>
  pullMessages(notifications, notifications.database.tenant(projectId), {
    limit: 100,
    wait: 0,
    tenant: { org: 'org', project: projectId },
    signal: never,
    access: { check: async () => {} },
    reserve: async () => {},
    ...request,
  })

it('returns messages in one order, each once, however many are stored at the same time', async () => {
  const { notifications, projectId, destination } = await givenStream(await givenDatabase())
  const events = Array.from({ length: 60 }, () => connectionDeleted(projectId))

  const emitting = Promise.all(events.map((event) => emitAlone(notifications, event)))
  const seen: string[] = []
  for (let after = '0'; seen.length < events.length;) {
    const part = await pull(notifications, projectId, { destination, after, limit: 7, wait: 5 })
    expect(part.expired).toBe(0)
    seen.push(...part.messages.map(({ eventId }) => eventId))
    after = part.cursor
  }

  const ids = await emitting
  expect(seen.toSorted()).toEqual(ids.toSorted())
  const again = await pull(notifications, projectId, { destination, after: '0' })
  expect(again.messages.map(({ eventId }) => eventId)).toEqual(seen)
  expect(again).toMatchObject({ hasMore: false, cursor: '60' })
})

it('returns the message of a webhook', async () => {
  const { notifications, projectId, destination } = await givenStream(await givenDatabase())
  const event = connectionDeleted(projectId)

  const eventId = await emitAlone(notifications, event)

  const { messages } = await pull(notifications, projectId, { destination, wait: 10 })
  expect(messages).toEqual([
    {
      cursor: '1',
      eventId,
      type: 'connection.deleted',
      createTime: expect.any(String),
      message: { notificationType: 'connection.deleted', data: event.data },
    },
  ])
})

it('wakes those who wait at another process, without waiting for their next look', async () => {
  const database = await givenDatabase()
  const { notifications, projectId, destination } = await givenStream(database)
  const other = await givenNotifications({ database, isSending: false })
  const isListening = vi.spyOn(other.announcements, 'listen')

  const waiting = pull(other, projectId, { destination, wait: 60 })
  await vi.waitFor(() => expect(isListening).toHaveBeenCalled())
  await emitAlone(notifications, connectionDeleted(projectId))

  expect((await waiting).messages).toHaveLength(1)
})

it('answers empty after the wait, at once without a slot, and when the caller or server leaves', async () => {
  const { notifications, projectId, destination } = await givenStream(await givenDatabase())
  const leaving = new AbortController()
  const nothing = { messages: [], cursor: '0', hasMore: false, expired: 0 }

  const waiting = pull(notifications, projectId, { destination, wait: 60, signal: leaving.signal })
  leaving.abort()
  expect(await waiting).toEqual(nothing)

  expect(await pull(notifications, projectId, { destination, wait: 1 })).toEqual(nothing)

  const crowded = { ...notifications, waiting: new FairSlots({ slots: 2 }) }
  crowded.waiting.occupy({ org: 'org', project: projectId })
  expect(await pull(crowded, projectId, { destination, wait: 60 })).toEqual(nothing)

  const last = pull(notifications, projectId, { destination, wait: 60 })
  notifications.announcements.stop()
  expect(await last).toEqual(nothing)
})

it('lets one project wait with half of the slots, so that others wait too', async () => {
  const database = await givenDatabase()
  const { notifications, projectId, destination } = await givenStream(database)
  const few = { ...notifications, waiting: new FairSlots({ slots: 8 }) }
  const leaving = new AbortController()
  const ask = () => pull(few, projectId, { destination, wait: 60, signal: leaving.signal })

  const waiting = Array.from({ length: 8 }, ask)
  await vi.waitFor(() => expect(few.waiting.countFree()).toBe(4))
  const other = few.waiting.enter({ org: 'other', project: 'other' }, () => {})

  expect(other).toBeUndefined()
  leaving.abort()
  await Promise.all(waiting)
})

class CountedRuns extends SharedRuns {
  count = 0

  override share<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    return super.share(key, () => {
      this.count++
      return work()
    })
  }
}

it('looks once for all who wait at the same position', async () => {
  const { notifications, projectId, destination } = await givenStream(await givenDatabase())
  const looks = new CountedRuns()
  const shared = { ...notifications, looks }
  const isListening = vi.spyOn(notifications.announcements, 'listen')
  const reserved: number[] = []
  const reserve = async (bytes: number) => void reserved.push(bytes)

  const waiting = Array.from({ length: 60 }, () =>
    pull(shared, projectId, { destination, wait: 60, reserve }),
  )
  await vi.waitFor(() => expect(isListening).toHaveBeenCalledTimes(60), patiently)
  expect(reserved).toEqual([])
  await emitAlone(notifications, connectionDeleted(projectId))
  const parts = await Promise.all(waiting)

  expect(parts.filter(({ messages }) => messages.length === 1)).toHaveLength(60)
  // Each alone, they would need two looks before and three after the message.
  expect(looks.count).toBeLessThan(60)
  // Only who has messages needs memory for them.
  expect(reserved).toHaveLength(60)
})

it('keeps the position of a consumer, which commits late and twice', async () => {
  const { notifications, projectId, destination, db } = await givenStream(await givenDatabase())
  const consumer = 'crm'
  await createPullConsumer(notifications, db, {
    destination,
    projectId,
    name: consumer,
    from: 'first',
  })
  for (let count = 0; count < 3; count++)
    await emitAlone(notifications, connectionDeleted(projectId))
  await vi.waitFor(async () =>
    expect((await getPullConsumer(db, { destination, consumer })).unread).toBe(3),
  )

  const commit = (cursor: string) => commitPullConsumer(db, { destination, consumer, cursor })
  expect(await commit('2')).toMatchObject({ cursor: '2', unread: 1 })
  expect(await commit('1')).toMatchObject({ cursor: '2' })
  await expect(commit('4')).rejects.toThrow('The newest message is 3')
  const rest = await pull(notifications, projectId, { destination, consumer })
  expect(rest.messages.map(({ cursor }) => cursor)).toEqual(['3'])

  const seek = (to: string) => seekPullConsumer(db, { destination, consumer, to })
  expect(await seek('first')).toMatchObject({ cursor: '0', unread: 3 })
  expect(await seek('next')).toMatchObject({ cursor: '3', unread: 0 })
  expect(await seek(new Date(0).toISOString())).toMatchObject({ cursor: '0' })
  expect(await seek('2035-01-01T00:00:00Z')).toMatchObject({ cursor: '3' })
})

it('limits a reply by size, with one message at least', async () => {
  const { notifications, projectId, destination } = await givenStream(await givenDatabase())
  const large = connectionDeleted(projectId)
  large.data.consumerName = 'x'.repeat(1_200_000)
  for (const event of [connectionDeleted(projectId), large, connectionDeleted(projectId)]) {
    const eventId = await emitAlone(notifications, event)
    await vi.waitFor(async () => {
      const { messages } = await pull(notifications, projectId, { destination, limit: 3 })
      const all = await pull(notifications, projectId, {
        destination,
        after: messages.at(-1)?.cursor,
      })
      expect([...messages, ...all.messages].map((one) => one.eventId)).toContain(eventId)
    })
  }

  const first = await pull(notifications, projectId, { destination })
  expect(first).toMatchObject({ cursor: '2', hasMore: true })
  const second = await pull(notifications, projectId, { destination, after: '1' })
  expect(second).toMatchObject({ cursor: '2', hasMore: true })
})

it('passes over erased messages, and reports expired ones', async () => {
  const database = await givenDatabase()
  const { notifications, projectId, destination, db, id } = await givenStream(database)
  for (const groupRef of ['acme', 'globex', 'acme'])
    await emitAlone(notifications, connectionDeleted(projectId, groupRef))
  await vi.waitFor(async () =>
    expect((await pull(notifications, projectId, { destination })).cursor).toBe('3'),
  )

  await eraseEvents(db, projectId, { about: { groupRef: 'acme' } })
  const kept = await pull(notifications, projectId, { destination })
  // They are stored in any order.
  expect(kept).toMatchObject({
    messages: [{ message: { data: { groupRef: 'globex' } } }],
    cursor: '3',
  })

  const everything = database.everything
  const soon = new Date(Date.now() + 60_000)
  expect(await findExpiring(everything, new Date(0))).toEqual([])
  expect(await findExpiring(everything, soon)).toEqual([
    { destinationId: id, projectId, isDeleted: false },
  ])
  const old = { destinationId: id, before: soon, atMost: 2 }
  expect(await removeOldest(db, old)).toBe(2)
  const after = await pull(notifications, projectId, { destination, after: '0' })
  expect(after).toMatchObject({ cursor: '3', expired: 2 })
  expect(await removeOldest(db, old)).toBe(1)
  expect(await pull(notifications, projectId, { destination, after: '0' })).toEqual({
    messages: [],
    cursor: '3',
    hasMore: false,
    expired: 3,
  })
})

it('is failing while messages are soon deleted unread, also while others are stored', async () => {
  const database = await givenDatabase()
  const { notifications, projectId, destination, db } = await givenStream(database)
  const findHealth = async () => (await findHealthOfDestination(db, destination)).health
  for (const name of ['crm', 'warehouse'])
    await createPullConsumer(notifications, db, { destination, projectId, name, from: 'first' })
  await emitAlone(notifications, connectionDeleted(projectId))
  await pull(notifications, projectId, { destination, consumer: 'crm', wait: 10 })
  await commitPullConsumer(db, { destination, consumer: 'crm', cursor: '1' })
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  const report = (now: Date) =>
    reportLagging({ database, emitter: notifications }, { retentionDays: 30, now })

  await report(inDays(19))
  expect(await findHealth()).toEqual({ state: 'healthy' })
  await report(inDays(21))
  // By the clock of the server, the share of the retention is used up in 20 days.
  const isSoon = expect.stringMatching(/^The consumer warehouse has not read messages since /)
  expect(await findHealth()).toMatchObject({ state: 'retrying', reason: isSoon })

  await emitAlone(notifications, connectionDeleted(projectId))
  await pull(notifications, projectId, { destination, after: '1', wait: 10 })
  expect(await findHealth()).toMatchObject({ reason: isSoon })

  await seekPullConsumer(db, { destination, consumer: 'warehouse', to: 'next' })
  await commitPullConsumer(db, { destination, consumer: 'crm', cursor: '2' })
  await report(inDays(21))
  expect(await findHealth()).toEqual({ state: 'healthy' })
})

it('announces once, from two processes, that a consumer lags and that it has caught up, to its own project', async () => {
  const database = await givenDatabase()
  const { notifications, projectId, destination, db, id } = await givenStream(database)
  const watcher = await givenReceiver()
  const stranger = await givenReceiver()
  const other = await givenProject(notifications)
  for (const eventType of ['destination.pull.lagging', 'destination.pull.recovered'] as const) {
    await givenWebhook(notifications, { projectId, url: watcher.url, eventType })
    await givenWebhook(notifications, { projectId: other, url: stranger.url, eventType })
  }
  for (const name of ['crm', 'warehouse', 'unused'])
    await createPullConsumer(notifications, db, { destination, projectId, name, from: 'first' })
  await emitAlone(notifications, connectionDeleted(projectId))
  await pull(notifications, projectId, { destination, consumer: 'crm', wait: 10 })
  await commitPullConsumer(db, { destination, consumer: 'crm', cursor: '1' })
  const secondProcess = await givenNotifications({ database, isSending: false })
  const reportTwice = async (days: number) => {
    const now = new Date(Date.now() + days * 86_400_000)
    for (let round = 0; round < 2; round++)
      await Promise.all(
        [notifications, secondProcess].map((emitter) =>
          reportLagging({ database, emitter }, { retentionDays: 30, now }),
        ),
      )
  }
  const listReceived = () =>
    watcher.received
      .map(({ message }) => [message.notificationType, message.data.consumer])
      .toSorted()
  const lagging = [
    ['destination.pull.lagging', 'unused'],
    ['destination.pull.lagging', 'warehouse'],
  ]

  await reportTwice(21)
  await vi.waitFor(() => expect(listReceived()).toEqual(lagging), patiently)
  const { data } = getFirst(watcher.received).message
  const unreadSince = Date.parse(data.unreadSince)
  expect(data).toMatchObject({ projectId, destinationId: id, destinationName: destination })
  expect(Date.parse(data.deletedFrom) - unreadSince).toBe(30 * 86_400_000)

  // The consumer that never read has missed its message: it has not caught up.
  await commitPullConsumer(db, { destination, consumer: 'warehouse', cursor: '1' })
  const all = { destinationId: id, before: undefined, atMost: 10 }
  expect(await removeOldest(db, all)).toBe(1)
  await reportTwice(31)
  const recovered = [...lagging, ['destination.pull.recovered', 'warehouse']]
  await vi.waitFor(() => expect(listReceived()).toEqual(recovered), patiently)
  const findHealth = async () => (await findHealthOfDestination(db, destination)).health
  expect(await findHealth()).toMatchObject({ state: 'retrying' })

  await seekPullConsumer(db, { destination, consumer: 'unused', to: 'next' })
  await reportTwice(31)
  expect(await findHealth()).toEqual({ state: 'healthy' })
  await vi.waitFor(
    () =>
      expect(listReceived()).toEqual([
        ...lagging,
        ['destination.pull.recovered', 'unused'],
        recovered[2],
      ]),
    patiently,
  )
  expect(stranger.received).toEqual([])
})

it('delivers to other projects while a hundred consumers of one are announced', async () => {
  const database = await givenDatabase()
  const { notifications, projectId, destination, db } = await givenStream(database)
  const watcher = await givenReceiver()
  const eventType = 'destination.pull.lagging'
  await givenWebhook(notifications, { projectId, url: watcher.url, eventType })
  const names = Array.from({ length: 100 }, (_, at) => `slow-${at}`)
  for (const name of names)
    await createPullConsumer(notifications, db, { destination, projectId, name, from: 'first' })
  await emitAlone(notifications, connectionDeleted(projectId))
  await pull(notifications, projectId, { destination, after: '0', wait: 10 })
  const uninvolved = await givenProject(notifications)
  const receiver = await givenReceiver()
  await givenWebhook(notifications, { projectId: uninvolved, url: receiver.url })
  const now = new Date(Date.now() + 21 * 86_400_000)

  const { medianMs, limitMs } = await bystander(
    async () => {
      const before = receiver.received.length
      await emitAlone(notifications, connectionDeleted(uninvolved))
      await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(before), {
        ...patiently,
        interval: 5,
      })
    },
    async () => {
      await reportLagging({ database, emitter: notifications }, { retentionDays: 30, now })
      await vi.waitFor(() => expect(watcher.received).toHaveLength(100), patiently)
    },
  )

  expect(medianMs).toBeLessThan(limitMs)
})

it('forgets the messages of a deleted destination', async () => {
  const database = await givenDatabase()
  const { notifications, projectId, destination, db, id } = await givenStream(database)
  await emitAlone(notifications, connectionDeleted(projectId))
  await vi.waitFor(async () =>
    expect((await pull(notifications, projectId, { destination })).cursor).toBe('1'),
  )

  await vi.waitFor(() => deleteDestination(notifications, db, { destination }))

  await expect(pull(notifications, projectId, { destination })).rejects.toThrow('No destination')
  const everything = database.everything
  expect(await findExpiring(everything, new Date(0))).toEqual([
    { destinationId: id, projectId, isDeleted: true },
  ])
  const all = { destinationId: id, before: undefined, atMost: 10 }
  expect(await removeOldest(db, all)).toBe(1)
})
