import { myInfo } from '../account/queries.ts'
import { useQuery } from '../api/use-query.ts'
import { useDashboard } from '../context.tsx'
import { organizationActions } from './actions.ts'
import { organizationQueries } from './queries.ts'

/** Returns the person's role in an organization, with its queries and actions. */
export function useOrganization(orgId: string) {
  const { client, store } = useDashboard()
  const { data: me } = useQuery(myInfo(client))
  const role = me?.orgRoles?.find(({ org }) => org.id === orgId)?.role
  return {
    me: me?.builder,
    /** The projects of the organization that the person sees. */
    projects: Object.values(me?.projectRoles ?? {})
      .map(({ project }) => project)
      .filter((project) => project.orgId === orgId),
    isOwner: role === 'owner',
    queries: organizationQueries(client, orgId),
    actions: organizationActions(client, orgId),
    /** Refetches the organization, and the person's role in it. */
    refresh: async () => {
      await Promise.all([
        store.invalidate(['organization', orgId]),
        store.invalidate(myInfo(client).key),
      ])
    },
  }
}
