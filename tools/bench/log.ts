/**
 * Compares deliveries from PostgreSQL (the product) with those from the message log in NATS
 * JetStream: nodes with three replicas that sync each write. Everything runs on one machine, so
 * messages per second say little about machines of their own; CPU time, log and table bytes of
 * PostgreSQL per message do not depend on that. See docs/decisions/0017-log.md.
 * `NATS_SERVER=… [NATS_NODES=3] node tools/bench/log.ts [seconds per series] [series…]`
 */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { measureCpuSeconds, findPostmaster } from './support/cpu.ts'
import type { CpuUsage, Entry } from './delivery/answer.ts'
import { openDatabase } from '../../server/kernel/src/db/database.ts'
import { startEmbeddedPostgres } from '../../server/kernel/src/db/postgres/embedded-postgres.ts'
import { memoryFlags } from '../../server/program/src/main/process/memory.ts'
import { migrateAll } from '../../server/program/src/main/storage/open-database.ts'
import { findNatsServer, startNatsCluster } from '../testing/src/nats-cluster.ts'

/** `bodies`: the product with PLATFORM_LOG; `log`: the prototype, with a row per page. */
const engines = ['postgresql', 'bodies', 'log'] as const

/** Messages per transaction by size, about 1 MB. */
const sizes = [
  { kb: 1, count: 500 },
  { kb: 30, count: 33 },
  { kb: 300, count: 4 },
]

/** Once the log is in use, the database rejects engines without it. */
const all = engines.flatMap((engine) => sizes.map((size) => ({ engine, ...size })))
const toName = ({ engine, kb }: (typeof all)[number]) => `${engine}-${kb}`
const seconds = Number(process.argv[2] ?? 8)
const wanted = process.argv.slice(3)
const unknown = wanted.filter((name) => !all.some((series) => toName(series) === name))
if (unknown.length > 0) {
  throw new Error(`No series ${unknown.join(', ')}: ${all.map(toName).join(', ')}.`)
}

const program = await findNatsServer()
if (program instanceof Error) throw program

const nodes = Number(process.env['NATS_NODES'] ?? 3)
const folder = await mkdtemp(join(tmpdir(), 'bench-log-'))
const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), {
  settings: { min_wal_size: '2GB', max_wal_size: '4GB' },
})
const database = await openDatabase(postgres.connectionString)
await migrateAll(database)
await database.close()
const cluster = await startNatsCluster({ program, folder, nodes })
const client = new pg.Client({ connectionString: postgres.connectionString })
await client.connect()

const startServer = async (file: string, args: string[], env: Record<string, string>) => {
  const child = fork(new URL(file, import.meta.url), args, {
    env: { ...process.env, ...env },
    execArgv: memoryFlags(),
  })
  const [message] = (await once(child, 'message')) as [{ port: number }]
  return { child, ...message }
}
type Forked = Awaited<ReturnType<typeof startServer>>
const askChild = async <T>({ child }: Forked, question: 'usage' | string[]): Promise<T> => {
  child.send(question)
  return ((await once(child, 'message')) as [T])[0]
}

interface Snapshot {
  serverCpu: number
  postgresCpu: number
  natsCpu: number
  walBytes: number
  tableBytes: number
}

async function snapshot(server: Forked): Promise<Snapshot> {
  const { rows } = await client.query<{ wal: string; tables: string }>(
    `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as wal,
            (select coalesce(sum(pg_total_relation_size(inhrelid)), 0) from pg_inherits
              where inhparent in ('events'::regclass, 'deliveries'::regclass, 'message_pages'::regclass))
            + coalesce(pg_total_relation_size(to_regclass('bench_results')), 0) as tables`,
  )
  const pids = Array.from({ length: nodes }, (_, node) => cluster.pidOf(node))
  const nats = await Promise.all(pids.flatMap((pid) => (pid ? [measureCpuSeconds(pid)] : [])))
  return {
    serverCpu: (await askChild<CpuUsage>(server, 'usage')).cpuSeconds,
    postgresCpu: await measureCpuSeconds(await findPostmaster(join(folder, 'postgres'))),
    natsCpu: nats.reduce((sum, one) => sum + one, 0),
    walBytes: Number(rows[0]!.wal),
    tableBytes: Number(rows[0]!.tables),
  }
}

