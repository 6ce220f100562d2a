import { mustBeWithin, type TenantLimits } from '@platform/kernel/access'
import { type Repeating, getNow, repeatUntil } from '@platform/kernel/values'
import type { Id, MessageType, ProjectId, Replay, ReplayFilter } from '@platform/contract'
import type { Selectable } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import type { Tables } from '@platform/kernel/db/tables'
import { inTransaction } from '@platform/kernel/db/transaction'
import { Problem } from '@platform/kernel/problems/problem'
import * as replayStore from './replay-store.ts'
import * as store from './store.ts'
import { requireDestination } from '../set-up/destinations.ts'
import type { Routing } from '../set-up/routing.ts'
import { notifyQueued, notifyReplay } from '../set-up/store.ts'

export interface ReplayRequest {
  projectId: ProjectId
  destinationId?: string | undefined
  eventTypes?: MessageType[] | undefined
  status?: ReplayFilter['status'] | undefined
  from?: string | undefined
  to?: string | undefined
  perSecond?: number | undefined
  dryRun?: boolean | undefined
}

const defaultPerSecond = 100

/** Counting stops here while a caller waits; the total of a replay is counted while it runs. */
const maxCounted = 10_000

/** Sends all matching deliveries again, at a limited rate. A dry run only counts them. */
export async function replayDeliveries(
  { tenantLimits }: { tenantLimits: TenantLimits },
  db: Db,
  { projectId, destinationId, perSecond = defaultPerSecond, dryRun, ...wanted }: ReplayRequest,
): Promise<{ count: number; hasMore: boolean; replay?: Replay }> {
  const destination = destinationId ? await requireDestination(db, destinationId) : undefined
  const filter: ReplayFilter = {
    status: wanted.status ?? 'failed',
    ...(destination && { destinationId: destination.id }),
    ...(wanted.eventTypes && { eventTypes: wanted.eventTypes }),
    ...(wanted.from && { from: wanted.from }),
    // Excludes later events, so that the replay ends.
    to: earlier(wanted.to, getNow()),
  }
  const found = await replayStore.countReplayable(db, projectId, filter, {
    atMost: maxCounted + 1,
  })
  const counted = { count: Math.min(found, maxCounted), hasMore: found > maxCounted }
  if (dryRun) return counted
  const replay = await inTransaction(db, async (tx) => {
    await notifyReplay(tx)
    const row = await replayStore.insertReplay(tx, {
      id: newId('rpl'),
      projectId,
      filter,
      total: counted.hasMore ? null : counted.count,
      perSecond,
    })
    await mustBeWithin(tx, tenantLimits, {
      what: 'replays',
      tenant: projectId,
      count: () => replayStore.countRunningReplays(tx, projectId),
    })
    return row
  })
  return { ...counted, replay: toReplay(replay) }
}

export async function getReplay(db: Db, replayId: Id<'rpl'>): Promise<Replay> {
  const row = await replayStore.findReplay(db, replayId)
  if (!row) throw new Problem('replay-not-found', { detail: `No replay has the ID ${replayId}.` })
  return toReplay(row)
}

/** Stops a replay; deliveries already queued are still sent. */
export async function cancelReplay(db: Db, replayId: Id<'rpl'>): Promise<Replay> {
  await replayStore.cancelReplay(db, replayId)
  return getReplay(db, replayId)
}

/**
 * Queues the replay's next share, restricted to its project. Does nothing while another process
 * does it.
 */
const continueReplay = (database: Database, { id, projectId }: replayStore.RunningReplay) =>
  inTransaction(database.tenant(projectId), async (tx) => {
    const replay = await replayStore.lockRunningReplay(tx, id)
    if (!replay) return
    const keys = await replayStore.findReplayable(
      tx,
      projectId,
      replay.filter,
      replay.cursor ?? undefined,
      replay.perSecond,
    )
    const replayed = keys.length > 0 ? await store.requeueMany(tx, keys) : 0
    await replayStore.advanceReplay(tx, replay.id, {
      replayed,
      cursor: keys.at(-1),
      isDone: keys.length < replay.perSecond,
    })
    if (replayed > 0) await notifyQueued(tx)
  })

