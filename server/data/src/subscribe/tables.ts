import type { SubscribedObject, SubscriptionState } from '@platform/connector'
import type {
  ConnectionId,
  Id,
  InstallationId,
  OperationId,
  ProjectId,
  ProviderAppId,
} from '@platform/contract'
import type { JsonColumn, JsonWithDefault } from '@platform/kernel/db/tables'
import type { Generated } from 'kysely'

export type SubscriptionId = Id<'sub'>

declare module '@platform/kernel/db/tables' {
  interface Tables {
    /** One subscription at the provider: for an app, or for a connection. */
    subscriptions: {
      id: SubscriptionId
      projectId: ProjectId
      provider: string
      /** Set if several connections share it. */
      providerAppId: ProviderAppId | null
      /** Set if it belongs to one connection. */
      connectionId: ConnectionId | null
      /** `poll` for providers without change notifications, which are queried instead. */
      delivery: 'push' | 'pull' | 'poll'
      /** Null until it is set up. */
      state: JsonColumn<SubscriptionState> | null
      /** Last segment of the URL for a connection's own webhooks; changes with every set-up. */
      deliveryKey: string | null
      /** Secret that verifies the webhooks, encrypted. */
      secret: Buffer | null
      /** Objects it was set up with. */
      objects: JsonWithDefault<SubscribedObject[]>
      /** When it was last verified at the provider. */
      upkeepTime: Date | null
      /** Consecutive attempts that failed because the provider was unavailable. */
      attempts: Generated<number>
      /** Increases with each listener; events stored by an earlier one are rejected. */
      fence: Generated<number>
      /** Number of the process that listens. */
      runner: number | null
      /** Nobody listens before this time. */
      listenTime: Generated<Date>
      /** Consecutive failed attempts to listen. */
      listenAttempts: Generated<number>
      /** Why no events arrive at the moment. */
      trouble: string | null
      troubleSince: Date | null
      eventTime: Date | null
      createTime: Generated<Date>
    }
    subscribedInstallations: {
      installationId: InstallationId
      projectId: ProjectId
      subscriptionId: SubscriptionId
      connectionId: ConnectionId
      /** The last set-up; later events are logged to it too. */
      operationId: OperationId | null
      objects: JsonColumn<SubscribedObject[]>
      /** Names in events by the object's own; null if events use those. */
      namesInEvents: JsonColumn<Record<string, string>> | null
      status: 'pending' | 'active' | 'failed'
      /** Why the set-up failed, or why changes cannot be delivered at the moment. */
      error: string | null
      errorTime: Date | null
      /** Consecutive failed attempts to deliver changes. */
      attempts: Generated<number>
      /** When the owners were last notified that no changes arrive. */
      notifiedTime: Date | null
      /** Account at the provider whose events it hears at the URL of an app, once that is proved. */
      account: string | null
    }
    /** Requests at the URL of a provider app, to which all accounts' events are sent. */
    appWebhooks: {
      providerAppId: ProviderAppId
      projectId: ProjectId
      /** First request with a valid signature. */
      verifiedTime: Date | null
      /** Latest one, to the minute. */
      deliveryTime: Date | null
      /** Latest request with a wrong signature, to the minute. */
      rejectedTime: Date | null
      /** Events of accounts that are not connected. */
      dropped: Generated<number>
      droppedTime: Date | null
      /** Until when tokens are accepted although a request with a valid signature has arrived. */
      tokensUntil: Date | null
      /** Latest token that was not accepted, to the minute. */
      ignoredTokenTime: Date | null
    }
    /** Tokens by which the provider checked the URL of an app, or that strangers sent. */
    appWebhookTokens: {
      providerAppId: ProviderAppId
      /** Hash of the token. */
      fingerprint: Buffer
      projectId: ProjectId
      /** Encrypted. */
      token: Buffer
      createTime: Generated<Date>
    }
    changeEvents: {
      connectionId: ConnectionId
      /** Hash of the provider's ID of the event. */
      eventHash: Buffer
      projectId: ProjectId
      key: Generated<number>
      objectName: string
      recordId: string
      eventTime: Date
      /** JSON of a `ProviderEvent`; null once delivered: the row is kept to detect duplicates. */
      body: string | null
      receiveTime: Generated<Date>
      /** How often its delivery failed because of the event itself. */
      tries: Generated<number>
      /** Until when it is set aside; null for an event that waits in order. */
      retryTime: Date | null
    }
    /** Objects whose changes are found by reading. */
    changeSweeps: {
      connectionId: ConnectionId
      objectName: string
      projectId: ProjectId
      since: Date
      cursor: string | null
      /** Start of the next read. */
      asOf: Date | null
      reason: string
      /** Interval of the reads; null for a single one. */
      everySeconds: number | null
      /** From when changes were announced while the sweep ran; it starts again from there. */
      announcedSince: Date | null
      found: Generated<number>
      attempts: Generated<number>
    }
  }
}
