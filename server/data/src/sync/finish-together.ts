import type { LogCall } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { gatherCalls } from '@platform/kernel/db/gather-calls'
import { inTransaction } from '@platform/kernel/db/transaction'
import {
  setLastOperationStatus,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { endLockedReads } from '@platform/installations/operations/fence'
import { logOperations } from '@platform/installations/operations/logs'
import {
  lockUnfinishedReads,
  type OperationRow,
} from '@platform/installations/operations/operations'
import type { Services } from '@platform/kernel/services'
import { severities, summarizeRead } from './finish-read.ts'
import { changeObjects } from './object/change-object.ts'
import { lockFreeObjects, type InstallationObjectRow } from './object/store.ts'
import { traceRun } from './trace-run.ts'
import { queueReads, dequeueReads, wakeReaders } from './turns/line.ts'

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
