import type { IncomingMessage } from 'node:http'
import { pickBy, type Random } from '@platform/testing/seeded'
import { listUnusable } from '../odd-crm/distort.ts'
import { encode, errors, type OrchardReply } from './reply.ts'

const json = { 'content-type': 'application/json' }
const page = { 'content-type': 'text/html' }

interface StoredTree {
  id: string
  name: string
  color: string
  key?: string
}

export type TreeStore = ReturnType<typeof createTreeStore>

/** A provider of writes that answers oddly: it refuses calls, or carries them out and answers in other ways. */
export function createTreeStore(
  random: Random,
  { share, isBatch }: { share: number; isBatch: boolean },
) {
  const pick = pickBy(random)
  let trees: StoredTree[] = []
  let lastId = random() < 0.5 ? 9_007_199_254_740_992n : 0n
  const withKey = !isBatch && random() < 0.5

  function create({ name, color, key }: Record<string, unknown>) {
    if (String(name).startsWith('wrong')) return { why: 'The name is wrong.' }
    const known = key === undefined ? undefined : trees.find((tree) => tree.key === key)
    if (known) return known
    lastId += 1n
    const tree = { id: String(lastId), name: String(name), color: String(color) }
    trees.push({ ...tree, ...(key !== undefined && { key: String(key) }) })
    return tree
  }

  function update(id: string, { color }: Record<string, unknown>) {
    const tree = trees.find((one) => one.id === id)
    if (tree && color !== undefined) tree.color = String(color)
    return tree
  }

  /** Carries the call out. */
  function act(
    method: string,
    path: string,
    rows: readonly Record<string, unknown>[],
  ): OrchardReply {
    const id = /^\/trees\/(\d+)$/.exec(path)?.[1]
    if (method === 'DELETE' && id !== undefined) {
      const isThere = trees.some((tree) => tree.id === id)
      trees = trees.filter((tree) => tree.id !== id)
      return isThere
        ? { status: 204, headers: {}, body: Buffer.alloc(0) }
        : { status: 404, headers: json, body: { message: 'Gone.' } }
    }
    const written = rows.map((row) =>
      method === 'POST' ? create(row) : update(id ?? String(row['id']), row),
    )
    if (isBatch) return { status: 200, headers: json, body: { results: written } }
    const [one] = written
    return one && 'why' in one
      ? { status: 422, headers: json, body: { message: one.why } }
      : { status: method === 'POST' ? 201 : 200, headers: json, body: one ?? null }
  }

  const refusals = (): OrchardReply[] => [
    { status: 200, headers: json, body: pick(errors.filter((one) => !('status' in one))) },
    { status: 403, headers: page, body: Buffer.from('<html>Blocked') },
    { status: 404, headers: page, body: Buffer.from('<html>No such page') },
    { status: 429, headers: page, body: Buffer.from('Slow down, please.') },
    { status: 429, headers: { ...json, 'retry-after': '0' }, body: { message: 'Slow down.' } },
    { status: 503, headers: page, body: Buffer.from('<html>Busy') },
    { status: 307, headers: { location: 'http://elsewhere.example/trees' }, body: Buffer.alloc(0) },
  ]

  /** The call has been carried out. */
  function spoil(reply: OrchardReply): OrchardReply | 'cut' {
    const { results } = (reply.body ?? {}) as { results?: unknown[] }
    const rows = Array.isArray(results) ? results : []
    // What names an error or a passing state with these was not carried out.
    const isDone = ({ status, body }: OrchardReply) =>
      ![403, 429, 503].includes(status) &&
      (status >= 500 || Buffer.isBuffer(body) || (status === 200 && body === null))
    return pick<() => OrchardReply | 'cut'>([
      () => 'cut',
      () => pick(listUnusable(random, { ...reply, body: reply.body }).filter(isDone)),
      () => ({ status: 303, headers: { location: '/trees' }, body: Buffer.alloc(0) }),
      () => ({ ...reply, status: 202 }),
      ...(isBatch
        ? [
            () => ({ ...reply, body: { results: rows.slice(1) } }),
            () => ({ ...reply, body: { results: [null, ...rows.slice(1)] } }),
            () => ({ ...reply, body: { results: null } }),
            () => ({ ...reply, body: {} }),
          ]
        : []),
    ])()
  }

  return {
    isBatch,
    get trees() {
      return trees
    },
    answer(request: IncomingMessage, text: string) {
      const oddness = { random, aheadMs: 0 }
      if (random() < share / 2) return encode(oddness, pick(refusals()))
      const sent: unknown = text === '' ? [] : JSON.parse(text)
      const rows = (isBatch ? (sent as { trees?: unknown }).trees : [sent]) ?? []
      const { method = 'GET', url = '' } = request
      const reply = act(method, url, rows as Record<string, unknown>[])
      const isOdd = reply.status < 300 && random() < share
      const odd = isOdd ? spoil(reply) : reply
      return odd === 'cut' ? odd : encode(oddness, odd)
    },
    /** Returns the entry that describes the provider. */
    describe(baseURL: string): Record<string, unknown> {
      const batch = { max: 10, results: 'results', id: 'id', error: 'why' }
      const shared = { path: '/trees', wrap: 'trees', list: true, batch }
      return {
        authType: 'none',
        baseURL,
        objects: {
          trees: {
            read: { path: '/trees', records: 'trees', id: 'id' },
            fields: { id: 'string', name: 'string', color: 'string' },
            ...(isBatch
              ? {
                  create: { method: 'POST', ...shared },
                  update: { method: 'PATCH', ...shared, idIn: 'id' },
                  delete: { method: 'DELETE', path: '/trees/{id}' },
                }
              : {
                  create: {
                    method: 'POST',
                    path: '/trees',
                    recordId: 'id',
                    ...(withKey && { idempotencyKey: 'key' }),
                  },
                  update: { method: 'PATCH', path: '/trees/{id}' },
                  delete: { method: 'DELETE', path: '/trees/{id}' },
                }),
          },
        },
      }
    },
  }
}
