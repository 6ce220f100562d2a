import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { givenDatabase } from '@platform/testing/test-database'
import type { AcrossTenants } from './database.ts'
import { isDatabaseAway } from './errors.ts'
import { newId } from './new-id.ts'

const insert = (db: AcrossTenants) =>
  db
    .insertInto('organizations')
    .values({ id: newId('org'), label: 'made', defaultTeamId: newId('team') })
    .returning('label')
    .execute()

/** Returns a database, and changes its settings, which sessions have that are opened later. */
async function givenChangeableDatabase() {
  const database = await givenDatabase()
  const admin = new pg.Client({ connectionString: database.connectionString })
  await admin.connect()
  onTestFinished(() => admin.end())
  return {
    ...database,
    admin,
    change: (setting: string) =>
      admin.query(`
        do $$ begin execute format('alter database %I ${setting}', current_database()); end $$`),
    endSessions: () =>
      admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`),
  }
}

const failure = (of: Promise<unknown>) => of.catch((error: unknown) => error)

it('is unavailable while it is read-only', async () => {
  const { everything, change, endSessions } = await givenChangeableDatabase()
  await change('set default_transaction_read_only = on')
  await endSessions()

  const error = await failure(insert(everything))

  expect(error).toMatchObject({ code: '25006' })
  expect(isDatabaseAway(error)).toBe(true)
})

it('keeps no connection to a standby, which its address may name after a failover', async () => {
  const { everything, admin, change, endSessions } = await givenChangeableDatabase()
  await admin.query(`create schema demoted;
    grant usage on schema demoted to public;
    create function demoted.pg_is_in_recovery() returns bool language sql as 'select true'`)
  await change('set default_transaction_read_only = on')
  await change('set search_path = demoted, pg_catalog, public')
  await endSessions()

  const error = await failure(insert(everything))
  await change('reset all')

  expect(isDatabaseAway(error)).toBe(true)
  expect(await insert(everything)).toEqual([{ label: 'made' }])
})
