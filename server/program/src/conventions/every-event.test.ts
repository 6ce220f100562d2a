import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  eventData,
  type MessageType,
  NotificationEventType,
  recordMessages,
  type Connection,
  type Installation,
  type Integration,
} from '@platform/contract'
import { format } from 'oxfmt'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { inTransaction } from '@platform/kernel/db/transaction'
import { enqueue, type Jobs } from '@platform/kernel/jobs/enqueue'
import { reportLagging } from '@platform/delivery/notifications/pull/report-lagging'
import { inDocumentation } from '@platform/testing/in-documentation'
import { testPlatform } from '@platform/testing/test-platform'
import { patiently } from '@platform/testing/patiently'
import { must } from '@platform/kernel/values'
import { readOnSchedule } from '@platform/testing/read-on-schedule'

const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          mapToName: contact
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields: [{fieldName: LastName}, {fieldName: Email, mapToName: email}]
          optionalFields: [{fieldName: Title}]
          backfill: {defaultPeriod: {days: 30}}
          keepRecords: true
    write:
      objects:
        - objectName: Contact
    subscribe:
      objects:
        - objectName: Contact
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: {enabled: always}
    watchSchema:
      destination: webhook
      allObjects: {fieldCreated: {enabled: always}}
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
  platform = await testPlatform({
    contacts: 1,
    sourceYaml,
    env: { PLATFORM_LIMIT_KEPT_BYTES: '100' },
  })
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

const listMessages = (type: NotificationEventType) =>
  platform.messages.filter(({ notificationType }) => notificationType === type)

const waitForEvent = (type: NotificationEventType) =>
  vi.waitFor(() => {
    const [message] = listMessages(type)
    if (!message) throw new Error(`${type} has not arrived`)
    return message.data as Record<string, unknown>
  }, patiently)

const findMessage = (type: MessageType) =>
  platform.messages.find(
    ({ notificationType, action }) => notificationType === type || action === type,
  )

const waitForAction = (action: keyof typeof recordMessages) =>
  vi.waitFor(() => must(findMessage(action), `message ${action}`), patiently)

const waitForSubscribed = (id: string) =>
  vi.waitFor(async () => {
    const installation = await platform.call<Installation>('GET', `${crm}/${id}`)
    expect(installation.subscription).toMatchObject({ state: 'active' })
  }, patiently)

const enqueueNow = <Name extends keyof Jobs>(name: Name, payload: Jobs[Name]) =>
  inTransaction(platform.database.tenant(platform.projectId), (tx) => enqueue(tx, name, payload))

const ofObject = {
  objectName: 'contact',
  rawObjectName: 'Contact',
  mappedObjectName: 'contact',
}

/** A receiver that is permanently unavailable. */
async function startGoneReceiver() {
  const server = createServer((_request, response) => response.writeHead(410).end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  }
}

