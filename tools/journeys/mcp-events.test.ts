import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { givenPlatform } from '@platform/testing/test-platform'
import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'

const ListedEvents = z.object({
  events: z.array(z.looseObject({ name: z.string(), delivery: z.array(z.string()) })),
})
const PolledEvents = z.object({
  events: z.array(
    z.object({
      eventId: z.string(),
      name: z.string(),
      timestamp: z.string(),
      data: z.object({ type: z.string(), message: z.unknown() }),
    }),
  ),
  cursor: z.string(),
  truncated: z.boolean(),
  hasMore: z.boolean(),
  nextPollMs: z.number(),
})

/** Starts a platform with a `pull` destination, and returns what connects the protocol's own client. */
async function givenEvents() {
  const platform = await givenPlatform()
  const { call } = platform
  await call('POST', '/v1/{p}/destinations', { name: 'inbox', type: 'pull', metadata: {} })
  await call('POST', '/v1/{p}/destinations', { name: 'other', type: 'log', metadata: {} })
  const connect = async (scopes: string[], more: object = {}) => {
    const { key } = await call<{ key: string }>('POST', '/v1/{p}/api-keys', {
      label: 'agent',
      scopes,
      ...more,
    })
    const client = new Client({ name: 'test', version: '1.0.0' })
    const url = new URL('/mcp/v1/project', must(platform.url, 'URL'))
    const requestInit = { headers: { 'x-api-key': key } }
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
    onTestFinished(() => client.close())
    const poll = (params: object = {}) =>
      client.request(
        {
          method: 'events/poll',
          params: { name: 'destination.message', arguments: { destination: 'inbox' }, ...params },
        },
        PolledEvents,
      )
    // The client knows the capabilities of the protocol only.
    const initialize = async () => {
      const params = {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'test', version: '1.0.0' },
      }
      const reply = await fetch(url, {
        method: 'POST',
        headers: {
          ...requestInit.headers,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
      })
      const { result } = await reply.json()
      return result.capabilities
    }
    return { client, poll, initialize }
  }
  const send = () => call('POST', '/v1/{p}/destinations/inbox:test', {})
  return { connect, send }
}

it('lists and polls messages of a destination from a cursor, by the client of the protocol', async () => {
  const { connect, send } = await givenEvents()
  const { client, poll, initialize } = await connect(['read', 'read:messages'])
  await send()

  const listed = await client.request({ method: 'events/list' }, ListedEvents)
  const start = await poll({ cursor: null })
  for (let nth = 0; nth < 3; nth++) await send()
  const first = await vi.waitFor(async () => {
    const polled = await poll({ cursor: start.cursor, maxEvents: 2 })
    expect(polled.hasMore).toBe(true)
    return polled
  }, patiently)
  const second = await poll({ cursor: first.cursor })
  const end = await poll({ cursor: second.cursor })
  const [event] = first.events
  const ofOtherType = await poll({
    cursor: '0',
    arguments: { destination: 'inbox', types: ['read'] },
  })
  const tooOld = await poll({ cursor: '0', maxAgeMs: 0 })

  expect(await initialize()).toEqual({ tools: {}, events: {} })
  expect(listed.events).toMatchObject([{ name: 'destination.message', delivery: ['poll'] }])
  // Without a cursor, only the position is returned: the message before is not.
  expect(start).toMatchObject({ events: [], cursor: '1', hasMore: false, truncated: false })
  expect([first.events.length, second.events.length, end.events.length]).toEqual([2, 1, 0])
  expect(event?.data.message).toMatchObject({ notificationType: expect.any(String) })
  expect(new Set([...first.events, ...second.events].map(({ eventId }) => eventId)).size).toBe(3)
  expect(ofOtherType).toMatchObject({ events: [], cursor: '4', truncated: false })
  expect(tooOld).toMatchObject({ events: [], cursor: '4', truncated: true })
})

it('rejects what the key may not read, and what does not exist, with the codes of the extension', async () => {
  const { connect } = await givenEvents()
  const { client, poll } = await connect(['read', 'read:messages'])
  const { initialize: greetStranger, poll: pollAsStranger } = await connect(['read', 'observe'])

  expect(await greetStranger()).toEqual({ tools: {} })
  await expect(pollAsStranger()).rejects.toMatchObject({ code: -32601 })
  await expect(poll({ name: 'email.received' })).rejects.toMatchObject({ code: -32011 })
  for (const destination of ['missing', 'other'])
    await expect(poll({ arguments: { destination } })).rejects.toMatchObject({ code: -32011 })
  for (const params of [{ arguments: {} }, { arguments: { destination: 'inbox', more: 1 } }])
    await expect(poll(params)).rejects.toMatchObject({ code: -32602 })
  await expect(poll({ cursor: '999' })).rejects.toMatchObject({ code: -32602 })
  await expect(poll({ cursor: 'x' })).rejects.toMatchObject({ code: -32602 })
  await client.close()
})
