import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { NotificationEventType } from '@platform/contract'
import { getFirst, getPort } from '@platform/kernel/values'
import { sinkTypes } from '../sink-types.ts'
import { testEvent } from '../test-event.ts'
import { open } from '../testing.ts'
import { givenContext, givenEvents, givenHttp } from '../testing/sink-world.ts'
import { givenChat } from './testing.ts'

const at = (url: string) => ({
  metadata: {},
  credentials: { chatUrl: url },
  arrived: async () => [],
})

it('receives the text of the template', async () => {
  const world = await givenChat({ textTemplate: "join(' ', [type, data.name])" })

  const outcomes = await open('chat', world).send(givenEvents(1, { name: 'Grüße 🌍' }))

  expect(outcomes).toMatchObject([{ succeeded: true, response: { status: 200, body: 'ok' } }])
  expect(world.texts()).toEqual(['connection.deleted Grüße 🌍'])
})

it('receives a text for each type of event without a template', async () => {
  const world = await givenChat()
  const sink = open('chat', world)

  for (const type of NotificationEventType.options) await sink.send([testEvent('proj_1', type)])

  const texts = world.texts()
  expect(texts.map((text) => text.split(' · ')[0])).toEqual(NotificationEventType.options)
  expect(texts.find((text) => text.startsWith('read.triggered.error'))).toMatch(/ · \S/)
  expect(texts.join('')).not.toMatch(/undefined|\[object/)
})

it('receives as many messages in one text as its batch size', async () => {
  const world = await givenChat({ batchSize: 3, textTemplate: 'to_string(data.index)' })
  const sink = open('chat', world)

  expect(sink.maxBatch).toBe(3)
  expect(await sink.send(givenEvents(3))).toHaveLength(3)
  expect(world.texts()).toEqual(['0\n1\n2'])
})

it('mentions and links nobody, whatever a customer is called', async () => {
  const world = await givenChat({ textTemplate: 'data.name' })
  const sink = open('chat', world)

  for (const name of ['<!channel>', '@channel @Here', '<https://evil.example|ok> & co', '\ud800']) {
    await sink.send(givenEvents(1, { name }))
  }

  expect(world.texts()).toEqual([
    ...['&lt;!channel&gt;', '@\u200bchannel @\u200bHere'],
    ...['&lt;https://evil.example|ok&gt; &amp; co', '\ufffd'],
  ])
})

it('receives the beginning of a long text', async () => {
  const world = await givenChat({ textTemplate: 'data.text' })

  await open('chat', world).send(givenEvents(1, { text: 'x'.repeat(100_000) }))

  expect(getFirst(world.texts())).toHaveLength(1_001)
})

it('keeps its address out of attempts and issues', async () => {
  const world = await givenChat()
  const outcomes = [
    ...(await open('chat', world).send(givenEvents(1))),
    ...(await open('chat', at('http://127.0.0.1:1/services/s3cret')).send(givenEvents(1))),
  ]
  const issues = sinkTypes.chat.validate(
    { projectId: 'proj_1', ...at('http://10.0.0.1/services/s3cret') },
    givenContext(),
  )

  expect(issues).toMatchObject([{ name: 'secrets.chatUrl' }])
  expect(outcomes).toMatchObject([
    { request: { url: expect.stringMatching(/^chat:127\.0\.0\.1:\d+$/) } },
    { succeeded: false, class: 'connection' },
  ])
  expect(JSON.stringify([outcomes, issues])).not.toContain('s3cret')
})

it.each([
  [400, 'invalid_payload', { class: 'refused', detail: '400: invalid_payload' }],
  [404, 'no_service', { class: 'refused', detail: '404: no_service' }],
  [410, 'channel_is_archived', { class: 'refused', detail: '410: channel_is_archived' }],
  [429, 'rate_limited', { isThrottled: true, retryAfterMs: 30_000 }],
  [500, '<html>no</html>', { class: 'refused', detail: 'It answered 500.' }],
  [302, '', { class: 'redirect' }],
])('reports %i %s', async (status, body, expected) => {
  const target = await givenHttp()
  const { url } = await givenHttp(status, {
    body,
    headers: { location: target.url, ...(status === 429 && { 'retry-after': '30' }) },
  })

  expect(await open('chat', at(url)).send(givenEvents(1))).toMatchObject([
    { succeeded: false, ...expected },
  ])
  expect(target.requests).toEqual([])
})

it('keeps its address out of attempts where a server repeats it', async () => {
  const path = '/services/T0/s3cret-token'
  const { url } = await givenHttp(404, {
    body: `No route for ${path}`,
    headers: { 'x-path': path, 'x-other': 'kept' },
  })

  const outcomes = await open('chat', at(`${url.replace(/\/$/, '')}${path}`)).send(givenEvents(1))

  expect(outcomes).toMatchObject([
    { detail: 'It answered 404.', response: { headers: { 'x-other': 'kept' } } },
  ])
  expect(JSON.stringify(outcomes)).not.toContain('s3cret-token')
})

it('ends attempts at a server that never answers, or never ends', async () => {
  const server = createServer((request, reply) => {
    request.resume()
    if (request.url !== '/endless') return
    reply.writeHead(200)
    const more = setInterval(() => reply.write('x'.repeat(10_000)), 5)
    reply.on('close', () => clearInterval(more))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const send = async (path: string) =>
    open(
      'chat',
      at(`http://127.0.0.1:${getPort(server)}${path}`),
      givenContext({ timeoutMs: 1_000 }),
    ).send(givenEvents(1))

  expect(await send('/silent')).toMatchObject([{ succeeded: false, class: 'timeout' }])
  expect(await send('/endless')).toMatchObject([{ succeeded: false }])
})

it('is not reached at an address that is not allowed', async () => {
  const world = await givenChat()

  expect(
    await open('chat', world, givenContext({ allowCidrs: [] })).send(givenEvents(1)),
  ).toMatchObject([{ succeeded: false, class: 'addressRefused' }])
  expect(world.texts()).toEqual([])
})

it.each([
  [{}, { chatUrl: undefined }, 'secrets.chatUrl'],
  [{}, { chatUrl: 'hooks.slack.com' }, 'secrets.chatUrl'],
  [{ textTemplate: 'data' }, {}, 'metadata.textTemplate'],
])('refuses the settings %j with %j', (metadata, secrets, name) => {
  const credentials = { chatUrl: 'https://hooks.slack.com/services/x', ...secrets }

  expect(
    sinkTypes.chat.validate({ projectId: 'proj_1', metadata, credentials }, givenContext()),
  ).toMatchObject([{ name }])
})
