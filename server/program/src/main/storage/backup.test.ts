// @module-tag backups
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { beforeEach, expect, inject, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '@platform/kernel/db/database'
import { earliestId } from '@platform/kernel/db/new-id'
import { createDay, toDay, partitionName } from '@platform/kernel/db/partitions'
import { messageTables } from '@platform/delivery/notifications/notifications'
import { givenReceiver } from '../../../../delivery/src/notifications/testing.ts'
import { parseMasterKeys } from '@platform/kernel/secrets'
import { givenPlatform } from '@platform/testing/test-platform'
import { testDatabase } from '@platform/testing/test-database'
import { backupServer } from './backup.ts'
import { createTenant } from '../bootstrap.ts'
import { startPlatform } from '../platform.ts'
import { restoreServer } from './restore.ts'
import { readSettings } from '../settings/settings.ts'
import { patiently } from '@platform/testing/patiently'

const masterKey = randomBytes(32).toString('base64')
const keyId = parseMasterKeys(masterKey).current.id

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

async function givenFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** An empty database for a backup. */
async function givenEmptyDatabase() {
  const admin = new pg.Client({
    connectionString: inject('postgresUrl').replace(/\/[^/?]*\?/, '/postgres?'),
  })
  await admin.connect()
  const name = `empty_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name}`)
  onTestFinished(async () => {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  })
  return inject('postgresUrl').replace(/\/[^/?]*\?/, `/${name}?`)
}

const makeSettings = (env: Record<string, string>) =>
  readSettings({ PLATFORM_MASTER_KEY: masterKey, PLATFORM_DATA: '/nowhere', ...env })

