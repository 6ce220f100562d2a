/**
 * Records per second of the PostgreSQL sink beside a loop of the `pg` client in pairs: the same records,
 * ten fields each, upserted by two connections in transactions of 2,000 records.
 * `node tools/bench/tables.ts [pairs] [records]`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { newId } from '../../server/kernel/src/db/new-id.ts'
import { startEmbeddedPostgres } from '../../server/kernel/src/db/postgres/embedded-postgres.ts'
import { createEgress } from '../../server/kernel/src/egress/index.ts'
import type { EventRecord } from '../../server/delivery/src/notifications/message.ts'
import { postgres } from '../../server/sinks/src/sinks/postgres/postgres.ts'

const pairs = Number(process.argv[2] ?? 7)
const records = Number(process.argv[3] ?? 100_000)
const distinct = 50_000
const inMessage = 100
const inBatch = 20
const connections = 2

const folder = await mkdtemp(join(tmpdir(), 'tables-'))
const server = await startEmbeddedPostgres(join(folder, 'postgres'))
const own = new pg.Client({ connectionString: server.connectionString })
await own.connect()
const { host: socketFolder, port: socketPort, user = '', database = '' } = own
const password = String(own.password)
const proxy = fork(new URL('tables/proxy.ts', import.meta.url), [
  join(socketFolder, `.s.PGSQL.${socketPort}`),
])
const [port] = (await once(proxy, 'message')) as [number]

const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] })
const sink = postgres.open(
  {
    ...{ id: 'dest_1', projectId: 'proj_1', name: 'database' },
    metadata: { host: `127.0.0.1:${port}`, database, user },
    credentials: { password },
  },
  {
    ...{ egress, log: pino({ level: 'silent' }), timeoutMs: 60_000, isDevelopment: true },
    ...{ hasServerLog: false, sendsTraceparent: false, awsRoleProjects: [] },
    awsRole: () => Promise.reject(new Error('There is no role.')),
    streams: { append: () => Promise.reject(new Error('Nothing is stored.')) },
  },
)

const columns = Array.from({ length: 10 }, (_, n) => `field_${n}`)
await own.query(`create schema plain; create table plain.contact (
  group_ref text, installation_id text, record_id text, event_id text, changed_at timestamptz,
  ${columns.map((name) => `${name} text`).join(', ')}, primary key (group_ref, installation_id, record_id))`)
const pool = new pg.Pool({
  ...{ host: '127.0.0.1', port, user, password, database },
  max: connections,
})

let made = 0
/** Returns the messages of a batch, each with a page of records. */
function makeBatch(): EventRecord[] {
  return Array.from({ length: inBatch }, () => {
    const versionTime = new Date(Date.UTC(2026, 0, 1) + made).toISOString()
    const result = Array.from({ length: inMessage }, () => {
      const n = made++
      const fields = Object.fromEntries(columns.map((name) => [name, `${name} of record ${n}`]))
      return { id: String(n % distinct), versionTime, fields, raw: { Id: n % distinct, ...fields } }
    })
    const about = { groupRef: 'globex', installationId: 'inst_1', objectName: 'contact' }
    const body = JSON.stringify({ action: 'read', provider: 'salesforce', ...about, result })
    return { id: newId('evt'), projectId: 'proj_1', type: 'read', body }
  })
}

async function sendBySink(batch: EventRecord[]): Promise<void> {
  const outcomes = await sink.send(batch)
  if (!outcomes.every(({ succeeded }) => succeeded)) throw new Error(JSON.stringify(outcomes[0]))
}

interface Body {
  groupRef: string
  installationId: string
  result: { id: string; versionTime: string; fields: Record<string, string> }[]
}

const names = ['group_ref', 'installation_id', 'record_id', 'event_id', 'changed_at', ...columns]
const plainUpsert = `insert into plain.contact as t (${names.join(', ')})
  select * from unnest(${names.map((name, n) => `$${n + 1}::${name === 'changed_at' ? 'timestamptz' : 'text'}[]`).join(', ')})
  on conflict (group_ref, installation_id, record_id) do update
    set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}
  where t.changed_at <= excluded.changed_at`

async function sendByClient(batch: EventRecord[]): Promise<void> {
  const rows = batch
    .flatMap(({ id, body }) => {
      const { groupRef, installationId, result } = JSON.parse(body) as Body
      return result.map((record) => [
        ...[groupRef, installationId, record.id, id, record.versionTime],
        ...columns.map((name) => record.fields[name]),
      ])
    })
    .toSorted(([, , a = ''], [, , b = '']) => (a < b ? -1 : 1))
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      plainUpsert,
      names.map((_, n) => rows.map((row) => row[n])),
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Returns records per second. */
async function measure(send: (batch: EventRecord[]) => Promise<void>): Promise<number> {
  const batches = Array.from({ length: records / (inMessage * inBatch) }, makeBatch)
  const began = performance.now()
  const sendAll = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) await send(batch)
  }
  await Promise.all(Array.from({ length: connections }, sendAll))
  return (records / (performance.now() - began)) * 1000
}

// Both are compiled, and their rows exist, before they are compared.
await measure(sendBySink)
await measure(sendByClient)
const ratios: number[] = []
for (let pair = 0; pair < pairs; pair++) {
  const order = pair % 2 === 0 ? [sendBySink, sendByClient] : [sendByClient, sendBySink]
  const rates = new Map<(batch: EventRecord[]) => Promise<void>, number>()
  for (const send of order) {
    await own.query('vacuum')
    rates.set(send, await measure(send))
  }
  const [ours = 0, theirs = 0] = [rates.get(sendBySink), rates.get(sendByClient)]
  ratios.push(ours / theirs)
  console.log(
    `sink ${Math.round(ours)}/s, client ${Math.round(theirs)}/s, ratio ${(ours / theirs).toFixed(2)}`,
  )
}
const sorted = ratios.toSorted((a, b) => a - b)
console.log(`median ratio ${sorted[Math.floor(pairs / 2)]?.toFixed(2)}`)
sink.close()
await pool.end()
await egress.close()
proxy.kill()
await own.end()
await server.stop()
await rm(folder, { recursive: true })
