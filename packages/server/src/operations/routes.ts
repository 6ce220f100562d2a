import * as contract from '@platform/contract'
import type { Api } from '../http/api.ts'
import { nextPageToken, paginate } from '../http/paginate.ts'
import { maySeeGroup } from '../access/own-group.ts'
import { getInstallation, installationNotFound } from '../installations/installations.ts'
import { readActivity } from './activity.ts'
import { toLog, toOperation } from './operation-record.ts'
import { getOperation } from './operations.ts'
import * as store from './store.ts'

export function operationRoutes(api: Api): void {
  api.serve(contract.listOperations, async ({ params, query, db }) => {
    const installation = await getInstallation(db, {
      integrationIdOrName: params.integrationId,
      installationId: params.installationId,
    })
    const wanted = store.operationQuery(db).where('installationId', '=', installation.id)
    const results = await paginate(wanted, query, toOperation)
    const next = nextPageToken(results)
    return { results, pagination: { done: next === undefined, nextPageToken: next } }
  })

  api.serve(contract.getInstallationActivity, async ({ params, query, caller, db }) => {
    const installation = await getInstallation(db, {
      integrationIdOrName: params.integrationId,
      installationId: params.installationId,
    })
    if (!maySeeGroup(caller, installation.groupRef, query)) {
      throw installationNotFound(installation.id)
    }
    return readActivity(db, { installationId: installation.id, now: new Date() })
  })

  api.serve(contract.getOperation, async ({ params, db }) =>
    toOperation(await getOperation(db, params.operationId)),
  )

  api.serve(contract.listOperationLogs, async ({ params, query, db }) => {
    const { id } = await getOperation(db, params.operationId)
    return paginate(store.logQuery(db, id), query, toLog)
  })
}
