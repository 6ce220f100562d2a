import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { makeExpectedBasic, makeHmac, type Documented } from './documented.ts'

export const sales: readonly Documented[] = [
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
      sign: (_, secret) => ({ authorization: makeExpectedBasic('platform', secret) }),
      isSecretSent: true,
    },
    event: { type: 'update', recordId: '123', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/v1/webhooks/99' },
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
        toleranceSeconds: 43_200,
        another: 'Sun, 01 Mar 2026 11:00:01 GMT',
      },
    },
    event: { type: 'create', recordId: '4L3cwQae2TX', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/api/webhooks/0123abc' },
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
