import type { ConnectionId, ProjectId, ProviderAppId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { enqueue, makeQueueName } from '@platform/kernel/jobs/enqueue'
import type { Services } from '@platform/kernel/services'
import { getTokens, openCredentials } from '../credentials/credentials.ts'
import { markRejected } from '../credentials/status.ts'
import * as credentialStore from '../credentials/store.ts'
import * as store from './store.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    /** Emitted when nothing can be read through the connection any more, before a read fails. */
    'connection-stopped': { projectId: ProjectId; connectionId: ConnectionId; reason: string }
  }
}

export const connectionsOfApp = store.connectionsOfApp

/**
 * Stops connections whose OAuth client is deleted, because their tokens can no longer be refreshed.
 * Their remaining access tokens are treated as expired, so that reads stop now and do not fail up
 * to an hour later.
 */
export async function loseProviderApp(
  services: Services,
  tx: Db,
  app: { id: ProviderAppId; provider: string },
  connections: readonly credentialStore.ConnectionRow[],
): Promise<void> {
  const reason = `The provider app of ${app.provider} that the connection uses was deleted. Add a provider app, or reconnect.`
  for (const connection of connections) {
    const { projectId, id: connectionId } = connection
    const credentials = await openCredentials(services, connection)
    const tokens = getTokens(credentials)
    if (!tokens) continue
    const expired = { ...credentials, tokens: { ...tokens, expiresAt: 0 } }
    await credentialStore.updateCredentials(tx, connectionId, {
      credentials: await services.secrets.seal(projectId, JSON.stringify(expired)),
      accessExpireTime: new Date(0),
    })
    await markRejected(services, tx, connection, { reason, canTry: false })
    await credentialStore.noteLostClient(tx, connectionId, reason)
    await enqueue(tx, 'connection-stopped', { projectId, connectionId, reason })
  }
}

/**
 * Retries connections whose OAuth client was deleted or refused, after an app was added or
 * corrected. Otherwise they would be reported as failing until their tokens expire.
 */
export async function tryWithNewApp(
  db: Db,
  { projectId, provider }: { projectId: ProjectId; provider: string },
): Promise<void> {
  const refused = await credentialStore.retryClientRejections(db, provider)
  const without = await store.connectionsWithoutApp(db, provider)
  for (const { id: connectionId } of [...refused, ...without]) {
    await enqueue(
      db,
      'refresh-connection',
      { projectId, connectionId },
      {
        key: `refresh-connection:${connectionId}`,
        queue: makeQueueName('refresh', projectId, provider),
        maxAttempts: 1,
      },
    )
  }
}
