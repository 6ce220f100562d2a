import { z } from 'zod'
import { page, time, times, updateMask } from './common.ts'
import { id, type Id } from './ids.ts'
import { builders, operation } from './operation.ts'
import { Project } from './projects.ts'

export type InviteId = Id<'inv'>
export type ClaimedDomainId = Id<'dom'>
export type AuditRecordId = Id<'aud'>

export const Org = z
  .object({ id: id('org'), label: z.string(), defaultTeamId: z.string(), ...times })
  .meta({ id: 'Org' })
export type Org = z.infer<typeof Org>

/** `owner` may do everything, `admin` changes projects, `member` reads and triggers. */
export const OrgRole = z.enum(['owner', 'admin', 'member'])
export type OrgRole = z.infer<typeof OrgRole>

export const Membership = z
  .object({ orgId: id('org'), builderId: id('bld'), role: OrgRole, createTime: time() })
  .meta({ id: 'Membership' })
export type Membership = z.infer<typeof Membership>

/** A person who builds with the platform. */
export const Builder = z
  .object({
    id: id('bld'),
    idpProvider: z.string(),
    idpRef: z.string(),
    createTime: time(),
    firstName: z.string().optional(),
    lastName: z.string().optional(),
    fullName: z.string().optional(),
    primaryEmail: z.string().optional(),
    role: OrgRole.optional().meta({ description: 'In lists of an organization: the role there.' }),
  })
  .meta({ id: 'Builder' })
export type Builder = z.infer<typeof Builder>

export const InviteStatus = z.enum(['pending', 'accepted', 'revoked', 'expired'])
export type InviteStatus = z.infer<typeof InviteStatus>

export const Invite = z
  .object({
    id: id('inv'),
    invitedEmail: z.string(),
    parentType: z.literal('org'),
    parentId: id('org'),
    status: InviteStatus,
    expireTime: time(),
    link: z.string().optional().meta({
      description: 'Where the invited person accepts, when no mail server is configured.',
    }),
    ...times,
  })
  .meta({ id: 'Invite' })
export type Invite = z.infer<typeof Invite>

export const ClaimedDomain = z
  .object({ id: z.string(), parentType: z.string(), parentId: z.string(), domain: z.string() })
  .meta({ id: 'ClaimedDomainResponse' })
export type ClaimedDomain = z.infer<typeof ClaimedDomain>

const principal = {
  role: z.string(),
  principalType: z.enum(['team', 'builder']),
  principalId: z.string(),
}

/** Who the caller is and what they may do where. */
export const BuilderInfo = z
  .object({
    builder: Builder,
    projectRoles: z.record(z.string(), z.object({ ...principal, project: Project })),
    orgRole: z.object({ ...principal, org: Org }).optional(),
    orgRoles: z.array(z.object({ ...principal, org: Org })).optional(),
    invitedOrgs: z.array(Org).optional().meta({
      description: 'Organizations whose invites to the caller’s verified email are pending.',
    }),
    joinableOrgs: z.array(Org).optional().meta({
      description: 'Organizations that have claimed the domain of the caller’s verified email.',
    }),
  })
  .meta({ id: 'BuilderInfo' })
export type BuilderInfo = z.infer<typeof BuilderInfo>

/** One change: who made it, to what, when and from where. */
export const AuditRecord = z
  .object({
    id: id('aud'),
    time: time(),
    orgId: z.string().optional(),
    projectId: z.string().optional(),
    actor: z.object({ kind: z.string(), id: z.string(), label: z.string().optional() }),
    action: z.string().meta({ description: 'The operation.', example: 'updateProject' }),
    target: z.string().meta({ example: '/v1/projects/acme-crm' }),
    requestId: z.string(),
    ip: z.string().optional(),
    userAgent: z.string().optional(),
    before: z.unknown().optional(),
    after: z.unknown().optional(),
  })
  .meta({ id: 'AuditRecord' })
export type AuditRecord = z.infer<typeof AuditRecord>

const orgParam = { orgId: z.string().min(1).max(255) }
const label = z.string().trim().min(1).max(128)
const email = z.email().max(254)

