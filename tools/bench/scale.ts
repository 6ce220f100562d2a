/**
 * Measures scaling: several processes under one parent, then engines and APIs on separate machines
 * (network namespaces as root on Linux, otherwise plain processes), with one PostgreSQL. Accounts
 * are connected through the API, and each sends a webhook. All processes share the cores of this
 * computer, whose usage is reported with the result.
 * `node tools/bench/scale.ts [seconds per series] [names…]`
 */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import {
  eventually,
  freePorts,
  programs,
  startProgram,
  stopProgram,
  whenReady,
  type Program,
} from '../journeys/support/program.ts'
import { openDatabase } from '../../server/kernel/src/db/database.ts'
import { startEmbeddedPostgres } from '../../server/kernel/src/db/postgres/embedded-postgres.ts'
import { salesforceAt } from '../sandbox/src/index.ts'
import { createTenant } from '../../server/program/src/main/bootstrap.ts'
import { migrateAll } from '../../server/program/src/main/storage/open-database.ts'
import { measureCpuSeconds, findPostmaster } from './support/cpu.ts'
import type { Entry } from './delivery/answer.ts'
import { generatorArguments } from './delivery/generator-options.ts'
import {
  addressFor,
  allowedCidr,
  databaseFor,
  postgresFor,
  startMachines,
  type Machine,
} from './support/machines.ts'

interface Arrangement {
  name: string
  /** Number of processes under one parent, each with all roles. */
  processes?: number
  /** Number of machines with an API, and of machines with an engine. */
  pairs?: number
}

const arrangements: Arrangement[] = [
  { name: 'processes-1', processes: 1 },
  { name: 'processes-2', processes: 2 },
  { name: 'pairs-1', pairs: 1 },
  { name: 'pairs-2', pairs: 2 },
  { name: 'pairs-4', pairs: 4 },
]
/** Total number of concurrent requests. */
const underWay = 128

const seconds = Number(process.argv[2] ?? 4)
const wanted = process.argv.slice(3)
const chosen = arrangements.filter(({ name }) => wanted.length === 0 || wanted.includes(name))

const machines = await startMachines(2 * Math.max(...chosen.map(({ pairs = 0 }) => pairs)))
const folder = await mkdtemp(join(tmpdir(), 'bench-scale-'))
const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), {
  settings: { ...(await postgresFor(machines, folder)), max_connections: '500' },
})
const database = await openDatabase(postgres.connectionString)
await migrateAll(database)
const postmaster = await findPostmaster(join(folder, 'postgres'))
const receiver = await helper<{ port: number }>('receiver.ts', '0.0.0.0')
const sandbox = await helper<{ salesforceUrl: string }>('sandbox.ts', '0.0.0.0')
const masterKey = randomBytes(32).toString('base64')

async function helper<Message>(file: string, ...args: string[]) {
  const child = fork(new URL(`delivery/${file}`, import.meta.url), args)
  const [message] = (await once(child, 'message')) as [Message]
  return { child, message }
}

async function fetchCounts(reset = '') {
  const reply = await fetch(`http://127.0.0.1:${receiver.message.port}/counts${reset}`)
  return (await reply.json()) as { counts: { ok?: number }; p50: number; p99: number }
}

/** Salesforce at an address that all machines can reach; connected without a sign-in. */
function providers() {
  const url = new URL(sandbox.message.salesforceUrl)
  url.hostname = addressFor(machines)
  const { salesforce } = salesforceAt(url.origin)
  const oauth2Opts = { ...salesforce.oauth2Opts, grantType: 'clientCredentials' }
  return { salesforce: { ...salesforce, oauth2Opts } }
}

const running: Program[] = []

/** Starts the program on this machine, or on this computer if there is none. */
async function startRole(
  role: 'all' | 'api' | 'engine',
  { machine, processes = 1 }: { machine?: Machine | undefined; processes?: number },
) {
  const [port] = await freePorts(1)
  const host = machine?.everybody.far ?? '127.0.0.1'
  const program = startProgram(programs.serve, {
    args: [`--role=${role}`],
    through: machine?.through ?? [],
    env: {
      DATABASE_URL: databaseFor(postgres.connectionString, machine),
      PLATFORM_MASTER_KEY: masterKey,
      PLATFORM_DEVELOPMENT: 'true',
      PLATFORM_ALLOW_CIDR: allowedCidr,
      PLATFORM_PROVIDERS: JSON.stringify(providers()),
      PLATFORM_HOST: host,
      PLATFORM_PORT: String(port),
      PLATFORM_PROCESSES: String(processes),
      PLATFORM_RATE_LIMIT: '100000000',
      PLATFORM_LOG_LEVEL: 'warn',
    },
  })
  running.push(program)
  const url = `http://${host}:${port}`
  if (role !== 'engine') await whenReady(url, program)
  return { url, pid: program.process.pid! }
}

/** Returns the number of delivering processes. */
const senders = async () => {
  const { rows } = await sql`select from senders`.execute(database.everything)
  return rows.length
}

