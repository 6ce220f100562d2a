import type { EventId, OperationId } from '@platform/contract'
import { findConnectionRow } from '../../connections/connections.ts'
import type { Db } from '../../db/database.ts'
import { newId } from '../../db/new-id.ts'
import { configForEvent } from '../../installations/config-for-event.ts'
import { toInstallationRef } from '../../installations/installation-record.ts'
import type { InstallationRow } from '../../installations/installations.ts'
import { toObjectRef } from '../../integrations/read-object.ts'
import { contentsOf } from '../../integrations/revision-content.ts'
import type { Services } from '../../services.ts'
import { must } from '../../values/must.ts'

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
  const { latest, installed } = await contentsOf(tx, installation)
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
