import type {
  CustomerEventType,
  DeliveryStatus,
  DestinationId,
  DestinationStatus,
  DestinationType,
  EventId,
  EventTopicRouteId,
  Id,
  InstallationId,
  MessageType,
  OwnEventType,
  OperationId,
  ProjectId,
  ReplayFilter,
  ReplayStatus,
  RoutedEventType,
  TopicDestinationRouteId,
  TopicId,
} from '@platform/contract'
import type { JsonColumn } from '@platform/kernel/db/tables'
import type { ColumnType, Generated } from 'kysely'
import type { LogPlace } from './message-log/message-log.ts'
import type { DestinationMetadataRow, StoredOrdering } from './set-up/ordering.ts'

/** Resources that a message refers to, besides its customer. */
export interface About {
  groupName?: string
  installationId?: InstallationId
  operationId?: OperationId
  objectName?: string
  numRecords?: number
}

declare module '@platform/kernel/db/tables' {
  interface Tables {
    destinations: {
      id: DestinationId
      projectId: ProjectId
      name: string
      type: DestinationType
      metadata: JsonColumn<DestinationMetadataRow>
      /** The headers of `metadata`, encrypted. */
      headers: Buffer | null
      credentials: Buffer | null
      signing: Buffer | null
      status: Generated<DestinationStatus>
      disabledReason: string | null
      disabledTime: Date | null
      failingSince: Date | null
      /** Result of the first of those attempts. */
      failingBecause: string | null
      /** When its owners were last notified of the failures. */
      notifiedTime: Date | null
      ordering: Generated<StoredOrdering>
      /** The customer who owns it; null for those of the builder. */
      customerRef: string | null
      /** The name that the customer has chosen. */
      label: string | null
      /** What the customer has chosen to receive. */
      eventTypes: CustomerEventType[] | null
      createTime: Generated<Date>
      updateTime: Date | null
      deleteTime: Date | null
    }
    customerDestinationSettings: {
      projectId: ProjectId
      types: DestinationType[]
      maxPerGroup: number
      eventTypes: CustomerEventType[]
    }
    topics: {
      id: TopicId
      projectId: ProjectId
      name: string
      createTime: Generated<Date>
      updateTime: Date | null
    }
    eventTypes: {
      projectId: ProjectId
      name: OwnEventType
      description: string | null
      schema: JsonColumn<Record<string, unknown>> | null
      createTime: Generated<Date>
      updateTime: Date | null
    }
    eventTopicRoutes: {
      id: EventTopicRouteId
      projectId: ProjectId
      topicId: TopicId
      eventType: RoutedEventType
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
      /** Null if it is in the message log. */
      body: string | null
      /** The customer of the message. */
      groupRef: string | null
      /** Other resources of the message, for filters. */
      about: JsonColumn<About> | null
      /** Trace context of the message, if traced. */
      traceparent: string | null
      /** Place of its entry in the message log. */
      logPlace: LogPlace | null
    }
    logEntries: {
      place: LogPlace
      projectId: ProjectId
      groupRef: string | null
      consumerRef: string | null
      createTime: Generated<Date>
      /** Whether some of its messages were erased and are to be removed from the log. */
      isStale: Generated<boolean>
    }
    logStreams: {
      stream: string
      /** Entries up to this one were checked for a transaction that stored them. */
      sweptSequence: Generated<number>
      /** Whether pages of messages have one row. */
      hasPages: Generated<boolean>
      /** The newest claim to the stream that this database knows to be stored there. */
      claim: string | null
      /** The claim that replaces it, and may be stored in the stream. */
      nextClaim: string | null
      /** The claim of another database, a copy or the original of this one, if it was found in the stream. */
      foreignClaim: string | null
    }
    messagePages: {
      destinationId: DestinationId
      firstId: EventId
      lastId: EventId
      projectId: ProjectId
      type: MessageType
      groupRef: string | null
      about: JsonColumn<About> | null
      traceparent: string | null
      logPlace: LogPlace
      /** The sender that has the messages in memory; null once all are delivered. */
      holder: number | null
      eventIds: EventId[]
      /** Number of records in each message. */
      numRecords: number[] | null
      /** The attempt that delivered each message: JSON, one a line. */
      attempts: string | null
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
      /** Position among the deliveries of an ordered destination; null otherwise. */
      turn: number | null
      /** Hashes of the records it contains versions of; null for unordered destinations. */
      records: number[] | null
    }
    sendingLeases: {
      destinationId: DestinationId
      projectId: ProjectId
      /** Number of the process that sends to it. */
      holder: number
    }
    recordVersions: {
      destinationId: DestinationId
      /** Hash of the record. */
      recordKey: string
      projectId: ProjectId
      versionTime: Date
      /** The provider was asked at this time, by our clock, and had answered at `readUntil`. */
      readFrom: Date
      readUntil: Date
      sendTime: Generated<Date>
    }
    pullStreams: {
      destinationId: DestinationId
      projectId: ProjectId
      /** Position of the newest message. */
      head: number
      /** Position before the oldest message that is kept. */
      expired: Generated<number>
    }
    pullMessages: {
      destinationId: DestinationId
      position: number
      projectId: ProjectId
      eventId: EventId
      type: MessageType
      size: number
      /** Only of test messages, which have no event. */
      body: string | null
      /** Hashes of its records, if the destination is ordered by record. */
      records: number[] | null
    }
    pullLeases: {
      destinationId: DestinationId
      consumer: string
      position: number
      projectId: ProjectId
      /** Empty once it is released. */
      leaseId: string
      heldUntil: Date
      isDone: Generated<boolean>
      attempts: Generated<number>
    }
    pullConsumers: {
      destinationId: DestinationId
      name: string
      projectId: ProjectId
      /** Everything up to here is done. */
      position: number
      commitTime: Date | null
      createTime: Generated<Date>
      /** Since when it lags, as announced. */
      laggingSince: Generated<Date | null>
    }
    deliveryHours: {
      projectId: ProjectId
      destinationId: DestinationId
      /** Start of the hour. */
      hour: Date
      outcome: 'delivered' | 'retried' | 'failed'
      withinMs: number
      attempts: ColumnType<string, number>
      records: ColumnType<string, number | undefined>
    }
    installationHours: {
      projectId: ProjectId
      installationId: InstallationId
      /** Start of the hour. */
      hour: Date
      outcome: 'delivered' | 'retried' | 'failed'
      withinMs: number
      attempts: ColumnType<string, number>
      records: ColumnType<string, number>
    }
    usageMonths: {
      projectId: ProjectId
      groupRef: string
      /** First day of the month. */
      month: string
      groupName: string
      messagesDelivered: ColumnType<string, number>
      recordsDelivered: ColumnType<string, number>
      messagesFailed: ColumnType<string, number>
    }
    senders: {
      number: Generated<number>
      lowWater: string
      /** Time of the last heartbeat; null for a sender of the previous version. */
      beatTime: Date | null
      /** When others took over from it. */
      endedTime: Date | null
      /** Next search for deliveries that its sessions committed after it had ended. */
      sweepTime: Date | null
    }
    replays: {
      id: Id<'rpl'>
      projectId: ProjectId
      filter: JsonColumn<ReplayFilter>
      status: Generated<ReplayStatus>
      /** Number of selected deliveries; null while they are being counted. */
      total: number | null
      /** Until when the process that counts has the task. */
      countAgainTime: Generated<Date | null>
      replayed: Generated<number>
      perSecond: number
      cursor: JsonColumn<{ destinationId: DestinationId; eventId: EventId }> | null
      createTime: Generated<Date>
      updateTime: Date | null
    }
  }
}
