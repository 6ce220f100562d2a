import { timingSafeEqual } from 'node:crypto'
import {
  WebhookRefusedError,
  type IncomingWebhook,
  type ProviderEvent,
  type PushSubscribing,
  type WebhookProof,
} from '@platform/connector'
import { findProvider } from '@platform/connectors'
import type { ConnectionId, ProjectId, ProviderAppId } from '@platform/contract'
import type { Database } from '@platform/kernel/db/database'
import type { SubscriptionId } from '@platform/kernel/db/tables/subscriptions'
import { inTransaction } from '@platform/kernel/db/transaction'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { openApp, openProof } from './set-up.ts'
import { sortByStorable } from './storable-event.ts'
import * as store from './store.ts'
import { isFull, storeIncomingEvents } from './take-in.ts'

const putOffSeconds = 60
/** A reply names the reasons of so many rejected events. */
const mostReasons = 3
const projectPattern = /^proj_[0-9a-z]{26}$/
const appPattern = /^papp_[0-9a-z]{26}$/
const subscriptionPattern = /^sub_[0-9a-z]{26}$/

/**
 * Takes in what a provider sends to a builder's app: proves that it is the provider's, and keeps its
 * events before it is acknowledged.
 *
 * What is not proved learns nothing: an unknown app answers as a wrong signature does. Events of
 * accounts that are not connected here are ignored; an app reports changes of every account that installed it.
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
  // The handle of a tenant must be of one: no other text may choose what is seen.
  if (!projectPattern.test(projectId) || !appPattern.test(providerAppId)) throw notProved()
  const subscribing = findProvider(provider, { among: services.catalogue })?.connector?.subscribing
  if (subscribing?.delivery !== 'push') throw notProved()
  const db = database.tenant(projectId)
  const subscription = await store.findOfApp(db, { provider, providerAppId })
  const app = subscription && (await openApp(services, db, providerAppId))
  if (!app) throw notProved()

  const { events, refusal } = provedEvents(subscribing, incoming, { app })
  const workspaceRefs = [...new Set(events.flatMap(({ workspaceRef }) => workspaceRef ?? []))]
  const listeners =
    workspaceRefs.length === 0 ? [] : await store.findListening(db, subscription.id, workspaceRefs)
  const full = new Set<ConnectionId>()
  for (const { connectionId } of listeners) {
    if (await isFull(db, connectionId)) full.add(connectionId)
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
      await storeIncomingEvents(tx, projectId, heard)
      await store.updateSubscription(tx, subscription.id, { eventTime: new Date() })
    })
  }
  // One customer's standstill keeps no other waiting: what comes again of theirs is known by then.
  if (full.size > 0) throw noRoom()
  if (refusal) throw refusal
}

/**
 * Takes in what a provider sends to one connection's own address, as `takeWebhook` does. The address
 * says whose account it is of, so that nothing within the delivery has to.
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
): Promise<void> {
  if (!projectPattern.test(projectId) || !subscriptionPattern.test(subscriptionId))
    throw notProved()
  const db = database.tenant(projectId)
  const subscription = await store.findSubscription(db, subscriptionId)
  if (!subscription || !isKey(deliveryKey, subscription.deliveryKey)) throw notProved()
  const { provider, connectionId, state } = subscription
  const subscribing = findProvider(provider, { among: services.catalogue })?.connector?.subscribing
  if (subscribing?.delivery !== 'push' || connectionId === null) throw notProved()

  const proof = await openProof(services, db, subscription)
  const given = { ...proof, ...(state && { state }) }
  const { events, refusal } = provedEvents(subscribing, incoming, given)
  if (events.length > 0) {
    if (await isFull(db, connectionId)) throw noRoom()
    await inTransaction(db, async (tx) => {
      // Another account may have taken its place meanwhile.
      const current = await store.findSubscription(tx, subscriptionId)
      if (!current || !isKey(deliveryKey, current.deliveryKey)) throw notProved()
      const heard = events.map((event) => ({ connectionId, event }))
      await storeIncomingEvents(tx, projectId, heard)
      await store.updateSubscription(tx, subscriptionId, { eventTime: new Date() })
    })
  }
  if (refusal) throw refusal
}

function isKey(given: string, known: string | null): boolean {
  if (known === null) return false
  const [one, other] = [Buffer.from(given), Buffer.from(known)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/**
 * Returns the events of a webhook that proves to be the provider's. What cannot be read or stored is in
 * `refusal`, to be thrown once the others are stored: one bad event does not hold them up.
 */
function provedEvents(
  subscribing: PushSubscribing,
  incoming: IncomingWebhook,
  proof: WebhookProof,
): { events: ProviderEvent[]; refusal: Problem | undefined } {
  const { events, refused } = parsed(subscribing, incoming, proof)
  const { storable, unstorable } = sortByStorable(events.map((event) => ({ event })))
  const reasons = [
    ...(refused ? [refused.message] : []),
    ...unstorable.slice(0, mostReasons).map(({ reason }) => `An event is rejected: ${reason}.`),
  ]
  return {
    events: storable.map(({ event }) => event),
    refusal:
      reasons.length === 0
        ? undefined
        : new Problem('malformed-json', { detail: reasons.join(' '), cause: refused }),
  }
}

function parsed(subscribing: PushSubscribing, incoming: IncomingWebhook, proof: WebhookProof) {
  try {
    return { events: subscribing.parse(incoming, proof, new Date()), refused: undefined }
  } catch (error) {
    if (!(error instanceof WebhookRefusedError)) throw error
    if (error.status === 401) throw notProved()
    return { events: error.events, refused: error }
  }
}

const noRoom = () =>
  new Problem('unavailable', {
    detail: 'Too many events are waiting to be delivered. Send these again later.',
    retryAfter: new Date(Date.now() + putOffSeconds * 1000),
  })

const notProved = () =>
  new Problem('webhook-not-proved', {
    detail: 'The signature of the request is missing or invalid.',
  })
