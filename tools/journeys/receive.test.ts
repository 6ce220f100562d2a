import {
  formatReceiveToken,
  parseReceiveToken,
  receive,
  type ReceiveOptions,
} from '@platform/client/receive'
import { expect, it, vi } from 'vitest'
import { freePort } from '@platform/testing/free-port'
import { patiently } from '@platform/testing/patiently'
import { givenPlatform, manifest } from '@platform/testing/test-platform'

const contacts = 300

/** Starts a platform that reads contacts into a `pull` destination, and returns its token. */
async function givenPullPlatform() {
  const platform = await givenPlatform({ contacts, sourceYaml: manifest })
  await platform.call('POST', '/v1/{p}/destinations', { name: 'inbox', type: 'pull', metadata: {} })
  await platform.call('PUT', '/v1/{p}/integrations:batch', {
    sourceYaml: manifest.replace('destination: webhook', 'destination: inbox'),
  })
  const { receiveToken: token } = await platform.call<{ receiveToken: string }>(
    'POST',
    '/v1/{p}/api-keys',
    { label: 'receiver', scopes: ['read:messages'], destination: 'inbox' },
  )
  return { ...platform, token }
}

it('receives every record in order, through failures of handler, network and process', async () => {
  const { connect, install, call, token } = await givenPullPlatform()
  await connect()
  await install()
  const handled: { cursor: string | undefined; records: string[] }[] = []
  const seen = () => new Set(handled.flatMap(({ records }) => records))
  let failures = 0

  /** Handles messages until one fails in a way that ends the process. */
  const runProcess = async (options: ReceiveOptions) => {
    const ending = new AbortController()
    await receive(
      (message, { cursor }) => {
        if ('action' in message && message.action === 'read') {
          const records = (message.result ?? []).map(({ raw }) => String(raw?.['Id']))
          handled.push({ cursor, records })
        }
        if (handled.length % 2 === 1 && failures++ % 2 === 0) throw new Error('The handler failed.')
        if (seen().size === contacts) ending.abort()
      },
      { token, signal: ending.signal, onError: () => ending.abort(), ...options },
    )
  }
  const countUnread = async () =>
    (await call<{ unread: number }>('GET', '/v1/{p}/destinations/inbox/consumers/default')).unread
  for (let count = 0; seen().size < contacts || (await countUnread()) > 0; count++) {
    expect(count).toBeLessThan(60)
    let calls = 0
    const flaky: typeof fetch = async (input, init) => {
      if (++calls % 5 === 0) throw new TypeError('The network failed.')
      return fetch(input, init)
    }
    await runProcess({ fetch: flaky })
  }

  expect(seen().size).toBe(contacts)
  const cursors = handled.map(({ cursor }) => Number(cursor))
  // A message is repeated right after it failed; none is passed over.
  for (const [nth, cursor] of cursors.entries())
    expect(cursor - (cursors[nth - 1] ?? cursor)).toBeLessThanOrEqual(1)
})

it('ends when its key is revoked, with what to do', async () => {
  const { token } = await givenPullPlatform()
  const { apiKey, ...rest } = parseReceiveToken(token)
  const revoked = formatReceiveToken({ ...rest, apiKey: apiKey.replace(/.$/, '!') })

  await expect(receive(() => {}, { token: revoked })).rejects.toThrow()
  await expect(receive(() => {}, { token: 'prcv_' })).rejects.toThrow(
    'platform destinations create <name> --pull',
  )
})

it('receives at its URL with the same code and token, and what was stored before', async () => {
  const { connect, install, call, token } = await givenPullPlatform()
  await connect()
  await install()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/messages`
  const stored = new Set<string>()
  const sent = new Set<string>()
  let failures = 0
  const start = async (options: ReceiveOptions, isOver: () => boolean) => {
    const ending = new AbortController()
    const receiving = receive(
      (message, { eventId, cursor }) => {
        if (failures++ === 0) throw new Error('The handler failed.')
        const at = cursor === undefined ? sent : stored
        if ('action' in message)
          for (const { raw } of message.result ?? []) at.add(String(raw?.['Id']))
        else at.add(eventId)
      },
      { token, signal: ending.signal, onError: () => {}, ...options },
    )
    await Promise.race([receiving, vi.waitFor(() => expect(isOver()).toBe(true), patiently)])
    return { stop: () => ending.abort(), ended: receiving }
  }

  // All is read while nobody receives, and the receiver has a URL from the start.
  await vi.waitFor(async () => {
    const consumer = { name: `look-${Date.now()}`, from: 'first' }
    const { unread } = await call<{ unread: number }>(
      'POST',
      '/v1/{p}/destinations/inbox/consumers',
      consumer,
    )
    await call('DELETE', `/v1/{p}/destinations/inbox/consumers/${consumer.name}`)
    expect(unread).toBeGreaterThan(0)
  }, patiently)
  const first = await start(
    { url, port, eventTypes: ['connection.deleted', 'read.triggered.done'] },
    () => stored.size >= contacts,
  )
  expect(await call('GET', '/v1/{p}/destinations/inbox')).toMatchObject({
    type: 'webhook',
    metadata: { url },
  })

  const forged = await fetch(url, {
    method: 'POST',
    headers: { 'webhook-id': 'evt_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' },
    body: '{}',
  })
  expect(forged.status).toBe(401)
  await call('GET', '/v1/{p}/destinations/inbox?rotate=true')
  await call('POST', '/v1/{p}/destinations/inbox:test', {})
  await vi.waitFor(() => expect(sent.size).toBe(1), patiently)
  first.stop()
  await first.ended

  // Without a URL, it would take the messages of the other.
  await expect(receive(() => {}, { token })).rejects.toThrow('of type webhook')
  await call('POST', '/v1/{p}/destinations/inbox:receive', { url: null })
  await call('POST', '/v1/{p}/destinations/inbox:test', {})
  const second = await start({ concurrency: 2 }, () => stored.size > contacts)
  second.stop()
  await second.ended
})
