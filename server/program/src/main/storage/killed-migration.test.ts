import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '@platform/kernel/db/database'
import { must } from '@platform/kernel/values'
import { givenBreakingSessions } from '@platform/testing/breaking-sessions'
import { bundlePrograms } from '@platform/testing/bundled-programs'
import { patiently } from '@platform/testing/patiently'
import {
  listReleasedVersions,
  planStatement,
  readRelease,
  recordStatements,
  restoreRelease,
} from '@platform/testing/release-fixture'
import { listSeeds, pickBy, randomFrom } from '@platform/testing/seeded'
import { serverFlags } from '@platform/testing/server-flags'
import { emptyDatabase } from '@platform/testing/test-database'
import { migrateAll } from './open-database.ts'

// Kills of the process while it migrates. For PostgreSQL, one is the end of all its sessions at some packet,
// of which it may still carry out the last one. `SIMULATION_SEEDS=200` tries more of them.

/** What a restart must complete: definitions, rights and rows, and no index that is invalid. */
const describing = `
  select 'column ' || attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod)
      || ' ' || attnotnull || coalesce(' ' || pg_get_expr(adbin, adrelid), '') as line
    from pg_attribute join pg_class c on c.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where c.relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped and relnamespace = any($1::regnamespace[])
  union all
  select 'index ' || pg_get_indexdef(indexrelid) || ' valid: ' || indisvalid || ' ready: ' || indisready
    from pg_index join pg_class c on c.oid = indexrelid where relnamespace = any($1::regnamespace[])
  union all
  select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(c.oid)
    from pg_constraint c where connamespace = any($1::regnamespace[])
  union all
  select 'function ' || pg_get_functiondef(oid) || coalesce(proacl::text, '') from pg_proc
   where pronamespace = any($1::regnamespace[]) and prokind in ('f', 'p')
  union all
  select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
   where not tgisinternal and relnamespace = any($1::regnamespace[])
  union all
  select 'policy ' || schemaname || '.' || tablename || ' ' || policyname || ' ' || coalesce(qual, '')
    from pg_policies
  union all
  select 'rights ' || oid::regclass || ' ' || coalesce((
      select string_agg(acl::text, ',' order by acl::text) from unnest(relacl) acl), '')
      || ' ' || relrowsecurity || ' ' || relforcerowsecurity
    from pg_class where relkind in ('r', 'p', 'v', 'S') and relnamespace = any($1::regnamespace[])`

const schemas = ['public', 'auth', 'graphile_worker']

