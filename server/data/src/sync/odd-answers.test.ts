import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Connection, Installation } from '@platform/contract'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

const list = (objectName: string) => `
        - objectName: ${objectName}
          destination: webhook
          deleted: true
          optionalFieldsAuto: all
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]`

const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: trees
    provider: orchard
    read:
      objects:${list('trees')}
  - name: loans
    provider: orchard
    read:
      objects:${list('loans')}
`

const replies: Record<string, (request: IncomingMessage) => Reply> = {}
const server = createServer((request, response) => {
  const [path = ''] = (request.url ?? '').split('?')
  const { status = 200, headers, body } = replies[path]?.(request) ?? { status: 404, body: {} }
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body))
})

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const read = (name: string) => ({ read: { path: `/${name}`, records: name, id: 'id' } })
  platform = await testPlatform({
    sourceYaml,
    env: {
      PLATFORM_PROVIDERS: JSON.stringify({
        orchard: {
          authType: 'apiKey',
          baseURL: `http://127.0.0.1:${port}`,
          defaults: { read: { paging: { style: 'cursor', from: 'next', param: 'cursor' } } },
          objects: { loans: read('loans'), trees: read('trees') },
        },
      }),
    },
  })
})
afterAll(async () => {
  await platform.close()
  server.close()
})

async function install(integration: string, groupRef: string) {
  const connection = await platform.call<Connection>('POST', '/v1/{p}/connections:generate', {
    provider: 'orchard',
    groupRef,
    consumerRef: groupRef,
    apiKey: 'key-of-the-orchard',
  })
  const { id } = await platform.call<{ id: `inst_${string}` }>(
    'POST',
    `/v1/{p}/integrations/${integration}/installations`,
    {
      groupRef,
      config: { content: { provider: 'orchard', read: { objects: { [integration]: {} } } } },
    },
  )
  return { connection, installationId: id }
}

it('takes a 401 of one list for a missing permission while the key works elsewhere', async () => {
  const body = { trees: [{ id: 1 }] }
  replies['/trees'] = ({ headers }) =>
    headers.authorization === 'key-of-the-orchard' ? { body } : { status: 401, body: {} }
  replies['/loans'] = () => ({ status: 401, body: { message: 'Not part of your plan.' } })

  const { connection } = await install('trees', 'grove')
  const loans = await install('loans', 'grove')
  await vi.waitFor(async () => {
    const path = `/v1/{p}/integrations/loans/installations/${loans.installationId}`
    const { health } = await platform.call<Installation>('GET', path)
    expect(health).toMatchObject({
      reason: expect.stringContaining('Not part of your plan.') as string,
    })
  }, patiently)
  await vi.waitFor(() => expect(listEntries('trees')).toHaveLength(1), patiently)

  const after = await platform.call<Connection>('GET', `/v1/{p}/connections/${connection.id}`)
  expect(after).toMatchObject({ status: 'working' })
  expect(
    platform.messages.map((message) => (message as { eventType?: string }).eventType),
  ).not.toContain('connection.error')
})

const listEntries = (objectName: string, groupRef?: string) =>
  platform.messages
    .filter(
      (message) =>
        message.objectName === objectName &&
        (groupRef === undefined || message.groupRef === groupRef),
    )
    .flatMap(({ result }) => result ?? [])

it('delivers records beside one whose text no database stores', async () => {
  const text =
    '{"trees":[{"id":1,"name":"a\\u0000b"},{"id":2,"name":"\\ud83d"},{"id":3,"name":"Elm"}]}'
  replies['/trees'] = () => ({ body: JSON.parse(text) as unknown })

  const { installationId } = await install('trees', 'nursery')
  await vi.waitFor(() => {
    const read = listEntries('trees', 'nursery')
    expect(read.map(({ raw }) => raw?.['id'])).toEqual([1, 2, 3])
    expect(read.at(-1)?.raw).toMatchObject({ name: 'Elm' })
  }, patiently)
  const path = `/v1/{p}/integrations/trees/installations/${installationId}`
  await vi.waitFor(async () => {
    const { health } = await platform.call<Installation>('GET', path)
    expect(health).toMatchObject({ state: 'healthy' })
  }, patiently)
})

it('delivers records whose IDs become one in the database', async () => {
  const text =
    '{"trees":[{"id":"e\\ud800"},{"id":"e\\ud801"},{"id":"e\\ufffd"},{"id":"e\\u0000"},{"id":"Elm"}]}'
  const { trees } = JSON.parse(text) as { trees: { id: string }[] }
  replies['/trees'] = () => ({ body: { trees } })

  const { installationId } = await install('trees', 'halves')
  await vi.waitFor(() => {
    const read = listEntries('trees', 'halves')
    expect(read.map(({ raw }) => raw?.['id'])).toEqual(trees.map(({ id }) => id))
  }, patiently)
  const path = `/v1/{p}/integrations/trees/installations/${installationId}`
  await vi.waitFor(async () => {
    const { health } = await platform.call<Installation>('GET', path)
    expect(health).toMatchObject({ state: 'healthy' })
  }, patiently)
})

it('delivers records beside one that is nested too deeply, which is named and not reported as deleted', async () => {
  const deep = `${'['.repeat(500)}${']'.repeat(500)}`
  replies['/trees'] = () => ({ body: { trees: [{ id: 1 }, { id: 2 }, { id: 3 }] } })
  const { installationId } = await install('trees', 'roots')
  await vi.waitFor(() => expect(listEntries('trees', 'roots')).toHaveLength(3), patiently)

  replies['/trees'] = () => ({
    body: `{"trees":[{"id":1,"name":"Oak"},{"id":2,"of":${deep}},{"id":3,"name":"Elm"}]}`,
  })
  const read = `/read/v1/{p}/integrations/trees/objects/trees`
  const { operationId } = await platform.call<{ operationId: string }>('POST', read, {
    groupRef: 'roots',
  })
  await vi.waitFor(async () => {
    const path = `/v1/{p}/operations/${operationId}`
    expect(await platform.call('GET', path)).toMatchObject({
      status: 'success',
      result: expect.stringContaining('too large or unreadable: 1') as string,
    })
  }, patiently)

  const logs = await platform.call<unknown[]>('GET', `/v1/{p}/operations/${operationId}/logs`)
  expect(JSON.stringify(logs)).toContain('The record 2 is too large and was skipped')
  await vi.waitFor(() => {
    const entries = listEntries('trees', 'roots').slice(3)
    expect(entries.map(({ raw }) => raw?.['name'])).toEqual(['Oak', 'Elm'])
  }, patiently)
  const path = `/v1/{p}/integrations/trees/installations/${installationId}`
  expect((await platform.call<Installation>('GET', path)).health).toMatchObject({
    state: 'healthy',
  })
})
