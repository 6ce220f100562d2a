import * as contract from '@platform/contract'
import type { InstallationId } from '@platform/contract'
import { maySeeGroup } from '../access/own-group.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Api } from '../http/api.ts'
import { invalidInput, Problem } from '../problems/problem.ts'
import {
  getGroupInstallation,
  getInstallation,
  installationNotFound,
} from '../installations/installations.ts'
import { toBackfillProgress } from '../operations/operation-record.ts'
import { isReading } from './schedule.ts'
import { startRead } from './start-read.ts'
import { findOperation } from '../operations/operations.ts'
import { findInstallationObject } from './store.ts'

export function syncRoutes(api: Api): void {
  api.serve(contract.triggerRead, async ({ params, body, db }) => {
    const { sinceTimestamp, untilTimestamp, groupRef } = body
    if (sinceTimestamp && untilTimestamp && sinceTimestamp >= untilTimestamp) {
      throw invalidInput({
        in: 'body',
        name: 'untilTimestamp',
        value: untilTimestamp,
        detail: 'It must be later than sinceTimestamp.',
      })
    }
    const { installation } = await getGroupInstallation(db, {
      integrationIdOrName: params.integrationId,
      groupRef,
    })
    const { objectName } = params
    const operationId = await inTransaction(db, async (tx) => {
      if (!(await isReading(tx, installation, objectName))) {
        throw new Problem('object-not-installed', {
          detail: `The installation of ${groupRef} does not read ${objectName}.`,
          remedy: `Add ${objectName} to the installation's configuration.`,
        })
      }
      return startRead(tx, installation, {
        objectName,
        readType: 'triggered',
        since: sinceTimestamp ? new Date(sinceTimestamp) : null,
        until: untilTimestamp ? new Date(untilTimestamp) : null,
      })
    })
    return { operationId: operationId! }
  })

  api.serve(contract.getBackfillProgress, async ({ params, query, caller, db }) => {
    const installation = await getInstallation(db, {
      integrationIdOrName: params.integrationId,
      installationId: params.installationId as InstallationId,
    })
    if (!maySeeGroup(caller, installation.groupRef, query))
      throw installationNotFound(installation.id)
    const object = await findInstallationObject(db, installation.id, params.objectName)
    const operation =
      object?.backfillOperationId && (await findOperation(db, object.backfillOperationId))
    if (!operation) {
      throw new Problem('backfill-not-found', {
        detail: `${params.objectName} has no backfill in this installation.`,
      })
    }
    return toBackfillProgress(operation)
  })
}