/**
 * Counts the deliveries already queued and those still to come, as of one moment. Does nothing
 * while another process counts, or shortly after a failure.
 */
async function countChosen(
  database: Database,
  { id, projectId }: replayStore.RunningReplay,
): Promise<void> {
  const db = database.tenant(projectId)
  if (!(await replayStore.claimCounting(db, id))) return
  const count = async (tx: Db) => {
    const replay = await replayStore.findReplay(tx, id)
    if (!replay) return undefined
    const after = replay.cursor ?? undefined
    return (
      replay.replayed + (await replayStore.countReplayable(tx, projectId, replay.filter, { after }))
    )
  }
  const total = await inTransaction(db, count, { isolationLevel: 'repeatable read' })
  if (total !== undefined) await replayStore.storeReplayTotal(db, id, total)
}

const earlier = (time: string | undefined, now: Date) =>
  time !== undefined && Date.parse(time) < now.getTime() ? time : now.toISOString()

const roundMs = 1_000
/** Polling interval for replays that were not announced. */
const lookEveryMs = 30_000

/** Continues running replays, one share of each per second, until stopped. */
export async function startReplays({
  database,
  routing,
  log,
}: {
  database: Database
  routing: Routing
  log: Logger
}): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  let working: Repeating | undefined
  await routing.on('replay', () => working?.wake())

  const carryOn = (replay: replayStore.RunningReplay) =>
    continueReplay(database, replay).catch((error: unknown) =>
      log.warn({ err: error, replayId: replay.id }, 'cannot continue a replay; retrying'),
    )
  /** By project: its replays take turns and do not wait for those of others. */
  const underWay = new Map<ProjectId, Promise<void>>()
  const carryOnAll = async (replays: replayStore.RunningReplay[]) => {
    for (const replay of replays) {
      if (stopping.signal.aborted) return
      await carryOn(replay)
    }
  }

  /**
   * Counting many deliveries is slow: replays do not wait for it, and a process counts one at a
   * time.
   */
  let counting: Promise<void> | undefined
  const countOne = (replay: replayStore.RunningReplay) =>
    countChosen(database, replay)
      .catch((error: unknown) =>
        log.warn(
          { err: error, replayId: replay.id },
          'cannot count the events of a replay; the replay continues',
        ),
      )
      .finally(() => (counting = undefined))

  /** Queues the next second's share of each running replay. Returns whether there was any. */
  const continueAll = async () => {
    const running = await replayStore.findRunningReplays(database.everything)
    for (const [projectId, replays] of Map.groupBy(running, (replay) => replay.projectId)) {
      if (underWay.has(projectId)) continue
      const ended = carryOnAll(replays).finally(() => underWay.delete(projectId))
      underWay.set(projectId, ended)
    }
    const uncounted = running.find(({ isToCount }) => isToCount)
    if (uncounted) counting ??= countOne(uncounted)
    return running.length > 0
  }

  working = repeatUntil(stopping.signal, async () => {
    const isRunning = await continueAll().catch((error: unknown) => {
      log.warn({ err: error }, 'cannot look for replays; retrying')
      return true
    })
    return isRunning || underWay.size > 0 ? roundMs : lookEveryMs
  })
  return {
    async stop() {
      stopping.abort()
      await working?.ended
      await Promise.all([...underWay.values(), counting])
    },
  }
}

export const toReplay = (row: Selectable<Tables['replays']>): Replay => ({
  id: row.id,
  projectId: row.projectId,
  status: row.status,
  filter: row.filter,
  ...(row.total !== null && { total: row.total }),
  replayed: row.replayed,
  perSecond: row.perSecond,
  createTime: row.createTime.toISOString(),
  ...(row.updateTime && { updateTime: row.updateTime.toISOString() }),
})
