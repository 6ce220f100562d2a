import { randomBytes } from 'node:crypto'
import type {
  SubscribedObject,
  SubscribeRequest,
  Subscribing,
  SubscribingApp,
} from '@platform/connector'
import { findProvider } from '@platform/connectors'
import type { ProviderAppId } from '@platform/contract'
import { findConnectionRow } from '@platform/connections/connections/connections'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { openProviderApp } from '@platform/tenancy/projects/provider-apps'
import { findAppWebhook } from '../app-webhooks/app-webhook-store.ts'
import * as store from '../store.ts'
import { ownTargetURLOf, targetURLOf } from './target-url.ts'
import { must } from '@platform/kernel/values'

/** Returns how to subscribe to the provider; undefined if it is not supported. */
export const findSubscribing = (
  { catalogue }: Services,
  provider: string,
): Subscribing | undefined => findProvider(provider, { among: catalogue })?.connector?.subscribing

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
  if (deliveryKey === null) return { objects }
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
