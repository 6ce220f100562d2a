import type { SubscribedObject, SubscriptionState } from '@platform/connector'
import type {
  ConnectionId,
  Id,
  InstallationId,
  OperationId,
  ProjectId,
  ProviderAppId,
} from '@platform/contract'
import type { Generated } from 'kysely'
import type { JsonColumn, JsonWithDefault } from './organizations.ts'

export type SubscriptionId = Id<'sub'>

export interface SubscriptionTables {
  /** What is subscribed to by one call at the provider: of an app, or of a connection. */
  subscriptions: {
    id: SubscriptionId
    projectId: ProjectId
    provider: string
    /** Where several connections share it. */
    providerAppId: ProviderAppId | null
    /** Where it is of one connection. */
    connectionId: ConnectionId | null
    /** `poll` where the provider does not announce changes, and is asked for them. */
    delivery: 'push' | 'pull' | 'poll'
    /** Null until it was set up. */
    state: JsonColumn<SubscriptionState> | null
    /** The end of the address that a connection's own webhooks come in at; another one for every set-up. */
    deliveryKey: string | null
    /** What they are proved by, sealed. */
    secret: Buffer | null
    /** What it was set up with. */
    objects: JsonWithDefault<SubscribedObject[]>
    /** When the provider was last seen to have it as it should be. */
    upkeepTime: Date | null
    /** Tries in a row for which the provider was away. */
    attempts: Generated<number>
    /** Counts those who listen: what an earlier one still stores is refused. */
    fence: Generated<number>
    /** The number of the process that listens now. */
    runner: number | null
    /** Nobody listens before. */
    listenTime: Generated<Date>
    /** Tries in a row to listen that failed. */
    listenAttempts: Generated<number>
    /** Why events do not come at the moment. */
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
    /** The last set-up; what happens afterwards stands in its log too. */
    operationId: OperationId | null
    objects: JsonColumn<SubscribedObject[]>
    status: 'pending' | 'active' | 'failed'
    /** Why its set-up failed, or why changes are not sent on at the moment. */
    error: string | null
    errorTime: Date | null
    /** Tries in a row to send changes on that failed. */
    attempts: Generated<number>
    /** When the owners were last notified that changes do not arrive. */
    notifiedTime: Date | null
  }
  changeEvents: {
    connectionId: ConnectionId
    /** Of the provider's ID of the event. */
    eventHash: Buffer
    projectId: ProjectId
    key: Generated<number>
    objectName: string
    recordId: string
    eventTime: Date
    /** JSON of a `ProviderEvent`; null once it is sent on: the row stays to know it again. */
    body: string | null
    receiveTime: Generated<Date>
    /** How often its delivery failed because of the event itself. */
    tries: Generated<number>
    /** It is set aside until then; null for an event that waits in its order. */
    retryTime: Date | null
  }
  /** Objects whose changes are to be found by reading. */
  changeSweeps: {
    connectionId: ConnectionId
    objectName: string
    projectId: ProjectId
    since: Date
    cursor: string | null
    /** Where the next one begins. */
    asOf: Date | null
    reason: string
    /** How often it is done again; null for once. */
    everySeconds: number | null
    found: Generated<number>
    attempts: Generated<number>
  }
}
