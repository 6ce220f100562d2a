import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { pickBy, type Random } from '@platform/testing/seeded'
import type { Scenario } from './scenario.ts'

export interface OrchardReply {
  status: number
  headers: Record<string, string>
  body: unknown
  /** Path of the list in the body, if it is a page. */
  list?: 'trees' | 'groves' | undefined
  /** Whether the body is a file or a part of one. */
  isFile?: boolean
}

/** Errors that providers put into replies with any status. */
export const errors: readonly object[] = [
  { error: { code: 'busy' } },
  { error: 'busy' },
  { errors: [{ message: 'busy' }] },
  { errors: { base: ['busy'] } },
  { success: false },
  { ok: false, reason: 'busy' },
  { status: 'error', message: 'busy' },
  { status: 503 },
  { code: '429', message: 'slow down' },
  { meta: { error: 'busy' } },
  { hasErrors: true },
  { errorCode: 'BUSY' },
  { status: 'ERROR: busy' },
  { Success: 'N' },
  { apiError: 'busy' },
  { errorCount: 1 },
  { aborted: true },
  { code: 'INTERNAL_ERROR' },
]

/** What a provider says beside an empty list that has records, without an error. */
const delays: readonly object[] = [
  { status: 'pending' },
  { state: 'IN_PROGRESS' },
  { ready: false },
  { authenticated: false },
  { success: null },
  { backoff: 10 },
  { messages: [{ severity: 'ERROR', text: 'busy' }] },
  { Note: 'Our limit is 25 requests a day.' },
  { partialResults: true },
  { failedShards: 2 },
  { quotaExceeded: true },
]

/** Replies that are wrong in a way that the reader has to notice. */
export function spoil(scenario: Scenario, reply: OrchardReply): OrchardReply {
  const { random } = scenario
  const pick = pickBy(random)
  const named = pick(errors)
  const whole = { status: 200, headers: { 'content-type': 'application/json' } }
  const { list } = reply
  return pick<() => OrchardReply>([
    () => ({ ...whole, body: list ? { [list]: null, ...named } : named }),
    () => ({ ...whole, body: list ? { [list]: [], ...named } : named }),
    () => ({ ...whole, body: list ? { [list]: [], ...pick(delays) } : named }),
    () => ({
      ...whole,
      body: list && scenario.style === 'graphql' ? { data: null, ...named } : named,
    }),
    () => ({ ...whole, status: 503, body: named }),
    () => ({ ...whole, status: 429, body: named, headers: { 'retry-after': '0' } }),
    () => ({ ...whole, body: Buffer.from('{"trees":[{"id":NaN}]}') }),
    () => ({ ...whole, body: Buffer.from('{"trees":[{"id":') }),
    () => ({ ...whole, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>') }),
    () => ({ ...whole, body: Buffer.alloc(0) }),
    () => ({ ...whole, body: list ? { [list]: null } : null }),
    () => ({ ...whole, body: Buffer.from('{"trees":[{"name":"Café"}]}', 'latin1') }),
    () => ({ ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip' }, body: cutGzip }),
    () => ({ ...reply, body: withBadRows(reply) }),
    () => ({ ...reply, body: withDeepRow(reply) }),
    () => ({ ...whole, status: pick([202, 206, 207]), body: withHalf(reply) }),
    () => ({ ...whole, status: pick([420, 421, 430, 449]), body: named }),
    () => ({ ...whole, status: 403, body: { message: 'API rate limit exceeded.' } }),
    () => ({
      status: 404,
      headers: { 'content-type': pick(['text/html', 'text/plain']) },
      body: Buffer.from('<html>Not found'),
    }),
    () => ({ ...reply, headers: { ...reply.headers, 'content-encoding': pick(['br', 'zstd']) } }),
  ])()
}

const cutGzip = gzipSync('{"trees":[]}').subarray(0, 20)

function withBadRows({ body, list }: OrchardReply): unknown {
  const rows = list === undefined ? undefined : (body as Record<string, unknown>)[list]
  return Array.isArray(rows) && list !== undefined
    ? { ...(body as object), [list]: [...(rows as unknown[]), null, { name: 'no id' }] }
    : body
}

/** The last record of a page is nested deeper than anything is read. */
function withDeepRow({ body, list }: OrchardReply): unknown {
  const rows = list === undefined ? undefined : (body as Record<string, unknown>)[list]
  const last: unknown = Array.isArray(rows) ? rows.at(-1) : undefined
  if (!Array.isArray(rows) || list === undefined || last === undefined) return body
  const deep = JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) as unknown
  return { ...(body as object), [list]: [...rows.slice(0, -1), { ...(last as object), deep }] }
}

function withHalf({ body, list }: OrchardReply): unknown {
  const rows = list === undefined ? undefined : (body as Record<string, unknown>)[list]
  return Array.isArray(rows) && list !== undefined
    ? { ...(body as object), [list]: (rows as unknown[]).slice(0, rows.length / 2) }
    : body
}

const types = ['application/json', 'text/plain', 'text/html; charset=utf-8', '']

const compressors: Record<string, (body: Buffer) => Buffer> = {
  gzip: gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
  'x-deflate': deflateRawSync,
  zstd: zstdCompressSync,
}

/** Encodes a reply in any way that says the same. */
export function encode(
  { random, aheadMs }: Pick<Scenario, 'random' | 'aheadMs'>,
  reply: OrchardReply,
): OrchardReply & { body: Buffer } {
  const pick = pickBy(random)
  const date = new Date(Date.now() + aheadMs).toUTCString()
  if (Buffer.isBuffer(reply.body)) {
    return { ...reply, headers: { date, ...reply.headers }, body: reply.body }
  }
  const text = writeJson(reply.body)
  const type = pick(types)
  const [body, contentType] = pick<() => [Buffer, string]>([
    () => [Buffer.from(text), type],
    () => [Buffer.from(text), type],
    () => [Buffer.from(`\uFEFF${text}`), type],
    () => [Buffer.from(text, 'latin1'), 'application/json; charset=ISO-8859-1'],
    () => [Buffer.from(`\uFEFF${text}`, 'utf16le'), type],
  ])()
  const headers = {
    date,
    ...reply.headers,
    ...(contentType !== '' && { 'content-type': contentType }),
  }
  return { ...reply, ...compress(random, { headers, body }) }
}

function compress(
  random: Random,
  { headers, body }: { headers: Record<string, string>; body: Buffer },
) {
  if (random() < 0.5) return { headers, body }
  const name = pickBy(random)(Object.keys(compressors))
  const encoding = name.replace('x-', '')
  return {
    headers: { ...headers, 'content-encoding': encoding },
    body: compressors[name]?.(body) ?? body,
  }
}

/** IDs are numbers, with all of their digits. */
const writeJson = (value: unknown) =>
  JSON.stringify(value).replaceAll(/"id":"(\d+)"/g, (_, id: string) => `"id":${id}`)
