import { once } from 'node:events'
import { createServer } from 'node:net'
import pg from 'pg'
import { pino } from 'pino'
import { expect, inject, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { migrateJobs } from '@platform/kernel/jobs/worker'
import { givenDatabase } from '@platform/testing/test-database'
import { testWorker } from '@platform/testing/test-worker'
import { getPort } from '@platform/kernel/values'
import { leaveAsIs, openConfiguredDatabase, whenDatabaseIsThere } from './open-database.ts'
import { readSettings } from '../settings/settings.ts'

/** A PostgreSQL that ends each session with this error. */
async function givenEndingPostgres(fields: Record<string, string>): Promise<number> {
  const text = Object.entries(fields)
    .map(([type, value]) => `${type}${value}\0`)
    .join('')
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + text.length + 1)
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () =>
      socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(`${text}\0`)])),
    )
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return getPort(server)
}

it('names the settings when PostgreSQL has too few connections', async () => {
  const { connectionString } = await givenDatabase()
  const admin = new pg.Client({ connectionString })
  await admin.connect()
  const role = `narrow_${process.pid}`
  try {
    await admin.query(`create role ${role} login password 'narrow' connection limit 0`)
    const url = connectionString.replace(/\/\/[^/]*\//, `//${role}:narrow@/`)

    const opened = openConfiguredDatabase(readSettings({ DATABASE_URL: url }))

    await expect(opened).rejects.toThrow(/^DATABASE_URL: PostgreSQL has too few connections left/)
  } finally {
    await admin.query(`drop role ${role}`)
    await admin.end()
  }
})

it.each([
  ['28P01', 'password authentication failed for user "ana"', 'Check user and password.'],
  ['3D000', 'database "nope" does not exist', 'Create the database, or correct its name.'],
  ['28000', 'no pg_hba.conf entry for host "10.0.0.1", no encryption', 'Add sslmode=verify-full'],
  ['28000', 'no pg_hba.conf entry for host "10.0.0.1", SSL encryption', 'in its pg_hba.conf.'],
  ['25006', 'cannot execute GRANT in a read-only transaction', 'Name the primary'],
])('says what to do after the error %s of PostgreSQL: %s', async (code, message, remedy) => {
  const port = await givenEndingPostgres({ S: 'FATAL', C: code, M: message })
  const url = `postgresql://ana:secret@127.0.0.1:${port}/nope?sslmode=disable`

  const opened = openConfiguredDatabase(readSettings({ DATABASE_URL: url }))

  await expect(opened).rejects.toThrow(message)
  await expect(opened).rejects.toThrow(remedy)
  await expect(opened).rejects.not.toThrow('secret')
})

it.each([
  ['read-only', '-c default_transaction_read_only=on'],
  ['a standby', '-c search_path=demoted,pg_catalog'],
])('asks for the primary if the database is %s', async (_kind, options) => {
  const { connectionString, asOwner } = await givenDatabase()
  await asOwner((owner) =>
    owner.query(`create schema demoted;
      create function demoted.pg_is_in_recovery() returns bool language sql as 'select true'`),
  )
  const separator = connectionString.includes('?') ? '&' : '?'
  const url = `${connectionString}${separator}options=${encodeURIComponent(options)}`

  const opened = openConfiguredDatabase(readSettings({ DATABASE_URL: url }))

  await expect(opened).rejects.toThrow('Name the primary')
})

it('rejects a new database that cannot store all text', async () => {
  const { connectionString } = await givenDatabase()
  const admin = new pg.Client({ connectionString })
  await admin.connect()
  const name = `ascii_${process.pid}`
  try {
    await admin.query(
      `create database ${name} encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`,
    )
    const url = connectionString.replace(/\/[^/?]*\?/, `/${name}?`)

    const opened = openConfiguredDatabase(readSettings({ DATABASE_URL: url }))

    await expect(opened).rejects.toThrow(
      "DATABASE_URL: The encoding of the database is SQL_ASCII, which cannot store all text: create the database with encoding 'UTF8' template template0.",
    )
  } finally {
    await admin.query(`drop database if exists ${name}`)
    await admin.end()
  }
})

// PostgreSQL 15 lets every user with createrole add members.
it.skipIf(inject('postgresVersion') < 16)(
  'explains to a second PostgreSQL user how to get the roles',
  async () => {
    const { connectionString } = await givenDatabase()
    const admin = new pg.Client({ connectionString })
    await admin.connect()
    const role = `second_${process.pid}`
    const url = connectionString.replace(/\/\/[^/]*\//, `//${role}:${role}@/`)
    const open = () => openConfiguredDatabase(readSettings({ DATABASE_URL: url }), leaveAsIs)
    try {
      await admin.query(`create role ${role} login createrole password '${role}'`)

      const refused = await open().catch((error: Error) => error)
      const { message } = z.instanceof(Error).parse(refused)

      expect(message).toMatch(/^DATABASE_URL: The roles .* belong to another PostgreSQL user/)
      const [statement = ''] = /grant \S+(?:, \S+)* to .*;/.exec(message) ?? []
      await admin.query(statement)
      const opened = await open()
      await opened.close()
    } finally {
      const { rows } = await admin.query<{ name: string }>(
        `select rolname as name from pg_auth_members join pg_roles r on r.oid = roleid
        where member = $1::regrole and rolcanlogin`,
        [role],
      )
      for (const { name } of rows) await admin.query(`drop role ${name}`)
      await admin.query(`drop role ${role}`)
      await admin.end()
    }
  },
)

it('starts again when PostgreSQL ends while jobs start', async () => {
  const database = await givenDatabase()
  await migrateJobs(database)
  const message = 'terminating connection due to unexpected postmaster exit'
  const port = await givenEndingPostgres({ S: 'FATAL', C: '57P01', M: message })
  const connectionString = `postgres://platform@127.0.0.1:${port}/platform`
  const ending = { ...database, poolConfig: { ...database.poolConfig, connectionString } }
  const lanes = [{ handlers: { 'forget-quiet-callers': async () => {} }, concurrency: 1 }]
  let starts = 0

  const worker = await whenDatabaseIsThere(() =>
    testWorker(starts++ === 0 ? ending : database, lanes, pino({ level: 'silent' })),
  )
  await worker.stop()
  await worker.close()

  expect(starts).toBe(2)
})
