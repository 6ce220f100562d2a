import type { EventData, NotificationEventType, ProjectId } from '@platform/contract'
import { newId } from '../db/new-id.ts'
import type { EventRecord } from './message.ts'

/** The event that `:test` and `verify` send: what a real one of its type holds, about nothing real. */
export const testEvent = (
  projectId: ProjectId,
  type: NotificationEventType = 'connection.created',
): EventRecord => ({
  id: newId('evt'),
  projectId,
  type,
  body: JSON.stringify(sampleData(projectId)[type]),
})

function sampleData(projectId: ProjectId): EventData {
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
  const config = { config: { provider: 'test', content: {} } }
  const error = { error: 'This is a test: nothing went wrong.' }
  const object = { objectName: 'contact' }
  return {
    'connection.created': connection,
    'connection.refreshed': connection,
    'connection.updated': connection,
    'connection.deleted': connection,
    'connection.error': { ...connection, errors: [error.error] },
    'installation.created': { ...installation, ...config },
    'installation.updated': { ...installation, ...config, lastConfig: config.config },
    'installation.deleted': { ...installation, ...config },
    'read.schedule.paused': { ...installation, ...config, ...error },
    'read.backfill.done': { ...installation, ...object },
    'read.triggered.done': { ...installation, ...object },
    'read.triggered.error': { ...installation, ...object, ...error },
    'write.async.done': {
      ...installation,
      ...object,
      success: true,
      successfulRecordIds: ['1'],
      errors: [],
    },
    'subscribe.create.error': { ...installation, ...error },
    'destination.webhook.disabled': {
      projectId,
      destinationId: 'dest_test',
      destinationName: 'test-destination',
      url: 'https://test.example/webhooks',
    },
  }
}
