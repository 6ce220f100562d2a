import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DestinationId, DestinationOrdering, ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, vi } from 'vitest'
import { noTenantLimits } from '@platform/kernel/access'
import { openDatabase, type Database } from '@platform/kernel/db/database'
import { startEmbeddedPostgres } from '@platform/kernel/db/postgres'
import { migrate } from '@platform/kernel/db/schema'
import { createEgress } from '@platform/kernel/egress'
import { createSecrets, parseMasterKeys } from '@platform/kernel/secrets'
import { migrateJobs } from '@platform/kernel/jobs/worker'
import { getFirst } from '@platform/kernel/values'
import {
  createNotifications,
  type Notifications,
} from '../../../delivery/src/notifications/notifications.ts'
import {
  deliveryStates,
  givenProject,
  givenReceiver,
  givenWebhook,
} from '../../../delivery/src/notifications/testing.ts'
import type { JetStreamLogOptions } from '@platform/message-log-nats/jetstream-log'
import { createSending } from './create-sending.ts'
import type { CrashEmitterOptions } from './testing/crash-emitter.ts'
import { patiently } from '@platform/testing/patiently'
import { copyPreparedData } from '@platform/testing/prepared-data'

/** Separate PostgreSQL that may be killed and restarts at the same address. */
export async function givenMortalPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'crash-'))
  await copyPreparedData(folder)
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

/** A received message: its sending process and the reply. */
interface Receipt {
  id: string
  /** The connection of the event, unique to it. */
  connectionId: string
  groupRef: string
  /** The number of the process that sent it; one runs at a time. */
  life: number
  isTaken: boolean
}

/**
 * Kills a process that emits and sends, and PostgreSQL, and checks that every accepted message
 * arrives, again only if it was under way. With a log, the messages are pages of records whose
 * bodies are in it; the first process then ends between the append of a page and its transaction.
 * Returns how many bodies are in PostgreSQL, and how many entries of the log it knows.
 */
export async function expectNothingLost({
  kills,
  postgresKills,
  log,
  ordering = 'none',
}: {
  kills: number
  postgresKills: number
  log?: JetStreamLogOptions
  ordering?: DestinationOrdering
}): Promise<{ bodies: number; entries: number }> {
  const postgres = await givenMortalPostgres()
  const masterKey = randomBytes(32).toString('base64')
  const receipts: Receipt[] = []
  const receiver = await givenReceiver(({ id, message }) => {
    const isTaken = Math.random() >= 0.05
    const { connectionId, groupRef } = message.data
    receipts.push({ id, connectionId, groupRef, life: unrecorded.length, isTaken })
    return { status: isTaken ? 204 : 500 }
  })
  const { url } = receiver
  const setUp = await givenSetUp(
    postgres.connectionString,
    masterKey,
    async (notifications, projectId) =>
      (await givenWebhook(notifications, { projectId, url, ordering })).id,
  )
  const accepted = new Set<string>()
  /** For each killed process, its deliveries without a recorded end. */
  const unrecorded: ReadonlySet<string>[] = []

  const start = async (mode: CrashEmitterOptions['mode']) => {
    const options: CrashEmitterOptions = {
      ...{ connectionString: postgres.connectionString, masterKey, ...setUp, mode, log },
      // One at a time takes longer than it takes to emit them.
      pauseMs: ordering === 'none' ? 5 : 60,
    }
    const child = fork(
      new URL('testing/crash-emitter.ts', import.meta.url),
      [JSON.stringify(options)],
      {
        ...{ execPath: process.execPath, execArgv: [] },
      },
    )
    child.on('message', ({ accepted: ids = [] }: { accepted?: string[] }) => {
      for (const id of ids) accepted.add(id)
    })
    await once(child, 'message')
    return child
  }
  const emitHundred = async () => {
    const before = accepted.size
    await vi.waitFor(() => expect(accepted.size).toBeGreaterThan(before + 100), patiently)
  }
  const kill = async (child: ChildProcess) => {
    child.kill('SIGKILL')
    await afterKill(child)
  }
  const afterKill = async (child: ChildProcess) => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    // Requests that it had written are still read, and statements that it had sent still run.
    await vi.waitFor(async () => expect(await receiver.connections()).toBe(0), patiently)
    unrecorded.push(await pendingAfterItsLastStatement(postgres.connectionString))
  }

  if (log) await afterKill(await start('ends-uncommitted'))
  for (let count = 0; count < kills; count++) {
    const child = await start('loud')
    await emitHundred()
    await sleep(Math.random() * 600)
    await kill(child)
  }
  for (let count = 0; count < postgresKills; count++) {
    const child = await start('loud')
    await emitHundred()
    await sleep(Math.random() * 600)
    await postgres.killAndRestart()
    await emitHundred()
    await kill(child)
  }
  const last = await start('quiet')
  const states = await waitForStates(postgres.connectionString)
  await kill(last)

  const taken = new Set(receipts.filter(({ isTaken }) => isTaken).map(({ id }) => id))
  const lost = [...accepted].filter((id) => !taken.has(id))
  const invisible = [...accepted].filter((id) => states.get(id) !== 'delivered')
  const underWay = underWayAtKills(receipts, unrecorded)
  const { retries, duplicates, unexplained } = repeats(receipts, unrecorded)
  console.log(
    `${accepted.size} accepted, ${lost.length} lost; of ${underWay} under way at a kill ` +
      `${duplicates} came again, ${unexplained.length} others did; ` +
      `${retries} retries after a failure`,
  )
  expect(lost).toEqual([])
  expect(invisible).toEqual([])
  expect(unexplained).toEqual([])
  expect(listOutOfOrder(receipts, ordering)).toEqual([])
  expect(new Set(receipts.map(({ connectionId }) => connectionId)).size).toBe(
    new Set(receipts.map(({ id }) => id)).size,
  )
  return countStored(postgres.connectionString)
}

