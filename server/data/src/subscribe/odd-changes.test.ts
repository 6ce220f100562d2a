import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import type { Installation } from '@platform/contract'
import { getPort, must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { readOnSchedule } from '@platform/testing/read-on-schedule'
import { listSeeds, pickBy, randomFrom, type Random } from '@platform/testing/seeded'
import { testPlatform } from '@platform/testing/test-platform'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

/**
 * Webhooks of a provider that are repeated, late, out of order and in batches with bad rows, by seed,
 * beside reads whose pages arrive late. Each change reaches the receiver, by itself or with a newer version
 * of its record, and the last message of each record has its newest version.
 */
const seeds = listSeeds(6)
const changesOfSeed = 14

const manifest = `
specVersion: 1.0.0
integrations:
  - name: garden
    provider: orchard
    read:
      objects:
        - objectName: trees
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields: [{ fieldName: version }]
    subscribe:
      objects:
        - objectName: trees
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: { enabled: always }
          updateEvent: { enabled: always, watchFieldsAuto: all }
          deleteEvent: { enabled: always }
`
const base = '/v1/{p}/integrations/garden/installations'

interface Tree {
  id: string
  version: number
  at: number
}
interface Change {
  type: string
  key: string
  tree: string
  at: number
}

const trees = new Map<string, Tree>()
const hooks: { url: string; secret: string }[] = []
/** Replies with records wait for these milliseconds after the records were looked up. */
let chooseDelayMs = () => 0

async function answer(request: IncomingMessage): Promise<{ status: number; body?: unknown }> {
  const url = new URL(request.url ?? '', 'http://orchard.test')
  const body = await readText(request)
  if (url.pathname === '/hooks') {
    hooks.push(JSON.parse(body) as { url: string; secret: string })
    return { status: 201, body: { id: String(hooks.length) } }
  }
  if (url.pathname.startsWith('/hooks/')) return { status: 204 }
  const since = Date.parse(url.searchParams.get('since') ?? '') || 0
  const id = url.pathname.split('/')[2]
  const one = id === undefined ? undefined : trees.get(id)
  const reply =
    id === undefined
      ? { trees: [...trees.values()].filter(({ at }) => at >= since).map(show) }
      : one && show(one)
  await new Promise((resolve) => setTimeout(resolve, chooseDelayMs()))
  return reply ? { status: 200, body: reply } : { status: 404, body: { message: 'gone' } }
}
const show = ({ id, version, at }: Tree) => ({ id, version, at: new Date(at).toISOString() })

const server = createServer((request, response) => {
  void answer(request).then(({ status, body }) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(body === undefined ? undefined : JSON.stringify(body)),
  )
})

let platform: Awaited<ReturnType<typeof testPlatform>>
let installationId: `inst_${string}`
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const orchard = {
    displayName: 'Orchard',
    authType: 'apiKey',
    apiKeyOpts: { attachmentType: 'header', header: { name: 'X-Key' } },
    baseURL: `http://127.0.0.1:${getPort(server)}`,
    trustedDomains: ['http://127.0.0.1'],
    objects: {
      trees: {
        read: {
          path: '/trees',
          records: 'trees',
          id: 'id',
          updated: { field: 'at', format: 'rfc3339' },
          since: { in: 'query', name: 'since', format: 'rfc3339' },
          byId: { style: 'path' },
        },
        fields: { id: 'string', version: 'int' },
        events: { create: 'tree.created', update: 'tree.updated', delete: 'tree.deleted' },
      },
    },
    subscribe: {
      create: { path: '/hooks', body: { url: '{url}', secret: '{secret}' }, id: 'id' },
      delete: { path: '/hooks/{id}' },
      events: { at: 'events', item: '{event}' },
      verify: {
        style: 'hmac',
        hash: 'sha256',
        encoding: 'hex',
        header: 'X-Signature',
        secret: 'ours',
      },
      delivery: {
        list: 'events',
        name: '{type}',
        record: 'tree',
        id: 'key',
        time: [{ field: 'at', format: 'unix-ms' }],
      },
    },
  }
  platform = await testPlatform({
    contacts: 1,
    sourceYaml: manifest,
    env: { PLATFORM_PROVIDERS: JSON.stringify({ orchard }) },
  })
  const [webhook] = await platform.call<{ id: string }[]>('GET', '/v1/{p}/destinations')
  await platform.call('PATCH', `/v1/{p}/destinations/${must(webhook, 'webhook').id}`, {
    updateMask: ['ordering'],
    destination: { ordering: 'record' },
  })
  await platform.call('POST', '/v1/{p}/connections:generate', {
    provider: 'orchard',
    groupRef: 'globex',
    consumerRef: 'hank',
    apiKey: 'key-of-the-orchard',
  })
  const content = { provider: 'orchard', read: { objects: { trees: {} } } }
  const { id } = await platform.call<{ id: `inst_${string}` }>('POST', base, {
    groupRef: 'globex',
    config: { content },
  })
  installationId = id
  await vi.waitFor(async () => {
    const installation = await platform.call<Installation>('GET', `${base}/${id}`)
    expect(installation.subscription).toMatchObject({ state: 'active' })
  }, patiently)
  await vi.waitFor(async () => expect(await countOpenReads()).toBe(0), patiently)
})
afterAll(async () => {
  await platform.close()
  server.close()
})

