import type { Database } from '@platform/kernel/db/database'
import { type Retention, cutOff, inBatches } from '@platform/kernel/db/retention'
import type { Jobs } from '@platform/kernel/jobs/enqueue'
import type { Services } from '@platform/kernel/services'
import type { Mailer } from '@platform/tenancy/sign-in/mailer'
import { mailProviderChanges, reportProviderChanges } from './mail-provider-changes.ts'
import { removeRevisions } from './store.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    'expire-revisions': Record<string, never>
  }
}

export const integrationJobs = (
  database: Database,
  { revisions }: Pick<Retention, 'revisions'>,
) => ({
  'expire-revisions': (_payload?: unknown, context?: { stopping: AbortSignal }) =>
    inBatches(
      (atMost) => removeRevisions(database.everything, { before: cutOff(revisions), atMost }),
      context,
    ),
})

/** Jobs that send mails about changes of providers and may wait for the mail server. */
export const providerChangeJobs = (
  database: Database,
  services: Pick<Services, 'catalogue' | 'publicUrl'>,
  mailer: Mailer,
) => ({
  'look-for-provider-changes': () => reportProviderChanges(services, database),
  'mail-provider-changes': (payload: Jobs['mail-provider-changes']) =>
    mailProviderChanges({ ...services, mailer }, database, payload),
})
