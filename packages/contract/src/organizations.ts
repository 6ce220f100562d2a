import { z } from 'zod'
import { page, time, times, updateMask } from './common.ts'
import { createTime } from './fields.ts'
import { id, type Id } from './ids.ts'
import { builders, operation } from './operation.ts'
import { Project } from './projects.ts'

export type InviteId = Id<'inv'>
export type ClaimedDomainId = Id<'dom'>
export type AuditRecordId = Id<'aud'>

export const Org = z
  .object({
    id: id('org').describe('Identifies the record. Opaque; it sorts by creation.'),
    label: z.string().describe('A name for people.'),
    defaultTeamId: z.string().describe('The team that every member of the organization is in.'),
    ...times,
  })
  .meta({ id: 'Org', description: 'A company that builds with the platform.' })
export type Org = z.infer<typeof Org>

/** `owner` may do everything, `admin` changes projects, `member` reads and triggers. */
export const OrgRole = z.enum(['owner', 'admin', 'member'])
export type OrgRole = z.infer<typeof OrgRole>

export const Membership = z
  .object({
    orgId: id('org').describe('The organization.'),
    builderId: id('bld').describe('The builder.'),
    role: OrgRole.describe('What its holder may do.'),
    createTime,
  })
  .meta({ id: 'Membership', description: 'A builder’s place in an organization.' })
export type Membership = z.infer<typeof Membership>

/** A person who builds with the platform. */
export const Builder = z
  .object({
    id: id('bld').describe('Identifies the record. Opaque; it sorts by creation.'),
    idpProvider: z
      .string()
      .describe('Who vouches for the person: `platform`, or the issuer of a token.'),
    idpRef: z.string().describe('What the identity provider calls the person.'),
    createTime,
    firstName: z.string().optional().describe('The first name, when it is known.'),
    lastName: z.string().optional().describe('The last name, when it is known.'),
    fullName: z.string().optional().describe('The whole name, when it is known.'),
    primaryEmail: z.string().optional().describe('The email address.'),
    role: OrgRole.optional().meta({ description: 'In lists of an organization: the role there.' }),
  })
  .meta({ id: 'Builder', description: 'A person who builds with the platform.' })
export type Builder = z.infer<typeof Builder>

export const InviteStatus = z.enum(['pending', 'accepted', 'revoked', 'expired'])
export type InviteStatus = z.infer<typeof InviteStatus>

export const Invite = z
  .object({
    id: id('inv').describe('Identifies the record. Opaque; it sorts by creation.'),
    invitedEmail: z.string().describe('The address that was invited.'),
    parentType: z.literal('org').describe('What kind of record it belongs to.'),
    parentId: id('org').describe('The organization that it belongs to.'),
    status: InviteStatus.describe('Where it stands.'),
    expireTime: time().describe('When it ends by itself.'),
    link: z.string().optional().meta({
      description: 'Where the invited person accepts, when no mail server is configured.',
    }),
    ...times,
  })
  .meta({ id: 'Invite', description: 'An invitation to join an organization.' })
export type Invite = z.infer<typeof Invite>

export const ClaimedDomain = z
  .object({
    id: z.string().describe('Identifies the record. Opaque; it sorts by creation.'),
    parentType: z.string().describe('What kind of record it belongs to.'),
    parentId: z.string().describe('The organization that it belongs to.'),
    domain: z.string().describe('The domain of email addresses, such as `acme.example`.'),
  })
  .meta({ id: 'ClaimedDomainResponse', description: 'A domain that an organization has claimed.' })
export type ClaimedDomain = z.infer<typeof ClaimedDomain>

const principal = {
  role: z.string().describe('What its holder may do.'),
  principalType: z
    .enum(['team', 'builder'])
    .describe('Who holds the role: the builder alone, or a team.'),
  principalId: z.string().describe('The ID of the builder or team that holds it.'),
}

/** Who the caller is and what they may do where. */
export const BuilderInfo = z
  .object({
    builder: Builder.describe('The builder who calls.'),
    projectRoles: z
      .record(z.string(), z.object({ ...principal, project: Project.describe('The project.') }))
      .describe('The caller’s role in each project, by the project’s ID.'),
    orgRole: z
      .object({ ...principal, org: Org.describe('The organization.') })
      .optional()
      .describe('The role in the organization that was joined first.'),
    orgRoles: z
      .array(z.object({ ...principal, org: Org.describe('The organization.') }))
      .optional()
      .describe('The role in each organization.'),
    invitedOrgs: z.array(Org).optional().meta({
      description: 'Organizations whose invites to the caller’s verified email are pending.',
    }),
    joinableOrgs: z.array(Org).optional().meta({
      description: 'Organizations that have claimed the domain of the caller’s verified email.',
    }),
  })
  .meta({ id: 'BuilderInfo', description: 'Who the caller is, and what they may do where.' })
