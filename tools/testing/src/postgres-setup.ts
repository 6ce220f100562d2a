import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '@platform/kernel/db/database'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@platform/kernel/db/postgres'
import { migrate } from '@platform/kernel/db/schema'
import { migrateJobs } from '@platform/kernel/jobs/worker'
import { findChosenPostgres } from './chosen-postgres.ts'
import { copyData } from './prepared-data.ts'
import { beginTestRun } from './test-run.ts'
import { trustedPrefix } from './trusted-prefix.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    postgresVersion: number
    /** Data folder of a server that has not started yet, with a migrated database. */
    preparedData: string
  }
}

const settings = {
  ...{ fsync: 'off', full_page_writes: 'off' },
  // The log is in memory too, if the databases are.
  max_wal_size: '256MB',
  max_connections: '500',
}

/** Each test opens connections and copies a database; the passwords are random. */
const ownSettings = { scram_iterations: '1', file_copy_method: 'clone' }

/**
 * Starts the test run, with one PostgreSQL and a migrated database for tests to copy. Tests that
 * start a server with its own PostgreSQL copy all of it. With `POSTGRES`, databases of tests are on
 * that version with its default settings.
 */
export default async function setup(project: TestProject) {
  const run = await beginTestRun()
  const folder = join(run.databases, 'postgres')
  const all = { ...settings, ...ownSettings }
  const start = () => startEmbeddedPostgres(folder, { settings: all })
  await prepare(await start())
  const preparedData = join(run.databases, 'prepared')
  await mkdir(preparedData)
  await copyData(run.databases, preparedData)
  const program = await findChosenPostgres()
  const chosenFolder = join(run.databases, 'chosen')
  const startChosen = () =>
    program ? startEmbeddedPostgres(chosenFolder, { settings, program }) : start()
  if (program) await prepare(await startChosen())
  const postgres = await startChosen()
  await trustIn(program ? chosenFolder : folder, postgres.connectionString)

  project.provide('postgresUrl', postgres.connectionString)
  project.provide('postgresVersion', Number(program?.majorVersion ?? 18))
  project.provide('preparedData', preparedData)

  return async () => {
    await postgres.stop()
    await run.end()
  }
}

/** Migrates the database of a server, and stops it. */
async function prepare({ connectionString, stop }: EmbeddedPostgres): Promise<void> {
  await repeatPassword(connectionString)
  const database = await openDatabase(connectionString)
  await migrate(database, { also: () => migrateJobs(database) })
  await database.close()
  await stop()
}

/**
 * Accepts connections to the databases of most tests without a password: the check takes half of the
 * CPU time of a connection. All others need one, as in the product.
 */
async function trustIn(folder: string, connectionString: string): Promise<void> {
  const path = join(folder, 'pg_hba.conf')
  await writeFile(path, `local "/^${trustedPrefix}" all trust\n${await readFile(path, 'utf8')}`)
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('select pg_reload_conf()')
  await client.end()
}

/** Sets the superuser's password again, which was set before the server had these settings. */
async function repeatPassword(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(`alter role postgres password ${pg.escapeLiteral(String(client.password))}`)
  await client.end()
}
