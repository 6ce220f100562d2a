import type { Client, Schemas } from '@platform/client'

export type AssignableRole = Schemas['Membership']['role']

const base = '/v1/orgs/{orgId}'

export function organizationActions(client: Client, orgId: string) {
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
    setRole: (builderId: string, role: AssignableRole) =>
      client.patch(`${base}/memberships/{builderId}`, { ...member(builderId), body: { role } }),
    setProjectRoles: (
      builderId: string,
      projectRoles: NonNullable<Schemas['Membership']['projectRoles']>,
    ) =>
      client.patch(`${base}/memberships/{builderId}`, {
        ...member(builderId),
        body: { role: 'limited', projectRoles },
      }),
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

/** Actions of people without an organization. */
export const joiningActions = (client: Client) => ({
  acceptInvite: (invitedEmail: string) =>
    client.post('/v1/invites:accept', { body: { invitedEmail } }),
  join: (orgId: string, builderId: Schemas['Builder']['id']) =>
    client.post(`${base}/memberships`, { params: { orgId }, body: { builderId } }),
  createOrganization: (label: string) => client.post('/v1/orgs', { body: { label } }),
})
