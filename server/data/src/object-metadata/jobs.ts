import type { AcrossTenants, Database } from '@platform/kernel/db/database'
import { doForEach } from '@platform/kernel/jobs/do-for-each'
import type { Jobs } from '@platform/kernel/jobs/enqueue'
import { endOperation } from '@platform/installations/operations/fence'
import { logOperation } from '@platform/installations/operations/logs'
import { selectSilent } from '@platform/installations/operations/operations'
import type { Services } from '@platform/kernel/services'
import { watchSchema } from './watch-schema.ts'
import { getNow } from '@platform/kernel/values'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    'end-abandoned-upserts': Record<string, never>
  }
}

/** Longer than a provider may take for one step. */
const abandonedAfterMs = 5 * 60_000

/** Selects upserts of fields and tool calls whose process died. */
export const selectAbandonedUpserts = (db: AcrossTenants, now: Date) =>
  selectSilent(db, {
    actionTypes: ['customFields', 'toolCall'],
    since: new Date(now.getTime() - abandonedAfterMs),
  })

const abandoned: Record<string, string> = {
  customFields: 'The process that ran it ended. Repeat the request to complete the rest.',
  toolCall:
    'The process that ran it ended before the provider replied. Check at the provider before you repeat the call.',
}

/** Jobs that call providers and may wait for one that hangs. */
export const watchingJobs = (database: Database, services: Services) => ({
  'watch-schema': (payload: Jobs['watch-schema']) =>
    watchSchema(services, database.tenant(payload.projectId), payload),
})

/** Ends upserts of fields and tool calls whose process died; no other process continues them. */
export const objectMetadataJobs = (database: Database) => ({
  async 'end-abandoned-upserts'() {
    const silent = await selectAbandonedUpserts(database.everything, getNow()).execute()
    await doForEach(silent, async ({ id, projectId, fence, actionType }) => {
      const msg = abandoned[actionType] ?? 'The process that ran it ended.'
      const db = database.tenant(projectId)
      await logOperation(db, { projectId, operationId: id, severity: 'error', msg })
      await endOperation(db, { id, fence }, { status: 'failure', result: msg })
    })
  },
})
