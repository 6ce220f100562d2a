import { ProviderError, type ProviderEvent, type ReadPage } from '@platform/connector'
import type { ConnectionId, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { findInstallation } from '@platform/installations/installations/installations'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import { queueOf } from '@platform/kernel/jobs/lines'
import { openProvider, type OpenProvider } from '@platform/connections/provider/open-provider'
import { callOf, logCall, type ProviderCall } from '@platform/connections/provider/provider-call'
import type { Services } from '@platform/kernel/services'
import { lineOf, logForMembers, warnOf, type Stopped } from './stopped.ts'
import { foundByReading, type SubscribePlan } from './plan-subscribe.ts'
import { plansOf } from './plans-of.ts'
import { isKept } from '@platform/kernel/values/is-kept'
import * as store from './store.ts'
import { gapSentence, takeInStorable } from './take-in.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    /** Looks for changes of an object by reading: events of them are missing, or there are none. */
    'sweep-changes': { projectId: ProjectId; connectionId: ConnectionId; objectName: string }
  }
}

/** A job reads so many pages; then others have their turn. */
const pagesAtOnce = 20
const longestPauseMs = 600_000

const enqueueSweep = (
  tx: Db,
  payload: { projectId: ProjectId; connectionId: ConnectionId; objectName: string },
  runAt: Date = new Date(),
) => {
  const key = `sweep-changes:${payload.connectionId}:${payload.objectName}`
  const queue = queueOf('sweep', payload.projectId, key)
  return enqueue(tx, 'sweep-changes', payload, { key, queue, runAt })
}

/** Has what changed of these installations' objects since this time found by reading. */
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
    /** How often it is done again; once without it. */
    everySeconds?: number | null
  },
): Promise<void> {
  for (const { link } of members) {
    for (const { objectName } of link.objects) {
      const { connectionId } = link
      await store.putSweep(tx, { connectionId, objectName, projectId, since, reason, everySeconds })
      await enqueueSweep(tx, { projectId, connectionId, objectName })
      if (everySeconds !== null) continue
      const msg = gapSentence({ objectName, since: since.toISOString(), reason })
      await logForMembers(tx, [link], { severity: 'warning', msg })
    }
  }
}

/** The connection works again: what waits for it need not wait for its time. */
export async function resumeSweeps(tx: Db, connectionId: ConnectionId): Promise<void> {
  for (const { projectId, objectName } of await store.findSweeps(tx, connectionId)) {
    await enqueueSweep(tx, { projectId, connectionId, objectName })
  }
}

/**
 * Reads what changed of an object, page by page, and keeps it as events of which none is known yet.
 * Each page commits with the place where the next one begins, so that a crash skips nothing.
 */
export async function sweepChanges(
  services: Services,
  db: Db,
  payload: { projectId: ProjectId; connectionId: ConnectionId; objectName: string },
): Promise<void> {
  const { connectionId, objectName } = payload
  let sweep = await store.findSweep(db, connectionId, objectName)
  if (!sweep) return
  const links = await store.findLinksOfConnection(db, connectionId)
  const plans = await plansFor(db, links, objectName)
  if (plans.length === 0) {
    await store.deleteSweep(db, sweep)
    return
  }

  let provider: OpenProvider | undefined
  try {
    provider = await openProvider(services, db, connectionId, { isBackground: true })
    if (provider.entry.connector!.reportsModificationTimes?.(objectName) === false) {
      return await leaveToReads(db, sweep, links)
    }
    for (let pages = 0; pages < pagesAtOnce; pages++) {
      const page = await fetchPage(provider, sweep, plans)
      const next = await keepPage(db, { sweep, page, links, call: provider.lastCall() })
      if (!next) return
      sweep = next
    }
    await inTransaction(db, (tx) => enqueueSweep(tx, payload))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const stopped = { error, call: callOf(error, provider), attempt: sweep.attempts + 1 }
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
      ...(await plansOf(db, installation)).filter((plan) => plan.objectName === objectName),
    )
  }
  return plans
}

/**
 * Reading does not show which records of the object have changed: all of them would be delivered as changes.
 * Its next read compares each with what it was, and finds what is missing.
 */
async function leaveToReads(
  db: Db,
  sweep: store.SweepRow,
  links: readonly store.LinkRow[],
): Promise<void> {
  const { objectName } = sweep
  const msg = `The provider cannot list changed ${objectName}: the next read finds them.`
  await inTransaction(db, async (tx) => {
    await store.deleteSweep(tx, sweep)
    await logForMembers(tx, links, { severity: 'warning', msg })
  })
}

