import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  ProviderError,
  type SubscribedObject,
  type SubscribeRequest,
  type Subscribing,
  type SubscribingApp,
  type SubscriptionState,
} from '@platform/connector'
import { findProvider } from '@platform/connectors'
import type { InstallationId, LogCall, ProjectId, ProviderAppId } from '@platform/contract'
import {
  findConnectionRow,
  lockConnectionAgainstDeletion,
  type ConnectionRow,
} from '@platform/connections/connections/connections'
import type { Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import type { SubscriptionId } from './tables.ts'
import { inTransaction } from '@platform/kernel/db/transaction'
import { toInstallationRef } from '@platform/installations/installations/installation-record'
import {
  findInstallation,
  lockInstallation,
  lockInstallations,
  setLastOperationStatus,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { deleteUnusedConnection } from '@platform/installations/installations/uninstall'
import { toObjectRef } from '@platform/installations/integrations/read-object'
import { contentsOf } from '@platform/installations/integrations/revision-content'
import { enqueue, type Jobs } from '@platform/kernel/jobs/enqueue'
import { queueOf } from '@platform/kernel/jobs/lines'
import { endOperation } from '@platform/installations/operations/fence'
import { logOperation } from '@platform/installations/operations/logs'
import { findOperation, insertOperation } from '@platform/installations/operations/operations'
import { Problem } from '@platform/kernel/problems/problem'
import { openProviderApp } from '@platform/tenancy/projects/provider-apps'
import {
  openAnonymously,
  openProvider,
  type OpenProvider,
} from '@platform/connections/provider/open-provider'
import { callOf, logCall } from '@platform/connections/provider/provider-call'
import type { Services } from '@platform/kernel/services'
import { wantedOf } from './describe-wanted.ts'
import { toSubscribed, type SubscribePlan } from './plan-subscribe.ts'
import { plansOf } from './plans-of.ts'
import { lineOf, logForMembers, warnOf, type Stopped } from './stopped.ts'
import * as store from './store.ts'
import { resumeSweeps, startSweeps } from './sweep.ts'
import { enqueueDelivery } from './take-in.ts'
import { ownTargetURLOf, targetURLOf } from './target-url.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    /** Sets up, maintains or removes a subscription for its installations. */
    'set-up-subscription': { projectId: ProjectId; subscriptionId: SubscriptionId }
  }
}