it('restores a server into an empty folder and resumes deliveries and reads', async () => {
  const folder = await givenFolder()
  let isUp = false
  const receiver = await givenReceiver(() => ({ status: isUp ? 204 : 503 }))
  const source = await givenPlatform({
    contacts: 5,
    env: { PLATFORM_MASTER_KEY: masterKey, PLATFORM_RETRY_SCHEDULE: '3600,3600' },
  })
  const { call, databaseUrl, providerOverrides } = source
  const destination = await call<{ id: string }>('POST', '/v1/{p}/destinations', {
    name: 'mine',
    type: 'webhook',
    metadata: { url: receiver.url },
  })
  const { id: topicId } = await call<{ id: string }>('POST', '/v1/{p}/topics', { name: 'mine' })
  await call('POST', '/v1/{p}/notification-event-topic-routes', {
    topicId,
    eventType: 'installation.created',
  })
  await call('POST', '/v1/{p}/topic-destination-routes', {
    topicId,
    destinationId: destination.id,
  })
  await source.connect()
  const installation = await source.install()
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patiently)
  await vi.waitFor(async () => {
    const [delivery] = await call<object[]>(
      'GET',
      `/v1/{p}/deliveries?destinationId=${destination.id}`,
    )
    expect(delivery).toMatchObject({ status: 'retrying', attempts: 1 })
  }, patiently)
  await call('PATCH', `/v1/{p}/destinations/${destination.id}`, {
    updateMask: ['disabled'],
    destination: { disabled: true },
  })
  const operations = await vi.waitFor(async () => {
    const found = await call<{ results: { id: string }[] }>(
      'GET',
      `/v1/{p}/integrations/crm/installations/${installation.id}/operations`,
    )
    expect(found.results).toHaveLength(1)
    return found
  }, patiently)

  const file = join(folder, 'today.backup')
  const made = await backupServer({ file }, makeSettings({ DATABASE_URL: databaseUrl }))

  expect(made).toMatchObject({ masterKeys: [keyId], file })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['today.backup'])
  const text = gunzipSync(await readFile(file)).toString('latin1')
  for (const secret of [
    masterKey,
    source.apiKey,
    Buffer.from(masterKey, 'base64').toString('hex'),
  ]) {
    expect(text).not.toContain(secret)
  }
  await source.stop()

  const data = join(folder, 'data')
  const restored = await restoreServer({ file }, makeSettings({ PLATFORM_DATA: data }))
  expect(restored).toMatchObject({ rows: made.rows, time: made.time, applied: [] })
  const platform = await startPlatform(
    makeSettings({
      PLATFORM_DATA: data,
      PLATFORM_DEVELOPMENT: 'true',
      PLATFORM_PORT: '0',
      PLATFORM_LOG_LEVEL: 'error',
    }),
    { providerOverrides },
  )
  onTestFinished(() => platform.stop())
  const again = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${platform.url}${path.replace('{p}', 'projects/test')}`, {
      method,
      headers: { 'x-api-key': source.apiKey, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = await response.text()
    expect(response.status, `${method} ${path}: ${answer}`).toBeLessThan(300)
    return JSON.parse(answer) as T
  }
  isUp = true
  await again('PATCH', `/v1/{p}/destinations/${destination.id}`, {
    updateMask: ['disabled'],
    destination: { disabled: false },
  })

  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patiently)
  expect(receiver.received[1]!.id).toBe(receiver.received[0]!.id)
  const found = await again<typeof operations>(
    'GET',
    `/v1/{p}/integrations/crm/installations/${installation.id}/operations`,
  )
  // On a slow machine, the next scheduled read has begun meanwhile.
  expect(found.results.map(({ id }) => id)).toEqual(
    expect.arrayContaining(operations.results.map(({ id }) => id)),
  )
  const before = source.messages.length
  await again('POST', '/read/v1/{p}/integrations/crm/objects/Contact', {
    groupRef: 'globex',
    sinceTimestamp: '2000-01-01T00:00:00Z',
  })
  await vi.waitFor(() => expect(source.messages.length).toBeGreaterThan(before), patiently)
  expect(receiver.received).toHaveLength(2)
})

/** A small backup of a database with one tenant and a pending message of 20 days ago. */
async function givenBackup() {
  const folder = await givenFolder()
  const database = await testDatabase()
  onTestFinished(() => database.close())
  const platform = await startPlatform(
    makeSettings({
      DATABASE_URL: database.connectionString,
      PLATFORM_ROLE: 'engine',
      PLATFORM_LOG_LEVEL: 'silent',
    }),
  )
  const tenant = await createTenant(platform.database, {
    org: 'Acme',
    project: 'test',
    owner: 'owner@acme.test',
  })
  const day = toDay(Date.now()) - 20
  const eventId = earliestId('evt', (day + 0.5) * 24 * 3600 * 1000)
  const [events] = messageTables
  await platform.database.asOwner((owner) =>
    createDay(platform.database.through(owner), events!, day),
  )
  const place = partitionName(events!, day)
  const client = await platform.database.connect()
  await client.query(
    `insert into events (project_id, id, type, body) values ($1, $2, 'connection.created', $3)`,
    [
      tenant.projectId,
      eventId,
      JSON.stringify({ odd: '\\.\n\t\\N\u0001€', long: 'x'.repeat(3e6) }),
    ],
  )
  client.release()
  await platform.stop()
  const file = join(folder, 'small.backup')
  const made = await backupServer(
    { file },
    makeSettings({ DATABASE_URL: database.connectionString }),
  )
  return { folder, file, made, tenant, eventId, place, databaseUrl: database.connectionString }
}

/** The content of every table as text, without what backups exclude. */
async function readContent(databaseUrl: string) {
  const database = await openDatabase(databaseUrl)
  try {
    return await database.asOwner(async (owner) => {
      const { rows: tables } = await owner.query<{ name: string }>(
        `select c.oid::regclass::text as name from pg_class c
           join pg_namespace n on n.oid = c.relnamespace
          where n.nspname in ('public', 'auth', 'graphile_worker') and c.relkind in ('r', 'p')
            and not c.relispartition and c.relpersistence = 'p' and c.relname not in
              ('tenant_key', 'kysely_migration', 'migrations', 'session', 'verification', 'setup_links')
          order by 1`,
      )
      const content: Record<string, string> = {}
      for (const { name } of tables) {
        const { rows } = await owner.query<{ hash: string }>(
          `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '\n' order by t::text)), '') as hash
             from ${name} t`,
        )
        content[name] = rows[0]!.hash
      }
      const { rows: sequences } = await owner.query(
        `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
      )
      const { rows: triggers } = await owner.query(
        `select tgrelid::regclass::text, tgname, tgenabled from pg_trigger
          where not tgisinternal order by 1, 2`,
      )
      const { rows: locks } = await owner.query(
        `select oid::regclass::text as name from pg_class
          where relforcerowsecurity and not relispartition order by 1`,
      )
      return { content, sequences, triggers, locks }
    })
  } finally {
    await database.close()
  }
}

it('restores every row, trigger, policy and partition', async () => {
  const { file, databaseUrl, eventId, place } = await givenBackup()
  const emptyUrl = await givenEmptyDatabase()

  await restoreServer({ file }, makeSettings({ DATABASE_URL: emptyUrl }))

  expect(await readContent(emptyUrl)).toEqual(await readContent(databaseUrl))
  const database = await openDatabase(emptyUrl)
  const client = await database.connect()
  const { rows } = await client.query(
    'select tableoid::regclass::text as place from events where id = $1',
    [eventId],
  )
  client.release()
  await database.close()
  expect(rows).toEqual([{ place }])
})

