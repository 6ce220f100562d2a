import { ProviderError, type ProviderEvent } from '@platform/connector'
import type { ConnectionId, InstallationId, ProjectId } from '@platform/contract'
import { findConnectionRow } from '@platform/connections/connections/connections'
import { openProvider, type OpenProvider } from '@platform/connections/provider/open-provider'
import { findCall } from '@platform/connections/provider/call/provider-call'
import { findInstallation } from '@platform/installations/installations/installations'
import type { Db } from '@platform/kernel/db/database'
import { isDatabaseAway } from '@platform/kernel/db/errors'
import { inTransaction } from '@platform/kernel/db/transaction'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { isFilteredPlan } from '@platform/installations/integrations/read-object'
import { getNow, getNowMs, getNth } from '@platform/kernel/values'
import {
  findPending,
  hasPendingOfOthers,
  setEventAside,
  setObjectsAside,
  type StoredEvent,
} from './event-store.ts'
import { findMissingDestinations, holdBack, sendsTo, type Undeliverable } from './hold-back.ts'
import { listLostFields } from '../sync/object/lost-fields.ts'
import type { SubscribePlan } from './set-up/plan-subscribe.ts'
import { listSubscribePlans } from './set-up/subscribe-plans.ts'
import {
  changesHeardBy,
  ObjectOutage,
  openChanges,
  type ChangeListener,
  type OpenChanges,
} from './read-changed-records.ts'
import { makeStoppedLine, logForMembers, warnStopped, type Stopped } from './stopped.ts'
import { deliverBatch, SentOnAlready } from './deliver-batch.ts'
import * as store from './store.ts'
import { enqueueDelivery, enqueueDeliveryAgain } from './take-in.ts'
import { rateRetriedFailure } from '@platform/installations/operations/logs'

/** Maximum number of events delivered per transaction. */
const eventsAtOnce = 200
/** Maximum number of rounds per job; then other jobs have their turn. */
const roundsAtOnce = 20
const turnMs = 10_000
const shortestPauseMs = 2_000
const maxPauseMs = 300_000
/**
 * After this number of unexpected failures a job ends and is retried: single events are not the
 * cause.
 */
const maxFailures = 12
const firstAsideMs = 60_000
const maxAsideMs = 86_400_000

/**
 * Delivers the changes of a connection's account in order of arrival. Records are read first,
 * outside the transaction, because events seldom contain the requested fields. One transaction then
 * stores the messages and removes the events, so nothing is lost or delivered twice after a crash.
 */
export async function deliverChanges(
  services: Services,
  db: Db,
  payload: { projectId: ProjectId; connectionId: ConnectionId },
): Promise<void> {
  const { connectionId } = payload
  const connection = await findConnectionRow(db, connectionId)
  if (!connection) return
  const listeners = await listListeners(db, connectionId)
  const missing = await findMissingDestinations(db, listeners)
  const working = listeners.filter((listener) => !sendsTo(listener, missing))
  const attempt = Math.max(0, ...listeners.map(({ link }) => link.attempts)) + 1
  let provider: OpenProvider | undefined
  try {
    let atOnce = eventsAtOnce
    let open: OpenChanges | undefined
    let failures = 0
    const until = getNowMs() + turnMs
    for (let round = 0; round < roundsAtOnce && getNowMs() < until; round++) {
      const pending = await findPending(db, connectionId, atOnce)
      if (pending.length === 0) return await recover(db, working)
      provider ??= await openProvider(services, db, connectionId, { isBackground: true })
      const undeliverable = findUndeliverable(provider, { pending, listeners, missing })
      if (undeliverable.length > 0) {
        await holdBack(db, { payload, undeliverable, listeners, missing })
        continue
      }
      open ??= await openChanges(provider, { listeners, attempt })
      const batch = { ...open, connection, pending, attempt }
      const isTaken = await deliverBatch(services, db, batch).catch(async (error: unknown) => {
        if (error instanceof ObjectOutage) {
          if (await setObjectAside(db, { payload, provider, listeners, pending, error }))
            return true
          throw error.cause
        }
        if (!isOfTheEvents(error) || ++failures > maxFailures) throw error
        if (pending.length > 1) return false
        await setAside(services, db, { payload, listeners, event: getNth(pending, 0), error })
        return true
      })
      atOnce = isTaken ? Math.min(eventsAtOnce, atOnce * 2) : Math.ceil(pending.length / 4)
    }
    await inTransaction(db, (tx) => enqueueDelivery(tx, payload, getNow()))
  } catch (error) {
    if (error instanceof SentOnAlready) return
    if (!(error instanceof ProviderError || error instanceof Problem)) throw error
    // A failure at the destination was not caused by a provider call.
    const call = error instanceof ProviderError ? findCall(error, provider) : undefined
    await wait(services, db, { payload, listeners, error, stopped: { error, call, attempt } })
  }
}

