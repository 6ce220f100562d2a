import type {
  AuthScheme,
  ConfigContent,
  ConfigId,
  ConnectionId,
  ConnectionStatus,
  ConnectSessionId,
  DownloadId,
  EventId,
  Id,
  InstallationId,
  IntegrationId,
  LogCall,
  ManifestIntegration,
  OperationId,
  PauseCause,
  ProjectId,
  ProviderAppId,
  ProviderMetadata,
  RefreshFailureKind,
  RevisionId,
} from '@platform/contract'
import type { ProviderFailure, WriteRecord } from '@platform/connector'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { JsonColumn, JsonWithDefault } from './organizations.ts'

export type ReadType = 'backfill' | 'scheduled' | 'triggered'

/** What became of one record. */
export interface StoredRecord extends WriteRecord {
  /** What an upsert sends where the record exists, if that differs. */
  onUpdate?: Pick<WriteRecord, 'fields' | 'ifEmpty'>
}

export interface StoredWriteResult {
  success: boolean
  /** Whether an upsert created the record. */
  created?: boolean
  recordId?: string
  data?: Record<string, unknown>
  warnings?: string[]
  error?: string
  /** The fields that the error is about, by the provider's names. */
  fieldNames?: string[]
  failure?: ProviderFailure | 'unknown'
}

export interface LeaseFailure {
  failure: ProviderFailure
  message: string
  isBuildersToMend?: boolean
}

