import { createHmac } from 'node:crypto'
import type { ProviderRequest, SubscribeRequest } from '@platform/connector'
import { expect, it } from 'vitest'
import { catalogue } from '../index.ts'
import { requireValue } from '../require-value.ts'

/** A subscription as the vendor's documentation shows it: requests, replies and a delivery. */
interface Documented {
  /** Page of the vendor, or of its API reference. */
  source: string
  provider: string
  objectName: string
  created?: object
  /** Headers of the reply. */
  createdHeaders?: Record<string, string>
  /** Reply to the request for the secret. */
  secretReply?: object
  /** Expected in the first request. */
  request: { path: string; body: object }
  requests: number
  secret: { from: 'reply' | 'ours' | 'app' }
  delivery: {
    body: object
    headers?: Record<string, string>
    /** Headers that prove the delivery. */
    sign?: (body: string, secret: string) => Record<string, string>
    /** Members of the body that prove the delivery. */
    fill?: (secret: string) => object
    /** Set if the proof is the secret itself, whatever the body is. */
    isSecretSent?: true
    /** Header of the signed time, and how old it may be. */
    time?: { header: string; toleranceSeconds: number }
  }
  event: { type: string; recordId: string; time?: string }
  removed: { method: string; path: string; body?: object }
}

const makeHmac = (body: string, secret: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', secret).update(body).digest(encoding)

const makeBasic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

const documented: Documented[] = [
  {
    source: 'https://pipedrive.readme.io/docs/guide-for-webhooks-v2 and list-of-webhooks-v2',
    provider: 'pipedrive',
    objectName: 'deals',
    created: { status: 'ok', success: true, data: { id: 99 } },
    request: {
      path: '/v1/webhooks',
      body: {
        subscription_url: 'https://platform.test/hook',
        event_action: 'create',
        event_object: 'deal',
        version: '2.0',
        http_auth_user: 'platform',
        http_auth_password: 'of the server',
      },
    },
    requests: 3,
    secret: { from: 'ours' },
    delivery: {
      body: {
        meta: {
          action: 'change',
          entity: 'deal',
          entity_id: '123',
          id: '5b0c',
          timestamp: '2026-03-01T11:00:00.000Z',
          version: '2.0',
        },
        data: { id: 123, title: 'Trial' },
        previous: { title: 'Test' },
      },
      sign: (_, secret) => ({ authorization: makeBasic('platform', secret) }),
      isSecretSent: true,
    },
    event: { type: 'update', recordId: '123', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/v1/webhooks/99' },
  },
  {
    source: 'https://apidocs.chargebee.com/docs/api/webhook_endpoints and events',
    provider: 'chargebee',
    objectName: 'subscriptions',
    created: { webhook_endpoint: { id: 'whv2_198', url: 'https://platform.test/hook' } },
    request: {
      path: '/v2/webhook_endpoints',
      body: expect.stringContaining('basic_auth_password=of+the+server') as object,
    },
    requests: 1,
    secret: { from: 'ours' },
    delivery: {
      body: {
        id: 'ev_8asn',
        occurred_at: 1_772_362_800,
        event_type: 'subscription_cancelled',
        object: 'event',
        content: { subscription: { id: 'sub_1' }, customer: { id: 'cus_1' } },
      },
      sign: (_, secret) => ({ authorization: makeBasic('platform', secret) }),
      isSecretSent: true,
    },
    event: { type: 'update', recordId: 'sub_1', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'POST', path: '/v2/webhook_endpoints/whv2_198/delete' },
  },
  {
    source: 'https://developer.aircall.io/docs/setup-webhooks and api-references/#webhook',
    provider: 'aircall',
    objectName: 'contacts',
    created: { webhook: { webhook_id: 'c2501111', active: true, token: 'df76g76dpziygs567f0' } },
    request: {
      path: '/v1/webhooks',
      body: {
        url: 'https://platform.test/hook',
        events: ['contact.created', 'contact.updated', 'contact.deleted'],
      },
    },
    requests: 1,
    secret: { from: 'reply' },
    delivery: {
      body: {
        resource: 'contact',
        event: 'contact.deleted',
        timestamp: 1_772_362_800,
        data: { id: 456 },
      },
      fill: (token) => ({ token }),
      isSecretSent: true,
    },
    event: { type: 'delete', recordId: '456', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/v1/webhooks/c2501111' },
  },
  {
    source: 'https://developer.bigcommerce.com/docs/webhooks (hooks v3, custom headers) and events',
    provider: 'bigCommerce',
    objectName: 'customers',
    created: { data: { id: 18_048_287, is_active: true }, meta: {} },
    request: {
      path: '/v3/hooks',
      body: {
        scope: 'store/customer/created',
        destination: 'https://platform.test/hook',
        is_active: true,
        headers: { 'X-Platform-Secret': 'of the server' },
      },
    },
    requests: 3,
    secret: { from: 'ours' },
    delivery: {
      body: {
        created_at: 1_772_362_800,
        store_id: '1025646',
        producer: 'stores/abc',
        scope: 'store/customer/updated',
        hash: '352e4afc',
        data: { type: 'customer', id: 32 },
      },
      sign: (_, secret) => ({ 'x-platform-secret': secret }),
      isSecretSent: true,
    },
    event: { type: 'update', recordId: '32', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/v3/hooks/18048287' },
  },
  {
    source: 'https://developer.helpscout.com/mailbox-api/endpoints/webhooks/create and /webhooks',
    provider: 'helpScoutMailbox',
    objectName: 'customers',
    createdHeaders: { 'resource-id': '10', location: 'https://api.helpscout.net/v2/webhooks/10' },
    request: {
      path: '/v2/webhooks',
      body: {
        url: 'https://platform.test/hook',
        events: ['customer.created', 'customer.updated', 'customer.deleted'],
        secret: 'of the server',
        payloadVersion: 'V2',
      },
    },
    requests: 1,
    secret: { from: 'ours' },
    delivery: {
      body: { id: 500 },
      headers: { 'x-helpscout-event': 'customer.deleted' },
      sign: (body, secret) => ({
        'x-helpscout-signature': createHmac('sha1', secret).update(body).digest('base64'),
      }),
    },
    event: { type: 'delete', recordId: '500', time: '2026-03-01T11:00:30.000Z' },
    removed: { method: 'DELETE', path: '/v2/webhooks/10' },
  },
  {
    source: 'https://developer.close.com/api/resources/webhooks and events/list-of-event-types',
    provider: 'close',
    objectName: 'opportunity',
    created: { id: 'whsub_1', status: 'active', signature_key: '0a'.repeat(32) },
    request: {
      path: '/api/v1/webhook/',
      body: {
        url: 'https://platform.test/hook',
        events: [
          { object_type: 'opportunity', action: 'created' },
          { object_type: 'opportunity', action: 'updated' },
          { object_type: 'opportunity', action: 'deleted' },
        ],
      },
    },
    requests: 1,
    secret: { from: 'reply' },
    delivery: {
      body: {
        event: {
          id: 'ev_2sYK',
          action: 'updated',
          object_type: 'opportunity',
          object_id: 'oppo_7H4s',
          date_updated: '2026-03-01T11:00:00.000000',
          changed_fields: ['confidence'],
          data: { id: 'oppo_7H4s' },
        },
        subscription_id: 'whsub_1',
      },
      sign: (body, secret) => ({
        'close-sig-timestamp': '1772362800',
        'close-sig-hash': createHmac('sha256', Buffer.from(secret, 'hex'))
          .update(`1772362800${body}`)
          .digest('hex'),
      }),
      time: { header: 'close-sig-timestamp', toleranceSeconds: 3600 },
    },
    event: { type: 'update', recordId: 'oppo_7H4s', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/api/v1/webhook/whsub_1/' },
  },
  {
    source:
      'https://developer.zendesk.com/api-reference/webhooks/webhooks-api/webhooks, event-types and documentation/webhooks/verifying',
    provider: 'zendeskSupport',
    objectName: 'organizations',
    created: { webhook: { id: '01EJFTSCC78X5V07NPY2MHR00M', status: 'active' } },
    secretReply: { signing_secret: { algorithm: 'SHA256', secret: 'dGhpc19zZWNyZXQ=' } },
    request: {
      path: '/api/v2/webhooks',
      body: {
        webhook: {
          endpoint: 'https://platform.test/hook',
          http_method: 'POST',
          request_format: 'json',
          subscriptions: expect.arrayContaining([
            'zen:event-type:organization.created',
            'zen:event-type:organization.name_changed',
          ]),
        },
      },
    },
    requests: 2,
    secret: { from: 'reply' },
    delivery: {
      body: {
        type: 'zen:event-type:organization.created',
        account_id: 10_973_248,
        subject: 'zen:organization:6607619104125',
        id: 'a540ab78',
        time: '2026-03-01T11:00:00Z',
        detail: { id: '6607619104125', name: 'Acme' },
        event: {},
      },
      sign: (body, secret) => ({
        'x-zendesk-webhook-signature-timestamp': '2026-03-01T11:00:00Z',
        'x-zendesk-webhook-signature': makeHmac(`2026-03-01T11:00:00Z${body}`, secret, 'base64'),
      }),
      time: { header: 'x-zendesk-webhook-signature-timestamp', toleranceSeconds: 3600 },
    },
    event: { type: 'create', recordId: '6607619104125', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/api/v2/webhooks/01EJFTSCC78X5V07NPY2MHR00M' },
  },
  {
    source: 'https://woocommerce.github.io/woocommerce-rest-api-docs/#webhooks',
    provider: 'wooCommerce',
    objectName: 'orders',
    created: { id: 142, status: 'active', topic: 'order.created' },
    request: { path: '/webhooks', body: { topic: 'order.created' } },
    requests: 3,
    secret: { from: 'ours' },
    delivery: {
      body: { id: 727, status: 'processing', date_modified_gmt: '2026-03-01T11:00:00' },
      headers: { 'x-wc-webhook-topic': 'order.updated', 'x-wc-webhook-delivery-id': '9a1' },
      sign: (body, secret) => ({ 'x-wc-webhook-signature': makeHmac(body, secret, 'base64') }),
    },
    event: { type: 'update', recordId: '727', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/webhooks/142' },
  },
  {
    source: 'https://developer.pagerduty.com/docs/webhooks-overview (V3) and webhooks-verification',
    provider: 'pagerDuty',
    objectName: 'incidents',
    created: {
      webhook_subscription: {
        id: 'PY1OL64',
        delivery_method: { type: 'http_delivery_method', secret: 'of PagerDuty' },
      },
    },
    request: {
      path: '/webhook_subscriptions',
      body: {
        webhook_subscription: {
          delivery_method: { type: 'http_delivery_method', url: 'https://platform.test/hook' },
          events: expect.arrayContaining(['incident.triggered', 'incident.resolved']),
        },
      },
    },
    requests: 1,
    secret: { from: 'reply' },
    delivery: {
      body: {
        event: {
          id: '01BWXKHNMQ',
          event_type: 'incident.resolved',
          resource_type: 'incident',
          occurred_at: '2026-03-01T11:00:00.000Z',
          data: { id: 'PGR0VU2', type: 'incident' },
        },
      },
      sign: (body, secret) => ({
        'x-pagerduty-signature': `v1=${makeHmac(body, 'of before', 'hex')},v1=${makeHmac(body, secret, 'hex')}`,
      }),
    },
    event: { type: 'update', recordId: 'PGR0VU2', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/webhook_subscriptions/PY1OL64' },
  },
  {
    source: 'https://shopify.dev/docs/api/admin-graphql/latest/mutations/webhookSubscriptionCreate',
    provider: 'shopify',
    objectName: 'products',
    created: {
      data: {
        webhookSubscriptionCreate: {
          webhookSubscription: { id: 'gid://shopify/WebhookSubscription/8' },
          userErrors: [],
        },
      },
    },
    request: {
      path: '/admin/api/2026-10/graphql.json',
      body: {
        variables: {
          topic: 'PRODUCTS_CREATE',
          subscription: { uri: 'https://platform.test/hook', format: 'JSON' },
        },
      },
    },
    requests: 2,
    secret: { from: 'app' },
    delivery: {
      body: {
        id: 788032119674292900,
        admin_graphql_api_id: 'gid://shopify/Product/788032119674292922',
        updated_at: '2026-03-01T06:00:00-05:00',
      },
      headers: { 'x-shopify-topic': 'products/update', 'x-shopify-webhook-id': 'b54557e4' },
      sign: (body, secret) => ({ 'x-shopify-hmac-sha256': makeHmac(body, secret, 'base64') }),
    },
    event: {
      type: 'update',
      recordId: 'gid://shopify/Product/788032119674292922',
      time: '2026-03-01T11:00:00.000Z',
    },
    removed: {
      method: 'POST',
      path: '/admin/api/2026-10/graphql.json',
      body: { variables: { id: 'gid://shopify/WebhookSubscription/8' } },
    },
  },
  {
    source: 'https://linear.app/developers/webhooks',
    provider: 'linear',
    objectName: 'issues',
    created: { data: { webhookCreate: { success: true, webhook: { id: '790ce3f6' } } } },
    request: {
      path: '',
      body: {
        variables: {
          input: {
            url: 'https://platform.test/hook',
            resourceTypes: ['Issue'],
            allPublicTeams: true,
          },
        },
      },
    },
    requests: 1,
    secret: { from: 'ours' },
    delivery: {
      body: {
        action: 'remove',
        type: 'Issue',
        createdAt: '2026-03-01T11:00:00.000Z',
        data: { id: '2174add1', title: 'Login fails' },
      },
      headers: { 'linear-delivery': '234d1a4e' },
      sign: (body, secret) => ({ 'linear-signature': makeHmac(body, secret, 'hex') }),
    },
    event: { type: 'delete', recordId: '2174add1', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'POST', path: '', body: { variables: { id: '790ce3f6' } } },
  },
]

it.each(documented)('subscribes to $provider as $source documents', async (one) => {
  const { connector } = requireValue(catalogue[one.provider])
  const subscribing = requireValue(requireValue(connector).subscribing)
  if (!('parse' in subscribing) || !('setUp' in subscribing)) throw new Error('It is no webhook.')
  const requests: ProviderRequest[] = []
  const request = async (sent: ProviderRequest) => {
    requests.push(sent)
    const isSecret = sent.method === undefined && one.secretReply !== undefined
    const body = isSecret ? one.secretReply : (one.created ?? {})
    return { status: 200, headers: one.createdHeaders ?? {}, body }
  }
  const metadata = { workspace: 'acme', host: 'api.pagerduty.com', storeHash: 'abc' }
  const client = { request, metadata }
  const app = { clientId: 'app', clientSecret: 'of the app', metadata: {} }
  const wanted: SubscribeRequest = {
    objects: [{ objectName: one.objectName, create: true, update: 'all', delete: true }],
    targetURL: 'https://platform.test/hook',
    secret: 'of the server',
    app,
  }
  const state = await subscribing.setUp(client, wanted)

  expect(requests).toHaveLength(one.requests)
  expect(requests[0]).toMatchObject(one.request)

  const secrets = { reply: state.secret, ours: wanted.secret, app: app.clientSecret }
  const secret = requireValue(secrets[one.secret.from])
  const { delivery } = one
  const parse = (
    proof: { secret?: string; headers?: Record<string, string>; suffix?: string },
    now = new Date('2026-03-01T11:00:30Z'),
  ) => {
    const given = proof.secret
    const text = JSON.stringify({
      ...delivery.body,
      ...(given !== undefined && delivery.fill?.(given)),
    })
    const signed = given === undefined ? {} : delivery.sign?.(text, given)
    return subscribing.parse(
      {
        method: 'POST',
        url: '/hook',
        headers: { ...delivery.headers, ...signed, ...proof.headers },
        rawBody: Buffer.from(text + (proof.suffix ?? '')),
      },
      { app, ...(one.secret.from !== 'app' && { secret }) },
      now,
    )
  }
  expect(parse({ secret })).toMatchObject([{ objectName: one.objectName, ...one.event }])
  expect(() => parse({})).toThrow(delivery.fill ? 'is wrong' : 'no header')
  expect(() => parse({ secret: 'another' })).toThrow(/does not match|is wrong/)
  if (!delivery.isSecretSent) expect(() => parse({ secret, suffix: ' ' })).toThrow('signature')
  if (delivery.time) {
    const { header, toleranceSeconds } = delivery.time
    const late = new Date(Date.parse('2026-03-01T11:00:01Z') + toleranceSeconds * 1000)
    expect(() => parse({ secret }, late)).toThrow('too old')
    for (const time of ['', 'soon', '-1e9', '9'.repeat(40)]) {
      expect(() => parse({ secret, headers: { [header]: time } })).toThrow(/too old|no header/)
    }
    const another = header.startsWith('close') ? '1772362801' : '2026-03-01T11:00:01Z'
    expect(() => parse({ secret, headers: { [header]: another } })).toThrow('does not match')
  }

  requests.length = 0
  await subscribing.tearDown(client, { ...wanted, state })
  expect(requests[0]).toMatchObject(one.removed)
})