async function fetchPage(
  { entry, client }: OpenProvider,
  { objectName, since, cursor }: store.SweepRow,
  plans: readonly SubscribePlan[],
): Promise<ReadPage> {
  const connector = entry.connector!
  return connector.read(client, {
    objectName,
    fieldNames: [],
    since: since.toISOString(),
    cursor: cursor ?? undefined,
    ...(connector.readsDeletions && plans.some((plan) => plan.delete) && { includeDeleted: true }),
  })
}

/** Keeps what a page has found. Undefined when it was the last one, or another has it. */
async function keepPage(
  db: Db,
  {
    sweep,
    page,
    links,
    call,
  }: {
    sweep: store.SweepRow
    page: ReadPage
    links: readonly store.LinkRow[]
    call: ProviderCall | undefined
  },
): Promise<store.SweepRow | undefined> {
  const { projectId, connectionId, objectName, everySeconds } = sweep
  return inTransaction(db, async (tx) => {
    const asOf = sweep.asOf ?? (page.asOf ? new Date(page.asOf) : null)
    const changed = page.records
      .map(({ id, updatedTime, deleted }) => ({
        id,
        time: updatedTime ? new Date(updatedTime) : sweep.since,
        deleted,
      }))
      // What may yet change within the same stamp is left to the next time, which meets it again.
      .filter(({ time }) => everySeconds === null || asOf === null || time < asOf)
    const heardOf = await store.findHeardOf(
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
    if (page.next !== undefined) {
      const fields = { cursor: page.next, asOf, found, attempts: 0 }
      const isOurs = await store.advanceSweep(tx, sweep, fields)
      if (!isOurs) throw new SweptAnew()
      return { ...sweep, ...fields }
    }
    if (everySeconds === null) {
      await store.deleteSweep(tx, sweep)
      const msg = `Checked for missed changes of ${objectName}: found ${found}.`
      await logForMembers(tx, links, {
        severity: found > 0 ? 'warning' : 'info',
        msg,
        call: call && logCall(call, sweep.attempts + 1),
      })
      return undefined
    }
    const isOurs = await store.advanceSweep(tx, sweep, {
      since: asOf ?? sweep.since,
      cursor: null,
      asOf: null,
      found: 0,
      attempts: 0,
    })
    if (!isOurs) throw new SweptAnew()
    const runAt = new Date(Date.now() + everySeconds * 1000)
    await enqueueSweep(tx, { projectId, connectionId, objectName }, runAt)
    return undefined
  }).catch((error: unknown) => {
    // The job that began anew goes on.
    if (error instanceof SweptAnew) return undefined
    throw error
  })
}

class SweptAnew extends Error {}

const toEvent = (
  objectName: string,
  { id, time, deleted }: { id: string; time: Date; deleted: true | undefined },
): ProviderEvent => ({
  id: `${foundByReading} ${objectName} ${id} ${time.toISOString()}${deleted ? ' deleted' : ''}`,
  type: deleted ? 'delete' : 'update',
  objectName,
  recordId: id,
  time: time.toISOString(),
  providerEventType: foundByReading,
  rawEvent: {},
})

/** However long the provider is away, or refuses, it is tried again. */
async function handleSweepFailure(
  services: Services,
  db: Db,
  {
    sweep,
    links,
    error,
    stopped,
  }: {
    sweep: store.SweepRow
    links: readonly store.LinkRow[]
    error: ProviderError
    stopped: Stopped
  },
): Promise<void> {
  const { projectId, connectionId, objectName, attempts } = sweep
  const pauseMs = error.isOutage ? Math.min(1000 * 2 ** attempts, longestPauseMs) : longestPauseMs
  const runAt = new Date(Date.now() + Math.max(error.retryAfterMs ?? 0, pauseMs))
  const isLost = error.failure === 'cursor-gone'
  const next = `resuming ${isLost ? 'from the start ' : ''}at ${runAt.toISOString()}`
  const what = 'checking for missed changes stopped'
  warnOf(services, stopped, { what, next, connectionId, objectName })
  await inTransaction(db, async (tx) => {
    const isOurs = await store.advanceSweep(tx, sweep, {
      attempts: Math.min(attempts + 1, 20),
      ...(isLost && { cursor: null, asOf: null }),
    })
    if (!isOurs) return
    if (attempts === 0) {
      const line = lineOf(stopped, `Checking for missed changes of ${objectName} stopped`, next)
      await logForMembers(tx, links, { severity: 'warning', ...line })
    }
    await enqueueSweep(tx, { projectId, connectionId, objectName }, runAt)
  })
}
