/**
 * Prototype of delivery from a log: messages and the queue are in NATS JetStream (three replicas),
 * PostgreSQL has the checkpoint of the read and the results, written in batches by COPY. It has no
 * retries, limits or take-over by other processes. How messages become entries of the log
 * depends on `LOG_ENTRIES`:
 * - `messages`: one entry each, published concurrently
 * - `batch`: one entry each, published as an atomic batch per transaction
 * - `pages`: one entry for all messages of a transaction, up to 4 MB
 */
import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { jetstream, jetstreamManager, type JsMsg } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import Fastify from 'fastify'
import pg from 'pg'
import { Agent } from 'undici'
import { answer } from '../delivery/answer.ts'
import { newId } from '../../packages/kernel/src/db/new-id.ts'
import { copyInto } from './copy.ts'

const entries = process.env['LOG_ENTRIES'] as 'messages' | 'batch' | 'pages'
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 5 })
const agent = new Agent({ connections: 64, pipelining: 1 })
const key = createSecretKey(randomBytes(32))
const connection = await connect({ servers: process.env['NATS_SERVERS']!.split(',') })
const manager = await jetstreamManager(connection)
const js = jetstream(connection)
const [project, destination] = [newId('proj'), newId('dest')]
const stream = `log-${project}`
const subject = `log.${project}.${destination}`
let receiver = new URL('http://127.0.0.1')
const mostInEntry = 4e6

await manager.streams.add({
  name: stream,
  subjects: [`log.${project}.>`],
  num_replicas: 3,
  duplicate_window: 120_000_000_000,
  allow_atomic: true,
})
await manager.consumers.add(stream, {
  durable_name: 'sender',
  ack_policy: 'explicit',
  max_ack_pending: entries === 'pages' ? 16 : 4000,
  ack_wait: 60_000_000_000,
})

// The columns of `deliveries` and, instead of the event, its place in the log.
await pool.query(`
  create table if not exists bench_results (
    destination_id text collate "C" not null, event_id text collate "C" not null,
    project_id text not null, type text not null, status text not null,
    attempts text not null, log_place bigint not null,
    primary key (destination_id, event_id));
  create table if not exists bench_checkpoints (operation text primary key, page bigint not null)`)
await pool.query('insert into bench_checkpoints values ($1, 0)', [project])

interface Message {
  id: string
  body: string
}

async function append(messages: Message[], operation: string): Promise<void> {
  if (entries === 'messages') {
    await Promise.all(
      messages.map(({ id, body }) => js.publish(subject, `${id}\n${body}`, { msgID: id })),
    )
    return
  }
  if (entries === 'batch') {
    const [first, ...others] = messages.map(({ id, body }) => `${id}\n${body}`)
    const last = others.pop() ?? ''
    const batch = await js.startBatch(subject, first)
    for (const entry of others) batch.add(subject, entry)
    await batch.commit(subject, last)
    return
  }
  let page: string[] = []
  let size = 0
  const pages: string[][] = [page]
  for (const { id, body } of messages) {
    if (size > 0 && size + body.length > mostInEntry) {
      pages.push((page = []))
      size = 0
    }
    page.push(`${id}\n${body}`)
    size += body.length
  }
  await Promise.all(
    pages.map((lines, index) =>
      js.publish(subject, lines.join('\n'), { msgID: `${operation}.${index}` }),
    ),
  )
}

/** Results that are not written yet, and the entries that they end. */
let rows: string[] = []
let ended: JsMsg[] = []
let isWriting = false

async function write(): Promise<void> {
  isWriting = true
  while (rows.length > 0 || ended.length > 0) {
    const [writing, acknowledging] = [rows, ended]
    rows = []
    ended = []
    const client = await pool.connect()
    try {
      await copyInto(client, 'copy bench_results from stdin', writing.join(''))
    } finally {
      client.release()
    }
    for (const entry of acknowledging) entry.ack()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  isWriting = false
}

function record(row: string, endedEntry?: JsMsg): void {
  rows.push(row)
  if (endedEntry) ended.push(endedEntry)
  if (!isWriting) void write()
}

function send({ id, body }: Message): Promise<string> {
  const at = Date.now()
  const timestamp = String(Math.floor(at / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let status = 0
  agent.dispatch(
    { origin: receiver.origin, path: receiver.pathname, method: 'POST', headers, body },
    {
      onRequestStart() {},
      onResponseStart: (_controller, code) => void (status = code),
      onResponseData() {},
      onResponseEnd: () => resolve(JSON.stringify({ at, ms: Date.now() - at, status })),
      onResponseError: (_controller, error) => reject(error),
    },
  )
  return promise
}

const consumer = await js.consumers.get(stream, 'sender')
async function deliver(): Promise<void> {
  const incoming = await consumer.consume(
    entries === 'pages'
      ? { max_bytes: 32e6, threshold_bytes: 16e6 }
      : { max_bytes: 16e6, threshold_bytes: 8e6 },
  )
  for await (const entry of incoming) void deliverEntry(entry)
}

async function deliverEntry(entry: JsMsg): Promise<void> {
  const lines = entry.string().split('\n')
  const place = entry.seq
  let left = lines.length / 2
  await Promise.all(
    Array.from({ length: left }, async (_, index) => {
      const [id, body] = [lines[index * 2]!, lines[index * 2 + 1]!]
      const attempt = await send({ id, body })
      const row = `${destination}\t${id}\t${project}\tread\tdelivered\t${attempt}\t${place}\n`
      record(row, --left === 0 ? entry : undefined)
    }),
  )
}
void deliver()

const http = Fastify({ bodyLimit: 8e6 })
http.post<{ Body: { count: number; body: object } }>(
  '/emit-many/:project',
  async ({ body: { count, body } }) => {
    const text = JSON.stringify(body)
    const operation = newId('op')
    await append(
      Array.from({ length: count }, () => ({ id: newId('evt'), body: text })),
      operation,
    )
    // The checkpoint of a read commits after its messages are in the log.
    await pool.query({
      name: 'checkpoint',
      text: 'update bench_checkpoints set page = page + 1 where operation = $1',
      values: [project],
    })
    return { count }
  },
)
await http.listen({ port: 0, host: '127.0.0.1' })
answer((http.server.address() as { port: number }).port, (urls) => {
  receiver = new URL(urls[0]!)
  return Promise.resolve({ path: '/emit/log', headers: { 'content-type': 'application/json' } })
})
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit())
