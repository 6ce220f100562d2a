/**
 * Benchmark of the proxy: calls of a provider through the platform, compared with a bare forwarder
 * on the same HTTP client, which is given the target and checks no permission. Provider,
 * forwarders, generator and PostgreSQL (fsync on) are separate processes on one machine.
 * `node tools/bench/proxy.ts [seconds per series] [rounds]`
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childrenIn } from './support/children.ts'
import { startEmbeddedPostgres } from '../../server/kernel/src/db/postgres/embedded-postgres.ts'

interface Result {
  perSecond: number
  p50Ms: number
  p99Ms: number
  failed: number
}

const seconds = Number(process.argv[2] ?? 5)
const rounds = Number(process.argv[3] ?? 3)

const folder = await mkdtemp(join(tmpdir(), 'bench-proxy-'))
const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
const { start, stop } = childrenIn(new URL('proxy/', import.meta.url), {
  DATABASE_URL: postgres.connectionString,
  PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
  NODE_ENV: 'production',
})

const results: Record<string, Result[]> = {}
try {
  const provider = await start<{ port: number }>('provider.ts')
  const bare = await start<{ port: number }>('bare-forwarder.ts', String(provider.port))
  const ours = await start<{ port: number; headers: Record<string, string> }>(
    'platform.ts',
    String(provider.port),
  )
  const throughBare = { origin: `http://127.0.0.1:${bare.port}`, headers: {} }
  const throughOurs = { origin: `http://127.0.0.1:${ours.port}`, headers: ours.headers }
  const series = {
    'bare, 64 at once': throughBare,
    'ours, 64 at once': throughOurs,
    'bare, 200/s': { ...throughBare, rate: 200 },
    'ours, 200/s': { ...throughOurs, rate: 200 },
  }
  const measureRate = (load: object, forSeconds: number) =>
    start<Result>('generator.ts', JSON.stringify({ connections: 64, seconds: forSeconds, ...load }))

  for (const load of Object.values(series).slice(0, 2)) await measureRate(load, 2)
  for (let round = 0; round < rounds; round++) {
    for (const [name, load] of Object.entries(series)) {
      ;(results[name] ??= []).push(await measureRate(load, seconds))
    }
  }
} finally {
  await stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN
const of = (name: string, figure: keyof Result) =>
  Number(median((results[name] ?? []).map((one) => one[figure])).toFixed(2))

console.table(
  Object.fromEntries(
    Object.keys(results).map((name) => [
      name,
      {
        'per second': Math.round(of(name, 'perSecond')),
        'p50 ms': of(name, 'p50Ms'),
        'p99 ms': of(name, 'p99Ms'),
        failed: of(name, 'failed'),
      },
    ]),
  ),
)
console.log({
  'ratio, 64 at once': Number(
    (of('ours, 64 at once', 'perSecond') / of('bare, 64 at once', 'perSecond')).toFixed(2),
  ),
  'added at the median of 200/s, ms': Number(
    (of('ours, 200/s', 'p50Ms') - of('bare, 200/s', 'p50Ms')).toFixed(2),
  ),
})
