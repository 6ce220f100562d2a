import { join, resolve } from 'node:path'
import { sleep } from '@platform/kernel/values'
import { openDatabase, type Database } from '@platform/kernel/db/database'
import {
  explainFullDisk,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@platform/kernel/db/postgres'
import { isDatabaseAway, isDatabaseOutOfReach } from '@platform/kernel/db/errors'
import {
  GroupsOfAnotherError,
  type ProgressLog,
  SharedSessionsError,
  UnsuitableDatabaseError,
  migrate,
} from '@platform/kernel/db/schema'
import { migrateJobs } from '@platform/kernel/jobs/worker'
import { SettingsError, type Settings } from '../settings/settings.ts'

export interface OpenedDatabase {
  database: Database
  /** Migrations applied when opening it. */
  applied: string[]
  /** Closes the pool, then the embedded PostgreSQL, if this process started one. */
  close(): Promise<void>
  /** Connection string for other processes. */
  connectionString: string
  /** Resolves when the embedded PostgreSQL ends unexpectedly; never, without one. */
  lost: Promise<string>
}

/** Returns the applied migrations. */
type BringUpToDate = (database: Database) => Promise<string[]>

const never = new Promise<string>(() => {})

/** Opens the configured or the embedded database and migrates it. */
export async function openConfiguredDatabase(
  settings: Settings,
  bringUpToDate: BringUpToDate = migrateAll,
): Promise<OpenedDatabase> {
  if (settings.DATABASE_URL !== undefined) {
    const connectionString = settings.DATABASE_URL
    const { database, applied } = await open(connectionString, settings, bringUpToDate)
    return { database, applied, connectionString, close: () => database.close(), lost: never }
  }
  const data = join(resolve(settings.PLATFORM_DATA), 'postgres')
  const postgres = await startEmbeddedPostgres(data)
  const { connectionString } = postgres
  try {
    const { database, applied } = await open(connectionString, settings, bringUpToDate)
    return {
      database,
      applied,
      connectionString,
      lost: postgres.ended.then(() => 'The embedded PostgreSQL has ended'),
      async close() {
        // Remaining users had time to finish.
        await Promise.race([database.close(), sleep(1_000)])
        await postgres.stop()
      },
    }
  } catch (error) {
    await postgres.stop()
    throw explainFullDisk(data, error)
  }
}

/** Opens the database for a command, whether or not a server is running. */
export async function openForCommand(
  settings: Settings,
  bringUpToDate: BringUpToDate = migrateAll,
): Promise<OpenedDatabase> {
  const running =
    settings.DATABASE_URL ??
    (await findEmbeddedPostgres(join(resolve(settings.PLATFORM_DATA), 'postgres')))
  return whenDatabaseIsThere(() =>
    openConfiguredDatabase({ ...settings, DATABASE_URL: running }, bringUpToDate),
  )
}

/** Migrates the schema to this version and returns the applied migrations. */
export const migrateAll = (database: Database, log?: ProgressLog): Promise<string[]> =>
  migrate(database, { also: () => migrateJobs(database), log })

/** For commands that must not migrate. */
export const leaveAsIs = async (): Promise<string[]> => []

/** How long to wait for an unavailable database at start. */
const waitsForMs = 10_000

/**
 * Retries while the database is unavailable, because it may be starting too. If `start` fails, it
 * must have undone what it began.
 */
export async function whenDatabaseIsThere<Started>(
  start: () => Promise<Started>,
): Promise<Started> {
  const startedAt = performance.now()
  for (;;) {
    try {
      return await start()
    } catch (error) {
      // Settings and jobs wrap the error.
      const isAway = isDatabaseAway(error) || isDatabaseOutOfReach((error as Error).cause)
      if (!isAway || performance.now() - startedAt > waitsForMs) throw error
      await sleep(250)
    }
  }
}

async function open(
  connectionString: string,
  { PLATFORM_DATABASE_CONNECTIONS: maxConnections, DATABASE_READ_URL: replicaUrl }: Settings,
  bringUpToDate: BringUpToDate,
): Promise<Pick<OpenedDatabase, 'database' | 'applied'>> {
  const database = await openDatabase(connectionString, { maxConnections, replicaUrl }).catch(
    (error: Error & { code?: string }) => {
      const isExplained = [SharedSessionsError, GroupsOfAnotherError, UnsuitableDatabaseError].some(
        (kind) => error instanceof kind,
      )
      if (isExplained) {
        throw new SettingsError(`DATABASE_URL: ${error.message}`, { cause: error })
      }
      if (hasNoneFree(error)) throw noneFree(error, maxConnections)
      throw new SettingsError(
        `DATABASE_URL: the database cannot be reached (${error.message || error.code}). ${describeRemedy(error)}`,
        { cause: error },
      )
    },
  )
  try {
    const applied = await bringUpToDate(database)
    return { database, applied }
  } catch (error) {
    await database.close()
    throw hasNoneFree(error) ? noneFree(error, maxConnections) : error
  }
}

/** Remedies by codes of PostgreSQL, or of the connection. */
const remedies: Record<string, string> = {
  '28P01': 'Check user and password.',
  '3D000': 'Create the database, or correct its name.',
  // It rejects the user or the host before it asks for a password.
  '28000': 'Allow the user and this host at the server, in its pg_hba.conf.',
  '25006':
    'It is a standby, or read-only. Name the primary, or all hosts: postgresql://user:password@one,two/database.',
}

function describeRemedy({ code = '', message }: Error & { code?: string }): string {
  if (/no encryption|SSL (?:is required|off)/i.test(message)) {
    return 'The server requires TLS. Add sslmode=verify-full, and sslrootcert=<file> if its CA is your own.'
  }
  if (message.includes('does not support SSL')) {
    return 'Enable TLS at the server, or leave out sslmode.'
  }
  if (/self.signed|unable to (?:get|verify)|certificate/i.test(message)) {
    return 'The certificate of the server is not trusted. Name its CA by sslrootcert=<file>.'
  }
  const known = message === 'The database is a standby.' ? '25006' : code
  return remedies[known] ?? 'Check host, port, user and password.'
}

/** `too_many_connections`: for the server, the database or the role. */
const hasNoneFree = (error: unknown): error is Error & { code: '53300' } =>
  error instanceof Error && 'code' in error && error.code === '53300'

const noneFree = (error: Error, maxConnections: number) =>
  new SettingsError(
    `DATABASE_URL: PostgreSQL has too few connections left (${error.message}). Each process takes up to ${maxConnections} (PLATFORM_DATABASE_CONNECTIONS) and about a dozen more: raise max_connections of the server or the limit of the role, or lower the setting.`,
    { cause: error },
  )
