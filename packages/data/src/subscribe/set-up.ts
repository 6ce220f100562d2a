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
import type { SubscriptionId } from '@platform/kernel/db/tables/subscriptions'
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
import { openProviderApp } from '@platform/tenancy/projects/provider-apps'
import { openAnonymously, openProvider, type OpenProvider } from '@platform/connections/provider/open-provider'
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
    /** Brings a subscription about as its installations want it, looks after it, or takes it back. */
    'set-up-subscription': { projectId: ProjectId; subscriptionId: SubscriptionId }
  }
}

/** Maintenance interval of subscriptions, unless the provider requires a shorter one. */
export const upkeepMs = 6 * 3_600_000
/** A provider that comes to us gives up after a day; so much is left for its clock and ours. */
const unheardMs = 23 * 3_600_000
const longestPauseMs = 3_600_000
/** The provider's clock may be behind ours by so much. */
const clockMarginMs = 600_000
/** An object that is not announced is asked for so often. */
const pollSeconds = 300

/**
 * Has changes received by an installation follow its configuration: what differs is set up by an operation
 * of its own, what it no longer hears of is taken back.
 */
export async function applySubscriptions(
  services: Services,
  db: Db,
  { projectId, installationId, because }: Jobs['subscriptions-changed'],
): Promise<void> {
  const installation = await findInstallation(db, installationId)
  const plans = installation ? await plansOf(db, installation) : []
  await inTransaction(db, async (tx) => {
    // Before the installation, as an uninstallation locks them: a subscription refers to its connection.
    if (installation) await lockConnectionAgainstDeletion(tx, installation.connectionId)
    if (because === 'new-account') await forgetAccount(tx, installationId)
    if (because === 'works-again') await resumeSubscription(tx, installationId)
    // It may have been uninstalled since.
    const isThere = installation && (await lockInstallation(tx, installationId)).length > 0
    if (isThere && plans.length > 0) await subscribe(services, tx, installation, plans)
    else await store.deleteLink(tx, installationId)
    // Those that the installation has left, and what uninstalled ones have left behind.
    for (const { id: subscriptionId } of await store.findUnlinked(tx)) {
      await enqueueSetUp(tx, { projectId, subscriptionId })
    }
  })
}

/** Events and positions of the previous account do not apply to another one. */
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
    // Its webhooks go on coming until it ends them: they lead nowhere any more.
    deliveryKey: null,
    secret: null,
  })
}

/** What the credentials had stopped goes on at once, and not only when it is tried again anyway. */
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
    // One after the other, however many processes there are.
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

/** Brings the subscription about, or looks after it. The provider is asked outside of transactions. */
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
 * The subscription with an address of its own for webhooks: another one for each set-up, so that what
 * one that was cut short has left behind neither stands in the way of the next nor is heard.
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

/** What a connection's own webhooks are proved by. */
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

/** The builder's client, with what only the provider is to see. */
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
    /** What was asked last, for the log. */
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
      // Whoever listens knows only the state before: another begins with this one.
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
    // What is the app's is of all its customers: a line for each would be thousands.
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

/** Why events since the last upkeep may not have come. */
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

/** Locks installations before what belongs to them, as an uninstallation does. */
const lockSettingUp = (tx: Db, members: readonly Member[]) =>
  lockInstallations(
    tx,
    members.flatMap(({ link }) => (link.status === 'active' ? [] : [link.installationId])),
  )

/** Notes for one installation that its set-up has succeeded. */
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
    /** By which it succeeded. */
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
  await setLastOperationStatus(tx, installation.id, status)
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

/** The provider is away: it is tried again, however long that takes. */
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

/** The provider does not announce the objects, but lets them be read: changes are found that way. */
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
      // A change of the same moment may be stamped with the second before it.
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
  // Where only some are new, the others have what they had.
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

/** The provider as its connection sees it, or as the builder's app does. */
async function openFor(
  services: Services,
  db: Db,
  { projectId, connectionId, provider }: store.SubscriptionRow,
): Promise<Pick<OpenProvider, 'client' | 'lastCall'> | undefined> {
  if (connectionId) return openProvider(services, db, connectionId, { isBackground: true })
  const entry = findProvider(provider, { among: services.catalogue })
  return entry && openAnonymously(services, { projectId, entry })
}
