import type { BuilderId, Membership, OrgId, OrgRole, ProjectId } from '@platform/contract'
import { type MemberRoles, noSuchOrg } from '@platform/kernel/access'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { isReferenceViolation } from '@platform/kernel/db/errors'
import { inTransaction } from '@platform/kernel/db/transaction'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import { toMembership } from './records.ts'
import * as store from './store.ts'
import { getFirst } from '@platform/kernel/values'

/** The calling builder, and their role in the organization of the request. */
export interface Member {
  builderId: BuilderId
  email: string
  emailVerified: boolean
  role: OrgRole | undefined
}

/**
 * Adds a builder to an organization. An owner may add anyone. Others may add only themselves, and
 * only if the organization has claimed the domain of their verified email address. A rejection
 * reveals nothing about other builders.
 */
export async function addMember(
  db: Db,
  { orgId, builderId, caller }: { orgId: OrgId; builderId: BuilderId; caller: Member },
): Promise<Membership> {
  if (!(await store.findOrg(db, orgId))) throw noSuchOrg(orgId)
  if (caller.role && caller.builderId === builderId) throw alreadyMember(builderId)
  if (caller.role !== 'owner') await mustBeAllowedToJoin(db, { orgId, builderId, caller })

  // Builders of other organizations are not visible here: the foreign key reports whether the
  // builder exists.
  const membership = await store
    .insertMembership(db, { orgId, builderId, role: 'member' })
    .catch((error: unknown) => {
      throw isReferenceViolation(error) ? noSuchBuilder(builderId, error) : error
    })
  if (!membership) throw alreadyMember(builderId)
  return toMembership(membership)
}

export async function getMembership(
  db: Db,
  { orgId, builderId }: { orgId: OrgId; builderId: BuilderId },
): Promise<Membership> {
  const membership = await store.findMembership(db, orgId, builderId)
  if (!membership) throw notMember(builderId)
  return toMembership(membership)
}

export const { findRole } = store

/** Returns the owners of the organization, for emails to them. */
export const listOwners = (db: Db, orgId: OrgId) =>
  store.selectMembers(db, orgId).where('memberships.role', '=', 'owner').execute()

/** Rejects roles in projects of other organizations. */
export async function mustBeOwnProjects(
  db: AcrossTenants,
  orgId: OrgId,
  projectRoles: MemberRoles['projectRoles'],
): Promise<void> {
  const named = Object.keys(projectRoles) as ProjectId[]
  if (named.length === 0) return
  const own = await store.selectProjectsOfOrg(db, orgId, named)
  const strange = named.filter((id) => !own.some((project) => project.id === id))
  if (strange.length > 0) throw strangeProjects(strange)
}

/** Changes the role of a member. The last owner cannot be demoted. */
export const changeRole = (
  db: Db,
  {
    orgId,
    builderId,
    role,
    projectRoles,
  }: {
    orgId: OrgId
    builderId: BuilderId
    role: OrgRole
    projectRoles?: MemberRoles['projectRoles'] | undefined
  },
): Promise<Membership> =>
  inTransaction(db, async (tx) => {
    if (projectRoles && role !== 'limited') throw rolesInVain(role)
    if (role !== 'owner') await mustLeaveAnOwner(tx, orgId, builderId)
    await getMembership(tx, { orgId, builderId })
    return toMembership(
      await store.setRole(tx, orgId, builderId, { role, projectRoles: projectRoles ?? {} }),
    )
  })

/** Removes a member, and the invites by which they could return. Owners may remove anyone, and everyone may leave, except the last owner. */
export const removeMember = (
  db: Db,
  { orgId, builderId, caller }: { orgId: OrgId; builderId: BuilderId; caller: Member },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (caller.role !== 'owner' && caller.builderId !== builderId) {
      throw ownerRequired('remove others', caller)
    }
    await mustLeaveAnOwner(tx, orgId, builderId)
    await getMembership(tx, { orgId, builderId })
    // While the person is still visible in the organization.
    await store.revokeInvitesOfMember(tx, orgId, builderId)
    await store.deleteMembership(tx, orgId, builderId)
  })

async function mustLeaveAnOwner(tx: Db, orgId: OrgId, leaving: BuilderId): Promise<void> {
  const owners = await store.lockOwners(tx, orgId)
  if (owners.length !== 1 || getFirst(owners).builderId !== leaving) return
  throw new Problem('last-owner', { detail: `${leaving} is the only owner of the organization.` })
}

async function mustBeAllowedToJoin(
  db: Db,
  { orgId, builderId, caller }: { orgId: OrgId; builderId: BuilderId; caller: Member },
): Promise<void> {
  if (caller.builderId !== builderId) throw ownerRequired('add others', caller)
  const claimed = await store.findClaimedDomain(db, getEmailDomain(caller.email))
  if (claimed?.orgId !== orgId) throw ownerRequired('add builders of other domains', caller)
  if (!caller.emailVerified) throw emailNotVerified(caller.email)
}

/** A person whose address is not verified gains nothing by it. */
export const emailNotVerified = (email: string) =>
  new Problem('email-not-verified', {
    detail: `The address ${email} has not been confirmed.`,
  })

export const getEmailDomain = (email: string) =>
  email.slice(email.lastIndexOf('@') + 1).toLowerCase()

export const ownerRequired = (act: string, { role }: Pick<Member, 'role'>) =>
  new Problem('owner-required', {
    detail: role
      ? `Only owners may ${act}; your role is ${role}.`
      : `Only owners may ${act}; you are not a member.`,
  })

const rolesInVain = (role: OrgRole) =>
  invalidInput({
    in: 'body',
    name: 'projectRoles',
    detail: `Only the role limited has roles in selected projects; ${role} has one in all of them.`,
  })

/** Does not distinguish projects of others from absent ones, so that a reply reveals neither. */
const strangeProjects = (ids: readonly ProjectId[]) =>
  invalidInput(
    ...ids.map((id) => ({
      in: 'body' as const,
      name: `projectRoles.${id}`,
      detail: `The organization has no project ${id}.`,
    })),
  )

const notMember = (builderId: string) =>
  new Problem('membership-not-found', {
    detail: `${builderId} is not a member of the organization.`,
  })

const noSuchBuilder = (builderId: string, cause: unknown) => {
  const detail = `No builder has the ID ${builderId}.`
  const issues = [{ in: 'body', name: 'builderId', value: builderId, detail } as const]
  return new Problem('builder-not-found', { detail, issues, cause })
}

const alreadyMember = (builderId: string) => {
  const detail = `${builderId} is already a member of the organization.`
  return new Problem('membership-exists', {
    detail,
    issues: [{ in: 'body', name: 'builderId', value: builderId, detail }],
  })
}
