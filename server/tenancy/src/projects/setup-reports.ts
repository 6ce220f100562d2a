import { type Catalogue, findProvider } from '@platform/connectors'
import type { ConnectProblem, ProjectId, ProviderAppId } from '@platform/contract'
import type { Database, Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { enqueue, makeQueueName } from '@platform/kernel/jobs/enqueue'
import { writeToOwners, type OwnerMail } from './mail-owners.ts'
import * as store from './store.ts'
import * as providerAppStore from './provider-app-store.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    'mail-setup-report': SetupReport & { projectId: ProjectId }
  }
}

export interface SetupReport {
  provider: string
  /** `missing`: the project has no such provider app. `rejected`: the provider rejects its client. */
  cause: 'missing' | 'rejected'
  /** The app that was named, if any. */
  providerAppId: ProviderAppId | null
  detail: string
}

/**
 * More reports of one cause are not mailed: a frontend key can ask for any provider. Providers that reject
 * an app are counted apart, so that nobody can keep this from the owners.
 */
const maxReportsADay = 10

/**
 * Records that an end user could not connect, because of what only the owners can mend, and mails them once a
 * day for each provider and cause.
 */
export const reportSetup = (
  db: Db,
  { projectId, ...report }: SetupReport & { projectId: ProjectId },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await providerAppStore.recordSetupReport(tx, { projectId, ...report })
    if (!(await providerAppStore.noteSetupMail(tx, { projectId, ...report }, maxReportsADay)))
      return
    await enqueue(
      tx,
      'mail-setup-report',
      { projectId, ...report },
      { maxAttempts: 10, queue: makeQueueName('mail', projectId) },
    )
  })

export const toConnectProblem = ({
  provider,
  cause,
  detail,
  providerAppId,
  count,
  firstTime,
  lastTime,
}: providerAppStore.SetupReportRow): ConnectProblem => ({
  ...{ provider, cause, detail, count },
  ...(providerAppId !== null && { providerAppId }),
  firstTime: firstTime.toISOString(),
  lastTime: lastTime.toISOString(),
})

/**
 * Mails the owners what is missing and where to add it. No mail is sent if it was mended by now.
 * @throws Error if the mail server rejects it; the job is retried
 */
export async function mailSetupReport(
  { catalogue, mailer, publicUrl }: OwnerMail & { catalogue: Catalogue },
  database: Pick<Database, 'tenant'>,
  { projectId, provider, cause, providerAppId, detail }: SetupReport & { projectId: ProjectId },
): Promise<void> {
  const db = database.tenant(projectId)
  const project = await store.findProject(db, projectId)
  if (!project) return
  const app = await providerAppStore.chooseProviderApp(db, provider, providerAppId ?? undefined)
  const isMended = cause === 'missing' ? app !== undefined : app?.refusedTime === null
  if (isMended) return
  const name = findProvider(provider, { among: catalogue })?.info.displayName ?? provider
  await writeToOwners({ mailer, publicUrl }, database, project, {
    subject: `Customers of ${project.name} cannot connect ${name}`,
    action: 'Open provider apps',
    text: [
      `An end user of the project ${project.name} could not connect ${name}. ${detail}`,
      cause === 'missing'
        ? `Add a provider app of ${name}:`
        : `Check the client ID and secret of the provider app of ${name}:`,
      `${publicUrl}/projects/${project.name}/provider-apps`,
      'Until then, nobody can connect. You are notified at most once a day.',
    ],
  })
}
