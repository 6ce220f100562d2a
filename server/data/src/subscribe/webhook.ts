import { timingSafeEqual } from 'node:crypto'
import type { ChallengeReply, IncomingWebhook } from '@platform/connector'
import { findProvider } from '@platform/connectors'
import type { ProjectId, ProviderAppId } from '@platform/contract'
import type { Database, Db } from '@platform/kernel/db/database'
import type { SubscriptionId } from './tables.ts'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { Services } from '@platform/kernel/services'
import { takeAppWebhook } from './app-webhooks/app-webhook.ts'
import { hearEvents, noRoom, notProved, proveEvents, storeHeard } from './hear-webhook.ts'
import { openApp, openProof } from './set-up/subscribe-request.ts'
import * as store from './store.ts'
import { sweepAnnounced } from './sweep-announced.ts'
import { findEventRoom } from './take-in.ts'
import { getNow } from '@platform/kernel/values'

const projectPattern = /^proj_[0-9a-z]{26}$/
const appPattern = /^papp_[0-9a-z]{26}$/
const subscriptionPattern = /^sub_[0-9a-z]{26}$/

/**
 * Accepts a webhook for a builder's app: verifies the sender and stores the events before
 * acknowledging them. Unverified callers learn nothing: an unknown app is answered like a wrong
 * signature. Events of accounts that are not connected here are ignored, because an app reports
 * changes of every account that installed it. Returns the reply if the provider requires one.
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
): Promise<ChallengeReply | undefined> {
  // Only valid IDs may become the tenant of a handle.
  if (!projectPattern.test(projectId) || !appPattern.test(providerAppId)) throw notProved()
  const subscribing = findProvider(provider, { among: services.catalogue })?.connector?.subscribing
  if (subscribing?.delivery !== 'push') throw notProved()
  const db = database.tenant(projectId)
  if (subscribing.ofApp) {
    const about = { projectId, provider, providerAppId, subscribing, incoming }
    return takeAppWebhook(services, db, { ...about, ofApp: subscribing.ofApp })
  }
  if (incoming.method !== 'POST') throw notProved()
  const subscription = await store.findOfApp(db, { provider, providerAppId })
  const app = subscription && (await openApp(services, db, providerAppId))
  if (!app) throw notProved()

  const { events, refusal } = proveEvents(subscribing, incoming, { app })
  const workspaceRefs = [...new Set(events.flatMap(({ workspaceRef }) => workspaceRef ?? []))]
  const findHearing = async (of: Db) =>
    workspaceRefs.length === 0 ? [] : store.findListening(of, subscription.id, workspaceRefs)
  const { isFull } = await hearEvents(db, {
    projectId,
    subscriptionId: subscription.id,
    events,
    listeners: await findHearing(db),
    findHearing,
  })
  // A customer with too many pending events does not delay others: when the provider repeats the
  // webhook, the stored events are known.
  if (isFull) throw noRoom()
  if (refusal) throw refusal
  return undefined
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
  const { events, announced, refusal } = proveEvents(subscribing, incoming, given)
  if (events.length + announced.length > 0) {
    const room = await findEventRoom(db, connectionId)
    if (room.isFull) throw noRoom()
    await inTransaction(db, async (tx) => {
      // Another account may have been connected in the meantime.
      const current = await store.findSubscription(tx, subscriptionId)
      if (!current || !isKey(deliveryKey, current.deliveryKey)) throw notProved()
      const heard = events.map((event) => ({ connectionId, event }))
      await storeHeard(tx, { projectId, heard, rooms: new Map([[connectionId, room]]) })
      await sweepAnnounced(tx, { projectId, connectionId }, { subscription: current, announced })
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
