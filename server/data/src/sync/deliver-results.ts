import type { InstallationId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { sendHeldDownloads } from '@platform/delivery/downloads/downloads'
import type { InstallationRow } from '@platform/installations/installations/installations'
import { findInstalledObjectName } from '@platform/installations/integrations/revision-content'
import { findUnfinishedReads } from '@platform/installations/operations/operations'
import type { Services } from '@platform/kernel/services'
import { makeMappedScope, type RecordMessage } from './messages.ts'
import { notInstalled, findReadPlan } from './object/plans.ts'
import * as store from './store.ts'
import { findQueued, queueRead } from './turns/store.ts'

/** Maximum number of pages sent per transaction. */
const atOnce = 100

/** Sends the oldest held pages, all of them for 0, and resumes a read that waited for room. */
export async function deliverResults(
  services: Services,
  db: Db,
  {
    installation,
    objectName: name,
    pages,
  }: { installation: InstallationRow; objectName: string; pages: number },
): Promise<void> {
  const { id: installationId, projectId } = installation
  const objectName = await findInstalledObjectName(db, installation, name)
  const plan = await findReadPlan(db, installation, objectName)
  if (!plan) throw await notInstalled(db, installation, name)

  for (let left = pages === 0 ? Infinity : pages; left > 0; left -= atOnce) {
    const sent = await inTransaction(db, async (tx) => {
      const max = Math.min(left, atOnce)
      const messages = await takeHeldResults(tx, installationId, objectName, max)
      if (messages.length > 0) {
        await services.notifications.sendRecords(tx, {
          projectId,
          action: 'read',
          about: { ...installation, installationId, objectName: plan.mappedName },
          destination: plan.destination,
          messages,
          recordsOf: makeMappedScope(installationId, objectName),
        })
      }
      const [reading] = await findUnfinishedReads(tx, [{ installationId, objectName }])
      if (reading && (await findQueued(tx, [reading.id])).length > 0) {
        await queueRead(tx, { operationId: reading.id })
      }
      return messages.length
    })
    if (sent < atOnce) return
  }
}

/** Removes results to send them as messages, with their downloads. */
async function takeHeldResults(
  tx: Db,
  installationId: InstallationId,
  objectName: string,
  max: number,
): Promise<RecordMessage[]> {
  const held = await store.lockHeldResults(tx, installationId, objectName, max)
  if (held.length === 0) return []
  const taken = held.map((result) => ({ ...result, id: newId('evt') }))
  const downloads = taken.flatMap(({ id, eventId }) => (eventId ? [{ heldAs: eventId, id }] : []))
  await sendHeldDownloads(tx, downloads)
  await store.deleteHeldResults(
    tx,
    held.map(({ key }) => key),
  )
  return taken.map(({ id, body, recordIds }) => ({ id, body, recordIds }))
}
