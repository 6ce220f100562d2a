import { createHmac } from 'node:crypto'
import type { ProviderRequest, SubscribeRequest } from '@platform/connector'
import { expect, it } from 'vitest'
import { catalogue } from '../index.ts'
import { getEntryFile } from './catalogue.ts'
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
  /** Lists of the parents, by path. */
  lists?: Record<string, object>
  /** Expected in the second request. */
  activated?: { method: string; path: string; body?: object }
  secret: { from: 'reply' | 'ours' | 'app' | 'url'; isOfSeveral?: true }
  /** Check of the URL, and the expected reply. */
  challenge?: {
    request: {
      method?: string
      query?: string
      headers?: Record<string, string>
      body?: object
    }
    reply: { headers: Record<string, string>; body: string }
  }
  /** Expected in the first request of a renewal, and the longest lifetime. */
  renewed?: { method: string; path: string; hours: number }
  delivery: {
    body: object
    /** Body, if it is a form. */
    form?: string
    /** Body with an event of the provider and one of a stranger. */
    stranger?: object
    headers?: Record<string, string>
    /** Headers that prove the delivery. */
    sign?: (body: string, secret: string) => Record<string, string>
    /** Members of the body that prove the delivery. */
    fill?: (secret: string) => object
    /** Set if the proof is the secret itself, whatever the body is. */
    isSecretSent?: true
    /** Header of the signed time, and how old it may be. */
    time?: { header: string; toleranceSeconds: number; another?: string }
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
  {
    source:
      'https://developer.clickup.com/reference/createwebhook, docs/webhooks and docs/webhooksignature (2025-09-04)',
    provider: 'clickup',
    objectName: 'tasks',
    lists: { '/api/v2/team': { teams: [{ id: '108' }] } },
    created: {
      id: '4b67ac88',
      webhook: { id: '4b67ac88', team_id: 108, secret: 'O94IM25S7PXBPYTM' },
    },
    request: {
      path: '/api/v2/team/108/webhook',
      body: {
        endpoint: 'https://platform.test/hook',
        events: ['taskCreated', 'taskUpdated', 'taskDeleted'],
      },
    },
    requests: 1,
    secret: { from: 'reply', isOfSeveral: true },
    delivery: {
      body: {
        event: 'taskUpdated',
        task_id: '1vj37mc',
        webhook_id: '7fa3ec74',
        history_items: [{ id: '2800763136717140857', date: '1772362800000', field: 'status' }],
      },
      sign: (body, secret) => ({ 'x-signature': makeHmac(body, secret, 'hex') }),
    },
    event: { type: 'update', recordId: '1vj37mc', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/api/v2/webhook/4b67ac88' },
  },
  {
    source:
      'https://developer.calendly.com/api-docs/overview/webhooks/webhook-signatures (the key of an OAuth app), api-docs/calendly-api/webhooks and docs/webhooks/overview (2026-11)',
    provider: 'calendly',
    objectName: 'scheduled_events',
    created: { resource: { uri: 'https://api.calendly.com/webhook_subscriptions/AAAA' } },
    request: {
      path: '/webhook_subscriptions',
      body: {
        url: 'https://platform.test/hook',
        events: ['invitee.created', 'invitee.canceled'],
        organization: 'https://api.calendly.com/organizations/BBBB',
        scope: 'organization',
      },
    },
    requests: 1,
    secret: { from: 'app' },
    delivery: {
      body: {
        event: 'invitee.canceled',
        created_at: '2026-03-01T11:00:00.000000Z',
        created_by: 'https://api.calendly.com/users/CCCC',
        payload: {
          uri: 'https://api.calendly.com/scheduled_events/DDDD/invitees/EEEE',
          scheduled_event: { uri: 'https://api.calendly.com/scheduled_events/DDDD' },
        },
      },
      sign: (body, secret) => ({
        'calendly-webhook-signature': `t=1772362800,v1=${makeHmac(`1772362800.${body}`, secret, 'hex')}`,
      }),
    },
    event: {
      type: 'update',
      recordId: 'https://api.calendly.com/scheduled_events/DDDD',
      time: '2026-03-01T11:00:00.000Z',
    },
    removed: { method: 'DELETE', path: '/webhook_subscriptions/AAAA' },
  },
  {
    source:
      'Asana/openapi defs/asana_oas.yaml, createWebhook and EventResponse (2026-06-11); https://developers.asana.com/docs/webhooks-guide (2026-03-23)',
    provider: 'asana',
    objectName: 'tasks',
    lists: { '/1.0/projects': { data: [{ gid: '8675309' }] } },
    created: {
      data: { gid: '43214', resource: { gid: '8675309' }, active: false },
      'X-Hook-Secret': 'b537207f20cbfa02357cf448134da559e8bd39d61597dcd5631b8012eae53e81',
    },
    request: {
      path: '/1.0/webhooks',
      body: {
        data: {
          resource: '8675309',
          target: 'https://platform.test/hook',
          filters: expect.arrayContaining([
            { resource_type: 'task', action: 'added' },
            { resource_type: 'task', action: 'changed' },
            { resource_type: 'task', action: 'deleted' },
          ]),
        },
      },
    },
    requests: 1,
    secret: { from: 'reply', isOfSeveral: true },
    challenge: {
      request: { headers: { 'x-hook-secret': 'b537207f20cbfa02357cf448134da559' } },
      reply: { headers: { 'X-Hook-Secret': 'b537207f20cbfa02357cf448134da559' }, body: '' },
    },
    delivery: {
      body: {
        events: [
          {
            user: { gid: '12345', resource_type: 'user' },
            resource: { gid: '1200', resource_type: 'task' },
            action: 'changed',
            created_at: '2026-03-01T11:00:00.000Z',
            change: { field: 'assignee', action: 'changed' },
          },
        ],
      },
      sign: (body, secret) => ({ 'x-hook-signature': makeHmac(body, secret, 'hex') }),
    },
    event: { type: 'update', recordId: '1200', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/1.0/webhooks/43214' },
  },
  {
    source:
      'https://developer.monday.com/api-reference/reference/webhooks (2026-09-06): create_webhook, URL verification, sample payloads. Only webhooks of app tokens carry a JWT',
    provider: 'monday',
    objectName: 'items',
    lists: { '/v2': { data: { boards: [{ id: '1771812698' }] } } },
    created: { data: { create_webhook: { id: '73760484' } } },
    request: {
      path: '/v2',
      body: {
        query: expect.stringContaining('create_webhook(board_id: $board') as string,
        variables: {
          board: '1771812698',
          url: 'https://platform.test/hook',
          event: 'create_item',
        },
      },
    },
    requests: 2,
    secret: { from: 'url' },
    challenge: {
      request: { body: { challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P' } },
      reply: {
        headers: { 'content-type': 'application/json' },
        body: '{"challenge":"3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P"}',
      },
    },
    delivery: {
      body: {
        event: {
          userId: 9603417,
          boardId: 1771812698,
          pulseId: 1771812728,
          columnId: 'date4',
          app: 'monday',
          type: 'update_column_value',
          triggerTime: '2026-03-01T11:00:00.000Z',
          subscriptionId: 73760484,
          triggerUuid: '645fc8d8709d35718f1ae00ceded91e9',
        },
      },
    },
    event: { type: 'update', recordId: '1771812728', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'POST', path: '/v2', body: { variables: { id: '73760484' } } },
  },
  ...(['microsoft', 'outlook'] as const).map((provider): Documented => ({
    source:
      'microsoftgraph/microsoft-graph-docs-contrib concepts/change-notifications-delivery-webhooks.md and api-reference/v1.0/resources/subscription.md (4,230 minutes for messages, events and contacts)',
    provider,
    objectName: provider === 'outlook' ? 'messages' : 'me/messages',
    created: { id: '7f105c7d-2dc5-4530-97cd-4e7ae6534c07', clientState: 'of the server' },
    request: {
      path: '/v1.0/subscriptions',
      body: {
        changeType: 'created',
        notificationUrl: 'https://platform.test/hook',
        resource: 'me/messages',
        expirationDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
        clientState: 'of the server',
      },
    },
    requests: 3,
    secret: { from: 'ours' },
    challenge: {
      request: { query: '?validationToken=Validation%3A%20Testing%20client%20application' },
      reply: {
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: 'Validation: Testing client application',
      },
    },
    renewed: {
      method: 'PATCH',
      path: '/v1.0/subscriptions/7f105c7d-2dc5-4530-97cd-4e7ae6534c07',
      hours: 70.5,
    },
    delivery: {
      body: {
        value: [
          {
            id: 'lsgTZMr9KwAAA',
            subscriptionId: '7f105c7d-2dc5-4530-97cd-4e7ae6534c07',
            clientState: 'of the server',
            changeType: 'updated',
            resource: 'users/4f@5e/messages/AAMkADM=',
            resourceData: {
              '@odata.type': '#Microsoft.Graph.Message',
              '@odata.id': 'Users/4f@5e/Messages/AAMkADM=',
              id: 'AAMkADM=',
            },
          },
        ],
      },
      fill: (secret) => ({
        value: [
          {
            clientState: secret,
            changeType: 'updated',
            resourceData: { '@odata.type': '#Microsoft.Graph.Message', id: 'AAMkADM=' },
          },
        ],
      }),
      stranger: {
        value: [
          {
            clientState: 'of the server',
            changeType: 'updated',
            resourceData: { '@odata.type': '#Microsoft.Graph.Message', id: 'AAMkADM=' },
          },
          {
            clientState: 'of a stranger',
            changeType: 'deleted',
            resourceData: { '@odata.type': '#Microsoft.Graph.Message', id: 'AAMkAGI=' },
          },
        ],
      },
      isSecretSent: true,
    },
    event: { type: 'update', recordId: 'AAMkADM=', time: '2026-03-01T11:00:30.000Z' },
    removed: {
      method: 'DELETE',
      path: '/v1.0/subscriptions/7f105c7d-2dc5-4530-97cd-4e7ae6534c07',
    },
  })),
  {
    source:
      'https://developer.copper.com/webhooks/create-new-subscription.html and notification-example.html (as of api-evangelist/copper, 2026-08-22)',
    provider: 'copper',
    objectName: 'leads',
    created: { id: 5_778, target: 'https://platform.test/hook', type: 'lead', event: 'new' },
    request: {
      path: '/v1/webhooks',
      body: {
        target: 'https://platform.test/hook',
        type: 'lead',
        event: 'new',
        secret: { secret_field_1: 'of the server' },
      },
    },
    requests: 3,
    secret: { from: 'ours' },
    delivery: {
      body: {
        ids: [27_140_442],
        type: 'lead',
        event: 'update',
        subscription_id: 5_778,
        updated_attributes: { name: ['Old', 'New'] },
        timestamp: '2026-03-01T11:00:00.000Z',
      },
      fill: (secret) => ({ secret_field_1: secret }),
      isSecretSent: true,
    },
    event: { type: 'update', recordId: '27140442', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/v1/webhooks/5778' },
  },
  {
    source:
      'https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks (2026-01-26). Its signature requires the secret of the API key, which connections do not have',
    provider: 'trello',
    objectName: 'cards',
    lists: { '/1/members/me/boards': [{ id: '5abbe4b7ddc1b351ef961414' }] },
    created: { id: '5b0c', idModel: '5abbe4b7ddc1b351ef961414', active: true },
    request: {
      path: '/1/webhooks',
      body: { callbackURL: 'https://platform.test/hook', idModel: '5abbe4b7ddc1b351ef961414' },
    },
    requests: 1,
    secret: { from: 'url' },
    challenge: { request: { method: 'HEAD' }, reply: { headers: {}, body: '' } },
    delivery: {
      body: {
        action: {
          id: '51f9424bcd6e040f3c002412',
          type: 'updateCard',
          date: '2026-03-01T11:00:00.000Z',
          data: { board: { id: '5abbe4b7' }, card: { id: '51a79e72' }, old: { name: 'Trial' } },
        },
        model: { id: '5abbe4b7ddc1b351ef961414', name: 'Board' },
      },
    },
    event: { type: 'update', recordId: '51a79e72', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/1/webhooks/5b0c' },
  },
  {
    source:
      'https://developers.activecampaign.com/reference/create-webhook and page/webhooks (2026-02-20): forms without a signature',
    provider: 'activeCampaign',
    objectName: 'deals',
    created: { webhook: { id: '1', events: ['deal_add', 'deal_update'] } },
    request: {
      path: '/api/3/webhooks',
      body: {
        webhook: {
          name: 'Platform',
          url: 'https://platform.test/hook',
          events: ['deal_add', 'deal_update'],
          sources: ['public', 'admin', 'api', 'system'],
        },
      },
    },
    requests: 1,
    secret: { from: 'url' },
    delivery: {
      body: {},
      form: 'type=deal_update&date_time=2026-03-01T05%3A00%3A00-06%3A00&initiated_from=admin&deal[id]=22&deal[title]=Trial&contact[id]=7',
    },
    event: { type: 'update', recordId: '22', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/api/3/webhooks/1' },
  },
  {
    source:
      'okta/okta-management-openapi-spec dist/current, EventHook and its lifecycle (2026-06-29); https://developer.okta.com/docs/concepts/event-hooks',
    provider: 'okta',
    objectName: 'users',
    created: { id: 'who8vt36qfNpCGz9H1e6', status: 'ACTIVE', verificationStatus: 'UNVERIFIED' },
    request: {
      path: '/api/v1/eventHooks',
      body: {
        name: 'Platform',
        events: {
          type: 'EVENT_TYPE',
          items: expect.arrayContaining([
            'user.lifecycle.create',
            'user.lifecycle.deactivate',
          ]) as string[],
        },
        channel: {
          type: 'HTTP',
          version: '1.0.0',
          config: {
            uri: 'https://platform.test/hook',
            authScheme: { type: 'HEADER', key: 'Authorization', value: 'of the server' },
          },
        },
      },
    },
    requests: 2,
    activated: {
      method: 'POST',
      path: '/api/v1/eventHooks/who8vt36qfNpCGz9H1e6/lifecycle/verify',
    },
    secret: { from: 'ours' },
    challenge: {
      request: { method: 'GET', headers: { 'x-okta-verification-challenge': 'V7ByK2Aj' } },
      reply: {
        headers: { 'content-type': 'application/json' },
        body: '{"verification":"V7ByK2Aj"}',
      },
    },
    delivery: {
      body: {
        eventType: 'com.okta.event_hook',
        data: {
          events: [
            {
              uuid: '14a42b00-74e5-11ee-8a5a-69d62fcd0f8b',
              published: '2026-03-01T11:00:00.000Z',
              eventType: 'user.lifecycle.deactivate',
              target: [{ id: '00ufh433fil4JtjEw4x7', type: 'User' }],
            },
          ],
        },
      },
      sign: (_, secret) => ({ authorization: secret }),
      isSecretSent: true,
    },
    event: { type: 'update', recordId: '00ufh433fil4JtjEw4x7', time: '2026-03-01T11:00:00.000Z' },
    removed: {
      method: 'POST',
      path: '/api/v1/eventHooks/who8vt36qfNpCGz9H1e6/lifecycle/deactivate',
    },
  },
  {
    source:
      'https://developers.docusign.com/docs/esign-rest-api/reference/connect/connectconfigurations/create; https://docusign.com/blog/developers/event-notifications-using-json-sim-and-hmac. Its HMAC keys can only be created in the account’s settings',
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
      'https://developers.klaviyo.com/en/docs/working_with_system_webhooks and reference/create_webhook (2026-11-06)',
    provider: 'klaviyo',
    objectName: 'events',
    created: { data: { type: 'webhook', id: '0123abc' } },
    request: {
      path: '/api/webhooks',
      body: {
        data: {
          type: 'webhook',
          attributes: {
            endpoint_url: 'https://platform.test/hook',
            secret_key: 'of the server',
          },
          relationships: {
            'webhook-topics': {
              data: expect.arrayContaining([
                { type: 'webhook-topic', id: 'event:klaviyo.bounced_email' },
              ]) as object[],
            },
          },
        },
      },
    },
    requests: 1,
    secret: { from: 'ours' },
    delivery: {
      body: {
        data: [
          {
            external_id: '4L3cwQae2TX',
            topic: 'event:klaviyo.bounced_email',
            payload: {
              data: { type: 'event', id: '4L3cwQae2TX', attributes: { timestamp: 1_772_362_800 } },
            },
          },
        ],
        meta: { klaviyo_webhook_id: '0123abc', klaviyo_account_id: 'abc123' },
      },
      sign: (body, secret) => ({
        'klaviyo-timestamp': 'Sun, 01 Mar 2026 11:00:00 GMT',
        'klaviyo-signature': makeHmac(`${body}Sun, 01 Mar 2026 11:00:00 GMT`, secret, 'hex'),
      }),
      time: {
        header: 'klaviyo-timestamp',
        toleranceSeconds: 3600,
        another: 'Sun, 01 Mar 2026 11:00:01 GMT',
      },
    },
    event: { type: 'create', recordId: '4L3cwQae2TX', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/api/webhooks/0123abc' },
  },
  {
    source:
      'https://developers.smartsheet.com/api/smartsheet/guides/webhooks (webhook-verification, webhook-callbacks) and https://smartsheet.redoc.ly/tag/webhooksObjects',
    provider: 'smartsheet',
    objectName: 'sheets',
    lists: { '/2.0/sheets': { data: [{ id: 4_509_093_797_881_732 }], totalPages: 1 } },
    created: { result: { id: 4_503_604_829_677_444, sharedSecret: '216ejjzdnq17eq1q8xs7d4hu8b' } },
    request: {
      path: '/2.0/webhooks',
      body: {
        callbackUrl: 'https://platform.test/hook',
        scope: 'sheet',
        scopeObjectId: 4_509_093_797_881_732,
        events: ['*.*'],
        version: 1,
      },
    },
    requests: 2,
    activated: { method: 'PUT', path: '/2.0/webhooks/4503604829677444', body: { enabled: true } },
    secret: { from: 'reply', isOfSeveral: true },
    challenge: {
      request: {
        headers: { 'smartsheet-hook-challenge': 'f4bc1dd1' },
        body: { challenge: 'f4bc1dd1', webhookId: 4_503_604_829_677_444 },
      },
      reply: { headers: { 'Smartsheet-Hook-Response': 'f4bc1dd1' }, body: '' },
    },
    delivery: {
      body: {
        nonce: '4b2ed20d-6f00-4b0c-8fac-082182aa9aac',
        timestamp: '2026-03-01T11:00:00.000+00:00',
        webhookId: 4_503_604_829_677_444,
        scope: 'sheet',
        scopeObjectId: 4_509_093_797_881_732,
        events: [{ objectType: 'sheet', eventType: 'updated', id: 4_509_093_797_881_732 }],
      },
      sign: (body, secret) => ({ 'smartsheet-hmac-sha256': makeHmac(body, secret, 'hex') }),
    },
    event: { type: 'update', recordId: '4509093797881732', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/2.0/webhooks/4503604829677444' },
  },
  {
    source: 'https://developers.gorgias.com/reference/integrations and create-integration (http)',
    provider: 'gorgias',
    objectName: 'tickets',
    created: { id: 123, type: 'http' },
    request: {
      path: '/api/integrations',
      body: {
        type: 'http',
        http: {
          url: 'https://platform.test/hook',
          method: 'POST',
          headers: { 'X-Platform-Secret': 'of the server' },
          form: { ticket_id: '{{ticket.id}}' },
          triggers: { 'ticket-created': true, 'ticket-updated': true },
        },
      },
    },
    requests: 1,
    secret: { from: 'ours' },
    delivery: {
      body: { ticket_id: '2021' },
      sign: (_, secret) => ({ 'x-platform-secret': secret }),
      isSecretSent: true,
    },
    event: { type: 'update', recordId: '2021', time: '2026-03-01T11:00:30.000Z' },
    removed: { method: 'DELETE', path: '/api/integrations/123' },
  },
  {
    source:
      'https://developer.capsulecrm.com/v2/operations/REST_Hook and v2/overview/avoid-polling-with-rest-hooks: nothing is signed',
    provider: 'capsule',
    objectName: 'parties',
    created: { restHook: { id: 100, event: 'party/created' } },
    request: {
      path: '/v2/resthooks',
      body: { restHook: { event: 'party/created', targetUrl: 'https://platform.test/hook' } },
    },
    requests: 3,
    secret: { from: 'url' },
    delivery: {
      body: {
        event: 'party/updated',
        payload: [{ id: 11_587, type: 'person', updatedAt: '2026-03-01T11:00:00Z' }],
      },
    },
    event: { type: 'update', recordId: '11587', time: '2026-03-01T11:00:30.000Z' },
    removed: { method: 'DELETE', path: '/v2/resthooks/100' },
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
      'https://developers.ashbyhq.com/docs/authenticating-webhooks, docs/common-payload-data, docs/setting-up-webhooks and reference/webhookcreate',
    provider: 'ashby',
    objectName: 'application',
    created: { success: true, results: { id: '75395d87' } },
    request: {
      path: '/webhook.create',
      body: {
        webhookType: 'applicationSubmit',
        requestUrl: 'https://platform.test/hook',
        secretToken: 'of the server',
      },
    },
    requests: 4,
    secret: { from: 'ours' },
    delivery: {
      body: {
        webhookActionId: '75395d87-4044-4dc4-bc29-0cec185e5f06',
        action: 'candidateStageChange',
        data: { application: { id: 'a6ce', candidate: { id: 'c2f1' } } },
      },
      sign: (body, secret) => ({ 'ashby-signature': `sha256=${makeHmac(body, secret, 'hex')}` }),
    },
    event: { type: 'update', recordId: 'a6ce', time: '2026-03-01T11:00:30.000Z' },
    removed: { method: 'POST', path: '/webhook.delete', body: { webhookId: '75395d87' } },
  },
]

it.each(documented)('subscribes to $provider as $source documents', async (one) => {
  const { connector } = requireValue(catalogue[one.provider])
  const subscribing = requireValue(requireValue(connector).subscribing)
  if (!('parse' in subscribing) || !('setUp' in subscribing)) throw new Error('It is no webhook.')
  const requests: ProviderRequest[] = []
  const request = async (sent: ProviderRequest) => {
    const list = findList(one, sent)
    if (list) return { status: 200, headers: {}, body: list }
    requests.push(sent)
    const isSecret = sent.method === undefined && one.secretReply !== undefined
    const body = isSecret ? one.secretReply : (one.created ?? {})
    return { status: 200, headers: one.createdHeaders ?? {}, body }
  }
  const metadata = {
    workspace: 'acme',
    host: 'api.pagerduty.com',
    storeHash: 'abc',
    OrganizationURI: 'https://api.calendly.com/organizations/BBBB',
    accountId: 'acc-1',
    userEmail: 'ann@acme.test',
    clientId: 'app',
  }
  const client = { request, metadata }
  const app = {
    clientId: 'app',
    clientSecret: 'of the app',
    metadata: { webhookSigningKey: 'of the app' },
  }
  const wanted: SubscribeRequest = {
    objects: [{ objectName: one.objectName, create: true, update: 'all', delete: true }],
    targetURL: 'https://platform.test/hook',
    secret: 'of the server',
    app,
  }
  const state = await subscribing.setUp(client, wanted)

  expect(requests).toHaveLength(one.requests)
  expect(requests[0]).toMatchObject(one.request)
  if (one.activated) expect(requests[1]).toMatchObject(one.activated)

  const stored = { reply: state.secret, ours: wanted.secret, app: app.clientSecret, url: '' }
  const kept = requireValue(stored[one.secret.from])
  const [secret = ''] = one.secret.isOfSeveral
    ? Object.values(JSON.parse(kept) as Record<string, string>)
    : [kept]
  const { delivery } = one
  const parse = (
    proof: { secret?: string; headers?: Record<string, string>; suffix?: string },
    now = new Date('2026-03-01T11:00:30Z'),
  ) => {
    const given = proof.secret
    const text =
      delivery.form ??
      JSON.stringify({ ...delivery.body, ...(given !== undefined && delivery.fill?.(given)) })
    const signed = given === undefined ? {} : delivery.sign?.(text, given)
    return subscribing.parse(
      {
        method: 'POST',
        url: 'https://platform.test/hook',
        headers: { ...delivery.headers, ...signed, ...proof.headers },
        rawBody: Buffer.from(text + (proof.suffix ?? '')),
      },
      { app, state, ...(one.secret.from !== 'app' && kept !== '' && { secret: kept }) },
      now,
    )
  }
  const [event, ...more] = parse({ secret })
  expect(event).toMatchObject({ objectName: one.objectName, ...one.event })
  expect(more).toEqual([])
  // A repeated delivery has the same ID, unless the provider sends neither an ID nor a time.
  if (one.event.time !== '2026-03-01T11:00:30.000Z') {
    expect(parse({ secret })).toMatchObject([{ id: requireValue(event).id }])
  }
  if (one.secret.from !== 'url') {
    if (!delivery.stranger)
      expect(() => parse({})).toThrow(delivery.fill ? 'is wrong' : 'no header')
    expect(() => parse({ secret: 'another' })).toThrow(/does not match|is wrong/)
    if (!delivery.isSecretSent) expect(() => parse({ secret, suffix: ' ' })).toThrow('signature')
  }
  if (delivery.stranger) {
    const rawBody = Buffer.from(JSON.stringify(delivery.stranger))
    const mixed = { method: 'POST', url: 'https://platform.test/hook', headers: {}, rawBody }
    expect(() => subscribing.parse(mixed, { app, state, secret: kept }, new Date())).toThrow(
      'in an event is wrong',
    )
  }
  if (delivery.time) {
    const { header, toleranceSeconds } = delivery.time
    const late = new Date(Date.parse('2026-03-01T11:00:01Z') + toleranceSeconds * 1000)
    expect(() => parse({ secret }, late)).toThrow('too old')
    for (const time of ['', 'soon', '-1e9', '9'.repeat(40)]) {
      expect(() => parse({ secret, headers: { [header]: time } })).toThrow(/too old|no header/)
    }
    const another =
      delivery.time.another ?? (header.startsWith('close') ? '1772362801' : '2026-03-01T11:00:01Z')
    expect(() => parse({ secret, headers: { [header]: another } })).toThrow('does not match')
  }
  if (one.challenge) {
    const { query = '', headers = {}, body, method = 'POST' } = one.challenge.request
    const rawBody = Buffer.from(body ? JSON.stringify(body) : '')
    const url = `https://platform.test/hook${query}`
    expect(subscribing.answer?.({ method, url, headers, rawBody })).toEqual(one.challenge.reply)
  }
  expect('answer' in subscribing).toBe(one.challenge !== undefined)
  if (one.renewed) {
    const { hours, ...renewed } = one.renewed
    requests.length = 0
    const after = await subscribing.maintain(client, { ...wanted, state })
    expect(requests).toHaveLength(one.requests)
    expect(requests[0]).toMatchObject(renewed)
    expect(after.data['ids']).toEqual(state.data['ids'])
    const ends = Date.parse(requireValue(after.data['expires'] as string | undefined))
    expect(Date.parse(requireValue(after.maintainBefore))).toBeLessThan(ends)
    expect(ends - Date.now()).toBeLessThan(hours * 3_600_000)
  }

  requests.length = 0
  await subscribing.tearDown(client, { ...wanted, state })
  expect(requests[0]).toMatchObject(one.removed)
})

/** Returns the list of parents that a request asks for. */
function findList({ lists = {} }: Documented, { method, path, body }: ProviderRequest) {
  const isRead =
    method === undefined || method === 'GET' || !JSON.stringify(body ?? null).includes('mutation')
  return isRead ? lists[path] : undefined
}

it('compares each subscription of an entry with a document', () => {
  const subscribed = Object.entries(catalogue).flatMap(([name, entry]) => {
    const { subscribe, like } = requireValue(getEntryFile(entry))
    return subscribe && like === undefined ? [name] : []
  })
  const compared = new Set(documented.map(({ provider }) => provider))

  // These six are compared by tests of their own.
  const others = ['attio', 'jobber', 'outreach', 'salesloft', 'stripe', 'zoho']
  expect(subscribed.filter((one) => !compared.has(one)).toSorted()).toEqual(others)
})
