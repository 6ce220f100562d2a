import {
  NotificationEventType,
  type EventId,
  type MessageType,
  type ProjectId,
} from '@platform/contract'

/** An event as a sink is given it. */
export interface SinkEvent {
  id: EventId
  projectId: ProjectId
  type: MessageType
  /** JSON: the `data` of a notification, or the whole message if it contains records. */
  body: string
  /** Trace context, if traced. */
  traceparent?: string | undefined
  /** Cached result of `getEnvelope`, for all destinations. */
  envelope?: string
  /** Sent to try a destination; it is not stored. */
  isTest?: true
}

const notificationTypes: ReadonlySet<string> = new Set(NotificationEventType.options)

/** Returns the body for receivers without headers or attributes. */
export function getEnvelope(event: Pick<SinkEvent, 'type' | 'body' | 'envelope'>): string {
  if (!notificationTypes.has(event.type)) return event.body
  // Stored on the event: a WeakMap would keep every entry until a full garbage collection.
  event.envelope ??= `{"notificationType":"${event.type}","data":${event.body}}`
  return event.envelope
}
