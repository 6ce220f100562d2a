import type { Client, OptionsOf, Query, Schemas } from '@platform/client'
import type { ListQuery } from '../api/list-query.ts'
import { withTimeRange, type Timed } from '../api/time-filter.ts'

const base = '/v1/orgs/{orgId}'

export type AuditFilter = Timed<OptionsOf<'get', `${typeof base}/audit-log`>['query']>

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
    membership: (builderId: string): Query<Schemas['Membership']> => ({
      key: key('membership', builderId),
      fetch: () =>
        client.get(`${base}/memberships/{builderId}`, { params: { ...params, builderId } }),
    }),
    invites: (): ListQuery<Schemas['Invite']> => ({
      key: key('invites'),
      page: (query) => client.page(`${base}/invites`, { params, query }),
    }),
    domains: (): ListQuery<Schemas['ClaimedDomainResponse']> => ({
      key: key('domains'),
      page: (query) => client.page(`${base}/claimed-domains`, { params, query }),
    }),
    auditLog: (filter: AuditFilter = {}): ListQuery<Schemas['AuditRecord']> => ({
      key: key('audit-log', JSON.stringify(filter)),
      page: (page) =>
        client.page(`${base}/audit-log`, {
          params,
          query: { ...withTimeRange(filter), brief: true, ...page },
        }),
    }),
    /** Fetches an entry with the whole changed resource, which lists omit. */
    auditRecord: (record: Schemas['AuditRecord']): Query<Schemas['AuditRecord']> => ({
      key: key('audit-record', record.id),
      async fetch() {
        const { id, requestId, action, time: from } = record
        const to = new Date(Date.parse(from) + 1).toISOString()
        const query = { requestId, action, from, to }
        const { data } = await client.page(`${base}/audit-log`, { params, query })
        return data.find((one) => one.id === id) ?? record
      },
    }),
  }
}
