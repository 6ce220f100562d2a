import * as contract from '@platform/contract'
import { type Caller, type TenantLimits, noSuchOrg } from '@platform/kernel/access'
import type { Database } from '@platform/kernel/db/database'
import type { Api, Call } from '@platform/kernel/http'
import { paginate } from '@platform/kernel/http/paginate'
import type { Mailer } from '../sign-in/mails/mailer.ts'
import {
  checkClaimedDomain,
  claimDomain,
  findTxtByDns,
  mustProveDomain,
  type FindTxt,
} from './claimed-domains.ts'
import { createInvite, getInvite, revokeInvite, sendInvite } from './invites.ts'
import {
  addMember,
  changeRole,
  emailNotVerified,
  getMembership,
  mustBeOwnProjects,
  ownerRequired,
  removeMember,
  type Member,
} from './memberships.ts'
import {
  createOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
} from './organizations.ts'
import { toBuilder, toClaimedDomain, toInvite } from './records.ts'
import * as store from './store.ts'
import { getNow } from '@platform/kernel/values'

export interface OrganizationServices {
  database: Database
  tenantLimits: TenantLimits
  mailer: Mailer
  publicUrl: string
  findTxt?: FindTxt
}

export function organizationRoutes(
  api: Api,
  { database, tenantLimits, mailer, publicUrl, findTxt = findTxtByDns }: OrganizationServices,
): void {
  api.serve(contract.createOrg, async ({ db, body, caller, concerns }) => {
    const { builderId, email, emailVerified } = asBuilder(caller)
    if (!emailVerified) throw emailNotVerified(email)
    const org = await createOrganization({ tenantLimits }, db, {
      label: body.label,
      ownerId: builderId,
    })
    concerns(org.id)
    return org
  })

  api.serve(contract.getOrg, ({ db, org }) => getOrganization(db, org.id))

  api.serve(contract.updateOrg, ({ db, org, body }) =>
    updateOrganization(db, { orgId: org.id, updateMask: body.updateMask, changes: body.org }),
  )

  api.serve(contract.listOrgBuilders, ({ db, org, query }) =>
    paginate(store.selectMembers(db, org.id), query, toBuilder, { by: 'memberships.id' }),
  )

  api.serve(contract.addUserToOrg, ({ db, org, body, caller }) =>
    addMember(db, {
      orgId: org.id,
      builderId: body.builderId,
      caller: { ...asBuilder(caller), role: org.role },
    }),
  )

  api.serve(contract.getMembership, ({ db, org, params }) =>
    getMembership(db, { orgId: org.id, builderId: params.builderId }),
  )

  api.serve(contract.updateMembership, {
    // Not in the transaction, because projects are not visible in the view of the organization.
    prepare: ({ org, body }) =>
      mustBeOwnProjects(database.everything, org.id, body.projectRoles ?? {}),
    carryOut: ({ db, org, params, body }) =>
      changeRole(db, {
        orgId: org.id,
        builderId: params.builderId,
        role: body.role,
        projectRoles: body.projectRoles,
      }),
  })

  api.serve(contract.removeMembership, ({ db, org, params, caller }) =>
    removeMember(db, {
      orgId: org.id,
      builderId: params.builderId,
      caller: { ...asBuilder(caller), role: org.role },
    }),
  )

  api.serve(contract.createOrgInvite, {
    carryOut: ({ db, org, body }) =>
      createInvite({ tenantLimits }, db, { orgId: org.id, email: body.email, now: getNow() }),
    conclude: ({ db, org, caller }, invite) =>
      sendInvite(db, { orgId: org.id, invite, caller: asBuilder(caller), mailer, publicUrl }),
  })

  api.serve(contract.listOrgInvites, ({ db, org, query }) =>
    paginate(store.selectInvites(db, org.id), query, (row) => toInvite(row, getNow())),
  )

  api.serve(contract.getOrgInvite, ({ db, org, params }) =>
    getInvite(db, { orgId: org.id, inviteId: params.inviteId, now: getNow() }),
  )

  api.serve(contract.deleteOrgInvite, ({ db, org, params }) =>
    revokeInvite(db, { orgId: org.id, inviteId: params.inviteId, now: getNow() }),
  )

  const claimer = async ({ db, body, caller }: Call<typeof contract.claimDomain>) => {
    const orgId = body.parentId
    const orgs = await listOrganizations(db, asBuilder(caller).builderId)
    const role = orgs.find(({ org }) => org.id === orgId)?.role
    if (!role) throw noSuchOrg(orgId)
    if (role !== 'owner') throw ownerRequired('claim domains', { role })
    return { text: body.domain, orgId, caller: { ...asBuilder(caller), role } }
  }
  api.serve(contract.claimDomain, {
    prepare: async (call) => mustProveDomain(await claimer(call), findTxt),
    carryOut: async (call) => {
      call.concerns(call.body.parentId)
      return claimDomain(call.db, await claimer(call))
    },
  })

  api.serve(contract.checkClaimedDomain, async ({ db, query, caller }) => {
    const orgs = await listOrganizations(db, asBuilder(caller).builderId)
    return checkClaimedDomain(db, {
      text: query.domain,
      caller: { ...asBuilder(caller), role: undefined },
      orgIds: orgs.map(({ org }) => org.id),
    })
  })

  api.serve(contract.listOrgClaimedDomains, ({ db, org, query }) =>
    paginate(store.selectClaimedDomains(db, org.id), query, toClaimedDomain),
  )
}

/** Returns the caller of an operation for builders only. */
export function asBuilder(caller: Caller): Omit<Member, 'role'> {
  if (caller.kind === 'builder') return caller
  throw new Error(`The operation does not accept ${caller.kind}.`)
}
