import { z } from 'zod'
import { page, times, updateMask } from '../values/common.ts'
import { createTime, recordId } from '../installations/fields.ts'
import { id } from '../values/ids.ts'
import { builders, operation } from '../openapi/operation.ts'
import { Project } from './projects.ts'

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
 * has roles in selected projects only.
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

export const orgParam = { orgId: z.string().min(1).max(255).describe('ID of the organization.') }

const label = z.string().trim().min(1).max(128).describe('Name of the organization.')

export const emailAddress = z.email().max(254)

export const createOrg = operation({
  id: 'createOrg',
  method: 'POST',
  path: '/v1/orgs',
  tag: 'Organizations',
  changesAccess: true,
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
  changesAccess: true,
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
  changesAccess: true,
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
  changesAccess: true,
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
  changesAccess: true,
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
