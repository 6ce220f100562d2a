import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import {
  BackupError,
  type BackupManifest,
  loadDatabase,
  qualifyTableName,
  readArchive,
} from '@platform/kernel/db/backup'
import type { Database } from '@platform/kernel/db/database'
import {
  TooNewError,
  migrate,
  migrations,
  mustHaveBaseline,
  replacedMigrations,
} from '@platform/kernel/db/schema'
import { migrateJobs } from '@platform/kernel/jobs/worker'
import { messageTables } from '@platform/delivery/notifications/notifications'
import { parseMasterKeys } from '@platform/kernel/secrets'
import { leaveAsIs, migrateAll, openForCommand } from './open-database.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import { showProgress } from '../show-progress.ts'
import { getFirst } from '@platform/kernel/values'

export interface Restored {
  file: string
  /** Point in time of the backup. */
  time: string
  tables: number
  rows: number
  masterKeys: string[]
  /** Migrations applied to a backup of an earlier version. */
  applied: string[]
}

/**
 * `platform restore`: fills an empty database with a backup, after the whole file and the master
 * keys were verified. If it fails, the database stays empty.
 * @returns the metadata of the file; with `isTrial` nothing is written
 */
export async function restoreServer(
  { file, isTrial = false }: { file: string; isTrial?: boolean | undefined },
  settings: Settings = readSettings(process.env),
): Promise<Restored> {
  const path = resolve(file)
  const { manifest, rows } = await verify(path)
  const { time, tables, masterKeys } = manifest
  const summary = { file: path, time, tables, rows, masterKeys }
  mustBeKnown(manifest)
  await mustHaveKeys(masterKeys, settings)
  if (isTrial) return { ...summary, applied: [] }

  const { database, close } = await openForCommand(settings, leaveAsIs)
  try {
    await mustBeEmpty(database)
    await makeSchema(database, manifest)
    await loadDatabase(database, readArchive(path), {
      partitioned: messageTables,
      onTable: showProgress(process.stderr, 'tables'),
    })
    return { ...summary, applied: await migrateAll(database) }
  } finally {
    await close()
  }
}

/** Reads the file to its end, because truncation and damage are only detected there. */
async function verify(path: string): Promise<{ manifest: BackupManifest; rows: number }> {
  let manifest: BackupManifest | undefined
  let rows = 0
  for await (const frame of readArchive(path)) {
    if (frame.type === 'M') manifest = frame.manifest
    if (frame.type === 'E') rows += frame.rows
  }
  if (!manifest) throw new BackupError(`${path} has no manifest.`)
  return { manifest, rows }
}

function mustBeKnown({ migrations: named }: BackupManifest): void {
  const unknown = named.filter(
    (name) => !(name in migrations) && !replacedMigrations.includes(name),
  )
  if (unknown.length === 0) {
    mustHaveBaseline(
      named,
      'The backup is of a development version: restore it with the last version with migrations up to 0495, then start this version on that database.',
    )
    return
  }
  throw new TooNewError(
    `The backup was created by a newer version (${unknown.join(', ')}): restore it with that version.`,
  )
}

async function mustHaveKeys(needed: string[], settings: Settings): Promise<void> {
  const keyFile = join(resolve(settings.PLATFORM_DATA), 'master.key')
  const text =
    settings.PLATFORM_MASTER_KEY ??
    (existsSync(keyFile) ? (await readFile(keyFile, 'utf8')).trim() : undefined)
  const given = text === undefined ? [] : [...parseMasterKeys(text).all.keys()]
  const missing = needed.filter((id) => !given.includes(id))
  if (missing.length === 0) return
  const where = `PLATFORM_MASTER_KEY${settings.DATABASE_URL === undefined ? ` or ${keyFile}` : ''}`
  throw new BackupError(
    `The backup requires the master key ${missing.join(' and ')} in ${where}, which contains ${given.length > 0 ? given.join(', ') : 'none'}. Nothing was changed.`,
  )
}

/** Migrates the schema to the version of the backup. */
async function makeSchema(
  database: Database,
  { migrations: named, jobs }: BackupManifest,
): Promise<void> {
  const own = Object.entries(migrations).filter(([name]) => named.includes(name))
  await migrate(database, {
    migrations: Object.fromEntries(own),
    areAll: false,
    also: () => migrateJobs(database),
  })
  await database.asOwner(async (owner) => {
    const { rows: known } = await owner.query<{ name: string }>(
      'select name from kysely_migration where name <> all($1)',
      [named],
    )
    if (known.length > 0) {
      throw new BackupError(
        'The database was used by a newer version than the backup’s: restore into a new database.',
      )
    }
    const { rows } = await owner.query<{ jobs: number }>(
      'select max(id) as jobs from graphile_worker.migrations',
    )
    if (getFirst(rows).jobs >= jobs) return
    throw new TooNewError(
      'The backup was created by a newer version: restore it with that version.',
    )
  })
}

/** Tables that a server fills before anyone has set it up. */
const madeByServers = [
  'engine_processes',
  'kysely_migration',
  'published_packages',
  'rate_limit_buckets',
  'senders',
  'server_secrets',
  'setup_links',
  'tenant_key',
]

/** Rejects a database with data or with a running server. */
async function mustBeEmpty(database: Database): Promise<void> {
  await database.asOwner(async (owner) => {
    const { rows: others } = await owner.query(
      `select from pg_stat_activity where datname = current_database()
          and application_name = 'platform' and pid <> pg_backend_pid()`,
    )
    if (others.length > 0) {
      throw new BackupError('A server is using the database: stop it first. Nothing was changed.')
    }
    const { rows: tables } = await owner.query<{ schema: string; name: string }>(
      `select n.nspname as schema, c.relname as name
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') and not c.relispartition
          and c.relname <> all($1)`,
      [madeByServers],
    )
    for (const table of tables) {
      const { rows } = await owner.query(`select from ${qualifyTableName(table)} limit 1`)
      if (rows.length === 0) continue
      throw new BackupError(
        `The database is not empty (${table.name}): restore into a new one, or a new PLATFORM_DATA. Nothing was changed.`,
      )
    }
  })
}