export const createOrg = operation({
  id: 'createOrg',
  method: 'POST',
  path: '/v1/orgs',
  tag: 'Organizations',
  summary: 'Create an organization, owned by the caller',
  description: 'The caller must have confirmed their email address.',
  callers: builders,
  body: z.object({ label }),
  success: 201,
  reply: Org,
  problems: ['email-not-verified'],
})

export const getOrg = operation({
  id: 'getOrg',
  method: 'GET',
  path: '/v1/orgs/{orgId}',
  tag: 'Organizations',
  summary: 'Get an organization',
  callers: builders,
  permission: 'org:read',
  params: z.object(orgParam),
  success: 200,
  reply: Org,
})

export const updateOrg = operation({
  id: 'updateOrg',
  method: 'PATCH',
  path: '/v1/orgs/{orgId}',
  tag: 'Organizations',
  summary: 'Update an organization',
  callers: builders,
  permission: 'org:owner',
  params: z.object(orgParam),
  body: z.object({ updateMask: updateMask(), org: z.object({ label: label.optional() }) }),
  success: 200,
  reply: Org,
  problems: ['owner-required'],
})

export const listOrgBuilders = operation({
  id: 'listOrgBuilders',
  method: 'GET',
  path: '/v1/orgs/{orgId}/builders',
  tag: 'Organizations',
  summary: 'List the builders of an organization',
  callers: builders,
  permission: 'org:read',
  params: z.object(orgParam),
  query: z.object(page),
  success: 200,
  reply: z.array(Builder),
})

export const addUserToOrg = operation({
  id: 'addUserToOrg',
  method: 'POST',
  path: '/v1/orgs/{orgId}/memberships',
  tag: 'Organizations',
  summary: 'Add a builder to an organization',
  description:
    'An owner may add anybody. Others may add only themselves, when the organization has claimed the domain of their verified email.',
  callers: builders,
  params: z.object(orgParam),
  body: z.object({ builderId: id('bld') }),
  success: 201,
  reply: Membership,
  problems: ['membership-exists', 'owner-required', 'email-not-verified', 'builder-not-found'],
})

const membershipParams = z.object({ ...orgParam, builderId: z.string().min(1).max(255) })

export const getMembership = operation({
  id: 'getMembership',
  method: 'GET',
  path: '/v1/orgs/{orgId}/memberships/{builderId}',
  tag: 'Organizations',
  summary: 'Get a membership',
  callers: builders,
  permission: 'org:read',
  params: membershipParams,
  success: 200,
  reply: Membership,
  problems: ['membership-not-found'],
})

export const updateMembership = operation({
  id: 'updateMembership',
  method: 'PATCH',
  path: '/v1/orgs/{orgId}/memberships/{builderId}',
  tag: 'Organizations',
  summary: 'Change the role of a member',
  description: 'The last owner stays one.',
  callers: builders,
  permission: 'org:owner',
  params: membershipParams,
  body: z.object({ role: OrgRole }),
  success: 200,
  reply: Membership,
  problems: ['owner-required', 'membership-not-found', 'last-owner'],
})

export const removeMembership = operation({
  id: 'removeMembership',
  method: 'DELETE',
  path: '/v1/orgs/{orgId}/memberships/{builderId}',
  tag: 'Organizations',
  summary: 'Remove a member',
  description: 'Owners remove anybody, everybody may leave; the last owner stays.',
  callers: builders,
  permission: 'org:read',
  params: membershipParams,
  success: 204,
  reply: null,
  problems: ['owner-required', 'membership-not-found', 'last-owner'],
})

const inviteParams = z.object({ ...orgParam, inviteId: z.string().min(1).max(255) })

export const createOrgInvite = operation({
  id: 'createOrgInvite',
  method: 'POST',
  path: '/v1/orgs/{orgId}/invites',
  tag: 'Invites',
  summary: 'Invite somebody by email',
  callers: builders,
  permission: 'org:owner',
  params: z.object(orgParam),
  body: z.object({ email }),
  success: 201,
  reply: Invite,
  problems: ['owner-required', 'invite-exists', 'membership-exists'],
})

