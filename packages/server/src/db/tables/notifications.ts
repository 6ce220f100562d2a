import type {
  DeliveryStatus,
  DestinationId,
  DestinationMetadata,
  DestinationOrdering,
  DestinationStatus,
  DestinationType,
  EventId,
  EventTopicRouteId,
  Id,
  InstallationId,
  MessageType,
  NotificationEventType,
  OperationId,
  ProjectId,
  ReplayFilter,
  ReplayStatus,
  TopicDestinationRouteId,
  TopicId,
} from '@platform/contract'
import type { ColumnType, Generated } from 'kysely'
import type { JsonColumn } from './organizations.ts'

/** What a message is about beside its customer. */
export interface About {
  groupName?: string
  installationId?: InstallationId
  operationId?: OperationId
  objectName?: string
  numRecords?: number
}

export interface NotificationTables {
  destinations: {
    id: DestinationId
    projectId: ProjectId
    name: string
    type: DestinationType
    metadata: JsonColumn<DestinationMetadata>
    /** The headers of `metadata`, sealed. */
    headers: Buffer | null
    credentials: Buffer | null
    signing: Buffer | null
    status: Generated<DestinationStatus>
    disabledReason: string | null
    disabledTime: Date | null
    failingSince: Date | null
    /** What the first of those attempts came to. */
    failingBecause: string | null
    /** When its owners were last notified that it fails. */
    notifiedTime: Date | null
    ordering: Generated<DestinationOrdering>
    createTime: Generated<Date>
    updateTime: Date | null
    deleteTime: Date | null
  }
  topics: {
    id: TopicId
    projectId: ProjectId
    name: string
    createTime: Generated<Date>
    updateTime: Date | null
  }
  eventTopicRoutes: {
    id: EventTopicRouteId
    projectId: ProjectId
    topicId: TopicId
    eventType: NotificationEventType
    createTime: Generated<Date>
  }
  topicDestinationRoutes: {
    id: TopicDestinationRouteId
    projectId: ProjectId
    topicId: TopicId
    destinationId: DestinationId
    createTime: Generated<Date>
  }
  events: {
    projectId: ProjectId
    id: EventId
    type: MessageType
    body: string
    /** The customer whom it is about. */
    groupRef: string | null
    /** Other resources that it is about, for filters. */
    about: JsonColumn<About> | null
    /** Of the trace that it belongs to, where there is one. */
    traceparent: string | null
  }
  deliveries: {
    destinationId: DestinationId
    eventId: EventId
    projectId: ProjectId
    type: MessageType
    status: Generated<Exclude<DeliveryStatus, 'paused' | 'retrying'>>
    holder: number | null
    attemptCount: Generated<number>
    attempts: Generated<string>
    failedTime: Date | null
  }
  queuedDeliveries: {
    destinationId: DestinationId
    eventId: EventId
    projectId: ProjectId
    dueTime: Date
    attemptsUsed: Generated<number>
    holder: number | null
    /** Its place among those of a destination that is ordered; null of others. */
    turn: number | null
    /** Hashes of the records that it carries versions of; the same. */
    records: number[] | null
  }
  deliveryHours: {
    projectId: ProjectId
    destinationId: DestinationId
    /** When it began. */
    hour: Date
    outcome: 'delivered' | 'retried' | 'failed'
    withinMs: number
    attempts: ColumnType<string, number>
    records: ColumnType<string, number | undefined>
  }
  installationHours: {
    projectId: ProjectId
    installationId: InstallationId
    /** When it began. */
    hour: Date
    outcome: 'delivered' | 'retried' | 'failed'
    withinMs: number
    attempts: ColumnType<string, number>
    records: ColumnType<string, number>
  }
  usageMonths: {
    projectId: ProjectId
    groupRef: string
    /** Its first day. */
    month: string
    groupName: string
    messagesDelivered: ColumnType<string, number>
    recordsDelivered: ColumnType<string, number>
    messagesFailed: ColumnType<string, number>
  }
  senders: {
    number: Generated<number>
    lowWater: string
    /** When it was heard last; null for a sender of the version before. */
    beatTime: Date | null
  }
  replays: {
    id: Id<'rpl'>
    projectId: ProjectId
    filter: JsonColumn<ReplayFilter>
    status: Generated<ReplayStatus>
    /** How many were chosen; unknown while many are counted. */
    total: number | null
    /** Who counts them has until then; nobody else does before. */
    countAgainTime: Generated<Date | null>
    replayed: Generated<number>
    perSecond: number
    cursor: JsonColumn<{ destinationId: DestinationId; eventId: EventId }> | null
    createTime: Generated<Date>
    updateTime: Date | null
  }
}
