import { z } from 'zod'
import { page, queryBoolean, time, times, updateMask } from './common.ts'
import { createTime, recordId } from './fields.ts'
import { id, type Id } from './ids.ts'
import { builders, operation } from './operation.ts'
import { Project } from './projects.ts'

export type InviteId = Id<'inv'>
export type ClaimedDomainId = Id<'dom'>
export type AuditRecordId = Id<'aud'>

export const Org = z
  .object({
    id: recordId('org'),
    label: z.string().describe('What people call it.'),
    defaultTeamId: z.string().describe('The team that every member is in.'),
    ...times,
  })
  .meta({
    id: 'Org',
    description: 'A company that builds with the platform: its members and its projects.',
  })
export type Org = z.infer<typeof Org>

/** `owner` may do everything, `admin` changes projects, `member` reads and triggers. */
export const OrgRole = z.enum(['owner', 'admin', 'member'])
export type OrgRole = z.infer<typeof OrgRole>

export const Membership = z
  .object({
    orgId: id('org').describe('The organization that the builder is a member of.'),
    builderId: id('bld').describe('The builder who is a member.'),
    role: OrgRole.describe(
      '`owner` may do everything, `admin` changes projects, `member` reads and triggers.',
    ),
    createTime,
  })
  .meta({ id: 'Membership', description: 'A builder’s place in an organization.' })
export type Membership = z.infer<typeof Membership>

export const Builder = z
  .object({
    id: recordId('bld'),
    idpProvider: z
      .string()
      .describe('Who vouches for the person: `platform`, or the issuer of a token.'),
    idpRef: z.string().describe('What the identity provider calls the person; unique there.'),
    createTime,
    firstName: z
      .string()
      .optional()
      .describe('Missing until the person or the identity provider has told it.'),
    lastName: z
      .string()
      .optional()
      .describe('Missing until the person or the identity provider has told it.'),
    fullName: z.string().optional().describe('What screens show; missing until it is told.'),
    primaryEmail: z.string().optional().describe('Where mails to the person go.'),
    role: OrgRole.optional().describe('In lists of an organization: the role there.'),
  })
  .meta({ id: 'Builder', description: 'A person who builds with the platform.' })
export type Builder = z.infer<typeof Builder>

export const InviteStatus = z.enum(['pending', 'accepted', 'revoked', 'expired'])
export type InviteStatus = z.infer<typeof InviteStatus>

export const Invite = z
  .object({
    id: recordId('inv'),
    invitedEmail: z
      .string()
      .describe(
        'Where the invite was sent; only somebody with this verified address may accept it.',
      ),
    parentType: z.literal('org').describe('Always an organization.'),
    parentId: id('org').describe('The organization to join.'),
    status: InviteStatus.describe('Only a `pending` one can be accepted.'),
    expireTime: time().describe('Until when it can be accepted.'),
    link: z
      .string()
      .optional()
      .describe('Where the invited person accepts, when no mail server is configured.'),
    ...times,
  })
  .meta({ id: 'Invite', description: 'An invitation to join an organization.' })
export type Invite = z.infer<typeof Invite>

export const ClaimedDomain = z
  .object({
    id: z.string().describe('Identifies the record. Opaque; it sorts by creation.'),
    parentType: z.string().describe('Always `org`.'),
    parentId: z.string().describe('The organization that has claimed it.'),
    domain: z.string().describe('What stands behind the `@` of addresses, in lower case.'),
  })
  .meta({ id: 'ClaimedDomainResponse', description: 'A domain that an organization has claimed.' })
export type ClaimedDomain = z.infer<typeof ClaimedDomain>

const principal = {
  role: z.string().describe('`owner`, `admin` or `member`.'),
  principalType: z
    .enum(['team', 'builder'])
    .describe('Whether the role is the builder’s own or that of a team they are in.'),
  principalId: z.string().describe('The builder or team that holds the role.'),
}

export const BuilderInfo = z
  .object({
    builder: Builder.describe('Who is calling.'),
    projectRoles: z
      .record(
        z.string(),
        z.object({ ...principal, project: Project.describe('The project that the role is for.') }),
      )
      .describe('What the caller may do in each project, by the project’s ID.'),
    orgRole: z
      .object({ ...principal, org: Org.describe('The organization that the role is for.') })
      .optional()
      .describe('The role in the organization that was joined first; missing until one is.'),
    orgRoles: z
      .array(
        z.object({ ...principal, org: Org.describe('The organization that the role is for.') }),
      )
      .optional()
      .describe('The role in each organization that the caller is a member of.'),
    invitedOrgs: z
      .array(Org)
      .optional()
      .describe('Organizations whose invites to the caller’s verified email are pending.'),
    joinableOrgs: z
      .array(Org)
      .optional()
      .describe('Organizations that have claimed the domain of the caller’s verified email.'),
  })
  .meta({ id: 'BuilderInfo', description: 'Who the caller is, and what they may do where.' })
