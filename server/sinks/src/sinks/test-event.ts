import {
  isOwnEventType,
  type EventData,
  type MessageType,
  type ProjectId,
  type recordMessages,
} from '@platform/contract'
import type { z } from 'zod'
import { newId } from '@platform/kernel/db/new-id'
import type { SinkEvent } from './event.ts'
import { getNow } from '@platform/kernel/values'

/** Returns the message that `:test` and `verify` send: valid for its type, with made-up content. */
export const testEvent = (
  projectId: ProjectId,
  type: MessageType = 'connection.created',
): SinkEvent => ({
  id: newId('evt'),
  projectId,
  type,
  body: JSON.stringify(
    isOwnEventType(type)
      ? { notificationType: type, projectId, groupRef: 'test-group', data: {} }
      : sampleData(projectId)[type],
  ),
  isTest: true,
})

type RecordMessages = {
  [Type in keyof typeof recordMessages]: z.infer<(typeof recordMessages)[Type]>
}

/** Returns what messages are about. */
function sampleSubjects(projectId: ProjectId, time: string) {
  const connection = {
    projectId,
    connectionId: 'conn_test',
    provider: 'test',
    groupRef: 'test-group',
    consumerRef: 'test-consumer',
    consumerName: 'Test message',
  }
  const installation = {
    ...connection,
    integrationId: 'int_test',
    integrationName: 'test-integration',
    installationId: 'inst_test',
    groupName: 'Test group',
  }
  const content = { provider: 'test', read: { objects: { contacts: { objectName: 'contacts' } } } }
  const config = {
    config: {
      id: 'conf_test',
      revisionId: 'rev_test',
      createTime: time,
      createdBy: 'test',
      content,
    },
  } as const
  const named = {
    objectName: 'contact',
    rawObjectName: 'contacts',
    mappedObjectName: 'contact',
  }
  const object = { ...named, operationId: 'op_test' }
  const approval = {
    approvalId: 'apr_test',
    type: 'update',
    recordCount: 1,
    requestedBy: 'test',
    expireTime: time,
  } as const
  const { connectionId: _, ...customer } = connection
  const message = {
    ...customer,
    groupName: installation.groupName,
    installationId: installation.installationId,
    installationUpdateTime: time,
    objectName: object.objectName,
    rawObjectName: object.rawObjectName,
    mappedObjectName: object.mappedObjectName,
    resultInfo: { type: 'inline' as const, numRecords: 1 },
  }
  const record = {
    fields: { id: '1' },
    mappedFields: { email: 'test@test.example' },
    raw: { id: '1', email: 'test@test.example' },
  }
  const consumer = {
    ...{ projectId, destinationId: 'dest_test', destinationName: 'test-destination' },
    consumer: 'test-consumer',
  }
  const field = { fieldName: 'level', displayName: 'Level', valueType: 'string' as const }
  return {
    connection,
    installation,
    config,
    named,
    object,
    approval,
    message,
    record,
    consumer,
    field,
  }
}

function sampleData(projectId: ProjectId): EventData & RecordMessages {
  const time = getNow().toISOString()
  const error = { error: 'This is a test: nothing went wrong.' }
  const {
    connection,
    installation,
    config,
    named,
    object,
    approval,
    message,
    record,
    consumer,
    field,
  } = sampleSubjects(projectId, time)
  return {
    'connection.created': connection,
    'connection.refreshed': connection,
    'connection.updated': connection,
    'connection.deleted': connection,
    'connection.error': { ...connection, errors: [error.error] },
    'installation.created': { ...installation, ...config },
    'installation.updated': { ...installation, ...config, lastConfig: config.config },
    'installation.deleted': { ...installation, ...config },
    'installation.incomplete': { ...installation, ...named, missingMappings: ['stage'] },
    'read.schedule.paused': { ...installation, ...object, ...config, ...error },
    'read.backfill.done': { ...installation, ...object },
    'read.triggered.done': { ...installation, ...object },
    'read.triggered.error': { ...installation, ...object, ...error },
    'write.async.done': {
      ...installation,
      ...object,
      success: true,
      successfulRecordIds: ['1'],
      errors: [],
      results: [{ index: 0, success: true, recordId: '1', errors: [] }],
    },
    'approval.requested': { ...installation, ...object, ...approval },
    'approval.decided': {
      ...installation,
      ...object,
      ...approval,
      state: 'approved',
      decidedBy: 'consumer:test-consumer',
      decideTime: time,
    },
    'subscribe.create.error': { ...installation, ...object, ...error },
    'records.limit.warning': {
      projectId,
      reached: false,
      keptBytes: 858_993_460,
      maxBytes: 1_073_741_824,
    },
    'destination.pull.lagging': { ...consumer, unreadSince: time, deletedFrom: time },
    'destination.pull.recovered': consumer,
    'destination.webhook.disabled': {
      projectId,
      destinationId: 'dest_test',
      destinationName: 'test-destination',
      url: 'https://test.example/webhooks',
    },
    read: {
      ...message,
      action: 'read',
      operationId: object.operationId,
      operationTime: time,
      readType: 'scheduled',
      result: [record],
    },
    subscribe: {
      ...message,
      action: 'subscribe',
      result: [{ ...record, id: '1', subscribeEventType: 'update', fieldsUpdated: ['email'] }],
    },
    'schema.watch': { ...message, action: 'schema.watch', result: { createdFields: [field] } },
  }
}
