import type { EventId } from '@platform/contract'
import { Problem } from '@platform/kernel/problems/problem'
import type { MessageBodies, StoredBody } from '../message-log/bodies.ts'
import { explainToTenants, MessageLogError } from '../message-log/message-log.ts'
import { getNow } from '@platform/kernel/values'

const againMs = 5_000

/**
 * Returns the bodies of events by ID.
 * @throws Problem `unavailable` if the message log does not answer
 */
export async function readBodies(
  bodies: MessageBodies,
  events: readonly StoredBody[],
): Promise<Map<EventId, string>> {
  try {
    return await bodies.of(events)
  } catch (error) {
    if (!(error instanceof MessageLogError)) throw error
    throw new Problem('unavailable', {
      detail: explainToTenants(error),
      retryAfter: getNow(againMs),
      cause: error,
    })
  }
}

/**
 * Returns the body of an event.
 * @throws Problem `event-not-found`, `unavailable`
 */
export async function readBody(bodies: MessageBodies, event: StoredBody): Promise<string> {
  const body = (await readBodies(bodies, [event])).get(event.id)
  if (body !== undefined) return body
  throw new Problem('event-not-found', {
    detail: `The message log does not contain the message of ${event.id} any more.`,
  })
}
