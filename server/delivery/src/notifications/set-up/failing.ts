import type { DestinationId, ProjectId } from '@platform/contract'
import type { AcrossTenants, Database } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { enqueue, makeQueueName } from '@platform/kernel/jobs/enqueue'
import { getNow, patienceMs } from '@platform/kernel/values'
import * as store from './store.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    /** Notifies the people who can fix it. */
    'mail-failing-destination': { projectId: ProjectId; destinationId: DestinationId }
    /** Notifies the same people of the recovery; `reportTime` is the time of the failure notice. */
    'mail-recovered-destination': {
      projectId: ProjectId
      destinationId: DestinationId
      reportTime: string
    }
  }
}

/** Selects destinations about which `notifyOfFailing` or `notifyOfRecovered` enqueues a mail. */
export const destinationsToReport = [
  (db: AcrossTenants, now: Date) =>
    store.selectUnreported(db, new Date(now.getTime() - patienceMs)),
  store.selectRecovered,
]

/**
 * Enqueues mails about destinations that accept nothing: when they become *failing*, long before
 * any message is given up, and again when they are disabled for it. Each failure is reported once,
 * by the first process that notices it.
 */
export async function notifyOfFailing(database: Database, now = getNow()): Promise<void> {
  const since = new Date(now.getTime() - patienceMs)
  const unreported = await store.selectUnreported(database.everything, since).execute()
  for (const { id, projectId } of unreported) {
    await inTransaction(database.tenant(projectId), async (tx) => {
      if (!(await store.markReported(tx, id, since))) return
      await enqueue(
        tx,
        'mail-failing-destination',
        { projectId, destinationId: id },
        { maxAttempts: 10, queue: makeQueueName('mail', projectId) },
      )
    })
  }
}

/**
 * Enqueues mails about destinations that have recovered after a reported failure: once, by the
 * first process that notices it.
 */
export async function notifyOfRecovered(database: Database): Promise<void> {
  const recovered = await store.selectRecovered(database.everything).execute()
  for (const { id, projectId, notifiedTime } of recovered) {
    await inTransaction(database.tenant(projectId), async (tx) => {
      if (!notifiedTime || !(await store.clearReported(tx, id))) return
      await enqueue(
        tx,
        'mail-recovered-destination',
        { projectId, destinationId: id, reportTime: notifiedTime.toISOString() },
        { maxAttempts: 10, queue: makeQueueName('mail', projectId) },
      )
    })
  }
}
