/**
 * Benchmark of delivery: from an HTTP request that tells of an event to the webhook's receipt.
 * Generator, receiver, server and PostgreSQL (fsync on) are processes of their own on one machine.
 *
 * `node bench/delivery.ts [seconds for each series] [names of series…]`
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../packages/server/src/db/database.ts'
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded-postgres.ts'
import { migrate } from '../packages/server/src/db/migrate.ts'

interface Series {
  name: string
  mode: 'closed' | 'open'
  /** Requests under way, or requests a second. */
  amount: number
  /** Destinations by kind. */
  destinations: { ok: number; hang?: number; fail?: number }
}

const series: Series[] = [
  { name: 'closed-64', mode: 'closed', amount: 64, destinations: { ok: 1 } },
  { name: 'closed-128', mode: 'closed', amount: 128, destinations: { ok: 1 } },
  { name: 'open-200', mode: 'open', amount: 200, destinations: { ok: 1 } },
  { name: 'open-2000', mode: 'open', amount: 2000, destinations: { ok: 1 } },
  { name: 'open-5000', mode: 'open', amount: 5000, destinations: { ok: 1 } },
  { name: 'fan-out-10', mode: 'closed', amount: 32, destinations: { ok: 10 } },
  { name: 'healthy-200', mode: 'open', amount: 200, destinations: { ok: 10 } },
  { name: 'hanging-200', mode: 'open', amount: 200, destinations: { ok: 8, hang: 1, fail: 1 } },
]

const seconds = Number(process.argv[2] ?? 5)
const wanted = process.argv.slice(3)

const folder = await mkdtemp(join(tmpdir(), 'bench-delivery-'))
const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
const database = await openDatabase(postgres.connectionString)
await migrate(database)
await database.close()

const start = async (file: string, args: string[] = [], env = {}) => {
  const child = fork(new URL(`delivery/${file}`, import.meta.url), args, {
    env: { ...process.env, ...env },
    execArgv:
      process.env['BENCH_PROFILE'] === file ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof'] : [],
  })
  const [message] = (await once(child, 'message')) as [Record<string, number>]
  return { child, message }
}
const stop = async (child: ChildProcess) => {
  child.kill()
  await once(child, 'exit')
}
const json = async (url: string, body?: object) => {
  const reply = await fetch(url, {
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  if (!reply.ok) throw new Error(await reply.text())
  return (await reply.json()) as any
}

/** CPU seconds of all processes of PostgreSQL so far, those that ended too. */
async function postgresCpuSeconds(): Promise<number> {
  const ticks = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => {
        const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
        if (!stat.includes('(postgres)')) return 0
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        return Number(fields[11]) + Number(fields[12])
      }),
  )
  return ticks.reduce((sum, one) => sum + one, 0) / 100
}

async function sizeOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(inhrelid)) as bytes from pg_inherits
      where inhparent in ('events'::regclass, 'deliveries'::regclass)`,
  )
  return Number(rows[0]!.bytes)
}

const receiver = await start('receiver.ts')
const server = await start('server.ts', [], { DATABASE_URL: postgres.connectionString })
const client = new pg.Client({ connectionString: postgres.connectionString })
await client.connect()
const receiverUrl = `http://127.0.0.1:${receiver.message['port']}`
const serverUrl = `http://127.0.0.1:${server.message['port']}`

async function run({ name, mode, amount, destinations }: Series) {
  const urls = Object.entries(destinations).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, index) => `${receiverUrl}/${kind}/${index}`),
  )
  const { projectId } = (await json(`${serverUrl}/projects`, { urls })) as { projectId: string }
  await json(`${receiverUrl}/counts?reset`)
  const [usageBefore, postgresBefore, bytesBefore] = await Promise.all([
    json(`${serverUrl}/usage`),
    postgresCpuSeconds(),
    sizeOf(client),
  ])
  const startedAt = performance.now()
  const { message } = await start('generator.ts', [
    mode,
    serverUrl,
    `/emit/${projectId}`,
    String(amount),
    String(seconds),
  ])
  const expected = message['sent']! * destinations.ok
  let counted = await json(`${receiverUrl}/counts`)
  while (
    (counted.counts.ok ?? 0) < expected &&
    performance.now() - startedAt < seconds * 1000 + 20_000
  ) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    counted = await json(`${receiverUrl}/counts`)
  }
  const tookSeconds = (performance.now() - startedAt) / 1000
  await new Promise((resolve) => setTimeout(resolve, 300))
  const usage = await json(`${serverUrl}/usage`)
  const postgresCpu = (await postgresCpuSeconds()) - postgresBefore
  const cpu = usage.cpuSeconds - usageBefore.cpuSeconds
  const { sent, failed } = message as { sent: number; failed: number }
  return {
    name,
    sent,
    failed,
    missing: expected - counted.counts.ok,
    'events/s': Math.round(sent / tookSeconds),
    'deliveries/s': Math.round(expected / tookSeconds),
    'p50 ms': Number(counted.p50.toFixed(1)),
    'p99 ms': Number(counted.p99.toFixed(1)),
    'CPU s/M': Math.round(((cpu + postgresCpu) / expected) * 1e6),
    'of it SQL': Math.round((postgresCpu / expected) * 1e6),
    'SQL/event': Number(((usage.statements - usageBefore.statements) / sent).toFixed(2)),
    'bytes/event': Math.round(((await sizeOf(client)) - bytesBefore) / sent),
    'RSS MB': usage.memoryMb,
  }
}

/** Messages with records, 500 in one transaction. */
async function runBulk() {
  const { projectId } = (await json(`${serverUrl}/projects`, {
    urls: [`${receiverUrl}/ok/0`],
  })) as {
    projectId: string
  }
  await json(`${receiverUrl}/counts?reset`)
  const body = { action: 'read', connectionId: '0', text: 'x'.repeat(900) }
  const startedAt = performance.now()
  let sent = 0
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (performance.now() - startedAt < seconds * 1000) {
        await json(`${serverUrl}/emit-many/${projectId}`, { count: 500, body })
        sent += 500
      }
    }),
  )
  const acceptedSeconds = (performance.now() - startedAt) / 1000
  let received = 0
  while (received < sent && performance.now() - startedAt < seconds * 1000 + 60_000) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    received = (await json(`${receiverUrl}/counts`)).counts.ok ?? 0
  }
  const tookSeconds = (performance.now() - startedAt) / 1000
  return {
    name: 'bulk-500',
    sent,
    missing: sent - received,
    'accepted/s': Math.round(sent / acceptedSeconds),
    'deliveries/s': Math.round(sent / tookSeconds),
  }
}

const results: object[] = []
for (const one of series) {
  if (wanted.length > 0 && !wanted.includes(one.name)) continue
  results.push(await run(one))
}
if (wanted.length === 0 || wanted.includes('bulk-500')) results.push(await runBulk())
console.table(results)

await client.end()
await stop(server.child)
await stop(receiver.child)
await postgres.stop()
await rm(folder, { recursive: true, force: true })
