import type { DestinationId, EventId, WebhookMessage } from '@platform/contract'
import type { SinkEvent } from '@platform/sinks/event'
import type { LogPlace } from './message-log/message-log.ts'
import type { MessagePage } from './message-log/message-pages.ts'

/** An event, stored once for all destinations. */
export interface EventRecord extends SinkEvent {
  /** Customer and resources, by which its delivery is counted. */
  subject?: Columns
  /** Where its body is in the message log; otherwise it is stored with the event. */
  logPlace?: LogPlace | undefined
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
  /** Whether later messages probably wait until its result is recorded. */
  isAwaited?: true
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
