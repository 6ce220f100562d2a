import { readFileSync, writeFileSync } from 'node:fs'
import type { ProviderRequest, ProviderResponse } from '@platform/connector'
import { isMembers } from '../../members.ts'

/** Properties that identify a request, without headers and credentials. */
export type AskedFor = Pick<ProviderRequest, 'method' | 'path' | 'query' | 'body'>

/** A request of a test and its reply. Without a reply, the provider never answered. */
export interface RecordedExchange {
  test: string
  request: AskedFor
  reply?: ProviderResponse
}

export interface Cassette {
  /** How and where it was recorded. */
  about: string
  exchanges: RecordedExchange[]
}

/**
 * Reads a cassette. Objects in lists are stored once in `shared`, because most replies contain the
 * same records and fields.
 */
export function readCassette(file: URL): Cassette {
  const wrong = (what: string) => new Error(`${file.pathname} is no cassette: ${what}.`)
  const text: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!isMembers(text) || typeof text.about !== 'string') throw wrong('it has no `about`')
  const { about, shared, exchanges } = text
  if (!Array.isArray(shared) || !Array.isArray(exchanges)) {
    throw wrong('"shared" and "exchanges" must be lists')
  }
  const whole: unknown[] = []
  // Each references earlier ones only.
  for (const value of shared) whole.push(unshare(value, whole))
  return {
    about,
    exchanges: exchanges.map((exchange: unknown, index) => {
      if (!isExchange(exchange)) throw wrong(`exchange ${index} has no test, request or status`)
      const { reply, ...asked } = exchange
      return reply ? { ...asked, reply: { ...reply, body: unshare(reply.body, whole) } } : asked
    }),
  }
}

export function writeCassette(file: URL, { about, exchanges }: Cassette): void {
  const pool = new Map<string, number>()
  const lines = exchanges.map(({ reply, ...asked }) =>
    JSON.stringify(
      reply ? { ...asked, reply: { ...reply, body: share(reply.body, pool) } } : asked,
    ),
  )
  const list = (of: readonly string[]) => `[\n${of.join(',\n')}\n]`
  writeFileSync(
    file,
    `{\n"about": ${JSON.stringify(about)},\n"shared": ${list([...pool.keys()])},\n"exchanges": ${list(lines)}\n}\n`,
  )
}

function isExchange(value: unknown): value is RecordedExchange {
  if (!isMembers(value) || typeof value.test !== 'string') return false
  const { request, reply } = value
  if (!isMembers(request) || typeof request.path !== 'string') return false
  return (
    reply === undefined ||
    (isMembers(reply) && typeof reply.status === 'number' && isMembers(reply.headers))
  )
}

/** Replaces objects in lists by their numbers: `{"$": [0, 1, 2]}`. */
function share(value: unknown, pool: Map<string, number>): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => share(item, pool))
    if (items.length === 0 || !items.every(isMembers)) return items
    return {
      $: items.map((item) => {
        const text = JSON.stringify(item)
        const number = pool.get(text) ?? pool.size
        pool.set(text, number)
        return number
      }),
    }
  }
  if (!isMembers(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, share(each, pool)]))
}

function unshare(value: unknown, shared: readonly unknown[]): unknown {
  if (Array.isArray(value)) return value.map((item) => unshare(item, shared))
  if (!isMembers(value)) return value
  if (Array.isArray(value.$)) return value.$.map((number) => shared[Number(number)])
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, unshare(each, shared)]),
  )
}
