import { isDeepStrictEqual } from 'node:util'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { InstallationRow } from '@platform/installations/installations/installations'
import { addRecords } from '@platform/installations/operations/fence'
import { findOperation, type OperationRow } from '@platform/installations/operations/operations'
import { LeaseLostError } from '@platform/kernel/leases/lease'
import { completeList } from '../kept-records/keep-records.ts'
import { findReadPlan } from './object/plans.ts'
import { findInstallationObject } from './object/store.ts'

/** Completes the list of kept records after a read that has returned all records of its object. */
export async function completeKeptList(
  db: Db,
  { operation, installation }: { operation: OperationRow; installation: InstallationRow },
): Promise<void> {
  const { id, readType, since, until, createTime: beganAt } = operation
  if (readType === 'scheduled' || since || until) return
  const plan = await findReadPlan(db, installation, operation.objectName)
  if (!plan?.keepsRecords) return
  const isNarrower =
    readType === 'backfill' && !isDeepStrictEqual(plan.backfillFilters, plan.filters)
  const { incomplete = null, recordsLeftOut = 0 } = (await findOperation(db, id)) ?? {}
  if (isNarrower || incomplete !== null || recordsLeftOut > 0) return
  const object = await findInstallationObject(db, installation.id, operation.objectName)
  await completeList((work) => inTransaction(db, work), operation, {
    beganAt,
    hasSnapshot: (object?.snapshotRecords ?? null) !== null,
    async mustHold(tx) {
      if (!(await addRecords(tx, operation, 0))) throw new LeaseLostError()
    },
  })
}
