import * as contract from '@platform/contract'
import type { Api } from '@platform/kernel/http/api'
import type { InstallationId, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { nextPageToken, paginate, paginateAll } from '@platform/kernel/http/paginate'
import {
  findInstallationsOfGroup,
  getInstallation,
  getVisibleInstallation,
  groupsOfInstallations,
} from '../installations/installations.ts'
import { readActivity } from './activity.ts'
import { toLog, toOperation, toOperationLog } from './operation-record.ts'
import { getVisibleOperation } from './operations.ts'
import { readTimeline } from './timeline.ts'
import * as store from './store.ts'

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
    const { pageSize, pageToken, groupRef, installationId, ...wanted } = query
    const installationIds = await installationsOf(db, project.id, { groupRef, installationId })
    return paginateAll(
      store.operationsQuery(db, {
        ...wanted,
        projectId: project.id,
        installationIds,
        integrationIds: project.integrationIds,
      }),
      { pageSize, pageToken },
      async (rows) => {
        const groups = await groupsOf(db, rows)
        return rows.map((row) => toOperation(row, groups.get(row.installationId)))
      },
    )
  })

  api.serve(contract.listLogs, async ({ query, project, db }) => {
    const { pageSize, pageToken, groupRef, installationId, ...wanted } = query
    const installationIds = await installationsOf(db, project.id, { groupRef, installationId })
    return paginateAll(
      store.logsQuery(db, {
        ...wanted,
        projectId: project.id,
        installationIds,
        integrationIds: project.integrationIds,
      }),
      { pageSize, pageToken },
      async (rows) => {
        const groups = await groupsOf(db, rows)
        return rows.map((row) => toOperationLog(row, groups.get(row.installationId)))
      },
      { by: 'l.id' },
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
    return readActivity(db, { installationId: installation.id, now: new Date() })
  })

  api.serve(contract.getOperation, async ({ params, project, db }) => {
    const row = await getVisibleOperation(db, project, params.operationId)
    return toOperation(row, (await groupsOf(db, [row])).get(row.installationId))
  })

  api.serve(contract.listOperationLogs, async ({ params, query, project, db }) => {
    const { id } = await getVisibleOperation(db, project, params.operationId)
    return paginate(store.logQuery(db, id), query, toLog)
  })
}

/** Returns the requested installations; undefined for all. */
async function installationsOf(
  db: Db,
  projectId: ProjectId,
  { groupRef, installationId }: { groupRef?: string; installationId?: InstallationId },
): Promise<InstallationId[] | undefined> {
  if (groupRef === undefined) {
    if (installationId === undefined) return undefined
    // An installation of another project would otherwise be searched for in all of this one's
    // operations.
    const known = await groupsOfInstallations(db, [installationId])
    return [...known.keys()]
  }
  const ids = await findInstallationsOfGroup(db, projectId, groupRef)
  return installationId ? ids.filter((id) => id === installationId) : ids
}

const groupsOf = (db: Db, rows: readonly { installationId: InstallationId }[]) =>
  groupsOfInstallations(db, [...new Set(rows.map((row) => row.installationId))])
