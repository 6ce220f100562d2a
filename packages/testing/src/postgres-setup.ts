import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '@platform/kernel/db/database'
import { startEmbeddedPostgres } from '@platform/kernel/db/embedded-postgres'
import { migrate } from '@platform/kernel/db/migrate'
import { migrateJobs } from '@platform/kernel/jobs/worker'
import { beginTestRun } from './test-run.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** Starts the test run, with one PostgreSQL and a migrated database for tests to copy. */
export default async function setup(project: TestProject) {
  const run = await beginTestRun()
  const postgres = await startEmbeddedPostgres(join(run.databases, 'postgres'), {
    settings: {
      ...{ fsync: 'off', full_page_writes: 'off' },
      // The log is in memory too, if the databases are.
      max_wal_size: '256MB',
      max_connections: '500',
      // Each test opens connections and copies a database; the passwords are random.
      ...{ scram_iterations: '1', file_copy_method: 'clone' },
    },
  })
  await repeatPassword(postgres.connectionString)
  const database = await openDatabase(postgres.connectionString)
  await migrate(database, { also: () => migrateJobs(database) })
  await database.close()

  project.provide('postgresUrl', postgres.connectionString)

  return async () => {
    await postgres.stop()
    await run.end()
  }
}

/** Sets the superuser's password again, which was set before the server had these settings. */
async function repeatPassword(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(`alter role postgres password ${pg.escapeLiteral(String(client.password))}`)
  await client.end()
}
