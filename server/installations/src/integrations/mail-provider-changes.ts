import { hash } from 'node:crypto'
import { findProvider, type Catalogue } from '@platform/connectors'
import {
  listProviderNotices,
  listUsedObjectScopes,
  type ManifestIntegration,
  type ProjectId,
} from '@platform/contract'
import type { Database } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { enqueue, makeQueueName } from '@platform/kernel/jobs/enqueue'
import { getNow } from '@platform/kernel/values'
import { writeToOwners, type OwnerMail } from '@platform/tenancy/projects/mail-owners'
import { findProject } from '@platform/tenancy/projects/projects'
import * as store from './store.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    'look-for-provider-changes': Record<string, never>
    'mail-provider-changes': { projectId: ProjectId; changes: ReportedChange[] }
  }
}

interface ReportedChange {
  provider: string
  text: string
}

/**
 * Enqueues mails about dated changes of providers that reach an object in use within 90 days. Each
 * change is reported once per project, by the first process that notices it.
 */
export async function reportProviderChanges(
  { catalogue }: { catalogue: Catalogue },
  database: Database,
  now = getNow(),
): Promise<void> {
  const findUpcoming = (provider: string, contents?: readonly ManifestIntegration[]) => {
    const info = findProvider(provider, { among: catalogue })?.info
    if (!info) return []
    const objects = contents?.flatMap((content) => listUsedObjects(provider, content))
    const notices = listProviderNotices(info, { now: now.getTime(), ...(objects && { objects }) })
    return notices.filter(({ tone }) => tone === 'warning').map(({ text }) => ({ provider, text }))
  }
  const due = Object.keys(catalogue).filter((provider) => findUpcoming(provider).length > 0)
  if (due.length === 0) return
  for (const { projectId } of await store.findProjectsUsing(database.everything, due)) {
    await inTransaction(database.tenant(projectId), async (tx) => {
      const rows = await store.lockIntegrationsUsing(tx, due)
      const reported = new Set(rows.flatMap(({ reportedChanges }) => reportedChanges))
      const changes = due
        .flatMap((provider) => {
          const own = rows.filter((row) => row.provider === provider)
          return own.length === 0
            ? []
            : findUpcoming(
                provider,
                own.map(({ content }) => content),
              )
        })
        .filter((change) => !reported.has(toKey(change)))
      if (changes.length === 0) return
      await store.noteReportedChanges(tx, rows, changes.map(toKey))
      await enqueue(
        tx,
        'mail-provider-changes',
        { projectId, changes },
        { maxAttempts: 10, queue: makeQueueName('mail', projectId) },
      )
    })
  }
}

const listUsedObjects = (provider: string, content: ManifestIntegration): string[] =>
  listUsedObjectScopes({ name: provider }, [{ provider, latestRevision: { content } }]).map(
    ({ objectName }) => objectName,
  )

/** Another text is another change: a provider may postpone it. */
const toKey = ({ provider, text }: ReportedChange) =>
  hash('sha256', `${provider} ${text}`, 'base64url').slice(0, 22)

/**
 * Mails the owners what changes, from when on.
 * @throws Error if the mail server rejects it; the job is retried
 */
export async function mailProviderChanges(
  { catalogue, mailer, publicUrl }: OwnerMail & { catalogue: Catalogue },
  database: Pick<Database, 'tenant'>,
  { projectId, changes }: { projectId: ProjectId; changes: ReportedChange[] },
): Promise<void> {
  const project = await findProject(database.tenant(projectId), projectId)
  if (!project) return
  const findDisplayName = (provider: string) =>
    findProvider(provider, { among: catalogue })?.info.displayName ?? provider
  const names = [...new Set(changes.map(({ provider }) => findDisplayName(provider)))]
  await writeToOwners({ mailer, publicUrl }, database, project, {
    subject: `Changes of ${names.join(', ')} reach integrations of ${project.name}`,
    text: [
      `Providers have announced changes that reach integrations of the project ${project.name}:`,
      ...changes.map(
        ({ provider, text }) =>
          `${findDisplayName(provider)}: ${text}\n${publicUrl}/projects/${project.name}/catalogue/${provider}`,
      ),
    ],
    links: changes.map(({ provider }) => `Open ${findDisplayName(provider)}`),
  })
}
