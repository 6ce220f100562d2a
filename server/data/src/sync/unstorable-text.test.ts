import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Operation } from '@platform/contract'
import { getPort } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

/** PostgreSQL stores neither NUL nor half surrogate pairs, which providers cut texts to. */

const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: fruits
    provider: orchard
    read:
      objects:
        - objectName: fruits
          destination: webhook
          optionalFieldsAuto: all
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
    write:
      objects:
        - objectName: fruits
`
const at = new Date().toISOString()
const odd = { nul: 'a\\u0000b', half: 'a\\ud83d' }
const lists: Record<string, string> = {
  nul: `{"fruits":[{"id":"${odd.nul}","at":"${at}"},{"id":"Fig","at":"${at}"}]}`,
  half: `{"fruits":[{"id":"${odd.half}","at":"${at}"},{"id":"Fig","at":"${at}"}]}`,
}
const created: Record<string, [number, string]> = {
  nul: [201, `{"id":"${odd.nul}","note":"${odd.half}"}`],
  half: [201, `{"id":"${odd.half}","note":"${odd.nul}"}`],
  refused: [422, `{"message":"Bad: ${odd.nul}","code":"${odd.half}"}`],
}
const posts: string[] = []
const server = createServer(({ method, headers }, response) => {
  const key = String(headers.authorization)
  if (method === 'POST') posts.push(key)
  const [status, body] =
    method === 'POST' ? (created[key] ?? [404, '{}']) : [200, lists[key] ?? '{"fruits":[]}']
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
})

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const orchard = {
    authType: 'apiKey',
    baseURL: `http://127.0.0.1:${getPort(server)}`,
    objects: {
      fruits: {
        read: {
          path: '/fruits',
          records: 'fruits',
          id: 'id',
          updated: { field: 'at', format: 'rfc3339' },
        },
        create: { method: 'POST', path: '/fruits', recordId: 'id' },
        fields: { id: 'string', at: 'datetime' },
      },
    },
  }
  platform = await testPlatform({
    sourceYaml,
    env: { PLATFORM_PROVIDERS: JSON.stringify({ orchard }) },
  })
})
afterAll(async () => {
  await platform.close()
  server.close()
})

async function install(groupRef: string): Promise<void> {
  await platform.call('POST', '/v1/{p}/connections:generate', {
    provider: 'orchard',
    groupRef,
    consumerRef: groupRef,
    apiKey: groupRef,
  })
  const objects = { fruits: {} }
  const content = { provider: 'orchard', read: { objects }, write: { objects } }
  const path = '/v1/{p}/integrations/fruits/installations'
  await platform.call('POST', path, { groupRef, config: { content } })
}

const write = (groupRef: string, mode: string) =>
  platform.call<{ operationId: `op_${string}`; result?: { success: boolean } }>(
    'POST',
    '/write/v1/{p}/integrations/fruits/objects/fruits',
    { groupRef, mode, type: 'create', record: { name: 'Fig' } },
  )

it.each(['nul', 'half'])('reads and creates records with such an ID: %s', async (groupRef) => {
  await install(groupRef)

  await vi.waitFor(() => {
    const read = platform.messages
      .filter((message) => message.groupRef === groupRef)
      .flatMap(({ result }) => result ?? [])
    expect(read.map(({ raw }) => raw?.['id'])).toEqual([
      JSON.parse(`"${groupRef === 'nul' ? odd.nul : odd.half}"`),
      'Fig',
    ])
  }, patiently)
  expect(await write(groupRef, 'synchronous')).toMatchObject({ result: { success: true } })
  const { operationId } = await write(groupRef, 'asynchronous')
  await vi.waitFor(async () => {
    const path = `/v1/{p}/operations/${operationId}`
    expect(await platform.call<Operation>('GET', path)).toMatchObject({ status: 'success' })
  }, patiently)
  expect(posts.filter((key) => key === groupRef)).toHaveLength(2)
})

it('shows a rejection with such a text', async () => {
  await install('refused')

  expect(await write('refused', 'synchronous')).toMatchObject({ result: { success: false } })
})
