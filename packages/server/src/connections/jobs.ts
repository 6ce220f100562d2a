import { ProviderError } from '@platform/connector'
import type { ConnectionId, ProjectId } from '@platform/contract'
import type { Database } from '../db/database.ts'
import { inBatches } from '../db/in-batches.ts'
import { Problem } from '../problems/problem.ts'
import type { Services } from '../services.ts'
import { inTransaction } from '../db/transaction.ts'
import { enqueue, type Jobs } from '../jobs/enqueue.ts'
import { freshCredentials } from '../provider/refresh-token.ts'
import { tryWithNewApp } from './lost-app.ts'
import { deleteExpiredConnectSessions } from './session/store.ts'
import * as store from './store.ts'

declare module '../jobs/enqueue.ts' {
  interface Jobs {
    /** Renews access tokens that end soon, so that no read has to wait for it. */
    'refresh-tokens': Record<string, never>
    'refresh-connection': { projectId: ProjectId; connectionId: ConnectionId }
    'delete-expired-connect-sessions': Record<string, never>
  }
}

/** How far ahead tokens are renewed. */
const aheadMs = 5 * 60_000

export const connectionJobs = (database: Database, services: Services) => ({
  'refresh-tokens': async () => {
    const expiring = await store.findExpiring(database.everything, new Date(Date.now() + aheadMs))
    // One job for each, so that one which takes long or fails holds up no other.
    await inTransaction(database.everything, async (tx) => {
      for (const { id: connectionId, projectId, provider } of expiring) {
        await enqueue(
          tx,
          'refresh-connection',
          { projectId, connectionId },
          {
            key: `refresh-connection:${connectionId}`,
            // A provider that does not answer takes the place of its own connections only.
            queue: `refresh ${projectId} ${provider}`,
            maxAttempts: 1,
          },
        )
      }
    })
  },
  'refresh-connection': async ({ projectId, connectionId }: Jobs['refresh-connection']) => {
    const wanted = { connectionId, goodForMs: aheadMs, isBackground: true }
    await freshCredentials(services, database.tenant(projectId), wanted).catch((error: unknown) => {
      // The connection tells of it already, and a later round tries again.
      if (error instanceof ProviderError) return
      // It was deleted meanwhile.
      if (error instanceof Problem && error.kind === 'connection-not-found') return
      throw error
    })
  },
  'provider-app-added': (payload: Jobs['provider-app-added']) =>
    tryWithNewApp(database.tenant(payload.projectId), payload),
  'delete-expired-connect-sessions': (_payload?: unknown, context?: { stopping: AbortSignal }) =>
    inBatches((atMost) => deleteExpiredConnectSessions(database.everything, atMost), context),
})
