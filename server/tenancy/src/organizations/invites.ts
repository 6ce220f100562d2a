import type { Invite, InviteId, OrgId } from '@platform/contract'
import { mustBeWithin, type TenantLimits } from '@platform/kernel/access'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { Problem } from '@platform/kernel/problems/problem'
import type { Mailer } from '../sign-in/mails/mailer.ts'
import type { Member } from './memberships.ts'
import { toInvite } from './records.ts'
import * as store from './store.ts'

const dayMs = 24 * 3600 * 1000
const lifetimeMs = 7 * dayMs

/** URL where people accept invites. */
const inviteLink = (publicUrl: string, email: string) =>
  `${publicUrl}/?invited=${encodeURIComponent(email)}`

/**
 * Invites a person by email. They sign up with that address, verify it and accept. Each invite
 * sends an email to an arbitrary address, so revoked ones count towards the daily limit as well.
 */
export async function createInvite(
  { tenantLimits }: { tenantLimits: TenantLimits },
  db: Db,
  { orgId, email, now }: { orgId: OrgId; email: string; now: Date },
): Promise<Invite> {
  const invitedEmail = email.toLowerCase()
  if (await store.findMembershipByEmail(db, orgId, invitedEmail)) {
    throw onEmail('membership-exists', email, `${email} is already a member.`)
  }
  await store.closeExpiredInvites(db, orgId, invitedEmail)
  const expireTime = new Date(now.getTime() + lifetimeMs)
  const invite = await store.insertInvite(db, {
    orgId,
    invitedEmail,
    status: 'pending',
    expireTime,
  })
  if (!invite) throw onEmail('invite-exists', email, `${email} already has a pending invite.`)
  await mustBeWithin(db, tenantLimits, {
    what: 'invites',
    tenant: orgId,
    count: () => store.countInvitesSince(db, orgId, new Date(now.getTime() - dayMs)),
  })
  return toInvite(invite, now)
}

/**
 * Emails the invite. Without a mail server, the reply contains the link for the inviter to pass on.
 */
export async function sendInvite(
  db: Db,
  {
    orgId,
    invite,
    caller,
    mailer,
    publicUrl,
  }: {
    orgId: OrgId
    invite: Invite
    caller: Pick<Member, 'email'>
    mailer: Mailer
    publicUrl: string
  },
): Promise<Invite> {
  const org = await store.findOrg(db, orgId)
  const link = inviteLink(publicUrl, invite.invitedEmail)
  const isSent = await mailer.send({
    to: invite.invitedEmail,
    subject: `${caller.email} invited you to ${org!.label}`,
    action: 'Accept invite',
    text: `To join ${org!.label}, sign up or sign in with ${invite.invitedEmail}:\n${link}\n\nThis invite expires in 7 days. If you do not know ${caller.email}, ignore this mail.`,
  })
  return isSent ? invite : { ...invite, link }
}

export async function getInvite(
  db: Db,
  { orgId, inviteId, now }: { orgId: OrgId; inviteId: InviteId; now: Date },
): Promise<Invite> {
  const invite = await store.findInvite(db, orgId, inviteId)
  if (!invite)
    throw new Problem('invite-not-found', { detail: `No invite has the ID ${inviteId}.` })
  return toInvite(invite, now)
}

/** Revokes an invite that is pending or has expired. */
export async function revokeInvite(
  db: Db,
  { orgId, inviteId, now }: { orgId: OrgId; inviteId: InviteId; now: Date },
): Promise<void> {
  const { status } = await getInvite(db, { orgId, inviteId, now })
  const revoked = await store.revokeInvite(db, orgId, inviteId)
  if (!revoked)
    throw new Problem('invite-not-pending', { detail: `The invite is already ${status}.` })
}

/**
 * Makes the caller a member of every organization that invited this address, and returns those
 * organizations. The address must be their own and verified; any other is treated as never invited.
 */
export const acceptInvites = (
  db: AcrossTenants,
  { email, caller }: { email: string; caller: Omit<Member, 'role'> },
): Promise<OrgId[]> =>
  inTransaction(db, async (tx) => {
    const invitedEmail = email.toLowerCase()
    const isTheirs = caller.emailVerified && caller.email.toLowerCase() === invitedEmail
    const accepted = isTheirs ? await store.acceptInvites(tx, invitedEmail) : []
    if (accepted.length === 0) {
      throw new Problem('invite-not-found', {
        detail: `${email} has no pending invite, or is not your verified address.`,
      })
    }
    for (const { orgId } of accepted) {
      await store.insertMembership(tx, { orgId, builderId: caller.builderId, role: 'member' })
    }
    return accepted.map(({ orgId }) => orgId)
  })

const onEmail = (kind: 'membership-exists' | 'invite-exists', value: string, detail: string) =>
  new Problem(kind, { detail, issues: [{ in: 'body', name: 'email', value, detail }] })
