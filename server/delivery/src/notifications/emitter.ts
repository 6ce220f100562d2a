import type {
  DestinationId,
  EventData,
  EventId,
  NotificationEventType,
  OwnEventType,
  ProjectId,
  WebhookMessage,
} from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import type { Subject } from './message.ts'
import type { LogPlace } from './message-log/message-log.ts'

declare module '@platform/kernel/services' {
  interface Services {
    notifications: Emitter
  }
}

/** An event of the catalogue, with its data. */
export type NotificationEvent = {
  [Type in NotificationEventType]: {
    /** Chosen in advance if something else is stored under the same ID. */
    id?: EventId
    projectId: ProjectId
    type: Type
    data: EventData[Type]
    /** Display name of the customer, if `data` does not contain it. */
    groupName?: string
  }
}[NotificationEventType]

/** An event of the builder’s own, with its data. */
export interface OwnEvent {
  projectId: ProjectId
  type: OwnEventType
  groupRef?: string | undefined
  groupName?: string | undefined
  data: Record<string, unknown>
}

/** A message that carries records, for one destination. */
export interface OutgoingRecords {
  /** New ID of the message, if something else is stored under it. */
  id?: EventId | undefined
  /** A `WebhookMessage`, as an object or as its JSON. */
  body: object | string
  /** IDs of the records it contains versions of. */
  recordIds?: readonly string[] | undefined
  /** Where `storeBodies` has stored its body. */
  logPlace?: LogPlace | undefined
}

/** Messages of one page of a read, before their transaction. */
export interface BodiesOfPage<Packed> {
  projectId: ProjectId
  /** Identifies the page: an operation and its position. */
  id: string
  messages: readonly Packed[]
}

export interface SendRecords {
  projectId: ProjectId
  /** The destination's name or ID. */
  destination: string
  /** Kind of the messages. */
  action: WebhookMessage['action']
  /** Customer and resources of the messages. */
  about: Subject
  /** Person whose credentials read the records; required for messages with a place in the log. */
  consumerRef?: string | undefined
  messages: readonly OutgoingRecords[]
  /** Object of the records; records of other objects with the same ID are unrelated. */
  recordsOf?: string
  /** Whether some messages refer to downloads, which are available while their events exist. */
  hasDownloads?: boolean
}

/** Versions of records that one request to the provider has returned. */
export interface RecordVersions {
  /** Object of the records; records of other objects with the same ID are unrelated. */
  recordsOf: string
  /** The provider was asked at this time, by our clock, and had answered at `readUntil`. */
  readFrom: Date
  readUntil: Date
  /** Modification time of each record, by the provider's clock. */
  versions: ReadonlyMap<string, Date>
}

/** Times of records of which no version is known. */
export interface RecordTimes {
  recordsOf: string
  times: readonly { id: string; time: Date }[]
}

/** Versions of the records of `SendRecords`. */
export type SentTimes = Pick<SendRecords, 'projectId' | 'destination'> & RecordTimes

export type SentVersions = Pick<SendRecords, 'projectId' | 'destination'> & RecordVersions

/** The interface of notifications for other domains. */
export interface Emitter {
  /**
   * Emits an event in the transaction of its cause; it is delivered only if that commits. Routes
   * determine the destinations. The events of a transaction are written in one message with its
   * commit, which fails if they cannot be written: earlier reads in the transaction do not see
   * them.
   */
  emit(tx: Db, event: NotificationEvent, options?: { except?: DestinationId }): Promise<EventId>
  /**
   * Emits an event of the builder, as `emit` does. Its message names the customer beside its data, which
   * are the builder’s.
   */
  emitOwn(tx: Db, event: OwnEvent): Promise<{ id: EventId; destinations: DestinationId[] }>
  /**
   * Sends messages with records directly to a destination, in the caller's transaction. It fails if
   * the ID of a message already exists.
   */
  sendRecords(tx: Db, send: SendRecords): Promise<EventId[]>
  /**
   * Call it before `sendRecords`, in its transaction. If the destination is ordered by record, it stores
   * the versions of the records and returns the IDs of records of which a newer version was sent:
   * these must not be sent.
   */
  findSuperseded(tx: Db, versions: SentVersions): Promise<ReadonlySet<string>>
  /**
   * Returns the places of the records of which a version later than the given time was sent, if the
   * destination is ordered by record. Call it after `findSuperseded`, in its transaction.
   */
  findLater(tx: Db, times: SentTimes): Promise<ReadonlySet<number>>
  /**
   * Returns when the webhook had accepted these messages; those that it has not accepted are left
   * out, as are all of other kinds of destinations, whose messages are consumed later.
   */
  findAcceptTimes(
    tx: Db,
    sent: Pick<SendRecords, 'projectId' | 'destination'> & { eventIds: readonly EventId[] },
  ): Promise<ReadonlyMap<EventId, Date>>
  /**
   * Stores the bodies of a page in the message log, if the server has one, and returns the messages
   * with their places for `sendRecords`. Call it before their transaction. Bodies without a
   * transaction are removed later.
   * @throws MessageLogError if the log does not answer
   */
  storeBodies<Packed extends { id: EventId; body: string }>(
    page: BodiesOfPage<Packed>,
  ): Promise<readonly (Packed & Pick<OutgoingRecords, 'logPlace'>)[]>
  /**
   * Call it before the transaction of messages with records. If this process has much to send to
   * that destination, it waits for up to 250 ms for some of it to be sent. A message without room
   * in memory is queued and claimed again, which costs the database twice as much.
   */
  waitForRoom(to: Pick<SendRecords, 'projectId' | 'destination'>): Promise<void>
}
