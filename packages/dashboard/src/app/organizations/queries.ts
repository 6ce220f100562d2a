import type { Client, Query, Schemas } from '@platform/client'
import type { ListQuery } from '../api/list-query.ts'

const base = '/v1/orgs/{orgId}'

export function organizationQueries(client: Client, orgId: string) {
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