export type BuilderInfo = z.infer<typeof BuilderInfo>

/** One change: who made it, to what, when and from where. */
export const AuditRecord = z
  .object({
    id: id('aud').describe('Identifies the record. Opaque; it sorts by creation.'),
    time: time().describe('When it happened.'),
    orgId: z.string().optional().describe('The organization.'),
    projectId: z.string().optional().describe('The project.'),
    actor: z
      .object({
        kind: z.string().describe('Who it is: `builder`, `api-key`, `consumer` or `nobody`.'),
        id: z
          .string()
          .describe('Identifies who acted: a builder, an API key, a consumer, or an address.'),
        label: z.string().optional().describe('A name for people.'),
      })
      .describe('Who made the change.'),
    action: z.string().meta({ description: 'The operation.', example: 'updateProject' }),
    target: z
      .string()
      .meta({ example: '/v1/projects/acme-crm' })
      .describe('The path of what was changed.'),
    requestId: z
      .string()
      .describe(
        'Identifies the request in the server’s log; the `X-Request-Id` header tells it too.',
      ),
    ip: z.string().optional().describe('The network address that the request came from.'),
    userAgent: z.string().optional().describe('What the client called itself.'),
    before: z.unknown().optional().describe('The record as it was, without secrets.'),
    after: z.unknown().optional().describe('The record as it became, without secrets.'),
  })
  .meta({
    id: 'AuditRecord',
    description: 'One change: who made it, to what, when and from where.',
  })
export type AuditRecord = z.infer<typeof AuditRecord>

const orgParam = { orgId: z.string().min(1).max(255).describe('The organization.') }
const label = z.string().trim().min(1).max(128).describe('A name for people.')
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
  body: z.object({
    updateMask: updateMask(),
    org: z.object({ label: label.optional() }).describe('The organization.'),
  }),
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
  body: z.object({ builderId: id('bld').describe('The builder.') }),
  success: 201,
  reply: Membership,
  problems: ['membership-exists', 'owner-required', 'email-not-verified', 'builder-not-found'],
})

const membershipParams = z.object({
  ...orgParam,
  builderId: z.string().min(1).max(255).describe('The builder.'),
})

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
  body: z.object({ role: OrgRole.describe('What its holder may do.') }),
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

const inviteParams = z.object({
  ...orgParam,
  inviteId: z.string().min(1).max(255).describe('The invite.'),
})

export const createOrgInvite = operation({
  id: 'createOrgInvite',
  method: 'POST',
  path: '/v1/orgs/{orgId}/invites',
  tag: 'Invites',
  summary: 'Invite somebody by email',
  callers: builders,
  permission: 'org:owner',
  params: z.object(orgParam),
  body: z.object({ email: email.describe('Whom to invite.') }),
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
  body: z.object({ invitedEmail: email.describe('The address that was invited.') }),
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
  query: z.object({
    domain: z
      .string()
      .min(1)
      .max(320)
      .describe('The domain of email addresses, such as `acme.example`.'),
  }),
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
    domain: z
      .string()
      .min(1)
      .max(320)
      .meta({ example: 'acme.example' })
      .describe('The domain of email addresses, such as `acme.example`.'),
    parentId: id('org').describe('The organization that it belongs to.'),
    parentType: z.literal('org').describe('What kind of record it belongs to.'),
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
    actor: z
      .string()
      .max(512)
      .optional()
      .describe('Only changes that this builder, key or consumer made.'),
    action: z
      .string()
      .max(255)
      .optional()
      .describe('Only changes of this kind, such as `updateProject`.'),
    projectId: z.string().max(255).optional().describe('Only changes in this project.'),
    target: z
      .string()
      .max(2048)
      .optional()
      .describe('Only changes of what is at this path or below it.'),
    from: time().optional().describe('Only what happened at this time or later.'),
    to: time().optional().describe('Only what happened before this time.'),
    ...page,
  }),
  success: 200,
  reply: z.array(AuditRecord),
  problems: ['owner-required'],
})
