import type { ProviderRecord } from '@platform/connector'
import { catalogue, replayRecording } from '@platform/connectors'
import { providerStandIns } from '@platform/connectors/stand-in'
import type { ConnectionId, EntryCheck, Recording } from '@platform/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTenant } from '../../../program/src/main/bootstrap.ts'
import { measureSlowness } from '@platform/testing/machine-speed'
import { must } from '@platform/kernel/values'
import { openProvider } from './open-provider.ts'
import { jsonCpuMs, measureLeast, measureLongestTurn } from '@platform/testing/bystander'
import { testPlatform } from '@platform/testing/test-platform'

let standIns: Awaited<ReturnType<typeof providerStandIns>>
let platform: Awaited<ReturnType<typeof testPlatform>>
let connectionId: string

const secret = 'secret-of-globex'

beforeAll(async () => {
  standIns = await providerStandIns(['front', 'paddle', 'breakcold'])
  platform = await testPlatform({
    contacts: 45,
    env: { PLATFORM_PROVIDERS: JSON.stringify(standIns.overrides) },
  })
  connectionId = await connect('front')
})
afterAll(async () => {
  await platform.close()
  await standIns.close()
})

const connect = async (provider: string) =>
  (
    await platform.call<{ id: string }>('POST', '/v1/{p}/connections:generate', {
      provider,
      groupRef: 'globex',
      consumerRef: 'hank',
      apiKey: secret,
    })
  ).id

type Reply = EntryCheck & { status?: number; detail?: string; issues?: object[] }

const check = (body: object, id = connectionId) =>
  platform.call<Reply>('POST', `/v1/{p}/connections/${id}:check-entry`, {
    entry: {},
    objectName: 'contacts',
    ...body,
  })

const outcomes = ({ findings }: EntryCheck) =>
  findings.map(({ ability, outcome }) => `${ability} ${outcome}`)

it('reports which claims of an entry pass, and writes nothing', async () => {
  const before = standIns.requests.length

  const reply = await check({})

  expect(outcomes(reply)).toEqual([
    'read passed',
    'paging passed',
    'changes passed',
    'fields passed',
  ])
  expect(standIns.requests.slice(before).map(({ method }) => method)).not.toContain('POST')
})

it.each([
  [{ path: '/persons' }, 'read', 'not-found, status 404'],
  [{ records: 'items' }, 'read', 'the list at items is missing'],
  [{ id: 'uuid' }, 'read', 'no ID at uuid'],
  [{ since: { in: 'query', name: 'changed', format: 'unix' } }, 'changes', '`changed` is ignored'],
])('finds a fault that only the provider shows: %j', async (read, ability, words) => {
  const { findings } = await check({ entry: { objects: { contacts: { read } } } })

  expect(findings.filter(({ outcome }) => outcome === 'failed')).toEqual([
    { ability, outcome: 'failed', detail: expect.stringContaining(words) },
  ])
})

it.each([
  [{ field: 'id' }, 'passed', 'Records are associated with owners.'],
  [{ field: 'nothing' }, 'unproven', 'No checked record is associated with owners.'],
  [
    { path: '/contacts/{id}/nowhere', records: 'data', id: 'id' },
    'failed',
    'The provider refused or did not answer (not-found, status 404).',
  ],
])('tests declared associations: %j', async (rules, outcome, detail) => {
  const entry = { objects: { contacts: { associations: { owners: rules } } } }

  const { findings } = await check({ entry })

  expect(findings.filter(({ ability }) => ability === 'associations')).toEqual([
    { ability: 'associations', outcome, detail },
  ])
})

it('writes only a given record and deletes it', async () => {
  const leads = () => standIns.of('breakcold').listKept('leads')
  const before = leads().map(({ id }) => id)
  const id = await connect('breakcold')

  const reply = await check({ objectName: 'leads', record: { first_name: 'Try' } }, id)

  expect(outcomes(reply).slice(-4)).toEqual([
    'create passed',
    'read passed',
    'update passed',
    'delete passed',
  ])
  expect(leads().map((record) => record.id)).toEqual(before)
})

