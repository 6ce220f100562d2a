import type {
  BuilderId,
  ClaimedDomainId,
  Id,
  InviteId,
  OrgId,
  OrgRole,
  ProjectId,
  ProjectRole,
} from '@platform/contract'
import type { JsonWithDefault } from '@platform/kernel/db/tables'
import type { Generated } from 'kysely'

declare module '@platform/kernel/db/tables' {
  interface Tables {
    organizations: {
      id: OrgId
      label: string
      defaultTeamId: string
      createTime: Generated<Date>
      updateTime: Date | null
    }
    memberships: {
      id: Id<'mem'>
      orgId: OrgId
      builderId: BuilderId
      role: OrgRole
      /** Of the role `limited`, by project. */
      projectRoles: JsonWithDefault<Partial<Record<ProjectId, ProjectRole>>>
      createTime: Generated<Date>
    }
    invites: {
      id: InviteId
      orgId: OrgId
      invitedEmail: string
      status: 'pending' | 'accepted' | 'revoked'
      expireTime: Date
      createTime: Generated<Date>
      updateTime: Date | null
    }
    claimedDomains: {
      id: ClaimedDomainId
      orgId: OrgId
      domain: string
      createTime: Generated<Date>
    }
  }
}
