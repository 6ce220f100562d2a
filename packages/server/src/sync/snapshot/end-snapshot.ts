import { findConnectionRow } from '../../connections/connections.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { InstallationRow } from '../../installations/installations.ts'
import type { ReadPlan } from '../../integrations/read-object.ts'
import { addRecords } from '../../operations/fence.ts'
import { logOperation } from '../../operations/logs.ts'
import type { OperationRow } from '../../operations/operations.ts'
import type { Services } from '../../services.ts'
import { must } from '../../values/must.ts'
import { deliverEntries } from '../deliver-entries.ts'
import { envelopeOfRead } from '../messages.ts'
import { planOf } from '../schedule.ts'
import { findInstallationObject, updateInstallationObject } from '../store.ts'
import { holdObject } from '../hold-object.ts'
import { TakenOver } from '../taken-over.ts'
import { readsOnward } from './snapshot.ts'
import { countSnapshot, markMissed, takeGone } from './store.ts'
import { counted } from '../../values/counted.ts'

/** So many records are told to be gone in one transaction. */
const atOnce = 500

/**
 * Ends a read that compared its records with a snapshot: what two reads in a row have not seen is
 * gone. One alone may have missed a record that others were inserted before while it paged.
 */
export async function endSnapshot(
  services: Services,
  db: Db,
  { operation, installation }: { operation: OperationRow; installation: InstallationRow },
): Promise<void> {
  const { projectId, id: operationId, installationId, objectName } = operation
  const object = await findInstallationObject(db, installationId, objectName)
  if (!readsOnward(operation) || !object || object.snapshotRecords === null) return

  // A backfill has filters of its own: what they leave out is not gone.
  const looksForGone = operation.readType === 'scheduled'
  const gone = looksForGone ? await tellGone(services, db, { operation, installation }) : 0
  await inTransaction(db, async (tx) => {
    await holdObject(tx, installationId, objectName)
    if (!(await addRecords(tx, operation, 0))) throw new TakenOver()
    const missed = looksForGone
      ? await markMissed(tx, { projectId, installationId, objectName }, operationId)
      : 0
    await updateInstallationObject(tx, installationId, objectName, { snapshotTime: new Date() })
    const { snapshotRecords, snapshotLeftOut } = must(
      await findInstallationObject(tx, installationId, objectName),
      'object',
    )
    const found = [
      `The snapshot holds ${counted(snapshotRecords ?? 0, 'record')} now.`,
      gone > 0 && `${gone} are gone: two reads in a row have not met them.`,
      missed > 0 &&
        `${missed} were not met, and are taken for gone if the next read does not either.`,
    ]
    await logOperation(tx, {
      projectId,
      operationId,
      severity: 'info',
      msg: found.filter((one) => one !== false).join(' '),
    })
    if (snapshotLeftOut > 0) {
      await logOperation(tx, {
        projectId,
        operationId,
        severity: 'warning',
        msg: `The snapshot has no room for ${counted(snapshotLeftOut, 'record')}: an object may have ${services.snapshotRecords} (PLATFORM_LIMIT_SNAPSHOT_RECORDS), all of a project's three quarters of PLATFORM_LIMIT_STORED_BYTES. Those are delivered by every read, changed or not, and nobody hears when they are gone.`,
      })
    }
  })
}

/** Forgets what is gone, and tells it where deletions are wanted; answers how many there were. */
async function tellGone(
  services: Services,
  db: Db,
  { operation, installation }: { operation: OperationRow; installation: InstallationRow },
): Promise<number> {
  const { projectId, id, installationId, objectName } = operation
  const of = { projectId, installationId, objectName }
  const plan = await planOf(db, installation, objectName)
  const connection = await findConnectionRow(db, installation.connectionId)
  const told = connection && plan && tellsDeletions(plan) ? { connection, plan } : undefined
  let gone = 0
  for (;;) {
    if (told) await services.notifications.waitForRoom({ projectId, ...told.plan })
    const ids = await inTransaction(db, async (tx) => {
      await holdObject(tx, installationId, objectName)
      const taken = await takeGone(tx, of, { missedBy: id, most: atOnce })
      if (!(await addRecords(tx, operation, told ? taken.length : 0))) throw new TakenOver()
      if (taken.length > 0) await countSnapshot(tx, of, { records: -taken.length, leftOut: 0 })
      if (told) {
        const envelope = envelopeOfRead(operation, installation, told.connection, told.plan)
        await deliverEntries(
          services,
          tx,
          { projectId, installationId, plan: told.plan, envelope },
          taken.map((recordId) => ({ id: recordId, entry: goneEntry(recordId, told.plan) })),
        )
      }
      return taken
    })
    gone += ids.length
    if (ids.length < atOnce) return gone
  }
}

/** What filters let through no more is not deleted. */
const tellsDeletions = ({ includeDeleted, filters }: ReadPlan) =>
  includeDeleted && filters.length === 0

const goneEntry = (id: string, { mapped }: ReadPlan) => ({
  subscribeEventType: 'delete' as const,
  id,
  fields: {},
  raw: {},
  ...(mapped.length > 0 && { mappedFields: {} }),
})
