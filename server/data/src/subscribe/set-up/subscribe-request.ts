import { randomBytes } from 'node:crypto'
import type {
  SubscribedObject,
  SubscribeRequest,
  Subscribing,
  SubscribingApp,
  SubscribingWithoutURL,
} from '@platform/connector'
import { findProvider } from '@platform/connectors'
import type { ProviderAppId } from '@platform/contract'
import {
  findConnectionRow,
  type ConnectionRow,
} from '@platform/connections/connections/connections'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { openProviderApp } from '@platform/tenancy/projects/provider-apps'
import { findAppWebhook } from '../app-webhooks/app-webhook-store.ts'
import * as store from '../store.ts'
import { ownTargetURLOf, targetURLOf } from './target-url.ts'
import { isLoopbackHost, must } from '@platform/kernel/values'

/** Returns how to subscribe to the provider; undefined if it is not supported. */
export const findSubscribing = (
  { catalogue }: Services,
  provider: string,
): Subscribing | undefined => findProvider(provider, { among: catalogue })?.connector?.subscribing

/**
 * Returns how this subscription is kept: a connection's own needs no URL of this server where the
 * provider's webhooks belong to the app.
 */
export function findSubscribingWay(
  services: Services,
  { provider, connectionId }: Pick<store.SubscriptionRow, 'provider' | 'connectionId'>,
): Subscribing | undefined {
  const subscribing = findSubscribing(services, provider)
  if (!subscribing?.withoutURL || connectionId === null) return subscribing
  return replaceWay(subscribing, subscribing.withoutURL)
}

/** Returns how the connection subscribes, by the choice of its provider app. */
export async function chooseSubscribing(
  services: Services,
  db: Db,
  { provider, providerAppId }: Pick<ConnectionRow, 'provider' | 'providerAppId'>,
): Promise<Subscribing | undefined> {
  const subscribing = findSubscribing(services, provider)
  if (!subscribing?.withoutURL || providerAppId === null) return subscribing
  const app = await openApp(services, db, providerAppId)
  const isPublic = isReachable(services.hooksUrl)
  return app && subscribing.withoutURL.isChosen(app, { isPublic })
    ? replaceWay(subscribing, subscribing.withoutURL)
    : subscribing
}

const replaceWay = (
  { isSameObject, readRecords, events, objectsAtMost }: Subscribing,
  withoutURL: SubscribingWithoutURL,
): Subscribing => ({
  ...{ isSameObject, readRecords, events },
  ...(objectsAtMost !== undefined && { objectsAtMost }),
  ...withoutURL,
  perApp: false,
})

/** Reports whether providers can call the URL, as far as it shows: they require https. */
const isReachable = (hooksUrl: string): boolean => {
  const { protocol, hostname } = new URL(hooksUrl)
  return protocol === 'https:' && !isLoopbackHost(hostname)
}

/**
 * Gives the subscription a new webhook URL for each set-up, so that the remains of an interrupted
 * one neither block the next nor are accepted.
 */
export async function withOwnAddress(
  { secrets }: Services,
  db: Db,
  subscription: store.SubscriptionRow,
): Promise<store.SubscriptionRow> {
  if (subscription.state) return subscription
  const { id, projectId } = subscription
  const address = {
    deliveryKey: randomBytes(24).toString('base64url'),
    secret: await secrets.seal(projectId, randomBytes(20).toString('hex')),
  }
  await store.updateSubscription(db, id, address)
  return { ...subscription, ...address }
}

/** Returns what the provider is asked for, with the secrets that it needs. */
export async function makeSubscribeRequest(
  services: Services,
  db: Db,
  subscription: store.SubscriptionRow,
  objects: readonly SubscribedObject[],
): Promise<SubscribeRequest> {
  const { id: subscriptionId, projectId, provider, providerAppId, deliveryKey } = subscription
  if (providerAppId !== null) {
    return {
      objects,
      targetURL: targetURLOf(services, { projectId, provider, providerAppId }),
      app: must(await openApp(services, db, providerAppId), 'row'),
      isReached: Boolean((await findAppWebhook(db, providerAppId))?.verifiedTime),
    }
  }
  if (deliveryKey === null) return { objects, ...(await openProof(services, db, subscription)) }
  const targetURL = ownTargetURLOf(services, { projectId, subscriptionId, deliveryKey })
  return { objects, targetURL, ...(await openProof(services, db, subscription)) }
}

/** Returns the secret that verifies a connection's own webhooks. */
export async function openProof(
  services: Services,
  db: Db,
  { projectId, connectionId, secret }: store.SubscriptionRow,
): Promise<Pick<SubscribeRequest, 'app' | 'secret'>> {
  const connection = connectionId === null ? undefined : await findConnectionRow(db, connectionId)
  const app = connection?.providerAppId && (await openApp(services, db, connection.providerAppId))
  return {
    ...(app && { app }),
    ...(secret && { secret: await services.secrets.open(projectId, secret) }),
  }
}

/** Returns the builder's client with its secrets, for calls to the provider. */
export async function openApp(
  { secrets }: Services,
  db: Db,
  id: ProviderAppId,
): Promise<SubscribingApp | undefined> {
  const app = await openProviderApp(secrets, db, id)
  return (
    app && { clientId: app.clientId, clientSecret: app.clientSecret, metadata: app.providerParams }
  )
}
