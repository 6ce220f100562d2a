/**
 * Benchmark of writes to a provider that answers after 50 ms. Synchronous creates of one project at
 * several rates, the highest far above the capacity: the number of accepted writes must not fall as
 * the rate increases; the rest is answered 429. Then asynchronous creates of one installation,
 * faster than they are sent. Provider, server, generator and PostgreSQL (fsync on) are separate
 * processes on one machine.
 * `node tools/bench/write.ts [seconds per rate] [rates …]`
 * `BENCH_READS=1 node tools/bench/write.ts …` writes an object that is also read, so hashes of each write are kept.
 * `BENCH_PROFILE=platform.ts node tools/bench/write.ts …` writes a CPU profile of the server.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { childrenIn } from './support/children.ts'
import { measureCpuSeconds, findPostmaster } from './support/cpu.ts'
import { startEmbeddedPostgres } from '../../server/kernel/src/db/postgres/embedded-postgres.ts'

interface Result {
  keptPerSecond: number
  keptP50Ms: number
  keptP99Ms: number
  rejectedPerSecond: number
  rejectedP99Ms: number
  failed: number
  seconds: number
}

const [seconds = 15, ...given] = process.argv.slice(2).map(Number)
const offers = given.length > 0 ? given : [50, 150, 400, 1_500]

const folder = await mkdtemp(join(tmpdir(), 'bench-write-'))
const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
const { start, stop } = childrenIn(new URL('write/', import.meta.url), {
  DATABASE_URL: postgres.connectionString,
  PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
  NODE_ENV: 'production',
})

const results = new Map<number, Result & { cpuSeconds: number }>()
let asynchronous: object = {}

const asyncRate = 200
const asyncSeconds = 3
const client = new pg.Client({ connectionString: postgres.connectionString })
await client.connect()

async function countUnfinished(): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from operations where action_type = 'write' and status = 'in_progress'",
  )
  return rows[0]!.count
}
try {
  const provider = await start<{ port: number }>('provider.ts')
  const platform = await start<{ pid: number; groups: string[] }>(
    'platform.ts',
    String(provider.port),
  )
  const measureRun = (run: string, rate: number, forSeconds: number, options: object = {}) =>
    start<Result>(
      'generator.ts',
      JSON.stringify({
        ...{ ...platform, run, rate, seconds: forSeconds, connections: 512 },
        ...options,
      }),
    )
  await measureRun('warm up', 100, 5)
  const postmaster = await findPostmaster(join(folder, 'postgres'))
  const cpuOfBoth = async () =>
    (await measureCpuSeconds(platform.pid)) + (await measureCpuSeconds(postmaster))
  for (const offer of offers) {
    const before = await cpuOfBoth()
    const result = await measureRun(`at ${offer}`, offer, seconds)
    results.set(offer, { ...result, cpuSeconds: (await cpuOfBoth()) - before })
  }

  const before = await cpuOfBoth()
  const { keptPerSecond, seconds: sendingSeconds } = await measureRun(
    'asynchronous',
    asyncRate,
    asyncSeconds,
    { mode: 'asynchronous', groups: platform.groups.slice(0, 1) },
  )
  const accepted = Math.round(keptPerSecond * sendingSeconds)
  const left = await countUnfinished()
  const drainingSince = performance.now()
  while ((await countUnfinished()) > 0) await sleep(100)
  const drainSeconds = (performance.now() - drainingSince) / 1000
  asynchronous = {
    accepted,
    'accepted a second': Math.round(keptPerSecond),
    'sent a second': Math.round(left / drainSeconds),
    'sent a second, while accepting too': Math.round(accepted / (sendingSeconds + drainSeconds)),
    'CPU ms of server and PostgreSQL a write': Number(
      ((((await cpuOfBoth()) - before) * 1000) / accepted).toFixed(1),
    ),
  }
} finally {
  await client.end()
  await stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

console.table(
  Object.fromEntries(
    [...results].map(([offer, one]) => [
      `${offer} a second`,
      {
        'kept a second': Math.round(one.keptPerSecond),
        'p50 ms': Math.round(one.keptP50Ms),
        'p99 ms': Math.round(one.keptP99Ms),
        'answered 429 a second': Math.round(one.rejectedPerSecond),
        'their p99 ms': Math.round(one.rejectedP99Ms),
        failed: one.failed,
        'cores of server and PostgreSQL': Number((one.cpuSeconds / one.seconds).toFixed(2)),
        'CPU ms a kept write': Number(
          ((one.cpuSeconds * 1000) / (one.keptPerSecond * one.seconds)).toFixed(1),
        ),
      },
    ]),
  ),
)
console.table({ 'asynchronous, one installation': asynchronous })
