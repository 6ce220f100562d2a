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
    label: z.string().describe('Name of the organization.'),
    defaultTeamId: z.string().describe('ID of the team that contains all members.'),
    ...times,
  })
  .meta({
    id: 'Org',
    description: 'Company that builds with the platform, with its members and projects.',
  })
export type Org = z.infer<typeof Org>

/**
 * `owner`: full access, `admin`: changes projects, `member`: views data and starts reads, `limited`:
 * has roles in single projects only.
 */
export const OrgRole = z.enum(['owner', 'admin', 'member', 'limited'])
export type OrgRole = z.infer<typeof OrgRole>

export const ProjectRole = z.enum(['viewer', 'developer', 'operator', 'admin']).meta({
  id: 'ProjectRole',
  description:
    'Role in one project. `viewer`: can view configuration and activity, but no records and no secrets. `operator`: can also view records and manage installations, connections and notifications. `developer`: can also view records, deploy and change notifications. `admin`: everything.',
})
export type ProjectRole = z.infer<typeof ProjectRole>

const ProjectRoles = z.partialRecord(id('proj'), ProjectRole)

const roleMeanings =
  '`owner`: all permissions. `admin`: can change projects. `member`: can read, and trigger reads. `limited`: has only the projects in `projectRoles`.'

export const Membership = z
  .object({
    orgId: id('org').describe('ID of the organization.'),
    builderId: id('bld').describe('ID of the builder who has the membership.'),
    role: OrgRole.describe(roleMeanings),
    projectRoles: ProjectRoles.optional().describe(
      'Roles by project ID. Only for the role `limited`, who cannot see other projects.',
    ),
    createTime,
  })
  .meta({ id: 'Membership', description: 'Membership of a builder in an organization.' })
export type Membership = z.infer<typeof Membership>

export const Builder = z
  .object({
    id: recordId('bld'),
    idpProvider: z
      .string()
      .describe('Identity provider of the person: `platform`, or the issuer of a token.'),
    idpRef: z.string().describe('ID of the person at the identity provider.'),
    createTime,
    firstName: z
      .string()
      .optional()
      .describe('First name. Absent until provided by the person or the identity provider.'),
    lastName: z
      .string()
      .optional()
      .describe('Last name. Absent until provided by the person or the identity provider.'),
    fullName: z.string().optional().describe('Full name, for display. Absent until provided.'),
    primaryEmail: z.string().optional().describe('Primary email address.'),
    role: OrgRole.optional().describe(
      'Role in the organization. Only in lists of an organization’s builders.',
    ),
  })
  .meta({ id: 'Builder', description: 'Person who builds with the platform.' })
export type Builder = z.infer<typeof Builder>

export const InviteStatus = z.enum(['pending', 'accepted', 'revoked', 'expired'])
export type InviteStatus = z.infer<typeof InviteStatus>

export const Invite = z
  .object({
    id: recordId('inv'),
    invitedEmail: z
      .string()
      .describe(
        'Email address of the invite. Only a person with this verified address can accept it.',
      ),
    parentType: z.literal('org').describe('Always `org`.'),
    parentId: id('org').describe('ID of the organization to join.'),
    status: InviteStatus.describe('Status of the invite. Only `pending` invites can be accepted.'),
    expireTime: time().describe('Time at which the invite expires.'),
    link: z
      .string()
      .optional()
      .describe('Link to accept the invite. Returned only if no mail server is configured.'),
    ...times,
  })
  .meta({ id: 'Invite', description: 'Invitation to join an organization.' })
export type Invite = z.infer<typeof Invite>

export const ClaimedDomain = z
  .object({
    id: z.string().describe('Opaque ID of the claim. IDs sort by creation time.'),
    parentType: z.string().describe('Always `org`.'),
    parentId: z.string().describe('ID of the organization that claimed the domain.'),
    domain: z.string().describe('Domain of email addresses, in lower case.'),
  })
  .meta({ id: 'ClaimedDomainResponse', description: 'Domain claimed by an organization.' })
export type ClaimedDomain = z.infer<typeof ClaimedDomain>

const principal = {
  role: z
    .string()
    .describe(
      '`owner`, `admin`, `member` or `limited`; in a project, the role that applies there.',
    ),
  principalType: z
    .enum(['team', 'builder'])
    .describe('Whether the role is assigned to the builder or to one of their teams.'),
  principalId: z.string().describe('ID of the builder or team that has the role.'),
}

