import type { DestinationId, OrgId, ProjectId } from '@platform/contract'
import type { Database } from '../db/database.ts'
import { howDestinationFares } from '../notifications/set-up/destinations.ts'
import { ownersOf } from '../organizations/memberships.ts'
import type { Mailer } from '../sign-in/mailer.ts'
import * as store from './store.ts'

interface Telling {
  mailer: Mailer
  publicUrl: string
}

interface Told {
  projectId: ProjectId
  destinationId: DestinationId
}

/**
 * Tells the owners of a project's organization that a destination of theirs takes nothing, with what
 * becomes of its messages and where to see it. Nobody is told of one that works again by now.
 *
 * @throws Error when the mail server does not take it; it is tried again
 */
export async function tellOfDestination(
  telling: Telling,
  database: Pick<Database, 'tenant'>,
  { projectId, destinationId }: Told,
): Promise<void> {
  const db = database.tenant(projectId)
  const project = await store.findProject(db, projectId)
  const seen = await howDestinationFares(db, destinationId)
  if (!project || seen?.health.state !== 'failing') return

  const { name, isDisabled, pending, health } = seen
  await writeToOwners(telling, database, project, {
    subject: `${name} of ${project.name} ${isDisabled ? 'was disabled' : 'takes no messages'}`,
    text: [
      `The destination ${name} of the project ${project.name} has taken no message${health.since ? ` since ${moment(health.since)}` : ''}.`,
      health.reason &&
        `${isDisabled ? 'Why it was disabled' : 'What came of the last attempt'}: ${health.reason}`,
      isDisabled
        ? `${waiting(pending)} Nothing is sent until somebody enables it again: new deliveries are paused.`
        : waiting(pending, 'tried again'),
      `See why, test it, and send again what was given up:\n${pageOf(telling, project, destinationId)}`,
    ],
  })
}

/**
 * Tells them that it takes messages again. Nobody is told of one that fails anew by now, or that
 * somebody has disabled.
 *
 * @throws Error when the mail server does not take it; it is tried again
 */
export async function tellOfRecovery(
  telling: Telling,
  database: Pick<Database, 'tenant'>,
  { projectId, destinationId, told }: Told & { told: string },
): Promise<void> {
  const db = database.tenant(projectId)
  const project = await store.findProject(db, projectId)
  const seen = await howDestinationFares(db, destinationId)
  if (!project || seen?.health.state !== 'healthy') return

  const { name, pending } = seen
  await writeToOwners(telling, database, project, {
    subject: `${name} of ${project.name} takes messages again`,
    text: [
      `The destination ${name} of the project ${project.name} takes messages again. The mail of ${moment(told)} said that it took none.`,
      waiting(pending, 'sent'),
      `What was given up meanwhile can be sent again:\n${pageOf(telling, project, destinationId)}`,
    ],
  })
}

const pageOf = ({ publicUrl }: Telling, { name }: { name: string }, destinationId: DestinationId) =>
  `${publicUrl}/projects/${name}/destinations/${destinationId}`

async function writeToOwners(
  { mailer }: Telling,
  database: Pick<Database, 'tenant'>,
  { orgId }: { orgId: OrgId },
  { subject, text }: { subject: string; text: (string | undefined)[] },
): Promise<void> {
  const owners = await ownersOf(database.tenant(orgId), orgId)
  const to = owners.filter(({ emailVerified }) => emailVerified)
  if (to.length === 0) return
  const isSent = await mailer.send({
    to: to.map(({ primaryEmail }) => primaryEmail).join(', '),
    subject,
    text: text.filter(Boolean).join('\n\n'),
  })
  if (!isSent && mailer.isConfigured) throw new Error('The mail server did not take the mail.')
}

/** How many messages wait, and what becomes of them by itself. */
function waiting(pending: number, become?: 'tried again' | 'sent'): string {
  if (pending === 0) return 'No message waits for it.'
  const [wait, are] =
    pending === 1 ? ['One message waits', 'It is'] : [`${pending} messages wait`, 'Each is']
  return `${wait} for it.${become ? ` ${are} ${become} by itself.` : ''}`
}

/** A time as people read it, wherever they are. */
const moment = (time: string) =>
  new Date(time).toLocaleString('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }) + ' UTC'
