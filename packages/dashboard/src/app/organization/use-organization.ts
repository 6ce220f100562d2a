import type { Client, Query, Schemas } from '@platform/client'
import { useDashboard } from '../context.tsx'
import { queries, type ListQuery } from '../api/queries.ts'
import { useQuery } from '../api/use-query.ts'

export type OrgRole = Schemas['Membership']['role']

/** An organization of the person: what they are in it, what can be asked about it and done in it. */
export function useOrganization(orgId: string) {
  const { client, store } = useDashboard()
  const { data: me } = useQuery(queries.myInfo(client))
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
        store.invalidate(queries.myInfo(client).key),
      ])
    },
  }
}

const base = '/v1/orgs/{orgId}'

function organizationQueries(client: Client, orgId: string) {
  const params = { orgId }
  const key = (...parts: string[]) => ['organization', orgId, ...parts]
  return {
    organization: (): Query<Schemas['Org']> => ({
      key: key('organization'),
      fetch: () => client.get(base, { params }),
    }),
    members: (): ListQuery<Schemas['Builder']> => ({
      key: key('members'),
      page: (query) => client.page(`${base}/builders`, { params, query }),
    }),
    invites: (): ListQuery<Schemas['Invite']> => ({
      key: key('invites'),
      page: (query) => client.page(`${base}/invites`, { params, query }),
    }),
    domains: (): ListQuery<Schemas['ClaimedDomainResponse']> => ({
      key: key('domains'),
      page: (query) => client.page(`${base}/claimed-domains`, { params, query }),
    }),
    auditLog: (): ListQuery<Schemas['AuditRecord']> => ({
      key: key('audit-log'),
      page: (query) => client.page(`${base}/audit-log`, { params, query }),
    }),
  }
}

function organizationActions(client: Client, orgId: string) {
  const params = { orgId }
  const member = (builderId: string) => ({ params: { ...params, builderId } })
  return {
    rename: (label: string) =>
      client.patch(base, { params, body: { updateMask: ['label'], org: { label } } }),
    add: (builderId: string) =>
      client.post(`${base}/memberships`, {
        params,
        body: { builderId },
      }),
    setRole: (builderId: string, role: OrgRole) =>
      client.patch(`${base}/memberships/{builderId}`, { ...member(builderId), body: { role } }),
    remove: (builderId: string) =>
      client.delete(`${base}/memberships/{builderId}`, member(builderId)),
    invite: (email: string) => client.post(`${base}/invites`, { params, body: { email } }),
    revoke: (inviteId: string) =>
      client.delete(`${base}/invites/{inviteId}`, { params: { ...params, inviteId } }),
    claim: (domain: string) =>
      client.post('/v1/claimed-domains', {
        body: { domain, parentId: orgId, parentType: 'org' },
      }),
  }
}
