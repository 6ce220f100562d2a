import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { trustedPrefix } from './trusted-prefix.ts'
import { openDatabase, type Database } from '@platform/kernel/db/database'
import { guardTransactions } from '@platform/kernel/db/transaction'

guardTransactions()

let count = 0

interface TestDatabaseOptions {
  maxConnections?: number
  needsPassword?: boolean
  /** Interval at which due work is looked for. */
  lookEveryMs?: number
}

/**
 * Creates a migrated database on the run's PostgreSQL, which accepts any password unless the test needs
 * the check. Dropped when the test (or suite) ends.
 */
export async function testDatabase({
  maxConnections = 10,
  needsPassword = false,
  lookEveryMs,
}: TestDatabaseOptions = {}): Promise<Database & { connectionString: string }> {
  const template = inject('postgresUrl')
  const prefix = needsPassword ? 'checked_' : trustedPrefix
  const name = `${prefix}${process.pid}_${Date.now().toString(36)}_${++count}`
  const admin = new pg.Client({ connectionString: toDatabase(template, 'postgres') })
  await admin.connect()
  // Copies files instead of writing all pages to the log.
  await admin.query(`create database ${name} template platform strategy file_copy`)

  const connectionString = toDatabase(template, name)
  const database = await openDatabase(connectionString, { maxConnections, lookEveryMs })
  const drop = async () => {
    await database.close()
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
  return { ...database, connectionString, close: drop }
}

/** Opens a database that closes when the running test finishes. */
export async function givenDatabase(options?: TestDatabaseOptions) {
  const database = await testDatabase(options)
  onTestFinished(() => database.close())
  return database
}

/** Creates a database without the migrations; `drop` removes it. */
export async function emptyDatabase(): Promise<{
  connectionString: string
  drop: () => Promise<void>
}> {
  const url = inject('postgresUrl')
  const name = `${trustedPrefix}${process.pid}_${Date.now().toString(36)}_${++count}`
  const admin = new pg.Client({ connectionString: toDatabase(url, 'postgres') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const drop = async () => {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
  return { connectionString: toDatabase(url, name), drop }
}

const toDatabase = (url: string, name: string) => url.replace(/\/[^/?]*\?/, `/${name}?`)
