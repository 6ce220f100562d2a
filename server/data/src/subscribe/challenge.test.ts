import type { Installation } from '@platform/contract'
import { newId } from '@platform/kernel/db/new-id'
import { providerStandIns } from '@platform/connectors/stand-in'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

const manifest = `
specVersion: 1.0.0
integrations:
  - name: boards
    provider: monday
    read:
      objects:
        - objectName: items
          destination: webhook
          requiredFields:
            - fieldName: name
    subscribe:
      objects:
        - objectName: items
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: {enabled: always}
          updateEvent: {enabled: always, watchFieldsAuto: all}
`
const base = '/v1/{p}/integrations/boards/installations'

let standIns: Awaited<ReturnType<typeof providerStandIns>>
let platform: Awaited<ReturnType<typeof testPlatform>>

beforeAll(async () => {
  standIns = await providerStandIns(['monday'])
  platform = await testPlatform({
    contacts: 1,
    sourceYaml: manifest,
    env: { PLATFORM_PROVIDERS: JSON.stringify(standIns.overrides) },
  })
  for (const groupRef of ['globex', 'initech']) {
    await platform.call('POST', '/v1/{p}/connections:generate', {
      provider: 'monday',
      groupRef,
      consumerRef: `hank of ${groupRef}`,
      apiKey: `secret of ${groupRef}`,
    })
    const content = { provider: 'monday', read: { objects: { items: {} } } }
    const { id } = await platform.call<{ id: string }>('POST', base, {
      groupRef,
      config: { content },
    })
    await vi.waitFor(async () => {
      const { subscription } = await platform.call<Installation>('GET', `${base}/${id}`)
      expect(subscription).toMatchObject({ state: 'active' })
    }, patiently)
  }
})
beforeEach(() => {
  platform.messages.length = 0
})
afterAll(async () => {
  await platform.close()
  await standIns.close()
})

const listWebhooks = () => [...standIns.of('monday').webhooks!.registered.values()]
const listURLs = () => [...new Set(listWebhooks().map(({ url }) => url))]

async function send(url: string, body: string, method = 'POST') {
  const hasBody = method === 'POST'
  const reply = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(hasBody && { body }),
    redirect: 'manual',
  })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

const challenge = (value: unknown) => JSON.stringify({ challenge: value })

const listReceivedIds = () =>
  platform.messages
    .filter(({ action }) => action === 'subscribe')
    .flatMap(({ result }) => (result ?? []).flatMap(({ id }) => id ?? []))

const deliver = (url: string, recordId: string) => {
  const found = standIns
    .of('monday')
    .webhooks!.makeDeliveries('items', 'update', recordId)
    .find((one) => one.url === url)!
  return send(url, found.body)
}

describe('the webhook URL of a connection whose provider signs nothing', () => {
  it('receives the changes below every parent, and each delivery once', async () => {
    const [url = ''] = listURLs()

    expect(listURLs()).toHaveLength(2)
    // Two events for each board.
    expect(listWebhooks().filter((one) => one.url === url).length).toBeGreaterThan(2)
    expect(await deliver(url, '1002')).toMatchObject({ status: 204 })

    await vi.waitFor(() => expect(listReceivedIds()).toEqual(['1002']), patiently)
  })

  it('answers the check of the provider with its value alone, whatever that is', async () => {
    const [url = ''] = listURLs()
    for (const value of ['3eZbrw1aBm2rZgRNFdxV', 'https://stranger.test/?a=<script>']) {
      const { status, headers, text } = await send(url, challenge(value))

      expect(status).toBe(200)
      expect(JSON.parse(text)).toEqual({ challenge: value })
      expect(headers.get('content-type')).toContain('application/json')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('location')).toBeNull()
    }
    expect(listReceivedIds()).toEqual([])
  })

  it('repeats no value that is several lines, very long or no text', async () => {
    const [url = ''] = listURLs()
    for (const value of ['a\r\nset-cookie: b=c', 'x'.repeat(2_001), 7, null, ['a'], '']) {
      const { status, text } = await send(url, challenge(value))

      // It is no event that the connection knows, and no check.
      expect({ status, text }).toEqual({ status: 204, text: '' })
    }
  })

  it('accepts neither a check nor a delivery of strangers', async () => {
    const [url = ''] = listURLs()
    const key = url.slice(url.lastIndexOf('/') + 1)
    const [, project = '', subscription = ''] =
      /projects\/(\w+)\/subscriptions\/(\w+)\//.exec(url) ?? []
    const [, other = ''] = /subscriptions\/(\w+)\//.exec(listURLs()[1] ?? '') ?? []
    const elsewhere = [
      url.replace(key, 'A'.repeat(key.length)),
      url.replace(key, key.slice(1)),
      url.replace(project, newId('proj')),
      url.replace(subscription, newId('sub')),
      url.replace(subscription, other),
    ]
    const replies = new Set<string>()
    for (const wrong of elsewhere) {
      for (const body of [challenge('secret value'), '{"event":{"type":"create_pulse"}}']) {
        const { status, text } = await send(wrong, body)
        expect(status).toBe(401)
        expect(text).not.toContain('secret value')
        const { type, title, detail } = JSON.parse(text) as Record<string, string>
        replies.add(JSON.stringify({ type, title, detail }))
      }
    }
    expect(replies.size).toBe(1)
    expect(listReceivedIds()).toEqual([])
  })

  it('accepts neither other methods nor bodies above the limit', async () => {
    const [url = ''] = listURLs()

    for (const method of ['GET', 'HEAD']) {
      expect(await send(`${url}?challenge=a`, '', method)).toMatchObject({ status: 401 })
    }
    const huge = challenge('x'.repeat(1024 * 1024 + 1))
    const { status, text } = await send(url, huge)
    expect(status).toBe(413)
    expect(text).not.toContain('xxxx')
    expect(listReceivedIds()).toEqual([])
  })
})
