import { findConnectionRow } from '@platform/connections/connections/connections'
import type { ResultEntry } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { InstallationRow } from '@platform/installations/installations/installations'
import type { ReadPlan } from '@platform/installations/integrations/read-object'
import { addRecords } from '@platform/installations/operations/fence'
import { logOperation } from '@platform/installations/operations/logs'
import { findOperation, type OperationRow } from '@platform/installations/operations/operations'
import type { Services } from '@platform/kernel/services'
import { findWritten, markEntries } from '../../echoes/mark-entries.ts'
import { keepRecords, sealEntries } from '../../kept-records/keep-records.ts'
import { deliverEntries, envelopeOfRead } from '../messages.ts'
import { countHeld, describeHeld } from '../count-held.ts'
import { changeObject } from '../object/change-object.ts'
import { lockObject } from '../object/hold-object.ts'
import { findReadPlan } from '../object/plans.ts'
import { findInstallationObject, type InstallationObjectRow } from '../object/store.ts'
import { LeaseLostError } from '@platform/kernel/leases/lease'
import {
  findConnector,
  findInstallationConnector,
  reportsTimes,
} from '../object/deletion-checks.ts'
import { readsOnward } from './snapshot.ts'
import { countGone, countSnapshot, markMissed, takeGone } from './store.ts'
import { formatCounted } from '@platform/kernel/values'

/** Maximum number of deletions delivered per transaction. */
const atOnce = 500

/**
 * Ends a read with a snapshot: records missing from two consecutive complete reads are deleted. A
 * single read may have missed a record because others were inserted before it while paging.
 * Unusually many deletions wait for a third read, and a possibly incomplete read proves nothing.
 */
export async function endSnapshot(
  services: Services,
  db: Db,
  { operation, installation }: { operation: OperationRow; installation: InstallationRow },
): Promise<void> {
  const { projectId, id: operationId, installationId, objectName } = operation
  const object = await findInstallationObject(db, installationId, objectName)
  if (!readsOnward(operation) || !object || object.snapshotRecords === null) return
  const { checksDeletions } = operation
  const connector = await findInstallationConnector(services, db, installation)
  const comparesEachRead = connector !== undefined && !reportsTimes(connector, objectName)
  if (!checksDeletions && !comparesEachRead) return

  // A backfill has its own filters: records that they exclude are not deleted.
  const { incomplete = null } = (await findOperation(db, operationId)) ?? {}
  // A check that the full snapshot has ended has not listed all records.
  const isCutOff = checksDeletions && object.snapshotLeftOut > 0
  const looksForGone = operation.readType === 'scheduled' && incomplete === null && !isCutOff
  const plan = await findReadPlan(db, installation, objectName)
  const held = looksForGone ? await countHeldDeletions(db, { operation, object, plan }) : 0
  const reportsDeletions = looksForGone && held === 0
  const gone = reportsDeletions
    ? await deliverDeletions(services, db, { operation, installation, plan })
    : 0
  await inTransaction(db, async (tx) => {
    const current = await lockObject(tx, installationId, objectName)
    if (!current || !(await addRecords(tx, operation, 0))) throw new LeaseLostError()
    const missed = looksForGone
      ? await markMissed(tx, { projectId, installationId, objectName }, operationId)
      : 0
    const { state } = await changeObject(services, tx, installation, current, {
      type: 'snapshot-compared',
      ...(looksForGone && {
        missed,
        held: { records: held, by: held > 0 ? operationId : null },
      }),
    })
    const { snapshotRecords, snapshotLeftOut } = state
    const found = [
      `The snapshot now contains ${formatCounted(snapshotRecords ?? 0, 'record')}.`,
      gone > 0 && `${gone} were deleted: two consecutive reads did not find them.`,
      missed > 0 &&
        `${missed} were not found; they count as deleted if the next ${checksDeletions ? 'check' : 'read'} does not find them either.`,
    ]
    await logOperation(tx, {
      projectId,
      operationId,
      severity: 'info',
      msg: found.filter((one) => one !== false).join(' '),
    })
    if (held > 0) {
      await logOperation(tx, {
        projectId,
        operationId,
        severity: 'warning',
        msg: describeHeld(formatCounted(held, 'record'), {
          records: object.snapshotRecords ?? 0,
          deletionLimitPercent: plan?.deletionLimitPercent ?? 0,
        }),
      })
    }
    if (isCutOff) {
      await logOperation(tx, {
        projectId,
        operationId,
        severity: 'warning',
        msg: `Deletions are not detected: the object has more records than a snapshot can have, ${services.snapshotRecords} (PLATFORM_LIMIT_SNAPSHOT_RECORDS), all objects of a project three quarters of PLATFORM_LIMIT_STORED_BYTES. The next check follows in a week.`,
      })
    } else if (snapshotLeftOut > 0) {
      await logOperation(tx, {
        projectId,
        operationId,
        severity: 'warning',
        msg: `The snapshot is full, so ${formatCounted(snapshotLeftOut, 'record')} did not fit: an object can have ${services.snapshotRecords} (PLATFORM_LIMIT_SNAPSHOT_RECORDS), all objects of a project three quarters of PLATFORM_LIMIT_STORED_BYTES. These records are delivered by every read unless their modification time shows that they have not changed, and their deletion is not detected.`,
      })
    }
  })
}