async function describeDatabase(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows: lines } = await client.query<{ line: string }>(describing, [schemas])
  const { rows: tables } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = any($1::regnamespace[])`,
    [schemas],
  )
  // Each database has a key of its own, and its own times of migrations.
  const named = tables.filter(({ name }) => name !== 'graphile_worker.migrations')
  const contents = named.map(({ name }) =>
    name === 'kysely_migration' || name === 'tenant_key'
      ? `select '${name} ' || ${name === 'tenant_key' ? 'count(*)' : `string_agg(name, ',' order by name)`} as line from ${name}`
      : `select '${name} ' || count(*) || ' ' || coalesce(md5(string_agg(r::text, '\n' order by r::text)), '')
           as line from ${name} r`,
  )
  const { rows } = await client.query<{ line: string }>(contents.join(' union all '))
  await client.end()
  return [...lines, ...rows].map(({ line }) => line).toSorted()
}

const sources: Record<string, (connectionString: string) => Promise<void>> = {
  'a new database': async () => {},
}
for (const version of await listReleasedVersions()) {
  sources[`the database of ${version}`] = async (connectionString) => {
    const database = await openDatabase(connectionString)
    await restoreRelease(database, version)
    await database.close()
  }
}

async function givenSource(fill: (connectionString: string) => Promise<void>) {
  const { connectionString, drop } = await emptyDatabase()
  onTestFinished(drop)
  await fill(connectionString)
  return connectionString
}

/** Starts as a process does: with its roles, then with all migrations. */
async function start(connectionString: string): Promise<string[]> {
  const database = await openDatabase(connectionString)
  try {
    return await migrateAll(database)
  } finally {
    await database.close()
  }
}

it.each(Object.entries(sources))(
  'completes the schema of %s after kills at any statement',
  async (_, fill) => {
    const undisturbed = await givenSource(fill)
    const recorded = recordStatements()
    const counting = await givenBreakingSessions(undisturbed)
    expect((await start(counting.connectionString)).length).toBeGreaterThan(0)
    const packets = counting.sent()
    const builds = recorded.stop().filter(({ text }) => text.startsWith(indexStatement)).length
    const expected = await describeDatabase(undisturbed)
    expect(expected.length).toBeGreaterThan(500)

    let kills = 0
    for (const seed of listSeeds(3)) {
      const random = randomFrom(seed)
      const connectionString = await givenSource(fill)
      const sessions = await givenBreakingSessions(connectionString)
      const places: string[] = []
      for (let round = 0; round < 3; round++) {
        const isOfIndex = builds > 0 && random() < 0.3
        const packet = isOfIndex ? indexStatement : 1 + Math.floor(random() * packets)
        const isDelivered = isOfIndex || pickBy(random)([true, false])
        places.push(`${packet} ${isDelivered ? 'delivered' : 'lost'}`)
        let isKilled = false
        void sessions.killAt(packet, isDelivered).then(() => (isKilled = true))
        const reader = isOfIndex && (await openSnapshot(connectionString))
        await start(sessions.connectionString).catch((error: unknown) => {
          if (!isKilled) throw error
        })
        if (reader && isKilled) await endBuild(reader)
        if (reader) await reader.end()
        kills += Number(isKilled)
        sessions.comeBack()
      }

      await start(connectionString)

      expect(
        await describeDatabase(connectionString),
        `seed ${seed}, of ${packets} packets: ${places.join(', ')}`,
      ).toEqual(expected)
    }
    expect(kills).toBeGreaterThan(0)
  },
)

const newest = must((await listReleasedVersions()).at(-1), 'release')

/** Starts the server as its own process, on a database that it migrates before it serves. */
async function startProcess(connectionString: string): Promise<ChildProcess> {
  const { serve, env } = await bundlePrograms()
  const child = spawn(process.execPath, [...serverFlags, serve], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...env,
      DATABASE_URL: connectionString,
      PLATFORM_MASTER_KEY: (await readRelease(newest)).masterKey,
      PLATFORM_DEVELOPMENT: 'true',
      PLATFORM_PORT: '0',
      PLATFORM_LOG_LEVEL: 'silent',
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const isOver = once(child, 'exit')
  child.kill(signal)
  await isOver
}

/** Fails if a statement of the release no longer fits the schema. */
async function planFormerStatements(connectionString: string): Promise<void> {
  const { statements } = await readRelease(newest)
  const client = new pg.Client({ connectionString })
  await client.connect()
  for (const statement of statements) await planStatement(client, statement)
  await client.end()
}

describe('the process of the server', () => {
  const fill = must(sources[`the database of ${newest}`], newest)

  /** Migrates another database in peace. */
  async function migrateUndisturbed() {
    const connectionString = await givenSource(fill)
    const counting = await givenBreakingSessions(connectionString)
    await start(counting.connectionString)
    return { packets: counting.sent(), expected: await describeDatabase(connectionString) }
  }

  it('can be killed at any statement while it migrates', async () => {
    const { packets, expected } = await migrateUndisturbed()
    const connectionString = await givenSource(fill)
    const sessions = await givenBreakingSessions(connectionString)
    const random = randomFrom(must(listSeeds(1)[0], 'seed'))
    const places: number[] = []

    // A migration that is complete is not repeated, so each process sends fewer packets than the one before.
    for (const share of [0.5, 0.3, 0.1]) {
      const packet = Math.ceil(packets * share * (0.5 + random() / 2))
      places.push(packet)
      const isAtPlace = sessions.killAt(packet, true)
      const child = await startProcess(sessions.connectionString)
      await isAtPlace
      await end(child, 'SIGKILL')
      sessions.comeBack()
      await planFormerStatements(connectionString)
    }
    await start(connectionString)

    const described = await describeDatabase(connectionString)
    expect(described, `of ${packets} packets: ${places.join(', ')}`).toEqual(expected)
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'can be ended by %s while it builds an index',
    async (signal) => {
      const { expected } = await migrateUndisturbed()
      const connectionString = await givenSource(fill)
      const reader = await openSnapshot(connectionString)

      const child = await startProcess(connectionString)
      await waitForBuild(reader)
      await end(child, signal)
      await planFormerStatements(connectionString)
      await reader.end()
      await start(connectionString)

      expect(await describeDatabase(connectionString)).toEqual(expected)
    },
  )
})

const indexStatement = 'create index concurrently'

/** Opens a transaction for which builds of indexes wait at their end. */
async function openSnapshot(connectionString: string): Promise<pg.Client> {
  const reader = new pg.Client({ connectionString })
  await reader.connect()
  await reader.query('begin isolation level repeatable read')
  await reader.query('select 1')
  return reader
}

/** Ends the build that waits for the reader, as the end of PostgreSQL does: the index is invalid. */
async function endBuild(reader: pg.Client): Promise<void> {
  await waitForBuild(reader, 'pg_terminate_backend(pid, 60_000)')
  await reader.query('rollback')
  const { rows } = await reader.query('select from pg_index where not indisvalid')
  expect(rows).toHaveLength(1)
}

/** Waits until a build waits for the reader, and evaluates the expression for its session. */
async function waitForBuild(reader: pg.Client, expression = 'pid'): Promise<void> {
  await vi.waitFor(async () => {
    await reader.query('select pg_stat_clear_snapshot()')
    const { rows } = await reader.query(
      `select ${expression} from pg_stat_progress_create_index
        where datname = current_database() and phase = 'waiting for old snapshots'`,
    )
    expect(rows).toHaveLength(1)
  }, patiently)
}
