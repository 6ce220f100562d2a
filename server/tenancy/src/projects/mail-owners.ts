import type { DestinationId, OrgId, ProjectId } from '@platform/contract'
import type { Database } from '@platform/kernel/db/database'
import { describeDestinationHealth } from '@platform/delivery/notifications/set-up/destinations'
import { listOwners } from '../organizations/memberships.ts'
import type { Mail, Mailer } from '../sign-in/mails/mailer.ts'
import * as store from './store.ts'

export interface OwnerMail {
  mailer: Mailer
  publicUrl: string
}

interface FailedDestination {
  projectId: ProjectId
  destinationId: DestinationId
}

/**
 * Mails the owners of a project's organization that a destination accepts nothing, or that its
 * messages are not fetched, what happens to them and where to see it. No mail is sent if it works again by now.
 * @throws Error if the mail server rejects it; the job is retried
 */
export async function mailDestinationFailure(
  mail: OwnerMail,
  database: Pick<Database, 'tenant'>,
  { projectId, destinationId }: FailedDestination,
): Promise<void> {
  const db = database.tenant(projectId)
  const project = await store.findProject(db, projectId)
  const seen = await describeDestinationHealth(db, destinationId)
  if (!project || seen?.health.state !== 'failing') return

  const { name, isDisabled, isPulled, pending, health } = seen
  if (isPulled && !isDisabled) {
    await writeToOwners(mail, database, project, {
      subject: `Unread messages of ${name} of ${project.name} are deleted soon`,
      action: 'Open destination',
      text: [
        `The destination ${name} of the project ${project.name} has messages that were not fetched.`,
        health.reason,
        `See its consumers:\n${makeDestinationUrl(mail, project, destinationId)}`,
      ],
    })
    return
  }
  await writeToOwners(mail, database, project, {
    subject: `${name} of ${project.name} ${isDisabled ? 'was disabled' : 'is failing'}`,
    action: 'Open destination',
    text: [
      `The destination ${name} of the project ${project.name} has not accepted any messages${health.since ? ` since ${formatMoment(health.since)}` : ''}.`,
      health.reason && `${isDisabled ? 'Reason' : 'Last attempt'}: ${health.reason}`,
      isDisabled
        ? `${describeWaiting(pending)} Messages are kept until the destination is enabled again.`
        : describeWaiting(pending, 'retried'),
      `Find the cause, test the destination and retry failed deliveries:\n${makeDestinationUrl(mail, project, destinationId)}`,
    ],
  })
}

/**
 * Mails the same owners that the destination has recovered. No mail is sent if it fails again by
 * now, or was disabled manually.
 * @throws Error if the mail server rejects it; the job is retried
 */
export async function mailDestinationRecovery(
  mail: OwnerMail,
  database: Pick<Database, 'tenant'>,
  { projectId, destinationId, reportTime }: FailedDestination & { reportTime: string },
): Promise<void> {
  const db = database.tenant(projectId)
  const project = await store.findProject(db, projectId)
  const seen = await describeDestinationHealth(db, destinationId)
  if (!project || seen?.health.state !== 'healthy') return

  const { name, isPulled, pending } = seen
  await writeToOwners(mail, database, project, {
    subject: `${name} of ${project.name} has recovered`,
    action: 'Open destination',
    text: [
      `The destination ${name} of the project ${project.name} ${isPulled ? 'has no messages that are deleted unread soon' : 'accepts messages again'}. We reported the failure on ${formatMoment(reportTime)}.`,
      describeWaiting(pending, 'sent'),
      `Retry failed deliveries:\n${makeDestinationUrl(mail, project, destinationId)}`,
    ],
  })
}

const makeDestinationUrl = (
  { publicUrl }: OwnerMail,
  { name }: { name: string },
  destinationId: DestinationId,
) => `${publicUrl}/projects/${name}/destinations/${destinationId}`

/** Mails the owners of the project's organization whose address is confirmed. */
export async function writeToOwners(
  { mailer }: OwnerMail,
  database: Pick<Database, 'tenant'>,
  { orgId }: { orgId: OrgId },
  { text, ...mail }: Pick<Mail, 'subject' | 'action' | 'links'> & { text: (string | undefined)[] },
): Promise<void> {
  const owners = await listOwners(database.tenant(orgId), orgId)
  const to = owners.filter(({ emailVerified }) => emailVerified)
  if (to.length === 0) return
  const isSent = await mailer.send({
    to: to.map(({ primaryEmail }) => primaryEmail).join(', '),
    ...mail,
    text: text.filter(Boolean).join('\n\n'),
  })
  if (!isSent && mailer.isConfigured) throw new Error('The mail server rejected the mail.')
}

/** Returns a sentence about the waiting messages, and what happens to them automatically. */
function describeWaiting(pending: number, become?: 'retried' | 'sent'): string {
  if (pending === 0) return 'No messages are waiting.'
  const [messages, they] =
    pending === 1
      ? ['1 message is waiting', 'It is']
      : [`${pending} messages are waiting`, 'They are']
  return `${messages}.${become ? ` ${they} ${become} automatically.` : ''}`
}

/** Formats a time unambiguously for readers anywhere. */
export const formatMoment = (time: string) =>
  new Date(time).toLocaleString('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }) + ' UTC'