it('logs no credentials and no record values', async () => {
  const [record] = standIns.of('front').listKept('contacts')
  if (record) record.fields['name'] = 'Hank Scorpio of Globex'
  standIns.disturb('front', ({ headers }) => ({
    status: 400,
    body: { message: `No ${String(headers['authorization'])} of Hank Scorpio` },
  }))
  const refused = await check({})
  standIns.disturb('front', undefined)

  const text = JSON.stringify([refused, await check({})])

  expect(outcomes(refused)).toEqual(['read failed'])
  expect(text).not.toContain(secret)
  expect(text).not.toContain('Scorpio')
  expect(text).not.toContain(record?.id)
})

it.each<[string, object, string]>([
  ['another host', { entry: { baseURL: 'https://evil.test' } }, 'entry.baseURL'],
  ['another provider', { entry: { name: 'paddle' } }, 'entry.name'],
  ['an unknown rule', { entry: { objects: { contacts: { read: { script: 'x' } } } } }, 'entry'],
  ['no such object', { objectName: 'constructor' }, 'objectName'],
])('rejects a file that has %s without sending requests', async (_, body, name) => {
  const before = standIns.requests.length

  const reply = await check(body)

  expect(reply).toMatchObject({ status: 400, issues: [{ in: 'body', name }] })
  expect(standIns.requests).toHaveLength(before)
})

const many = <Value>(count: number, value: (index: number) => Value) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, value(index)]))

const issue = (words: string) => ({
  status: 400,
  issues: [{ in: 'body', name: 'entry', detail: expect.stringContaining(words) }],
})

it.each<[string, () => object, object]>([
  ['unknown members', () => many(20_000, () => 1), { status: 413 }],
  ['objects', () => ({ objects: many(10_000, () => ({ read: {} })) }), { status: 413 }],
  [
    'objects of one file',
    () => ({ objects: many(900, () => ({ read: {} })) }),
    issue('500 objects'),
  ],
  [
    'fields of a wrong kind',
    () => ({ objects: { contacts: { fields: many(20_000, () => 1) } } }),
    { status: 413 },
  ],
  ['bytes', () => ({ displayName: 'x'.repeat(300_000) }), issue('256 kB')],
])(
  'rejects a file of too many %s immediately without sending requests',
  { tags: 'bounded-replies' },
  async (_, entryOf, rejection) => {
    const before = standIns.requests.length
    const entry = entryOf()
    await check({})
    const share = await measureLeast(1, async () => {
      const unitMs = jsonCpuMs(entry)
      const slowness = measureSlowness()
      const { done: reply, longestMs } = await measureLongestTurn(() => check({ entry }))
      expect(reply).toMatchObject(rejection)
      return longestMs / (20 * unitMs + 20 * (await slowness.stop()))
    })

    expect(share).toBeLessThan(1)
    expect(standIns.requests.slice(before).map(({ method }) => method)).not.toContain('POST')
  },
)

it('rejects a body of more than 512 KiB before it is parsed', async () => {
  const reply = await check({ entry: { displayName: 'x'.repeat(600_000) } })

  expect(reply).toMatchObject({ status: 413 })
})

it('reports the first errors of a file with many', async () => {
  const reply = await check({ entry: many(5_000, () => 1) })

  expect(reply).toMatchObject({ status: 400, detail: expect.stringContaining('4901 more issues') })
  expect(reply.issues).toHaveLength(100)
})

it("sends no credential to an object's host in the file", async () => {
  const before = standIns.requests.length
  const entry = {
    trustedDomains: ['evil.test'],
    objects: { contacts: { base: 'https://evil.test' } },
  }

  const { findings } = await check({ entry })

  expect(findings).toEqual([
    { ability: 'read', outcome: 'failed', detail: expect.stringContaining('bad-request') },
  ])
  expect(standIns.requests).toHaveLength(before)
})

it('rejects connections of another provider or tenant', async () => {
  const ofPaddle = await connect('paddle')
  const stranger = await createTenant(platform.database, {
    org: 'Other',
    project: 'other',
    owner: 'owner@other.test',
  })
  const ask = async (key: string, project: string, id: string) => {
    const response = await fetch(
      `${platform.url}/v1/projects/${project}/connections/${id}:check-entry`,
      {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ entry: {}, objectName: 'contacts' }),
      },
    )
    return response.status
  }

  expect(await check({ entry: { name: 'front' } }, ofPaddle)).toMatchObject({ status: 400 })
  expect(await ask(stranger.apiKey, 'other', connectionId)).toBe(404)
  expect(await ask(stranger.apiKey, 'test', connectionId)).toBe(404)
  expect(await ask(platform.frontendApiKey, 'test', connectionId)).toBe(403)
})

