import { timingSafeEqual } from 'node:crypto'
import {
  WebhookRefusedError,
  type ChallengeReply,
  type IncomingWebhook,
  type ProviderEvent,
  type PushSubscribing,
  type WebhookProof,
} from '@platform/connector'
import { findProvider } from '@platform/connectors'
import type { ConnectionId, ProjectId, ProviderAppId } from '@platform/contract'
import type { Database, Db } from '@platform/kernel/db/database'
import type { SubscriptionId } from './tables.ts'
import { inTransaction } from '@platform/kernel/db/transaction'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { openApp, openProof } from './subscribe-request.ts'
import { sortByStorable } from './storable-event.ts'
import * as store from './store.ts'
import { leaveToSweeps } from './leave-to-sweeps.ts'
import { findEventRoom, storeIncomingEvents, type EventRoom } from './take-in.ts'
import { getNow, must } from '@platform/kernel/values'

const putOffSeconds = 60
/** Maximum number of reasons for rejected events in a reply. */
const maxReasons = 3
const projectPattern = /^proj_[0-9a-z]{26}$/
const appPattern = /^papp_[0-9a-z]{26}$/
const subscriptionPattern = /^sub_[0-9a-z]{26}$/

/**
 * Accepts a webhook for a builder's app: verifies the sender and stores the events before
 * acknowledging them. Unverified callers learn nothing: an unknown app is answered like a wrong
 * signature. Events of accounts that are not connected here are ignored, because an app reports
 * changes of every account that installed it.
 */
export async function takeWebhook(
  services: Services,
  database: Pick<Database, 'tenant'>,
  {
    projectId,
    provider,
    providerAppId,
    incoming,
  }: {
    projectId: ProjectId
    provider: string
    providerAppId: ProviderAppId
    incoming: IncomingWebhook
  },
): Promise<void> {
  // Only valid IDs may become the tenant of a handle.
  if (!projectPattern.test(projectId) || !appPattern.test(providerAppId)) throw notProved()
  const subscribing = findProvider(provider, { among: services.catalogue })?.connector?.subscribing
  if (subscribing?.delivery !== 'push') throw notProved()
  const db = database.tenant(projectId)
  const subscription = await store.findOfApp(db, { provider, providerAppId })
  const app = subscription && (await openApp(services, db, providerAppId))
  if (!app) throw notProved()

  const { events, refusal } = proveEvents(subscribing, incoming, { app })
  const workspaceRefs = [...new Set(events.flatMap(({ workspaceRef }) => workspaceRef ?? []))]
  const listeners =
    workspaceRefs.length === 0 ? [] : await store.findListening(db, subscription.id, workspaceRefs)
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
      await storeHeard(tx, { projectId, heard, rooms })
      await store.updateSubscription(tx, subscription.id, { eventTime: getNow() })
    })
  }
  // A customer with too many pending events does not delay others: when the provider repeats the
  // webhook, the stored events are known.
  if (full.size > 0) throw noRoom()
  if (refusal) throw refusal
}

/** Stores the events for which their connections have room; sweeps find the others. */
async function storeHeard(
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
 * Accepts a webhook for one connection's own URL, like `takeWebhook`. The URL identifies the
 * account, so the body need not. Returns the reply if the provider only checks the URL.
 */
export async function takeOwnWebhook(
  services: Services,
  database: Pick<Database, 'tenant'>,
  {
    projectId,
    subscriptionId,
    deliveryKey,
    incoming,
  }: {
    projectId: ProjectId
    subscriptionId: SubscriptionId
    deliveryKey: string
    incoming: IncomingWebhook
  },
): Promise<ChallengeReply | undefined> {
  if (!projectPattern.test(projectId) || !subscriptionPattern.test(subscriptionId))
    throw notProved()
  const db = database.tenant(projectId)
  const subscription = await store.findSubscription(db, subscriptionId)
  if (!subscription || !isKey(deliveryKey, subscription.deliveryKey)) throw notProved()
  const { provider, connectionId, state } = subscription
  const subscribing = findProvider(provider, { among: services.catalogue })?.connector?.subscribing
  if (subscribing?.delivery !== 'push' || connectionId === null) throw notProved()

  // While the subscription is set up, it has neither state nor the provider's secret.
  const answer = subscribing.answer?.(incoming)
  if (answer) return answer
  if (incoming.method !== 'POST') throw notProved()
  const proof = await openProof(services, db, subscription)
  const given = { ...proof, ...(state && { state }) }
  const { events, refusal } = proveEvents(subscribing, incoming, given)
  if (events.length > 0) {
    const room = await findEventRoom(db, connectionId)
    if (room.isFull) throw noRoom()
    await inTransaction(db, async (tx) => {
      // Another account may have been connected in the meantime.
      const current = await store.findSubscription(tx, subscriptionId)
      if (!current || !isKey(deliveryKey, current.deliveryKey)) throw notProved()
      const heard = events.map((event) => ({ connectionId, event }))
      await storeHeard(tx, { projectId, heard, rooms: new Map([[connectionId, room]]) })
      await store.updateSubscription(tx, subscriptionId, { eventTime: getNow() })
    })
  }
  if (refusal) throw refusal
  return undefined
}

function isKey(given: string, known: string | null): boolean {
  if (known === null) return false
  const [one, other] = [Buffer.from(given), Buffer.from(known)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/**
 * Returns the events of a verified webhook. Events that cannot be parsed or stored are in
 * `refusal`, to be thrown after the others are stored, so that one bad event does not block them.
 */
function proveEvents(
  subscribing: PushSubscribing,
  incoming: IncomingWebhook,
  proof: WebhookProof,
): { events: ProviderEvent[]; refusal: Problem | undefined } {
  const { events, refused } = parseWebhook(subscribing, incoming, proof)
  const { storable, unstorable } = sortByStorable(events.map((event) => ({ event })))
  const reasons = [
    ...(refused ? [refused.message] : []),
    ...unstorable.slice(0, maxReasons).map(({ reason }) => `An event is rejected: ${reason}.`),
  ]
  return {
    events: storable.map(({ event }) => event),
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
  try {
    return { events: subscribing.parse(incoming, proof, getNow()), refused: undefined }
  } catch (error) {
    if (!(error instanceof WebhookRefusedError)) throw error
    if (error.status === 401) throw notProved()
    return { events: error.events, refused: error }
  }
}

const noRoom = () =>
  new Problem('unavailable', {
    detail: 'Too many events are waiting to be delivered. Send these again later.',
    retryAfter: getNow(putOffSeconds * 1000),
  })

const notProved = () =>
  new Problem('webhook-not-proved', {
    detail: 'The signature of the request is missing or invalid.',
  })
