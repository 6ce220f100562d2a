import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { givenDatabase } from '@platform/testing/test-database'
import { schemaLock } from '../advisory-locks.ts'
import { buildIndex } from './concurrent-index.ts'
import { migrate, type SchemaMigration } from './migrate.ts'
import { migrations } from '../migrations/index.ts'
import { getFirst } from '../../values/must.ts'

type TestDatabase = Awaited<ReturnType<typeof givenDatabase>>

const index = { name: 'topics_of_the_future', definition: 'on topics (name, id)' }
const withIndex: Record<string, SchemaMigration> = { ...migrations, '9999-topics': { index } }

/** A session of a running server of the previous version. */
async function givenSession({ connectionString }: TestDatabase) {
  const session = new pg.Client(connectionString)
  await session.connect()
  onTestFinished(() => session.end())
  return session
}

/** A transaction that has changed the table, for which builds of its indexes wait. */
async function givenWriter(database: TestDatabase) {
  const writer = await givenSession(database)
  await writer.query('begin')
  await writer.query('lock table topics in row exclusive mode')
  return { commit: () => writer.query('commit') }
}

const building = async (session: pg.Client) => {
  const { rows } = await session.query<{ pid: number }>(
    'select pid from pg_stat_progress_create_index where datname = current_database()',
  )
  expect(rows).toHaveLength(1)
  return getFirst(rows).pid
}

const isValid = async (session: pg.Client) => {
  const { rows } = await session.query<{ indisvalid: boolean }>(
    'select indisvalid from pg_index where indexrelid = to_regclass($1)',
    [index.name],
  )
  return rows[0]?.indisvalid
}

it('builds an index while servers write to its table, and logs what it waits for', async () => {
  const database = await givenDatabase()
  const writer = await givenWriter(database)
  const other = await givenSession(database)
  await other.query(`set lock_timeout = '2s'`)
  const lines: unknown[] = []
  const log = { info: (...line: unknown[]) => void lines.push(line) }

  const built = buildIndex(database, index, { log, reportEveryMs: 20 })
  await vi.waitFor(() => building(other), patiently)
  const written = await other.query('update topics set name = name')
  await vi.waitFor(() => expect(JSON.stringify(lines)).toMatch(/"waitsForPid":\d/), patiently)
  await writer.commit()
  await built

  expect(written.rowCount).toBe(0)
  expect(await isValid(other)).toBe(true)
  expect(JSON.stringify(lines)).toMatch(/building an index.*"phase":"waiting for.*built an index/)
})

it('builds an index again after an interruption', async () => {
  const database = await givenDatabase()
  const writer = await givenWriter(database)
  const other = await givenSession(database)
  const interrupted = migrate(database, { migrations: withIndex }).catch((error: unknown) => error)
  const pid = await vi.waitFor(() => building(other), patiently)
  // Its row is visible after the first transaction of the build.
  await vi.waitFor(async () => expect(await isValid(other)).toBe(false), patiently)
  await other.query('select pg_terminate_backend($1)', [pid])
  expect(await interrupted).toBeInstanceOf(Error)
  await writer.commit()
  expect(await isValid(other)).toBe(false)

  const done = await migrate(database, { migrations: withIndex })

  expect([done, await isValid(other)]).toEqual([['9999-topics'], true])
})

it('builds an index once for processes that start at the same time, also of the previous version', async () => {
  const database = await givenDatabase()
  const writer = await givenWriter(database)
  const other = await givenSession(database)
  const starting = Array.from({ length: 3 }, () => migrate(database, { migrations: withIndex }))
  await vi.waitFor(() => building(other), patiently)

  // It waits in PostgreSQL, with a snapshot.
  await other.query('select pg_advisory_lock($1, $2)', [...schemaLock])
  await other.query('select pg_advisory_unlock($1, $2)', [...schemaLock])
  const previous = migrate(database, { migrations })
  expect(await previous).toEqual([])
  await writer.commit()

  const done = await Promise.all(starting)
  expect(done.flat()).toEqual(['9999-topics'])
  expect(await isValid(other)).toBe(true)
})
