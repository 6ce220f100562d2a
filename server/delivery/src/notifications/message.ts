import {
  NotificationEventType,
  type DestinationId,
  type EventId,
  type MessageType,
  type ProjectId,
  type WebhookMessage,
} from '@platform/contract'
import type { LogPlace } from './message-log/message-log.ts'
import type { MessagePage } from './message-log/message-pages.ts'

/** An event, stored once for all destinations. */
export interface EventRecord {
  id: EventId
  projectId: ProjectId
  type: MessageType
  /** JSON: the `data` of a notification, or the whole message if it contains records. */
  body: string
  /** Trace context, if traced. */
  traceparent?: string | undefined
  /** Customer and resources, by which its delivery is counted. */
  subject?: Columns
  /** Cached result of `getEnvelope`, for all destinations. */
  envelope?: string
  /** Where its body is in the message log; otherwise it is stored with the event. */
  logPlace?: LogPlace | undefined
  /** Sent to try a destination; it is not stored. */
  isTest?: true
}

/** An event that is being emitted. */
export interface NewEvent extends EventRecord {
  subject: Columns
}

/** An event on its way to one destination. */
export interface Message {
  event: EventRecord
  destinationId: DestinationId
  /** How many attempts of the retry schedule are used. */
  attemptsUsed: number
  /** Whether it was claimed from the queue; otherwise the sender has held it since the commit. */
  fromQueue: boolean
  /** Number of the sender that holds it: see `senders.ts`. */
  holder: number
  /** The page that it has a row with, if it has none of its own. */
  page?: MessagePage
  /** Position in the list of its sender, which has held it since the commit. */
  place?: RecordPosition
  /**
   * Whether it was held while its destination was disabled: held messages are sent one at a time,
   * oldest first.
   */
  wasHeld?: true
}

/** Represents a message in lists; messages themselves may be large. */
export interface RecordPosition {
  eventId: EventId
  isOver: boolean
}

export const getMessageKey = ({
  destinationId,
  event,
}: Pick<Message, 'destinationId'> & { event: { id: EventId } }) => destinationId + event.id

/** Due time of held messages once their destination is enabled: before everything else. */
export const heldDue = new Date(0)

const notificationTypes: ReadonlySet<string> = new Set(NotificationEventType.options)

/** Returns the body for receivers without headers or attributes. */
export function getEnvelope(event: Pick<EventRecord, 'type' | 'body' | 'envelope'>): string {
  if (!notificationTypes.has(event.type)) return event.body
  // Stored on the event: a WeakMap would keep every entry until a full garbage collection.
  event.envelope ??= `{"notificationType":"${event.type}","data":${event.body}}`
  return event.envelope
}

/** Customer and resources of a message, for filters. All bodies use the same members. */
export type Subject = Partial<
  Pick<
    WebhookMessage,
    'projectId' | 'groupRef' | 'groupName' | 'installationId' | 'operationId' | 'objectName'
  >
>

/** Columns of the subject in the event; empty strings if unset. */
export interface Columns {
  groupRef: string
  /** JSON. */
  rest: string
}

export function toSubjectColumns(subject: Subject, numRecords?: number): Columns {
  const { groupRef = '', groupName, installationId, operationId, objectName } = subject
  if (!groupRef) return nothing
  const rest = { installationId, operationId, objectName, numRecords }
  return {
    groupRef,
    rest: JSON.stringify(groupName === groupRef ? rest : { groupName, ...rest }),
  }
}

const nothing = { groupRef: '', rest: '' }
