import type { EventId, OperationId } from '@platform/contract'
import { findConnectionRow } from '@platform/connections/connections/connections'
import type { Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { configForEvent } from '@platform/installations/installations/config-for-event'
import { toInstallationRef } from '@platform/installations/installations/installation-record'
import type { InstallationRow } from '@platform/installations/installations/installations'
import { toObjectRef } from '@platform/installations/integrations/read-object'
import { findContents } from '@platform/installations/integrations/revision-content'
import type { Services } from '@platform/kernel/services'
import { must } from '@platform/kernel/values'

/** Emits that reads of an object are paused; returns the ID of the event. */
export async function announcePause(
  services: Services,
  tx: Db,
  {
    installation,
    objectName,
    operationId,
    reason,
  }: {
    installation: InstallationRow
    objectName: string
    /** The read that failed, if one did. */
    operationId?: OperationId | undefined
    reason: string
  },
): Promise<EventId> {
  const connection = must(await findConnectionRow(tx, installation.connectionId), 'connection')
  const { latest, installed } = await findContents(tx, installation)
  const eventId = newId('evt')
  await services.notifications.emit(tx, {
    id: eventId,
    projectId: installation.projectId,
    type: 'read.schedule.paused',
    data: {
      ...toInstallationRef(installation, connection),
      ...toObjectRef(objectName, latest, installed),
      ...(operationId && { operationId }),
      ...(await configForEvent(services, tx, installation, eventId)),
      error: reason,
    },
  })
  return eventId
}

/** Emits that an object is read without required fields, because the end user has not mapped them. */
export async function announceIncomplete(
  services: Services,
  tx: Db,
  {
    installation,
    objectName,
    missingMappings,
  }: { installation: InstallationRow; objectName: string; missingMappings: string[] },
): Promise<void> {
  const connection = must(await findConnectionRow(tx, installation.connectionId), 'connection')
  const { latest, installed } = await findContents(tx, installation)
  await services.notifications.emit(tx, {
    id: newId('evt'),
    projectId: installation.projectId,
    type: 'installation.incomplete',
    data: {
      ...toInstallationRef(installation, connection),
      ...toObjectRef(objectName, latest, installed),
      missingMappings,
    },
  })
}
