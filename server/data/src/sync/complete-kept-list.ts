import { isDeepStrictEqual } from 'node:util'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { InstallationRow } from '@platform/installations/installations/installations'
import { addRecords } from '@platform/installations/operations/fence'
import { findOperation, type OperationRow } from '@platform/installations/operations/operations'
import { LeaseLostError } from '@platform/kernel/leases/lease'
import { logOperation } from '@platform/installations/operations/logs'
import type { Services } from '@platform/kernel/services'
import { formatCounted } from '@platform/kernel/values'
import { countHeld, describeHeld } from './count-held.ts'
import { completeList } from '../kept-records/keep-records.ts'
import { findReadPlan } from './object/plans.ts'
import { findInstallationConnector, reportsTimes } from './object/deletion-checks.ts'

/** Completes the list of kept records after a read that has returned all records of its object. */
export async function completeKeptList(
  services: Services,
  db: Db,
  { operation, installation }: { operation: OperationRow; installation: InstallationRow },
): Promise<void> {
  const { id, projectId, readType, since, until } = operation
  if (readType === 'scheduled' || since || until) return
  const plan = await findReadPlan(db, installation, operation.objectName)
  if (!plan?.keepsRecords) return
  const isNarrower =
    readType === 'backfill' && !isDeepStrictEqual(plan.backfillFilters, plan.filters)
  const { incomplete = null, recordsLeftOut = 0 } = (await findOperation(db, id)) ?? {}
  if (isNarrower || incomplete !== null || recordsLeftOut > 0) return
  const connector = await findInstallationConnector(services, db, installation)
  const { deletionLimitPercent, objectName } = plan
  const findsDeletions =
    !connector ||
    (reportsTimes(connector, objectName) && connector.hidesRecords?.(objectName) === undefined)
  await completeList((work) => inTransaction(db, work), operation, {
    findsDeletions,
    async hold(tx, { count: gone, records, earlier }) {
      const held = countHeld({ gone, records, deletionLimitPercent, earlier, operationId: id })
      if (held > 0) {
        const msg = describeHeld(formatCounted(held, 'kept record'), {
          records,
          deletionLimitPercent,
        })
        await logOperation(tx, { projectId, operationId: id, severity: 'warning', msg })
      }
      return held
    },
    async mustHold(tx) {
      if (!(await addRecords(tx, operation, 0))) throw new LeaseLostError()
    },
  })
}
