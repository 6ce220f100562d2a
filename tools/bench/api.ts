/**
 * Benchmark of the API: reads a record by its ID and creates one, compared with the same statements
 * behind Fastify without our layers, alone and in a transaction with an audit entry like ours.
 * Generator, servers and PostgreSQL (fsync on) are separate processes on one machine.
 * `node tools/bench/api.ts [seconds per series] [rounds]`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childrenIn } from './support/children.ts'
import { openDatabase } from '../../server/kernel/src/db/database.ts'
import { startEmbeddedPostgres } from '../../server/kernel/src/db/postgres/embedded-postgres.ts'
import { migrateAll } from '../../server/program/src/main/storage/open-database.ts'

interface Result {
  perSecond: number
  p50Ms: number
  p99Ms: number
  failed: number
}

const seconds = Number(process.argv[2] ?? 5)
const rounds = Number(process.argv[3] ?? 3)

const folder = await mkdtemp(join(tmpdir(), 'bench-api-'))
const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
const database = await openDatabase(postgres.connectionString)
await migrateAll(database)
await database.close()

const { start, stop } = childrenIn(new URL('api/', import.meta.url), {
  DATABASE_URL: postgres.connectionString,
  NODE_ENV: 'production',
})

const ours = await start<{ port: number; projectId: string; key: string; topicId: string }>(
  'server.ts',
)
const bare = await start<{ port: number }>('bare-server.ts', ours.projectId)

const json = { 'content-type': 'application/json' }
const key = { 'x-api-key': ours.key }
const topics = `/v1/projects/${ours.projectId}/topics`
const our = { origin: `http://127.0.0.1:${ours.port}` }
const plain = { origin: `http://127.0.0.1:${bare.port}` }

const series = {
  'GET bare': { ...plain, method: 'GET', path: `/topics/${ours.topicId}`, headers: {} },
  'GET ours': { ...our, method: 'GET', path: `${topics}/${ours.topicId}`, headers: key },
  'POST bare': { ...plain, method: 'POST', path: '/topics', headers: json },
  'POST bare, recorded': { ...plain, method: 'POST', path: '/recorded-topics', headers: json },
  'POST ours': { ...our, method: 'POST', path: topics, headers: { ...json, ...key } },
  'GET ours at 1,000/s': {
    ...our,
    method: 'GET',
    path: `${topics}/${ours.topicId}`,
    headers: key,
    rate: 1000,
  },
  'POST ours at 1,000/s': {
    ...our,
    method: 'POST',
    path: topics,
    headers: { ...json, ...key },
    rate: 1000,
  },
}

const measureRate = (load: object, forSeconds: number) =>
  start<Result>('generator.ts', JSON.stringify({ connections: 64, seconds: forSeconds, ...load }))

const results = Object.fromEntries(Object.keys(series).map((name) => [name, [] as Result[]]))
try {
  for (const load of Object.values(series).slice(0, 5)) await measureRate(load, 1)
  for (let round = 0; round < rounds; round++) {
    for (const [name, load] of Object.entries(series)) {
      results[name]!.push(await measureRate(load, seconds))
    }
  }
} finally {
  await stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
const of = (name: string, figure: keyof Result) => median(results[name]!.map((one) => one[figure]))
const roundFigure = (value: number) => Number(value.toFixed(value < 100 ? 2 : 0))

console.table(
  Object.fromEntries(
    Object.keys(series).map((name) => [
      name,
      {
        'per second': roundFigure(of(name, 'perSecond')),
        'p50 ms': roundFigure(of(name, 'p50Ms')),
        'p99 ms': roundFigure(of(name, 'p99Ms')),
        failed: of(name, 'failed'),
      },
    ]),
  ),
)
console.log({
  'GET ratio': roundFigure(of('GET ours', 'perSecond') / of('GET bare', 'perSecond')),
  'POST ratio': roundFigure(of('POST ours', 'perSecond') / of('POST bare', 'perSecond')),
  'POST ratio, recorded': roundFigure(
    of('POST ours', 'perSecond') / of('POST bare, recorded', 'perSecond'),
  ),
})
