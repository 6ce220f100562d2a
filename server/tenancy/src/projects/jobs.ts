import type { Catalogue } from '@platform/connectors'
import type { Database } from '@platform/kernel/db/database'
import { inBatches } from '@platform/kernel/db/retention'
import type { Jobs } from '@platform/kernel/jobs/enqueue'
import { notifyOfFailing, notifyOfRecovered } from '@platform/delivery/notifications/set-up/failing'
import type { Mailer } from '../sign-in/mails/mailer.ts'
import { foldStoredBytes } from './store.ts'
import { mailDestinationFailure, mailDestinationRecovery } from './mail-owners.ts'
import { mailSetupReport } from './setup-reports.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    'fold-stored-bytes': Record<string, never>
    'look-for-failing-destinations': Record<string, never>
  }
}

export const projectJobs = ({ everything: db }: Database) => ({
  'fold-stored-bytes': (_payload?: unknown, context?: { stopping: AbortSignal }) =>
    inBatches((atMost) => foldStoredBytes(db, atMost), context),
})

/** Jobs that send mails and may wait for the mail server. */
export const ownerMailJobs = (
  database: Database,
  services: { catalogue: Catalogue; mailer: Mailer; publicUrl: string },
) => ({
  'look-for-failing-destinations': async () => {
    await notifyOfFailing(database)
    await notifyOfRecovered(database)
  },
  'mail-failing-destination': (payload: Jobs['mail-failing-destination']) =>
    mailDestinationFailure(services, database, payload),
  'mail-recovered-destination': (payload: Jobs['mail-recovered-destination']) =>
    mailDestinationRecovery(services, database, payload),
  'mail-setup-report': (payload: Jobs['mail-setup-report']) =>
    mailSetupReport(services, database, payload),
})
