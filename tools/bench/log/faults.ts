/**
 * Faults of a NATS cluster while pages are appended to the message log: nodes (often the leader of
 * a stream) are killed, stand still, are cut off from the others or have a slow disk, and all are
 * killed at once. Reports after how long every new page is acknowledged again, and pages that were
 * under way. Afterwards the log must contain every acknowledged message, each once.
 * `NATS_SERVER=… [NATS_NODES=3] [NATS_STREAMS=3]
 * node tools/bench/log/faults.ts [kills] [stops] [cuts] [slow disks] [kills of all]`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { limitDisk } from '../support/cgroup.ts'
import { getPercentile } from '../http/load.ts'
import { decodeEntry, decompressEntry } from '../../../server/message-log-nats/src/nats/entry.ts'
import { openJetStreamLog } from '../../../server/message-log-nats/src/nats/jetstream-log.ts'
import { newId } from '../../../server/kernel/src/db/new-id.ts'
import { findNatsServer, startNatsCluster } from '../../testing/src/nats-cluster.ts'

const [kills = 30, stops = 6, cuts = 6, slowDisks = 4, outages = 3] = process.argv
  .slice(2)
  .map(Number)
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const program = await findNatsServer()
if (program instanceof Error) throw program

const nodes = Number(process.env['NATS_NODES'] ?? 3)
const streams = Array.from(
  { length: Number(process.env['NATS_STREAMS'] ?? 3) },
  (_, nth) => `bench-${nth}`,
)
const all = Array.from({ length: nodes }, (_, node) => node)
const folder = await mkdtemp(join(tmpdir(), 'bench-log-'))
const cluster = await startNatsCluster({ program, folder, nodes, separable: true })
const log = await openJetStreamLog({
  url: cluster.url,
  systemUrl: cluster.systemUrl,
  name: 'bench',
  streams: streams.length,
  maxBytes: 10e9,
  keepMs: 24 * 3600_000,
  maxBytesInFlight: 64e6,
  patienceMs: 30_000,
  checkEveryMs: 60_000,
})
/** Another client: it observes the cluster, also while a node is cut off. */
const observer = await connect({
  servers: cluster.servers,
  user: 'app',
  pass: 'app:pass',
  maxReconnectAttempts: -1,
  reconnectTimeWait: 200,
  pingInterval: 1000,
  maxPingOut: 2,
})
const manager = await jetstreamManager(observer, { checkAPI: false })

const messagesInPage = 10
/** Numbers of acknowledged pages by writer. */
const acknowledged = new Map<number, number>()
/** When the pages were begun that are under way. */
const begun = new Map<number, number>()
let failures = 0
let isDone = false
const payload = 'x'.repeat(1000)

/** Appends one page after another. Without an acknowledgement it is appended again. */
async function append(writer: number): Promise<void> {
  const projectId = newId('proj')
  for (let number = 0; !isDone; number++) {
    const messages = Array.from({ length: messagesInPage }, (_, nth) => ({
      id: `${writer}.${number}.${nth}`,
      body: payload,
    }))
    begun.set(writer, performance.now())
    for (;;) {
      try {
        await log.append({ projectId, id: `${writer}.${number}`, messages })
        acknowledged.set(writer, number + 1)
        break
      } catch (error) {
        failures++
        console.error(error instanceof Error ? error.message : error)
        await sleep(50)
      }
    }
    begun.delete(writer)
  }
}
const writers = Array.from({ length: 16 }, (_, writer) => append(writer))

/**
 * Appends pages of other projects after a fault, one to each stream in its turn. Returns after how
 * many milliseconds all of them are acknowledged, and all that were under way.
 */
async function untilAcknowledged(since: number): Promise<{ newMs: number; allMs: number }> {
  const messages = [{ id: 'probe', body: payload }]
  const probe = async (nth: number) => {
    const page = { projectId: newId('proj'), id: `probe.${nth}`, messages }
    while (performance.now() - since < 120_000) {
      // Every failure has been reported by the writers.
      const entries = await log.append(page).catch(() => undefined)
      if (entries) return
    }
    throw new Error('No acknowledgement in two minutes.')
  }
  await Promise.all(Array.from({ length: 12 }, (_, nth) => probe(nth)))
  const newMs = performance.now() - since
  while ([...begun.values()].some((at) => at <= since)) await sleep(5)
  return { newMs, allMs: performance.now() - since }
}

const readStreamState = async (stream: string) => {
  const { cluster: state } = await manager.streams.info(stream)
  const getNodeNumber = (name = '') => Number(name.replace('node-', ''))
  const replicas = state?.replicas ?? []
  return {
    leader: getNodeNumber(state?.leader),
    followers: replicas.map(({ name }) => getNodeNumber(name)),
    isWhole: replicas.length === 2 && replicas.every(({ current, offline }) => current && !offline),
  }
}

