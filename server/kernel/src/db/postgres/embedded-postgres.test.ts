import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { bystander } from '@platform/testing/bystander'
import { patiently } from '@platform/testing/patiently'
import { getFirst, must } from '../../values/must.ts'

async function givenFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'platform-postgres-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return join(folder, 'postgres')
}

async function countSessions(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ answer: number }>('select 1 as answer')
  await client.end()
  return getFirst(rows).answer
}

it(
  'does not signal a process that reuses the ID of an ended server',
  { tags: 'own-processes' },
  async () => {
    const [ours, others] = [await givenFolder(), await givenFolder()]
    const unconcerned = await startEmbeddedPostgres(others)
    onTestFinished(() => unconcerned.stop())
    const first = await startEmbeddedPostgres(ours)
    const lockFile = await readFile(join(ours, 'postmaster.pid'), 'utf8')
    await first.stop()
    const [pid] = (await readFile(join(others, 'postmaster.pid'), 'utf8')).split('\n')
    const stale = join(ours, 'postmaster.pid')
    await writeFile(stale, [pid, ...lockFile.split('\n').slice(1)].join('\n'))
    const { uid, gid } = await stat(ours)
    await chown(stale, uid, gid)

    const look = async () => expect(await countSessions(unconcerned.connectionString)).toBe(1)
    const { done, limitMs, medianMs } = await bystander(look, async () => {
      const again = await startEmbeddedPostgres(ours)
      onTestFinished(() => again.stop())
      await sleep(200)
      return countSessions(again.connectionString)
    })

    expect(done).toBe(1)
    expect(medianMs).toBeLessThan(limitMs)
  },
)

it(
  'adds a password to an existing folder and requires it',
  { tags: 'database-roles' },
  async () => {
    const folder = await givenFolder()
    const before = await startEmbeddedPostgres(folder)
    await before.stop()
    // As the previous version left it: without a password.
    await rm(`${folder}.password`)
    await writeFile(join(folder, 'pg_hba.conf'), 'local all all trust\n')

    const postgres = await startEmbeddedPostgres(folder)
    onTestFinished(() => postgres.stop())

    expect(await countSessions(postgres.connectionString)).toBe(1)
    await expect(
      countSessions(postgres.connectionString.replace(/:[^:@/]+@/, ':guess@')),
    ).rejects.toThrow('password authentication failed')
    expect((await stat(`${folder}.password`)).mode & 0o777).toBe(0o600)
  },
)

const beginning = `
  const { startEmbeddedPostgres } = await import(process.argv[1])
  await startEmbeddedPostgres(process.argv[2])
`

it.each([
  ['alone', 1],
  ['with all its processes, as a container does', -1],
])('starts on new data whose first start was killed %s', async (_, sign) => {
  const folder = await givenFolder()
  const url = new URL('embedded-postgres.ts', import.meta.url).href
  const args = ['--input-type=module', '-e', beginning, url, folder]
  const first = spawn(process.execPath, args, { detached: true, stdio: 'inherit' })
  const ended = once(first, 'exit')
  await vi.waitFor(() => expect(existsSync(join(folder, 'PG_VERSION'))).toBe(true), {
    ...patiently,
    interval: 1,
  })
  process.kill(sign * must(first.pid, 'process'), 'SIGKILL')
  await ended

  const postgres = await startEmbeddedPostgres(folder)
  onTestFinished(() => postgres.stop())

  expect(await countSessions(postgres.connectionString)).toBe(1)
})

it('starts although an unlogged table was created and given up on a full disk', async () => {
  const folder = await givenFolder()
  const first = await startEmbeddedPostgres(folder)
  const client = new pg.Client({ connectionString: first.connectionString })
  client.on('error', () => {})
  await client.connect()
  await client.query('checkpoint')
  await client.query('create unlogged table counts (n int)')
  const { rows } = await client.query<{ path: string }>(
    "select pg_relation_filepath('counts') as path",
  )
  const pid = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(pid, 'SIGKILL')
  await first.stop()
  // What a transaction deletes at once when it fails; the table's other file waits for a checkpoint.
  await rm(join(folder, `${getFirst(rows).path}_init`))

  const again = await startEmbeddedPostgres(folder)
  onTestFinished(() => again.stop())

  expect(await countSessions(again.connectionString)).toBe(1)
})
