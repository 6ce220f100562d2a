import * as contract from '@platform/contract'
import type { Api } from '@platform/kernel/http'
import { nextPageToken, orderBy, paginate, paginateAll } from '@platform/kernel/http/paginate'
import { getInstallation, getVisibleInstallation } from '../installations/installations.ts'
import { readActivity } from './activity.ts'
import { toLog, toOperation, toOperationLog } from './operation-record.ts'
import { getVisibleOperation } from './operations.ts'
import { findRequestedInstallations, groupsOfOperations } from './operations-of-groups.ts'
import { readTimeline } from './timeline.ts'
import * as logStore from './log-store.ts'
import { operationsQuery } from './list-store.ts'
import * as store from './store.ts'
import { getNow } from '@platform/kernel/values'

export function operationRoutes(api: Api): void {
  api.serve(contract.listOperations, async ({ params, query, db }) => {
    const installation = await getInstallation(db, {
      integrationIdOrName: params.integrationId,
      installationId: params.installationId,
    })
    const wanted = store.operationQuery(db).where('installationId', '=', installation.id)
    const results = await paginate(wanted, query, (row) => toOperation(row, installation))
    const next = nextPageToken(results)
    return { results, pagination: { done: next === undefined, nextPageToken: next } }
  })

  api.serve(contract.listOperationsForProject, async ({ query, project, db }) => {
    const { pageSize, pageToken, sort, groupRef, installationId, ...wanted } = query
    const installationIds = await findRequestedInstallations(db, project.id, {
      groupRef,
      installationId,
    })
    return paginateAll(
      operationsQuery(db, {
        ...wanted,
        projectId: project.id,
        installationIds,
        integrationIds: project.integrationIds,
      }),
      { pageSize, pageToken },
      async (rows) => {
        const groups = await groupsOfOperations(db, rows)
        return rows.map((row) => toOperation(row, groups.get(row.installationId)))
      },
      orderBy(sort, { createTime: 'id' }),
    )
  })

  api.serve(contract.listLogs, async ({ query, project, db }) => {
    const { pageSize, pageToken, sort, groupRef, installationId, ...wanted } = query
    const installationIds = await findRequestedInstallations(db, project.id, {
      groupRef,
      installationId,
    })
    return paginateAll(
      logStore.logsQuery(db, {
        ...wanted,
        projectId: project.id,
        installationIds,
        integrationIds: project.integrationIds,
      }),
      { pageSize, pageToken },
      async (rows) => {
        const groups = await groupsOfOperations(db, rows)
        return rows.map((row) => toOperationLog(row, groups.get(row.installationId)))
      },
      orderBy(sort, { timestamp: 'l.id' }),
    )
  })

  api.serve(contract.getTimeline, async ({ params, query, db }) => {
    const installation = await getInstallation(db, {
      integrationIdOrName: params.integrationId,
      installationId: params.installationId,
    })
    return readTimeline(db, installation, query)
  })

  api.serve(contract.getInstallationActivity, async ({ params, query, caller, db }) => {
    const installation = await getVisibleInstallation(db, caller, { ...params, ...query })
    return readActivity(db, { installationId: installation.id, now: getNow() })
  })

  api.serve(contract.getOperation, async ({ params, project, db }) => {
    const row = await getVisibleOperation(db, project, params.operationId)
    return toOperation(row, (await groupsOfOperations(db, [row])).get(row.installationId))
  })

  api.serve(contract.listOperationLogs, async ({ params, query, project, db }) => {
    const { id } = await getVisibleOperation(db, project, params.operationId)
    return paginate(logStore.logQuery(db, id), query, toLog)
  })
}