export const BuilderInfo = z
  .object({
    builder: Builder.describe('Builder making the request.'),
    projectRoles: z
      .record(
        z.string(),
        z.object({
          ...principal,
          capabilities: z.array(z.string()).describe('What the role allows in the project.'),
          project: Project.describe('Project that the role applies to.'),
        }),
      )
      .describe('Roles of the caller, by project ID.'),
    orgRole: z
      .object({ ...principal, org: Org.describe('Organization that the role applies to.') })
      .optional()
      .describe('Role in the first organization the caller joined. Absent if there is none.'),
    orgRoles: z
      .array(
        z.object({ ...principal, org: Org.describe('Organization that the role applies to.') }),
      )
      .optional()
      .describe('Roles in all organizations of the caller.'),
    invitedOrgs: z
      .array(Org)
      .optional()
      .describe('Organizations with a pending invite for the caller’s verified email address.'),
    joinableOrgs: z
      .array(Org)
      .optional()
      .describe(
        'Organizations that have claimed the domain of the caller’s verified email address.',
      ),
  })
  .meta({ id: 'BuilderInfo', description: 'The caller and their roles.' })
export type BuilderInfo = z.infer<typeof BuilderInfo>

export const AuditRecord = z
  .object({
    id: recordId('aud'),
    time: time().describe('Time of the change.'),
    orgId: z
      .string()
      .optional()
      .describe('ID of the organization. Absent for changes to a person only.'),
    projectId: z
      .string()
      .optional()
      .describe('ID of the project. Absent for changes outside of projects.'),
    actor: z
      .object({
        kind: z
          .string()
          .describe('Type of the actor: `builder`, `api-key`, `consumer` or `nobody`.'),
        id: z
          .string()
          .describe('ID of the actor: a builder, an API key, a consumer or an address.'),
        label: z
          .string()
          .optional()
          .describe('Display name of the actor: an email address or the label of a key.'),
      })
      .describe('Who made the change.'),
    action: z.string().meta({
      description: 'ID of the API operation, or the name of another action, such as `signIn`.',
      example: 'updateProject',
    }),
    target: z
      .string()
      .meta({ example: '/v1/projects/acme-crm' })
      .describe('Path of the changed resource, without query parameters.'),
    requestId: z
      .string()
      .describe(
        'ID of the request in the server’s log; also returned in the `X-Request-Id` header.',
      ),
    ip: z
      .string()
      .optional()
      .describe('IP address of the request. Absent for changes made by the server.'),
    userAgent: z.string().optional().describe('User agent of the request; absent if not sent.'),
    before: z
      .unknown()
      .optional()
      .describe('Resource before the change, without secrets. Absent for created resources.'),
    after: z
      .unknown()
      .optional()
      .describe('Resource after the change, without secrets. Absent for deleted resources.'),
  })
  .meta({
    id: 'AuditRecord',
    description: 'Entry of the audit log.',
  })
export type AuditRecord = z.infer<typeof AuditRecord>

const orgParam = { orgId: z.string().min(1).max(255).describe('ID of the organization.') }
const label = z.string().trim().min(1).max(128).describe('Name of the organization.')
const email = z.email().max(254)

export const createOrg = operation({
  id: 'createOrg',
  method: 'POST',
  path: '/v1/orgs',
  tag: 'Organizations',
  summary: 'Create an organization',
  description: 'Makes the caller its owner. The caller must have verified their email address.',
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
      .describe('New values. Only fields in the mask are changed.'),
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
    'Owners can add any builder. Others can only add themselves, if the organization has claimed the domain of their verified email address.',
  callers: builders,
  params: z.object(orgParam),
  body: z.object({
    builderId: id('bld').describe(
      'ID of the builder to add. Must be the caller, unless the caller is an owner.',
    ),
  }),
  success: 201,
  reply: Membership,
  problems: ['membership-exists', 'owner-required', 'email-not-verified', 'builder-not-found'],
})

