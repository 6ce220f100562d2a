import { myInfo } from '../account/queries.ts'
import { useQuery } from '../api/use-query.ts'
import { useDashboard } from '../context.tsx'
import { organizationActions } from './actions.ts'
import { organizationQueries } from './queries.ts'

/** An organization of the person: what they are in it, what can be asked about it and done in it. */
export function useOrganization(orgId: string) {
  const { client, store } = useDashboard()
  const { data: me } = useQuery(myInfo(client))
  const role = me?.orgRoles?.find(({ org }) => org.id === orgId)?.role
  return {
    me: me?.builder,
    isOwner: role === 'owner',
    queries: organizationQueries(client, orgId),
    actions: organizationActions(client, orgId),
    /** Fetches again what is on screen of the organization, and who the person is in it. */
    refresh: async () => {
      await Promise.all([
        store.invalidate(['organization', orgId]),
        store.invalidate(myInfo(client).key),
      ])
    },
  }
}