describe('a recording', () => {
  type Recorded = Recording & { status?: number; detail?: string; issues?: object[] }
  const record = (body: object, id = connectionId) =>
    platform.call<Recorded>('POST', `/v1/{p}/connections/${id}:record-object`, {
      objectName: 'contacts',
      ...body,
    })

  /** Reads the object itself. */
  const readAt = async (provider: string, objectName: string, id: ConnectionId) => {
    const db = platform.database.tenant(platform.projectId)
    const { entry, client } = await openProvider(platform.services, db, id)
    const connector = must(entry.connector, provider)
    const { fields } = await connector.describeObject(client, objectName)
    const records: ProviderRecord[] = []
    let cursor: string | undefined
    do {
      const request = { objectName, fieldNames: Object.keys(fields).slice(0, 40), cursor }
      const page = await connector.read(client, request)
      records.push(...page.records)
      cursor = page.next
    } while (cursor !== undefined)
    return records
  }

  it.each([
    ['salesforce', 'Contact'],
    ['hubspot', 'contacts'],
  ] as const)('of %s is read with the same pages, times and end', async (provider, objectName) => {
    const { id } = await platform.connect('globex', provider)
    const source = await readAt(provider, objectName, id)

    const recording = await record({ objectName }, id)
    const connector = must(catalogue[provider]?.connector, provider)
    const pages = await replayRecording(connector, recording.replies)

    expect(recording).toMatchObject({ provider, objectName, records: 45, ended: true })
    expect(pages.map(({ records, next }) => [records.length, next !== undefined])).toEqual([
      [20, true],
      [20, true],
      [5, false],
    ])
    const found = pages.flatMap(({ records }) => records)
    expect(found.map(({ updatedTime }) => updatedTime)).toEqual(
      source.map(({ updatedTime }) => updatedTime),
    )
    expect(new Set(found.map((one) => one.id)).size).toBe(45)
    expect(valuesIn(source).filter((value) => JSON.stringify(recording).includes(value))).toEqual(
      [],
    )
  })

  it('contains neither credentials nor values of records', async () => {
    const [contact] = standIns.of('front').listKept('contacts')
    Object.assign(must(contact, 'contact').fields, {
      name: 'Hank Scorpio',
      mail: 'hank@globex.com',
      note: `Key ${secret}, see https://globex.com/hank?token=${secret}`,
      nested: { 'hank@globex.com': [{ phone: '+43 664 1234567', born: '1971-03-04' }] },
    })

    const recording = await record({})

    const text = JSON.stringify(recording)
    const canaries = ['Scorpio', 'globex', secret, '664 1234567', '1971-03-04']
    expect(canaries.filter((canary) => text.includes(canary))).toEqual([])
    expect(recording.replies[0]).toMatchObject({ object: 'contacts', method: 'GET', status: 200 })
  })

  it('is bounded by pages', async () => {
    const { replies, ended } = await record({ pages: 1, pageSize: 3 })

    expect(replies.map(({ expected }) => expected?.next)).toEqual([true])
    expect(ended).toBe(false)
  })

  it.each([
    [{ pages: 1000 }, 'pages'],
    [{ objectName: 'constructor', entry: {} }, 'objectName'],
    [{ entry: { baseURL: 'https://evil.test' } }, 'entry.baseURL'],
  ])('is rejected for %j without requests', async (body, name) => {
    const before = standIns.requests.length

    const reply = await record(body)

    expect(reply).toMatchObject({ status: 400, issues: [{ in: 'body', name }] })
    expect(standIns.requests).toHaveLength(before)
  })
})

/** Values of a person in records, such as names and addresses. */
const valuesIn = (records: readonly ProviderRecord[]) =>
  records.flatMap(({ id, raw }) => [
    id,
    ...Object.entries({ ...raw, ...(raw['properties'] as object) }).flatMap(([name, value]) =>
      /name|mail|phone|street/i.test(name) && typeof value === 'string' && value.length > 5
        ? [value]
        : [],
    ),
  ])
