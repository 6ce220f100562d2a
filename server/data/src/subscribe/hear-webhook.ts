import {
  WebhookRefusedError,
  type IncomingWebhook,
  type ProviderEvent,
  type PushSubscribing,
  type WebhookProof,
} from '@platform/connector'
import type { ConnectionId, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { Problem } from '@platform/kernel/problems/problem'
import { getNow, must } from '@platform/kernel/values'
import { leaveToSweeps } from './leave-to-sweeps.ts'
import { sortByStorable } from './storable-event.ts'
import * as store from './store.ts'
import type { SubscriptionId } from './tables.ts'
import { findEventRoom, storeIncomingEvents, type EventRoom } from './take-in.ts'

const putOffSeconds = 60
/** Maximum number of reasons for rejected events in a reply. */
const maxReasons = 3

/** A connection of the account that events name. */
interface Hearing {
  connectionId: ConnectionId
  workspaceRef: string | null
}

/**
 * Stores events for the connections of their accounts (`findHearing`). Reports whether one has too many
 * pending.
 */
export async function hearEvents(
  db: Db,
  {
    projectId,
    subscriptionId,
    events,
    listeners,
    findHearing,
  }: {
    projectId: ProjectId
    subscriptionId: SubscriptionId
    events: readonly ProviderEvent[]
    listeners: readonly Hearing[]
    findHearing: (db: Db) => Promise<readonly Hearing[]>
  },
): Promise<{ isFull: boolean }> {
  const full = new Set<ConnectionId>()
  const rooms = new Map<ConnectionId, EventRoom>()
  for (const { connectionId } of listeners) {
    const room = await findEventRoom(db, connectionId)
    if (room.isFull) full.add(connectionId)
    else rooms.set(connectionId, room)
  }
  const heard = events.flatMap((event) =>
    listeners
      .filter(
        ({ workspaceRef, connectionId }) =>
          workspaceRef === event.workspaceRef && !full.has(connectionId),
      )
      .map(({ connectionId }): { connectionId: ConnectionId; event: ProviderEvent } => ({
        connectionId,
        event,
      })),
  )
  if (heard.length > 0) {
    await inTransaction(db, async (tx) => {
      // Another account may have been connected in the meantime, in which other records have these IDs.
      const current = new Set((await findHearing(tx)).map(nameHearing))
      const known = heard.filter(({ connectionId, event: { workspaceRef = null } }) =>
        current.has(nameHearing({ connectionId, workspaceRef })),
      )
      await storeHeard(tx, { projectId, heard: known, rooms })
      await store.updateSubscription(tx, subscriptionId, { eventTime: getNow() })
    })
  }
  return { isFull: full.size > 0 }
}

const nameHearing = ({ connectionId, workspaceRef }: Hearing) => `${connectionId} ${workspaceRef}`

/** Stores the events for which their connections have room; sweeps find the others. */
export async function storeHeard(
  tx: Db,
  {
    projectId,
    heard,
    rooms,
  }: {
    projectId: ProjectId
    heard: readonly { connectionId: ConnectionId; event: ProviderEvent }[]
    rooms: ReadonlyMap<ConnectionId, EventRoom>
  },
): Promise<void> {
  const stored: { connectionId: ConnectionId; event: ProviderEvent }[] = []
  for (const [connectionId, own] of Map.groupBy(heard, (one) => one.connectionId)) {
    const events = own.map(({ event }) => event)
    const { fullObjects } = must(rooms.get(connectionId), 'room')
    const kept = await leaveToSweeps(tx, { projectId, connectionId }, { events, fullObjects })
    stored.push(...kept.map((event) => ({ connectionId, event })))
  }
  await storeIncomingEvents(tx, projectId, stored)
}

/**
 * Returns the events of a verified webhook, and the objects that it announces changes of. Events that cannot be parsed or stored are in
 * `refusal`, to be thrown after the others are stored, so that one bad event does not block them.
 */
export function proveEvents(
  subscribing: PushSubscribing,
  incoming: IncomingWebhook,
  proof: WebhookProof,
): { events: ProviderEvent[]; announced: string[]; refusal: Problem | undefined } {
  const { events, announced, refused } = parseWebhook(subscribing, incoming, proof)
  const { storable, unstorable } = sortByStorable(events.map((event) => ({ event })))
  const reasons = [
    ...(refused ? [refused.message] : []),
    ...unstorable.slice(0, maxReasons).map(({ reason }) => `An event is rejected: ${reason}.`),
  ]
  return {
    events: storable.map(({ event }) => event),
    announced,
    refusal:
      reasons.length === 0
        ? undefined
        : new Problem('malformed-json', { detail: reasons.join(' '), cause: refused }),
  }
}

function parseWebhook(
  subscribing: PushSubscribing,
  incoming: IncomingWebhook,
  proof: WebhookProof,
) {
  const now = getNow()
  try {
    const events = subscribing.parse(incoming, proof, now)
    const announced = subscribing.listAnnounced?.(incoming, proof, now) ?? []
    return { events, announced, refused: undefined }
  } catch (error) {
    if (!(error instanceof WebhookRefusedError)) throw error
    if (error.status === 401) throw notProved()
    return { events: error.events, announced: [], refused: error }
  }
}

export const noRoom = () =>
  new Problem('unavailable', {
    detail: 'Too many events are waiting to be delivered. Send these again later.',
    retryAfter: getNow(putOffSeconds * 1000),
  })

export const notProved = () =>
  new Problem('webhook-not-proved', {
    detail: 'The signature of the request is missing or invalid.',
  })