/** Returns how many deletions to hold back. */
async function countHeldDeletions(
  db: Db,
  {
    operation,
    object,
    plan,
  }: {
    operation: OperationRow
    object: InstallationObjectRow
    plan: ReadPlan | undefined
  },
): Promise<number> {
  if (!plan) return 0
  return countHeld({
    gone: await countGone(db, operation, operation.id),
    records: object.snapshotRecords ?? 0,
    deletionLimitPercent: plan.deletionLimitPercent,
    earlier: { held: object.snapshotHeld, by: object.snapshotHeldBy },
    operationId: operation.id,
  })
}

/** Removes deleted records, delivers the deletions if requested, and returns their number. */
async function deliverDeletions(
  services: Services,
  db: Db,
  {
    operation,
    installation,
    plan,
  }: { operation: OperationRow; installation: InstallationRow; plan: ReadPlan | undefined },
): Promise<number> {
  const { projectId, id, installationId, objectName } = operation
  const of = { projectId, installationId, objectName }
  const connection = await findConnectionRow(db, installation.connectionId)
  const hides = connection && hidesRecords(services, connection.provider, objectName)
  const receiver =
    connection && plan && !hides && deliversDeletions(plan) ? { connection, plan } : undefined
  const keeps = plan?.keepsRecords && !hides
  if (keeps) await services.secrets.ready(projectId)
  let gone = 0
  for (;;) {
    if (receiver) await services.notifications.waitForRoom({ projectId, ...receiver.plan })
    const ids = await inTransaction(db, async (tx) => {
      await lockObject(tx, installationId, objectName)
      const taken = await takeGone(tx, of, { missedBy: id, max: atOnce })
      if (!(await addRecords(tx, operation, receiver ? taken.length : 0)))
        throw new LeaseLostError()
      if (taken.length > 0) await countSnapshot(tx, of, { records: -taken.length, leftOut: 0 })
      if (receiver) {
        const envelope = envelopeOfRead(operation, installation, receiver.connection, receiver.plan)
        const entries = taken.map((recordId) => ({
          id: recordId,
          entry: makeGoneEntry(recordId, receiver.plan),
          record: undefined,
        }))
        const { left, store } = await markEntries(
          services,
          tx,
          {
            ...{ installation, plan: receiver.plan, dropsEchoes: false },
            connector: { fieldValue: () => undefined },
            readFrom: operation.createTime,
          },
          { entries, found: await findWritten(tx, installation, objectName, taken) },
        )
        const results = { projectId, installationId, plan: receiver.plan, envelope }
        await store(await deliverEntries(services, tx, results, left))
      }
      if (keeps) {
        const entries = taken.map((recordId) => ({
          ...{ id: recordId, hasContent: false },
          entry: makeGoneEntry(recordId, plan),
        }))
        await keepRecords(services, tx, await sealEntries(services, of, entries))
      }
      return taken
    })
    gone += ids.length
    if (ids.length < atOnce) return gone
  }
}

/** Reports whether the provider's list omits existing records. */
const hidesRecords = (services: Services, provider: string, objectName: string): boolean =>
  findConnector(services, provider)?.hidesRecords?.(objectName) !== undefined

/** Records that filters exclude are not deleted. */
const deliversDeletions = ({ includeDeleted, filters }: ReadPlan) =>
  includeDeleted && filters.length === 0

const makeGoneEntry = (id: string, { mapped }: ReadPlan): ResultEntry => ({
  subscribeEventType: 'delete',
  id,
  fields: {},
  raw: {},
  ...(mapped.length > 0 && { mappedFields: {} }),
})
