import {
  ProviderError,
  type ProviderEvent,
  type ReadPage,
  type RecordLocator,
} from '@platform/connector'
import type { ConnectionId, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { findInstallation } from '@platform/installations/installations/installations'
import { enqueue, makeQueueName } from '@platform/kernel/jobs/enqueue'
import { openProvider, type OpenProvider } from '@platform/connections/provider/open-provider'
import {
  findCall,
  logCall,
  type ProviderCall,
} from '@platform/connections/provider/call/provider-call'
import type { Services } from '@platform/kernel/services'
import { makeStoppedLine, logForMembers, warnStopped, type Stopped } from './stopped.ts'
import { foundByReading, type SubscribePlan } from './set-up/plan-subscribe.ts'
import { listSubscribePlans } from './set-up/subscribe-plans.ts'
import { getNow, isKept, must } from '@platform/kernel/values'
import { findHeard } from './event-store.ts'
import { findOverlapMs } from '../sync/recently-read.ts'
import * as store from './store.ts'
import * as sweeps from './sweep-store.ts'
import { findEventRoom, gapSentence, takeInStorable } from './take-in.ts'
import { rateRetriedFailure } from '@platform/installations/operations/logs'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    /** Finds changes of an object by reading it, if events are missing or not supported. */
    'sweep-changes': { projectId: ProjectId; connectionId: ConnectionId; objectName: string }
  }
}

/** Reason of sweeps for changes that a webhook announced without naming their records. */
const announcedByProvider = 'The provider announced changes.'

/** Maximum number of pages per job; then other jobs have their turn. */
const pagesAtOnce = 20
const maxPauseMs = 600_000
const lookForRoomEveryMs = 300_000
/** Age at which a recurring sweep reports a change; at most the shortest overlap. */
const settlingMs = 60_000

/** Times further ahead of the provider's clock are wrong, and no later sweep would find them settled. */
const maxAheadMs = 3_600_000

/**
 * Reports whether a recurring sweep reports a change at this time, by the provider's clock: a record may still
 * change within the newest timestamps.
 */
export const isSettled = (timeMs: number, providerNowMs: number): boolean =>
  timeMs < providerNowMs - settlingMs || timeMs > providerNowMs + maxAheadMs

const enqueueSweep = (
  tx: Db,
  payload: { projectId: ProjectId; connectionId: ConnectionId; objectName: string },
  runAt: Date = getNow(),
) => {
  const key = `sweep-changes:${payload.connectionId}:${payload.objectName}`
  const queue = makeQueueName('sweep', payload.projectId, key)
  return enqueue(tx, 'sweep-changes', payload, { key, queue, runAt })
}

/** Starts sweeps for changes of these installations' objects since this time. */
export async function startSweeps(
  tx: Db,
  {
    projectId,
    members,
    since,
    reason,
    everySeconds = null,
  }: {
    projectId: ProjectId
    members: readonly { link: store.LinkRow }[]
    since: Date
    reason: string
    /** Interval of the sweeps; once if unset. */
    everySeconds?: number | null
  },
): Promise<void> {
  for (const { link } of members) {
    for (const { objectName } of link.objects) {
      const { connectionId } = link
      await sweeps.putSweep(tx, {
        connectionId,
        objectName,
        projectId,
        since,
        reason,
        everySeconds,
      })
      await enqueueSweep(tx, { projectId, connectionId, objectName })
      if (everySeconds !== null) continue
      const msg = gapSentence({ objectName, since: since.toISOString(), reason })
      await logForMembers(tx, [link], { severity: 'warning', msg })
    }
  }
}

/** Starts sweeps of these objects, whose changes the provider announced without naming records. */
export async function startAnnouncedSweeps(
  tx: Db,
  sweep: { projectId: ProjectId; connectionId: ConnectionId; since: Date },
  objectNames: readonly string[],
): Promise<void> {
  const { projectId, connectionId } = sweep
  for (const objectName of objectNames) {
    await sweeps.putAnnounced(tx, { ...sweep, objectName, reason: announcedByProvider })
    await enqueueSweep(tx, { projectId, connectionId, objectName })
  }
}

/** Resumes sweeps immediately when the connection works again. */
export async function resumeSweeps(tx: Db, connectionId: ConnectionId): Promise<void> {
  for (const { projectId, objectName } of await sweeps.findSweeps(tx, connectionId)) {
    await enqueueSweep(tx, { projectId, connectionId, objectName })
  }
}

/**
 * Reads the changes of an object page by page, and stores those that no event has reported. Each
 * page commits with the position of the next one, so a crash skips nothing.
 */
