import type { Health, Installation, InstallationId, ProjectId } from '@platform/contract'
import type { AcrossTenants, Database, Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { installationFilter } from '@platform/installations/installations/installations'
import { toInstallations } from '@platform/installations/installations/installation-record'
import { enqueue, makeQueueName } from '@platform/kernel/jobs/enqueue'
import { formatMoment, writeToOwners } from '@platform/tenancy/projects/mail-owners'
import { findProject } from '@platform/tenancy/projects/projects'
import type { Services } from '@platform/kernel/services'
import type { Mailer } from '@platform/tenancy/sign-in/mailer'
import { formatCounted, getNow, patienceMs } from '@platform/kernel/values'
import * as store from './object/store.ts'

declare module '@platform/kernel/services' {
  interface Services {
    /** Returns failing subscriptions; provided by a higher domain. */
    findProjectsToNotifyOfChanges(
      db: AcrossTenants,
      times: { since: Date; notifiedBefore: Date },
    ): Promise<{ projectId: ProjectId; isNotified: boolean }[]>
    markReportedSubscriptions(tx: Db, since: Date): Promise<{ installationId: InstallationId }[]>
  }
}

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    'look-for-failing-objects': Record<string, never>
    /** Notifies the owners; `others` is the number of installations that are not named. */
    'mail-failing-objects': {
      projectId: ProjectId
      installationIds: InstallationId[]
      others: number
    }
  }
}

/** Minimum interval between mails to a project's owners, about everything that began to fail. */
const betweenMailsMs = 3600_000
const maxNamed = 20

/**
 * Enqueues mails about objects that are not read and changes that do not arrive, for reasons that
 * someone has to fix. Each failure is reported once, by the first process that notices it.
 */
export async function notifyOfFailingInstallations(
  { findProjectsToNotifyOfChanges, markReportedSubscriptions }: Services,
  database: Database,
  now = getNow(),
): Promise<void> {
  const { everything } = database
  const since = new Date(now.getTime() - patienceMs)
  const times = { since, notifiedBefore: new Date(now.getTime() - betweenMailsMs) }
  const found = [
    ...(await store.findProjectsToNotify(everything, times)),
    ...(await findProjectsToNotifyOfChanges(everything, times)),
  ]
  const notified = new Set(
    found.filter(({ isNotified }) => isNotified).map(({ projectId }) => projectId),
  )
  const due = new Set(found.map(({ projectId }) => projectId)).difference(notified)
  for (const projectId of due) {
    await inTransaction(database.tenant(projectId), async (tx) => {
      const failing = [
        ...(await store.markReportedObjects(tx, since)),
        ...(await markReportedSubscriptions(tx, since)),
      ]
      const ids = [...new Set(failing.map(({ installationId }) => installationId))]
      if (ids.length === 0) return
      const installationIds = ids.slice(0, maxNamed)
      await enqueue(
        tx,
        'mail-failing-objects',
        { projectId, installationIds, others: ids.length - installationIds.length },
        { maxAttempts: 10, queue: makeQueueName('mail', projectId) },
      )
    })
  }
}

/**
 * Mails the owners which installations fail, since when, why, and what to do. No mail is sent if
 * all of them work again by now.
 * @throws Error if the mail server rejects it; the job is retried
 */
export async function mailFailingObjects(
  services: Services,
  mailer: Mailer,
  database: Pick<Database, 'tenant'>,
  {
    projectId,
    installationIds,
    others,
  }: { projectId: ProjectId; installationIds: InstallationId[]; others: number },
): Promise<void> {
  const db = database.tenant(projectId)
  const project = await findProject(db, projectId)
  const rows = await installationFilter(db).where('n.id', 'in', installationIds).execute()
  const installations = await toInstallations(services, db, rows)
  const failing = installations.filter(({ health }) => mustBeRepaired(health))
  if (!project || failing.length === 0) return

  const number = failing.length + others
  const { publicUrl } = services
  const makePageUrl = ({ integrationId, id }: Installation) =>
    `${publicUrl}/projects/${project.name}/installations/${integrationId}/${id}`
  await writeToOwners({ mailer, publicUrl }, database, project, {
    subject: `${formatCounted(number, 'installation')} of ${project.name} ${number === 1 ? 'is' : 'are'} failing`,
    text: [
      `Data of these customers is not arriving in the project ${project.name}:`,
      ...failing.map((one) => `${describeFailing(one)}\n${makePageUrl(one)}`),
      others > 0
        ? `And ${others} more:\n${publicUrl}/projects/${project.name}/installations`
        : undefined,
    ],
    links: [
      ...failing.map((one) => `Open ${getCustomerName(one)} (${one.integrationName})`),
      'Open all installations',
    ],
  })
}

const mustBeRepaired = ({ state }: Health) =>
  state === 'failing' || state === 'needsSignIn' || state === 'paused'

const describeFailing = (installation: Installation): string => {
  const { integrationName, health } = installation
  const { since, reason, remedy } = health
  const when = since ? `, since ${formatMoment(since)}` : ''
  return [`${getCustomerName(installation)} (${integrationName}${when}):`, reason, remedy]
    .filter(Boolean)
    .join(' ')
}

/** Names the customer and, if it has several accounts, the account. */
const getCustomerName = ({ group, displayName, instance }: Installation) =>
  [group?.groupName || group?.groupRef, displayName ?? instance].filter(Boolean).join(', ')
