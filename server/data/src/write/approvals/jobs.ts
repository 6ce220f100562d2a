import type { Database } from '@platform/kernel/db/database'
import { doForEach } from '@platform/kernel/jobs/do-for-each'
import { inTransaction } from '@platform/kernel/db/transaction'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { getNow } from '@platform/kernel/values'
import { carryOutDecision } from './decide.ts'
import { selectOverdue } from './store.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    'expire-approvals': Record<string, never>
  }
}

export const approvalJobs = (database: Database, services: Services) => ({
  'expire-approvals': () => expireApprovals(database, services),
})

/** Ends writes about which nobody has decided in time. */
async function expireApprovals(database: Database, services: Services): Promise<void> {
  const overdue = await selectOverdue(database.everything, getNow()).execute()
  await doForEach(overdue, async ({ projectId, id: approvalId }) => {
    try {
      await inTransaction(database.tenant(projectId), (tx) =>
        carryOutDecision(services, tx, { approvalId, event: 'expire' }),
      )
    } catch (error) {
      // Decided or uninstalled meanwhile.
      if (!(error instanceof Problem)) throw error
    }
  })
}
