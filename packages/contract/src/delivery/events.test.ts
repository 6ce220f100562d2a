import { expect, it } from 'vitest'
import { z } from 'zod'
import { eventData, NotificationEventType } from './events.ts'

const connection = [
  'projectId',
  'connectionId',
  'provider',
  'groupRef',
  'consumerRef',
  'consumerName',
]
const installation = [
  ...connection,
  ...['integrationId', 'integrationName', 'installationId', 'groupName', 'instance?'],
]
const consumer = ['projectId', 'destinationId', 'destinationName', 'consumer']
const config = ['config?', 'configURL?']
const object = ['objectName', 'rawObjectName', 'mappedObjectName?']
const ran = [...installation, ...object, 'operationId']
const approval = ['approvalId', 'type', 'recordCount', 'role?', 'requestedBy', 'expireTime']
const triggered = [...ran, 'fromTimestamp?', 'untilTimestamp?']

/** Every event with its members; optional ones have a question mark. */
const events: Record<NotificationEventType, string[]> = {
  'connection.created': connection,
  'connection.error': [...connection, 'errors'],
  'connection.refreshed': connection,
  'connection.updated': [...connection, 'accountChange?'],
  'connection.deleted': connection,
  'installation.created': [...installation, ...config],
  'installation.updated': [...installation, ...config, 'lastConfig?', 'lastConfigURL?'],
  'installation.deleted': [...installation, ...config],
  'installation.incomplete': [...installation, ...object, 'missingMappings'],
  'read.schedule.paused': [...installation, ...object, 'operationId?', ...config, 'error'],
  'read.backfill.done': [...ran, 'recordsLeftOut?', 'incomplete?'],
  'read.triggered.done': [...triggered, 'recordsLeftOut?', 'incomplete?'],
  'read.triggered.error': [...triggered, 'error'],
  'write.async.done': [
    ...ran,
    ...['success', 'successfulRecordIds', 'errors', 'results', 'approval?'],
  ],
  'approval.requested': [...ran, ...approval],
  'approval.decided': [...ran, ...approval, 'state', 'decidedBy?', 'decideTime?', 'reason?'],
  'subscribe.create.error': [...ran, 'error'],
  'records.limit.warning': ['projectId', 'reached', 'keptBytes', 'maxBytes'],
  'destination.pull.lagging': [...consumer, 'unreadSince', 'deletedFrom'],
  'destination.pull.recovered': consumer,
  'destination.webhook.disabled': ['projectId', 'destinationId', 'destinationName', 'url'],
}

it('are exactly these twenty-one', () => {
  expect(Object.keys(events)).toHaveLength(21)
  expect(NotificationEventType.options.toSorted()).toEqual(Object.keys(events).toSorted())
  expect(Object.keys(eventData).toSorted()).toEqual(Object.keys(events).toSorted())
})

it.each(Object.entries(events))('%s returns only these values', (type, members) => {
  const schema = eventData[type as NotificationEventType]

  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'output' })
  const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`))
  expect(names.toSorted()).toEqual(members.toSorted())
})
