/**
 * What the delivery engine is compared with: the same path with nothing that makes it a product. It
 * accepts events over Fastify, inserts those that come together by one statement, signs and sends
 * each by undici, and records the attempts in batches, into the product's tables. No routing, no
 * retries, no take-over, no limits, no guard.
 */
import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { Agent } from 'undici'
import { answer } from './answer.ts'
import { newId } from '../../packages/server/src/db/new-id.ts'
import { textArray } from '../../packages/server/src/notifications/engine/binary-array.ts'

interface Item {
  id: string
  body: string
  committed(): void
}

const options = { connectionString: process.env['DATABASE_URL'], max: 4 }
const pool = new pg.Pool({
  ...options,
  options:
    '-c role=platform -c platform.tenant=* -c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off',
})
const agent = new Agent({ connections: 128, pipelining: 1 })
const key = createSecretKey(randomBytes(32))
const project = newId('proj')
const destination = newId('dest')
let receiver = new URL('http://127.0.0.1')

/** Runs `write` with all that has gathered while it ran before. */
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

const repeated = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

const insert = inBatches<Item>(500, async (batch) => {
  const ids = textArray(batch.map(({ id }) => id))
  const projects = textArray(repeated(batch.length, project))
  const types = textArray(repeated(batch.length, 'connection.deleted'))
  const destinations = textArray(repeated(batch.length, destination))
  await pool.query({
    name: 'insert',
    text: `with e as (insert into events (project_id, id, type, body)
             select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]))
           insert into deliveries (destination_id, event_id, project_id, type, holder)
           select *, 1 from unnest($5::text[], $2::text[], $1::text[], $3::text[])`,
    values: [projects, ids, types, textArray(batch.map(({ body }) => body)), destinations],
  })
  for (const item of batch) {
    item.committed()
    send(item)
  }
})

const record = inBatches<{ id: string; attempt: string }>(1000, async (batch) => {
  await pool.query({
    name: 'record',
    text: `update deliveries d set status = 'delivered', attempts = b.attempt, attempt_count = 1
             from unnest($1::text[], $2::text[], $3::text[]) b (destination_id, event_id, attempt)
            where d.destination_id = b.destination_id and d.event_id = b.event_id`,
    values: [
      textArray(repeated(batch.length, destination)),
      textArray(batch.map(({ id }) => id)),
      textArray(batch.map(({ attempt }) => attempt)),
    ],
  })
  await new Promise((resolve) => setTimeout(resolve, 10))
})

function send({ id, body }: Item): void {
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
http.post('/emit/bare', async (request) => {
  const id = newId('evt')
  await new Promise<void>((committed) =>
    insert({ id, body: JSON.stringify(request.body), committed }),
  )
  return { id }
})

http.post<{ Body: { count: number; body: object } }>(
  '/emit-many/bare',
  async ({ body: { count, body } }) => {
    await Promise.all(
      Array.from(
        { length: count },
        () =>
          new Promise<void>((committed) =>
            insert({ id: newId('evt'), body: JSON.stringify(body), committed }),
          ),
      ),
    )
    return { count }
  },
)

await http.listen({ port: 0, host: '127.0.0.1' })
answer((http.server.address() as { port: number }).port, async ([url]) => {
  receiver = new URL(url!)
  return { path: '/emit/bare', headers: { 'content-type': 'application/json' } }
})
process.on('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit())