export interface IntegrationTables {
  storedBytes: { projectId: ProjectId; bytes: number }
  integrations: {
    id: IntegrationId
    projectId: ProjectId
    name: string
    provider: string
    latestRevisionId: RevisionId
    createTime: Generated<Date>
    updateTime: Date | null
  }
  revisions: {
    id: RevisionId
    projectId: ProjectId
    integrationId: IntegrationId
    specVersion: string
    content: JsonColumn<ManifestIntegration>
    /** Who deployed it; null of what is older than that is kept. */
    createdBy: string | null
    /** The earlier revision that it rolls back to, if it does. */
    restores: RevisionId | null
    createTime: Generated<Date>
  }
  groups: {
    projectId: ProjectId
    groupRef: string
    groupName: string
    /** Its name and reference in small letters. */
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
    /** Sealed JSON: see `Credentials`. */
    credentials: Buffer
    accessExpireTime: Date | null
    providerMetadata: JsonColumn<ProviderMetadata>
    refreshFailuresInARow: Generated<number>
    refreshError: string | null
    refreshErrorTime: Date | null
    refreshFailingSince: Date | null
    /** Until then nobody renews its tokens ahead of time. */
    refreshRetryTime: Date | null
    refreshFailureKind: RefreshFailureKind | null
    /** Since when the provider refuses the credentials, and in which words. */
    refusedSince: Date | null
    refusal: string | null
    /** It was a call that was refused, in spite of tokens that are good. */
    refusedCall: Generated<boolean>
    /** When credentials that are refused, or not confirmed, are tried again; null when nobody does. */
    trialTime: Date | null
    /** Why nobody knows yet whether the provider takes the credentials; null where that is known. */
    unconfirmed: string | null
    createTime: Generated<Date>
    updateTime: Date | null
  }
  connectionRefreshes: {
    id: Id<'ref'>
    projectId: ProjectId
    connectionId: ConnectionId
    /** Null when they were renewed. */
    kind: RefreshFailureKind | null
    detail: string | null
    createTime: Generated<Date>
  }
  refreshLeases: {
    connectionId: ConnectionId
    projectId: ProjectId
    /** The process that holds it, for who looks into the table. */
    owner: string
    /** Counts the leases: what an earlier holder still writes is refused. */
    fence: number
    expireTime: Date
    /** How the lease of this fence ended, when it did not succeed. */
    failure: JsonColumn<LeaseFailure> | null
  }
  connectSessions: {
    id: ConnectSessionId
    projectId: ProjectId
    provider: string
    /** Null where the provider's own scheme needs none. */
    providerAppId: ProviderAppId | null
    /** The connection to authenticate again, then the one that came out. */
    connectionId: ConnectionId | null
    groupRef: string
    groupName: string | null
    consumerRef: string
    consumerName: string | null
    providerWorkspaceRef: string | null
    providerMetadata: JsonColumn<ProviderMetadata>
    stateHash: Buffer
    /** Sealed. */
    codeVerifier: Buffer | null
    /** Of a provider's own scheme: what is known by now and the next step, sealed. */
    customAuth: Generated<Buffer | null>
    origin: string | null
    /** Of the nonce of the browser that went to the provider; null before. */
    browserHash: Generated<Buffer | null>
    /** Whether another account than the connected one may come out. */
    changesAccount: Generated<boolean>
    /** Who had the link made, where it is one: `builder:ana@acme.test`. */
    madeBy: Generated<string | null>
    /** How often the provider refused what was typed for it. */
    tries: Generated<number>
    status: Generated<'pending' | 'exchanging' | 'succeeded' | 'failed'>
    error: string | null
    createTime: Generated<Date>
    expireTime: Date
  }
  installations: {
    id: InstallationId
    projectId: ProjectId
    integrationId: IntegrationId
    groupRef: string
    connectionId: ConnectionId
    configId: ConfigId
    lastOperationStatus: 'success' | 'incomplete' | 'failure' | 'in_progress' | null
    /** Since when its operations have failed without one that succeeded. */
    failingSince: Date | null
    createdBy: string
    createTime: Generated<Date>
    updateTime: Date | null
  }
  pauses: {
    id: Id<'pau'>
    projectId: ProjectId
    installationId: InstallationId
    action: 'paused' | 'resumed'
    objectName: string | null
    note: string | null
    createdBy: string
    eventId: EventId | null
  }
  configs: {
    id: ConfigId
    projectId: ProjectId
    installationId: InstallationId
    revisionId: RevisionId
    content: JsonColumn<ConfigContent>
    createdBy: string
    createTime: Generated<Date>
  }
  installationObjects: {
    installationId: InstallationId
    objectName: string
    projectId: ProjectId
    /** Every change before it has been read, by the provider's clock. */
    watermark: Date | null
    /** Record ID → its change, of records read so near the watermark that the next read meets them again. */
    recentlyRead: JsonWithDefault<Record<string, string>>
    pausedFor: PauseCause | null
    /** The cause as a sentence for people; nothing is decided by it. */
    pausedReason: string | null
    pausedTime: Date | null
    /** Who wished so; null where nobody did. */
    pausedBy: string | null
    failuresInARow: Generated<number>
    lastRunTime: Date | null
    nextRunTime: Date | null
    backfillOperationId: OperationId | null
    /** Every change after it is read where there is no backfill, by our clock; null before the first read. */
    beginTime: Date | null
    /** The provider is away, or refuses what may be its mistake: the read is tried again. */
    retryingSince: Date | null
    retryingBecause: string | null
    retryTime: Date | null
    /** Since when its reads fail, and why the last one did; null once one succeeds. */
    failingSince: Date | null
    failingBecause: string | null
    /** When the owners of the project were last notified that it is not read. */
    notifiedTime: Date | null
    /** It is retried because a limit of calls in a day is used up; means nothing while it is not retried. */
    isLimited: Generated<boolean>
    /** How many records its snapshot holds; null while it is read by the time of change. */
    snapshotRecords: number | null
    /** Records that the last read met and the snapshot had no room for. */
    snapshotLeftOut: Generated<number>
    /** Records missing from two reads, held back until a third one misses them too: unusually many. */
    snapshotHeld: Generated<number>
    /** The read that held them back; null when none are. */
    snapshotHeldBy: OperationId | null
    /** When a read last compared all records. */
    snapshotTime: Date | null
  }
  snapshotRecords: {
    installationId: InstallationId
    objectName: string
    recordId: string
    projectId: ProjectId
    hash: string
    /** The read that met it last. */
    seenBy: OperationId
    /** The first read to its end that did not meet it; null when the last one did. */
    missedBy: OperationId | null
  }
  readTurns: {
    operationId: OperationId
    projectId: ProjectId
    /** Whose calls count together: the provider app or, without one, the provider. */
    app: string
    connectionId: ConnectionId
    dueTime: Date
    /** The number of the process that reads now. */
    runner: number | null
  }
  heldResults: {
    key: Generated<number>
    projectId: ProjectId
    installationId: InstallationId
    objectName: string
    /** JSON of a `WebhookMessage`. */
    body: string
    recordIds: string[]
    /** What it left for download is kept under this ID; null of those before there were any. */
    eventId: EventId | null
  }
  engineProcesses: {
    key: Generated<number>
    workerIds: string[]
    startTime: Generated<Date>
    /** When it was heard last; null for a process of the version before. */
    beatTime: Date | null
    /** In rows that only keep the worker IDs of a process that others took over from. */
    endedTime: Generated<Date | null>
  }
  operations: {
    id: OperationId
    projectId: ProjectId
    integrationId: IntegrationId
    installationId: InstallationId
    configId: ConfigId
    actionType: string
    objectName: string
    /** Of what concerns more than one. */
    objectNames: string[] | null
    /** Of a write. */
    successfulRecordIds: string[] | null
    readType: ReadType | null
    status: 'in_progress' | 'success' | 'incomplete' | 'failure' | 'canceled'
    result: string | null
    /** Of a read: why it may not have returned everything. */
    incomplete: string | null
    since: Date | null
    /** `since` is a time of ours, and the provider's clock has not been seen yet. */
    isSinceByOurClock: Generated<boolean>
    until: Date | null
    /** Where the next page begins: the checkpoint after a crash. */
    cursor: string | null
    isLastPageRead: Generated<boolean>
    /** Rises with every process that takes the operation over; an older one can no longer write. */
    fence: Generated<number>
    attempts: Generated<number>
    pages: Generated<number>
    recordsProcessed: Generated<number>
    /** Of a read: those that were too large to take in. */
    recordsLeftOut: Generated<number>
    recordsEstimatedTotal: number | null
    /** Shortly before the read began, by the provider's clock: where the next one begins. */
    asOf: Date | null
    /** As in `installationObjects`, gathered so far. */
    recentlyRead: JsonWithDefault<Record<string, string>>
    /** Of the request that began it, where that is traced. */
    traceparent: string | null
    /** Who asked for it, where somebody did. */
    createdBy: string | null
    canceledBy: string | null
    createTime: Generated<Date>
    updateTime: Date | null
  }
  writes: {
    operationId: OperationId
    projectId: ProjectId
    installationId: InstallationId
    objectName: string
    type: 'create' | 'update' | 'upsert' | 'delete'
    /** The provider's field by whose value an upsert finds its records. */
    keyFieldName: Generated<string | null>
    /** Whether the request was a batch, however many records it had. */
    isBatch: boolean
    allOrNone: boolean
    headers: JsonColumn<Record<string, string>>
    /** As they go to the provider; empty once all of them have a result. */
    records: JsonColumn<StoredRecord[]>
    /** By record; null for one that has none yet. */
    results: JsonColumn<(StoredWriteResult | null)[]>
    /** Records that were sent without a reply yet: after a crash their outcome is unknown. */
    sending: ColumnType<number[], number[] | undefined, number[]>
    /** When the first and the last of those that `sending` names were sent; null for writes sent by the version before. */
    firstSentTime: Generated<Date | null>
    lastSentTime: Generated<Date | null>
    /** Until when it is tried again; null for one that somebody waits for. */
    deadline: Date | null
    /** What it is gathered with, until its call is made up. */
    batchKey: string | null
    flushTime: Date | null
    /** Those that are sent together. */
    flushId: OperationId | null
  }
  upsertKeys: {
    connectionId: ConnectionId
    keyHash: Buffer
    projectId: ProjectId
    /** The write that holds the key, until `expireTime`. */
    holder: string
    expireTime: Date
    /** When a create with the key was sent last. */
    sentTime: Date | null
    /** The record that it created; null while nobody knows. */
    recordId: string | null
  }
  knownFields: {
    connectionId: ConnectionId
    objectName: string
    projectId: ProjectId
    /** Empty for an object that the account does not have. */
    fieldNames: JsonColumn<string[]>
    describeTime: Generated<Date>
  }
  customFields: {
    id: Id<'cfd'>
    connectionId: ConnectionId
    objectName: string
    /** As the builder calls it. */
    fieldName: string
    projectId: ProjectId
    operationId: OperationId | null
    displayName: string
    valueType: string
    action: 'create' | 'update' | 'none'
    metadata: JsonColumn<Record<string, unknown>> | null
    warnings: JsonWithDefault<string[]>
    error: string | null
    applyTime: Generated<Date>
  }
  operationLogs: {
    id: Id<'log'>
    projectId: ProjectId
    operationId: OperationId
    severity: string
    message: JsonColumn<{
      msg: string
      error?: string
      operation_id?: string
      by?: string
      call?: LogCall
      counted?: Record<string, number>
    }>
    createTime: Generated<Date>
  }
  downloads: {
    id: DownloadId
    part: Generated<number>
    projectId: ProjectId
    /** Whose content it is: it goes with it. */
    eventId: EventId
    /** There is no such event yet: it is of a result that waits until it is asked for. */
    isHeld: Generated<boolean>
    /** Of its JSON, this part. */
    body: Buffer
  }
}
