import pg from 'pg'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase, type AcrossTenants, type Database } from '@platform/kernel/db/database'
import { migrations } from '@platform/kernel/db/schema'
import { must, sleep } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import {
  findEmptyTables,
  findIds,
  planStatement,
  readGrants,
  readRelease,
  listReleasedVersions,
  restoreRelease,
  type SentStatement,
} from '@platform/testing/release-fixture'
import { emptyDatabase, testDatabase } from '@platform/testing/test-database'
import { givenReceiver } from '../../../delivery/src/notifications/testing.ts'
import { migrateAll } from './storage/open-database.ts'
import { startPlatform } from './platform.ts'
import { readSettings } from './settings/settings.ts'

// Upgrades from the fixture of every release in tools/testing/releases, which write-release.test.ts
// writes.

async function givenEmptyDatabase(): Promise<string> {
  const { connectionString, drop } = await emptyDatabase()
  onTestFinished(drop)
  return connectionString
}

async function open(connectionString: string): Promise<Database> {
  const database = await openDatabase(connectionString)
  onTestFinished(() => database.close())
  return database
}

const makeSettings = (env: Record<string, string>) =>
  readSettings({
    PLATFORM_DEVELOPMENT: 'true',
    PLATFORM_PORT: '0',
    PLATFORM_LOG_LEVEL: 'silent',
    ...env,
  })

/**
 * Sends what the release sent, again and again: it plans each statement and runs those that change
 * nothing. Returns the errors.
 */
function startFormerTraffic(database: Database, statements: readonly SentStatement[]) {
  const failed = new Set<string>()
  const stopping = new AbortController()
  let rounds = 0
  const running = (async () => {
    const client = await database.dedicated()
    while (!stopping.signal.aborted) {
      for (const statement of statements) {
        const { text, values } = statement
        await planStatement(client, statement)
          .then(() => values && client.query(text, values))
          .catch((error: Error) => failed.add(`${error.message}: ${text}`))
      }
      rounds++
      await sleep(20, stopping.signal)
    }
    await client.end()
  })()
  return {
    rounds: () => rounds,
    async stop() {
      stopping.abort()
      await running
      return [...failed]
    },
  }
}

interface Column {
  type: string
  isNullable: boolean
  hasDefault: boolean
}

/** By table and name. */
type Columns = Record<string, Column>

async function readColumns(db: AcrossTenants): Promise<Columns> {
  const { rows } = await sql<Column & { name: string }>`
    select n.nspname || '.' || c.relname || '.' || a.attname as name,
           format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as "isNullable",
           a.atthasdef or a.attidentity <> '' as "hasDefault"
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p', 'v') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped
     order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ name, ...column }) => [name, column]))
}

const getTable = (column: string) => column.slice(0, column.lastIndexOf('.'))

/** Returns what a process that knows the former columns cannot do with the present ones. */
function misfits(former: Columns, present: Columns): string[] {
  const tables = new Set(Object.keys(former).map(getTable))
  const lost = Object.entries(former).flatMap(([name, column]) => {
    const now = present[name]
    if (!now) return [`${name} is missing`]
    return [
      now.type !== column.type && `${name} was ${column.type} and is ${now.type}`,
      column.isNullable && !now.isNullable && `${name} no longer accepts null`,
      column.hasDefault && !now.hasDefault && !now.isNullable && `${name} no longer has a default`,
    ].filter((misfit) => misfit !== false)
  })
  const required = Object.entries(present)
    .filter(([name]) => !(name in former) && tables.has(getTable(name)))
    .filter(([, column]) => !column.isNullable && !column.hasDefault)
    .map(([name]) => `${name} is new and requires a value`)
  return [...lost, ...required]
}

/** Returns the number of rows of each table and a hash of their values in these columns. */
async function readContent(database: Database, columns: Columns): Promise<Record<string, string>> {
  const byTable = Object.groupBy(Object.keys(columns), getTable)
  const parts = Object.entries(byTable)
    .filter(([table]) => table !== 'public.kysely_migration')
    .map(([table, names]) => {
      const list = must(names, 'columns').map((name) =>
        pg.escapeIdentifier(name.slice(table.length + 1)),
      )
      return `select '${table}' as table, count(*) || ' ' || coalesce(md5(string_agg(row, '\n' order by row)), '') as content
        from (select (${list.join(', ')}, null)::text as row from ${table.replace('.', '."')}") t`
    })
  return database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ table: string; content: string }>(
      parts.join(' union all '),
    )
    return Object.fromEntries(rows.map(({ table, content }) => [table, content]))
  })
}

