import type {
  AuthScheme,
  BuilderId,
  ConnectLinkId,
  ConnectSessionId,
  ConnectionId,
  ConnectionStatus,
  OrgId,
  ProjectId,
  ProviderAppId,
  ProviderMetadata,
  RefreshFailureKind,
} from '@platform/contract'
import type { JsonColumn } from '@platform/kernel/db/tables'
import type { Generated, GeneratedAlways } from 'kysely'

declare module '@platform/kernel/db/tables' {
  interface Tables {
    groups: {
      projectId: ProjectId
      groupRef: string
      groupName: string
      /** Name and reference in lower case. */
      search: GeneratedAlways<string>
      createTime: Generated<Date>
      updateTime: Date | null
    }
    consumers: {
      projectId: ProjectId
      consumerRef: string
      consumerName: string
      createTime: Generated<Date>
      updateTime: Date | null
    }
    connections: {
      id: ConnectionId
      projectId: ProjectId
      provider: string
      providerAppId: ProviderAppId | null
      groupRef: string
      consumerRef: string
      providerWorkspaceRef: string | null
      providerConsumerRef: string | null
      authScheme: AuthScheme
      status: ConnectionStatus
      /** Encrypted JSON: see `Credentials`. */
      credentials: Buffer
      accessExpireTime: Date | null
      providerMetadata: JsonColumn<ProviderMetadata>
      refreshFailuresInARow: Generated<number>
      refreshError: string | null
      refreshErrorTime: Date | null
      refreshFailingSince: Date | null
      /** The tokens are not refreshed ahead of time before this time. */
      refreshRetryTime: Date | null
      refreshFailureKind: RefreshFailureKind | null
      /** Since when the provider has refused the credentials, and its message. */
      refusedSince: Date | null
      refusal: string | null
      /** Whether a call was refused although the tokens are valid. */
      refusedCall: Generated<boolean>
      /** When refused or unconfirmed credentials are tested again; null if they are not. */
      trialTime: Date | null
      /** Why it is unknown whether the provider accepts the credentials; null if it is known. */
      unconfirmed: string | null
      createTime: Generated<Date>
      updateTime: Date | null
    }
    connectSessions: {
      id: ConnectSessionId
      projectId: ProjectId
      provider: string
      /** Null if the provider's own scheme needs no app. */
      providerAppId: ProviderAppId | null
      /** The connection to reauthenticate; later the resulting connection. */
      connectionId: ConnectionId | null
      groupRef: string
      groupName: string | null
      consumerRef: string
      consumerName: string | null
      providerWorkspaceRef: string | null
      providerMetadata: JsonColumn<ProviderMetadata>
      stateHash: Buffer
      /** Encrypted. */
      codeVerifier: Buffer | null
      /** For a provider's own scheme: values known so far and the next step, encrypted. */
      customAuth: Generated<Buffer | null>
      origin: string | null
      /** Hash of the nonce of the browser that visited the provider; null before. */
      browserHash: Generated<Buffer | null>
      /** Whether switching to another account is allowed. */
      changesAccount: Generated<boolean>
      /** Whether the end user connects another account beside those already connected. */
      addsAccount: Generated<boolean>
      /** Creator of a sign-in link: `builder:ana@acme.test`. */
      madeBy: Generated<string | null>
      /** The connect link whose page began it. */
      connectLinkId: Generated<ConnectLinkId | null>
      /** The key with which it was begun; null for builders and connect links. */
      keyId: Generated<string | null>
      /** The membership with which it was begun, with which it is deleted; null for others. */
      orgId: Generated<OrgId | null>
      builderId: Generated<BuilderId | null>
      /** How often the provider refused the entered credentials. */
      tries: Generated<number>
      status: Generated<'pending' | 'exchanging' | 'succeeded' | 'failed'>
      error: string | null
      createTime: Generated<Date>
      expireTime: Date
    }
  }
}
