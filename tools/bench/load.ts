/**
 * A load of distinct records into PostgreSQL: records per second and memory of the process that sends, at each
 * tenth of the way. Ten fields each, in messages of 100 and transactions of 2,000, on two connections.
 * `node tools/bench/load.ts [records]`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { pino } from 'pino'
import { newId } from '../../server/kernel/src/db/new-id.ts'
import { startEmbeddedPostgres } from '../../server/kernel/src/db/postgres/embedded-postgres.ts'
import { createEgress } from '../../server/kernel/src/egress/index.ts'
import type { EventRecord } from '../../server/delivery/src/notifications/message.ts'
import { postgres } from '../../server/sinks/src/sinks/postgres/postgres.ts'

const records = Number(process.argv[2] ?? 1_000_000)
const inMessage = 100
const inBatch = 20
const connections = 2
const fieldNames = Array.from({ length: 10 }, (_, n) => `field_${n}`)

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const folder = await mkdtemp(join(tmpdir(), 'load-'))
const server = await startEmbeddedPostgres(join(folder, 'postgres'))
const own = new pg.Client({ connectionString: server.connectionString })
await own.connect()
const { host: socketFolder, port: socketPort, user = '', database = '' } = own
const proxy = fork(new URL('tables/proxy.ts', import.meta.url), [
  join(socketFolder, `.s.PGSQL.${socketPort}`),
])
const [port] = (await once(proxy, 'message')) as [number]
const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] })
const sink = postgres.open(
  {
    ...{ id: 'dest_1', projectId: 'proj_1', name: 'database' },
    metadata: { host: `127.0.0.1:${port}`, database, user },
    credentials: { password: String(own.password) },
  },
  {
    ...{ egress, log: pino({ level: 'silent' }), timeoutMs: 60_000, isDevelopment: true },
    ...{ hasServerLog: false, sendsTraceparent: false, awsRoleProjects: [] },
    awsRole: () => Promise.reject(new Error('There is no role.')),
    streams: { append: () => Promise.reject(new Error('Nothing is stored.')) },
  },
)

let made = 0
const versionTime = '2026-01-15T09:30:00.000Z'
const about = { groupRef: 'globex', installationId: 'inst_1', objectName: 'contact' }

const makeMessage = (): EventRecord => {
  const result = Array.from({ length: inMessage }, () => {
    const id = String(made++)
    const fields = Object.fromEntries(fieldNames.map((name) => [name, `${name} of record ${id}`]))
    return { id, versionTime, fields, raw: { Id: id } }
  })
  const body = JSON.stringify({ action: 'read', provider: 'salesforce', ...about, result })
  return { id: newId('evt'), projectId: 'proj_1', type: 'read', body }
}

let stored = 0
let reportAt = records / 10
let since = { at: performance.now(), stored: 0 }
const report = () => {
  const secs = (performance.now() - since.at) / 1000
  const rate = Math.round((stored - since.stored) / secs)
  collectGarbage()
  const { heapUsed, external, rss } = process.memoryUsage()
  const [heapMb, externalMb, rssMb] = [heapUsed, external, rss].map((bytes) =>
    Math.round(bytes / 1_048_576),
  )
  console.log(
    `${stored} records, ${rate}/s, heap ${heapMb} MB, buffers ${externalMb} MB, resident ${rssMb} MB`,
  )
  since = { at: performance.now(), stored }
  reportAt += records / 10
}

const sendAll = async () => {
  while (made < records) {
    const batch = Array.from({ length: inBatch }, makeMessage)
    const outcomes = await sink.send(batch)
    if (!outcomes.every(({ succeeded }) => succeeded)) throw new Error(JSON.stringify(outcomes[0]))
    stored += inBatch * inMessage
    if (stored >= reportAt) report()
  }
}
await Promise.all(Array.from({ length: connections }, sendAll))
const { rows } = await own.query<{ count: string }>('select count(*) as count from contact')
console.log(`${rows[0]?.count} rows for ${stored} records`)
sink.close()
await egress.close()
proxy.kill()
await own.end()
await server.stop()
await rm(folder, { recursive: true })
