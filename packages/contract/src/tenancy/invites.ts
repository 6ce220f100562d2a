import { z } from 'zod'
import { page, time, times } from '../values/common.ts'
import { recordId } from '../installations/fields.ts'
import { id, type Id } from '../values/ids.ts'
import { builders, operation } from '../openapi/operation.ts'
import { BuilderInfo, orgParam, emailAddress } from './organizations.ts'

export type InviteId = Id<'inv'>

export type ClaimedDomainId = Id<'dom'>

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

const inviteParams = z.object({
  ...orgParam,
  inviteId: id('inv').describe('ID of the invite.'),
})

export const createOrgInvite = operation({
  id: 'createOrgInvite',
  method: 'POST',
  path: '/v1/orgs/{orgId}/invites',
  tag: 'Invites',
  changesAccess: true,
  summary: 'Create an invite',
  callers: builders,
  permission: 'org:owner',
  params: z.object(orgParam),
  body: z.object({
    email: emailAddress.describe(
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
  changesAccess: true,
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
  changesAccess: true,
  summary: 'Accept invites',
  description: 'The address must be the caller’s own verified email address.',
  callers: builders,
  body: z.object({
    invitedEmail: emailAddress.describe('The caller’s own verified email address.'),
  }),
  success: 200,
  reply: BuilderInfo,
  problems: ['invite-not-found'],
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
  changesAccess: true,
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