/** Maintenance interval of subscriptions, unless the provider requires a shorter one. */
export const upkeepMs = 6 * 3_600_000
/** A provider gives up delivering after a day; reduced by the possible clock difference. */
const unheardMs = 23 * 3_600_000
const longestPauseMs = 3_600_000
/** How far the provider's clock may be behind. */
const clockMarginMs = 600_000
/** Polling interval for objects without change notifications. */
const pollSeconds = 300

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
  const plans = installation ? await plansOf(db, installation) : []
  await inTransaction(db, async (tx) => {
    // Locked before the installation, as when uninstalling: a subscription refers to its
    // connection.
    if (installation) await lockConnectionAgainstDeletion(tx, installation.connectionId)
    if (because === 'new-account') await forgetAccount(tx, installationId)
    if (because === 'works-again') await resumeSubscription(tx, installationId)
    // It may have been uninstalled since.
    const isThere = installation && (await lockInstallation(tx, installationId)).length > 0
    if (isThere && plans.length > 0) await subscribe(services, tx, installation, plans)
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
  await store.forgetEvents(tx, connectionId)
  await store.updateLink(tx, installationId, { status: 'failed' })
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
  await store.updateSubscription(tx, subscriptionId, { listenTime: new Date() })
  await enqueueDelivery(tx, { projectId, connectionId }, new Date())
  await resumeSweeps(tx, connectionId)
}

export const enqueueSetUp = (
  tx: Db,
  payload: { projectId: ProjectId; subscriptionId: SubscriptionId },
  runAt?: Date,
) =>
  enqueue(tx, 'set-up-subscription', payload, {
    key: `set-up-subscription:${payload.subscriptionId}`,
    // One at a time across all processes.
    queue: queueOf('subscription', payload.projectId, payload.subscriptionId),
    ...(runAt && { runAt }),
  })

async function subscribe(
  services: Services,
  tx: Db,
  installation: InstallationRow,
  plans: readonly SubscribePlan[],
): Promise<void> {
  const { projectId, integrationId, configId, id: installationId, connectionId } = installation
  const connection = (await findConnectionRow(tx, connectionId))!
  const subscribing = subscribingOf(services, connection.provider)
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
      objectName: objects[0]!.objectName,
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

const subscribingOf = ({ catalogue }: Services, provider: string): Subscribing | undefined =>
  findProvider(provider, { among: catalogue })?.connector?.subscribing

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

interface Member {
  link: store.LinkRow
  installation: InstallationRow
}

/** Sets up or maintains the subscription. The provider is called outside transactions. */
export async function setUpSubscription(
  services: Services,
  db: Db,
  { subscriptionId }: { subscriptionId: SubscriptionId },
): Promise<void> {
  const found = await store.findSubscription(db, subscriptionId)
  if (!found) return
  const members: Member[] = []
  for (const link of await store.findLinks(db, subscriptionId)) {
    const installation = await findInstallation(db, link.installationId)
    if (installation) members.push({ link, installation })
  }
  if (members.length === 0) return takeBack(services, db, found)

  const subscribing = subscribingOf(services, found.provider)!
  const isOwn = subscribing.delivery === 'push' && !subscribing.perApp
  const subscription = isOwn ? await withAddress(services, db, found) : found
  const attempt = subscription.attempts + 1
  let provider: OpenProvider | undefined
  try {
    const asked = members.map(({ link }) => link)
    const objects = await wantedOf(services, db, subscribing, { asked, attempt })
    provider = await openProvider(services, db, members[0]!.link.connectionId, {
      isBackground: true,
    })
    const { client } = provider
    const request = await requestOf(services, db, subscription, objects)
    const state = subscription.state
      ? await subscribing.maintain(client, { ...request, state: subscription.state })
      : await subscribing.setUp(client, request)
    const last = provider.lastCall()
    const call = last && logCall(last, attempt)
    await succeed(services, db, { subscription, members, subscribing, objects, state, call })
  } catch (error) {
    if (error instanceof Problem && error.kind === 'connection-not-found') {
      // A member was uninstalled with its connection: starts again with those that are left.
      const { projectId } = found
      return enqueueSetUp(db, { projectId, subscriptionId })
    }
    if (!(error instanceof ProviderError)) throw error
    const stopped = { error, call: callOf(error, provider), attempt }
    if (error.isOutage) {
      const what = 'subscribing stopped'
      await waitForProvider(services, db, { what, subscription, members, error, stopped })
    } else if (subscribing.delivery === 'pull' && error.failure === 'unsupported') {
      await poll(services, db, { subscription, members, stopped })
    } else await fail(services, db, { subscription, members, stopped })
  }
}

/**
 * Gives the subscription a new webhook URL for each set-up, so that the remains of an interrupted
 * one neither block the next nor are accepted.
 */
async function withAddress(
  { secrets }: Services,
  db: Db,
  subscription: store.SubscriptionRow,
): Promise<store.SubscriptionRow> {
  if (subscription.state) return subscription
  const { id, projectId } = subscription
  const address = {
    deliveryKey: randomBytes(24).toString('base64url'),
    secret: await secrets.seal(projectId, randomBytes(24).toString('hex')),
  }
  await store.updateSubscription(db, id, address)
  return { ...subscription, ...address }
}

async function requestOf(
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
      app: (await openApp(services, db, providerAppId))!,
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

async function succeed(
  services: Services,
  db: Db,
  {
    subscription,
    members,
    subscribing,
    objects,
    state: { wasInterrupted, secret, ...state },
    call,
  }: {
    subscription: store.SubscriptionRow
    members: readonly Member[]
    subscribing: Subscribing
    objects: SubscribedObject[]
    state: SubscriptionState
    /** The last call, for the log. */
    call: LogCall | undefined
  },
): Promise<void> {
  const { id, projectId, upkeepTime } = subscription
  const now = new Date()
  const isChanged = !isDeepStrictEqual(subscription.objects, objects)
  const soonest = state.maintainBefore ? Date.parse(state.maintainBefore) : Infinity
  const gap = lossOf(subscription, { isChanged, wasInterrupted, now })
  const sealed = secret === undefined ? undefined : await services.secrets.seal(projectId, secret)
  const nextTime = new Date(Math.min(+now + upkeepMs, Math.max(soonest, +now + 60_000)))
  await inTransaction(db, async (tx) => {
    await lockSettingUp(tx, members)
    await store.updateSubscription(tx, id, {
      state: JSON.stringify(state),
      ...(sealed && { secret: sealed }),
      objects: JSON.stringify(objects),
      delivery: subscribing.delivery,
      upkeepTime: now,
      attempts: 0,
      listenAttempts: 0,
      // The current listener knows only the previous state; another one starts with this one.
      runner: null,
      listenTime: now,
      trouble: null,
      troubleSince: null,
    })
    for (const member of members) {
      const warnings = (state.warnings ?? []).map((msg) => ({ msg }))
      await recordSetUpSuccess(services, tx, member, { warnings, call })
      if (subscription.delivery === 'poll') {
        await store.endRecurring(tx, member.link.connectionId)
      }
    }
    // An app's subscription is shared by all its customers: a line for each would be thousands.
    if (subscription.state && subscription.connectionId !== null && call) {
      const msg = `Checked the subscriptions; next check at ${nextTime.toISOString()}.`
      const running = members.map(({ link }) => link).filter(({ status }) => status === 'active')
      await logForMembers(tx, running, { severity: 'info', msg, call })
    }
    if (gap !== undefined && upkeepTime) {
      const since = new Date(+upkeepTime - clockMarginMs)
      await startSweeps(tx, { projectId, members, since, reason: gap })
    }
    await enqueueSetUp(tx, { projectId, subscriptionId: id }, nextTime)
  })
  const about = { subscriptionId: id, installations: members.length, next: nextTime }
  services.log.info(about, 'a subscription was checked')
}

/** Returns why events since the last maintenance may be missing. */
function lossOf(
  { upkeepTime, delivery }: store.SubscriptionRow,
  {
    isChanged,
    wasInterrupted,
    now,
  }: { isChanged: boolean; wasInterrupted: true | undefined; now: Date },
): string | undefined {
  if (!upkeepTime) return undefined
  if (wasInterrupted && !isChanged) {
    return 'The subscriptions had been changed at the provider.'
  }
  if (delivery === 'push' && +now - +upkeepTime > unheardMs) {
    return 'The server was unavailable for longer than the provider retries webhooks.'
  }
  return undefined
}

/** Locks installations before their dependent rows, as when uninstalling. */
const lockSettingUp = (tx: Db, members: readonly Member[]) =>
  lockInstallations(
    tx,
    members.flatMap(({ link }) => (link.status === 'active' ? [] : [link.installationId])),
  )

/** Records for one installation that its set-up has succeeded. */
async function recordSetUpSuccess(
  services: Services,
  tx: Db,
  { link, installation }: Member,
  {
    warnings,
    call,
  }: {
    warnings: readonly ({ msg: string } | ReturnType<typeof lineOf>)[]
    call?: LogCall | undefined
  },
): Promise<void> {
  if (link.status === 'active') return
  await store.updateLink(tx, link.installationId, {
    status: 'active',
    error: null,
    errorTime: null,
  })
  if (!link.operationId) return
  for (const line of warnings) await logForMembers(tx, [link], { severity: 'warning', ...line })
  await endSetUp(services, tx, { operationId: link.operationId, installation, call })
}

/** Ends the operation of a set-up and reports its failure. */
async function endSetUp(
  services: Services,
  tx: Db,
  {
    operationId,
    installation,
    error,
    call,
    inWords = (what) => ({ msg: `${what}.`, ...(error !== undefined && { error }) }),
  }: {
    operationId: NonNullable<store.LinkRow['operationId']>
    installation: InstallationRow
    error?: string
    /** The call that succeeded. */
    call?: LogCall | undefined
    /** Description of the failure in the log. */
    inWords?: (what: string) => ReturnType<typeof lineOf> | { msg: string; error?: string }
  },
): Promise<void> {
  const operation = await findOperation(tx, operationId)
  if (!operation) return
  const names = (operation.objectNames ?? []).join(', ')
  const status = error === undefined ? 'success' : 'failure'
  const result = error ?? `Subscribed to changes of ${names}.`
  await lockInstallation(tx, installation.id)
  if (!(await endOperation(tx, operation, { status, result: result.slice(0, 1000) }))) return
  const { projectId } = installation
  await logOperation(tx, {
    projectId,
    operationId,
    ...(error === undefined
      ? { severity: 'info', msg: result, call }
      : { severity: 'error', ...inWords(`Changes of ${names} cannot be subscribed to`) }),
  })
  await setLastOperationStatus(tx, [installation.id], status)
  if (error === undefined) return
  const connection = (await findConnectionRow(tx, installation.connectionId))!
  const { latest, installed } = await contentsOf(tx, installation)
  for (const objectName of operation.objectNames ?? [operation.objectName]) {
    await services.notifications.emit(tx, {
      projectId,
      type: 'subscribe.create.error',
      data: {
        ...toInstallationRef(installation, connection),
        ...toObjectRef(objectName, latest, installed),
        operationId,
        error,
      },
    })
  }
}

/** Retries while the provider is unavailable, without a limit. */
async function waitForProvider(
  services: Services,
  db: Db,
  {
    what,
    subscription: { id, projectId, attempts },
    members,
    error,
    stopped,
  }: {
    what: string
    subscription: store.SubscriptionRow
    members: readonly Member[]
    error: ProviderError
    stopped: Stopped
  },
): Promise<void> {
  const pauseMs = Math.max(
    error.retryAfterMs ?? 0,
    Math.min(1000 * 2 ** Math.min(attempts, 20), longestPauseMs),
  )
  const at = new Date(Date.now() + pauseMs)
  const next = `retrying at ${at.toISOString()}`
  warnOf(services, stopped, { what, next, subscriptionId: id })
  const pending = members.map(({ link }) => link).filter(({ status }) => status === 'pending')
  await inTransaction(db, async (tx) => {
    await store.updateSubscription(tx, id, { attempts: stopped.attempt })
    const line = lineOf(stopped, 'Subscribing stopped', next)
    await logForMembers(tx, pending, { severity: 'warning', ...line })
    await enqueueSetUp(tx, { projectId, subscriptionId: id }, at)
  })
}

/** Falls back to polling for objects that the provider does not announce but allows to be read. */
async function poll(
  services: Services,
  db: Db,
  {
    subscription: { id, projectId, delivery },
    members,
    stopped,
  }: { subscription: store.SubscriptionRow; members: readonly Member[]; stopped: Stopped },
): Promise<void> {
  const now = new Date()
  const next = `polling for them every ${pollSeconds / 60} minutes`
  warnOf(services, stopped, {
    what: 'the provider does not push changes',
    next,
    subscriptionId: id,
  })
  await inTransaction(db, async (tx) => {
    await lockSettingUp(tx, members)
    await store.updateSubscription(tx, id, {
      delivery: 'poll',
      state: null,
      upkeepTime: now,
      attempts: 0,
      runner: null,
    })
    const isNew = (member: Member) => delivery !== 'poll' || member.link.status !== 'active'
    await startSweeps(tx, {
      projectId,
      members: members.filter(isNew),
      // A change of the same moment may have a timestamp one second earlier.
      since: new Date(+now - 1_000),
      reason: 'The provider does not push its changes.',
      everySeconds: pollSeconds,
    })
    const warnings = [lineOf(stopped, 'The provider does not push changes', next)]
    for (const member of members) await recordSetUpSuccess(services, tx, member, { warnings })
    await enqueueSetUp(tx, { projectId, subscriptionId: id }, new Date(+now + upkeepMs))
  })
}

async function fail(
  services: Services,
  db: Db,
  {
    subscription: { id, projectId },
    members,
    stopped,
  }: { subscription: store.SubscriptionRow; members: readonly Member[]; stopped: Stopped },
): Promise<void> {
  const error = stopped.error.message
  // The cause may be fixed at the provider without any notification.
  const again = new Date(Date.now() + upkeepMs)
  const next = `retrying at ${again.toISOString()}`
  warnOf(services, stopped, { what: 'a subscription was refused', next, subscriptionId: id })
  // If only some members are new, the others keep their state.
  const isForNew = members.some(({ link }) => link.status !== 'active')
  const affected = members.filter(({ link }) => !isForNew || link.status !== 'active')
  await inTransaction(db, async (tx) => {
    await lockSettingUp(tx, affected)
    for (const { link, installation } of affected) {
      const { installationId, operationId, status } = link
      await store.updateLink(tx, installationId, {
        status: 'failed',
        error: error.slice(0, 1000),
        errorTime: link.errorTime ?? new Date(),
      })
      if (!operationId) continue
      const inWords = (what: string) => lineOf(stopped, what, next)
      if (status === 'pending') {
        await endSetUp(services, tx, { operationId, installation, error, inWords })
      } else if (status === 'active') {
        const line = inWords('The provider rejects the subscription')
        await logForMembers(tx, [link], { severity: 'error', ...line })
      }
    }
    await enqueueSetUp(tx, { projectId, subscriptionId: id }, again)
  })
}

/** Removes an unused subscription at the provider, with everything only it needed. */
async function takeBack(
  services: Services,
  db: Db,
  subscription: store.SubscriptionRow,
): Promise<void> {
  const { id, projectId, connectionId, provider, state, attempts } = subscription
  const subscribing = subscribingOf(services, provider)
  let opened: Awaited<ReturnType<typeof openFor>>
  try {
    const request = await requestOf(services, db, subscription, [])
    opened = await openFor(services, db, subscription)
    if (state && subscribing && opened) {
      await subscribing.tearDown(opened.client, { ...request, state })
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const stopped = { error, call: callOf(error, opened), attempt: attempts + 1 }
    if (error.isOutage && attempts < 20) {
      const what = 'unsubscribing stopped'
      return waitForProvider(services, db, { what, subscription, members: [], error, stopped })
    }
    warnOf(services, stopped, {
      what: 'the subscription could not be removed at the provider',
      next: 'not retrying',
      subscriptionId: id,
    })
  }
  await inTransaction(db, async (tx) => {
    const isGone = await store.deleteUnlinked(tx, id)
    if (!isGone) return enqueueSetUp(tx, { projectId, subscriptionId: id })
    if (connectionId) await deleteUnusedConnection(services, tx, connectionId)
  })
}

/** Opens the provider with its connection, or with the builder's app. */
async function openFor(
  services: Services,
  db: Db,
  { projectId, connectionId, provider }: store.SubscriptionRow,
): Promise<Pick<OpenProvider, 'client' | 'lastCall'> | undefined> {
  if (connectionId) return openProvider(services, db, connectionId, { isBackground: true })
  const entry = findProvider(provider, { among: services.catalogue })
  return entry && openAnonymously(services, { projectId, entry })
}
