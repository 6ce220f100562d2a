import * as contract from '@platform/contract'
import type { InstallationId } from '@platform/contract'
import { nameOfCaller, type Caller } from '../access/caller.ts'
import { maySeeGroup } from '../access/own-group.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Api } from '../http/api.ts'
import { invalidInput, Problem } from '../problems/problem.ts'
import {
  getGroupInstallation,
  getInstallation,
  installationNotFound,
} from '../installations/installations.ts'
import { toBackfillProgress, toOperation } from '../operations/operation-record.ts'
import { deliverResults } from './deliver-results.ts'
import {
  cancelReadOnRequest,
  isReading,
  notInstalled,
  pauseObjects,
  unpauseObjects,
} from './schedule.ts'
import { planPreview, previewMapping } from './preview-mapping.ts'
import { startRead } from './start-read.ts'
import { findOperation, getOperation } from '../operations/operations.ts'
import { objectNameOf } from '../integrations/read-object.ts'
import type { Services } from '../services.ts'
import { findInstallationObject } from './store.ts'

export function syncRoutes(api: Api, services: Services): void {
  api.serve(contract.triggerRead, async ({ params, body, caller, db }) => {
    const { sinceTimestamp, untilTimestamp, groupRef } = body
    if (sinceTimestamp && untilTimestamp && sinceTimestamp >= untilTimestamp) {
      throw invalidInput({
        in: 'body',
        name: 'untilTimestamp',
        value: untilTimestamp,
        detail: 'It must be later than sinceTimestamp.',
      })
    }
    const { integration, installation } = await getGroupInstallation(db, {
      integrationIdOrName: params.integrationId,
      groupRef,
    })
    const objectName = objectNameOf(params.objectName, integration.content)
    const operationId = await inTransaction(db, async (tx) => {
      if (!(await isReading(tx, installation, objectName))) {
        throw notInstalled(installation, objectName)
      }
      const object = await findInstallationObject(tx, installation.id, objectName)
      if (object && object.pausedFor !== null) {
        throw new Problem('object-paused', {
          detail: `${objectName} is paused: ${object.pausedReason}`,
        })
      }
      return startRead(tx, installation, {
        objectName,
        readType: 'triggered',
        createdBy: nameOfCaller(caller),
        since: sinceTimestamp ? new Date(sinceTimestamp) : null,
        until: untilTimestamp ? new Date(untilTimestamp) : null,
      })
    })
    return { operationId: operationId! }
  })

  const visible = async (
    db: Db,
    caller: Caller,
    {
      integrationId,
      installationId,
      groupRef,
    }: { integrationId: string; installationId: InstallationId; groupRef?: string | undefined },
  ) => {
    const installation = await getInstallation(db, {
      integrationIdOrName: integrationId,
      installationId,
    })
    if (!maySeeGroup(caller, installation.groupRef, { groupRef })) {
      throw installationNotFound(installation.id)
    }
    return installation
  }

  api.serve(contract.previewMapping, {
    /** What the audit log keeps: whose record was looked at, and nothing of it. */
    async carryOut({ params, body, db }) {
      const { installation, objectName } = await planPreview(services, db, { ...params, ...body })
      return { groupRef: installation.groupRef, objectName }
    },
    async conclude({ params, body, db }) {
      return previewMapping(services, db, await planPreview(services, db, { ...params, ...body }))
    },
  })

  api.serve(contract.pauseInstallation, async ({ params, query, body, caller, db }) => {
    const installation = await visible(db, caller, { ...params, ...query })
    await pauseObjects(services, db, { ...body, installation, by: nameOfCaller(caller) })
  })

  api.serve(contract.unpauseInstallation, async ({ params, query, body, caller, db }) => {
    const installation = await visible(db, caller, { ...params, ...query })
    await unpauseObjects(db, { ...body, installation, by: nameOfCaller(caller) })
  })

  api.serve(contract.deliverResults, async ({ params, body, db }) => {
    const { installation } = await getGroupInstallation(db, {
      integrationIdOrName: params.integrationId,
      groupRef: body.groupRef,
    })
    await deliverResults(services, db, { ...body, ...params, installation })
  })

  // Stands here and not with the operations, which do not know who carries them out.
  api.serve(contract.cancelOperation, async ({ params, caller, db }) => {
    const operation = await getOperation(db, params.operationId)
    if (operation.actionType !== 'read') {
      throw invalidInput({
        in: 'path',
        name: 'operationId',
        value: operation.id,
        detail: `Only reads can be canceled; the action of this one is ${operation.actionType}, which goes on at the provider.`,
      })
    }
    await cancelReadOnRequest(services, db, { operation, by: nameOfCaller(caller) })
    return toOperation(await getOperation(db, params.operationId))
  })

  api.serve(contract.getBackfillProgress, async ({ params, query, caller, db }) => {
    const installation = await visible(db, caller, { ...params, ...query })
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
