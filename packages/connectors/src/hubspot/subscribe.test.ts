import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import {
  WebhookRefusedError,
  type Connector,
  type IncomingWebhook,
  type ProviderEvent,
  type SubscribedObject,
} from '@platform/connector'
import {
  sandboxApps,
  sandboxControl,
  sandboxWebhookAppId,
  startSandbox,
  type Sandbox,
} from '@platform/sandbox'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { requireValue } from '../require-value.ts'
import type { TestClient } from '../testing/provider-client.ts'
import { atSandbox } from '../testing/sandbox-entries.ts'
import { signIn } from '../testing/sign-in.ts'
import { behavesAsSubscribing } from '../testing/subscribe-conformance.ts'
import { hubspot } from './connector.ts'
import * as kit from './testing.ts'
import { app } from './testing.ts'

const subscribing = pushing(hubspot)
function pushing({ subscribing: found }: Connector) {
  if (found?.delivery === 'push') return found
  throw new Error('HubSpot does not come to us any more.')
}
let sandbox: Sandbox
let client: TestClient

beforeAll(async () => {
  sandbox = await startSandbox({ seed: { contacts: 20 } })
})
beforeEach(async () => {
  await control().reset()
  client = await signIn(requireValue(atSandbox(sandbox).hubspot), sandboxApps.hubspot, {
    scopes: kit.scopes,
  })
})
afterAll(() => sandbox.close())

const control = () => sandboxControl(sandbox.hubspotUrl)

