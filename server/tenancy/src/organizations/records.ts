import type { Builder, ClaimedDomain, Invite, Membership, Org, OrgRole } from '@platform/contract'
import type { Selectable } from 'kysely'
import type { Tables } from '@platform/kernel/db/tables'

type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

export const toOrg = (row: Row<'organizations'>): Org => ({
  id: row.id,
  label: row.label,
  defaultTeamId: row.defaultTeamId,
  createTime: row.createTime.toISOString(),
  updateTime: row.updateTime?.toISOString(),
})

export const toBuilder = (row: Row<'builders'> & { role?: OrgRole }): Builder => ({
  id: row.id,
  idpProvider: row.idpProvider,
  idpRef: row.idpRef,
  createTime: row.createTime.toISOString(),
  firstName: row.firstName ?? undefined,
  lastName: row.lastName ?? undefined,
  fullName: row.fullName ?? undefined,
  primaryEmail: row.primaryEmail,
  role: row.role,
})

export const toMembership = (row: Omit<Row<'memberships'>, 'id'>): Membership => ({
  orgId: row.orgId,
  builderId: row.builderId,
  role: row.role,
  ...(row.role === 'limited' && { projectRoles: row.projectRoles }),
  createTime: row.createTime.toISOString(),
})

/** Also if another invite to the same address has replaced it. */
const hasExpired = ({ status, expireTime, updateTime }: Row<'invites'>, now: Date) =>
  status !== 'accepted' && expireTime <= (status === 'pending' ? now : (updateTime ?? now))

export const toInvite = (row: Row<'invites'>, now: Date): Invite => ({
  id: row.id,
  invitedEmail: row.invitedEmail,
  parentType: 'org',
  parentId: row.orgId,
  status: hasExpired(row, now) ? 'expired' : row.status,
  expireTime: row.expireTime.toISOString(),
  createTime: row.createTime.toISOString(),
  updateTime: row.updateTime?.toISOString(),
})

export const toClaimedDomain = (row: Row<'claimedDomains'>): ClaimedDomain => ({
  id: row.id,
  parentType: 'org',
  parentId: row.orgId,
  domain: row.domain,
})
