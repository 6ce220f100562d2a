/**
 * Measures how much faster several engines deliver a backlog than one, when each has a limited part
 * of a processor, so that the machine is not the limit. Needs cgroups: root, on Linux. With
 * `NATS_SERVER`, messages are in a log of `NATS_NODES` nodes (3).
 * `node tools/bench/engines.ts [cores of each] [messages for each] [engines…]`
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../server/kernel/src/db/postgres/embedded-postgres.ts'
import { limitCpu } from './support/cgroup.ts'
import { childrenIn } from './support/children.ts'
import { findNatsServer, startNatsCluster } from '../testing/src/nats-cluster.ts'

const [cores = 0.3, messagesOfEach = 20_000] = process.argv.slice(2, 4).map(Number)
const series = process.argv.length > 4 ? process.argv.slice(4).map(Number) : [1, 2, 4]

const attempt = await limitCpu(`bench-engines-${process.pid}`, cores)
if (!attempt) {
  console.log('Not run: processors cannot be limited. Run it as root on Linux.')
  process.exit(0)
}
await attempt.remove()

const results: object[] = []
let single = 0
for (const engines of series) {
  const { perSecond, cores: ofEach } = await drain(engines)
  const used = ofEach.reduce((sum, one) => sum + one, 0)
  if (engines === 1) single = perSecond
  results.push({
    engines,
    'messages per second': Math.round(perSecond),
    'times one': single > 0 ? Number((perSecond / single).toFixed(2)) : undefined,
    // Less than the limit if the machine is busy: then it was the machine that limited them.
    'cores of each': Number((used / engines).toFixed(3)),
    'of the least busy': Number(Math.min(...ofEach).toFixed(3)),
    'CPU ms of a message': Number(((used * 1000) / perSecond).toFixed(3)),
  })
}
console.table(results)

/**
 * Queues the messages while all engines run: one that starts later finds a backlog that the others hold in
 * memory. Returns how many of them the engines deliver per second, and the cores that each uses.
 */
async function drain(engines: number): Promise<{ perSecond: number; cores: number[] }> {
  // Each engine has as many as a single one, so that all of them are as warm.
  const messages = messagesOfEach * engines
  const folder = await mkdtemp(join(tmpdir(), 'bench-engines-'))
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), {
    settings: { max_connections: '500' },
  })
  const nats = await startLog(folder)
  const groups = await Promise.all(
    Array.from({ length: engines }, (_, index) =>
      limitCpu(`bench-engines-${process.pid}-${index}`, cores),
    ),
  )
  const { start, startChild, stop } = childrenIn(new URL('fleet/', import.meta.url), {
    DATABASE_URL: postgres.connectionString,
    PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
    NODE_ENV: 'production',
    ...(nats && { PLATFORM_LOG: nats.url, PLATFORM_LOG_SYSTEM: nats.systemUrl }),
  })
  try {
    const { port } = await start<{ port: number }>('provider.ts', '0', '0')
    const countDelivered = async () => {
      const reply = await fetch(`http://127.0.0.1:${port}/counts`)
      return ((await reply.json()) as { messages: number }).messages
    }
    const api = await startChild('backlog.ts', String(port))
    await Promise.all(
      groups.map((ofEngine) =>
        start('platform.ts', '127.0.0.1', String(port), '100', ...(ofEngine?.folders ?? [])),
      ),
    )
    // The first tenth warms up. The end, when some engines have nothing left, is not counted.
    const cpuSeconds = async () => {
      const limited = groups.filter((one) => one !== undefined)
      return Promise.all(limited.map(async (one) => (await one.usage()).cpuSeconds))
    }
    api.child.send({ messages })
    while ((await countDelivered()) < messages / 10) await sleep(20)
    const [from, cpuBefore, beganAt] = [
      await countDelivered(),
      await cpuSeconds(),
      performance.now(),
    ]
    let [reached, tookMs] = [from, 0]
    while (reached < messages * 0.9) {
      await sleep(100)
      reached = await countDelivered()
      tookMs = performance.now() - beganAt
    }
    if (reached - from < messages / 4) throw new Error('Too few messages: give a larger number.')
    return {
      perSecond: ((reached - from) * 1000) / tookMs,
      cores: (await cpuSeconds()).map(
        (used, index) => ((used - (cpuBefore[index] ?? 0)) * 1000) / tookMs,
      ),
    }
  } finally {
    await stop()
    await nats?.close()
    await postgres.stop()
    for (const one of groups) await one?.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function startLog(folder: string) {
  if (process.env['NATS_SERVER'] === undefined) return undefined
  const program = await findNatsServer()
  if (program instanceof Error) throw program
  return startNatsCluster({ program, folder, nodes: Number(process.env['NATS_NODES'] ?? 3) })
}
