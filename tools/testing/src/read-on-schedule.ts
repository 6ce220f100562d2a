import type { InstallationId, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import { expect, vi } from 'vitest'
import { patiently } from './patiently.ts'

/** Starts the scheduled read of an object now, by the job that the previous version enqueues. */
export const readOnSchedule = (
  db: Db,
  object: { projectId: ProjectId; installationId: InstallationId; objectName: string },
) =>
  inTransaction(db, async (tx) => {
    await tx
      .updateTable('installationObjects')
      .set({ nextRunTime: new Date() })
      .where('installationId', '=', object.installationId)
      .where('objectName', '=', object.objectName)
      .execute()
    await enqueue(tx, 'scheduled-read', object)
  })

/** Waits until the only read of an installation has ended: after its last message, it schedules the next one. */
export const waitForFirstRead = (db: Db, installationId: InstallationId) =>
  vi.waitFor(async () => {
    const reads = await db
      .selectFrom('operations')
      .select('status')
      .where('installationId', '=', installationId)
      .execute()
    expect(reads).toEqual([{ status: 'success' }])
  }, patiently)
