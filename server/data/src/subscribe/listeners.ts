import {
  getNow,
  must,
  repeatUntil,
  sleep,
  type Repeating,
  untilWokenMs,
} from '@platform/kernel/values'
import { ProviderError, type EventBatch } from '@platform/connector'
import type { ConnectionId } from '@platform/contract'
import type { Database, Db } from '@platform/kernel/db/database'
import { isDatabaseOutOfReach, isDeadlock } from '@platform/kernel/db/errors'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { Processes } from '@platform/kernel/jobs/processes'
import { openProvider, type OpenProvider } from '@platform/connections/provider/open-provider'
import { findCall, type ProviderCall } from '@platform/connections/provider/call/provider-call'
import type { Services } from '@platform/kernel/services'
import { makeStoppedLine, logForMembers, warnStopped } from './stopped.ts'
import { findSubscribingWay, openProof } from './set-up/subscribe-request.ts'
import * as store from './store.ts'
import { startSweeps } from './sweep.ts'
import { leaveToSweeps } from './leave-to-sweeps.ts'
import { findEventRoom, isFull, takeInStorable } from './take-in.ts'
import { rateRetriedFailure } from '@platform/installations/operations/logs'

export interface Listeners {
  stop(): Promise<void>
}

/** Interval between claims, so that processes that start together share the subscriptions. */
const betweenClaimsMs = 3_000
/** Interval of the check for room, while many events wait to be delivered. */
const lookForRoomEveryMs = 3_000
/** Maximum number claimed at a time. */
const claimedAtOnce = 100
/** Maximum number of listeners per process. */
const maxAtOnce = 5_000
const shortestPauseMs = 5_000
const maxPauseMs = 300_000
/** Retry interval if someone has to fix the cause, unless the connection works again before. */
const refusedPauseMs = 600_000

/**
 * Listens to providers that are read by long polling or streaming, one listener per subscription
 * across all processes. If a process dies, another one continues after the last stored event.
 */
export async function startListeners(
  database: Database,
  processes: Processes,
  services: Services,
): Promise<Listeners> {
  const stopping = new AbortController()
  const open = new Set<Promise<void>>()
  const { log } = services

  /** Claims subscriptions without a listener; returns whether there may be more. */
  const claim = async (): Promise<boolean> => {
    const max = Math.min(claimedAtOnce, maxAtOnce - open.size)
    if (max <= 0) return false
    const runner = processes.key()
    const rows = await store.claimListening(database.everything, { runner, max })
    for (const row of rows) {
      const listening = listenTo(services, database.tenant(row.projectId), row, stopping.signal)
        .catch((error: unknown) => {
          log.error({ err: error, subscriptionId: row.id }, 'listening was interrupted')
          return releaseWhenBack(database.tenant(row.projectId), row, stopping.signal)
        })
        .catch((error: unknown) =>
          log.error({ err: error, subscriptionId: row.id }, 'a listener was not released'),
        )
      open.add(listening)
      void listening.then(() => open.delete(listening))
    }
    return rows.length === max
  }

  let working: Repeating | undefined
  processes.onEnded({
    async release(tx, ended) {
      await store.releaseRunnersListening(
        tx,
        ended.map(({ key }) => key),
      )
    },
    async releaseOrphans(db) {
      await store.releaseOrphans(db)
    },
    released: () => working?.wake(),
  })
  const logFailure = (error: unknown) =>
    log.warn({ err: error }, 'cannot list subscriptions to listen to; retrying')
  working = repeatUntil(stopping.signal, async () => {
    const mayBeMore = await claim().catch((error: unknown) => {
      logFailure(error)
      return true
    })
    return mayBeMore ? betweenClaimsMs : untilWokenMs
  })
  const unwatch = database.dueWork.add({
    name: 'subscriptions',
    dueTime: store.nextListening,
    wake: () => working?.wake(),
    failed: logFailure,
  })
  return {
    async stop() {
      stopping.abort()
      unwatch()
      await working?.ended
      await Promise.all(open)
    },
  }
}

const release = async (db: Db, row: store.SubscriptionRow, pauseMs = 0): Promise<void> => {
  await store.releaseListening(db, row, { listenTime: getNow(pauseMs) })
}

