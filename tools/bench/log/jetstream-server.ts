/**
 * Delivery from the message log in NATS JetStream: a page is appended before the checkpoint of its
 * read commits, with one row per entry, and sent from memory. The results are written to PostgreSQL
 * in batches by COPY. It has no retries, limits or take-over by other processes.
 */
import { createHmac, createSecretKey, randomBytes, randomInt } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { Agent } from 'undici'
import { answerBenchmark } from '../delivery/answer.ts'
import { newId } from '../../../server/kernel/src/db/new-id.ts'
import { openJetStreamLog } from '../../../server/message-log-nats/src/nats/jetstream-log.ts'
import type { LogMessage } from '../../../server/delivery/src/notifications/message-log/message-log.ts'
import { copyInto } from './copy.ts'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 5 })
const agent = new Agent({ connections: 64, pipelining: 1 })
const key = createSecretKey(randomBytes(32))
const [project, destination] = [newId('proj'), newId('dest')]
const log = await openJetStreamLog({
  url: process.env['LOG_URL']!,
  systemUrl: process.env['LOG_SYSTEM_URL']!,
  name: 'bench',
  streams: Number(process.env['LOG_STREAMS']),
  maxBytes: 15e9,
  keepMs: 24 * 3600_000,
  maxBytesInFlight: 64e6,
  patienceMs: 30_000,
  checkEveryMs: 60_000,
})
let receiver = new URL('http://127.0.0.1')

// The columns of `deliveries` and, instead of the event, its place in the log.
await pool.query(`
  create table if not exists bench_results (
    destination_id text collate "C" not null, event_id text collate "C" not null,
    project_id text not null, type text not null, status text not null,
    attempts text not null, place text not null,
    primary key (destination_id, event_id));
  create table if not exists bench_pages (
    place text primary key, destination_id text not null, messages integer not null,
    holder text not null);
  create table if not exists bench_checkpoints (operation text primary key, page bigint not null)`)
await pool.query('insert into bench_checkpoints values ($1, 0)', [project])

/** Results that are not written yet, and the pages that they end. */
let rows: string[] = []
let ended: string[] = []
let isWriting = false

async function writeBatch(): Promise<void> {
  isWriting = true
  while (rows.length > 0 || ended.length > 0) {
    const [writing, ending] = [rows, ended]
    rows = []
    ended = []
    const client = await pool.connect()
    try {
      await client.query('begin')
      await copyInto(client, 'copy bench_results from stdin', writing.join(''))
      await client.query('delete from bench_pages where place = any($1)', [ending])
      await client.query('commit')
    } finally {
      client.release()
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  isWriting = false
}

function sendMessage({ id, body }: LogMessage): Promise<string> {
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

async function deliver(place: string, messages: readonly LogMessage[]): Promise<void> {
  await Promise.all(
    messages.map(async (message) => {
      const attempt = await sendMessage(message)
      rows.push(
        `${destination}\t${message.id}\t${project}\tread\tdelivered\t${attempt}\t${place}\n`,
      )
      if (!isWriting) void writeBatch()
    }),
  )
  ended.push(place)
  if (!isWriting) void writeBatch()
}

/** Texts that differ, so that messages of a page compress no better than one of them. */
const texts = randomBytes(16e6).toString('hex')
const makeText = (length: number) => {
  const start = randomInt(texts.length - length)
  return texts.slice(start, start + length)
}

const http = Fastify({ bodyLimit: 8e6 })
http.post<{ Body: { count: number; body: { text: string } } }>(
  '/emit-many/:project',
  async ({ body: { count, body } }) => {
    const messages = Array.from({ length: count }, () => ({
      id: newId('evt'),
      body: JSON.stringify({ ...body, text: makeText(body.text.length) }),
    }))
    const entries = await log.append({ projectId: project, id: newId('op'), messages })
    // The checkpoint of a read commits after its messages are in the log.
    await pool.query({
      name: 'checkpoint',
      text: `with pages as (
               insert into bench_pages select place, $2, messages, 'server'
               from unnest($3::text[], $4::integer[]) as entry (place, messages))
             update bench_checkpoints set page = page + 1 where operation = $1`,
      values: [
        project,
        destination,
        entries.map(({ place }) => place),
        entries.map((entry) => entry.messages),
      ],
    })
    let start = 0
    for (const { place, messages: size } of entries) {
      void deliver(place, messages.slice(start, start + size))
      start += size
    }
    return { count }
  },
)
await http.listen({ port: 0, host: '127.0.0.1' })
answerBenchmark((http.server.address() as { port: number }).port, (urls) => {
  receiver = new URL(urls[0]!)
  return Promise.resolve({ path: '/emit/log', headers: { 'content-type': 'application/json' } })
})
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit())
