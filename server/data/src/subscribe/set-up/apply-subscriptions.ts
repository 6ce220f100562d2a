import { isDeepStrictEqual } from 'node:util'
import type { Subscribing } from '@platform/connector'
import type { InstallationId } from '@platform/contract'
import {
  findConnectionRow,
  lockConnectionAgainstDeletion,
  type ConnectionRow,
} from '@platform/connections/connections/connections'
import {
  findInstallation,
  lockInstallation,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { insertOperation } from '@platform/installations/operations/operations'
import type { Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { Jobs } from '@platform/kernel/jobs/enqueue'
import type { Services } from '@platform/kernel/services'
import { endSetUp } from './end-set-up.ts'
import { enqueueSetUp } from './enqueue-set-up.ts'
import * as events from '../event-store.ts'
import { toSubscribed, type SubscribePlan } from './plan-subscribe.ts'
import { listSubscribePlans } from './subscribe-plans.ts'
import * as store from '../store.ts'
import { chooseSubscribing } from './subscribe-request.ts'
import { resumeSweeps } from '../sweep.ts'
import { enqueueDelivery } from '../take-in.ts'
import { getFirst, getNow, must } from '@platform/kernel/values'

/**
 * Adjusts the subscriptions of an installation to its configuration: new ones are set up by an
 * operation, unused ones are removed.
 */
export async function applySubscriptions(
  services: Services,
  db: Db,
  { projectId, installationId, because }: Jobs['subscriptions-changed'],
): Promise<void> {
  const installation = await findInstallation(db, installationId)
  const plans = installation ? await listSubscribePlans(db, installation) : []
  // Secrets of the app are opened before the transaction.
  const connection =
    installation && plans.length > 0
      ? await findConnectionRow(db, installation.connectionId)
      : undefined
  const subscribing = connection && (await chooseSubscribing(services, db, connection))
  await inTransaction(db, async (tx) => {
    // Locked before the installation, as when uninstalling: a subscription refers to its
    // connection.
    if (installation) await lockConnectionAgainstDeletion(tx, installation.connectionId)
    if (because === 'new-account') await forgetAccount(tx, installationId)
    if (because === 'works-again') await resumeSubscription(tx, installationId)
    // It may have been uninstalled since.
    const isThere = installation && (await lockInstallation(tx, installationId)).length > 0
    if (isThere && plans.length > 0)
      await subscribeInstallation(services, tx, { installation, plans, subscribing })
    else await store.deleteLink(tx, installationId)
    // Subscriptions that the installation has left, and those left behind by uninstalled ones.
    for (const { id: subscriptionId } of await store.findUnlinked(tx)) {
      await enqueueSetUp(tx, { projectId, subscriptionId })
    }
  })
}

/** Removes events and positions of the previous account, which do not apply to another one. */
async function forgetAccount(tx: Db, installationId: InstallationId): Promise<void> {
  const link = await store.findLink(tx, installationId)
  const subscription = link && (await store.findSubscription(tx, link.subscriptionId))
  if (!subscription) return
  const { connectionId } = link
  await events.forgetEvents(tx, connectionId)
  await store.updateLink(tx, installationId, { status: 'failed', account: null })
  if (subscription.connectionId === null) return
  await store.updateSubscription(tx, subscription.id, {
    state: null,
    objects: '[]',
    upkeepTime: null,
    runner: null,
    // Its webhooks still arrive until the provider stops them, but are no longer accepted.
    deliveryKey: null,
    secret: null,
  })
}

/** Resumes immediately what invalid credentials had stopped. */
async function resumeSubscription(tx: Db, installationId: InstallationId): Promise<void> {
  const link = await store.findLink(tx, installationId)
  if (!link) return
  const { projectId, connectionId, subscriptionId } = link
  await store.updateSubscription(tx, subscriptionId, { listenTime: getNow() })
  await enqueueDelivery(tx, { projectId, connectionId }, getNow())
  await resumeSweeps(tx, connectionId)
}

async function subscribeInstallation(
  services: Services,
  tx: Db,
  {
    installation,
    plans,
    subscribing,
  }: {
    installation: InstallationRow
    plans: readonly SubscribePlan[]
    subscribing: Subscribing | undefined
  },
): Promise<void> {
  const { projectId, integrationId, configId, id: installationId, connectionId } = installation
  const connection = must(await findConnectionRow(tx, connectionId), 'row')
  const objects = plans.map(toSubscribed)
  const link = await store.findLink(tx, installationId)
  const operationId = newId('op')
  const begin = async () => {
    await insertOperation(tx, {
      id: operationId,
      projectId,
      integrationId,
      installationId,
      configId,
      actionType: 'subscribe',
      objectName: getFirst(objects).objectName,
      objectNames: objects.map(({ objectName }) => objectName),
      readType: null,
      status: 'in_progress',
    })
  }
  const impossible = whyImpossible(subscribing, connection)
  if (impossible !== undefined) {
    await begin()
    await store.deleteLink(tx, installationId)
    await endSetUp(services, tx, { operationId, installation, error: impossible })
    return
  }

  const subscriptionId = await store.ensureSubscription(tx, {
    projectId,
    provider: connection.provider,
    delivery: subscribing!.delivery,
    ...(subscribing!.perApp
      ? { providerAppId: connection.providerAppId, connectionId: null }
      : { providerAppId: null, connectionId }),
  })
  const isSame =
    link?.subscriptionId === subscriptionId &&
    link.connectionId === connectionId &&
    link.status !== 'failed' &&
    isDeepStrictEqual(link.objects, objects)
  if (isSame) return
  await begin()
  await store.putLink(tx, {
    installationId,
    projectId,
    subscriptionId,
    connectionId,
    operationId,
    objects,
  })
  await enqueueSetUp(tx, { projectId, subscriptionId })
}

function whyImpossible(
  subscribing: Subscribing | undefined,
  { provider, providerAppId }: ConnectionRow,
): string | undefined {
  if (!subscribing) return `Subscriptions at ${provider} are not supported.`
  if (subscribing.perApp && providerAppId === null) {
    return `Subscriptions at ${provider} require a provider app, and the connection was created without one. Reconnect with a provider app.`
  }
  return undefined
}