/** Returns the events that are heard by a plan with a missing destination. */
function findUndeliverable(
  { entry }: OpenProvider,
  {
    pending,
    listeners,
    missing,
  }: {
    pending: readonly { key: number; body: string | null }[]
    listeners: readonly ChangeListener[]
    missing: ReadonlySet<string>
  },
): Undeliverable[] {
  const subscribing = entry.connector?.subscribing
  if (missing.size === 0 || !subscribing) return []
  return pending.flatMap(({ key, body }) => {
    const event = JSON.parse(body!) as StoredEvent
    const heard = changesHeardBy(listeners, event, subscribing)
    const findIds = (isMissing: boolean) => {
      const found = heard.filter(({ plan }) => missing.has(plan.destination) === isMissing)
      return [...new Set(found.map(({ listener }) => listener.installation.id))]
    }
    const waiting = findIds(true)
    // An installation can hear a change by several plans, and receives it whole.
    const ready = findIds(false).filter((id) => !waiting.includes(id))
    return waiting.length > 0 ? [{ key, event, waiting, ready }] : []
  })
}

/**
 * Reports whether the failure was caused neither by the provider nor the destination nor the
 * database.
 */
function isOfTheEvents(error: unknown): error is Error {
  if (!(error instanceof Error) || isDatabaseAway(error)) return false
  if ([SentOnAlready, ProviderError, Problem].some((expected) => error instanceof expected)) {
    return false
  }
  // Serialization failures, a full disk or a stopping database affect other events as well.
  return !('code' in error && /^(?:40|5|XX)/.test(String(error.code)))
}

/** Sets an event aside whose own delivery fails: it is retried later and does not block others. */
async function setAside(
  { log }: Services,
  db: Db,
  {
    payload,
    listeners,
    event: { key, body, tries },
    error,
  }: {
    payload: { projectId: ProjectId; connectionId: ConnectionId }
    listeners: readonly ChangeListener[]
    event: { key: number; body: string | null; tries: number }
    error: Error
  },
): Promise<void> {
  const { connectionId } = payload
  const { objectName, recordId } = JSON.parse(body!) as ProviderEvent
  const pauseMs = Math.min(firstAsideMs * 2 ** tries, maxAsideMs)
  const retryTime = getNow(pauseMs)
  log.error({ err: error, ...payload, tries: tries + 1, retryTime }, 'a change was set aside')
  await inTransaction(db, async (tx) => {
    await setEventAside(tx, connectionId, {
      key,
      tries: Math.min(tries + 1, 1000),
      retryTime,
    })
    await enqueueDeliveryAgain(tx, payload, retryTime)
    const msg = `A change of ${objectName} (record ${recordId.slice(0, 100)}) could not be delivered; retrying at ${retryTime.toISOString()}.`
    const links = listeners.map(({ link }) => link)
    await logForMembers(tx, links, { severity: 'error', msg })
  })
}

/**
 * Sets the changes of an object aside whose records the provider does not return, so that those of
 * other objects are delivered. Returns false if no others wait: then the provider is waited for.
 */
