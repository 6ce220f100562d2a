import { expect, it } from 'vitest'
import type { PulledMessage } from '@platform/contract'
import { FairSlots } from '@platform/kernel/admission'
import { newId } from '@platform/kernel/db/new-id'
import { getFirst, SharedRuns } from '@platform/kernel/values'
import type { SinkEvent } from '@platform/sinks/event'
import { sinkTypes } from '@platform/sinks/sink-types'
import { givenDatabase } from '@platform/testing/test-database'
import { createBodiesInDatabase } from '../message-log/bodies.ts'
import type { Announcements } from './announcements.ts'
import { createStreamWriter } from './append-messages.ts'
import { pullMessages } from './pull-messages.ts'

const stream = { id: 'dest_1', projectId: 'proj_1', name: 'far' } as const

const silentAnnouncements = (): Announcements => ({
  announce() {},
  listen: () => () => {},
  stop() {},
  isStopped: () => false,
})

/** Opens the sink of a stream in a database of its own, where events are stored before. */
async function givenStream(limits: { maxWaitMs?: number } = {}) {
  const database = await givenDatabase()
  const { id, projectId } = stream
  await database.everything
    .insertInto('organizations')
    .values({ id: 'org_1', label: 'Acme', defaultTeamId: 'team_1' })
    .execute()
  await database.everything
    .insertInto('projects')
    .values({ id: projectId, orgId: 'org_1', name: 'acme', appName: 'Acme' })
    .execute()
  await database.everything
    .insertInto('destinations')
    .values({ id, projectId, name: stream.name, type: 'pull', metadata: '{}' as never })
    .execute()
  const announcements = silentAnnouncements()
  const outages = { left: 0 }
  const breaking = {
    tenant: (tenant: Parameters<typeof database.tenant>[0]) => {
      if (outages.left === 0) return database.tenant(tenant)
      outages.left--
      throw new Error('connect ECONNREFUSED 10.0.0.7:5432')
    },
  }
  const streams = createStreamWriter(breaking, announcements, limits)
  const db = database.tenant(projectId)
  const sink = sinkTypes.pull.open({ ...stream, metadata: {}, credentials: {} }, {
    streams,
  } as Parameters<typeof sinkTypes.pull.open>[1])
  const send = async (events: readonly SinkEvent[]) => {
    const rows = events.map(({ id: eventId, type, body }) => ({
      id: eventId,
      projectId,
      type,
      body,
    }))
    await db
      .insertInto('events')
      .values(rows)
      .onConflict((taken) => taken.columns(['projectId', 'id']).doNothing())
      .execute()
    return sink.send(events)
  }
  const list = async () => {
    const found: PulledMessage[] = []
    for (let after = '0', hasMore = true; hasMore;) {
      const part = await pullMessages(
        {
          bodies: createBodiesInDatabase(database),
          announcements,
          looks: new SharedRuns(),
          waiting: new FairSlots({ slots: 1 }),
        },
        db,
        {
          destination: id,
          after,
          limit: 1000,
          wait: 0,
          tenant: { org: 'org_1', project: projectId },
          signal: new AbortController().signal,
          access: { check: async () => {} },
          reserve: async () => {},
        },
      )
      found.push(...part.messages)
      ;({ cursor: after, hasMore } = part)
    }
    return found
  }
  return { sink, send, list, outages }
}

const givenEvents = (count: number, data: object = { text: 'Grüße 🌍 "quoted" \\ \n line' }) =>
  Array.from({ length: count }, (_, index): SinkEvent => ({
    id: newId('evt'),
    projectId: stream.projectId,
    type: 'connection.deleted',
    body: JSON.stringify({ ...data, index }),
  }))

it('stores the declared batch, in its order', async () => {
  const { sink, send, list } = await givenStream()
  const events = givenEvents(sink.maxBatch)

  const outcomes = await send(events)

  expect(outcomes.every(({ succeeded }) => succeeded)).toBe(true)
  expect((await list()).map(({ eventId }) => eventId)).toEqual(events.map(({ id }) => id))
})

it('stores messages of batches that arrive at the same time, each once', async () => {
  const { send, list } = await givenStream()
  const events = givenEvents(20)

  await Promise.all(events.map((event) => send([event])))

  expect((await list()).map(({ eventId }) => eventId).toSorted()).toEqual(
    events.map(({ id }) => id).toSorted(),
  )
})

it.each([
  ['unusual', { '': null, 'a.b': [[], {}, [null, -0.5e-7]], lines: '\u2028\u0000\ud83d\ude00' }],
  ['large', { text: 'x'.repeat(300 * 1024) }],
])('returns %s values unchanged', async (_name, data) => {
  const { send, list } = await givenStream()

  await send(givenEvents(1, data))

  const { message } = getFirst(await list())
  expect(message).toMatchObject({ data: { ...data, index: 0 } })
})

it('stores a message that is sent again under its identifier', async () => {
  const { send, list } = await givenStream()
  const events = givenEvents(1)

  await send(events)
  const again = await send(events)

  expect(again).toMatchObject([{ succeeded: true, request: { url: 'pull:far' } }])
  expect(new Set((await list()).map(({ eventId }) => eventId))).toEqual(
    new Set([getFirst(events).id]),
  )
})

it('waits for the database, whose outage uses up no attempt', async () => {
  const { send, list, outages } = await givenStream()
  outages.left = 2

  const outcomes = await send(givenEvents(3))

  expect(outages.left).toBe(0)
  expect(outcomes.every(({ succeeded }) => succeeded)).toBe(true)
  expect(await list()).toHaveLength(3)
})

it('describes a lasting outage of the database without its address', async () => {
  const { send, outages } = await givenStream({ maxWaitMs: 0 })
  outages.left = Infinity

  const outcomes = await send(givenEvents(1))

  expect(outcomes).toMatchObject([{ succeeded: false, class: 'connection' }])
  expect(JSON.stringify(outcomes)).not.toContain('10.0.0.7')
})
