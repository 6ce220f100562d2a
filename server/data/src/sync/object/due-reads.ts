import type { InstallationId, ProjectId } from '@platform/contract'
import type { Database, Db } from '@platform/kernel/db/database'
import { isDatabaseOutOfReach } from '@platform/kernel/db/errors'
import { inTransaction } from '@platform/kernel/db/transaction'
import {
  findInstallation,
  lockFreeInstallations,
} from '@platform/installations/installations/installations'
import type { Services } from '@platform/kernel/services'
import { getNow, repeatUntil, untilWokenMs } from '@platform/kernel/values'
import { findContents } from '@platform/installations/integrations/revision-content'
import { findConnector, needsDeletionChecks } from './deletion-checks.ts'
import { wakeReaders } from '../turns/store.ts'
import { changeObject, changeObjects, type ObjectChange } from './change-object.ts'
import { lockObject } from './hold-object.ts'
import { findReadPlan } from './plans.ts'
import { findNextScheduled, lockDueObjects, nextScheduled } from './store.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    /** Starts a due read. Only processes of the previous version enqueue it, one job per object. */
    'scheduled-read': { projectId: ProjectId; installationId: InstallationId; objectName: string }
  }
}

export interface DueObject {
  installationId: InstallationId
  objectName: string
}

/** Reads due later than this are left to the watch for due work. */
const soonMs = 5_000
/** Reads that become due within this time are started together. */
const gatherMs = 1_000
/** Maximum number of reads started at a time. */
const maxAtOnce = 500
/**
 * Maximum number of reads started in a transaction. A read of the same installation that ends with
 * records meanwhile waits for it.
 */
const maxInTransaction = 100
/** Pause after a full batch: its objects may all be locked by others. */
const betweenBatchesMs = 50
/** Delay before a read that could not be started is retried. */
const postponedMs = 5 * 60_000

export interface Schedule {
  stop(): Promise<void>
}

/**
 * Starts reads when they are due, by the `next_run_time` of their objects, in every process; a lock
 * on the object ensures that only one of them starts its read.
 */
export function startSchedule(services: Services, database: Database): Schedule {
  const logFailure = (error: unknown) =>
    services.log.warn({ err: error }, 'cannot start due reads; retrying')
  const stopping = new AbortController()
  const working = repeatUntil(stopping.signal, () =>
    startDueReads(services, database).catch((error: unknown) => {
      logFailure(error)
      return gatherMs
    }),
  )
  const unwatch = database.dueWork.add({
    name: 'schedules',
    dueTime: nextScheduled,
    wake: () => working.wake(),
    failed: logFailure,
  })
  return {
    async stop() {
      stopping.abort()
      unwatch()
      await working.ended
    },
  }
}

/** Starts the due reads of all tenants. Returns the time to wait before the next call. */
export async function startDueReads(services: Services, database: Database): Promise<number> {
  const next = await findNextScheduled(database.everything, maxAtOnce)
  const due = next.filter(({ dueInMs }) => dueInMs <= 0)
  for (const [projectId, objects] of Map.groupBy(due, (object) => object.projectId)) {
    for (let done = 0; done < objects.length; done += maxInTransaction) {
      const part = objects.slice(done, done + maxInTransaction)
      await startOrPostpone(services, database.tenant(projectId), part)
    }
  }
  const [first] = due
  if (first) await wakeReaders(database.tenant(first.projectId))
  if (due.length === maxAtOnce) return betweenBatchesMs
  const followingMs = next.find(({ dueInMs }) => dueInMs > 0)?.dueInMs ?? Infinity
  if (due.length === 0 && followingMs > soonMs) return untilWokenMs
  return Math.min(Math.max(followingMs, gatherMs), soonMs)
}

/** Starts due reads of a project, and postpones only those that cannot be started. */
async function startOrPostpone(
  services: Services,
  db: Db,
  due: readonly DueObject[],
): Promise<void> {
  try {
    // All readers are woken once, at the end.
    await startProjectReads(services, db, due, { mayWake: false })
  } catch (error) {
    if (isDatabaseOutOfReach(error)) throw error
    const [only, ...others] = due
    if (only && others.length === 0) return postpone(services, db, only, error)
    for (const object of due) await startOrPostpone(services, db, [object])
  }
}

/** Starts due reads of a project in one transaction, and schedules the next ones. */
export async function startProjectReads(
  services: Services,
  db: Db,
  due: readonly DueObject[],
  { mayWake = true }: { mayWake?: boolean } = {},
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ids = [...new Set(due.map(({ installationId }) => installationId))]
    const installations = new Map(
      (await lockFreeInstallations(tx, ids)).map((installation) => [installation.id, installation]),
    )
    const free = due.filter(({ installationId }) => installations.has(installationId))
    if (free.length === 0) return
    const changes: ObjectChange[] = []
    for (const object of await lockDueObjects(tx, free)) {
      const installation = installations.get(object.installationId)
      if (!installation) continue
      const plan = await findReadPlan(tx, installation, object.objectName)
      if (!plan) {
        changes.push({ installation, object, event: { type: 'switched-off' } })
        continue
      }
      const { latest } = await findContents(tx, installation)
      const connector = findConnector(services, latest.provider)
      const needsChecks = connector !== undefined && needsDeletionChecks(connector, plan)
      const event = { type: 'due', plan, needsDeletionChecks: needsChecks } as const
      changes.push({ installation, object, event })
    }
    if (changes.length > 0) await changeObjects(services, tx, changes, { mayWake })
  })
}

async function postpone(
  services: Services,
  db: Db,
  { installationId, objectName }: DueObject,
  because: unknown,
): Promise<void> {
  services.log.error(
    { err: because, installationId, objectName },
    'a due read could not be started; retrying in five minutes',
  )
  const installation = await findInstallation(db, installationId)
  if (!installation) return
  await inTransaction(db, async (tx) => {
    const object = await lockObject(tx, installationId, objectName)
    const until = getNow(postponedMs)
    if (object) await changeObject(services, tx, installation, object, { type: 'postponed', until })
  })
}
