import type { Database } from '../db/database.ts'
import type { Services } from '../services.ts'
import { BadCredentialsError, freshCredentials } from '../provider/refresh-token.ts'
import { deleteExpiredConnectSessions } from './session/store.ts'
import * as store from './store.ts'
import { TokenRequestError } from '../provider/token-request.ts'

declare module '../jobs/enqueue.ts' {
  interface Jobs {
    /** Renews access tokens that end soon, so that no read has to wait for it. */
    'refresh-tokens': Record<string, never>
    'delete-expired-connect-sessions': Record<string, never>
  }
}

/** How far ahead tokens are renewed. */
const aheadMs = 5 * 60_000

export const connectionJobs = (database: Database, services: Services) => ({
  'refresh-tokens': async () => {
    const expiring = await store.findExpiring(database.everything, new Date(Date.now() + aheadMs))
    for (const { id, projectId } of expiring) {
      const db = database.tenant(projectId)
      await freshCredentials(services, db, { connectionId: id, force: true }).catch(
        (error: unknown) => {
          // The connection has told its state already, or the next round tries again.
          if (error instanceof BadCredentialsError || error instanceof TokenRequestError) return
          throw error
        },
      )
    }
  },
  'delete-expired-connect-sessions': async () => {
    await deleteExpiredConnectSessions(database.everything)
  },
})
