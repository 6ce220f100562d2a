import { makeHmac, type Documented } from './documented.ts'

/** Providers whose records are read by more than their IDs. */
export const code: readonly Documented[] = [
  {
    source:
      'github/rest-api-description (repos/create-webhook, repos/update-webhook), octokit/webhooks payload-examples/api.github.com/issues/edited.payload.json; https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries',
    provider: 'github',
    objectName: 'repos/issues',
    lists: { '/user/repos': [{ id: 186_853_002, full_name: 'Codertocat/Hello-World' }] },
    created: { type: 'Repository', id: 12_345_678, name: 'web', active: true, events: ['issues'] },
    request: {
      path: '/repositories/186853002/hooks',
      body: {
        name: 'web',
        active: true,
        events: ['issues'],
        config: {
          url: 'https://platform.test/hook',
          content_type: 'json',
          insecure_ssl: '0',
          secret: 'of the server',
        },
      },
    },
    requests: 1,
    secret: { from: 'ours' },
    delivery: {
      body: {
        action: 'edited',
        issue: {
          url: 'https://api.github.com/repos/Codertocat/Hello-World/issues/1',
          id: 444_500_041,
          number: 1,
          title: 'Spelling error in the README file',
          updated_at: '2019-05-15T15:20:18Z',
        },
        changes: {},
        repository: { id: 186_853_002, full_name: 'Codertocat/Hello-World' },
      },
      headers: {
        'x-github-event': 'issues',
        'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
      },
      sign: (body, secret) => ({
        'x-hub-signature-256': `sha256=${makeHmac(body, secret, 'hex')}`,
      }),
    },
    event: {
      type: 'update',
      recordId: '444500041',
      locator: { parent: '186853002', number: '1' },
      time: '2019-05-15T15:20:18.000Z',
    },
    removed: { method: 'DELETE', path: '/repositories/186853002/hooks/12345678' },
  },
  {
    source:
      'gitlabhq/gitlabhq doc/user/project/integrations/webhook_events.md (work item events) and webhooks.md (delivery headers), doc/api/project_webhooks.md',
    provider: 'gitlab',
    objectName: 'issues',
    lists: { '/api/v4/projects': [{ id: 14, name: 'Gitlab Test' }] },
    created: { id: 1, url: 'https://platform.test/hook', project_id: 14 },
    request: {
      path: '/api/v4/projects/14/hooks',
      body: {
        url: 'https://platform.test/hook',
        token: 'of the server',
        push_events: false,
        issues_events: true,
        confidential_issues_events: true,
        merge_requests_events: true,
        enable_ssl_verification: true,
      },
    },
    requests: 1,
    secret: { from: 'ours' },
    delivery: {
      body: {
        object_kind: 'issue',
        event_type: 'issue',
        project: { id: 14, name: 'Gitlab Test' },
        object_attributes: {
          id: 301,
          title: 'New API: create/update/delete file',
          project_id: 14,
          iid: 23,
          state: 'opened',
          action: 'open',
        },
        changes: {},
      },
      headers: {
        'x-gitlab-event': 'Issue Hook',
        'idempotency-key': 'f5e5f430-f57b-4e6e-9fac-d9128cd7232f',
      },
      sign: (_, secret) => ({ 'x-gitlab-token': secret }),
      isSecretSent: true,
    },
    event: {
      type: 'create',
      recordId: '301',
      locator: { project: '14', iid: '23' },
      time: '2026-03-01T11:00:30.000Z',
    },
    removed: { method: 'DELETE', path: '/api/v4/projects/14/hooks/1' },
  },
  {
    source:
      'https://www.typeform.com/developers/webhooks/reference/create-or-update-webhook/, /webhooks/secure-your-webhooks/ and /webhooks/example-payload/',
    provider: 'typeform',
    objectName: 'responses',
    lists: { '/forms': { items: [{ id: 'lT4Z3j', title: 'Webhooks example' }], page_count: 1 } },
    created: { id: 'yRtagDm8AT', tag: 'phoenix', form_id: 'lT4Z3j', enabled: true },
    request: {
      method: 'PUT',
      body: {
        url: 'https://platform.test/hook',
        enabled: true,
        secret: 'of the server',
        verify_ssl: true,
      },
    },
    requests: 1,
    secret: { from: 'ours' },
    delivery: {
      body: {
        event_id: 'LtWXD3crgy',
        event_type: 'form_response',
        form_response: {
          form_id: 'lT4Z3j',
          token: 'a3a12ec67a1365927098a606107fac15',
          submitted_at: '2018-01-18T18:17:02Z',
          landed_at: '2018-01-18T18:07:02Z',
        },
      },
      sign: (body, secret) => ({
        'typeform-signature': `sha256=${makeHmac(body, secret, 'base64')}`,
      }),
    },
    event: {
      type: 'create',
      recordId: 'a3a12ec67a1365927098a606107fac15',
      locator: { parent: 'lT4Z3j' },
      time: '2018-01-18T18:17:02.000Z',
    },
    removed: { method: 'DELETE', path: '/forms/lT4Z3j/webhooks/phoenix' },
  },
  {
    source:
      'basecamp/bc3-api sections/webhooks.md (payload, create, update, destroy) and comments.md: nothing is signed',
    provider: 'basecamp',
    objectName: 'messages',
    lists: { '/projects.json': [{ id: 2_085_958_498, name: 'The Leto Laptop' }] },
    created: { id: 1_051_369_971, active: true, payload_url: 'https://platform.test/hook' },
    request: {
      path: '/buckets/2085958498/webhooks.json',
      body: { payload_url: 'https://platform.test/hook', types: ['Message', 'Comment'] },
    },
    requests: 1,
    secret: { from: 'url' },
    delivery: {
      body: {
        id: 1_007_199_254_741_210,
        kind: 'message_created',
        details: { notified_recipient_ids: [1_007_299_144] },
        created_at: '2016-06-08T19:00:41.933Z',
        recording: { id: 7_199_254_740_622, type: 'Message', bucket: { id: 2_085_958_498 } },
      },
    },
    event: { type: 'create', recordId: '7199254740622', time: '2016-06-08T19:00:41.933Z' },
    removed: { method: 'DELETE', path: '/webhooks/1051369971.json' },
  },
  {
    source:
      'Bitbucket OpenAPI (workspace hooks, enumeration of events, webhook_subscription.secret); https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/ (headers, repo:push, repo:updated); signature as verified by akuity/kargo (Apache-2.0), receiver of Bitbucket',
    provider: 'bitbucket',
    objectName: 'repositories',
    created: {
      uuid: '{7a2ee5c6-0b4a-4ef5-9c6c-7a6a6e3a1b1f}',
      active: true,
      events: ['repo:push'],
    },
    request: {
      path: '/2.0/workspaces/acme/hooks',
      body: {
        description: 'Integration',
        url: 'https://platform.test/hook',
        active: true,
        secret: 'of the server',
        events: ['repo:push', 'repo:updated'],
      },
    },
    requests: 1,
    secret: { from: 'ours' },
    delivery: {
      body: {
        actor: { type: 'user', nickname: 'emmap1' },
        repository: {
          type: 'repository',
          full_name: 'team_name/repo_name',
          uuid: '{673a6070-3421-46c9-9d48-90745f7bfe8e}',
        },
        push: { changes: [] },
      },
      headers: {
        'x-event-key': 'repo:push',
        'x-request-uuid': '3e2c5a0c-5c2f-4f5e-8a56-6f8f3cbb0f2e',
      },
      sign: (body, secret) => ({ 'x-hub-signature': `sha256=${makeHmac(body, secret, 'hex')}` }),
    },
    event: {
      type: 'update',
      recordId: '{673a6070-3421-46c9-9d48-90745f7bfe8e}',
      time: '2026-03-01T11:00:30.000Z',
    },
    removed: {
      method: 'DELETE',
      path: '/2.0/workspaces/acme/hooks/%7B7a2ee5c6-0b4a-4ef5-9c6c-7a6a6e3a1b1f%7D',
    },
  },
]
