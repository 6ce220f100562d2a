import { readClockMs } from '../../clock.ts'
import type { Documented } from './documented.ts'

/** Providers whose deliveries name no records: their changes are read. */
export const announced: readonly Documented[] = [
  {
    source:
      'https://developers.google.com/workspace/calendar/api/guides/push: watch request and reply, headers of a notification, stopping a channel',
    provider: 'google',
    objectName: 'events',
    created: {
      kind: 'api#channel',
      id: '01234567-89ab-cdef-0123456789ab',
      resourceId: 'o3hgv1538sdjfh',
      resourceUri: 'https://www.googleapis.com/calendar/v3/calendars/my_calendar@gmail.com/events',
      expiration: String(readClockMs() + 3 * 86_400_000),
    },
    request: {
      path: '/calendar/v3/calendars/primary/events/watch',
      body: {
        type: 'web_hook',
        address: 'https://platform.test/hook',
        token: 'of the server',
      },
    },
    requests: 1,
    secret: { from: 'ours' },
    renewed: {
      method: 'POST',
      path: '/calendar/v3/calendars/primary/events/watch',
      hours: 72,
      isReplaced: true,
    },
    delivery: {
      body: {},
      empty: true,
      headers: {
        'x-goog-channel-id': '4ba78bf0-6a47-11e2-bcfd-0800200c9a66',
        'x-goog-resource-id': 'ret08u3rv24htgh289g',
        'x-goog-resource-state': 'exists',
        'x-goog-message-number': '10',
      },
      sign: (_, secret) => ({ 'x-goog-channel-token': secret }),
      isSecretSent: true,
    },
    announced: ['events'],
    silent: { 'x-goog-resource-state': 'sync' },
    removed: {
      method: 'POST',
      path: '/calendar/v3/channels/stop',
      body: { id: '01234567-89ab-cdef-0123456789ab', resourceId: 'o3hgv1538sdjfh' },
    },
  },
  {
    source:
      'https://developers.google.com/workspace/drive/api/guides/push: changes.watch, headers of a notification, channels.stop; Drive API v3 discovery document (changes.getStartPageToken)',
    provider: 'googleDrive',
    objectName: 'files',
    startReply: { kind: 'drive#startPageToken', startPageToken: '4567' },
    created: {
      kind: 'api#channel',
      id: '4ba78bf0-6a47-11e2-bcfd-0800200c9a77',
      resourceId: 'o3hgv1538sdjfh',
      resourceUri: 'https://www.googleapis.com/drive/v3/changes',
      expiration: String(readClockMs() + 86_400_000),
    },
    request: {
      path: '/drive/v3/changes/watch',
      query: { pageToken: '4567', supportsAllDrives: 'true', includeItemsFromAllDrives: 'true' },
      body: {
        type: 'web_hook',
        address: 'https://platform.test/hook',
        token: 'of the server',
      },
    },
    requests: 1,
    secret: { from: 'ours' },
    renewed: { method: 'POST', path: '/drive/v3/changes/watch', hours: 24, isReplaced: true },
    delivery: {
      body: {},
      empty: true,
      headers: {
        'x-goog-channel-id': '8bd90be9-3a58-3122-ab43-9823188a5b43',
        'x-goog-resource-id': 'ret987df98743md8g',
        'x-goog-resource-uri': 'https://www.googleapis.com/drive/v3/changes',
        'x-goog-resource-state': 'change',
        'x-goog-message-number': '23',
      },
      sign: (_, secret) => ({ 'x-goog-channel-token': secret }),
      isSecretSent: true,
    },
    announced: ['files'],
    silent: { 'x-goog-resource-state': 'sync' },
    removed: {
      method: 'POST',
      path: '/drive/v3/channels/stop',
      body: { id: '4ba78bf0-6a47-11e2-bcfd-0800200c9a77', resourceId: 'o3hgv1538sdjfh' },
    },
  },
  {
    source:
      'https://mailchimp.com/developer/marketing/guides/sync-audience-data-webhooks/ and api/list-webhooks (as of api-evangelist/mailchimp, 2026): nothing is signed',
    provider: 'mailchimp',
    objectName: 'members',
    lists: { '/3.0/lists': { lists: [{ id: 'a6b5da1054', name: 'Customers' }], total_items: 1 } },
    created: { id: '7a3b2c', url: 'https://platform.test/hook', list_id: 'a6b5da1054' },
    request: {
      path: '/3.0/lists/a6b5da1054/webhooks',
      body: {
        url: 'https://platform.test/hook',
        events: {
          subscribe: true,
          unsubscribe: true,
          profile: true,
          cleaned: true,
          upemail: true,
          campaign: false,
        },
        sources: { user: true, admin: true, api: true },
      },
    },
    requests: 1,
    secret: { from: 'url' },
    challenge: { request: { method: 'GET' }, reply: { headers: {}, body: '' } },
    delivery: {
      body: {},
      form: 'type=unsubscribe&fired_at=2009-03-26+21%3A40%3A57&data[action]=unsub&data[reason]=manual&data[id]=8a25ff1d98&data[list_id]=a6b5da1054&data[email]=api%2Bunsub%40mailchimp.com&data[email_type]=html&data[merges][FNAME]=Mailchimp',
    },
    announced: ['members'],
    removed: { method: 'DELETE', path: '/3.0/lists/a6b5da1054/webhooks/7a3b2c' },
  },
  {
    source:
      'microsoftgraph/microsoft-graph-docs-contrib api-reference/v1.0/api/subscription-post-subscriptions.md (driveItem: the root, any item below it; Files.ReadWrite.All) and resources/subscription.md (lifetimes)',
    provider: 'onedrive',
    objectName: 'driveItems',
    created: { id: '7f105c7d-2dc5-4530-97cd-4e7ae6534c07', clientState: 'of the server' },
    request: {
      path: '/v1.0/subscriptions',
      body: {
        changeType: 'updated',
        notificationUrl: 'https://platform.test/hook',
        resource: 'me/drive/root',
        clientState: 'of the server',
      },
    },
    requests: 1,
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
            changeType: 'updated',
            resource: 'me/drive/root',
          },
        ],
      },
      fill: (secret) => ({
        value: [{ clientState: secret, changeType: 'updated', resource: 'me/drive/root' }],
      }),
      stranger: {
        value: [
          { clientState: 'of the server', changeType: 'updated', resource: 'me/drive/root' },
          { clientState: 'of a stranger', changeType: 'updated', resource: 'me/drive/root' },
        ],
      },
      isSecretSent: true,
    },
    announced: ['driveItems'],
    removed: {
      method: 'DELETE',
      path: '/v1.0/subscriptions/7f105c7d-2dc5-4530-97cd-4e7ae6534c07',
    },
  },
]