export const listOrgInvites = operation({
  id: 'listOrgInvites',
  method: 'GET',
  path: '/v1/orgs/{orgId}/invites',
  tag: 'Invites',
  summary: 'List invites',
  callers: builders,
  permission: 'org:read',
  params: z.object(orgParam),
  query: z.object(page),
  success: 200,
  reply: z.array(Invite),
})

export const getOrgInvite = operation({
  id: 'getOrgInvite',
  method: 'GET',
  path: '/v1/orgs/{orgId}/invites/{inviteId}',
  tag: 'Invites',
  summary: 'Get an invite',
  callers: builders,
  permission: 'org:read',
  params: inviteParams,
  success: 200,
  reply: Invite,
  problems: ['invite-not-found'],
})

export const deleteOrgInvite = operation({
  id: 'deleteOrgInvite',
  method: 'DELETE',
  path: '/v1/orgs/{orgId}/invites/{inviteId}',
  tag: 'Invites',
  summary: 'Revoke an invite',
  callers: builders,
  permission: 'org:owner',
  params: inviteParams,
  success: 204,
  reply: null,
  problems: ['owner-required', 'invite-not-found', 'invite-not-pending'],
})

export const acceptInvite = operation({
  id: 'acceptInvite',
  method: 'POST',
  path: '/v1/invites:accept',
  tag: 'Invites',
  summary: 'Accept the invites to an email address',
  description: 'The address must be the caller’s own, verified one.',
  callers: builders,
  body: z.object({ invitedEmail: email }),
  success: 200,
  reply: BuilderInfo,
  problems: ['invite-not-found'],
})

export const getMyInfo = operation({
  id: 'getMyInfo',
  method: 'GET',
  path: '/v1/my-info',
  tag: 'Organizations',
  summary: 'Get who the caller is',
  callers: builders,
  success: 200,
  reply: BuilderInfo,
})

export const checkClaimedDomain = operation({
  id: 'checkClaimedDomain',
  method: 'GET',
  path: '/v1/claimed-domains',
  tag: 'Claimed domains',
  summary: 'Find who claimed a domain',
  description: 'Answers for the domain of the caller’s own email and for their organizations only.',
  callers: builders,
  query: z.object({ domain: z.string().min(1).max(320) }),
  success: 200,
  reply: ClaimedDomain,
  problems: ['domain-not-found'],
})

export const claimDomain = operation({
  id: 'claimDomain',
  method: 'POST',
  path: '/v1/claimed-domains',
  tag: 'Claimed domains',
  summary: 'Claim a domain for an organization',
  description:
    'Takes a domain, an email address or a URL. Proven by the owner’s own verified email in that domain, or by a DNS TXT record `platform-domain-claim=<org id>`.',
  callers: builders,
  body: z.object({
    domain: z.string().min(1).max(320).meta({ example: 'acme.example' }),
    parentId: id('org'),
    parentType: z.literal('org'),
  }),
  success: 201,
  reply: ClaimedDomain,
  problems: ['org-not-found', 'owner-required', 'domain-claimed', 'domain-not-proven'],
})

export const listOrgClaimedDomains = operation({
  id: 'listOrgClaimedDomains',
  method: 'GET',
  path: '/v1/orgs/{orgId}/claimed-domains',
  tag: 'Claimed domains',
  summary: 'List the domains that an organization claimed',
  callers: builders,
  permission: 'org:read',
  params: z.object(orgParam),
  query: z.object(page),
  success: 200,
  reply: z.array(ClaimedDomain),
})

export const listAuditLog = operation({
  id: 'listAuditLog',
  method: 'GET',
  path: '/v1/orgs/{orgId}/audit-log',
  tag: 'Organizations',
  summary: 'List every change made in an organization',
  description:
    'Newest first: changes by operations, end users who connected a provider (`connectProvider`), and members who signed in (`signIn`), failed to (`signInFailed`) or changed how they do.',
  callers: builders,
  permission: 'org:owner',
  params: z.object(orgParam),
  query: z.object({
    actor: z.string().max(512).optional(),
    action: z.string().max(255).optional(),
    projectId: z.string().max(255).optional(),
    target: z.string().max(2048).optional(),
    from: time().optional(),
    to: time().optional(),
    ...page,
  }),
  success: 200,
  reply: z.array(AuditRecord),
  problems: ['owner-required'],
})