async function startAll({ processes, pairs = 0 }: Arrangement) {
  if (processes !== undefined) {
    const all = await startRole('all', { processes })
    await eventually(async () => (await senders()) === processes, 30_000)
    return { apis: [all], engines: [] }
  }
  const numbers = Array.from({ length: pairs }, (_, index) => index)
  const [apis, engines] = await Promise.all([
    Promise.all(numbers.map((index) => startRole('api', { machine: machines[2 * index] }))),
    Promise.all(numbers.map((index) => startRole('engine', { machine: machines[2 * index + 1] }))),
  ])
  await eventually(async () => (await senders()) === pairs, 30_000)
  return { apis, engines }
}

let projects = 0

/** Creates a project whose events reach the receiver at an address that all machines can reach. */
async function setUpProject(url: string): Promise<Entry> {
  const name = `scale-${++projects}`
  const tenant = { org: 'Bench', project: name, owner: `${name}@bench.test` }
  const { apiKey } = await createTenant(database, tenant)
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const create = async (path: string, body: object) => {
    const target = `${url}/v1/projects/${name}/${path}`
    const reply = await fetch(target, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(await reply.text())
    return (await reply.json()) as { id: string }
  }
  const topic = await create('topics', { name: 'all' })
  const eventType = 'connection.created'
  await create('notification-event-topic-routes', { topicId: topic.id, eventType })
  const destination = await create('destinations', {
    name: 'receiver',
    type: 'webhook',
    metadata: { url: `http://${addressFor(machines)}:${receiver.message.port}/ok/0` },
  })
  await create('topic-destination-routes', { topicId: topic.id, destinationId: destination.id })
  return { path: `/v1/projects/${name}/connections:generate`, headers }
}

type Started = Awaited<ReturnType<typeof startRole>>

/** Sends to all of them at the same time, and waits until everything has arrived. */
async function sendToAll(apis: readonly Started[], entry: Entry, forSeconds: number) {
  await fetchCounts('?reset')
  const beganAt = performance.now()
  const generators = await Promise.all(
    apis.map(({ url }) =>
      helper<{ sent: number; failed: number }>(
        'generator.ts',
        ...generatorArguments({
          mode: 'closed',
          origin: url,
          entries: [entry],
          amount: Math.ceil(underWay / apis.length),
          seconds: forSeconds,
        }),
      ),
    ),
  )
  const sent = generators.reduce((sum, { message }) => sum + message.sent, 0)
  const failed = generators.reduce((sum, { message }) => sum + message.failed, 0)
  await eventually(async () => ((await fetchCounts()).counts.ok ?? 0) >= sent - failed, 60_000)
  return { sent, failed, tookSeconds: (performance.now() - beganAt) / 1000 }
}

async function runArrangement(arrangement: Arrangement) {
  const { apis, engines } = await startAll(arrangement)
  const entry = await setUpProject(apis[0]!.url)
  // Warm-up: code that runs for the first time is not compiled yet.
  await sendToAll(apis, entry, 2)
  const usage = async () => ({
    apis: await sumAll(apis.map(({ pid }) => measureCpuSeconds(pid))),
    engines: await sumAll(engines.map(({ pid }) => measureCpuSeconds(pid))),
    postgres: await measureCpuSeconds(postmaster),
    receiver: await measureCpuSeconds(receiver.child.pid!),
  })
  const before = await usage()
  const { sent, failed, tookSeconds } = await sendToAll(apis, entry, seconds)
  const after = await usage()
  const { p50, p99 } = await fetchCounts()
  await Promise.all(running.splice(0).map(stopProgram))
  await eventually(async () => (await senders()) === 0, 30_000)
  const cores = (part: keyof typeof before) =>
    Number(((after[part] - before[part]) / tookSeconds).toFixed(2))
  return {
    name: arrangement.name,
    sent,
    failed,
    'accepted/s': Math.round(sent / seconds),
    'delivered/s': Math.round((sent - failed) / tookSeconds),
    'p50 ms': Math.round(p50),
    'p99 ms': Math.round(p99),
    'cores: API': cores('apis'),
    engine: cores('engines'),
    PostgreSQL: cores('postgres'),
    receiver: cores('receiver'),
  }
}

const sumAll = async (parts: Promise<number>[]) =>
  (await Promise.all(parts)).reduce((sum, one) => sum + one, 0)

const results: object[] = []
try {
  for (const one of chosen) results.push(await runArrangement(one))
} finally {
  await end()
}
console.log(
  `${availableParallelism()} cores, ${machines.length > 0 ? 'network namespaces' : 'one network'}`,
)
console.table(results)

async function end(): Promise<void> {
  await Promise.all(running.map(stopProgram))
  receiver.child.kill()
  sandbox.child.kill()
  await database.close()
  await postgres.stop()
  await Promise.all(machines.map((machine) => machine.remove()))
  await rm(folder, { recursive: true, force: true })
}
