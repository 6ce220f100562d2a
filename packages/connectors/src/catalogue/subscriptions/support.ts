import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { makeHmac, type Documented } from './documented.ts'

export const support: readonly Documented[] = [
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
    source:
      'microsoftgraph/microsoft-graph-docs-contrib api-reference/v1.0/resources/subscription.md: users and groups report updated and deleted, for at most 41,760 minutes',
    provider: 'entraID',
    objectName: 'users',
    created: { id: '7f105c7d-2dc5-4530-97cd-4e7ae6534c07', clientState: 'of the server' },
    request: {
      path: '/v1.0/subscriptions',
      body: {
        changeType: 'updated',
        notificationUrl: 'https://platform.test/hook',
        resource: 'users',
        expirationDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
        clientState: 'of the server',
      },
    },
    requests: 2,
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
      hours: 696,
    },
    delivery: {
      body: {
        value: [
          {
            subscriptionId: '7f105c7d-2dc5-4530-97cd-4e7ae6534c07',
            clientState: 'of the server',
            changeType: 'deleted',
            resource: 'Users/d4f4',
            resourceData: { '@odata.type': '#Microsoft.Graph.User', id: 'd4f4' },
          },
        ],
      },
      fill: (secret) => ({
        value: [
          {
            clientState: secret,
            changeType: 'deleted',
            resourceData: { '@odata.type': '#Microsoft.Graph.User', id: 'd4f4' },
          },
        ],
      }),
      stranger: {
        value: [
          { clientState: 'of the server', changeType: 'updated', resourceData: { id: 'd4f4' } },
          { clientState: 'of a stranger', changeType: 'deleted', resourceData: { id: 'd4f5' } },
        ],
      },
      isSecretSent: true,
    },
    event: { type: 'delete', recordId: 'd4f4', time: '2026-03-01T11:00:30.000Z' },
    removed: {
      method: 'DELETE',
      path: '/v1.0/subscriptions/7f105c7d-2dc5-4530-97cd-4e7ae6534c07',
    },
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
      'microsoftgraph/microsoft-graph-docs-contrib api-reference/v1.0/resources/subscription.md: groups report updated and deleted, for at most 41,760 minutes; subscription-post-subscriptions.md (Group.Read.All)',
    provider: 'teams',
    objectName: 'groups',
    created: { id: '7f105c7d-2dc5-4530-97cd-4e7ae6534c07', clientState: 'of the server' },
    request: {
      path: '/v1.0/subscriptions',
      body: {
        changeType: 'updated',
        notificationUrl: 'https://platform.test/hook',
        resource: 'groups',
        expirationDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
        clientState: 'of the server',
      },
    },
    requests: 2,
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
      hours: 696,
    },
    delivery: {
      body: {
        value: [
          {
            subscriptionId: '7f105c7d-2dc5-4530-97cd-4e7ae6534c07',
            clientState: 'of the server',
            changeType: 'deleted',
            resource: 'Groups/d4f4',
            resourceData: { '@odata.type': '#Microsoft.Graph.Group', id: 'd4f4' },
          },
        ],
      },
      fill: (secret) => ({
        value: [
          {
            clientState: secret,
            changeType: 'deleted',
            resourceData: { '@odata.type': '#Microsoft.Graph.Group', id: 'd4f4' },
          },
        ],
      }),
      stranger: {
        value: [
          { clientState: 'of the server', changeType: 'updated', resourceData: { id: 'd4f4' } },
          { clientState: 'of a stranger', changeType: 'deleted', resourceData: { id: 'd4f5' } },
        ],
      },
      isSecretSent: true,
    },
    event: { type: 'delete', recordId: 'd4f4', time: '2026-03-01T11:00:30.000Z' },
    removed: {
      method: 'DELETE',
      path: '/v1.0/subscriptions/7f105c7d-2dc5-4530-97cd-4e7ae6534c07',
    },
  },
]
