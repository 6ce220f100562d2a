import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { createEgress } from '../egress/egress.ts'
import { createSecrets, parseMasterKeys } from '../secrets/secrets.ts'
import { createNotifications } from './notifications.ts'
import { givenProject, givenReceiver, givenWebhook } from './testing.ts'

const kills = Number(process.env['CRASH_KILLS'] ?? 3)
const postgresKills = Number(process.env['CRASH_POSTGRES_KILLS'] ?? 1)

/** A PostgreSQL of its own, which may be killed and comes back at the same address. */
async function givenMortalPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'crash-'))
  const data = join(folder, 'postgres')
  let postgres = await startEmbeddedPostgres(data)
  onTestFinished(async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    connectionString: postgres.connectionString,
    async killAndRestart() {
      const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
      process.kill(pid, 'SIGKILL')
      await postgres.ended
      await sleep(300)
      postgres = await startEmbeddedPostgres(data)
    },
  }
}

it(
  `loses nothing when the process is killed ${kills} times and PostgreSQL ${postgresKills} times`,
  { timeout: 60_000 + (kills + postgresKills) * 15_000 },
  async () => {
    const postgres = await givenMortalPostgres()
    const masterKey = randomBytes(32).toString('base64')
    const receiver = await givenReceiver(() => ({ status: Math.random() < 0.05 ? 500 : 204 }))
    const projectId = await givenSetUp(postgres.connectionString, masterKey, receiver.url)
    const accepted = new Set<string>()

    const start = async (mode: 'loud' | 'quiet') => {
      const child = fork(
        new URL('crash-emitter.ts', import.meta.url),
        [postgres.connectionString, masterKey, projectId, mode],
        { execPath: process.execPath, execArgv: [] },
      )
      child.on('message', (message: { accepted?: string }) => {
        if (message.accepted) accepted.add(message.accepted)
      })
      await once(child, 'message')
      return child
    }
    const kill = async (child: ChildProcess) => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }

    for (let count = 0; count < kills; count++) {
      const child = await start('loud')
      await sleep(200 + Math.random() * 600)
      await kill(child)
    }
    for (let count = 0; count < postgresKills; count++) {
      const child = await start('loud')
      await sleep(200 + Math.random() * 600)
      await postgres.killAndRestart()
      await sleep(1_500)
      await kill(child)
    }
    const last = await start('quiet')
    const unfinished = await waitUntilFinished(postgres.connectionString)
    await kill(last)

    const received = new Set(receiver.received.map(({ id }) => id))
    const lost = [...accepted].filter((id) => !received.has(id))
    console.log(
      `${accepted.size} accepted, ${lost.length} lost, ${receiver.received.length - received.size} received again`,
    )
    expect(lost).toEqual([])
    expect(unfinished).toBe(0)
    expect(accepted.size).toBeGreaterThan(100 * kills)
  },
)

async function givenSetUp(connectionString: string, masterKey: string, url: string) {
  const database = await openDatabase(connectionString)
  await migrate(database)
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] })
  const notifications = createNotifications({
    database,
    secrets: createSecrets(database, parseMasterKeys(masterKey)),
    egress,
    log: pino({ level: 'silent' }),
    settings: { isDevelopment: true },
  })
  const projectId = await givenProject({ database })
  await givenWebhook(notifications, { projectId, url })
  await notifications.stop()
  await egress.close()
  await database.close()
  return projectId
}

/** Waits until every delivery has come to an end; answers how many have not in 40 s. */
async function waitUntilFinished(connectionString: string): Promise<number> {
  const database = await openDatabase(connectionString)
  let pending = Infinity
  for (let waited = 0; waited < 40_000 && pending > 0; waited += 250) {
    await sleep(250)
    const row = await database.everything
      .selectFrom('deliveries')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow()
    pending = row.count
  }
  await database.close()
  return pending
}
