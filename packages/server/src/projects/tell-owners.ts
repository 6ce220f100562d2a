import type { DestinationId, ProjectId } from '@platform/contract'
import type { Database } from '../db/database.ts'
import { howDestinationFares } from '../notifications/set-up/destinations.ts'
import { ownersOf } from '../organizations/memberships.ts'
import type { Mailer } from '../sign-in/mailer.ts'
import * as store from './store.ts'

/**
 * Tells the owners of a project's organization that a destination of theirs takes nothing, with what
 * becomes of its messages and where to see it. Nobody is told of one that works again by now.
 *
 * @throws Error when the mail server does not take it; it is tried again
 */
export async function tellOfDestination(
  { mailer, publicUrl }: { mailer: Mailer; publicUrl: string },
  database: Pick<Database, 'tenant'>,
  { projectId, destinationId }: { projectId: ProjectId; destinationId: DestinationId },
): Promise<void> {
  const db = database.tenant(projectId)
  const project = await store.findProject(db, projectId)
  const seen = await howDestinationFares(db, destinationId)
  if (!project || seen?.health.state !== 'failing') return
  const owners = await ownersOf(database.tenant(project.orgId), project.orgId)
  const to = owners.filter(({ emailVerified }) => emailVerified)
  if (to.length === 0) return

  const { name, isDisabled, pending, health } = seen
  const isSent = await mailer.send({
    to: to.map(({ primaryEmail }) => primaryEmail).join(', '),
    subject: `${name} of ${project.name} ${isDisabled ? 'was disabled' : 'takes no messages'}`,
    text: [
      `The destination ${name} of the project ${project.name} has taken no message since ${health.since}.`,
      health.reason,
      isDisabled
        ? `It was disabled. ${waiting(pending)} They and what comes later are held until it is enabled again.`
        : `${waiting(pending)} ${pending === 1 ? 'It is' : 'Each is'} tried again by itself.`,
      `See why, test it, and send again what was given up:\n${publicUrl}/projects/${project.name}/destinations/${destinationId}`,
    ].join('\n\n'),
  })
  if (!isSent && mailer.isConfigured) throw new Error('The mail server did not take the mail.')
}

const waiting = (pending: number) =>
  pending === 1 ? 'One message waits for it.' : `${pending} messages wait for it.`