/** All streams have their replicas again: another fault must not meet one without a majority. */
async function untilWhole() {
  const until = performance.now() + 120_000
  for (;;) {
    try {
      const states = await Promise.all(streams.map(readStreamState))
      if (states.every(({ isWhole }) => isWhole)) return states
    } catch {
      // It has no leader yet.
    }
    if (performance.now() > until) throw new Error('The streams are not whole after two minutes.')
    await sleep(100)
  }
}

const faults: { kind: string; newMs: number; allMs: number }[] = []
const report = (kind: string, { newMs, allMs }: { newMs: number; allMs: number }) => {
  faults.push({ kind, newMs, allMs })
  console.log(
    `${kind.padEnd(22)}new pages acknowledged after ${Math.round(newMs)} ms, all after ${Math.round(allMs)} ms`,
  )
}

/** Returns the leader of a stream, and every third time a follower. */
async function victim(index: number): Promise<{ node: number; role: string }> {
  const states = await untilWhole()
  const { leader, followers } = states[index % states.length]!
  await sleep(Math.random() * 300)
  return index % 3 === 2
    ? { node: followers[0]!, role: 'follower' }
    : { node: leader, role: 'leader' }
}

for (let index = 0; index < kills; index++) {
  const { node, role } = await victim(index)
  await cluster.stop(node)
  report(`${role} killed`, await untilAcknowledged(performance.now()))
  await cluster.start(node)
}
for (let index = 0; index < stops; index++) {
  const { node, role } = await victim(index)
  cluster.signal(node, 'SIGSTOP')
  // Replies that were already under way do not count.
  await sleep(20)
  report(`${role} stands still`, await untilAcknowledged(performance.now()))
  await sleep(8000)
  cluster.signal(node, 'SIGCONT')
}
for (let index = 0; index < cuts; index++) {
  const { node, role } = await victim(index)
  cluster.cutOff(node)
  await sleep(20)
  report(`${role} cut off`, await untilAcknowledged(performance.now()))
  await sleep(12_000)
  cluster.rejoin(node)
}
for (let index = 0; index < slowDisks; index++) {
  const { node, role } = await victim(index)
  const pid = cluster.pidOf(node)
  const end =
    pid === undefined
      ? undefined
      : await limitDisk(`bench-log-${process.pid}`, { pid, folder, bytesPerSecond: 50_000 })
  if (!end) {
    console.log('No slow disks: writes cannot be limited. Run it as root on Linux.')
    break
  }
  const before = countAcknowledged()
  await sleep(20)
  report(`${role} slow`, await untilAcknowledged(performance.now()))
  await sleep(10_000)
  console.log(`${' '.repeat(22)}${(countAcknowledged() - before) / 10} pages per second meanwhile`)
  await end()
}
for (let index = 0; index < outages; index++) {
  await untilWhole()
  await Promise.all(all.map((node) => cluster.stop(node)))
  await sleep(500)
  const since = performance.now()
  await Promise.all(all.map((node) => cluster.start(node)))
  report('all killed', await untilAcknowledged(since))
}
await untilWhole()
isDone = true
await Promise.all(writers)

const stored = new Map<string, number>()
for (const stream of streams) {
  const consumer = await jetstream(observer).consumers.get(stream)
  const { num_pending: expected } = await consumer.info()
  let read = 0
  if (expected === 0) continue
  for await (const { data } of await consumer.consume()) {
    for (const { id } of decodeEntry(await decompressEntry(data))) {
      stored.set(id, (stored.get(id) ?? 0) + 1)
    }
    if (++read >= expected) break
  }
}
stored.delete('probe')
const lost = [...acknowledged].flatMap(([writer, pages]) =>
  Array.from({ length: pages * messagesInPage }, (_, nth) => {
    return `${writer}.${Math.floor(nth / messagesInPage)}.${nth % messagesInPage}`
  }).filter((id) => !stored.has(id)),
)
const twice = [...stored.values()].filter((count) => count > 1).length
console.table(
  [...new Set(faults.map(({ kind }) => kind))].map((kind) => {
    const times = (of: 'newMs' | 'allMs') =>
      faults
        .filter((fault) => fault.kind === kind)
        .map((fault) => fault[of])
        .toSorted((a, b) => a - b)
    const findMedian = (of: 'newMs' | 'allMs') => Math.round(getPercentile(times(of), 0.5))
    const findMax = (of: 'newMs' | 'allMs') => Math.round(times(of).at(-1) ?? 0)
    return {
      kind,
      count: times('newMs').length,
      'new pages, median ms': findMedian('newMs'),
      'longest ms': findMax('newMs'),
      'all pages, median ms': findMedian('allMs'),
      'longest of all ms': findMax('allMs'),
    }
  }),
)
console.log(
  `${countAcknowledged() * messagesInPage} messages acknowledged, ${failures} appends failed, ${lost.length} lost, ${twice} stored twice`,
)
await log.close()
await observer.close()
await cluster.close()
await rm(folder, { recursive: true, force: true })
process.exitCode = lost.length + twice === 0 ? 0 : 1

function countAcknowledged(): number {
  return [...acknowledged.values()].reduce((sum, pages) => sum + pages, 0)
}