it('sends each event type as declared', async () => {
  const { call, control, projectId } = platform
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
  await waitForEvent('read.backfill.done')

  await call('PATCH', `${crm}/${installation.id}`, {
    updateMask: ['config.content.read.objects.Contact.selectedFields'],
    installation: {
      config: { content: { read: { objects: { Contact: { selectedFields: { Title: true } } } } } },
    },
  })
  const since = new Date(Date.now() - 60_000).toISOString()
  const until = new Date(Date.now() + 60_000).toISOString()
  const trigger = () =>
    call<{ operationId: string }>('POST', '/read/v1/{p}/integrations/crm/objects/Contact', {
      groupRef: 'globex',
      mode: 'async',
      sinceTimestamp: since,
      untilTimestamp: until,
    })
  const { operationId: readId } = await trigger()
  await waitForEvent('read.triggered.done')
  await control.showField('Contact', 'Title', false)
  const { operationId: failedReadId } = await trigger()
  await waitForEvent('read.triggered.error')
  // The next lookup of the fields must not find the field yet.
  await vi.waitFor(async () => {
    const { fields } = await platform.database.everything
      .selectFrom('watchedSchemas')
      .select('fields')
      .where('installationId', '=', installation.id)
      .executeTakeFirstOrThrow()
    expect(fields).not.toHaveProperty('Title')
  }, patiently)
  await control.showField('Contact', 'Title', true)

  const onRequest = (what: 'pause' | 'unpause') =>
    call('POST', `/read${crm}/${installation.id}:${what}`, { objects: ['Contact'] })
  await onRequest('pause')
  await waitForEvent('read.schedule.paused')
  await onRequest('unpause')

  await waitForSubscribed(installation.id)
  const { operationId: writeId } = await call<{ operationId: string }>(
    'POST',
    '/write/v1/{p}/integrations/crm/objects/Contact',
    {
      groupRef: 'globex',
      type: 'create',
      mode: 'asynchronous',
      batch: [
        { record: { LastName: 'Lind', Email: 'lind@globex.example' } },
        { record: { Email: 'nameless@globex.example' } },
      ],
    },
  )
  await waitForEvent('write.async.done')
  await waitForAction('subscribe')
  const update = { groupRef: 'globex', type: 'update', mode: 'asynchronous', approval: 'person' }
  const { operationId: heldId, approvalId } = await call<{
    operationId: string
    approvalId: string
  }>('POST', '/write/v1/{p}/integrations/crm/objects/Contact', {
    ...update,
    record: { id: '003000000000001AAA', LastName: 'Falk' },
  })
  await waitForEvent('approval.requested')
  await call('POST', `/v1/{p}/approvals/${approvalId}:reject`, { reason: 'Not this one.' })
  await waitForEvent('approval.decided')
  await call('PUT', '/v1/{p}/providers/salesforce/object-metadata', {
    groupRef: 'globex',
    fields: { Contact: [{ fieldName: 'Level', displayName: 'Level', valueType: 'string' }] },
  })
  await enqueueNow('watch-schema', { projectId, installationId: installation.id })
  await waitForAction('schema.watch')

  await call('GET', `/v1/{p}/connections/${connectionId}?refresh=force`)
  await waitForEvent('connection.refreshed')
  const odd = await call<Installation>(
    'POST',
    '/v1/{p}/integrations/odd/installations?skipSampling=true',
    {
      groupRef: 'globex',
      config: { content: { read: { objects: { Nothing: {} } } } },
    },
  )
  await waitForEvent('subscribe.create.error')

  await control.revokeTokens()
  const ofContact = { projectId, installationId: installation.id, objectName: 'Contact' }
  await readOnSchedule(platform.database.tenant(projectId), ofContact)
  await waitForEvent('connection.error')
  await vi.waitFor(() => {
    const reasons = listMessages('read.schedule.paused').map(({ data }) => data)
    expect(reasons).toContainEqual(
      expect.objectContaining({ ...ofObject, error: expect.stringContaining('Bad credentials') }),
    )
  }, patiently)
  await platform.connect()
  await waitForEvent('connection.updated')

  const inbox = await call<{ id: string }>('POST', '/v1/{p}/destinations', {
    ...{ name: 'inbox', type: 'pull', metadata: {} },
  })
  const consumers = `/v1/{p}/destinations/inbox/consumers`
  await call('POST', consumers, { name: 'warehouse', from: 'first' })
  await call('POST', '/v1/{p}/destinations/inbox:test')
  const report = async () => {
    const { database, services } = platform
    const now = new Date(Date.now() + 21 * 86_400_000)
    await reportLagging({ database, emitter: services.notifications }, { retentionDays: 30, now })
  }
  await vi.waitFor(async () => {
    await report()
    expect(listMessages('destination.pull.lagging')).toHaveLength(1)
  }, patiently)
  await call('POST', `${consumers}/warehouse:seek`, { to: 'next' })
  await report()
  await waitForEvent('destination.pull.recovered')

  const gone = await startGoneReceiver()
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
  await waitForEvent('destination.webhook.disabled')
  gone.close()

  await call('PUT', '/v1/{p}/integrations:batch', {
    sourceYaml: sourceYaml.replace(
      '{fieldName: LastName},',
      '{fieldName: LastName}, {mapToName: stage},',
    ),
  })
  await waitForEvent('installation.incomplete')

  const connection = await call<Connection>('GET', `/v1/{p}/connections/${connectionId}`)
  const integration = await call<Integration>('GET', '/v1/{p}/integrations/crm')
  for (const [name, one] of [
    ['crm', installation],
    ['odd', odd],
  ] as const) {
    await call('DELETE', `/v1/{p}/integrations/${name}/installations/${one.id}`)
  }
  await waitForEvent('connection.deleted')

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
  const ofConsumer = {
    ...{ projectId, destinationId: inbox.id, destinationName: 'inbox', consumer: 'warehouse' },
  }
  const anyId = expect.stringMatching(/^op_/) as unknown
  const triggered = { ...ofObject, fromTimestamp: since, untilTimestamp: until }
  const approval = {
    ...{ approvalId, operationId: heldId, type: 'update', recordCount: 1 },
    requestedBy: expect.stringMatching(/^api-key:key_/) as unknown,
    expireTime: expect.stringMatching(/^20/) as unknown,
  }
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
    'installation.incomplete': { ...ofInstallation, ...ofObject, missingMappings: ['stage'] },
    'read.schedule.paused': {
      ...ofInstallation,
      ...ofObject,
      config,
      error: 'Paused on request.',
    },
    'read.backfill.done': { ...ofInstallation, ...ofObject, operationId: anyId },
    'read.triggered.done': { ...ofInstallation, ...triggered, operationId: readId },
    'read.triggered.error': {
      ...ofInstallation,
      ...triggered,
      operationId: failedReadId,
      error: expect.stringContaining('Title'),
    },
    'write.async.done': {
      ...ofInstallation,
      ...ofObject,
      operationId: writeId,
      success: false,
      successfulRecordIds: [expect.stringMatching(/^003/)],
      errors: [expect.stringContaining('LastName')],
      results: [
        { index: 0, success: true, recordId: expect.stringMatching(/^003/), errors: [] },
        {
          index: 1,
          success: false,
          errors: [{ field: 'LastName', reason: expect.stringContaining('LastName') }],
        },
      ],
    },
    'approval.requested': { ...ofInstallation, ...ofObject, ...approval },
    'approval.decided': {
      ...ofInstallation,
      ...ofObject,
      ...approval,
      state: 'rejected',
      decidedBy: approval.requestedBy,
      decideTime: approval.expireTime,
      reason: 'Not this one.',
    },
    'subscribe.create.error': {
      ...ofInstallation,
      integrationId: odd.integrationId,
      integrationName: 'odd',
      installationId: odd.id,
      objectName: 'Nothing',
      rawObjectName: 'Nothing',
      operationId: anyId,
      error: expect.stringContaining('Nothing'),
    },
    'records.limit.warning': {
      projectId,
      reached: false,
      keptBytes: expect.any(Number) as unknown,
      maxBytes: 100,
    },
    'destination.pull.lagging': {
      ...ofConsumer,
      unreadSince: expect.stringMatching(/^20/) as unknown,
      deletedFrom: expect.stringMatching(/^20/) as unknown,
    },
    'destination.pull.recovered': ofConsumer,
    'destination.webhook.disabled': {
      projectId,
      destinationId: destination.id,
      destinationName: 'gone',
      url: gone.url,
    },
  }
  for (const type of NotificationEventType.options) {
    const data = await waitForEvent(type)
    const schema = eventData[type] as z.ZodObject
    expect(schema.strict().safeParse(data).error, type).toBeUndefined()
    expect(data, type).toEqual(expected[type])
  }
  for (const action of ['read', 'subscribe', 'schema.watch'] as const) {
    const message = await waitForAction(action)
    const schema: z.ZodObject = recordMessages[action]
    expect(schema.strict().safeParse(message).error, action).toBeUndefined()
    expect(message, action).toMatchObject({ ...ofObject, installationId: installation.id })
  }
  // The documentation shows the events sent here: `vitest run --update=all` on this file updates them.
  const types: MessageType[] = [
    ...NotificationEventType.options,
    ...(['read', 'subscribe', 'schema.watch'] as const),
  ]
  const recorded = types.map((type) => [type, inDocumentation(findMessage(type))])
  const json = JSON.stringify(Object.fromEntries(recorded))
  const { code } = await format('deliveries.json', json)
  await expect(code).toMatchFileSnapshot(
    '../../../../packages/contract/src/reference/deliveries.json',
  )
})

/** A configuration with this choice. */
const having = (content: object) =>
  expect.objectContaining({ content: expect.objectContaining(content) })