const versions = await listReleasedVersions()

it.each(versions)(
  'upgrades from %s while requests are served, and keeps everything',
  async (version) => {
    const release = await readRelease(version)
    const connectionString = await givenEmptyDatabase()
    const database = await open(connectionString)
    await restoreRelease(database, version)
    const columns = await readColumns(database.everything)
    const content = await readContent(database, columns)
    const empty = await findEmptyTables(database)
    const later = Object.entries(migrations).filter(([name]) => !release.migrations.includes(name))
    // Older versions are stopped before such an upgrade.
    const runsBeside =
      version === versions.at(-1) &&
      !later.some(([, { breaksVersionBefore }]) => breaksVersionBefore)
    const former = startFormerTraffic(database, runsBeside ? release.statements : [])
    await vi.waitFor(() => expect(former.rounds()).toBeGreaterThan(0), patiently)

    const applied = await migrateAll(database)

    expect(applied).toEqual(later.map(([name]) => name))
    if (runsBeside) expect(misfits(columns, await readColumns(database.everything))).toEqual([])
    expect(await readContent(database, columns)).toEqual(content)
    expect(empty).toEqual([])

    const receiver = await givenReceiver(() => ({ status: 204 }))
    const nowhere = { baseURL: 'http://127.0.0.1:9' }
    const platform = await startPlatform(
      makeSettings({
        DATABASE_URL: connectionString,
        PLATFORM_MASTER_KEY: release.masterKey,
        // The data of the release is older every day.
        ...{ PLATFORM_KEEP_MESSAGES: '36500', PLATFORM_KEEP_OPERATIONS: '36500' },
        ...{ PLATFORM_KEEP_LOGS: '36500', PLATFORM_KEEP_AUDIT_LOG: '36500' },
      }),
      { providerOverrides: { salesforce: nowhere, hubspot: nowhere } },
    )
    onTestFinished(() => platform.stop())
    const call = async (method: string, path: string, body?: object) => {
      const reply = await fetch(
        `${platform.url}${path.replace('{p}', `projects/${release.projectId}`)}`,
        {
          method,
          headers: { 'x-api-key': release.apiKey, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        },
      )
      return reply.ok ? findIds(await reply.json()) : [`${path}: ${reply.status}`]
    }
    const findMissing = async () => {
      const replies = release.lists.map(async ({ path, ids }) => {
        const present = await call('GET', path)
        return ids.filter((id) => !present.includes(id)).map((id) => `${path}: ${id}`)
      })
      return (await Promise.all(replies)).flat()
    }
    expect(await findMissing()).toEqual([])
    await call('PATCH', `/v1/{p}/destinations/${release.destinationId}`, {
      updateMask: ['disabled', 'metadata.url'],
      destination: { disabled: false, metadata: { url: receiver.url } },
    })
    await vi.waitFor(() => {
      expect(receiver.received.map(({ id }) => id)).toContain(release.waitingEventId)
    }, patiently)
    expect(await findMissing()).toEqual([])
    // A process of the release that starts now takes away the rights that it does not know.
    if (runsBeside) {
      const grants = await readGrants(version)
      await database.asOwner((owner) => owner.query(grants))
      expect(await findMissing()).toEqual([])
    }
    const rounds = former.rounds()
    await vi.waitFor(() => expect(former.rounds()).toBeGreaterThan(rounds + 1), patiently)
    expect(await former.stop()).toEqual([])
  },
)

it('detects changes that the previous version cannot work with', async () => {
  const database = await testDatabase()
  onTestFinished(() => database.close())
  const former = await readColumns(database.everything)
  await database.asOwner((owner) =>
    owner.query(`
      alter table organizations drop column default_team_id;
      alter table organizations add later text not null;
      alter table organizations add harmless text;
      update projects set update_time = now();
      alter table projects alter column update_time set not null;
      alter table projects alter column frontend_keys drop default;
      alter table projects alter column name type varchar(80)`),
  )

  const found = misfits(former, await readColumns(database.everything))

  expect(found).toEqual([
    'public.organizations.default_team_id is missing',
    'public.projects.frontend_keys no longer has a default',
    'public.projects.name was text and is character varying(80)',
    'public.projects.update_time no longer accepts null',
    'public.organizations.later is new and requires a value',
  ])
})