export async function sweepChanges(
  services: Services,
  db: Db,
  payload: { projectId: ProjectId; connectionId: ConnectionId; objectName: string },
): Promise<void> {
  const { connectionId, objectName } = payload
  let sweep = await sweeps.findSweep(db, connectionId, objectName)
  if (!sweep) return
  const links = await store.findLinksOfConnection(db, connectionId)
  const plans = await plansFor(db, links, objectName)
  if (plans.length === 0) {
    await sweeps.deleteSweep(db, sweep)
    return
  }

  let provider: OpenProvider | undefined
  try {
    provider = await openProvider(services, db, connectionId, { isBackground: true })
    if (
      must(provider.entry.connector, 'connector').reportsModificationTimes?.(objectName) === false
    ) {
      return await leaveToReads(db, sweep, links)
    }
    const overlapMs = findLongestOverlapMs(provider, plans)
    for (let pages = 0; pages < pagesAtOnce; pages++) {
      const room = await findEventRoom(db, connectionId)
      if (room.isFull || room.fullObjects.has(objectName)) {
        await inTransaction(db, (tx) => enqueueSweep(tx, payload, getNow(lookForRoomEveryMs)))
        return
      }
      const page = await fetchPage(provider, { sweep, plans, overlapMs })
      const call = provider.lastCall()
      const next = await keepPage(db, { sweep, page, overlapMs, links, call })
      if (!next) return
      sweep = next
    }
    await inTransaction(db, (tx) => enqueueSweep(tx, payload))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const stopped = { error, call: findCall(error, provider), attempt: sweep.attempts + 1 }
    await handleSweepFailure(services, db, { sweep, links, error, stopped })
  }
}

async function plansFor(
  db: Db,
  links: readonly store.LinkRow[],
  objectName: string,
): Promise<SubscribePlan[]> {
  const plans: SubscribePlan[] = []
  for (const { installationId } of links) {
    const installation = await findInstallation(db, installationId)
    if (!installation) continue
    plans.push(
      ...(await listSubscribePlans(db, installation)).filter(
        (plan) => plan.objectName === objectName,
      ),
    )
  }
  return plans
}

/**
 * Leaves the changes to the object's next read, which compares records with a snapshot. A sweep
 * cannot determine which records changed and would deliver all of them.
 */
async function leaveToReads(
  db: Db,
  sweep: sweeps.SweepRow,
  links: readonly store.LinkRow[],
): Promise<void> {
  const { objectName } = sweep
  const msg = `The provider cannot list changed ${objectName}: the next read finds them.`
  await inTransaction(db, async (tx) => {
    await sweeps.deleteSweep(tx, sweep)
    await logForMembers(tx, links, { severity: 'warning', msg })
  })
}

/** Returns the longest overlap that an installation wants. */
const findLongestOverlapMs = ({ entry }: OpenProvider, plans: readonly SubscribePlan[]): number =>
  Math.max(...plans.map(({ read }) => findOverlapMs(must(entry.connector, 'connector'), read)))

async function fetchPage(
  { entry, client }: OpenProvider,
  {
    sweep: { objectName, since, cursor, everySeconds },
    plans,
    overlapMs,
  }: { sweep: sweeps.SweepRow; plans: readonly SubscribePlan[]; overlapMs: number },
): Promise<ReadPage> {
  const connector = must(entry.connector, 'connector')
  // A recurring sweep starts at the `asOf` of the previous one, which contains the overlap.
  const from = everySeconds === null ? new Date(+since - overlapMs) : since
  return connector.read(client, {
    objectName,
    fieldNames: [],
    since: from.toISOString(),
    overlapMs,
    cursor: cursor ?? undefined,
    ...(connector.readsDeletions && plans.some((plan) => plan.delete) && { includeDeleted: true }),
  })
}

/**
 * Stores the changes of a page. Returns undefined if it was the last one, or another process has
 * taken over.
 */
