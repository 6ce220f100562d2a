// @module-tag tenant-limits
import type { ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '@platform/kernel/db/database'
import { earliestId } from '@platform/kernel/db/new-id'
import { keepPartitions } from '@platform/kernel/db/partitions'
import { measureSlowness } from '@platform/testing/machine-speed'
import { testDatabase } from '@platform/testing/test-database'
import { expiringTables } from './set-up/store.ts'
import { givenProject } from './testing.ts'

const dayMs = 24 * 3600 * 1000
/** Long after the last day with a partition: the upkeep job has not run. */
const today = Math.floor(Date.now() / dayMs) + 20

let database: Database & { connectionString: string }
let projectId: ProjectId
let count = 0
beforeEach(async () => {
  await database?.close()
  database = await testDatabase()
  projectId = await givenProject({ database })
})
afterAll(() => database.close())

const keepHouse = ({ keepDays = 30, now = today * dayMs + dayMs / 2 } = {}) =>
  database.asOwner(async (client) => {
    for (const table of expiringTables) {
      await keepPartitions(database.through(client), table, {
        now,
        olderThan: new Date(now - keepDays * dayMs),
      })
    }
  })

/** An event of that day with a delivery, which is still queued when wanted. */
async function givenEvent(day: number, { isQueued = false } = {}) {
  const time = day * dayMs + 3600 * 1000 + ++count
  const id = earliestId('evt', time)
  await sql`insert into events (project_id, id, type, body)
    values (${projectId}, ${id}, 'connection.created', '{}')`.execute(database.everything)
  await sql`insert into deliveries (destination_id, event_id, project_id, type)
    values ('dest_a', ${id}, ${projectId}, 'connection.created')`.execute(database.everything)
  if (isQueued) {
    await sql`insert into queued_deliveries (destination_id, event_id, project_id, due_time)
      values ('dest_a', ${id}, ${projectId}, now())`.execute(database.everything)
  }
  return id
}

/** All events and deliveries with their partitions. */
async function findStored() {
  const { rows } = await sql<{ id: string; place: string }>`
    select id, tableoid::regclass::text as place from events union all
    select event_id, tableoid::regclass::text from deliveries order by 1, 2`.execute(
    database.everything,
  )
  return rows.map(({ id, place }) => [id, place])
}

const formatDay = (day: number) =>
  new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')
const locate = (id: string, place: string) => [
  [id, `deliveries_${place}`],
  [id, `events_${place}`],
]

it('creates missing partitions for rows, and expires them', async () => {
  const ids = [await givenEvent(today - 12), await givenEvent(today - 11), await givenEvent(today)]

  await keepHouse()

  expect(await findStored()).toEqual(ids.flatMap((id) => locate(id, formatDay(today))))
  const next = await givenEvent(today + 1)
  expect((await findStored()).slice(-2)).toEqual(locate(next, formatDay(today + 1)))
  await keepHouse({ now: (today + 31) * dayMs })
  expect(await findStored()).toEqual(locate(next, formatDay(today + 1)))
})

it('moves rows with future times to partitions', async () => {
  const early = await givenEvent(today - 9)
  const ahead = await givenEvent(today + 3)
  const farAhead = await givenEvent(today + 40)

  await keepHouse()

  expect(await findStored()).toEqual([
    ...locate(early, formatDay(today - 9)),
    ...locate(ahead, formatDay(today + 3)),
    ...locate(farAhead, formatDay(today + 40)),
  ])
  await keepHouse({ now: (today + 40) * dayMs })
  expect(await findStored()).toEqual(locate(farAhead, formatDay(today + 40)))
})

it('keeps undelivered messages and removes them after delivery', async () => {
  const past = today - 30
  await keepHouse({ now: past * dayMs })
  const held = await givenEvent(past, { isQueued: true })
  await givenEvent(past)

  await keepHouse({ keepDays: 10 })

  expect(await findStored()).toEqual(locate(held, 'default'))
  const later = await givenEvent(today)
  await keepHouse({ keepDays: 10 })
  expect(await findStored()).toEqual([
    ...locate(held, 'default'),
    ...locate(later, formatDay(today)),
  ])
  await sql`delete from queued_deliveries`.execute(database.everything)
  await keepHouse({ keepDays: 10 })
  expect(await findStored()).toEqual(locate(later, formatDay(today)))
})

it('does not block on readers, and completes after them', async () => {
  const id = await givenEvent(today)
  const reader = await database.connect()
  await reader.query('begin')
  await reader.query('select from events limit 1')

  const slowness = measureSlowness()
  const started = performance.now()
  await expect(keepHouse()).rejects.toThrow('lock timeout')
  const tookMs = performance.now() - started
  expect(tookMs).toBeLessThan(5_000 * (await slowness.stop()))
  await reader.query('commit')
  reader.release()
  await keepHouse()

  expect(await findStored()).toEqual(locate(id, formatDay(today)))
})

it('keeps moved rows isolated', async () => {
  const id = await givenEvent(today - 1)
  await keepHouse()
  const stranger = await givenProject({ database })
  const place = sql.table(`events_${formatDay(today - 1)}`)

  for (const table of [sql.table('events'), place]) {
    const own = await sql`select id from ${table}`.execute(database.tenant(projectId))
    const others = await sql`select id from ${table}`.execute(database.tenant(stranger))
    expect(own.rows).toEqual([{ id }])
    expect(others.rows).toEqual([])
  }
})
