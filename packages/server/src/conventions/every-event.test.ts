import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  eventData,
  NotificationEventType,
  type Connection,
  type Installation,
  type Integration,
} from '@platform/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { inTransaction } from '../db/transaction.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { testPlatform } from '../testing/test-platform.ts'
import { patiently } from '../testing/patiently.ts'

const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: webhook
          schedule: '0 * * * *'
          requiredFields: [{fieldName: LastName}]
          optionalFields: [{fieldName: Title}]
          backfill: {defaultPeriod: {days: 30}}
    write:
      objects:
        - objectName: Contact
  - name: odd
    provider: salesforce
    read:
      objects:
        - objectName: Nothing
          destination: webhook
          requiredFields: [{fieldName: Name}]
    subscribe:
      objects:
        - objectName: Nothing
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: {enabled: always}
`
const crm = '/v1/{p}/integrations/crm/installations'

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  platform = await testPlatform({ contacts: 1, sourceYaml })
  const routed = await platform.call<{ eventType: string; topicId: string }[]>(
    'GET',
    '/v1/{p}/notification-event-topic-routes',
  )
  for (const eventType of NotificationEventType.options) {
    if (routed.some((route) => route.eventType === eventType)) continue
    await platform.call('POST', '/v1/{p}/notification-event-topic-routes', {
      topicId: routed[0]!.topicId,
      eventType,
    })
  }
})
afterAll(() => platform.close())

const told = (type: NotificationEventType) =>
  platform.messages.filter(({ notificationType }) => notificationType === type)

const arrived = (type: NotificationEventType) =>
  vi.waitFor(() => {
    const [message] = told(type)
    if (!message) throw new Error(`${type} has not arrived`)
    return message.data as Record<string, unknown>
  }, patiently)

/** A receiver that is gone for good. */
async function goneReceiver() {
  const server = createServer((_request, response) => response.writeHead(410).end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  }
}

it('tells of each of the fifteen events, when it happens, as the contract says', async () => {
  const { call, control, projectId, database } = platform
  const { id: connectionId } = await platform.connect()
  const installation = await call<Installation>('POST', crm, {
    groupRef: 'globex',
    config: {
      content: {
        read: { objects: { Contact: {} } },
        write: { objects: { Contact: { objectName: 'Contact' } } },
      },
    },
  })
  await arrived('read.backfill.done')

  await call('PATCH', `${crm}/${installation.id}`, {
    updateMask: ['config.content.read.objects.Contact.selectedFields'],
    installation: {
      config: { content: { read: { objects: { Contact: { selectedFields: { Title: true } } } } } },
    },
  })
  const since = new Date(Date.now() - 60_000).toISOString()
  const until = new Date(Date.now() + 60_000).toISOString()
  const trigger = () =>
    call('POST', '/read/v1/{p}/integrations/crm/objects/Contact', {
      groupRef: 'globex',
      mode: 'async',
      sinceTimestamp: since,
      untilTimestamp: until,
    })
  await trigger()
  await arrived('read.triggered.done')
  await control.showField('Contact', 'Title', false)
  await trigger()
  await arrived('read.triggered.error')
  await control.showField('Contact', 'Title', true)

  await call('POST', '/write/v1/{p}/integrations/crm/objects/Contact', {
    groupRef: 'globex',
    type: 'create',
    mode: 'asynchronous',
    record: { LastName: 'Lind' },
  })
  await arrived('write.async.done')

  await call('GET', `/v1/{p}/connections/${connectionId}?refresh=force`)
  await arrived('connection.refreshed')
  const odd = await call<Installation>(
    'POST',
    '/v1/{p}/integrations/odd/installations?skipSampling=true',
    {
      groupRef: 'globex',
      config: { content: { read: { objects: { Nothing: {} } } } },
    },
  )
  await arrived('subscribe.create.error')

  await control.revokeTokens()
  await inTransaction(database.tenant(projectId), (tx) =>
    enqueue(tx, 'scheduled-read', {
      projectId,
      installationId: installation.id,
      objectName: 'Contact',
    }),
  )
  await arrived('connection.error')
  await arrived('read.schedule.paused')
  await platform.connect()
  await arrived('connection.updated')

  const gone = await goneReceiver()
  const destination = await call<{ id: string }>('POST', '/v1/{p}/destinations', {
    name: 'gone',
    type: 'webhook',
    metadata: { url: gone.url },
  })
  const [topic] = await call<{ id: string }[]>('GET', '/v1/{p}/topics')
  await call('POST', '/v1/{p}/topic-destination-routes', {
    topicId: topic!.id,
    destinationId: destination.id,
  })
  await call('GET', `/v1/{p}/connections/${connectionId}?refresh=force`)
  await arrived('destination.webhook.disabled')
  gone.close()

  const connection = await call<Connection>('GET', `/v1/{p}/connections/${connectionId}`)
  const integration = await call<Integration>('GET', '/v1/{p}/integrations/crm')
  for (const [name, one] of [
    ['crm', installation],
    ['odd', odd],
  ] as const) {
    await call('DELETE', `/v1/{p}/integrations/${name}/installations/${one.id}`)
  }
  await arrived('connection.deleted')

  const ofConnection = {
    projectId,
    connectionId,
    provider: 'salesforce',
    groupRef: 'globex',
    consumerRef: 'hank',
    consumerName: connection.consumer.consumerName,
  }
  const ofInstallation = {
    ...ofConnection,
    integrationId: integration.id,
    integrationName: 'crm',
    installationId: installation.id,
    groupName: connection.group.groupName,
  }
  const objectName = 'Contact'
  const triggered = { objectName, fromTimestamp: since, untilTimestamp: until }
  const before = having({ read: { objects: { Contact: {} } } })
  const config = having({ read: { objects: { Contact: { selectedFields: { Title: true } } } } })
  const expected: Record<NotificationEventType, object> = {
    'connection.created': ofConnection,
    'connection.refreshed': ofConnection,
    'connection.updated': ofConnection,
    'connection.deleted': ofConnection,
    'connection.error': { ...ofConnection, errors: [expect.stringMatching(/\w/)] },
    'installation.created': { ...ofInstallation, config: before },
    'installation.updated': { ...ofInstallation, config, lastConfig: before },
    'installation.deleted': { ...ofInstallation, config },
    'read.schedule.paused': {
      ...ofInstallation,
      config,
      error: expect.stringContaining('Bad credentials'),
    },
    'read.backfill.done': { ...ofInstallation, objectName },
    'read.triggered.done': { ...ofInstallation, ...triggered },
    'read.triggered.error': {
      ...ofInstallation,
      ...triggered,
      error: expect.stringContaining('Title'),
    },
    'write.async.done': {
      ...ofInstallation,
      objectName,
      success: true,
      successfulRecordIds: [expect.stringMatching(/^003/)],
      errors: [],
    },
    'subscribe.create.error': {
      ...ofInstallation,
      integrationId: odd.integrationId,
      integrationName: 'odd',
      installationId: odd.id,
      error: expect.stringContaining('Nothing'),
    },
    'destination.webhook.disabled': {
      projectId,
      destinationId: destination.id,
      destinationName: 'gone',
      url: gone.url,
    },
  }
  for (const type of NotificationEventType.options) {
    const data = await arrived(type)
    const schema = eventData[type] as z.ZodObject
    expect(schema.strict().safeParse(data).error, type).toBeUndefined()
    expect(data, type).toEqual(expected[type])
  }
})

/** A configuration in which this is chosen. */
const having = (content: object) =>
  expect.objectContaining({ content: expect.objectContaining(content) })
