import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Database, Db } from '@platform/kernel/db/database'
import { earliestId } from '@platform/kernel/db/new-id'
import { hearDatabaseTime } from '@platform/kernel/values'
import { rowsRead } from '@platform/testing/rows-read'
import { givenDatabase } from '@platform/testing/test-database'
import { givenProject } from '../testing.ts'
import { oldestOnTop, type HistoryFilter } from './delivery-query.ts'
import { countReplayable } from './replay-store.ts'
import { eventsAbout, groupOfInstallation, listDeliveries, listEvents } from './store.ts'

const count = 4_000
const enough = 800

/** At other hours the partition of the day has more or fewer rows, and other plans are as good. */
const now = new Date().setUTCHours(20, 0, 0, 0)
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterAll(() => void vi.useRealTimers())

const timeAt = (n: number) => now - (count - n) * 60_000

/**
 * A message each minute to three destinations, one of which takes none and is given up half of the time;
 * of the second type and of one customer there are few.
 */
async function givenMany() {
  const database = await givenDatabase()
  const projectId = await givenProject({ database })
  const db = database.tenant(projectId)
  for (const name of ['first', 'second', 'failing']) {
    await db
      .insertInto('destinations')
      .values({ id: `dest_${name}`, projectId, name, type: 'webhook', metadata: '{}' })
      .execute()
  }
  const installationId = earliestId('inst', timeAt(0))
  const operationId = earliestId('op', timeAt(2_500))
  const ids = Array.from({ length: count }, (_, n) => earliestId('evt', timeAt(n + 1)))
  await sql`
    insert into events (project_id, id, type, body, group_ref, about)
    select ${projectId}, id, case when n % 1000 = 7 then 'installation.created' else 'read' end, '{}',
           case when n % 1000 = 8 then 'small' when n % 10 = 9 then 'other-' || n else 'whale' end,
           jsonb_build_object('installationId', ${installationId}::text,
                              'operationId', case when n = 2501 then ${operationId}::text end)
      from unnest(${ids}::text[]) with ordinality _ (id, n)`.execute(db)
  await sql`
    insert into deliveries (destination_id, event_id, project_id, type, status, failed_time)
    select t.id, e.id, e.project_id, e.type, stands, case when stands = 'failed' then now() end
      from events e, destinations t, lateral (select case when t.name <> 'failing' then 'delivered'
        when e.id < ${ids[count / 2]} then 'failed' else 'pending' end as stands) s`.execute(db)
  await sql`
    insert into queued_deliveries (destination_id, event_id, project_id, due_time, attempts_used)
    select destination_id, event_id, project_id, now(), 1 from deliveries where status = 'pending'`.execute(
    db,
  )
  await database.asOwner((owner) =>
    owner.query('analyze events, deliveries, queued_deliveries, destinations'),
  )
  // Connections have reported the real time, which may be of another day.
  hearDatabaseTime(now, performance.now())
  return { database, projectId, installationId, operationId }
}

const countRowsRead = (
  database: Database,
  projectId: string,
  look: (db: Db) => Promise<readonly unknown[]>,
) => rowsRead(database, projectId, { tables: /^(events|deliveries|queued_deliveries)/, look })