async function setObjectAside(
  db: Db,
  {
    payload: { projectId, connectionId },
    provider,
    listeners,
    pending,
    error: { objectName },
  }: {
    payload: { projectId: ProjectId; connectionId: ConnectionId }
    provider: OpenProvider | undefined
    listeners: readonly ChangeListener[]
    pending: readonly { key: number; body: string | null }[]
    error: ObjectOutage
  },
): Promise<boolean> {
  const subscribing = provider?.entry.connector?.subscribing
  if (!subscribing) return false
  const needing = pending.flatMap(({ body }) => {
    const heard = changesHeardBy(listeners, JSON.parse(body!) as StoredEvent, subscribing)
    // The records at both ends of an association are read with it.
    const found = heard.find(
      ({ plan, event }) => plan.objectName === objectName || event.association,
    )
    return found ? [found.event.objectName] : []
  })
  const objectNames = [...new Set(needing)]
  if (objectNames.length === 0) return false
  return inTransaction(db, async (tx) => {
    if (!(await hasPendingOfOthers(tx, connectionId, objectNames))) return false
    const retryTime = getNow(firstAsideMs)
    await setObjectsAside(tx, connectionId, { objectNames, retryTime })
    await enqueueDeliveryAgain(tx, { projectId, connectionId }, retryTime)
    const msg = `The provider fails for ${objectName}: its changes are kept, and those of other objects delivered; retrying at ${retryTime.toISOString()}.`
    const links = listeners.map(({ link }) => link)
    await logForMembers(tx, links, { severity: 'warning', msg })
    return true
  })
}

async function listListeners(db: Db, connectionId: ConnectionId): Promise<ChangeListener[]> {
  const listeners: ChangeListener[] = []
  for (const link of await store.findLinksOfConnection(db, connectionId)) {
    const installation = await findInstallation(db, link.installationId)
    if (installation) {
      const plans = await listSubscribePlans(db, installation)
      const lostFields = await findFilteredLostFields(db, installation.id, plans)
      listeners.push({ link, installation, plans, lostFields })
    }
  }
  return listeners
}

/** Returns the lost fields of objects with a filter, whose conditions on them are not met. */
async function findFilteredLostFields(
  db: Db,
  installationId: InstallationId,
  plans: readonly SubscribePlan[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const lost = new Map<string, readonly string[]>()
  for (const { objectName, read } of plans) {
    if (!isFilteredPlan(read)) continue
    lost.set(objectName, await listLostFields(db, installationId, objectName))
  }
  return lost
}

/** Clears the error after events are delivered again. */
async function recover(db: Db, listeners: readonly ChangeListener[]): Promise<void> {
  for (const { link } of listeners) {
    const isOver = link.status === 'active' && link.errorTime !== null
    if (!isOver && link.attempts === 0) continue
    await store.updateLink(db, link.installationId, {
      attempts: 0,
      ...(isOver && { error: null, errorTime: null }),
    })
  }
}

/** Postpones delivery: for an unavailable provider, for credentials, or for a destination. */
async function wait(
  services: Services,
  db: Db,
  {
    payload,
    listeners,
    error,
    stopped,
  }: {
    payload: { projectId: ProjectId; connectionId: ConnectionId }
    listeners: readonly ChangeListener[]
    error: ProviderError | Problem
    stopped: Stopped
  },
): Promise<void> {
  const now = getNowMs()
  const since = Math.min(
    ...listeners.map(({ link }) => (link.errorTime ? link.errorTime.getTime() : now)),
    now,
  )
  const isPassing = error instanceof ProviderError && error.isOutage
  const pauseMs = isPassing
    ? Math.min(Math.max(now - since, shortestPauseMs), maxPauseMs)
    : maxPauseMs
  const askedMs = error instanceof ProviderError ? (error.retryAfterMs ?? 0) : 0
  const runAt = new Date(now + Math.max(pauseMs, askedMs))
  const next = `the changes are kept; retrying at ${runAt.toISOString()}`
  const { connectionId } = payload
  warnStopped(services, stopped, { what: 'delivering changes stopped', next, connectionId })
  await inTransaction(db, async (tx) => {
    for (const { link } of listeners) {
      const { errorTime } = link
      const message = error.message.slice(0, 1000)
      await store.updateLink(tx, link.installationId, {
        error: message,
        errorTime: errorTime ?? new Date(now),
        attempts: stopped.attempt,
      })
      if (errorTime !== null && stopped.attempt > 2) continue
      const line = makeStoppedLine(stopped, 'Delivering changes stopped', next)
      const severity = errorTime === null ? 'warning' : rateRetriedFailure(stopped.attempt)
      await logForMembers(tx, [link], { severity, ...line })
    }
    await enqueueDelivery(tx, payload, runAt)
  })
}
