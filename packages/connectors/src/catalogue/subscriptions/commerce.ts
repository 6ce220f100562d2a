import { expect } from 'vitest'
import { makeExpectedBasic, makeHmac, type Documented } from './documented.ts'

export const commerce: readonly Documented[] = [
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
      sign: (_, secret) => ({ authorization: makeExpectedBasic('platform', secret) }),
      isSecretSent: true,
    },
    event: { type: 'update', recordId: 'sub_1', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'POST', path: '/v2/webhook_endpoints/whv2_198/delete' },
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
    source:
      'https://developers.docusign.com/docs/esign-rest-api/reference/connect/connectconfigurations/create; https://docusign.com/blog/developers/event-notifications-using-json-sim-and-hmac; docusign/OpenAPI-Specifications connect.schema-v2.json (2026-05-26). Its HMAC keys can only be created in the account’s settings',
    provider: 'docusign',
    objectName: 'envelopes',
    created: { connectId: '10465', configurationType: 'custom' },
    request: {
      path: '/restapi/v2.1/accounts/acc-1/connect',
      body: {
        urlToPublishTo: 'https://platform.test/hook',
        allUsers: 'true',
        deliveryMode: 'SIM',
        eventData: { version: 'restv2.1', format: 'json' },
        events: expect.arrayContaining(['envelope-sent', 'envelope-completed']),
      },
    },
    requests: 1,
    secret: { from: 'url' },
    delivery: {
      body: {
        event: 'envelope-completed',
        apiVersion: 'v2.1',
        uri: '/restapi/v2.1/accounts/acc-1/envelopes/env-1',
        retryCount: 0,
        configurationId: 10_465,
        generatedDateTime: '2026-03-01T11:00:00.0000000Z',
        data: { accountId: 'acc-1', userId: 'usr-1', envelopeId: 'env-1' },
      },
    },
    event: { type: 'update', recordId: 'env-1', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/restapi/v2.1/accounts/acc-1/connect/10465' },
  },
  {
    source:
      'https://developer.paddle.com/webhooks/about/signature-verification and api-reference/notification-settings',
    provider: 'paddle',
    objectName: 'customers',
    created: { data: { id: 'ntfset_01', endpoint_secret_key: 'pdl_ntfset_01_key' } },
    request: {
      path: '/notification-settings',
      body: {
        type: 'url',
        destination: 'https://platform.test/hook',
        subscribed_events: ['customer.created', 'customer.updated'],
      },
    },
    requests: 1,
    secret: { from: 'reply' },
    delivery: {
      body: {
        event_id: 'evt_01',
        event_type: 'customer.updated',
        occurred_at: '2026-03-01T11:00:00.000000Z',
        notification_id: 'ntf_01',
        data: { id: 'ctm_01' },
      },
      sign: (body, secret) => ({
        'paddle-signature': `ts=1772362800;h1=${makeHmac(`1772362800:${body}`, secret, 'hex')}`,
      }),
    },
    event: { type: 'update', recordId: 'ctm_01', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/notification-settings/ntfset_01' },
  },
  {
    source:
      'https://developer.deel.com/docs/webhooks-get-started (POST and the raw body are signed) and webhook-event-types (2025-07-30); OpenAPI of 2026-09, POST /webhooks and WebhookItem; api/stable/reference/endpoints/contracts/webhook-contract-status-updated: data.resource is an object, elsewhere a list',
    provider: 'deel',
    objectName: 'contracts',
    created: {
      data: { id: '5a3b', status: 'enabled', api_version: 'v2', signing_key: 'the key of Deel' },
    },
    request: {
      path: '/rest/v2/webhooks',
      body: {
        status: 'enabled',
        api_version: 'v2',
        url: 'https://platform.test/hook',
        events: [
          'contract.created',
          'contract.amended',
          'contract.status.updated',
          'contract.terminated',
        ],
      },
    },
    requests: 1,
    secret: { from: 'reply' },
    delivery: {
      body: {
        data: {
          meta: {
            event_type: 'contract.status.updated',
            event_type_id: '3455d332-0c09-4a62-a69f-b6cd0c56a596',
            organization_id: 'c2f26732-e747-4776-8a21-b31c379f2356',
            tracking_id: 'd09a72b0002191b65de3a453d187f1a7',
          },
          resource: [{ contract_id: '3072cm7', status: 'in_progress' }],
        },
        timestamp: '2025-02-05T15:39:38.070Z',
      },
      sign: (body, secret) => ({ 'x-deel-signature': makeHmac(`POST${body}`, secret, 'hex') }),
    },
    event: { type: 'update', recordId: '3072cm7', time: '2025-02-05T15:39:38.070Z' },
    removed: { method: 'DELETE', path: '/rest/v2/webhooks/5a3b' },
  },
  {
    source:
      'https://developer.deel.com/api/stable/reference/endpoints/hris/webhook-worker-v-2-deleted (2026-01-01): data.resource.id is the ID of the profile',
    provider: 'deel',
    objectName: 'people',
    created: { data: { id: '5a3b', signing_key: 'the key of Deel' } },
    request: {
      path: '/rest/v2/webhooks',
      body: { events: ['worker.v2.created', 'worker.v2.updated', 'worker.v2.deleted'] },
    },
    requests: 1,
    secret: { from: 'reply' },
    delivery: {
      body: {
        data: {
          meta: { event_type: 'worker.v2.deleted', organization_id: 'c2f26732' },
          resource: { id: '0b1a2c3d-5e6f-4a7b-8c9d-0e1f2a3b4c5d' },
        },
        timestamp: '2026-02-05T15:39:38.070Z',
      },
      sign: (body, secret) => ({ 'x-deel-signature': makeHmac(`POST${body}`, secret, 'hex') }),
    },
    event: {
      type: 'delete',
      recordId: '0b1a2c3d-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
      time: '2026-02-05T15:39:38.070Z',
    },
    removed: { method: 'DELETE', path: '/rest/v2/webhooks/5a3b' },
  },
]
