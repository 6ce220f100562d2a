import { activeTracer, placeBelow } from '@platform/kernel/telemetry/trace'
import type { AttemptRecord } from '@platform/delivery/notifications/history/attempts'
import type { Message } from '@platform/delivery/notifications/message'

/** Records an attempt in the trace that caused the event, which may be of another process. */
export function traceAttempt(
  { event, destinationId, attemptsUsed }: Message,
  { at, durationMs, outcome }: AttemptRecord,
): void {
  const context = outcome.place ?? placeBelow(event.traceparent)
  if (!context) return
  const response = 'response' in outcome ? outcome.response : undefined
  activeTracer()?.record({
    context,
    name: `deliver ${event.type}`,
    kind: 'client',
    startMs: at,
    endMs: at + durationMs,
    attributes: {
      'platform.project_id': event.projectId,
      'platform.event_id': event.id,
      'platform.event_type': event.type,
      'platform.destination_id': destinationId,
      'platform.attempt': attemptsUsed,
      'http.response.status_code': response?.status,
    },
    errorType: outcome.succeeded ? undefined : outcome.class,
  })
}
