import { ProviderError } from '@platform/connector'
import type { ConnectionId, ProjectId } from '@platform/contract'
import type { AnyView, Database } from '../db/database.ts'
import { inBatches } from '../db/in-batches.ts'
import { Problem } from '../problems/problem.ts'
import type { Services } from '../services.ts'
import { inTransaction } from '../db/transaction.ts'
import { enqueue, type Jobs } from '../jobs/enqueue.ts'
import { queueOf } from '../jobs/lines.ts'
import { freshCredentials } from '../provider/refresh-token.ts'
import { tryRefused } from '../provider/try-refused.ts'
import { tryWithNewApp } from './lost-app.ts'
import { isUnreadable } from '../secrets/secrets.ts'
import { deleteExpiredConnectSessions } from './session/store.ts'
import * as store from './store.ts'

declare module '../jobs/enqueue.ts' {
  interface Jobs {
    /** Renews access tokens that end soon, so that no read has to wait for it. */
    'refresh-tokens': Record<string, never>
    'refresh-connection': { projectId: ProjectId; connectionId: ConnectionId }
    /** Tries refused credentials again. */
    'try-connection': { projectId: ProjectId; connectionId: ConnectionId }
    'delete-expired-connect-sessions': Record<string, never>
  }
}

/** How far ahead tokens are renewed. */
const aheadMs = 5 * 60_000

/** Jobs made in one transaction; those behind do not keep the nearest waiting. */
const mostInLine = 500

/** How long credentials that cannot be decrypted are left alone: only the operator or the customer can mend that. */
const unreadableRestMs = 24 * 60 * 60_000

/** Trials begun in one round; the others are due in the next. */
const mostTrials = 500

export const connectionJobs = (database: Database) => ({
  'refresh-tokens': async () => {
    const expiring = await store.findExpiring(database.everything, new Date(Date.now() + aheadMs))
    const refused = await store.findDueTrials(database.everything, mostTrials)
    // One job for each, so that one which takes long or fails holds up no other.
    const putInLine = (name: Parameters<typeof enqueueFor>[1], connections: typeof refused) =>
      inTransaction(database.everything, async (tx) => {
        for (const connection of connections) await enqueueFor(tx, name, connection)
      })
    for (let from = 0; from < expiring.length; from += mostInLine) {
      await putInLine('refresh-connection', expiring.slice(from, from + mostInLine))
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

/** What asks providers for tokens, and may wait for one that hangs. */
export const renewingJobs = (database: Database, services: Services) => ({
  'try-connection': async ({ projectId, connectionId }: Jobs['try-connection']) => {
    await tryRefused(services, database.tenant(projectId), connectionId)
  },
  'refresh-connection': async ({ projectId, connectionId }: Jobs['refresh-connection']) => {
    const db = database.tenant(projectId)
    const connection = await store.findConnection(db, connectionId)
    // Only a refresh shows whether the OAuth client is accepted by now, however long the token is valid.
    const force = connection?.refreshFailureKind === 'oauthClient'
    const wanted = { connectionId, force, goodForMs: aheadMs, isBackground: true }
    await freshCredentials(services, db, wanted).catch(async (error: unknown) => {
      // The connection reports it already, and a later run tries again.
      if (error instanceof ProviderError) return
      // It was deleted meanwhile.
      if (error instanceof Problem && error.kind === 'connection-not-found') return
      if (!isUnreadable(error) || !connection) throw error
      services.log.error(
        { err: error, projectId, connectionId },
        'cannot read the credentials of a connection',
      )
      await store.noteRefreshFailure(db, connection, {
        error: error.message,
        kind: 'outage',
        retryTime: new Date(Date.now() + unreadableRestMs),
      })
    })
  },
})

const enqueueFor = (
  tx: AnyView,
  name: 'refresh-connection' | 'try-connection',
  { id, projectId, provider }: Awaited<ReturnType<typeof store.findDueTrials>>[number],
) =>
  enqueue(
    tx,
    name,
    { projectId, connectionId: id },
    {
      key: `${name}:${id}`,
      queue: queueOf('refresh', projectId, provider),
      maxAttempts: 1,
    },
  )
