import { expect } from 'vitest'
import { makeHmac, type Documented } from './documented.ts'

export const work: readonly Documented[] = [
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
      'https://developer.atlassian.com/cloud/jira/platform/webhooks/ (dynamic webhooks) and rest/v3/api-group-webhooks; filter of all issues: superplanehq/superplane pkg/integrations/jira/webhook_handler.go (Apache-2.0)',
    provider: 'atlassian',
    objectName: 'issues',
    created: { webhookRegistrationResult: [{ createdWebhookId: 1000 }] },
    request: {
      path: '/3/webhook',
      body: {
        url: 'https://platform.test/hook',
        webhooks: [
          {
            jqlFilter: 'project != EMPTY',
            events: ['jira:issue_created', 'jira:issue_updated', 'jira:issue_deleted'],
          },
        ],
      },
    },
    requests: 1,
    secret: { from: 'url' },
    delivery: {
      body: {
        timestamp: 1_772_362_800_000,
        webhookEvent: 'jira:issue_updated',
        issue: { id: '10002', key: 'PRJ-1', fields: { summary: 'Trial' } },
        changelog: { items: [{ field: 'summary' }] },
        matchedWebhookIds: [1000],
      },
    },
    event: { type: 'update', recordId: '10002', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/3/webhook', body: { webhookIds: [1000] } },
  },
  {
    source: 'https://developers.wrike.com/docs/webhooks: without a secret, nothing is signed',
    provider: 'wrike',
    objectName: 'tasks',
    created: { kind: 'webhooks', data: [{ id: 'IEAAAAAAJAAAAAAA', status: 'Active' }] },
    request: {
      path: '/v4/webhooks',
      body: expect.stringMatching(/^hookUrl=https%3A%2F%2Fplatform\.test%2Fhook$/) as object,
    },
    requests: 1,
    secret: { from: 'url' },
    delivery: {
      body: [
        {
          oldStatus: 'Active',
          status: 'Completed',
          taskId: 'IEAAAAAAKQAAAAAA',
          webhookId: 'IEAAAAAAJAAAAAAA',
          eventAuthorId: 'KUAAAAAA',
          eventType: 'TaskStatusChanged',
          lastUpdatedDate: '2026-03-01T11:00:00Z',
        },
      ],
    },
    event: { type: 'update', recordId: 'IEAAAAAAKQAAAAAA', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/v4/webhooks/IEAAAAAAJAAAAAAA' },
  },
  {
    source:
      'https://developers.webflow.com/data/reference/webhooks/create, data/reference/all-events and reference/webhooks (validating request signatures)',
    provider: 'webflow',
    objectName: 'pages',
    lists: { '/v2/sites': { sites: [{ id: '65427cf400e02b306eaa049c' }] } },
    created: { id: '57ca0a9e418c504a6e1acbb6', triggerType: 'page_created' },
    request: {
      path: '/v2/sites/65427cf400e02b306eaa049c/webhooks',
      body: { triggerType: 'page_created', url: 'https://platform.test/hook' },
    },
    requests: 3,
    secret: { from: 'app' },
    delivery: {
      body: {
        triggerType: 'page_metadata_updated',
        payload: {
          siteId: '65427cf400e02b306eaa049c',
          pageId: '6596da6045e56dee495bcbba',
          lastUpdated: '2026-03-01T11:00:00.000Z',
        },
      },
      headers: { 'x-webflow-timestamp': '1772362800000' },
      sign: (body, secret) => ({
        'x-webflow-signature': makeHmac(`1772362800000:${body}`, secret, 'hex'),
      }),
      time: { header: 'x-webflow-timestamp', toleranceSeconds: 300, another: '1772362801000' },
    },
    event: {
      type: 'update',
      recordId: '6596da6045e56dee495bcbba',
      time: '2026-03-01T11:00:00.000Z',
    },
    removed: { method: 'DELETE', path: '/v2/webhooks/57ca0a9e418c504a6e1acbb6' },
  },
  {
    source:
      'BambooHR/bhr-api-python (MIT), docs/WebhooksApi.md and WebhookEventsApi.md; https://documentation.bamboohr.com/docs/webhooks (2026-05-26)',
    provider: 'bambooHR',
    objectName: 'employees',
    created: { id: '17', name: 'Integration', privateKey: 'd7f1' },
    request: {
      path: '/v1/webhooks',
      body: {
        url: 'https://platform.test/hook',
        format: 'json',
        events: ['employee.created', 'employee.updated', 'employee.deleted'],
        monitorFields: expect.arrayContaining(['firstName', 'jobTitle']) as string[],
      },
    },
    requests: 1,
    secret: { from: 'reply' },
    delivery: {
      body: {
        type: 'employee.updated',
        timestamp: '2026-03-01T11:00:00Z',
        data: { companyId: '4051', employeeId: '123', changedFields: ['jobTitle'] },
      },
      headers: { 'x-bamboohr-timestamp': '1772362800' },
      sign: (body, secret) => ({
        'x-bamboohr-signature': makeHmac(`${body}1772362800`, secret, 'hex'),
      }),
      time: { header: 'x-bamboohr-timestamp', toleranceSeconds: 3600 },
    },
    event: { type: 'update', recordId: '123', time: '2026-03-01T11:00:00.000Z' },
    removed: { method: 'DELETE', path: '/v1/webhooks/17' },
  },
]