const membershipParams = z.object({
  ...orgParam,
  builderId: id('bld').describe('ID of the builder.'),
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
  description: 'The last owner cannot be changed to another role.',
  callers: builders,
  permission: 'org:owner',
  params: membershipParams,
  body: z.object({
    role: OrgRole.describe(roleMeanings),
    projectRoles: ProjectRoles.optional().describe(
      'Roles by project ID, for the role `limited`. Replaces the previous ones. Projects that are not listed cannot be seen. Projects that do not belong to the organization are rejected with 400 (`invalid-input`), as are roles in projects for other roles than `limited`.',
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
  description:
    'Owners can remove any member, and every member can leave. The last owner cannot be removed.',
  callers: builders,
  permission: 'org:read',
  params: membershipParams,
  success: 204,
  reply: null,
  problems: ['owner-required', 'membership-not-found', 'last-owner'],
})

const inviteParams = z.object({
  ...orgParam,
  inviteId: id('inv').describe('ID of the invite.'),
})

export const createOrgInvite = operation({
  id: 'createOrgInvite',
  method: 'POST',
  path: '/v1/orgs/{orgId}/invites',
  tag: 'Invites',
  summary: 'Create an invite',
  callers: builders,
  permission: 'org:owner',
  params: z.object(orgParam),
  body: z.object({
    email: email.describe(
      'Email address to invite. Only a person with this verified address can accept the invite.',
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
  summary: 'Accept invites',
  description: 'The address must be the caller’s own verified email address.',
  callers: builders,
  body: z.object({ invitedEmail: email.describe('The caller’s own verified email address.') }),
  success: 200,
  reply: BuilderInfo,
  problems: ['invite-not-found'],
})

export const getMyInfo = operation({
  id: 'getMyInfo',
  method: 'GET',
  path: '/v1/my-info',
  tag: 'Organizations',
  summary: 'Get the caller',
  callers: builders,
  success: 200,
  reply: BuilderInfo,
})

export const checkClaimedDomain = operation({
  id: 'checkClaimedDomain',
  method: 'GET',
  path: '/v1/claimed-domains',
  tag: 'Claimed domains',
  summary: 'Get the claim of a domain',
  description:
    'Available for the domain of the caller’s own email address and for domains of their organizations.',
  callers: builders,
  query: z.object({
    domain: z
      .string()
      .min(1)
      .max(320)
      .describe('Domain of the caller’s email address or of one of their organizations.'),
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
  summary: 'Claim a domain',
  description:
    'Accepts a domain, an email address or a URL. Ownership is verified by the owner’s own verified email address in that domain, or by the DNS TXT record `platform-domain-claim=<org id>`.',
  callers: builders,
  body: z.object({
    domain: z
      .string()
      .min(1)
      .max(320)
      .meta({ example: 'acme.example' })
      .describe('Domain of email addresses. If an address or URL is given, its domain is used.'),
    parentId: id('org').describe(
      'ID of the organization that claims the domain. The caller must be its owner.',
    ),
    parentType: z.literal('org').describe('Always `org`.'),
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
  summary: 'List the claimed domains of an organization',
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
  summary: 'List audit log entries',
  description:
    'Newest first. Includes changes by API operations, end users who connected a provider (`connectProvider`), and members who signed in (`signIn`), failed to sign in (`signInFailed`) or changed their sign-in methods.',
  callers: builders,
  permission: 'org:owner',
  params: z.object(orgParam),
  query: z.object({
    actor: z
      .string()
      .max(512)
      .optional()
      .describe('Returns only changes by this builder, key or consumer, by ID.'),
    action: z
      .string()
      .max(255)
      .optional()
      .describe('Returns only changes of this kind, such as `updateProject`.'),
    projectId: z
      .string()
      .max(255)
      .optional()
      .describe('Returns only changes in this project, by ID.'),
    target: z
      .string()
      .max(2048)
      .optional()
      .describe('Returns only changes to resources at or below this path.'),
    requestId: z
      .string()
      .max(255)
      .optional()
      .describe('Returns only changes made by the request with this ID.'),
    from: time().optional().describe('Returns only changes at or after this time.'),
    to: time().optional().describe('Returns only changes before this time.'),
    brief: queryBoolean()
      .default(false)
      .describe(
        'Whether to shorten `before` and `after` to the values that identify the changed resource. Useful for long lists.',
      ),
    ...page,
  }),
  success: 200,
  reply: z.array(AuditRecord),
  problems: ['owner-required'],
})
