import {
  capabilityFor,
  type Capability,
  type GroupSummary,
  type PageParameters,
  type ProjectId,
} from '@platform/contract'
import {
  findProvidersOfGroups,
  groupQuery,
  toGroup,
} from '@platform/connections/connections/people/people'
import { recordsThisMonth } from '@platform/delivery/notifications/history/usage'
import { statesOfGroups } from '@platform/installations/installations/group-health'
import type { Db } from '@platform/kernel/db/database'
import { orderBy, paginateAll } from '@platform/kernel/http/paginate'
import type { Services } from '@platform/kernel/services'

/** Lists customers page by page, each with the state of its connections and reads. */
export function listGroupSummaries(
  services: Services,
  db: Db,
  {
    projectId,
    capabilities,
    groupRef,
    search,
    sort,
    ...page
  }: {
    projectId: ProjectId
    capabilities: readonly Capability[]
    groupRef?: string | undefined
    search?: string | undefined
    sort: 'groupRef' | '-groupRef' | 'groupName' | '-groupName'
  } & PageParameters,
): Promise<GroupSummary[]> {
  const mayReadUsage = capabilities.includes(capabilityFor('notification:read'))
  return paginateAll(
    groupQuery(db, { projectId, search }).$if(groupRef !== undefined, (of) =>
      of.where('groupRef', '=', groupRef ?? ''),
    ),
    page,
    async (rows) => {
      if (rows.length === 0) return []
      const of = { projectId, groupRefs: rows.map((row) => row.groupRef) }
      const [states, providers, records] = await Promise.all([
        statesOfGroups(services, db, of),
        findProvidersOfGroups(db, of),
        mayReadUsage ? recordsThisMonth(db, of) : undefined,
      ])
      return rows.map((row, index) => ({
        ...toGroup(row),
        ...states[index],
        providers: providers
          .filter((one) => one.groupRef === row.groupRef)
          .map(({ provider }) => provider),
        ...(records && { recordsThisMonth: records.get(row.groupRef) ?? 0 }),
      }))
    },
    orderBy(sort, { groupRef: 'groupRef', groupName: ['groupName', 'groupRef'] }),
  )
}
