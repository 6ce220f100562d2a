import type { PauseCause, LogCall } from '@platform/contract'
import { findConnectionRow } from '@platform/connections/connections/connections'
import { inTransaction } from '@platform/kernel/db/transaction'
import { toInstallationRef } from '@platform/installations/installations/installation-record'
import {
  setLastOperationStatus,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import type { Db } from '@platform/kernel/db/database'
import { toObjectRef } from '@platform/installations/integrations/read-object'
import { findContents } from '@platform/installations/integrations/revision-content'
import type { Services } from '@platform/kernel/services'
import { endOperation, endLockedReads } from '@platform/installations/operations/fence'
import { logOperation, logOperations } from '@platform/installations/operations/logs'
import {
  findOperation,
  findUnfinishedReads,
  lockUnfinishedReads,
  type OperationRow,
} from '@platform/installations/operations/operations'
import { changeObject, changeObjects } from './object/change-object.ts'
import { lockObject } from './object/hold-object.ts'
import { LeaseLostError } from '@platform/kernel/leases/lease'
import { traceRun } from './trace-run.ts'
import { queueRead, queueReads, dequeueReads, wakeReaders } from './turns/store.ts'
import { formatCounted, must } from '@platform/kernel/values'
import { gatherCalls } from '@platform/kernel/db/gather-calls'
import { lockFreeObjects, type InstallationObjectRow } from './object/store.ts'

const severities = { success: 'info', incomplete: 'warning', failure: 'error' } as const

export type ReadOutcome =
  | { status: 'success' }
  | {
      status: 'failure'
      message: string
      /** Reason, as a sentence. */
      reason: string
      cause: PauseCause
      at: string
      call?: LogCall | undefined
    }

/**
 * Ends a read, as `incomplete` if it may have missed records: moves the watermark, emits the event,
 * pauses the object after too many failures (immediately for bad credentials or without a
 * destination), and starts the object's next read.
 */
export async function finishRead(
  services: Services,
  db: Db,
  {
    operation,
    installation,
    outcome,
  }: { operation: OperationRow; installation: InstallationRow; outcome: ReadOutcome },
): Promise<void> {
  const { projectId, objectName, id } = operation
  // A check for deletions says nothing about the changes up to its time, like a triggered read.
  const readType = operation.checksDeletions
    ? 'triggered'
    : must(operation.readType, 'type of the read')
  await inTransaction(db, async (tx) => {
    const object = await lockObject(tx, installation.id, objectName)
    const ended = await findOperation(tx, id)
    const status =
      outcome.status === 'success' && ended?.incomplete ? ('incomplete' as const) : outcome.status
    const result =
      outcome.status === 'success' ? summarizeRead(ended) : outcome.message.slice(0, 1000)
    const isOurs = await endOperation(tx, operation, { status, result })
    if (!isOurs || !object || !ended) throw new LeaseLostError()

    await logOperation(tx, {
      projectId,
      operationId: id,
      severity: severities[status],
      ...(outcome.status === 'success'
        ? { msg: result }
        : {
            msg: `Reading failed (${outcome.at}); the next read starts from the beginning.`,
            error: result,
            call: outcome.call,
          }),
    })
    await setLastOperationStatus(tx, [installation.id], status)

    await emitOutcome(services, tx, { operation: ended, installation, outcome })
    await changeObject(
      services,
      tx,
      installation,
      object,
      outcome.status === 'success'
        ? {
            type: 'read-succeeded',
            readType,
            watermark: ended.asOf ?? operation.createTime,
            recentlyRead: ended.recentlyRead,
          }
        : { type: 'read-failed', readType, cause: outcome.cause, error: outcome.reason },
      { operationId: id },
    )
    const [next] = await findUnfinishedReads(tx, [{ installationId: installation.id, objectName }])
    if (next) await queueRead(tx, { operationId: next.id })
  })
  traceRun(operation, outcome)
}

/** Summarizes a successful read, as a sentence. */
function summarizeRead(
  read:
    | Pick<OperationRow, 'recordsProcessed' | 'recordsLeftOut' | 'incomplete' | 'checksDeletions'>
    | undefined,
): string {
  const { recordsProcessed = 0, recordsLeftOut = 0, incomplete, checksDeletions } = read ?? {}
  const parts = [
    checksDeletions
      ? `Checked for deleted records: ${recordsProcessed} delivered.`
      : `Read ${formatCounted(recordsProcessed, 'record')}.`,
    recordsLeftOut > 0 &&
      `Skipped because they are too large or unreadable: ${recordsLeftOut}; the log has details.`,
    incomplete && `Records may be missing: ${incomplete}`,
  ]
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ')
}

async function emitOutcome(
  services: Services,
  tx: Db,
  {
    operation,
    installation,
    outcome,
  }: { operation: OperationRow; installation: InstallationRow; outcome: ReadOutcome },
): Promise<void> {
  const { id: operationId, projectId, readType, since, until } = operation
  const isReported =
    readType === 'triggered' || (readType === 'backfill' && outcome.status === 'success')
  if (!isReported) return
  const { recordsLeftOut, incomplete } = operation
  const done = {
    ...(recordsLeftOut > 0 && { recordsLeftOut }),
    ...(incomplete !== null && { incomplete }),
  }
  const connection = must(await findConnectionRow(tx, installation.connectionId), 'row')
  const { latest, installed } = await findContents(tx, installation)
  const about = {
    ...toInstallationRef(installation, connection),
    ...toObjectRef(operation.objectName, latest, installed),
    operationId,
  }
  if (readType === 'backfill') {
    await services.notifications.emit(tx, {
      projectId,
      type: 'read.backfill.done',
      data: { ...about, ...done },
    })
    return
  }
  const data = {
    ...about,
    ...(since && { fromTimestamp: since.toISOString() }),
    ...(until && { untilTimestamp: until.toISOString() }),
  }
  await (outcome.status === 'success'
    ? services.notifications.emit(tx, {
        projectId,
        type: 'read.triggered.done',
        data: { ...data, ...done },
      })
    : services.notifications.emit(tx, {
        projectId,
        type: 'read.triggered.error',
        data: { ...data, error: outcome.message },
      }))
}

/** The last page of a read if it contains nothing to deliver, so that it is stored with the read's end. */
export interface QuietPage {
  asOf: Date | null
  recentlyRead: Record<string, string>
  total: number | undefined
  incomplete: string | undefined
  call: LogCall | undefined
}

/** A scheduled read that has succeeded. */
interface SucceededRead {
  operation: OperationRow
  installation: InstallationRow
  /** Absent if all pages are stored. */
  page?: QuietPage
}

/**
 * How long ends of reads are collected. A read keeps its slot meanwhile, so the time is longer only with
 * many slots.
 */
const gatherMsWith = (places: number) => Math.min(25, Math.max(10, places / 4))
const maxAtOnce = 100

type Finish = (read: SucceededRead) => Promise<boolean>
const finishing = new WeakMap<Db, Finish>()

/**
 * Ends a successful scheduled read and its turn, in one transaction with other reads that end now. Returns
 * false if it must be ended on its own (`finishRead`): its object is locked, or another process has taken it
 * over. `places` is the number of slots of this process.
 */
export async function finishTogether(
  services: Services,
  db: Db,
  read: SucceededRead,
  { places = 1 }: { places?: number } = {},
): Promise<boolean> {
  let finish = finishing.get(db)
  if (!finish) {
    finish = gatherCalls({
      withinMs: gatherMsWith(places),
      atMost: maxAtOnce,
      carryOut: (reads: readonly SucceededRead[]) => finishAll(services, db, reads),
    })
    finishing.set(db, finish)
  }
  const isFinished = await finish(read)
  if (isFinished) traceRun(read.operation, { status: 'success' })
  return isFinished
}

async function finishAll(
  services: Services,
  db: Db,
  reads: readonly SucceededRead[],
): Promise<boolean[]> {
  const ended = await inTransaction(db, async (tx) => {
    const objects = await lockFreeObjects(
      tx,
      reads.map(({ operation }) => operation),
    )
    const unfinished = objects.length === 0 ? [] : await lockUnfinishedReads(tx, objects)
    const endings = reads.flatMap((read) => decideEnding(read, { objects, unfinished }) ?? [])
    if (endings.length > 0) await finishLocked(services, tx, { endings, unfinished })
    return new Set(endings.map(({ operation }) => operation))
  })
  return reads.map(({ operation }) => ended.has(operation))
}

type Ending = NonNullable<ReturnType<typeof decideEnding>>

/** Returns how the read ends; undefined if its object is not locked or it was taken over. */
function decideEnding(
  { operation, installation, page }: SucceededRead,
  locked: { objects: readonly InstallationObjectRow[]; unfinished: readonly OperationRow[] },
) {
  const { id, fence, createTime } = operation
  const current = locked.unfinished.find((read) => read.id === id && read.fence === fence)
  const object = current && locked.objects.find((one) => isReadObject(one, current))
  if (!object) return undefined
  const incomplete = page?.incomplete?.slice(0, 1000) ?? current.incomplete
  const asOf = page ? page.asOf : current.asOf
  return {
    id,
    operation,
    installation,
    object,
    status: incomplete === null ? ('success' as const) : ('incomplete' as const),
    result: summarizeRead({ ...current, incomplete }),
    incomplete,
    asOf,
    watermark: asOf ?? createTime,
    recentlyRead: page?.recentlyRead ?? current.recentlyRead,
    pages: page ? 1 : 0,
    total: page?.total ?? null,
    call: page?.call,
  }
}

const isReadObject = (
  { installationId, objectName }: InstallationObjectRow,
  read: Pick<OperationRow, 'installationId' | 'objectName'>,
) => installationId === read.installationId && objectName === read.objectName

async function finishLocked(
  services: Services,
  tx: Db,
  { endings, unfinished }: { endings: readonly Ending[]; unfinished: readonly OperationRow[] },
): Promise<void> {
  await endLockedReads(tx, endings)
  const [first] = endings as [Ending, ...Ending[]]
  await logOperations(
    tx,
    first.installation.projectId,
    endings.map(({ id, status, result, call }) => ({
      operationId: id,
      severity: severities[status],
      msg: result,
      call,
    })),
  )
  for (const [status, alike] of Map.groupBy(endings, (ending) => ending.status)) {
    const ids = alike.map((ending) => ending.installation.id)
    await setLastOperationStatus(tx, ids, status)
  }
  await changeObjects(
    services,
    tx,
    endings.map(({ installation, object, watermark, recentlyRead }) => ({
      installation,
      object,
      event: { type: 'read-succeeded', readType: 'scheduled', watermark, recentlyRead },
    })),
  )
  const ids = endings.map(({ id }) => id)
  await dequeueReads(tx, ids)
  const next = endings.flatMap(
    ({ object }) =>
      unfinished.find((read) => isReadObject(object, read) && !ids.includes(read.id)) ?? [],
  )
  if (next.length === 0) return
  await queueReads(
    tx,
    next.map(({ id }) => id),
  )
  await wakeReaders(tx)
}