/** Releases what a process that goes on would otherwise keep, also after an outage of the database. */
async function releaseWhenBack(
  db: Db,
  row: store.SubscriptionRow,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      return await release(db, row, shortestPauseMs)
    } catch (error) {
      if (!isDatabaseOutOfReach(error) && !isDeadlock(error)) throw error
      await sleep(lookForRoomEveryMs, stopping)
    }
  }
}

/** Listens until stopped, or until another process takes over. */
async function listenTo(
  services: Services,
  db: Db,
  row: store.SubscriptionRow,
  stopping: AbortSignal,
): Promise<void> {
  const connectionId = must(row.connectionId, 'connection id')
  const ended = new AbortController()
  const signal = AbortSignal.any([stopping, ended.signal])
  let [listening, provider]: [store.SubscriptionRow, OpenProvider?] = [row]
  try {
    provider = await openProvider(services, db, connectionId, { isBackground: true })
    const subscribing = findSubscribingWay(services, row)
    if (subscribing?.delivery !== 'pull') return
    const batches = subscribing.listen(provider.client, {
      objects: row.objects,
      ...(await openProof(services, db, row)),
      state: must(row.state, 'state'),
      signal,
    })
    for await (const batch of batches) {
      if (!(await keep(db, row, batch))) return
      listening = { ...row, listenAttempts: 0, trouble: null, troubleSince: null }
      await roomFor(db, connectionId, signal)
    }
    await release(db, row)
  } catch (error) {
    if (stopping.aborted) return await release(db, row)
    if (!(error instanceof ProviderError)) throw error
    await handleListenFailure(services, db, listening, { error, call: findCall(error, provider) })
  } finally {
    ended.abort()
  }
}

/**
 * Stores events and the position in one commit; returns false if another process has taken over.
 */
async function keep(
  db: Db,
  row: store.SubscriptionRow,
  { events, gaps = [], state }: EventBatch,
): Promise<boolean> {
  const { projectId } = row
  const connectionId = must(row.connectionId, 'connection id')
  return inTransaction(db, async (tx) => {
    const last = events.at(-1)
    const eventTime = last && new Date(last.time)
    if (!(await store.advanceListener(tx, row, { state, eventTime }))) return false
    const { fullObjects } = await findEventRoom(tx, connectionId)
    const stored = await leaveToSweeps(tx, { projectId, connectionId }, { events, fullObjects })
    await takeInStorable(tx, { projectId, connectionId }, stored)
    const links = gaps.length > 0 ? await store.findLinks(tx, row.id) : []
    for (const { objectName, since, reason } of gaps) {
      const from = since ? new Date(since) : (row.upkeepTime ?? row.createTime)
      const members = links.map((link) => ({ link: store.pickObject(link, objectName) }))
      await startSweeps(tx, { projectId, members, since: from, reason })
    }
    return true
  })
}

/** Waits until stored events are delivered, if there are many. */
async function roomFor(db: Db, connectionId: ConnectionId, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await isFull(db, connectionId))) {
    await sleep(lookForRoomEveryMs, signal)
  }
}

/** Schedules the next attempt to listen and reports the failure once. */
async function handleListenFailure(
  services: Services,
  db: Db,
  row: store.SubscriptionRow,
  { error, call }: { error: ProviderError; call: ProviderCall | undefined },
): Promise<void> {
  const now = getNow()
  const since = row.troubleSince ?? now
  const pauseMs = error.isOutage
    ? Math.min(Math.max(+now - +since, shortestPauseMs, error.retryAfterMs ?? 0), maxPauseMs)
    : refusedPauseMs
  const listenTime = new Date(+now + pauseMs)
  const stopped = { error, call, attempt: row.listenAttempts + 1 }
  const next = `resuming at ${listenTime.toISOString()} after the last received change`
  warnStopped(services, stopped, {
    what: 'listening for changes stopped',
    next,
    subscriptionId: row.id,
  })
  await inTransaction(db, async (tx) => {
    const isOurs = await store.releaseListening(tx, row, {
      listenTime,
      listenAttempts: stopped.attempt,
      trouble: error.message.slice(0, 1000),
      troubleSince: since,
    })
    const isKnown = row.trouble === error.message.slice(0, 1000)
    if (!isOurs || (isKnown && stopped.attempt > 2)) return
    await logForMembers(tx, await store.findLinks(tx, row.id), {
      severity: rateRetriedFailure(stopped.attempt),
      ...makeStoppedLine(stopped, 'Listening for changes stopped', next),
    })
  })
}
