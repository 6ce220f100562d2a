import {
  NotificationEventType,
  type DestinationId,
  type EventId,
  type MessageType,
  type ProjectId,
} from '@platform/contract'
import type { Columns } from './about.ts'

/** What happened, stored once however many destinations it goes to. */
export interface EventRecord {
  id: EventId
  projectId: ProjectId
  type: MessageType
  /** JSON: the `data` of a notification, or the whole message when it carries records. */
  body: string
  /** Of the trace that it belongs to, where there is one. */
  traceparent?: string | undefined
  /** Customer and resources that it is about; its delivery is counted by them. */
  subject?: Columns
  /** What `envelopeOf` made of it, for all destinations. */
  envelope?: string
}

/** An event that is emitted now. */
export interface NewEvent extends EventRecord {
  subject: Columns
}

/** An event on its way to one destination. */
export interface Message {
  event: EventRecord
  destinationId: DestinationId
  /** How many attempts of the retry schedule are used up. */
  attemptsUsed: number
  /** Whether it was claimed from the queue; else the sender has had it since the commit. */
  fromQueue: boolean
  /** The number of the sender that has it: see `senders.ts`. */
  holder: number
  /** Where its sender, which has had it since the commit, keeps in mind that it is not over. */
  place?: RecordPosition
  /** Whether it was held while its destination was disabled: those go one at a time, the oldest first. */
  wasHeld?: true
}

/** Stands for a message, which may be large, where many are kept in mind. */
export interface RecordPosition {
  eventId: EventId
  isOver: boolean
}

export const keyOf = ({ destinationId, event }: Message) => destinationId + event.id

/** When what was held is due once its destination is enabled: before everything else. */
export const heldDue = new Date(0)

const notificationTypes: ReadonlySet<string> = new Set(NotificationEventType.options)

/** The body for receivers without headers or attributes. */
export function envelopeOf(event: Pick<EventRecord, 'type' | 'body' | 'envelope'>): string {
  if (!notificationTypes.has(event.type)) return event.body
  // Kept with the event: a WeakMap of all would keep each until the whole heap is collected.
  event.envelope ??= `{"notificationType":"${event.type}","data":${event.body}}`
  return event.envelope
}
