import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import { earliestId, newId } from '../../db/new-id.ts'
import { inTransaction } from '../../db/transaction.ts'
import { givenDatabase } from '../../testing/test-database.ts'
import { givenProject } from '../testing.ts'
import { eventsAbout, listDeliveries, type DeliveryFilter } from './store.ts'

const count = 4_000
const enough = 400

/** Messages to two destinations, all delivered; of the second type and of one customer there are few. */
async function givenMany() {
  const database = await givenDatabase()
  const projectId = await givenProject({ database })
  const db = database.tenant(projectId)
  for (const name of ['first', 'second']) {
    await db
      .insertInto('destinations')
      .values({ id: `dest_${name}`, projectId, name, type: 'webhook', metadata: '{}' })
      .execute()
  }
  const installationId = newId('inst')
  const start = earliestId('evt', Date.now()).slice(0, -6)
  await sql`
    insert into events (project_id, id, type, body, group_ref, about)
    select ${projectId}, ${start} || lpad(n::text, 6, '0'),
           case when n % 1000 = 7 then 'installation.created' else 'read' end, '{}',
           case when n % 1000 = 8 then 'small' else 'whale' end, jsonb_build_object('installationId', ${installationId}::text)
      from generate_series(1, ${count}::int) n`.execute(db)
  await sql`
    insert into deliveries (destination_id, event_id, project_id, type, status)
    select t.id, e.id, e.project_id, e.type, 'delivered' from events e, destinations t`.execute(db)
  await database.asOwner((owner) => owner.query('analyze events, deliveries, destinations'))
  return { database, projectId, installationId }
}

/** How many rows of the tables were looked at. */
async function rowsRead(database: Database, projectId: `proj_${string}`, look: Look) {
  return inTransaction(database.tenant(projectId), async (tx) => {
    const readSoFar = async () => {
      const { rows } = await sql<{ read: number }>`
        select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read
          from pg_stat_xact_user_tables where relname ~ '^(events|deliveries|queued_deliveries)'
      `.execute(tx)
      return rows[0]?.read ?? 0
    }
    const before = await readSoFar()
    const found = await look(tx)
    return { found: found.length, read: (await readSoFar()) - before }
  })
}
type Look = (db: ReturnType<Database['tenant']>) => Promise<readonly unknown[]>

it('finds deliveries among many without looking at all of them', async () => {
  const { database, projectId, installationId } = await givenMany()
  const whale = { groupRef: 'whale' }
  const filters: [DeliveryFilter, found: number][] = [
    [{}, 26],
    [{ type: 'read' }, 26],
    [{ type: 'installation.created' }, 8],
    [{ type: 'connection.error' }, 0],
    [{ type: 'connection.error', destinationId: 'first' }, 0],
    ...(['pending', 'retrying', 'held', 'failed', 'failing', 'cancelled'] as const).flatMap(
      (status): [DeliveryFilter, number][] => [
        [{ status }, 0],
        [{ status, destinationId: 'second' }, 0],
      ],
    ),
    [whale, 26],
    [{ ...whale, status: 'delivered' }, 26],
    [{ ...whale, type: 'installation.created' }, 8],
    [{ ...whale, installationId }, 26],
    [{ groupRef: 'small' }, 8],
  ]

  const looks = []
  for (const [filter, found] of filters) {
    const result = await rowsRead(database, projectId, (db) =>
      listDeliveries(db, { ...filter, projectId }, { limit: 26 }),
    )
    looks.push({ filter, ...result, expected: found })
  }
  const told = await rowsRead(database, projectId, (db) =>
    eventsAbout(
      db,
      { projectId, ...whale, installationId, connectionId: 'conn_1', without: [] },
      'evt_~',
    )
      .limit(20)
      .execute(),
  )

  expect(looks.filter(({ read, found, expected }) => read > enough || found !== expected)).toEqual(
    [],
  )
  expect(told.found).toBe(4)
  expect(told.read).toBeLessThan(enough)
})
