import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import {
  migrateAll,
  openConfiguredDatabase,
} from '../../../../program/src/main/storage/open-database.ts'
import { readSettings } from '../../../../program/src/main/settings/settings.ts'
import { patiently } from '@platform/testing/patiently'
import { givenDatabase } from '@platform/testing/test-database'
import { migrate, TooNewError, TooOldError, type SchemaMigration } from './migrate.ts'
import { replacedMigrations } from '../baseline/replaced-migrations.ts'
import { migrations } from '../migrations/index.ts'
import { newId } from '../new-id.ts'
import { getFirst, getNth } from '../../values/must.ts'
import { sleep } from '../../values/sleep.ts'

type TestDatabase = Awaited<ReturnType<typeof givenDatabase>>

/** An empty database. */
async function givenEmptyDatabase() {
  const database = await givenDatabase()
  const { connectionString } = database
  const name = `empty_${Date.now().toString(36)}`
  const admin = new pg.Client({ connectionString })
  await admin.connect()
  await admin.query(`create database ${name}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return connectionString.replace(/\/[^/?]*\?/, `/${name}?`)
}

it(
  'starts ten processes concurrently on a new database',
  { tags: 'concurrent-start' },
  async () => {
    const settings = readSettings({ DATABASE_URL: await givenEmptyDatabase() })

    const opened = await Promise.all(
      Array.from({ length: 10 }, () => openConfiguredDatabase(settings)),
    )
    onTestFinished(async () => {
      for (const { close } of opened) await close()
    })

    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(
      getNth(opened, 9).database.everything,
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      [...replacedMigrations, ...Object.keys(migrations)].toSorted(),
    )
    expect(opened.flatMap(({ applied }) => applied)).toEqual([
      'baseline',
      ...Object.keys(migrations),
    ])
    const id = newId('org')
    await getFirst(opened)
      .database.everything.insertInto('organizations')
      .values({ id, label: 'Acme', defaultTeamId: newId('team') })
      .execute()
    const seen = await getNth(opened, 5)
      .database.everything.selectFrom('organizations')
      .select('id')
      .execute()
    expect(seen).toEqual([{ id }])
  },
)

it('starts processes sequentially and concurrently on an existing database', async () => {
  const settings = readSettings({ DATABASE_URL: await givenEmptyDatabase() })
  const start = async () => (await openConfiguredDatabase(settings)).close()
  await start()

  // Each creates its roles while others migrate the schema.
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let round = 0; round < 3; round++) await start()
    }),
  )
})

const ofFuture = (
  migration: Omit<SchemaMigration, 'up'> = {},
): Record<string, SchemaMigration> => ({
  ...migrations,
  '9999-of-the-future': {
    up: async (db) => {
      await sql`alter table topics add column color text not null default 'red'`.execute(db)
    },
    ...migration,
  },
})

it('works with a database migrated by the next version', { tags: 'concurrent-start' }, async () => {
  const database = await givenDatabase()
  expect(await migrate(database, { migrations: ofFuture() })).toEqual(['9999-of-the-future'])

  const done = await migrate(database)

  expect(done).toEqual([])
  const orgId = newId('org')
  const id = newId('proj')
  const db = database.everything
  await db
    .insertInto('organizations')
    .values({ id: orgId, label: 'Acme', defaultTeamId: newId('team') })
    .execute()
  await db.insertInto('projects').values({ id, orgId, name: 'acme', appName: 'Acme' }).execute()
  await database
    .tenant(id)
    .insertInto('topics')
    .values({ id: newId('top'), projectId: id, name: 'all' })
    .execute()
  expect(await database.tenant(id).selectFrom('topics').select('name').execute()).toEqual([
    { name: 'all' },
  ])
})

it('refuses a database that the next version declares incompatible', async () => {
  const database = await givenDatabase()
  await migrate(database, { migrations: ofFuture({ breaksVersionBefore: true }) })

  const starting = migrate(database)

  await expect(starting).rejects.toThrow(TooNewError)
  await expect(starting).rejects.toThrow(/9999-of-the-future.*start the newer version/)
})

it('rejects a database without all migrations of the baseline, and changes nothing', async () => {
  const database = await givenDatabase()
  await database.asOwner((owner) =>
    owner.query(`delete from kysely_migration where name like '0495-%'`),
  )

  const starting = migrate(database, { migrations: ofFuture() })

  await expect(starting).rejects.toThrow(TooOldError)
  await expect(starting).rejects.toThrow(/start the last version .* It lacks 0495-due-objects,/)
  const { rows } = await sql`select from information_schema.columns
    where column_name = 'color'`.execute(database.everything)
  expect(rows).toEqual([])
})

it('stays compatible with the previous version after every migration', () => {
  const breaking = Object.entries(migrations).filter(
    ([, { breaksVersionBefore }]) => breaksVersionBefore,
  )

  expect(breaking.map(([name]) => name)).toEqual([])
})

it('applies a missing migration with a lower number', async () => {
  const database = await givenDatabase()

  const done = await migrate(database, {
    migrations: { '0000-between': { up: async () => {} }, ...migrations },
  })

  expect(done).toEqual(['0000-between'])
})

it('locks no table that a running server uses when the schema is current', async () => {
  const database = await givenDatabase()
  const server = new pg.Client(database.connectionString)
  await server.connect()
  onTestFinished(() => server.end())
  const { rows: tables } = await server.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'graphile_worker'::regnamespace)
        and c.relkind in ('r', 'p')`,
  )
  await server.query('begin')
  await server.query(
    `lock table ${tables.map(({ name }) => name).join(', ')} in row exclusive mode`,
  )
  let isOver = false
  const migrating = migrateAll(database).finally(() => (isOver = true))

  const waitedFor = await listAwaitedTables(database, () => isOver)
  await server.query('rollback')

  expect([waitedFor, await migrating]).toEqual([[], []])
})

/** Returns the tables whose locks somebody waits for, once there are any or `isOver`. */
async function listAwaitedTables(database: TestDatabase, isOver: () => boolean): Promise<string[]> {
  while (!isOver()) {
    const { rows } = await sql<{ name: string }>`
      select relation::regclass::text as name from pg_locks
       where not granted and pid in (
         select pid from pg_stat_activity where datname = current_database())`.execute(
      database.everything,
    )
    if (rows.length > 0) return rows.map(({ name }) => name)
    await sleep(20)
  }
  return []
}

it('repeats a migration that PostgreSQL ends because of a deadlock with running servers', async () => {
  const database = await givenDatabase()
  const server = new pg.Client(database.connectionString)
  await server.connect()
  onTestFinished(() => server.end())
  // PostgreSQL ends the other session in the deadlock.
  await server.query(`set deadlock_timeout = '1h'`)
  await server.query('begin')
  await server.query('select from projects for update')
  const serverWaits = async () => {
    const { rows } = await sql`select from pg_locks
      where not granted and pid in (
        select pid from pg_stat_activity where datname = current_database())`.execute(
      database.everything,
    )
    expect(rows).toHaveLength(1)
  }
  const served: Promise<unknown>[] = []

  const done = await migrate(database, {
    migrations: {
      ...migrations,
      '9999-two-tables': {
        async up(tx) {
          await sql`lock table organizations in access exclusive mode`.execute(tx)
          if (served.length === 0) {
            const selected = server.query('select from organizations for update')
            served.push(selected.then(() => server.query('commit')))
            await vi.waitFor(serverWaits, patiently)
          }
          await sql`lock table projects in access exclusive mode`.execute(tx)
        },
      },
    },
  })

  await Promise.all(served)
  expect(done).toEqual(['9999-two-tables'])
})
