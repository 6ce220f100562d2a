import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import {
  ProviderError,
  type Connector,
  type ProviderClient,
  type ReadRequest,
} from '@platform/connector'
import { baseURLOf, catalogue, overlayCatalogue } from '@platform/connectors'
import { createEgress } from '@platform/kernel/egress'
import type { Services } from '@platform/kernel/services'
import { must } from '@platform/kernel/values'
import { listSeeds, randomFrom } from '@platform/testing/seeded'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Credentials } from '../credentials/credentials.ts'
import { createScenario, describeScenario, type Scenario } from './testing/odd-orchard/scenario.ts'
import { answer } from './testing/odd-orchard/serve.ts'
import { sendRequest } from './call/send-request.ts'

/**
 * A provider that gives every kind of odd answer, combined by seed with every paging style,
 * authentication and action of the declarative engine. What exists is delivered once and nothing that
 * exists is deleted, or the read is not a success.
 */
const seeds = listSeeds(150)
const maxAttempts = 6
const maxPages = 500

let scenario: Scenario
const server = createServer((request, response) => {
  void readText(request).then((body) => {
    const path = (request.url ?? '').replace(/^\/v2/, '')
    const { status, headers, body: content } = answer(scenario, request, { path, body })
    response.writeHead(status, headers).end(content)
  })
})
const egress = createEgress({ allowCidrs: ['127.0.0.1/32'] })
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(async () => {
  await egress.close()
  server.close()
})

const credentials: Record<Scenario['scheme'], Credentials> = {
  none: { kind: 'none' },
  header: { kind: 'apiKey', apiKey: 'key-of-the-orchard' },
  query: { kind: 'apiKey', apiKey: 'key-of-the-orchard' },
  basic: { kind: 'basic', username: 'ana', password: 'key-of-the-orchard' },
}

function open(): { connector: Connector; client: ProviderClient } {
  const file = describeScenario(scenario)
  const entry = must(overlayCatalogue(catalogue, { orchard: file })['orchard'], 'entry')
  const client: ProviderClient = {
    metadata: {},
    request: (wanted) =>
      sendRequest({ egress } as Services, {
        projectId: 'proj_orchard',
        entry,
        baseUrl: baseURLOf(entry, {}),
        values: {},
        credentials: credentials[scenario.scheme],
        wanted,
      }),
  }
  return { connector: must(entry.connector, 'connector'), client }
}

interface Outcome {
  /** IDs of the records that are named instead. */
  leftOut?: readonly string[]
  status: 'success' | 'incomplete' | 'failure'
  read: { id: string; name: unknown }[]
  reason?: string
}

/** Reads like the engine: a failed page is requested again, and a lost cursor begins anew. */
async function readAll(request: Omit<ReadRequest, 'cursor'>): Promise<Outcome> {
  const { connector, client } = open()
  let read: Outcome['read'] = []
  let leftOut: string[] = []
  let cursor: string | undefined
  let incomplete: string | undefined
  let attempts = 0
  for (let pages = 0; pages < maxPages; pages++) {
    try {
      const page = await connector.read(client, { ...request, cursor })
      attempts = 0
      read.push(...page.records.map(({ id, raw }) => ({ id, name: raw['name'] })))
      leftOut.push(...(page.leftOut ?? []))
      incomplete = page.incomplete ?? incomplete
      cursor = page.next
      if (cursor === undefined) {
        return incomplete === undefined
          ? { status: 'success', read, leftOut }
          : { status: 'incomplete', read, reason: incomplete }
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      if (++attempts >= maxAttempts) return { status: 'failure', read, reason: error.message }
      if (error.failure !== 'cursor-gone') continue
      cursor = incomplete = undefined
      read = []
      leftOut = []
    }
  }
  return { status: 'failure', read, reason: 'The read did not end.' }
}

/** Compares what a read returned with what exists. */
function check({ status, read, leftOut = [] }: Outcome, existing: Scenario['trees']): void {
  const names = new Map(scenario.trees.map(({ id, name }) => [id, name]))
  for (const { id, name } of read) expect(name).toBe(names.get(id))
  const ids = [...read.map(({ id }) => id), ...leftOut]
  if (status !== 'success') return
  const missing = existing.filter(({ id }) => !ids.includes(id) && !scenario.deleted.has(id))
  expect(missing).toEqual([])
  expect(ids.length).toBe(new Set(ids).size)
}

const counts = { success: 0, incomplete: 0, failure: 0 }

it.each(seeds)('seed %i: nothing that exists is lost in a success', async (seed) => {
  const { port } = server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}${seed % 2 === 0 ? '/v2' : ''}`
  scenario = createScenario(randomFrom(seed), base)
  const { trees, style, place } = scenario

  const whole = await readAll({ objectName: 'trees', fieldNames: ['id', 'name'] })
  counts[whole.status]++
  check(whole, trees)
  // A provider without oddities is read.
  if (scenario.oddness === 0 && whole.status === 'failure') throw new Error(whole.reason)

  if (style !== 'graphql') {
    const since = new Date(Date.now() - 24 * 3_600_000)
    const changed = trees.filter(({ at }) => at >= since.getTime())
    const recent = await readAll({
      objectName: 'recent',
      fieldNames: ['id', 'name', 'at'],
      since: since.toISOString(),
    })
    counts[recent.status]++
    check(recent, changed)
  }

  const tree = trees.find(({ id }) => !scenario.deleted.has(id))
  if (style === 'graphql' || place !== 'list' || !tree) return
  const { connector, client } = open()
  const search = must(connector.search, 'search')
  const filters = [{ fieldName: 'name', value: tree.name }]
  const found = await search(client, { objectName: 'trees', fieldNames: ['name'], filters }).catch(
    (error: unknown) => {
      if (error instanceof ProviderError) return undefined
      throw error
    },
  )
  if (found && !found.hasMore) expect(found.records.map(({ id }) => id)).toEqual([tree.id])
})

it('succeeds often enough for these checks to mean something', () => {
  const all = counts.success + counts.incomplete + counts.failure
  if (seeds.length < 20) return
  expect(counts.success / all).toBeGreaterThan(0.4)
  expect(counts.incomplete).toBeGreaterThan(0)
})
