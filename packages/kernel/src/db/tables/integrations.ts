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

/** Outcome of one record. */
export interface StoredRecord extends WriteRecord {
  /** What an upsert sends if the record exists, if different. */
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
  /** Fields that the error is about, by the provider's names. */
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
    /** Who deployed it; null for revisions from before this was recorded. */
    createdBy: string | null
    /** The earlier revision that was rolled back to, if any. */
    restores: RevisionId | null
    createTime: Generated<Date>
  }
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
  connectionRefreshes: {
    id: Id<'ref'>
    projectId: ProjectId
    connectionId: ConnectionId
    /** Null if the tokens were refreshed. */
    kind: RefreshFailureKind | null
    detail: string | null
    createTime: Generated<Date>
  }
  refreshLeases: {
    connectionId: ConnectionId
    projectId: ProjectId
    /** Process that holds the lease, for inspection. */
    owner: string
    /** Increases with each lease; writes of earlier holders are rejected. */
    fence: number
    expireTime: Date
    /** How the lease with this fence ended, if it failed. */
    failure: JsonColumn<LeaseFailure> | null
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
    /** Creator of a sign-in link: `builder:ana@acme.test`. */
    madeBy: Generated<string | null>
    /** How often the provider refused the entered credentials. */
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
    /** Since when its operations have failed without a success. */
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
    /** Changes before this time, by the provider's clock, have been read. */
    watermark: Date | null
    /**
     * Record ID → time of change, for records so close to the watermark that the next read returns
     * them again.
     */
    recentlyRead: JsonWithDefault<Record<string, string>>
    pausedFor: PauseCause | null
    /** The cause as a sentence for people; not used for decisions. */
    pausedReason: string | null
    pausedTime: Date | null
    /** Who paused it; null if the platform did. */
    pausedBy: string | null
    failuresInARow: Generated<number>
    lastRunTime: Date | null
    nextRunTime: Date | null
    backfillOperationId: OperationId | null
    /**
     * Without a backfill: changes after this time, by our clock, are read. Null before the first
     * read.
     */
    beginTime: Date | null
    /**
     * Since when the read is retried because the provider is unavailable or refuses temporarily.
     */
    retryingSince: Date | null
    retryingBecause: string | null
    retryTime: Date | null
    /** Since when its reads fail, and the last error; null after a success. */
    failingSince: Date | null
    failingBecause: string | null
    /** Fields that it reads and that its account no longer describes, of a provider that reads without them. */
    lostFields: JsonColumn<string[]> | null
    lostSince: Date | null
    /** When what it reads was last compared with the description of its account, or was to be. */
    describedTime: Generated<Date>
    /** When the project's owners were last notified that the object is not read. */
    notifiedTime: Date | null
    /**
     * Whether it is retried because a daily limit of calls is used up; meaningless while it is not
     * retried.
     */
    isLimited: Generated<boolean>
    /** Number of records in its snapshot; null if it is read by time of change. */
    snapshotRecords: number | null
    /** Number of records in the last read that exceeded the limit of the snapshot. */
    snapshotLeftOut: Generated<number>
    /**
     * Number of records missing from two reads, whose deletion is held back until a third read
     * confirms it, because there are unusually many.
     */
    snapshotHeld: Generated<number>
    /** The read that held the deletions back; null if there are none. */
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
    /** The last read that contained it. */
    seenBy: OperationId
    /** The first complete read without it; null if the last one contained it. */
    missedBy: OperationId | null
  }
  readTurns: {
    operationId: OperationId
    projectId: ProjectId
    /** Scope in which calls are counted: the provider app or, without one, the provider. */
    app: string
    connectionId: ConnectionId
    dueTime: Date
    /** Number of the process that runs the read. */
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
    /** ID under which its download is kept; null for results from before this was recorded. */
    eventId: EventId | null
  }
  engineProcesses: {
    key: Generated<number>
    workerIds: string[]
    startTime: Generated<Date>
    /** Time of the last heartbeat; null for a process of the previous version. */
    beatTime: Date | null
    /** Set in rows that only keep the worker IDs of an ended process. */
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
    /** For operations on several objects. */
    objectNames: string[] | null
    /** For writes. */
    successfulRecordIds: string[] | null
    readType: ReadType | null
    status: 'in_progress' | 'success' | 'incomplete' | 'failure' | 'canceled'
    result: string | null
    /** For reads: why the result may be incomplete. */
    incomplete: string | null
    since: Date | null
    /** `since` is by our clock; the provider's clock is not known yet. */
    isSinceByOurClock: Generated<boolean>
    until: Date | null
    /** Start of the next page: the checkpoint after a crash. */
    cursor: string | null
    isLastPageRead: Generated<boolean>
    /**
     * Increases with each process that takes over the operation; earlier processes can no longer
     * write.
     */
    fence: Generated<number>
    attempts: Generated<number>
    pages: Generated<number>
    recordsProcessed: Generated<number>
    /** For reads: number of records that were too large. */
    recordsLeftOut: Generated<number>
    recordsEstimatedTotal: number | null
    /** Time shortly before the read began, by the provider's clock; the next read starts here. */
    asOf: Date | null
    /** Collected so far; see `installationObjects`. */
    recentlyRead: JsonWithDefault<Record<string, string>>
    /** Trace of the request that started it, if traced. */
    traceparent: string | null
    /** Who started it, if a person or key did. */
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
    /** The provider's field by which an upsert finds its records. */
    keyFieldName: Generated<string | null>
    /** Whether the request was a batch, regardless of its number of records. */
    isBatch: boolean
    allOrNone: boolean
    headers: JsonColumn<Record<string, string>>
    /** Records to send; empty once all of them have a result. */
    records: JsonColumn<StoredRecord[]>
    /** By record; null for records without a result yet. */
    results: JsonColumn<(StoredWriteResult | null)[]>
    /** Records that were sent but not answered yet: after a crash their outcome is unknown. */
    sending: ColumnType<number[], number[] | undefined, number[]>
    /**
     * When the first and last of the records in `sending` were sent; null for writes sent by the
     * previous version.
     */
    firstSentTime: Generated<Date | null>
    lastSentTime: Generated<Date | null>
    /** When retries end; null for synchronous writes. */
    deadline: Date | null
    /** Groups writes until they are combined into one call. */
    batchKey: string | null
    flushTime: Date | null
    /** Writes that are sent together. */
    flushId: OperationId | null
  }
  upsertKeys: {
    connectionId: ConnectionId
    keyHash: Buffer
    projectId: ProjectId
    /** The write that holds the key until `expireTime`. */
    holder: string
    expireTime: Date
    /** When a create with the key was last sent. */
    sentTime: Date | null
    /** The created record; null if unknown. */
    recordId: string | null
  }
  knownFields: {
    connectionId: ConnectionId
    objectName: string
    projectId: ProjectId
    /** Empty for an object that does not exist in the account. */
    fieldNames: JsonColumn<string[]>
    describeTime: Generated<Date>
  }
  customFields: {
    id: Id<'cfd'>
    connectionId: ConnectionId
    objectName: string
    /** The builder's name of the field. */
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
    /** The event whose content it is; both are deleted together. */
    eventId: EventId
    /** Whether the event does not exist yet, because the result is held until requested. */
    isHeld: Generated<boolean>
    /** This part of its JSON. */
    body: Buffer
  }
}
