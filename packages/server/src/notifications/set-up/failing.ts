import type { DestinationId, ProjectId } from '@platform/contract'
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { queueOf } from '../../jobs/lines.ts'
import { patienceMs } from '../../values/health.ts'
import * as store from './store.ts'

declare module '../../jobs/enqueue.ts' {
  interface Jobs {
    /** Notifies the people who can fix it. */
    'tell-of-destination': { projectId: ProjectId; destinationId: DestinationId }
    /** Notifies the same people of the recovery; `told` is the time of the failure notice. */
    'tell-of-recovery': { projectId: ProjectId; destinationId: DestinationId; told: string }
  }
}

/**
 * Has people told of destinations that take nothing: once they are *failing*, which is long before
 * anything is given up, and once more when they are disabled for it. Each time that one begins to
 * fail is told once, whichever process sees it first.
 */
export async function notifyOfFailing(database: Database, now = new Date()): Promise<void> {
  const since = new Date(now.getTime() - patienceMs)
  for (const { id, projectId } of await store.findUnreported(database.everything, since)) {
    await inTransaction(database.tenant(projectId), async (tx) => {
      if (!(await store.markReported(tx, id, since))) return
      await enqueue(
        tx,
        'tell-of-destination',
        { projectId, destinationId: id },
        { maxAttempts: 10, queue: queueOf('mail', projectId) },
      )
    })
  }
}

/**
 * Has people told of destinations that take messages again, if they were told of the contrary: once,
 * whichever process sees it first.
 */
export async function notifyOfRecovered(database: Database): Promise<void> {
  for (const { id, projectId, toldTime } of await store.findRecovered(database.everything)) {
    await inTransaction(database.tenant(projectId), async (tx) => {
      if (!toldTime || !(await store.clearReported(tx, id))) return
      await enqueue(
        tx,
        'tell-of-recovery',
        { projectId, destinationId: id, told: toldTime.toISOString() },
        { maxAttempts: 10, queue: queueOf('mail', projectId) },
      )
    })
  }
}
