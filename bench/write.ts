/**
 * Benchmark of synchronous writes: creates of one project at several offers, the highest far more than
 * can be kept, at a provider that answers after 50 ms. What is kept must not fall as more is offered;
 * the rest is answered 429. Provider, server, generator and PostgreSQL (fsync on) are processes of
 * their own on one machine.
 *
 * `node bench/write.ts [seconds for each offer] [offers a second …]`
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childrenIn } from './children.ts'
import { cpuSecondsOf, postmasterOf } from './cpu.ts'
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded-postgres.ts'

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
try {
  const provider = await start<{ port: number }>('provider.ts')
  const platform = await start<{ pid: number }>('platform.ts', String(provider.port))
  const measure = (run: string, rate: number, forSeconds: number) =>
    start<Result>(
      'generator.ts',
      JSON.stringify({ ...platform, run, rate, seconds: forSeconds, connections: 512 }),
    )
  await measure('warm up', 100, 5)
  const postmaster = await postmasterOf(join(folder, 'postgres'))
  const cpuOfBoth = async () =>
    (await cpuSecondsOf(platform.pid)) + (await cpuSecondsOf(postmaster))
  for (const offer of offers) {
    const before = await cpuOfBoth()
    const result = await measure(`at ${offer}`, offer, seconds)
    results.set(offer, { ...result, cpuSeconds: (await cpuOfBoth()) - before })
  }
} finally {
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
      },
    ]),
  ),
)
