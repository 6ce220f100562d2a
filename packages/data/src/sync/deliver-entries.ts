import type { InstallationId, ProjectId, ResultEntry } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { storeDownload } from '@platform/delivery/downloads/downloads'
import type { ReadPlan } from '@platform/installations/integrations/read-object'
import type { Services } from '@platform/kernel/services'
import { packMessages, mappedRecords, type Envelope } from './messages.ts'
import { holdResults } from './store.ts'

/** Sends the results of a read to the object's destination, or holds them until requested. */
export async function deliverEntries(
  services: Services,
  tx: Db,
  {
    projectId,
    installationId,
    plan,
    envelope,
  }: {
    projectId: ProjectId
    installationId: InstallationId
    plan: ReadPlan
    envelope: Envelope
  },
  entries: readonly { id: string; entry: ResultEntry }[],
): Promise<void> {
  const { objectName } = plan
  const messages = await packMessages(envelope, entries, {
    ...(plan.pageSize !== undefined && { pageSize: plan.pageSize }),
    store: (body, eventId) =>
      storeDownload(services, tx, { projectId, eventId, body, isHeld: plan.isOnRequest }),
  })
  if (messages.length > 0 && plan.isOnRequest) {
    await holdResults(tx, { projectId, installationId, objectName }, messages)
  } else if (messages.length > 0) {
    await services.notifications.sendRecords(tx, {
      projectId,
      destination: plan.destination,
      action: envelope.action,
      about: envelope,
      messages,
      recordsOf: mappedRecords(installationId, objectName),
    })
  }
}