it('rejects a damaged or truncated file before writing', async () => {
  const { folder, file } = await givenBackup()
  const emptyUrl = await givenEmptyDatabase()
  const settings = makeSettings({ DATABASE_URL: emptyUrl })
  const whole = await readFile(file)
  const unpacked = gunzipSync(whole)
  const flipped = Buffer.from(unpacked)
  flipped[Math.floor(flipped.length / 2)]! ^= 1
  const broken = {
    empty: Buffer.alloc(0),
    cut: whole.subarray(0, whole.length - 100),
    half: gzipSync(unpacked.subarray(0, unpacked.length / 2)),
    flipped: gzipSync(flipped),
    longer: gzipSync(Buffer.concat([unpacked, Buffer.from('more')])),
    text: Buffer.from('insert into projects'),
    other: gzipSync('insert into projects'),
  }

  for (const [name, bytes] of Object.entries(broken)) {
    const path = join(folder, name)
    await writeFile(path, bytes)
    await expect(restoreServer({ file: path }, settings), name).rejects.toMatchObject({
      name: 'BackupError',
      message: expect.stringMatching(/is damaged|is truncated|is not a backup/),
    })
  }
  await expect(restoreServer({ file: join(folder, 'missing') }, settings)).rejects.toThrow(
    'cannot be read (ENOENT)',
  )

  const client = new pg.Client({ connectionString: emptyUrl })
  await client.connect()
  const { rows } = await client.query(`select from pg_tables where schemaname = 'public'`)
  await client.end()
  expect(rows).toHaveLength(0)
})

it('names the required key, and rejects databases in use or not empty and newer backups', async () => {
  const { folder, file, databaseUrl, tenant } = await givenBackup()
  const emptyUrl = await givenEmptyDatabase()
  const other = randomBytes(32).toString('base64')
  const catchRejection = (env: Record<string, string>, path = file) =>
    restoreServer({ file: path }, makeSettings(env)).then(
      () => 'restored',
      (error: Error) => error.message,
    )

  expect(await catchRejection({ DATABASE_URL: emptyUrl, PLATFORM_MASTER_KEY: other })).toBe(
    `The backup requires the master key ${keyId} in PLATFORM_MASTER_KEY, which contains ${parseMasterKeys(other).current.id}. Nothing was changed.`,
  )
  expect(await catchRejection({ DATABASE_URL: emptyUrl, PLATFORM_MASTER_KEY: '' })).toContain(
    'contains none',
  )
  expect(await catchRejection({ DATABASE_URL: databaseUrl })).toContain('The database is not empty')
  const newer = join(folder, 'newer.backup')
  await changeMigrations(file, newer, (names) => [...names, '9999-of-the-future'])
  const older = join(folder, 'older.backup')
  await changeMigrations(file, older, (names) => names.filter((name) => !name.startsWith('0495')))
  expect(await catchRejection({ DATABASE_URL: emptyUrl }, older)).toContain(
    'The backup is of a development version: restore it with the last version',
  )
  expect(await catchRejection({ DATABASE_URL: emptyUrl }, newer)).toContain(
    'The backup was created by a newer version',
  )
  const database = await openDatabase(emptyUrl)
  // Its tables do not exist yet; the attempt only proves a connection.
  const client = await database.connect().catch(() => undefined)
  const user = await database.dedicated()
  expect(await catchRejection({ DATABASE_URL: emptyUrl })).toContain('stop it first')
  client?.release()
  await user.end()
  await database.close()
  const trial = await restoreServer(
    { file, isTrial: true },
    makeSettings({ DATABASE_URL: emptyUrl }),
  )
  expect(trial).toMatchObject({ masterKeys: [keyId], applied: [] })

  expect(await catchRejection({ DATABASE_URL: emptyUrl })).toBe('restored')
  expect(await catchRejection({ DATABASE_URL: emptyUrl })).toContain('The database is not empty')
  expect(tenant.projectName).toBe('test')
})

/** Rewrites the backup as if a version with other migrations had created it. */
async function changeMigrations(
  from: string,
  to: string,
  change: (migrations: string[]) => string[],
) {
  const { readArchive, writeArchive } = await import('@platform/kernel/db/backup')
  await writeArchive(
    to,
    (async function* () {
      for await (const frame of readArchive(from)) {
        if (frame.type === 'M') frame.manifest.migrations = change(frame.manifest.migrations)
        yield frame
      }
    })(),
  )
}

it('leaves no partial file and overwrites none', async () => {
  const { folder, file, databaseUrl } = await givenBackup()
  const settings = makeSettings({ DATABASE_URL: databaseUrl })

  await expect(backupServer({ file }, settings)).rejects.toThrow('already exists')
  await expect(backupServer({ file: join(folder, 'no/such/x') }, settings)).rejects.toThrow(
    'ENOENT',
  )
  await expect(
    backupServer(
      { file: join(folder, 'nothing') },
      makeSettings({ DATABASE_URL: await givenEmptyDatabase() }),
    ),
  ).rejects.toThrow('nothing to back up')
  await expect(
    backupServer(
      { file: join(folder, 'x') },
      makeSettings({ PLATFORM_DATA: join(folder, 'data') }),
    ),
  ).rejects.toThrow('There is no database in')
  expect(await readdir(folder)).toEqual(['small.backup'])
})