const receiver = await startServer('delivery/receiver.ts', ['127.0.0.1'], {})
const receiverUrl = `http://127.0.0.1:${receiver.port}`
const countReceived = async (reset = '') => {
  const reply = await fetch(`${receiverUrl}/counts${reset}`)
  return ((await reply.json()) as { counts: { ok?: number } }).counts.ok ?? 0
}

async function runSeries(series: (typeof all)[number]) {
  const { engine, kb, count } = series
  const server = await startServer(
    engine === 'log' ? 'log/jetstream-server.ts' : 'delivery/server.ts',
    [],
    {
      DATABASE_URL: postgres.connectionString,
      PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
      ...(engine !== 'postgresql' && {
        LOG_URL: cluster.url,
        LOG_SYSTEM_URL: cluster.systemUrl,
      }),
      LOG_STREAMS: String(nodes),
    },
  )
  const { path, headers } = await askChild<Entry>(server, [`${receiverUrl}/ok/0`])
  const url = `http://127.0.0.1:${server.port}${path.replace('/emit/', '/emit-many/')}`
  // Half of it compresses, like records in JSON.
  const text = randomBytes(kb * 375).toString('hex')
  const body = { action: 'read', connectionId: '0', text, more: 'x'.repeat(kb * 250) }
  const request = { method: 'POST', headers, body: JSON.stringify({ count, body }) }
  const sendFor = async (ms: number) => {
    const startedAt = performance.now()
    let sent = 0
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (performance.now() - startedAt < ms) {
          const reply = await fetch(url, request)
          if (!reply.ok) throw new Error(`${toName(series)}: ${await reply.text()}`)
          sent += count
        }
      }),
    )
    const accepted = performance.now() - startedAt
    const until = performance.now() + 120_000
    while ((await countReceived()) < sent && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return {
      sent,
      accepted,
      took: performance.now() - startedAt,
      missing: sent - (await countReceived()),
    }
  }
  // Code that runs for the first time is not compiled yet.
  await countReceived('?reset')
  // The log is used once the former server is known to have ended.
  await sendFor(engine === 'bodies' ? 12_000 : 1500)
  await new Promise((resolve) => setTimeout(resolve, 500))
  await countReceived('?reset')
  await client.query('checkpoint')
  const before = await snapshot(server)
  const { sent, accepted, took, missing } = await sendFor(seconds * 1000)
  await new Promise((resolve) => setTimeout(resolve, 500))
  const after = await snapshot(server)
  const exited = once(server.child, 'exit')
  server.child.kill()
  await exited
  const per = (field: keyof Snapshot) => (after[field] - before[field]) / sent
  return {
    name: toName(series),
    sent,
    missing,
    'accepted/s': Math.round((sent / accepted) * 1000),
    'delivered/s': Math.round((sent / took) * 1000),
    'PostgreSQL µs': Number((per('postgresCpu') * 1e6).toFixed(1)),
    'WAL bytes': Math.round(per('walBytes')),
    'table bytes': Math.round(per('tableBytes')),
    'server µs': Number((per('serverCpu') * 1e6).toFixed(1)),
    'NATS µs': Number((per('natsCpu') * 1e6).toFixed(1)),
  }
}

const results: Awaited<ReturnType<typeof runSeries>>[] = []
for (const series of all) {
  if (wanted.length > 0 && !wanted.includes(toName(series))) continue
  results.push(await runSeries(series))
  console.log(results.at(-1))
}
console.table(results)

await client.end()
const ended = once(receiver.child, 'exit')
receiver.child.kill()
await ended
await cluster.close()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