/** Receives webhooks, and stores the raw requests. */
async function receiver() {
  const received: IncomingWebhook[] = []
  let url = ''
  const server = createServer((request, response) => void take(request).then(() => response.end()))
  async function take(request: IncomingMessage) {
    received.push({
      method: requireValue(request.method),
      url,
      headers: request.headers,
      rawBody: await buffer(request),
    })
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?project=(1)`
  return {
    url,
    received,
    events: async (count: number) => {
      const all = () => received.flatMap((one) => subscribing.parse(one, { app }, new Date()))
      await vi.waitFor(() => expect(all().length).toBeGreaterThanOrEqual(count), 300_000)
      return all()
    },
  }
}

const contacts: SubscribedObject = {
  objectName: 'Contact',
  create: true,
  update: ['email', 'jobtitle'],
  delete: true,
  association: true,
}

const listPresent = async () => {
  const { body } = await client.request({
    path: `/webhooks/v3/${sandboxWebhookAppId}/subscriptions?hapikey=key`,
  })
  const { results } = body as {
    results: { id: string; eventType: string; propertyName?: string; active: boolean }[]
  }
  return results
}

behavesAsSubscribing({ ...kit.subscribing, rehearse: () => ({ client }) })

describe('subscribing at HubSpot', () => {
  it('receives record changes', async () => {
    const { url, events } = await receiver()
    await subscribing.setUp(client, { objects: [contacts], targetURL: url, app })

    const { id } = await control().createRecord('contacts', { email: 'ada@acme.test' })
    await control().updateRecord('contacts', id, { jobtitle: 'Chief' })
    await control().deleteRecord('contacts', id)

    const heard = await events(4)
    expect(heard).toMatchObject([
      { type: 'create', objectName: 'contacts', recordId: id, workspaceRef: '24510001' },
      { type: 'update', fieldsUpdated: ['email'], providerEventType: 'contact.propertyChange' },
      { type: 'update', fieldsUpdated: ['jobtitle'] },
      { type: 'delete', recordId: id },
    ])
    expect(new Set(heard.map((event) => event.id)).size).toBe(4)
  })

  it('receives association changes', async () => {
    const { url, events } = await receiver()
    const { id } = await control().createRecord('contacts', { email: 'eve@acme.test' })
    const company = await control().createRecord('companies', { name: 'Acme' })
    await subscribing.setUp(client, { objects: [contacts], targetURL: url, app })

    const path = `/crm/objects/2026-09/contacts/${id}/associations/default/companies/${company.id}`
    await client.request({ method: 'PUT', path })

    expect(await events(1)).toMatchObject([
      {
        type: 'associationUpdate',
        recordId: id,
        association: {
          from: { objectName: 'contacts', id },
          to: { objectName: 'companies', id: company.id },
          removed: false,
        },
      },
    ])
  })

  it('changes only differences and removes only its own subscriptions', async () => {
    const targetURL = 'https://platform.test/hooks'
    const theirs = { eventType: 'contact.creation', active: false }
    await client.request({
      method: 'POST',
      path: `/webhooks/v3/${sandboxWebhookAppId}/subscriptions?hapikey=key`,
      body: theirs,
    })

    const request = { objects: [contacts], targetURL, app }
    const first = await subscribing.setUp(client, request)
    const whole = await listPresent()
    client.requests.length = 0
    const second = await subscribing.maintain(client, { ...request, state: first })
    const writes = client.requests.filter(({ method = 'GET' }) => method !== 'GET')
    const fewer = { ...request, objects: [{ ...contacts, update: ['email'] }] }
    const third = await subscribing.setUp(client, { ...fewer, state: second })
    const less = await listPresent()
    await subscribing.tearDown(client, { ...fewer, state: third })

    expect(whole).toHaveLength(5)
    expect(whole.every(({ active }) => active)).toBe(true)
    expect(second).toEqual(first)
    expect(writes).toEqual([])
    expect(less.map(({ propertyName }) => propertyName)).not.toContain('jobtitle')
    expect(await listPresent()).toMatchObject([{ eventType: 'contact.creation' }])
  })

  it('recreates removed webhooks and updates them when our URL changes', async () => {
    const request = { objects: [contacts], targetURL: 'https://old.test/hooks', app }
    const first = await subscribing.setUp(client, request)
    for (const { id } of await listPresent()) {
      await client.request({
        method: 'DELETE',
        path: `/webhooks/v3/${sandboxWebhookAppId}/subscriptions/${id}?hapikey=key`,
      })
    }

    const targetURL = 'https://new.test/hooks'
    const second = await subscribing.maintain(client, { ...request, targetURL, state: first })

    expect(await listPresent()).toHaveLength(5)
    expect(second.data).toMatchObject({ targetURL })
    await subscribing.tearDown(client, { ...request, targetURL, state: second })
    const { status } = await client.request({
      path: `/webhooks/v3/${sandboxWebhookAppId}/settings?hapikey=key`,
    })
    expect(status).toBe(404)
  })

  it('does not replace the webhook URL of another server', async () => {
    await client.request({
      method: 'PUT',
      path: `/webhooks/v3/${sandboxWebhookAppId}/settings?hapikey=key`,
      body: { targetUrl: 'https://theirs.test/' },
    })

    const attempt = subscribing.setUp(client, {
      objects: [contacts],
      targetURL: 'https://ours.test/',
      app,
    })

    await expect(attempt).rejects.toMatchObject({ failure: 'conflict' })
    expect(await listPresent()).toEqual([])
  })

  it('removes its subscriptions when HubSpot refuses others', async () => {
    const attempt = subscribing.setUp(client, {
      objects: [{ ...contacts, other: ['nonsense'] }],
      targetURL: 'https://ours.test/',
      app,
    })

    await expect(attempt).rejects.toMatchObject({ failure: 'bad-request' })
    expect(await listPresent()).toEqual([])
  })

  it('watches every writable property if all fields are watched', async () => {
    await subscribing.setUp(client, {
      objects: [{ objectName: 'contacts', update: 'all' }],
      targetURL: 'https://ours.test/',
      app,
    })

    const names = (await listPresent()).map(({ propertyName }) => propertyName)
    expect(names).toEqual(expect.arrayContaining(['email', 'jobtitle']))
    expect(names).not.toContain('lastmodifieddate')
  })

  it('reports missing values of the provider app', async () => {
    const attempt = subscribing.setUp(client, {
      objects: [contacts],
      targetURL: 'https://ours.test/',
      app: { ...app, metadata: { appId: '1' } },
    })

    await expect(attempt).rejects.toMatchObject({
      failure: 'bad-request',
      fieldNames: ['appId', 'developerApiKey'],
    })
  })

  it('leaves the webhooks of a project app to its files', async () => {
    client.requests.length = 0
    const request = {
      objects: [contacts],
      targetURL: 'https://ours.test/',
      app: { ...app, metadata: {} },
    }

    const state = await subscribing.setUp(client, request)
    await subscribing.tearDown(client, { ...request, state })

    expect(state.warnings).toEqual([expect.stringContaining('hs project upload')])
    expect(client.requests).toEqual([])
  })

  it("sends no request with a connection's credential", async () => {
    client.requests.length = 0
    await subscribing.setUp(client, {
      objects: [contacts],
      targetURL: 'https://ours.test/',
      app,
    })

    expect(client.requests.every(({ anonymous }) => anonymous)).toBe(true)
  })
})

describe('a webhook of HubSpot', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const event = {
    eventId: 1,
    portalId: 7,
    appId: 1,
    occurredAt: now.getTime(),
    subscriptionType: 'object.creation',
    objectTypeId: '2-345',
    objectId: 29_000_000_001,
    attemptNumber: 0,
  }
  const url = 'https://platform.test/hooks?a=%28b%29&c=%20d'

  const signWebhook = (
    body: unknown,
    { at = now, secret = app.clientSecret }: { at?: Date; secret?: string } = {},
  ): IncomingWebhook => {
    const rawBody = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
    const timestamp = String(at.getTime())
    const signature = createHmac('sha256', secret)
      .update(`POSThttps://platform.test/hooks?a=(b)&c=%20d${rawBody.toString()}${timestamp}`)
      .digest('base64')
    return {
      method: 'POST',
      url,
      rawBody,
      headers: {
        'x-hubspot-signature-v3': signature,
        'x-hubspot-request-timestamp': timestamp,
      },
    }
  }
  const parse = (incoming: IncomingWebhook): ProviderEvent[] =>
    subscribing.parse(incoming, { app }, now)
  const catchRejection = (incoming: IncomingWebhook) => {
    try {
      parse(incoming)
    } catch (error) {
      return error
    }
    return undefined
  }

  it('is accepted with a valid signature', () => {
    const incoming = signWebhook([event])

    expect(parse(incoming)).toMatchObject([
      { type: 'create', objectName: '2-345', recordId: '29000000001', time: now.toISOString() },
    ])
  })

  it('has the same ID at every attempt', () => {
    const [first] = parse(signWebhook([event]))
    const [again] = parse(signWebhook([{ ...event, attemptNumber: 3, subscriptionId: 9 }]))

    expect(requireValue(again).id).toBe(requireValue(first).id)
  })

  it.each<[string, IncomingWebhook]>([
    ['with the secret of another app', signWebhook([event], { secret: 'other' })],
    ['of five minutes ago', signWebhook([event], { at: new Date(now.getTime() - 300_001) })],
    ['of the future', signWebhook([event], { at: new Date(now.getTime() + 300_001) })],
    ['with another body', { ...signWebhook([event]), rawBody: Buffer.from('[]') }],
    ['at another address', { ...signWebhook([event]), url: 'https://platform.test/other' }],
    ['with another method', { ...signWebhook([event]), method: 'PUT' }],
    ['without a signature', { ...signWebhook([event]), headers: {} }],
    [
      'with the signature of version 1',
      { ...signWebhook([event]), headers: { 'x-hubspot-signature': 'ab' } },
    ],
    [
      'with a shorter signature',
      {
        ...signWebhook([event]),
        headers: { ...signWebhook([event]).headers, 'x-hubspot-signature-v3': 'YQ==' },
      },
    ],
  ])('is refused %s', (_, incoming) => {
    expect(catchRejection(incoming)).toBeInstanceOf(WebhookRefusedError)
    expect(catchRejection(incoming)).toMatchObject({ status: 401 })
  })

  it.each([
    ['no JSON', '{"a":'],
    ['no list', event],
    ['a list of something else', [1]],
    ['an event of no time', [{ ...event, occurredAt: 1e300 }]],
    ['an event of no record', [{ ...event, objectId: undefined }]],
  ])('is refused with %s', (_, body) => {
    expect(catchRejection(signWebhook(body))).toMatchObject({ status: 400 })
  })

  it.each([
    ['with', 10],
    ['without', undefined],
  ])('reports a merge as the new record and the end of the others (%s objectId)', (_, objectId) => {
    const merge = { primaryObjectId: 10, mergedObjectIds: [11], newObjectId: 99, objectId }

    const parsed = parse(signWebhook([{ ...event, ...merge, subscriptionType: 'contact.merge' }]))

    expect(parsed.map(({ type, recordId }) => `${type} ${recordId}`)).toEqual([
      'other 99',
      'create 99',
      'delete 10',
      'delete 11',
    ])
    expect(new Set(parsed.map(({ id }) => id)).size).toBe(4)
  })

  it.each([
    ['contact.merge', { newObjectId: 5, objectId: undefined }, 'other', 'contacts'],
    ['line_item.deletion', { objectTypeId: undefined }, 'delete', 'line_items'],
    ['contact.privacyDeletion', { objectTypeId: '0-1' }, 'delete', 'contacts'],
    ['conversation.newMessage', { objectTypeId: undefined }, 'other', 'conversation'],
  ])('reports %s', (subscriptionType, more, type, objectName) => {
    const [parsed] = parse(signWebhook([{ ...event, ...more, subscriptionType }]))

    expect(parsed).toMatchObject({ type, objectName, providerEventType: subscriptionType })
  })
})
