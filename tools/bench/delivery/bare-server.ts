/**
 * Baseline of the delivery engine. It runs the same statements on the same tables: for each request
 * one transaction that writes a row and its event. It uses Fastify, signs, sends with undici and
 * records attempts in batches. It has no routing, retries, take-over, tenants or limits.
 */
import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { Agent } from 'undici'
import { answerBenchmark } from './answer.ts'
import { newId } from '../../../server/kernel/src/db/new-id.ts'
import { textArray } from '../../../server/delivery/src/notifications/binary-array.ts'

interface Item {
  id: string
  body: string
  groupRef?: string
}

/** The tables are large and few rows are looked up, so an index must be used. */
const byIndex =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off'
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 20,
  options: `-c role=platform -c platform.tenant=* ${byIndex}`,
  // `begin` and `commit` cost no separate round trip.
  pipeline: true,
})
const agent = new Agent({ connections: 128, pipelining: 1 })
const key = createSecretKey(randomBytes(32))
const [project, organization] = [newId('proj'), newId('org')]
const destination = newId('dest')
let receiver = new URL('http://127.0.0.1')

/** Runs `write` with everything collected during its previous run. */
function inBatches<T>(most: number, write: (batch: T[]) => Promise<void>) {
  let waiting: T[] = []
  let isWriting = false
  const run = async () => {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      await write(batch)
    }
    isWriting = false
  }
  return (item: T) => {
    waiting.push(item)
    if (!isWriting) void run()
  }
}

const repeatValue = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

/** Writes one row and its event, in two messages: the event depends on the result of the first. */
async function emit(item: Item): Promise<void> {
  const client = await pool.connect()
  try {
    const [, cause] = await Promise.all([
      client.query({ name: 'begin', text: 'begin' }),
      client.query<{ id: string }>({
        name: 'cause',
        text: 'insert into topics (id, project_id, name) values ($1, $2, $3) returning *',
        values: [newId('top'), project, item.id],
      }),
    ])
    if (cause.rows.length !== 1) throw new Error('The row was not inserted.')
    await Promise.all([
      client.query({
        name: 'emit',
        text: `with e as (insert into events (project_id, id, type, body, group_ref, about)
                 values ($1, $2, $3, $4, $5, $6::jsonb))
               insert into deliveries (destination_id, event_id, project_id, type, holder)
               values ($7, $2, $1, $3, 1)`,
        values: [
          ...[project, item.id, 'connection.deleted', item.body, item.groupRef, '{}'],
          destination,
        ],
      }),
      client.query({ name: 'commit', text: 'commit' }),
    ])
  } finally {
    client.release()
  }
  sendItem(item)
}

async function emitMany(batch: Item[]): Promise<void> {
  const ids = textArray(batch.map(({ id }) => id))
  const projects = textArray(repeatValue(batch.length, project))
  const types = textArray(repeatValue(batch.length, 'read'))
  const destinations = textArray(repeatValue(batch.length, destination))
  await pool.query({
    name: 'emit-many',
    text: `with e as (insert into events (project_id, id, type, body)
             select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]))
           insert into deliveries (destination_id, event_id, project_id, type, holder)
           select *, 1 from unnest($5::text[], $2::text[], $1::text[], $3::text[])`,
    values: [projects, ids, types, textArray(batch.map(({ body }) => body)), destinations],
  })
  batch.forEach(sendItem)
}

const record = inBatches<{ id: string; attempt: string }>(1000, async (batch) => {
  await pool.query({
    name: 'record',
    text: `update deliveries d set status = 'delivered', attempts = b.attempt, attempt_count = 1
             from unnest($1::text[], $2::text[], $3::text[]) b (destination_id, event_id, attempt)
            where d.destination_id = b.destination_id and d.event_id = b.event_id`,
    values: [
      textArray(repeatValue(batch.length, destination)),
      textArray(batch.map(({ id }) => id)),
      textArray(batch.map(({ attempt }) => attempt)),
    ],
  })
  await new Promise((resolve) => setTimeout(resolve, 10))
})

function sendItem({ id, body }: Item): void {
  const at = Date.now()
  const timestamp = String(Math.floor(at / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
  let status = 0
  agent.dispatch(
    { origin: receiver.origin, path: receiver.pathname, method: 'POST', headers, body },
    {
      onRequestStart() {},
      onResponseStart: (_controller, code) => void (status = code),
      onResponseData() {},
      onResponseEnd: () =>
        record({ id, attempt: `${JSON.stringify({ at, ms: Date.now() - at, status })}\n` }),
      onResponseError: (_controller, error) => {
        throw error
      },
    },
  )
}

const http = Fastify()
http.post<{ Body: { groupRef: string } }>('/emit/bare', async ({ body }) => {
  const id = newId('evt')
  await emit({ id, body: JSON.stringify(body), groupRef: body.groupRef })
  return { id }
})

http.post<{ Body: { count: number; body: object } }>(
  '/emit-many/bare',
  async ({ body: { count, body } }) => {
    const text = JSON.stringify(body)
    await emitMany(Array.from({ length: count }, () => ({ id: newId('evt'), body: text })))
    return { count }
  },
)

await http.listen({ port: 0, host: '127.0.0.1' })
answerBenchmark((http.server.address() as { port: number }).port, async ([url]) => {
  receiver = new URL(url!)
  await pool.query(
    `with org as (insert into organizations (id, label, default_team_id)
       values ($2, 'Bench', 'team_bench') on conflict do nothing)
     insert into projects (id, org_id, name, app_name)
       values ($1, $2, $1, 'Bench') on conflict do nothing`,
    [project, organization],
  )
  return { path: '/emit/bare', headers: { 'content-type': 'application/json' } }
})
process.on('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit())