it('finds deliveries and events without reading all rows', async () => {
  const { database, projectId, installationId, operationId } = await givenMany()
  const whale = { groupRef: 'whale' }
  const small = { groupRef: 'small' }
  const ofOperation = { ...whale, operationId, operationEnd: new Date(timeAt(2_502)) }
  const filters: [HistoryFilter, deliveries: number, events?: number][] = [
    [{}, 26],
    [{ status: 'delivered', destinationId: 'first' }, 26],
    [{ type: 'read' }, 26],
    [{ type: 'installation.created' }, 12, 4],
    [{ type: 'connection.error' }, 0],
    [{ type: 'connection.error', destinationId: 'first' }, 0],
    ...(['failed', 'retrying', 'failing'] as const).flatMap(
      (status): [HistoryFilter, number, number?][] => [
        [{ status }, 26],
        [{ status, destinationId: 'second' }, 0],
        [{ status, ...whale, installationId }, 26],
        [{ status, ...small }, status === 'failing' ? 4 : 2],
      ],
    ),
    ...(['paused', 'canceled'] as const).map((status): [HistoryFilter, number] => [
      { status, destinationId: 'second', ...small },
      0,
    ]),
    [{ status: 'paused' }, 0],
    [whale, 26],
    [{ ...whale, status: 'delivered' }, 26],
    [{ ...whale, type: 'installation.created' }, 12, 4],
    [{ ...whale, installationId }, 26],
    [{ ...whale, installationId, destinationId: 'first' }, 26],
    [{ ...whale, ownerRef: 'small', installationId }, 0],
    [small, 12, 4],
    [{ ...small, destinationId: 'first' }, 4],
    [ofOperation, 3, 1],
    [{ ...ofOperation, destinationId: 'second' }, 1],
    [{ ...ofOperation, status: 'retrying' }, 1],
  ]

  const looks = []
  for (const [filter, deliveries, events = deliveries] of filters) {
    const ofDeliveries = await countRowsRead(database, projectId, (db) =>
      listDeliveries(db, { ...filter, projectId }, { limit: 26 }),
    )
    const ofEvents = await countRowsRead(database, projectId, (db) =>
      listEvents(db, projectId, filter, { limit: 26 }),
    )
    looks.push(
      { list: 'deliveries', filter, ...ofDeliveries, expected: deliveries },
      { list: 'events', filter, ...ofEvents, expected: events },
    )
  }
  for (const [filter, expected] of [
    [{}, 26],
    [{ status: 'failed' as const }, 26],
    [{ destinationId: 'second' }, 26],
    [small, 12],
  ] satisfies [HistoryFilter, number][]) {
    const page = { limit: 26, order: oldestOnTop }
    const oldest = await countRowsRead(database, projectId, (db) =>
      listDeliveries(db, { ...filter, projectId }, page),
    )
    looks.push({ list: 'oldest deliveries', filter, ...oldest, expected })
  }
  const ofInstallation = await countRowsRead(database, projectId, (db) =>
    eventsAbout(
      db,
      { projectId, ...whale, installationId, connectionId: 'conn_1', without: [] },
      'evt_~',
    )
      .limit(20)
      .execute(),
  )

  const delivered = await countRowsRead(database, projectId, (db) =>
    listDeliveries(db, { status: 'delivered', projectId }, { limit: 26 }),
  )

  // For the destination that accepts none, only one day is skipped.
  expect(delivered.found).toBe(26)
  expect(delivered.read).toBeLessThan(count / 2)
  expect(looks.filter(({ read, found, expected }) => read > enough || found !== expected)).toEqual(
    [],
  )
  const goneId = earliestId('inst', timeAt(10))
  await sql`
    insert into events (project_id, id, type, body, group_ref, about)
    select ${projectId}, ${earliestId('evt', timeAt(3_000) + 1)}, 'installation.deleted', '{}', 'gone',
           jsonb_build_object('installationId', ${goneId}::text)`.execute(
    database.tenant(projectId),
  )
  const owners: unknown[] = []
  const ofGone = await countRowsRead(database, projectId, async (db) => {
    owners.push(await groupOfInstallation(db, projectId, goneId))
    return owners
  })

  expect(owners).toEqual(['gone'])
  expect(ofGone.read).toBeLessThan(20)
  expect(ofInstallation.found).toBe(4)
  expect(ofInstallation.read).toBeLessThan(enough)
})

it('counts deliveries to replay without reading others', async () => {
  const { database, projectId } = await givenMany()
  const countMatching = async (filter: Parameters<typeof countReplayable>[2]) => {
    const counts: number[] = []
    const { read } = await countRowsRead(database, projectId, async (db) => {
      counts.push(await countReplayable(db, projectId, filter, { atMost: 500 }))
      return counts
    })
    return { count: counts[0], isFast: read < enough }
  }

  expect([
    await countMatching({ status: 'delivered' }),
    await countMatching({ status: 'failed' }),
    await countMatching({ status: 'delivered', eventTypes: ['installation.created'] }),
    await countMatching({ status: 'delivered', eventTypes: ['connection.error'] }),
    await countMatching({ status: 'failed', destinationId: 'dest_second' }),
    await countMatching({ status: 'canceled' }),
    await countMatching({ status: 'failed', from: new Date(timeAt(1_990)).toISOString() }),
  ]).toEqual([500, 500, 8, 0, 0, 0, 11].map((expected) => ({ count: expected, isFast: true })))
})
