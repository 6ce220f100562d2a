import * as contract from '@platform/contract'
import { nameOfCaller } from '@platform/kernel/access'
import type { Api } from '@platform/kernel/http'
import { invalidInput } from '@platform/kernel/problems/problem'
import {
  getGroupInstallation,
  getVisibleInstallation,
} from '@platform/installations/installations/installations'
import {
  toBackfillProgress,
  toOperation,
} from '@platform/installations/operations/operation-record'
import { deliverResults } from './deliver-results.ts'
import {
  cancelReadOnRequest,
  pauseObjects,
  startRequestedRead,
  unpauseObjects,
} from './object/requests.ts'
import { getOwn } from '@platform/kernel/values'
import { findInstallationObject } from './object/store.ts'
import { planPreview, previewMapping } from './preview-mapping.ts'
import {
  findOperation,
  getOperation,
  getVisibleOperation,
} from '@platform/installations/operations/operations'
import { findInstalledObjectName } from '@platform/installations/integrations/revision-content'
import { notInstalled } from './object/plans.ts'
import type { Services } from '@platform/kernel/services'

export function syncRoutes(api: Api, services: Services): void {
  api.serve(contract.triggerRead, async ({ params, query, body, caller, db }) => {
    const { sinceTimestamp, untilTimestamp, groupRef } = body
    if (sinceTimestamp && untilTimestamp && sinceTimestamp >= untilTimestamp) {
      throw invalidInput({
        in: 'body',
        name: 'untilTimestamp',
        value: untilTimestamp,
        detail: 'The value must be later than sinceTimestamp.',
      })
    }
    const { installation } = await getGroupInstallation(db, {
      integrationIdOrName: params.integrationId,
      groupRef,
      instance: query.instance,
    })
    const operationId = await startRequestedRead(services, db, {
      installation,
      objectName: params.objectName,
      since: sinceTimestamp ? new Date(sinceTimestamp) : null,
      until: untilTimestamp ? new Date(untilTimestamp) : null,
      by: nameOfCaller(caller),
    })
    return { operationId }
  })

  api.serve(contract.previewMapping, {
    /** Recorded in the audit log: whose record was viewed, without its content. */
    async carryOut({ params, body, db }) {
      const { installation, objectName } = await planPreview(services, db, { ...params, ...body })
      return { groupRef: installation.groupRef, objectName }
    },
    async conclude({ params, body, db }) {
      return previewMapping(services, db, await planPreview(services, db, { ...params, ...body }))
    },
  })

  api.serve(contract.pauseInstallation, async ({ params, query, body, caller, db }) => {
    const installation = await getVisibleInstallation(db, caller, { ...params, ...query })
    await pauseObjects(services, db, { ...body, installation, by: nameOfCaller(caller) })
  })

  api.serve(contract.unpauseInstallation, async ({ params, query, body, caller, db }) => {
    const installation = await getVisibleInstallation(db, caller, { ...params, ...query })
    await unpauseObjects(services, db, { ...body, installation, by: nameOfCaller(caller) })
  })

  api.serve(contract.deliverResults, async ({ params, query, body, db }) => {
    const { installation } = await getGroupInstallation(db, {
      integrationIdOrName: params.integrationId,
      groupRef: body.groupRef,
      instance: query.instance,
    })
    await deliverResults(services, db, { ...body, ...params, installation })
  })

  // Stands here and not with the operations, which do not know who carries them out.
  api.serve(contract.cancelOperation, async ({ params, caller, project, db }) => {
    const operation = await getVisibleOperation(db, project, params.operationId)
    if (operation.actionType !== 'read') {
      throw invalidInput({
        in: 'path',
        name: 'operationId',
        value: operation.id,
        detail: `Only reads can be canceled. This operation is a ${operation.actionType}, which continues at the provider.`,
      })
    }
    await cancelReadOnRequest(services, db, { operation, by: nameOfCaller(caller) })
    return toOperation(await getOperation(db, params.operationId))
  })

  api.serve(contract.getBackfillProgress, async ({ params, query, caller, db }) => {
    const installation = await getVisibleInstallation(db, caller, { ...params, ...query })
    const objectName = await findInstalledObjectName(db, installation, params.objectName)
    const object = await findInstallationObject(db, installation.id, objectName)
    if (!object && !getOwn(installation.content.read?.objects, objectName)) {
      throw await notInstalled(db, installation, objectName, 'backfill-not-found')
    }
    const operation =
      object?.backfillOperationId && (await findOperation(db, object.backfillOperationId))
    return operation
      ? toBackfillProgress(operation)
      : { installationId: installation.id, objectName, recordsProcessed: 0 }
  })
}
