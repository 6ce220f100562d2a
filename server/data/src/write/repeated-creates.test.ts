import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import type { ApiProblem, Operation, WriteReply } from '@platform/contract'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { getPort } from '@platform/kernel/values'

const manifest = `
specVersion: 1.0.0
integrations:
  - name: till
    provider: square
    write: { objects: [{ objectName: cards }] }
`

/** Simulates Square: executes a create once per key, and loses the requested number of replies. */
let square: Server
let lost = 0
const sent: string[] = []
const cards = new Map<string, string>()

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  square = createServer((request, reply) => {
    void (async () => {
      if (request.method !== 'POST') return reply.end('{}')
      const body = (await json(request)) as { idempotency_key: string }
      const key = body.idempotency_key
      sent.push(key)
      if (!cards.has(key)) cards.set(key, `card-${cards.size + 1}`)
      if (lost > 0) {
        lost--
        return request.socket.destroy()
      }
      reply.setHeader('content-type', 'application/json')
      return reply.end(JSON.stringify({ card: { id: cards.get(key) } }))
    })()
  })
  await once(square.listen(0, '127.0.0.1'), 'listening')
  platform = await testPlatform({
    contacts: 1,
    sourceYaml: manifest,
    env: {
      PLATFORM_PROVIDERS: JSON.stringify({
        square: {
          baseURL: `http://127.0.0.1:${getPort(square)}`,
          authType: 'apiKey',
          oauth2Opts: null,
          apiKeyOpts: { attachmentType: 'header', header: { name: 'X-Secret' } },
          metadata: null,
        },
      }),
    },
  })
  const whose = { provider: 'square', groupRef: 'globex', consumerRef: 'hank' }
  await platform.call('POST', '/v1/{p}/connections:generate', { ...whose, apiKey: 'secret' })
  await platform.call('POST', '/v1/{p}/integrations/till/installations', {
    groupRef: 'globex',
    config: { content: { write: { objects: { cards: { objectName: 'cards' } } } } },
  })
})
afterAll(async () => {
  await platform.close()
  square.close().closeAllConnections()
})
beforeEach(() => {
  sent.length = 0
  cards.clear()
})

const create = (mode: 'synchronous' | 'asynchronous', idempotencyKey: string = randomUUID()) =>
  platform.call<WriteReply & ApiProblem>(
    'POST',
    '/write/v1/{p}/integrations/till/objects/cards',
    { groupRef: 'globex', type: 'create', mode, record: { cardholder_name: 'Ada Lind' } },
    { 'idempotency-key': idempotencyKey },
  )

it('repeats a create whose reply was lost with its idempotency key', async () => {
  lost = 1
  const idempotencyKey = randomUUID()

  const first = await create('synchronous', idempotencyKey)
  const second = await create('synchronous', idempotencyKey)

  expect(first.type).toContain('/write-outcome-unknown')
  expect(second.result).toMatchObject({ success: true, recordId: 'card-1' })
  expect([sent.length, new Set(sent).size, cards.size]).toEqual([2, 1, 1])
})

it('ends an asynchronous create by repeating it with the same key', async () => {
  lost = 1

  const { operationId } = await create('asynchronous')

  const ended = await vi.waitFor(async () => {
    const operation = await platform.call<Operation>('GET', `/v1/{p}/operations/${operationId}`)
    expect(operation.status).not.toBe('in_progress')
    return operation
  }, patiently)
  expect(ended).toMatchObject({ status: 'success', metadata: { successfulRecordIds: ['card-1'] } })
  expect(cards.size).toBe(1)
})

it('sends a different key for every create', async () => {
  await create('synchronous')
  await create('synchronous')

  expect(cards.size).toBe(2)
})
