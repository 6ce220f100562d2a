import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../db/database.ts'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { migrateJobs } from '../jobs/worker.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** Starts one PostgreSQL for the whole test run, with a migrated database for tests to copy. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'platform-test-'))
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), {
    settings: { fsync: 'off', max_connections: '500' },
  })
  const database = await openDatabase(postgres.connectionString)
  await migrate(database, { also: () => migrateJobs(database) })
  await database.close()

  project.provide('postgresUrl', postgres.connectionString)

  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
