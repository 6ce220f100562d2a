/**
 * Benchmark of delivery: from an HTTP request whose transaction emits an event to the receipt of
 * the webhook. Generator, receiver, server and PostgreSQL (fsync on) are separate processes on one
 * machine.
 * `node tools/bench/delivery.ts [seconds per series] [series…]`
 */
import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type AddressInfo } from 'node:net'
import pg from 'pg'
import { measureCpuSeconds, findPostmaster } from './support/cpu.ts'
import type { Entry, CpuUsage as ServerUsage } from './delivery/answer.ts'
import { generatorArguments } from './delivery/generator-options.ts'
import { openDatabase } from '../../server/kernel/src/db/database.ts'
import { startChosenPostgres } from '../testing/src/chosen-postgres.ts'
import { memoryFlags } from '../../server/program/src/main/process/memory.ts'
import { migrateAll } from '../../server/program/src/main/storage/open-database.ts'

interface Series {
  name: string
  mode: 'closed' | 'open'
  /** Concurrent requests, or requests per second. */
  amount: number
  /** Number of destinations by kind. */
  destinations: { ok: number; hang?: number; fail?: number }
  isTls?: boolean
  /** Number of projects, used in turn; one by default. */
  projects?: number
  /** File of the server; defaults to the benchmark's own. */
  server?: ServerFile
}

type ServerFile = 'server.ts' | 'two-servers.ts' | 'bare-server.ts' | 'platform-server.ts'

const one = { ok: 1 }
const series: Series[] = [
  { name: 'closed-64', mode: 'closed', amount: 64, destinations: one },
  { name: 'bare-64', mode: 'closed', amount: 64, destinations: one, server: 'bare-server.ts' },
  { name: 'projects-64', mode: 'closed', amount: 64, destinations: one, projects: 200 },
  { name: 'by-2-64', mode: 'closed', amount: 64, destinations: one, server: 'two-servers.ts' },
  { name: 'open-300', mode: 'open', amount: 300, destinations: one },
  { name: 'bare-300', mode: 'open', amount: 300, destinations: one, server: 'bare-server.ts' },
  { name: 'open-500', mode: 'open', amount: 500, destinations: one },
  { name: 'bare-500', mode: 'open', amount: 500, destinations: one, server: 'bare-server.ts' },
  { name: 'open-1000', mode: 'open', amount: 1000, destinations: one },
  { name: 'bare-1000', mode: 'open', amount: 1000, destinations: one, server: 'bare-server.ts' },
  { name: 'fan-out-10', mode: 'closed', amount: 32, destinations: { ok: 10 } },
  { name: 'fan-out-10-tls', mode: 'closed', amount: 32, destinations: { ok: 10 }, isTls: true },
  { name: 'tls-64', mode: 'closed', amount: 64, destinations: one, isTls: true },
  {
    name: 'generate-64',
    mode: 'closed',
    amount: 64,
    destinations: one,
    server: 'platform-server.ts',
  },
  { name: 'healthy-17', mode: 'open', amount: 100, destinations: { ok: 17 } },
  // A tenth of the destinations hangs, a twentieth fails.
  { name: 'mixed-17', mode: 'open', amount: 100, destinations: { ok: 17, hang: 2, fail: 1 } },
]

const bulk: Record<string, ServerFile> = {
  'bulk-500': 'server.ts',
  'bulk-500-by-2': 'two-servers.ts',
  'bare-bulk-500': 'bare-server.ts',
}

const seconds = Number(process.argv[2] ?? 5)
const known = [...series.map(({ name }) => name), ...Object.keys(bulk)]
const wanted = process.argv.slice(3)
const unknown = wanted.filter((name) => !known.includes(name))
if (unknown.length > 0) throw new Error(`No series ${unknown.join(', ')}: ${known.join(', ')}.`)
/** In the given order, with repetitions. */
const names = wanted.length > 0 ? wanted : known

const folder = await mkdtemp(join(tmpdir(), 'bench-delivery-'))
const postgres = await startChosenPostgres(join(folder, 'postgres'), {
  settings: { min_wal_size: '1GB' },
})
const database = await openDatabase(postgres.connectionString)
await migrateAll(database)
await database.close()

