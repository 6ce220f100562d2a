import type { InferResult } from 'kysely'
import { ProviderError } from '@platform/connector'
import type { ConnectionId, ProjectId } from '@platform/contract'
import type { AcrossTenants, AnyView, Database } from '@platform/kernel/db/database'
import { inBatches } from '@platform/kernel/db/retention'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { inTransaction } from '@platform/kernel/db/transaction'
import { enqueue, type Jobs, makeQueueName } from '@platform/kernel/jobs/enqueue'
import { freshCredentials } from '../provider/tokens/refresh-token.ts'
import { tryRejected } from '../provider/try-refused.ts'
import { tryWithNewApp } from './lost-app.ts'
import { isUnreadable } from '@platform/kernel/secrets'
import { deleteExpiredConnectSessions } from './session/store.ts'
import * as credentialStore from '../credentials/store.ts'
import { getNow } from '@platform/kernel/values'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    /** Refreshes access tokens that expire soon, so that no read has to wait for a refresh. */
    'refresh-tokens': Record<string, never>
    'refresh-connection': { projectId: ProjectId; connectionId: ConnectionId }
    /** Tests refused credentials again. */
    'try-connection': { projectId: ProjectId; connectionId: ConnectionId }
    'delete-expired-connect-sessions': Record<string, never>
  }
}

/** How far ahead of expiry tokens are refreshed. */
const aheadMs = 5 * 60_000

/** Jobs created per transaction, so that the most urgent do not wait for the rest. */
const maxQueued = 500

/**
 * How long undecryptable credentials are skipped: only the operator or the customer can fix them.
 */
const unreadableRestMs = 24 * 60 * 60_000

/** Maximum number of tests started in one round; the rest follow in the next. */
const maxTrials = 500

/** Selects the connections whose access tokens are to be refreshed. */
export const selectExpiringSoon = (db: AcrossTenants, now: Date) =>
  credentialStore.selectExpiring(db, new Date(now.getTime() + aheadMs))

/** Selects the connections whose refused credentials are to be tested again. */
export const selectRejected = (db: AcrossTenants) => credentialStore.selectDueTrials(db, maxTrials)

export const connectionJobs = (database: Database) => ({
  'refresh-tokens': async () => {
    const expiring = await selectExpiringSoon(database.everything, getNow()).execute()
    const refused = await selectRejected(database.everything).execute()
    // One job per connection, so that a slow or failing one does not block others.
    const putInLine = (name: Parameters<typeof enqueueFor>[1], connections: typeof refused) =>
      inTransaction(database.everything, async (tx) => {
        for (const connection of connections) await enqueueFor(tx, name, connection)
      })
    for (let from = 0; from < expiring.length; from += maxQueued) {
      await putInLine('refresh-connection', expiring.slice(from, from + maxQueued))
    }
    await putInLine('try-connection', refused)
  },
  'provider-app-changed': async (payload: Jobs['provider-app-changed']) => {
    const db = database.tenant(payload.projectId)
    await tryWithNewApp(db, payload)
  },
  'delete-expired-connect-sessions': (_payload?: unknown, context?: { stopping: AbortSignal }) =>
    inBatches((atMost) => deleteExpiredConnectSessions(database.everything, atMost), context),
})

/** Requests tokens from providers, and may wait for a provider that hangs. */
export const renewingJobs = (database: Database, services: Services) => ({
  'try-connection': async ({ projectId, connectionId }: Jobs['try-connection']) => {
    await tryRejected(services, database.tenant(projectId), connectionId)
  },
  'refresh-connection': async ({ projectId, connectionId }: Jobs['refresh-connection']) => {
    const db = database.tenant(projectId)
    const connection = await credentialStore.findConnection(db, connectionId)
    // Only a refresh shows whether the OAuth client is accepted again, even if the token is still
    // valid.
    const force = connection?.refreshFailureKind === 'oauthClient'
    const wanted = { connectionId, force, goodForMs: aheadMs, isBackground: true }
    await freshCredentials(services, db, wanted).catch(async (error: unknown) => {
      // The connection already reports the failure, and a later run tries again.
      if (error instanceof ProviderError) return
      // The connection was deleted in the meantime.
      if (error instanceof Problem && error.kind === 'connection-not-found') return
      if (!isUnreadable(error) || !connection) throw error
      services.log.error(
        { err: error, projectId, connectionId },
        'cannot read the credentials of a connection',
      )
      await credentialStore.noteRefreshFailure(db, connection, {
        error: error.message,
        kind: 'outage',
        retryTime: getNow(unreadableRestMs),
      })
    })
  },
})

const enqueueFor = (
  tx: AnyView,
  name: 'refresh-connection' | 'try-connection',
  { id, projectId, provider }: InferResult<ReturnType<typeof selectRejected>>[number],
) =>
  enqueue(
    tx,
    name,
    { projectId, connectionId: id },
    {
      key: `${name}:${id}`,
      queue: makeQueueName('refresh', projectId, provider),
      maxAttempts: 1,
    },
  )
