import { isDeepStrictEqual } from 'node:util'
import {
  ProviderError,
  type SubscribedObject,
  type Subscribing,
  type SubscriptionState,
} from '@platform/connector'
import { findProvider } from '@platform/connectors'
import type { LogCall } from '@platform/contract'
import {
  openAnonymously,
  openProvider,
  type OpenProvider,
} from '@platform/connections/provider/open-provider'
import { findCall, logCall } from '@platform/connections/provider/call/provider-call'
import { findInstallation } from '@platform/installations/installations/installations'
import { deleteUnusedConnection } from '@platform/installations/installations/uninstall'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { describeWanted } from './describe-wanted.ts'
import { lockSettingUp, recordSetUpSuccess, type SubscriptionMember } from './end-set-up.ts'
import { enqueueSetUp, upkeepMs } from './enqueue-set-up.ts'
import { failSetUp, pollInstead, waitForProvider } from './failed-set-up.ts'
import { proveAccounts } from './prove-accounts.ts'
import { logForMembers, warnStopped } from '../stopped.ts'
import * as store from '../store.ts'
import { makeSubscribeRequest, findSubscribingWay, withOwnAddress } from './subscribe-request.ts'
import { endRecurringSweeps } from '../sweep-store.ts'
import { startSweeps } from '../sweep.ts'
import type { SubscriptionId } from '../tables.ts'
import { getNow, must, storableJson } from '@platform/kernel/values'

/** Interval of checks while a member must be asked again. */
const soonMs = 60_000
/** A provider gives up delivering after a day; reduced by the possible clock difference. */
const unheardMs = 23 * 3_600_000
/** How far the provider's clock may be behind. */
const clockMarginMs = 600_000

/** Sets up or maintains the subscription. The provider is called outside transactions. */
export async function setUpSubscription(
  services: Services,
  db: Db,
  { subscriptionId }: { subscriptionId: SubscriptionId },
): Promise<void> {
  const found = await store.findSubscription(db, subscriptionId)
  if (!found) return
  const members: SubscriptionMember[] = []
  for (const link of await store.findLinks(db, subscriptionId)) {
    const installation = await findInstallation(db, link.installationId)
    if (installation) members.push({ link, installation })
  }
  if (members.length === 0) return takeBack(services, db, found)

  const subscribing = findSubscribingWay(services, found)!
  const isOwn = subscribing.delivery === 'push' && !subscribing.perApp
  const subscription = isOwn ? await withOwnAddress(services, db, found) : found
  const attempt = subscription.attempts + 1
  const ofApp = subscribing.delivery === 'push' ? subscribing.ofApp : undefined
  let provider: Pick<OpenProvider, 'client' | 'lastCall'> | undefined
  let covered: readonly SubscriptionMember[] = members
  try {
    const wanted = await describeWanted(services, db, { subscription, subscribing, members })
    ;({ covered } = wanted)
    if (covered.length === 0) {
      return await enqueueSetUp(db, toPayload(found), getNow(wanted.isComplete ? upkeepMs : soonMs))
    }
    // An app's subscription is nobody's connection, so that no state of one concerns the others.
    provider = must(await openFor(services, db, subscription), `provider ${found.provider}`)
    const { client } = provider
    const request = await makeSubscribeRequest(services, db, subscription, wanted.objects)
    const state = subscription.state
      ? await subscribing.maintain(client, { ...request, state: subscription.state })
      : await subscribing.setUp(client, request)
    const last = provider.lastCall()
    const call = last && logCall(last, attempt)
    const { proved, isComplete } = ofApp
      ? await proveAccounts(services, db, { subscription, members: covered, ofApp })
      : { proved: covered, isComplete: wanted.isComplete }
    const done = { subscription, members: proved, isComplete }
    await succeed(services, db, { ...done, subscribing, objects: wanted.objects, state, call })
  } catch (error) {
    // A member was uninstalled with its connection: starts again with those that are left.
    if (isConnectionGone(error)) return enqueueSetUp(db, toPayload(found))
    if (!(error instanceof ProviderError)) throw error
    const stopped = { error, call: findCall(error, provider), attempt }
    const about = { subscription, members: covered, stopped }
    if (error.isOutage) {
      await waitForProvider(services, db, { ...about, what: 'subscribing stopped', error })
    } else if (subscribing.delivery === 'pull' && error.failure === 'unsupported') {
      await pollInstead(services, db, about)
    } else await failSetUp(services, db, about)
  }
}

const toPayload = ({ projectId, id }: store.SubscriptionRow) => ({ projectId, subscriptionId: id })

const isConnectionGone = (error: unknown) =>
  error instanceof Problem && error.kind === 'connection-not-found'

async function succeed(
  services: Services,
  db: Db,
  {
    subscription,
    members,
    isComplete,
    subscribing,
    objects,
    state: { wasInterrupted, secret, ...state },
    call,
  }: {
    subscription: store.SubscriptionRow
    members: readonly SubscriptionMember[]
    /** Whether no member must be tried again soon. */
    isComplete: boolean
    subscribing: Subscribing
    objects: SubscribedObject[]
    state: SubscriptionState
    /** The last call, for the log. */
    call: LogCall | undefined
  },
): Promise<void> {
  const { id, projectId, upkeepTime } = subscription
  const now = getNow()
  const isChanged = !isDeepStrictEqual(subscription.objects, objects)
  const soonest = state.maintainBefore ? Date.parse(state.maintainBefore) : Infinity
  const gap = describeLoss(subscription, { isChanged, wasInterrupted, now })
  const sealed = secret === undefined ? undefined : await services.secrets.seal(projectId, secret)
  const latest = isComplete ? Math.min(+now + upkeepMs, soonest) : 0
  const nextTime = new Date(Math.max(latest, +now + soonMs))
  await inTransaction(db, async (tx) => {
    await lockSettingUp(tx, members)
    await store.updateSubscription(tx, id, {
      state: storableJson(state),
      ...(sealed && { secret: sealed }),
      objects: storableJson(objects),
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
        await endRecurringSweeps(tx, member.link.connectionId)
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
function describeLoss(
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

/** Removes an unused subscription at the provider, with everything only it needed. */
async function takeBack(services: Services, db: Db, found: store.SubscriptionRow): Promise<void> {
  const { id, projectId, connectionId, state } = found
  // Failed attempts to set it up leave it as many to be removed as others.
  const isFirst = found.objects.length > 0
  if (isFirst) await store.updateSubscription(db, id, { objects: '[]', attempts: 0 })
  const subscription = isFirst ? { ...found, objects: [], attempts: 0 } : found
  const { attempts } = subscription
  const subscribing = findSubscribingWay(services, subscription)
  let opened: Awaited<ReturnType<typeof openFor>>
  try {
    const request = await makeSubscribeRequest(services, db, subscription, [])
    opened = await openFor(services, db, subscription)
    if (state && subscribing && opened) {
      await subscribing.tearDown(opened.client, { ...request, state })
    }
  } catch (error) {
    // The connection was deleted meanwhile: starts again with what is left.
    if (isConnectionGone(error)) return enqueueSetUp(db, { projectId, subscriptionId: id })
    if (!(error instanceof ProviderError)) throw error
    const stopped = { error, call: findCall(error, opened), attempt: attempts + 1 }
    if (error.isOutage && attempts < 20) {
      const what = 'unsubscribing stopped'
      return waitForProvider(services, db, { what, subscription, members: [], error, stopped })
    }
    warnStopped(services, stopped, {
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
