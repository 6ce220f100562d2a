import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Capability } from '@platform/contract'
import { getPort } from '@platform/kernel/values'
import { testPlatform } from '@platform/testing/test-platform'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

/** The account of a customer at a provider, and the requests that it received. */
let heard: string[] = []
const account = createServer((request, reply) => {
  heard.push(`${request.method} ${request.url?.split('?')[0]}`)
  const trees = [1, 2].map((id) => ({
    id,
    name: 'Ash Smith',
    ssn: 980_654_321,
    born: '1971-03-04',
  }))
  reply.writeHead(200, { 'content-type': 'application/json' })
  reply.end(JSON.stringify({ trees, ssn: 980_654_321 }))
})

let platform: Awaited<ReturnType<typeof testPlatform>>
let connectionId: string
beforeAll(async () => {
  await once(account.listen(0, '127.0.0.1'), 'listening')
  const orchard = {
    displayName: 'Orchard',
    authType: 'none',
    baseURL: `http://127.0.0.1:${getPort(account)}`,
    trustedDomains: ['http://127.0.0.1'],
    objects: { trees: { read: { path: '/trees', records: 'trees', id: 'id' } } },
  }
  platform = await testPlatform({ env: { PLATFORM_PROVIDERS: JSON.stringify({ orchard }) } })
  const { id } = await platform.call<{ id: string }>('POST', '/v1/{p}/connections:generate', {
    ...{ provider: 'orchard', groupRef: 'globex', consumerRef: 'hank' },
  })
  connectionId = id
})
afterAll(async () => {
  await platform.close()
  account.close()
})
beforeEach(() => {
  heard = []
})

const keyWith = async (...scopes: Capability[]) => {
  const { key } = await platform.call<{ key: string }>('POST', '/v1/{p}/api-keys', {
    label: scopes.join(' '),
    scopes,
  })
  return key
}
const send = (verb: 'check-entry' | 'record-object', body: object, key: string) =>
  platform.call<{ status?: number; detail?: string; replies?: object[] }>(
    'POST',
    `/v1/{p}/connections/${connectionId}:${verb}`,
    { objectName: 'trees', ...body },
    { 'x-api-key': key },
  )

const transfer = {
  entry: {
    objects: { trees: { read: { method: 'POST', path: '/transfer', body: { to: 'me' } } } },
  },
}
const removal = {
  entry: { objects: { trees: { create: { path: '/transfer' }, delete: { path: '/accounts/1' } } } },
  record: { to: 'me' },
}

it.each<['check-entry' | 'record-object', object, Capability[]]>([
  ['check-entry', transfer, ['manage:connections']],
  ['check-entry', removal, ['manage:connections']],
  ['check-entry', removal, ['manage:connections', 'read:records']],
  ['check-entry', removal, ['manage:connections', 'write:records']],
  ['record-object', transfer, ['manage:connections']],
  ['record-object', transfer, ['manage:connections', 'read:records']],
])(
  'sends no change of a caller that lacks its permission: %s %j %j',
  async (verb, body, scopes) => {
    const reply = await send(verb, body, await keyWith(...scopes))

    expect(reply).toMatchObject({ status: 403 })
    expect(heard.filter((request) => !request.startsWith('GET '))).toEqual([])
  },
)

it.each<Capability[][]>([[['proxy']], [['read:records', 'write:records']]])(
  'sends and audits each request of a caller with %j',
  async (scopes) => {
    const key = await keyWith('manage:connections', ...scopes)

    await send('check-entry', transfer, key)

    expect(heard).toContain('POST /transfer')
    const records = await platform.database.everything
      .selectFrom('auditLog')
      .select(['action', 'after'])
      .where('actorLabel', '=', ['manage:connections', ...scopes].join(' '))
      .execute()
    expect(records).toContainEqual({
      action: 'checkProviderEntry',
      after: { method: 'POST', path: '/transfer' },
    })
  },
)

it('checks a given entry by GET with the permission to manage connections', async () => {
  const body = { entry: { objects: { trees: { read: { path: '/trees/all' } } } } }

  const reply = await send('check-entry', body, await keyWith('manage:connections'))

  expect(reply).toMatchObject({ findings: expect.any(Array) })
  expect(heard).toContain('GET /trees/all')
})

it('records a given entry only for callers that may read records', async () => {
  const body = { entry: { objects: { trees: { read: { path: '/trees/all' } } } } }

  const reply = await send('record-object', body, await keyWith('manage:connections'))

  expect(reply).toMatchObject({ status: 403, detail: expect.stringContaining('read:records') })
  expect(heard).toEqual([])
})

it.each([
  ['as a time of change', { read: { updated: { field: 'ssn', format: 'unix' } } }],
  ['as a number of paging', { read: { total: 'ssn' } }],
  ['as a word of the entry', { read: { query: { q: '980654321,Smith,Ash Smith' } } }],
])('never shows a value that a given entry declares %s', async (_what, trees) => {
  const key = await keyWith('manage:connections', 'read:records')

  const reply = await send('record-object', { entry: { objects: { trees } } }, key)

  expect([200, 400]).toContain(reply.status ?? 200)
  const shown = (reply.replies ?? []).map((one) => ('body' in one ? one.body : undefined))
  expect(JSON.stringify(shown)).not.toMatch(/980654321|Smith/)
})