/**
 * Returns what arrived out of order: a message of a lane, which has a customer of its own, before an earlier one, and any
 * that did not wait for one that had been refused.
 */
function listOutOfOrder(receipts: Receipt[], ordering: DestinationOrdering): string[] {
  if (ordering === 'none') return []
  const wrong: string[] = []
  const latest = new Map<string, string>()
  const refused = new Map<string, string>()
  for (const { id, groupRef, isTaken } of receipts) {
    const before = latest.get(groupRef)
    if (before !== undefined && id < before) wrong.push(`${id} after ${before}`)
    latest.set(groupRef, id)
    const queue = ordering === 'strict' ? '' : groupRef
    const awaited = refused.get(queue)
    if (awaited !== undefined && awaited !== id) wrong.push(`${id} before ${awaited}`)
    if (isTaken) refused.delete(queue)
    else refused.set(queue, id)
  }
  return wrong
}

const countStored = (connectionString: string) =>
  withDatabase(connectionString, async ({ everything }) => {
    const { rows } = await sql<{ bodies: number; entries: number }>`
      select (select count(body) from events)::int as bodies,
             (select count(*) from log_entries)::int as entries`.execute(everything)
    return getFirst(rows)
  })

/** Number of messages that were accepted but not recorded when their process was killed. */
const underWayAtKills = (receipts: Receipt[], unrecorded: ReadonlySet<string>[]) =>
  new Set(
    receipts
      .filter(({ id, life, isTaken }) => isTaken && unrecorded[life]?.has(id))
      .map(({ id, life }) => `${life} ${id}`),
  ).size

/**
 * Distinguishes why messages arrived more than once. After a failed attempt it is a retry. After one that
 * was taken it is a duplicate, which only a kill explains: that of the process that sent it, before
 * it recorded the delivery.
 */
function repeats(receipts: Receipt[], unrecorded: ReadonlySet<string>[]) {
  const unexplained: string[] = []
  let retries = 0
  let duplicates = 0
  const before = new Map<string, Receipt>()
  for (const receipt of receipts) {
    const { id, life } = receipt
    const former = before.get(id)
    before.set(id, receipt)
    if (!former) continue
    const between = unrecorded.slice(former.life, life)
    if (!former.isTaken) retries++
    else if (between.length > 0 && between.every((ids) => ids.has(id))) duplicates++
    else unexplained.push(`${id} by processes ${former.life} and ${life}`)
  }
  return { retries, duplicates, unexplained }
}

/** Creates a project with a destination on a new database. */
export async function givenSetUp(
  connectionString: string,
  masterKey: string,
  create: (notifications: Notifications, projectId: ProjectId) => Promise<DestinationId>,
) {
  const database = await openDatabase(connectionString)
  await migrate(database, { also: () => migrateJobs(database) })
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] })
  const notifications = createNotifications({
    tenantLimits: noTenantLimits,
    database,
    secrets: createSecrets(database, parseMasterKeys(masterKey)),
    egress,
    log: pino({ level: 'silent' }),
    createSending,
    settings: { isDevelopment: true },
  })
  const projectId = await givenProject({ database })
  const destination = await create(notifications, projectId)
  await notifications.stop()
  await egress.close()
  await database.close()
  return { projectId, destination }
}

/** Deliveries without a recorded end, after all statements of the killed process have ended. */
const pendingAfterItsLastStatement = (connectionString: string) =>
  withDatabase(connectionString, async (database) => {
    await vi.waitFor(async () => {
      const { everything } = database
      const { rows } = await sql`
        select from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(everything)
      expect(rows).toEqual([])
    }, patiently)
    const rows = await deliveryStates(database)
    return new Set<string>(
      rows.filter(({ status }) => status === 'pending').map(({ eventId }) => eventId),
    )
  })

/** The state of every delivery after all have ended. */
const waitForStates = (connectionString: string) =>
  withDatabase(connectionString, (database) =>
    vi.waitFor(
      async () => {
        const rows = await deliveryStates(database)
        expect(rows.filter(({ status }) => status === 'pending')).toEqual([])
        return new Map<string, string>(rows.map(({ eventId, status }) => [eventId, status]))
      },
      { ...patiently, interval: 250 },
    ),
  )

async function withDatabase<T>(
  connectionString: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(connectionString)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
