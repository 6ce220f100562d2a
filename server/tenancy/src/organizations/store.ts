import type { BuilderId, InviteId, OrgId, OrgRole, ProjectId } from '@platform/contract'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { AcrossTenants, AnyView, Db } from '@platform/kernel/db/database'
import type { MemberRoles } from '@platform/kernel/access'
import { newId } from '@platform/kernel/db/new-id'
import type { Tables } from '@platform/kernel/db/tables'

export const insertOrg = (db: AcrossTenants, { label }: { label: string }) =>
  db
    .insertInto('organizations')
    .values({ id: newId('org'), label, defaultTeamId: newId('team') })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findOrg = (db: AnyView, id: OrgId) =>
  db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()

export const updateOrg = (db: Db, id: OrgId, fields: Updateable<Tables['organizations']>) =>
  db
    .updateTable('organizations')
    .set({ ...fields, updateTime: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const findBuilder = (db: AnyView, id: BuilderId) =>
  db.selectFrom('builders').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns the builders of an organization, with their roles. */
export const selectMembers = (db: Db, orgId: OrgId) =>
  db
    .selectFrom('memberships')
    .innerJoin('builders', 'builders.id', 'memberships.builderId')
    .selectAll('builders')
    .select(['memberships.role', 'memberships.id as membershipId'])
    .where('memberships.orgId', '=', orgId)

const membershipColumns = ['orgId', 'builderId', 'role', 'projectRoles', 'createTime'] as const

/** Inserts the membership; returns undefined if the builder is already a member. */
export const insertMembership = (
  db: AnyView,
  row: { orgId: OrgId; builderId: BuilderId; role: OrgRole },
) =>
  db
    .insertInto('memberships')
    .values({ id: newId('mem'), ...row })
    // Two requests may race; the unique index decides, so there is no read-then-write here.
    .onConflict((conflict) => conflict.columns(['orgId', 'builderId']).doNothing())
    .returning(membershipColumns)
    .executeTakeFirst()

export const findMembership = (db: Db, orgId: OrgId, builderId: BuilderId) =>
  db
    .selectFrom('memberships')
    .select(membershipColumns)
    .where('orgId', '=', orgId)
    .where('builderId', '=', builderId)
    .executeTakeFirst()

export const findMembershipByEmail = (db: Db, orgId: OrgId, email: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('builders', 'builders.id', 'memberships.builderId')
    .select('builders.id')
    .where('memberships.orgId', '=', orgId)
    .where('builders.primaryEmail', '=', email)
    .executeTakeFirst()

export const findRole = (
  db: AcrossTenants,
  builderId: BuilderId,
  orgId: OrgId,
): Promise<MemberRoles | undefined> =>
  db
    .selectFrom('memberships')
    .select(['role', 'projectRoles'])
    .where('builderId', '=', builderId)
    .where('orgId', '=', orgId)
    .executeTakeFirst()

/** Returns the memberships of a person who uses the built-in sign-in. */
export const selectMembershipsOfUser = (db: AcrossTenants, userId: string) =>
  db
    .selectFrom('builders')
    .innerJoin('memberships', 'memberships.builderId', 'builders.id')
    .select(['memberships.orgId', 'builderId', 'primaryEmail'])
    .where('idpProvider', '=', 'platform')
    .where('idpRef', '=', userId)
    .execute()

/** Locks the owners, so that concurrent changes cannot remove the last one. */
export const lockOwners = (db: Db, orgId: OrgId) =>
  db
    .selectFrom('memberships')
    .select('builderId')
    .where('orgId', '=', orgId)
    .where('role', '=', 'owner')
    .orderBy('id')
    .forUpdate()
    .execute()

export const setRole = (
  db: Db,
  orgId: OrgId,
  builderId: BuilderId,
  { role, projectRoles }: MemberRoles,
) =>
  db
    .updateTable('memberships')
    .set({ role, projectRoles: JSON.stringify(projectRoles) })
    .where('orgId', '=', orgId)
    .where('builderId', '=', builderId)
    .returning(membershipColumns)
    .executeTakeFirstOrThrow()

/** Returns which of these projects belong to the organization. */
export const selectProjectsOfOrg = (db: AcrossTenants, orgId: OrgId, ids: readonly ProjectId[]) =>
  db.selectFrom('projects').select('id').where('orgId', '=', orgId).where('id', 'in', ids).execute()

export const deleteMembership = (db: Db, orgId: OrgId, builderId: BuilderId) =>
  db
    .deleteFrom('memberships')
    .where('orgId', '=', orgId)
    .where('builderId', '=', builderId)
    .execute()

/** Returns every organization of a builder, oldest membership first. */
export const selectBuilderOrgs = (db: AcrossTenants, builderId: BuilderId) =>
  db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.orgId')
    .selectAll('organizations')
    .select('memberships.role')
    .where('memberships.builderId', '=', builderId)
    .orderBy('memberships.id')
    .execute()

/** Inserts the invite; returns undefined if one to the address is already pending. */
export const insertInvite = (db: Db, row: Omit<Insertable<Tables['invites']>, 'id'>) =>
  db
    .insertInto('invites')
    .values({ id: newId('inv'), ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['orgId', 'invitedEmail'])
        // A literal: a generic plan with a parameter would not use the partial index.
        .where('status', '=', sql.lit('pending'))
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()

export const countInvitesSince = async (db: Db, orgId: OrgId, since: Date): Promise<number> => {
  const { count } = await db
    .selectFrom('invites')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('orgId', '=', orgId)
    .where('createTime', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Removes some invites that were accepted, revoked or expired before the given time. Returns how
 * many were removed.
 */
export async function removeEndedInvites(
  db: AcrossTenants,
  { before, atMost }: { before: Date; atMost: number },
): Promise<number> {
  const { numAffectedRows } = await sql`delete from invites where id = any(array(
    select id from invites
     where case status when 'pending' then expire_time else coalesce(update_time, create_time) end
         < ${before}
     limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}

/** Closes a pending invite that has expired, so that a new one can be created. */
export const closeExpiredInvites = (db: Db, orgId: OrgId, email: string) =>
  db
    .updateTable('invites')
    .set({ status: 'revoked', updateTime: sql`now()` })
    .where('orgId', '=', orgId)
    .where('invitedEmail', '=', email)
    .where('status', '=', 'pending')
    .where('expireTime', '<=', sql<Date>`now()`)
    .execute()

export const selectInvites = (db: Db, orgId: OrgId) =>
  db.selectFrom('invites').selectAll().where('orgId', '=', orgId)

export const findInvite = (db: Db, orgId: OrgId, id: InviteId) =>
  selectInvites(db, orgId).where('id', '=', id).executeTakeFirst()

/** Revokes a pending invite; returns undefined if it is no longer pending. */
export const revokeInvite = (db: Db, orgId: OrgId, id: InviteId) =>
  db
    .updateTable('invites')
    .set({ status: 'revoked', updateTime: sql`now()` })
    .where('orgId', '=', orgId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst()

/** Revokes the pending invites to the address of a member. */
export const revokeInvitesOfMember = (db: Db, orgId: OrgId, builderId: BuilderId) =>
  db
    .updateTable('invites')
    .set({ status: 'revoked', updateTime: sql`now()` })
    .where('orgId', '=', orgId)
    .where('status', '=', 'pending')
    .where('invitedEmail', 'in', (members) =>
      members
        .selectFrom('memberships')
        .innerJoin('builders', 'builders.id', 'memberships.builderId')
        .select(sql<string>`lower(builders.primary_email)`.as('email'))
        .where('memberships.orgId', '=', orgId)
        .where('builders.id', '=', builderId),
    )
    .execute()

/** Marks every pending invite to the address as accepted and returns the organizations. */
export const acceptInvites = (db: AcrossTenants, email: string) =>
  db
    .updateTable('invites')
    .set({ status: 'accepted', updateTime: sql`now()` })
    .where('invitedEmail', '=', email)
    .where('status', '=', 'pending')
    .where('expireTime', '>', sql<Date>`now()`)
    .returning('orgId')
    .execute()

/** Returns the organizations with a pending invite to the address, oldest first. */
export const selectInvitingOrgs = (db: AcrossTenants, email: string) =>
  db
    .selectFrom('invites')
    .innerJoin('organizations', 'organizations.id', 'invites.orgId')
    .selectAll('organizations')
    .where('invitedEmail', '=', email)
    .where('status', '=', 'pending')
    .where('expireTime', '>', sql<Date>`now()`)
    .orderBy('invites.id')
    .execute()

/** Claims the domain; returns undefined if it is already claimed. */
export const insertClaimedDomain = (db: AcrossTenants, row: { orgId: OrgId; domain: string }) =>
  db
    .insertInto('claimedDomains')
    .values({ id: newId('dom'), ...row })
    .onConflict((conflict) => conflict.column('domain').doNothing())
    .returningAll()
    .executeTakeFirst()

export const findClaimedDomain = (db: AnyView, domain: string) =>
  db.selectFrom('claimedDomains').selectAll().where('domain', '=', domain).executeTakeFirst()

export const selectClaimedDomains = (db: Db, orgId: OrgId) =>
  db.selectFrom('claimedDomains').selectAll().where('orgId', '=', orgId)