async function keepPage(
  db: Db,
  {
    sweep,
    page,
    overlapMs,
    links,
    call,
  }: {
    sweep: sweeps.SweepRow
    page: ReadPage
    overlapMs: number
    links: readonly store.LinkRow[]
    call: ProviderCall | undefined
  },
): Promise<sweeps.SweepRow | undefined> {
  const { projectId, connectionId, objectName, everySeconds } = sweep
  return inTransaction(db, async (tx) => {
    const asOf = sweep.asOf ?? (page.asOf ? new Date(page.asOf) : null)
    const changed = page.records
      .map(({ id, locator, updatedTime, deleted }) => ({
        id,
        locator,
        time: updatedTime ? new Date(updatedTime) : sweep.since,
        deleted,
      }))
      // Records with the newest timestamp may still change within it and are left to the next
      // sweep.
      .filter(
        ({ time }) => everySeconds === null || asOf === null || isSettled(+time, +asOf + overlapMs),
      )
    const heardOf = await findHeard(
      tx,
      connectionId,
      changed.filter(({ id }) => isKept(id)),
    )
    const missing = changed.filter(({ id }) => !heardOf.has(id))
    const fresh = await takeInStorable(
      tx,
      { projectId, connectionId },
      missing.map((record) => toEvent(objectName, record)),
    )
    const found = sweep.found + fresh
    if (page.incomplete !== undefined && isReported(sweep, asOf)) {
      const msg = `Changes of ${objectName} may have been missed: ${page.incomplete}`
      await logForMembers(tx, links, { severity: 'warning', msg })
    }
    if (page.next !== undefined) {
      const fields = { cursor: page.next, asOf, found, attempts: 0 }
      const isOurs = await sweeps.advanceSweep(tx, sweep, fields)
      if (!isOurs) throw new SweptAnew()
      return { ...sweep, ...fields }
    }
    if (everySeconds === null) {
      const ended = await sweeps.endSweep(tx, sweep, announcedByProvider)
      if (!ended) throw new SweptAnew()
      if (ended === 'again') await enqueueSweep(tx, { projectId, connectionId, objectName })
      if (sweep.reason === announcedByProvider) return undefined
      const msg = `Checked for missed changes of ${objectName}: found ${found}.`
      await logForMembers(tx, links, {
        severity: found > 0 ? 'warning' : 'info',
        msg,
        call: call && logCall(call, sweep.attempts + 1),
      })
      return undefined
    }
    const isOurs = await sweeps.advanceSweep(tx, sweep, {
      since: asOf ?? sweep.since,
      cursor: null,
      asOf: null,
      found: 0,
      attempts: 0,
    })
    if (!isOurs) throw new SweptAnew()
    const runAt = getNow(everySeconds * 1000)
    await enqueueSweep(tx, { projectId, connectionId, objectName }, runAt)
    return undefined
  }).catch((error: unknown) => {
    // The job of the restarted sweep continues.
    if (error instanceof SweptAnew) return undefined
    throw error
  })
}

/** Whether a look is reported that may have missed changes: those that are repeated are so once an hour. */
function isReported({ everySeconds, since }: sweeps.SweepRow, asOf: Date | null): boolean {
  const toHour = (time: Date) => Math.floor(time.getTime() / 3600_000)
  return everySeconds === null || asOf === null || toHour(since) !== toHour(asOf)
}

class SweptAnew extends Error {}

const toEvent = (
  objectName: string,
  {
    id,
    locator,
    time,
    deleted,
  }: {
    id: string
    locator: RecordLocator | undefined
    time: Date
    deleted: true | undefined
  },
): ProviderEvent => ({
  id: `${foundByReading} ${objectName} ${id} ${time.toISOString()}${deleted ? ' deleted' : ''}`,
  type: deleted ? 'delete' : 'update',
  objectName,
  recordId: id,
  ...(locator && { locator }),
  time: time.toISOString(),
  providerEventType: foundByReading,
  rawEvent: {},
})

/** Retries without a limit while the provider is unavailable or refuses. */
async function handleSweepFailure(
  services: Services,
  db: Db,
  {
    sweep,
    links,
    error,
    stopped,
  }: {
    sweep: sweeps.SweepRow
    links: readonly store.LinkRow[]
    error: ProviderError
    stopped: Stopped
  },
): Promise<void> {
  const { projectId, connectionId, objectName, attempts } = sweep
  const pauseMs = error.isOutage ? Math.min(1000 * 2 ** attempts, maxPauseMs) : maxPauseMs
  const runAt = getNow(Math.max(error.retryAfterMs ?? 0, pauseMs))
  const isLost = error.failure === 'cursor-gone'
  const next = `resuming ${isLost ? 'from the start ' : ''}at ${runAt.toISOString()}`
  const what = 'checking for missed changes stopped'
  warnStopped(services, stopped, { what, next, connectionId, objectName })
  await inTransaction(db, async (tx) => {
    const isOurs = await sweeps.advanceSweep(tx, sweep, {
      attempts: Math.min(attempts + 1, 20),
      ...(isLost && { cursor: null, asOf: null }),
    })
    if (!isOurs) return
    if (attempts < 2) {
      const line = makeStoppedLine(
        stopped,
        `Checking for missed changes of ${objectName} stopped`,
        next,
      )
      const severity = rateRetriedFailure(attempts + 1)
      await logForMembers(tx, links, { severity, ...line })
    }
    await enqueueSweep(tx, { projectId, connectionId, objectName }, runAt)
  })
}
