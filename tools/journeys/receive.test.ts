import { formatReceiveToken, receive, type ReceiveOptions } from '@platform/client/receive'
import { expect, it } from 'vitest'
import { must } from '@platform/kernel/values'
import { givenPlatform, manifest } from '@platform/testing/test-platform'

const contacts = 300

/** Starts a platform that reads contacts into a `pull` destination, and returns its token. */
async function givenPullPlatform() {
  const platform = await givenPlatform({ contacts, sourceYaml: manifest })
  await platform.call('POST', '/v1/{p}/destinations', { name: 'inbox', type: 'pull', metadata: {} })
  await platform.call('PUT', '/v1/{p}/integrations:batch', {
    sourceYaml: manifest.replace('destination: webhook', 'destination: inbox'),
  })
  const { key: apiKey } = await platform.call<{ key: string }>('POST', '/v1/{p}/api-keys', {
    label: 'receiver',
    scopes: ['read:messages'],
  })
  const token = formatReceiveToken({
    baseUrl: must(platform.url, 'URL'),
    project: 'test',
    destination: 'inbox',
    apiKey,
  })
  return { ...platform, token }
}

it('receives every record in order, through failures of handler, network and process', async () => {
  const { connect, install, call, token } = await givenPullPlatform()
  await connect()
  await install()
  const handled: { cursor: string; records: string[] }[] = []
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
  const revoked = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))

  await expect(receive(() => {}, { token: revoked })).rejects.toThrow()
  await expect(receive(() => {}, { token: 'prcv_' })).rejects.toThrow(
    'platform destinations create <name> --pull',
  )
})