const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
execFileSync(
  'openssl',
  [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc'],
    ...['-subj', '/CN=receiver', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'],
    ...['-keyout', keyFile, '-out', certificateFile],
  ],
  { stdio: 'ignore' },
)

const profiling = ['--cpu-prof', `--cpu-prof-dir=${join(tmpdir(), 'bench-profile')}`]
const isServer = (file: string) => /servers?\.ts$/.test(file)
const startProcess = async (file: string, args: string[] = [], env = {}) => {
  const child = fork(new URL(`delivery/${file}`, import.meta.url), args, {
    env: { ...process.env, ...env },
    execArgv: [
      // The flags of `serve`, which a child with a channel to its parent cannot set itself.
      ...(isServer(file) ? memoryFlags() : []),
      ...(process.env['BENCH_PROFILE'] === file ? profiling : []),
    ],
  })
  child.once('exit', (code) => {
    if (code) throw new Error(`${file} ended with status ${code}.`)
  })
  const [message] = (await once(child, 'message')) as [Record<string, number | string>]
  return { child, message }
}
const stop = async (child: ChildProcess) => {
  child.kill()
  await once(child, 'exit')
}
const askChild = async <T>(child: ChildProcess, question: 'usage' | string[]): Promise<T> => {
  child.send(question)
  return ((await once(child, 'message')) as [T])[0]
}
const fetchCounts = async (reset = '') =>
  (await (await fetch(`${receiverUrl}/counts${reset}`)).json()) as {
    counts: { ok?: number }
    p50: number
    p99: number
  }

const postgresCpuSeconds = async () =>
  measureCpuSeconds(await findPostmaster(join(folder, 'postgres')))

async function measureSize(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(inhrelid)) as bytes from pg_inherits
      where inhparent in ('events'::regclass, 'deliveries'::regclass)`,
  )
  return Number(rows[0]!.bytes)
}

const receiver = await startProcess('receiver.ts', ['127.0.0.1', keyFile, certificateFile])
const receiverUrl = `http://127.0.0.1:${receiver.message['port']}`
const receiverTlsUrl = `https://127.0.0.1:${receiver.message['tlsPort']}`
const serverSettings = {
  DATABASE_URL: postgres.connectionString,
  NODE_EXTRA_CA_CERTS: certificateFile,
  PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
}
const client = new pg.Client({ connectionString: postgres.connectionString })
await client.connect()
await writeLogFiles(client)

/** A local provider, so that no request uses the network. */
let startedSandbox: { child: ChildProcess; salesforceUrl: string } | undefined
async function sandbox() {
  if (startedSandbox) return startedSandbox
  const { child, message } = await startProcess('sandbox.ts')
  return (startedSandbox = { child, salesforceUrl: String(message['salesforceUrl']) })
}

type Server = Awaited<ReturnType<typeof startProcess>>
let running: { server: Server; file: ServerFile } | undefined

/** One server at a time, because each would take over from the other. */
async function serverFor(file: ServerFile = 'server.ts'): Promise<Server> {
  if (running?.file === file) return running.server
  if (running) await stop(running.server.child)
  const args = [String(await freePort())]
  if (file === 'platform-server.ts') args.push((await sandbox()).salesforceUrl)
  running = { server: await startProcess(file, args, serverSettings), file }
  // Warm-up: code that runs for the first time is not compiled yet.
  await runSeries(
    { name: 'warm-up', mode: 'closed', amount: 64, destinations: one, server: file },
    2,
  )
  return running.server
}

/**
 * Fills PostgreSQL's log files: a busy server reuses them, but a new one has to create each, which
 * delays commits by up to 80 ms several times per series.
 */
async function writeLogFiles(superuser: pg.Client): Promise<void> {
  for (let file = 0; file < 50; file++) {
    await superuser.query("select pg_logical_emit_message(false, 'bench', ''), pg_switch_wal()")
  }
  await superuser.query('checkpoint')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

interface Usage {
  cpu: number
  postgresCpu: number
  statements: number
  bytes: number
  memoryMb: number
}

async function askUsage({ child }: Server): Promise<Usage> {
  const [{ cpuSeconds, statements, memoryMb }, postgresCpu, bytes] = await Promise.all([
    askChild<ServerUsage>(child, 'usage'),
    postgresCpuSeconds(),
    measureSize(client),
  ])
  return { cpu: cpuSeconds, postgresCpu, statements, bytes, memoryMb }
}

/** Returns the costs per event and per million deliveries. */
const costs = (before: Usage, after: Usage, events: number, deliveries: number) => ({
  'CPU s/M': Math.round(
    ((after.cpu - before.cpu + after.postgresCpu - before.postgresCpu) / deliveries) * 1e6,
  ),
  'of it SQL': Math.round(((after.postgresCpu - before.postgresCpu) / deliveries) * 1e6),
  'SQL/event': Number(((after.statements - before.statements) / events).toFixed(2)),
  'bytes/event': Math.round((after.bytes - before.bytes) / events),
  'RSS MB': after.memoryMb,
})

/** Waits until all messages are received, up to a limit. Returns the counts. */
async function waitForReceipts(expected: number, atMostMs: number) {
  const until = performance.now() + atMostMs
  let counted = await fetchCounts()
  while ((counted.counts.ok ?? 0) < expected && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    counted = await fetchCounts()
  }
  return counted
}

async function runSeries(measured: Series, forSeconds = seconds) {
  const { name, mode, amount, destinations, isTls, projects = 1 } = measured
  const urls = Object.entries(destinations).flatMap(([kind, count]) =>
    Array.from(
      { length: count },
      (_, index) => `${isTls ? receiverTlsUrl : receiverUrl}/${kind}/${index}`,
    ),
  )
  const server = await serverFor(measured.server)
  const entries: Entry[] = []
  while (entries.length < projects) entries.push(await askChild<Entry>(server.child, urls))
  await fetchCounts('?reset')
  const before = await askUsage(server)
  const origin = `http://127.0.0.1:${server.message['port']}`
  const { message } = await startProcess(
    'generator.ts',
    generatorArguments({ mode, origin, entries, amount, seconds: forSeconds }),
  )
  const { sent, failed } = message as { sent: number; failed: number }
  const expected = sent * destinations.ok
  const waitingSince = performance.now()
  const counted = await waitForReceipts(expected, 20_000)
  const tookSeconds = forSeconds + (performance.now() - waitingSince) / 1000
  await new Promise((resolve) => setTimeout(resolve, 300))
  const after = await askUsage(server)
  return {
    name,
    sent,
    failed,
    missing: expected - (counted.counts.ok ?? 0),
    'events/s': Math.round(sent / tookSeconds),
    'deliveries/s': Math.round(expected / tookSeconds),
    'p50 ms': Number(counted.p50.toFixed(1)),
    'p99 ms': Number(counted.p99.toFixed(1)),
    ...costs(before, after, sent, expected),
  }
}

/** Sends messages with records, 500 per transaction. */
async function runBulk(name: string, file?: ServerFile) {
  const server = await serverFor(file)
  const { path, headers } = await askChild<Entry>(server.child, [`${receiverUrl}/ok/0`])
  const url = `http://127.0.0.1:${server.message['port']}${path.replace('/emit/', '/emit-many/')}`
  await fetchCounts('?reset')
  const before = await askUsage(server)
  const body = { action: 'read', connectionId: '0', text: 'x'.repeat(900) }
  const startedAt = performance.now()
  let sent = 0
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (performance.now() - startedAt < seconds * 1000) {
        const options = { method: 'POST', headers, body: JSON.stringify({ count: 500, body }) }
        if (!(await fetch(url, options)).ok) throw new Error('A transaction failed.')
        sent += 500
      }
    }),
  )
  const acceptedSeconds = (performance.now() - startedAt) / 1000
  const { counts } = await waitForReceipts(sent, 60_000)
  const tookSeconds = (performance.now() - startedAt) / 1000
  return {
    name,
    sent,
    missing: sent - (counts.ok ?? 0),
    'accepted/s': Math.round(sent / acceptedSeconds),
    'deliveries/s': Math.round(sent / tookSeconds),
    ...costs(before, await askUsage(server), sent, sent),
  }
}

const results: object[] = []
for (const name of names) {
  const found = series.find((each) => each.name === name)
  results.push(found ? await runSeries(found) : await runBulk(name, bulk[name]))
}
console.table(results)

await client.end()
if (running) await stop(running.server.child)
await stop(receiver.child)
if (startedSandbox) await stop(startedSandbox.child)
await postgres.stop()
await rm(folder, { recursive: true, force: true })
