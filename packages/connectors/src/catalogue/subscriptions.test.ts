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
  created: object
  /** Expected in the first request. */
  request: { path: string; body: object }
  requests: number
  secret: { from: 'reply' | 'ours' | 'app' }
  delivery: {
    body: object
    headers?: Record<string, string>
    sign: (body: string, secret: string) => Record<string, string>
  }
  event: { type: string; recordId: string; time?: string }
  removed: { method: string; path: string; body?: object }
}

const makeHmac = (body: string, secret: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', secret).update(body).digest(encoding)

const documented: Documented[] = [
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
    return { status: 200, headers: {}, body: one.created }
  }
  const client = { request, metadata: { workspace: 'acme', host: 'api.pagerduty.com' } }
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
  const text = JSON.stringify(one.delivery.body)
  const parse = (signature: Record<string, string>, body = text) =>
    subscribing.parse(
      {
        method: 'POST',
        url: '/hook',
        headers: { ...one.delivery.headers, ...signature },
        rawBody: Buffer.from(body),
      },
      { app, ...(one.secret.from !== 'app' && { secret }) },
      new Date('2026-03-01T11:00:30Z'),
    )
  const signature = one.delivery.sign(text, secret)
  expect(parse(signature)).toMatchObject([{ objectName: one.objectName, ...one.event }])
  expect(() => parse(signature, `${text} `)).toThrow('signature')
  expect(() => parse({})).toThrow('no header')
  expect(() => parse(one.delivery.sign(text, 'another'))).toThrow('signature')

  requests.length = 0
  await subscribing.tearDown(client, { ...wanted, state })
  expect(requests[0]).toMatchObject(one.removed)
})
