import * as contract from '@platform/contract'
import type { OperationDefinition } from '@platform/contract'
import {
  atLimit,
  byMember,
  sending,
  type Provocation,
  type Provocations,
} from '@platform/testing/provocations'

const aboutOwner =
  (operation: OperationDefinition, body?: unknown): Provocation =>
  ({ send, tenant }) =>
    send(operation, { params: { builderId: tenant.owner.id }, body })

const claim = (domain: string, parentId: string) => ({ domain, parentId, parentType: 'org' })

export const organizationProblems: Provocations = {
  acceptInvite: {
    'invite-not-found': ({ send }) =>
      send(contract.acceptInvite, { body: { invitedEmail: 'nobody@acme.test' } }),
  },
  addUserToOrg: {
    'membership-exists': ({ send, member }) =>
      send(contract.addUserToOrg, { body: { builderId: member.id } }),
    'owner-required': byMember(contract.addUserToOrg),
    'builder-not-found': ({ send }) =>
      send(contract.addUserToOrg, { body: { builderId: 'bld_nobody' } }),
    async 'email-not-verified'({ api, must, send, tenant, txtRecords }) {
      txtRecords.set('joined.test', [`platform-domain-claim=${tenant.org.id}`])
      await must(contract.claimDomain, { body: claim('joined.test', tenant.org.id) })
      const { id, token } = await api.builder({ email: 'x@joined.test', emailVerified: false })
      return send(contract.addUserToOrg, { body: { builderId: id }, as: { token } })
    },
  },
  createOrg: {
    'limit-reached': atLimit(
      'organizations',
      sending(contract.createOrg, { body: { label: 'More' } }),
    ),
    async 'email-not-verified'({ api, send }) {
      const { token } = await api.builder({ emailVerified: false })
      return send(contract.createOrg, { body: { label: 'Acme' }, as: { token } })
    },
  },
  checkClaimedDomain: {
    'domain-not-found': ({ send }) =>
      send(contract.checkClaimedDomain, { query: { domain: 'unclaimed.test' } }),
  },
  claimDomain: {
    'org-not-found': ({ send }) =>
      send(contract.claimDomain, { body: claim('acme.test', 'org_nowhere') }),
    'owner-required': ({ send, tenant, member }) =>
      send(contract.claimDomain, {
        body: claim('acme.test', tenant.org.id),
        as: { token: member.token },
      }),
    'domain-not-proven': ({ send, tenant }) =>
      send(contract.claimDomain, { body: claim('unproven.test', tenant.org.id) }),
    async 'domain-claimed'({ api, must, send, tenant, txtRecords }) {
      const rival = await api.builder()
      const org = await api.org({ ownerId: rival.id })
      txtRecords.set(
        'rival.test',
        [org, tenant.org].map(({ id }) => `platform-domain-claim=${id}`),
      )
      await must(contract.claimDomain, {
        body: claim('rival.test', org.id),
        as: { token: rival.token },
      })
      return send(contract.claimDomain, { body: claim('rival.test', tenant.org.id) })
    },
  },
  createOrgInvite: {
    'limit-reached': atLimit(
      'invites',
      sending(contract.createOrgInvite, { body: { email: 'more@guest.test' } }),
    ),
    'owner-required': byMember(contract.createOrgInvite),
    async 'invite-exists'({ must, send }) {
      const body = { email: 'twice@guest.test' }
      await must(contract.createOrgInvite, { body })
      return send(contract.createOrgInvite, { body })
    },
    'membership-exists': ({ send, member }) =>
      send(contract.createOrgInvite, { body: { email: member.email } }),
  },
  deleteOrgInvite: {
    'owner-required': byMember(contract.deleteOrgInvite),
    async 'invite-not-pending'({ must, send }) {
      const { body } = await must(contract.createOrgInvite, { body: { email: 'gone@guest.test' } })
      await must(contract.deleteOrgInvite, { params: { inviteId: body.id } })
      return send(contract.deleteOrgInvite, { params: { inviteId: body.id } })
    },
  },
  removeMembership: {
    'owner-required': byMember(contract.removeMembership),
    'last-owner': aboutOwner(contract.removeMembership),
  },
  updateMembership: {
    'owner-required': byMember(contract.updateMembership),
    'last-owner': aboutOwner(contract.updateMembership, { role: 'member' }),
  },
  updateOrg: { 'owner-required': byMember(contract.updateOrg) },
}
