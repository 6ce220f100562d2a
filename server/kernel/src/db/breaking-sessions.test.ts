import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { migrateJobs } from '../jobs/worker.ts'
import { bystander } from '@platform/testing/bystander'
import { givenBreakingSessions, type Break } from '@platform/testing/breaking-sessions'
import { testDatabase } from '@platform/testing/test-database'
import { closeClient, openPool } from './client.ts'
import { openDatabase, type Database } from './database.ts'
import { isDatabaseOutOfReach } from './errors.ts'
import { newId } from './new-id.ts'

/** Everything that opens sessions. */
const openers: Record<string, (database: Database) => Promise<unknown>> = {
  'a statement of a tenant': (database) => sql`select 1`.execute(database.tenant(newId('proj'))),
  'a statement about all tenants': (database) => sql`select 1`.execute(database.everything),
  'a statement of a hot path': async (database) => {
    const client = await database.connect()
    await client.query('select 1').finally(() => client.release())
  },
  'a session of its own': async (database) => closeClient(await database.dedicated()),
  'work as the owner': (database) => database.asOwner((client) => client.query('select 1')),
  'a library with its own pool': async ({ poolConfig }) => {
    const pool = openPool(poolConfig)
    await pool.query('select 1').finally(() => pool.end())
  },
  'the migration of jobs': (database) => migrateJobs(database),
}

/** Collects the errors that would have ended the process. */
function uncaughtErrors(): string[] {
  const uncaught: string[] = []
  const note = (error: Error) => void uncaught.push(error.message)
  process.on('uncaughtException', note)
  onTestFinished(() => void process.off('uncaughtException', note))
  return uncaught
}

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase({ needsPassword: true })
})
afterAll(() => database.close())

describe.each<Break>(['FATAL', 'FIN', 'RST'])('a session that breaks by %s as it opens', (how) => {
  it.each(Object.entries(openers))('fails only %s', async (_name, open) => {
    const sessions = await givenBreakingSessions(database.connectionString)
    const opened = await openDatabase(sessions.connectionString)
    onTestFinished(() => opened.close())
    const uncaught = uncaughtErrors()
    const failures: unknown[] = []
    const untilOpen = async () => {
      for (;;) {
        try {
          return await open(opened)
        } catch (error) {
          failures.push(error)
        }
      }
    }

    await bystander(
      () => sql`select 1`.execute(database.tenant('proj_other')),
      async () => {
        let hasBroken: () => boolean
        let after = 1
        do {
          sessions.endAll()
          hasBroken = sessions.breakNext(after++, how)
          await untilOpen()
        } while (hasBroken())
      },
    )

    expect(uncaught).toEqual([])
    expect(failures.length).toBeGreaterThan(10)
    expect(failures.filter((failure) => !isDatabaseOutOfReach(failure))).toEqual([])
  })
})