export type BuilderInfo = z.infer<typeof BuilderInfo>

export const AuditRecord = z
  .object({
    id: recordId('aud'),
    time: time().describe('When the change was made.'),
    orgId: z
      .string()
      .optional()
      .describe('The organization it was made in; missing where it is about a person only.'),
    projectId: z
      .string()
      .optional()
      .describe('The project it was made in; missing where it is about none.'),
    actor: z
      .object({
        kind: z.string().describe('Who it is: `builder`, `api-key`, `consumer` or `nobody`.'),
        id: z
          .string()
          .describe('Identifies who acted: a builder, an API key, a consumer, or an address.'),
        label: z
          .string()
          .optional()
          .describe('What people call them: an address, or the label of a key.'),
      })
      .describe('Who made the change.'),
    action: z.string().meta({
      description: 'The ID of the operation, or what happened without one, such as `signIn`.',
      example: 'updateProject',
    }),
    target: z
      .string()
      .meta({ example: '/v1/projects/acme-crm' })
      .describe('The path of what was changed, without the parameters of the query.'),
    requestId: z
      .string()
      .describe(
        'Identifies the request in the server’s log; the `X-Request-Id` header tells it too.',
      ),
    ip: z
      .string()
      .optional()
      .describe('Where the request came from; missing for what the server did by itself.'),
    userAgent: z
      .string()
      .optional()
      .describe('What the client called itself; missing where it said nothing.'),
    before: z
      .unknown()
      .optional()
      .describe('The record as it was, without secrets; missing for what was created.'),
    after: z
      .unknown()
      .optional()
      .describe('The record as it became, without secrets; missing for what was deleted.'),
  })
  .meta({
    id: 'AuditRecord',
    description: 'One change: who made it, to what, when and from where.',
  })
export type AuditRecord = z.infer<typeof AuditRecord>

const orgParam = { orgId: z.string().min(1).max(255).describe('The organization, by its ID.') }
const label = z.string().trim().min(1).max(128).describe('What people call the organization.')
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
  problems: ['email-not-verified', 'limit-reached'],
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
    org: z
      .object({ label: label.optional() })
      .describe('The new values; only what the mask names counts.'),
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
  body: z.object({
    builderId: id('bld').describe('Whom to add: the caller, or for an owner anybody.'),
  }),
  success: 201,
  reply: Membership,
  problems: ['membership-exists', 'owner-required', 'email-not-verified', 'builder-not-found'],
})

const membershipParams = z.object({
  ...orgParam,
  builderId: id('bld').describe('The member, by the ID of the builder.'),
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
  body: z.object({
    role: OrgRole.describe(
      '`owner` may do everything, `admin` changes projects, `member` reads and triggers.',
    ),
  }),
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
  inviteId: id('inv').describe('The invite, by its ID.'),
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
  body: z.object({
    email: email.describe(
      'Where the invite goes; only somebody with this verified address may accept it.',
    ),
  }),
  success: 201,
  reply: Invite,
  problems: ['owner-required', 'invite-exists', 'membership-exists', 'limit-reached'],
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
  body: z.object({ invitedEmail: email.describe('The caller’s own, verified address.') }),
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
      .describe('The domain of the caller’s address, or one of their organizations’.'),
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
      .describe(
        'What stands behind the `@` of addresses; of an address or URL, its domain counts.',
      ),
    parentId: id('org').describe('The organization that claims it; the caller must be its owner.'),
    parentType: z.literal('org').describe('Always an organization.'),
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
      .describe('Only changes by this ID: of a builder, a key or a consumer.'),
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
    requestId: z
      .string()
      .max(255)
      .optional()
      .describe('Only changes by this request, as its reply or a problem names it.'),
    from: time().optional().describe('Only what happened at this time or later.'),
    to: time().optional().describe('Only what happened before this time.'),
    brief: queryBoolean()
      .default(false)
      .describe(
        'Whether `before` and `after` hold only the short values that name what was changed, without lists and long texts: for lists of many.',
      ),
    ...page,
  }),
  success: 200,
  reply: z.array(AuditRecord),
  problems: ['owner-required'],
})
