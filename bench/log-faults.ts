/**
 * Faults of a NATS cluster while messages are appended to a stream with three replicas: nodes
 * (often the leader) are killed or stand still, and all three are killed at once. Afterwards the
 * stream must contain every acknowledged message, each once.
 * `NATS_SERVER=… node bench/log-faults.ts [kills of a node] [stops of a node] [kills of all]`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { percentileOf } from './http/load.ts'
import { startNatsCluster } from './log/nats-cluster.ts'

const [kills = 30, stops = 6, outages = 3] = process.argv.slice(2).map(Number)
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const folder = await mkdtemp(join(tmpdir(), 'bench-log-'))
const cluster = await startNatsCluster(folder)
const connection = await connect({
  servers: cluster.servers,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 200,
  waitOnFirstConnect: true,
  // A node that stands still does not close its connections.
  pingInterval: 1000,
  maxPingOut: 2,
})
const manager = await jetstreamManager(connection)
await manager.streams.add({
  name: 'log',
  subjects: ['log.>'],
  num_replicas: 3,
  duplicate_window: 120_000_000_000,
})
const js = jetstream(connection)

const acknowledged = new Set<string>()
let lastAcknowledged = performance.now()
let retries = 0
let isDone = false
const payload = 'x'.repeat(1000)

/** Appends one message after another. Without an acknowledgement it is sent again. */
async function append(writer: number): Promise<void> {
  for (let number = 0; !isDone; number++) {
    const id = `${writer}.${number}`
    for (;;) {
      try {
        await js.publish(`log.${writer}`, `${id}\n${payload}`, { msgID: id, timeout: 2000 })
        acknowledged.add(id)
        lastAcknowledged = performance.now()
        break
      } catch {
        retries++
        await sleep(50)
      }
    }
  }
}
const writers = Array.from({ length: 16 }, (_, writer) => append(writer))

/** Returns after how many milliseconds messages are acknowledged again. */
async function untilAcknowledged(since: number): Promise<number> {
  while (lastAcknowledged <= since) {
    if (performance.now() - since > 120_000) throw new Error('No acknowledgement in two minutes.')
    await sleep(5)
  }
  return lastAcknowledged - since
}

async function leader(): Promise<number> {
  try {
    const { cluster: state } = await manager.streams.info('log')
    return Number(state?.leader?.replace('node-', '') ?? 0)
  } catch {
    return 0
  }
}

/** The stream has all replicas again: another fault must not meet a cluster without a majority. */
async function untilWhole(): Promise<void> {
  const until = performance.now() + 120_000
  for (;;) {
    try {
      const { cluster: state } = await manager.streams.info('log')
      const replicas = state?.replicas ?? []
      if (replicas.length === 2 && replicas.every(({ current, offline }) => current && !offline))
        return
    } catch {
      // It has no leader yet.
    }
    if (performance.now() > until) throw new Error('The stream is not whole after two minutes.')
    await sleep(100)
  }
}

const faults: { kind: string; readyMs: number }[] = []
const report = (kind: string, readyMs: number) => {
  faults.push({ kind, readyMs })
  console.log(`${kind.padEnd(16)} acknowledged again after ${Math.round(readyMs)} ms`)
}

for (let index = 0; index < kills; index++) {
  await untilWhole()
  await sleep(Math.random() * 300)
  const current = await leader()
  const isLeader = index % 3 !== 2
  const node = isLeader ? current : (current + 1) % 3
  await cluster.stop(node, 'SIGKILL')
  report(isLeader ? 'leader killed' : 'follower killed', await untilAcknowledged(performance.now()))
  await cluster.start(node)
}
for (let index = 0; index < stops; index++) {
  await untilWhole()
  const child = cluster.nodes[await leader()]?.process
  child?.kill('SIGSTOP')
  // Replies that were already under way do not count.
  await sleep(20)
  report('leader stopped', await untilAcknowledged(performance.now()))
  await sleep(8000)
  child?.kill('SIGCONT')
}
for (let index = 0; index < outages; index++) {
  await untilWhole()
  await Promise.all([0, 1, 2].map((node) => cluster.stop(node, 'SIGKILL')))
  await sleep(500)
  const since = performance.now()
  await Promise.all([0, 1, 2].map((node) => cluster.start(node)))
  report('all killed', await untilAcknowledged(since))
}
await untilWhole()
isDone = true
await Promise.all(writers)

const stored = new Map<string, number>()
const consumer = await js.consumers.get('log')
const { num_pending: expected } = await consumer.info()
let read = 0
if (expected > 0) {
  for await (const message of await consumer.consume()) {
    const id = message.string().split('\n')[0]!
    stored.set(id, (stored.get(id) ?? 0) + 1)
    if (++read >= expected) break
  }
}
const lost = [...acknowledged].filter((id) => !stored.has(id))
const twice = [...stored.values()].filter((count) => count > 1).length
console.table(
  ['leader killed', 'follower killed', 'leader stopped', 'all killed'].map((kind) => {
    const times = faults.filter((fault) => fault.kind === kind).map(({ readyMs }) => readyMs)
    times.sort((a, b) => a - b)
    return {
      kind,
      count: times.length,
      'ready again, median ms': Math.round(percentileOf(times, 0.5)),
      'longest ms': Math.round(times.at(-1) ?? 0),
    }
  }),
)
console.log(
  `${acknowledged.size} acknowledged, ${retries} sent again, ${lost.length} lost, ${twice} stored twice`,
)
await connection.close()
await cluster.stopAll()
await rm(folder, { recursive: true, force: true })
process.exitCode = lost.length + twice === 0 ? 0 : 1