const db = () => platform.database.tenant(platform.projectId)
async function countOpenReads(): Promise<number> {
  const { count } = await db()
    .selectFrom('operations')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('actionType', '=', 'read')
    .where('status', '=', 'in_progress')
    .executeTakeFirstOrThrow()
  return count
}

async function countWaitingChanges(): Promise<number> {
  const { count } = await platform.database.everything
    .selectFrom('changeEvents')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('body', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

async function send(changes: readonly Change[], random: Random): Promise<void> {
  const rows: unknown[] = [...changes]
  if (random() < 0.3) {
    const bad = pickBy(random)(['null', '"tree"', '{"type":"tree.updated"}', '{"tree":"x\\u0000"}'])
    rows.splice(Math.floor(random() * (rows.length + 1)), 0, JSON.parse(bad))
  }
  const body = JSON.stringify({ events: rows })
  const { url, secret } = must(hooks.at(-1), 'webhook')
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-signature': signature }
  const { status } = await fetch(url, { method: 'POST', headers, body })
  // A batch with a bad row is rejected, but its other rows are kept.
  expect([204, 400]).toContain(status)
}

interface Entry {
  id?: string
  subscribeEventType?: string
  rawEvent?: unknown
  fields?: Record<string, unknown>
  raw?: Record<string, unknown>
}
const getRecordId = ({ id, raw }: Entry): string => String(id ?? raw?.['id'])
const listEntries = (seed: number): Entry[] =>
  platform.messages
    .flatMap(({ result }) => (result ?? []) as Entry[])
    .filter((entry) => getRecordId(entry).startsWith(`${seed}-`))

const counts = { changes: 0, received: 0 }

it.each(seeds)('seed %i: the last message of each record is its newest version', async (seed) => {
  const random = randomFrom(seed)
  const pick = pickBy(random)
  chooseDelayMs = () => pick([0, 0, 0, 20, 150, 600])
  const names = Array.from({ length: 4 }, (_, n) => `${seed}-${n}`)
  const changes: Change[] = []
  const waiting: Change[] = []
  let at = Date.now() - 60_000

  for (let step = 0; step < changesOfSeed; step++) {
    const id = pick(names)
    const before = trees.get(id)
    // Of one record, versions are at least a second apart, as are the times of most providers.
    at += 1_000 + Math.floor(random() * 1_000)
    const isDeletion = before !== undefined && random() < 0.15
    if (isDeletion) trees.delete(id)
    else trees.set(id, { id, version: step + 1, at })
    const type = isDeletion ? 'tree.deleted' : before ? 'tree.updated' : 'tree.created'
    const change = { type, key: `${seed}-${step}`, tree: id, at }
    changes.push(change)
    waiting.push(change)
    if (isDeletion) names.splice(names.indexOf(id), 1)
    if (names.length === 0) break
    if (random() < 0.4) {
      const on = { projectId: platform.projectId, installationId, objectName: 'trees' }
      await readOnSchedule(db(), on)
    }
    if (random() < 0.5) continue
    const some = waiting.toSorted(() => random() - 0.5).slice(0, 1 + Math.floor(random() * 4))
    for (const one of some) waiting.splice(waiting.indexOf(one), 1)
    const repeated = random() < 0.4 ? [pick(changes)] : []
    await send([...some, ...repeated], random)
    if (random() < 0.3) await new Promise((resolve) => setTimeout(resolve, pick([50, 300])))
  }
  await send(
    waiting.toSorted(() => random() - 0.5),
    random,
  )

  await vi.waitFor(async () => {
    expect(await countOpenReads()).toBe(0)
    expect(await countWaitingChanges()).toBe(0)
  }, patiently)
  // A change arrives by itself or, if that was sent before, with a newer version of its record.
  await vi.waitFor(() => {
    const lastOf = new Map(listEntries(seed).map((entry) => [getRecordId(entry), entry]))
    for (const id of new Set(changes.map(({ tree }) => tree))) {
      const last = must(lastOf.get(id), 'message')
      const newest = trees.get(id)
      if (newest) expect([id, last.fields?.['version']]).toEqual([id, newest.version])
      else expect([id, last.subscribeEventType]).toEqual([id, 'delete'])
    }
  }, patiently)
  const keys = new Set(
    listEntries(seed).map(({ rawEvent }) => (rawEvent as Change | undefined)?.key),
  )
  counts.changes += changes.length
  counts.received += changes.filter(({ key }) => keys.has(key)).length
})

it('receives enough changes by themselves for these checks to mean something', () => {
  if (seeds.length < 6) return
  expect(counts.received / counts.changes).toBeGreaterThan(0.5)
})
