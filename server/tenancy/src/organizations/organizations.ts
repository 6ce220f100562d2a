import { Org, type Builder, type BuilderId, type OrgId } from '@platform/contract'
import { type TenantLimits, mustBeWithin, noSuchOrg } from '@platform/kernel/access'
import type { AcrossTenants, AnyView, Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { Problem } from '@platform/kernel/problems/problem'
import { toMaskedColumns } from '@platform/kernel/http/update-mask'
import { getEmailDomain } from './memberships.ts'
import { toBuilder, toOrg } from './records.ts'
import * as store from './store.ts'

const listOwnedOrgs = async (db: AcrossTenants, builderId: BuilderId) =>
  (await store.selectBuilderOrgs(db, builderId)).filter(({ role }) => role === 'owner')

/** Creates an organization that the builder owns. */
export const createOrganization = (
  { tenantLimits }: { tenantLimits: TenantLimits },
  db: AcrossTenants,
  { label, ownerId }: { label: string; ownerId: BuilderId },
): Promise<Org> =>
  inTransaction(db, async (tx) => {
    const org = await store.insertOrg(tx, { label })
    await store.insertMembership(tx, { orgId: org.id, builderId: ownerId, role: 'owner' })
    await mustBeWithin(tx, tenantLimits, {
      what: 'organizations',
      tenant: ownerId,
      count: async () => (await listOwnedOrgs(tx, ownerId)).length,
    })
    return toOrg(org)
  })

export async function getOrganization(db: AnyView, orgId: OrgId): Promise<Org> {
  const org = await store.findOrg(db, orgId)
  if (!org) throw noSuchOrg(orgId)
  return toOrg(org)
}

export async function updateOrganization(
  db: Db,
  {
    orgId,
    updateMask,
    changes,
  }: { orgId: OrgId; updateMask: string[]; changes: { label?: string } },
): Promise<Org> {
  const columns = toMaskedColumns(updateMask, changes, Org.pick({ label: true }))
  const org = await store.updateOrg(db, orgId, columns)
  if (!org) throw noSuchOrg(orgId)
  return toOrg(org)
}

export async function getBuilder(db: AcrossTenants, builderId: BuilderId): Promise<Builder> {
  const builder = await store.findBuilder(db, builderId)
  if (!builder)
    throw new Problem('builder-not-found', { detail: `No builder has the ID ${builderId}.` })
  return toBuilder(builder)
}

/** Returns every organization of a builder with their role in it, oldest membership first. */
export async function listOrganizations(db: AcrossTenants, builderId: BuilderId) {
  const rows = await store.selectBuilderOrgs(db, builderId)
  return rows.map((row) => ({ role: row.role, org: toOrg(row) }))
}

/** Returns the organizations with pending invites for the email address. */
export async function organizationsThatInvited(db: AcrossTenants, email: string): Promise<Org[]> {
  const rows = await store.selectInvitingOrgs(db, email.toLowerCase())
  return rows.map(toOrg)
}

/** Returns the organization that has claimed the domain of the email address, if any. */
export async function organizationThatClaimed(
  db: AcrossTenants,
  email: string,
): Promise<Org | undefined> {
  const claimed = await store.findClaimedDomain(db, getEmailDomain(email))
  return claimed && getOrganization(db, claimed.orgId)
}
