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
  ...['integrationId', 'integrationName', 'installationId', 'groupName'],
]
const config = ['config?', 'configURL?']
const triggered = [...installation, 'objectName', 'fromTimestamp?', 'untilTimestamp?']

/** Every event there is, with what it tells; what it may leave out has a question mark. */
const events: Record<NotificationEventType, string[]> = {
  'connection.created': connection,
  'connection.error': [...connection, 'errors'],
  'connection.refreshed': connection,
  'connection.updated': connection,
  'connection.deleted': connection,
  'installation.created': [...installation, ...config],
  'installation.updated': [...installation, ...config, 'lastConfig?', 'lastConfigURL?'],
  'installation.deleted': [...installation, ...config],
  'read.schedule.paused': [...installation, ...config, 'error'],
  'read.backfill.done': [...installation, 'objectName', 'recordsLeftOut?'],
  'read.triggered.done': [...triggered, 'recordsLeftOut?'],
  'read.triggered.error': [...triggered, 'error'],
  'write.async.done': [
    ...installation,
    ...['objectName', 'success', 'successfulRecordIds', 'errors'],
  ],
  'subscribe.create.error': [...installation, 'error'],
  'destination.webhook.disabled': ['projectId', 'destinationId', 'destinationName', 'url'],
}

it('are these fifteen, and no others', () => {
  expect(Object.keys(events)).toHaveLength(15)
  expect(NotificationEventType.options.toSorted()).toEqual(Object.keys(events).toSorted())
  expect(Object.keys(eventData).toSorted()).toEqual(Object.keys(events).toSorted())
})

it.each(Object.entries(events))('%s tells this and no more', (type, told) => {
  const schema = eventData[type as NotificationEventType]

  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'output' })
  const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`))
  expect(names.toSorted()).toEqual(told.toSorted())
})
