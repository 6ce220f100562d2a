// @module-tag database-outage
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { givenDatabase } from '@platform/testing/test-database'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from './database.ts'

const file = '.s.PGSQL.5432'

/** A way to the database that drops, of some connections or of all, everything that is sent. */
async function givenWay() {
  const { connectionString } = await givenDatabase()
  const { host } = new pg.Client({ connectionString })
  const folder = await mkdtemp(join(tmpdir(), 'platform-way-'))
  const open = new Set<Socket>()
  let isHanging = false
  const way = createServer((near) => {
    const far = connect(join(host, file))
    for (const end of [near, far]) {
      open.add(end)
      end.on('error', () => {}).on('close', () => (near.destroy(), far.destroy()))
    }
    far.pipe(near)
    near.on('data', (bytes) => !isHanging && far.write(bytes))
  }).listen(join(folder, file))
  const url = connectionString.replace(encodeURIComponent(host), encodeURIComponent(folder))
  const database = await openDatabase(url, { maxConnections: 3, silentAfterMs: 300 })
  onTestFinished(async () => {
    for (const end of open) end.destroy()
    await database.close()
    way.close()
    await rm(folder, { recursive: true })
  })
  return {
    database,
    hang: () => (isHanging = true),
    goOn: () => (isHanging = false),
  }
}

it('ends what waits for a database that hangs, and serves again when it answers', async () => {
  const { database, hang, goOn } = await givenWay()
  const ask = () =>
    Promise.all([
      sql`select 1`.execute(database.everything),
      sql`select 1`.execute(database.tenant('proj_1')),
    ])
  await ask()

  hang()
  const [asked] = await Promise.allSettled([ask()])
  goOn()

  expect(asked?.status).toBe('rejected')
  await ask()
})

it('lets a statement take long while the database answers', async () => {
  const { database } = await givenWay()

  const { rows } = await sql<{ done: number }>`
    select 1 as done from pg_sleep(1.5)`.execute(database.everything)

  expect(rows).toEqual([{ done: 1 }])
})
