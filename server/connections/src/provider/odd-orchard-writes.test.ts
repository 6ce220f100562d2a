import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import {
  ProviderError,
  type ConnectorWrite,
  type ConnectorWriteResult,
  type ProviderClient,
} from '@platform/connector'
import { baseURLOf, catalogue, overlayCatalogue } from '@platform/connectors'
import { createEgress } from '@platform/kernel/egress'
import type { Services } from '@platform/kernel/services'
import { must } from '@platform/kernel/values'
import { listSeeds, pickBy, randomFrom } from '@platform/testing/seeded'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTreeStore, type TreeStore } from './testing/odd-orchard/tree-store.ts'
import { sendRequest } from './call/send-request.ts'

/**
 * Writes of the declarative engine to a provider that gives odd answers by seed. The result of each
 * record is what the provider holds, or says that it is not known; nothing is created twice.
 */
const seeds = listSeeds(100)
const maxAttempts = 5

let store: TreeStore
const server = createServer((request, response) => {
  void readText(request).then((body) => {
    const reply = store.answer(request, body)
    if (reply === 'cut') response.destroy()
    else response.writeHead(reply.status, reply.headers).end(reply.body)
  })
})
const egress = createEgress({ allowCidrs: ['127.0.0.1/32'] })
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(async () => {
  await egress.close()
  server.close()
})

type Result = 'written' | 'refused' | 'unknown'
const toResult = (result: ConnectorWriteResult): Result => {
  if (result.success) return 'written'
  return result.error.isOutcomeUnknown ? 'unknown' : 'refused'
}

const counts = { written: 0, refused: 0, unknown: 0 }

it.each(seeds)('seed %i: results are what the provider holds', async (seed) => {
  const random = randomFrom(seed)
  const pick = pickBy(random)
  const { port } = server.address() as AddressInfo
  store = createTreeStore(random, { share: pick([0, 0.2, 0.5]), isBatch: random() < 0.5 })
  const file = store.describe(`http://127.0.0.1:${port}`)
  const entry = must(overlayCatalogue(catalogue, { orchard: file })['orchard'], 'entry')
  const client: ProviderClient = {
    metadata: {},
    request: (wanted) =>
      sendRequest({ egress } as Services, {
        projectId: 'proj_orchard',
        entry,
        baseUrl: baseURLOf(entry, {}),
        values: {},
        credentials: { kind: 'none' },
        wanted,
      }),
  }
  const writing = must(entry.connector?.writing, 'writing')

  /** Repeats what may be repeated without harm, and what the idempotency key makes harmless. */
  async function write(request: Omit<ConnectorWrite, 'objectName'>) {
    const results = new Map<number, ConnectorWriteResult>()
    const doubts = new Map<number, ConnectorWriteResult>()
    const mayRepeat = request.type !== 'create' || writing.isRepeatable?.('trees') === true
    const isOpen = (result: ConnectorWriteResult | undefined) => {
      if (!result) return true
      if (result.success) return false
      const { isOutage, isOutcomeUnknown } = result.error
      return isOutcomeUnknown ? mayRepeat : isOutage
    }
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const pending = request.records.map((_, n) => n).filter((n) => isOpen(results.get(n)))
      if (pending.length === 0) break
      const records = pending.map((n) => must(request.records[n], 'record'))
      const call = { ...request, objectName: 'trees', records }
      const some = await writing.write(client, call).catch((error: unknown) => {
        if (!(error instanceof ProviderError)) throw error
        return records.map((): ConnectorWriteResult => ({ success: false, error }))
      })
      for (const [at, n] of pending.entries()) {
        const result = must(some[at], 'result')
        results.set(n, result)
        if (toResult(result) === 'unknown') doubts.set(n, result)
      }
    }
    return request.records.map((_, n) => {
      const result = must(results.get(n), 'result')
      return toResult(result) === 'refused' ? (doubts.get(n) ?? result) : result
    })
  }

  function check(
    result: ConnectorWriteResult,
    held: readonly { id: string; color: string }[],
    { before, after }: { before: string[]; after: string[] },
  ): void {
    const is = toResult(result)
    counts[is]++
    const colors = held.map(({ color }) => color)
    if (is === 'unknown') expect([before, after]).toContainEqual(colors)
    else expect({ is, colors }).toEqual({ is, colors: is === 'written' ? after : before })
    if (result.success && result.recordId !== undefined && held[0]) {
      expect(result.recordId).toBe(held[0].id)
    }
  }

  const names = Array.from({ length: store.isBatch ? 4 : 1 }, (_, n) =>
    random() < 0.2 ? `wrong ${n}` : `tree ${n}`,
  )
  const created = await write({
    type: 'create',
    records: names.map((name, n) => ({
      fields: { name, color: 'green' },
      idempotencyKey: `key-${n}`,
    })),
  })
  for (const [n, result] of created.entries()) {
    const held = store.trees.filter(({ name }) => name === names[n])
    check(result, held, { before: [], after: ['green'] })
  }

  const there = [...store.trees]
  if (there.length === 0) return
  const updated = await write({
    type: 'update',
    records: there.map(({ id }) => ({ id, fields: { color: 'red' } })),
  })
  for (const [n, result] of updated.entries()) {
    const held = store.trees.filter(({ id }) => id === there[n]?.id)
    check(result, held, { before: ['green'], after: ['red'] })
  }

  const colors = there.map(({ id }) => store.trees.find((tree) => tree.id === id)?.color ?? '')
  const deleted = await write({
    type: 'delete',
    records: there.map(({ id }) => ({ id, fields: {} })),
  })
  for (const [n, result] of deleted.entries()) {
    const held = store.trees.filter(({ id }) => id === there[n]?.id)
    check(result, held, { before: [must(colors[n], 'color')], after: [] })
  }
})

it('writes often enough for these checks to mean something', () => {
  if (seeds.length < 20) return
  const all = counts.written + counts.refused + counts.unknown
  expect(counts.written / all).toBeGreaterThan(0.4)
  expect(counts.refused).toBeGreaterThan(0)
  expect(counts.unknown).toBeGreaterThan(0)
})
