import type { Connection, ConnectionRef, Health, ProviderAppId } from '@platform/contract'
import { toProviderApp } from '@platform/tenancy/projects/provider-apps'
import { describeRefusalRemedy, findAccountBlock, getHealth } from '@platform/kernel/values'
import { getTokens, type Credentials } from './credentials.ts'
import type { ConnectionRow, HealthSigns } from './store.ts'

/**
 * Converts a connection to its wire format. Credentials are included only if requested and passed
 * in.
 */
export function toConnection(
  row: ConnectionRow,
  {
    credentials,
    withRefreshToken = false,
  }: { credentials?: Credentials; withRefreshToken?: boolean } = {},
): Connection {
  return {
    id: row.id,
    projectId: row.projectId,
    provider: row.provider,
    group: {
      groupRef: row.groupRef,
      groupName: row.groupName,
      projectId: row.projectId,
      createTime: row.groupCreateTime.toISOString(),
      updateTime: row.groupUpdateTime?.toISOString(),
    },
    consumer: {
      consumerRef: row.consumerRef,
      consumerName: row.consumerName,
      projectId: row.projectId,
      createTime: row.consumerCreateTime.toISOString(),
      updateTime: row.consumerUpdateTime?.toISOString(),
    },
    providerWorkspaceRef: row.providerWorkspaceRef ?? undefined,
    providerConsumerRef: row.providerConsumerRef ?? undefined,
    createTime: row.createTime.toISOString(),
    updateTime: row.updateTime?.toISOString(),
    ...(row.providerAppId &&
      row.appClientId !== null && {
        providerApp: findApp(row, row.providerAppId, row.appClientId),
      }),
    authScheme: row.authScheme,
    status: row.status,
    providerMetadata: row.providerMetadata,
    ...(row.refreshError !== null && {
      refreshFailure: {
        kind: row.refreshFailureKind ?? 'outage',
        failuresInARow: row.refreshFailuresInARow,
        detail: row.refreshError,
        since: row.refreshFailingSince?.toISOString(),
        time: row.refreshErrorTime?.toISOString(),
        retryTime: row.refreshRetryTime?.toISOString(),
      },
    }),
    ...(row.refusedSince !== null && {
      refusal: {
        detail: row.refusal ?? '',
        since: row.refusedSince.toISOString(),
        accountBlock: findAccountBlock(row.refusal),
        retryTime: row.trialTime?.toISOString(),
      },
    }),
    tokenExpireTime: row.accessExpireTime?.toISOString(),
    health: healthOfConnection(row),
    ...(credentials && showCredentials(credentials, withRefreshToken)),
  }
}

export function healthOfConnection(row: HealthSigns): Health {
  const { refreshFailureKind, refreshFailingSince, refreshError, refreshRetryTime } = row
  const unrenewed = {
    since: refreshFailingSince,
    reason: refreshError,
    retryTime: refreshRetryTime,
  }
  // Until the builder corrects the OAuth client, signing in again cannot work either.
  const lacksClient = refreshFailureKind === 'oauthClient'
  return getHealth({
    refused: row.status === 'bad_credentials' &&
      !lacksClient && {
        since: row.refusedSince,
        reason: row.refusal,
        remedy: describeRefusalRemedy(row.refusal),
        retryTime: row.trialTime,
      },
    failed: lacksClient && {
      ...unrenewed,
      remedy: 'Correct the client ID and secret of the provider app.',
    },
    // Credentials that the provider never accepted are not known to be valid apart from an outage.
    retried: refreshError !== null && row.unconfirmed === null && unrenewed,
    unconfirmed: row.unconfirmed !== null && {
      reason: row.unconfirmed,
      retryTime: row.trialTime,
    },
  })
}

const findApp = (row: ConnectionRow, id: ProviderAppId, clientId: string) =>
  toProviderApp({
    id,
    projectId: row.projectId,
    provider: row.provider,
    externalRef: row.appExternalRef,
    clientId,
    scopes: row.appScopes,
    metadata: row.appMetadata,
    // Only the builder may see the state of the app.
    refusal: null,
    refusedTime: null,
    createTime: row.appCreateTime ?? row.createTime,
    updateTime: row.appUpdateTime,
  })

function showCredentials(credentials: Credentials, withRefreshToken: boolean) {
  if (credentials.kind === 'apiKey') return { apiKey: credentials.apiKey }
  const tokens = getTokens(credentials)
  if (!tokens) return {}
  return {
    oauth2AuthorizationCode: {
      accessToken: {
        token: tokens.accessToken,
        issuedAt: new Date(tokens.issuedAt).toISOString(),
        ...(tokens.expiresAt && { expiresAt: new Date(tokens.expiresAt).toISOString() }),
      },
      ...(withRefreshToken &&
        tokens.refreshToken && { refreshToken: { token: tokens.refreshToken } }),
      ...(tokens.scopes && { scopes: tokens.scopes }),
    },
  }
}

/** Identifies the connection in events. */
export const toConnectionRef = (row: ConnectionRow): ConnectionRef => ({
  projectId: row.projectId,
  connectionId: row.id,
  provider: row.provider,
  groupRef: row.groupRef,
  consumerRef: row.consumerRef,
  consumerName: row.consumerName,
})

/**
 * Returns the values of the variables in the provider's URLs: inputs, and values from token
 * replies.
 */
export const listMetadataValues = (row: {
  providerMetadata: Record<string, { value: string }>
}): Record<string, string> =>
  Object.fromEntries(Object.entries(row.providerMetadata).map(([name, { value }]) => [name, value]))
