import type { OperationId } from '@platform/contract'
import type { Updateable } from 'kysely'
import { toSpokenName } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import type { Tables } from '@platform/kernel/db/tables'
import {
  setLastOperationStatus,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { logOperation } from '@platform/installations/operations/logs'
import {
  findRecentRead,
  findOperation,
  findUnfinishedReads,
  insertReads,
} from '@platform/installations/operations/operations'
import type { Services } from '@platform/kernel/services'
import { traceparentNow } from '@platform/kernel/telemetry/trace'
import { getFirst, getNow, must, storableJson } from '@platform/kernel/values'
import { findQueued, queueReads, queueRead, wakeReaders } from '../turns/store.ts'
import { announceIncomplete, announcePause } from './announce.ts'
import {
  decide,
  type NewRead,
  type ReadDecision,
  type ReadEffect,
  type ReadState,
  type ReadSituation,
} from './decide.ts'
import { haltReads } from './halt-reads.ts'
import type { ReadEvent, RequestNote } from './read-events.ts'
import {
  deleteSnapshotRecords,
  updateInstallationObject,
  updateNextRunTimes,
  updateReadPositions,
} from './store.ts'

/** An event and the locked object that it changes (`lockObject`). */
export interface ObjectChange {
  installation: InstallationRow
  object: ReadState
  event: ReadEvent
}

/**
 * Applies an event to a locked object (`lockObject`). `operationId` is the read of the event, if any.
 */
export async function changeObject(
  services: Services,
  tx: Db,
  installation: InstallationRow,
  object: ReadState,
  event: ReadEvent,
  { operationId }: { operationId?: OperationId } = {},
): Promise<ReadDecision> {
  const changes = [{ installation, object, event }]
  const decisions = await changeObjects(services, tx, changes, { operationId })
  return getFirst(decisions)
}

/**
 * Applies events to locked objects of one project: decides, carries out the effects and saves the objects.
 * Nothing else updates `installation_objects` for reads. Reads that begin or succeed, and schedules that
 * change, share one statement of each kind.
 */
export async function changeObjects(
  services: Services,
  tx: Db,
  changes: readonly ObjectChange[],
  {
    operationId,
    mayWake = true,
  }: { operationId?: OperationId | undefined; mayWake?: boolean } = {},
): Promise<ReadDecision[]> {
  const situations = await loadSituations(services, tx, changes)
  const decided = changes.map((change, index) => {
    const situation = must(situations[index], 'situation')
    return { ...change, decision: decide(change.object, change.event, situation) }
  })

  const begun = decided.flatMap(({ installation, object: { objectName }, decision }) =>
    decision.effects.flatMap((effect) =>
      effect.do === 'start-read' ? [{ installation, objectName, read: effect.read }] : [],
    ),
  )
  await beginReads(tx, begun)
  if (mayWake && begun.some(({ read }) => !read.mustWait)) await wakeReaders(tx)

  const moved: ReadState[] = []
  const read: ReadState[] = []
  for (const { installation, object, decision } of decided) {
    const announced: Announcement[] = []
    for (const effect of decision.effects) {
      if (isAnnouncement(effect)) announced.push(effect)
      else await carryOut(services, tx, { installation, object, effect })
    }
    const changed = changesBetween(object, decision.state)
    const columns = Object.keys(changed)
    if (columns.length > 0) {
      if (columns.every((column) => column === 'nextRunTime')) moved.push(decision.state)
      else if (columns.every((column) => ofReads.has(column))) read.push(decision.state)
      else await updateInstallationObject(tx, object, changed)
    }
    for (const effect of announced) {
      const { objectName } = object
      if (effect.do === 'announce-pause') {
        const { reason } = effect
        await announcePause(services, tx, { installation, objectName, operationId, reason })
      } else {
        const { missingMappings } = effect
        await announceIncomplete(services, tx, { installation, objectName, missingMappings })
      }
    }
  }
  if (moved.length > 0) await updateNextRunTimes(tx, moved)
  if (read.length > 0) await updateReadPositions(tx, read)
  return decided.map(({ decision }) => decision)
}

type Announcement = Extract<ReadEffect, { do: 'announce-pause' | 'announce-incomplete' }>

const isAnnouncement = (effect: ReadEffect): effect is Announcement =>
  effect.do === 'announce-pause' || effect.do === 'announce-incomplete'

/** Columns that a successful read changes. */
const ofReads = new Set(['lastRunTime', 'watermark', 'recentlyRead'])

const makeObjectKey = ({
  installationId,
  objectName,
}: {
  installationId: string | null
  objectName: string | null
}) => `${installationId} ${objectName}`

/** Loads what the decisions need: the objects' reads, if the events may start one. */
async function loadSituations(
  { readMinIntervalMinutes: minIntervalMinutes }: Services,
  tx: Db,
  changes: readonly ObjectChange[],
): Promise<ReadSituation[]> {
  const now = getNow()
  const starting = changes
    .filter(({ event }) => 'plan' in event || event.type === 'read-requested')
    .map(({ object }) => object)
  const reads =
    starting.length === 0
      ? new Map<string, never>()
      : Map.groupBy(await findUnfinishedReads(tx, starting), makeObjectKey)
  const listReads = (object: ReadState) => reads.get(makeObjectKey(object)) ?? []
  const running = starting.flatMap((object) =>
    listReads(object)
      .slice(0, 1)
      .map(({ id }) => id),
  )
  const inLine = new Set((await findQueued(tx, running)).map(({ operationId }) => operationId))

  const situations: ReadSituation[] = []
  for (const { object } of changes) {
    const isStarting = starting.includes(object)
    const unfinished = isStarting
      ? listReads(object).map(({ id }) => ({ id, isInLine: inLine.has(id) }))
      : []
    const { watermark, backfillOperationId } = object
    const needsBackfill = isStarting && watermark === null && unfinished.length === 0
    const backfill =
      needsBackfill && backfillOperationId !== null
        ? await findOperation(tx, backfillOperationId)
        : undefined
    situations.push({
      now,
      minIntervalMinutes,
      newReadId: newId('op'),
      newCheckId: newId('op'),
      unfinished,
      backfill,
    })
  }
  return situations
}

interface BegunRead {
  installation: InstallationRow
  objectName: string
  read: NewRead
}

/**
 * Inserts the operations of reads of one project, and queues those whose object has no other unfinished
 * read. The caller wakes the readers.
 */
async function beginReads(tx: Db, begun: readonly BegunRead[]): Promise<void> {
  if (begun.length === 0) return
  const { projectId } = getFirst(begun).installation
  await insertReads(tx, {
    projectId,
    traceparent: traceparentNow() ?? null,
    reads: begun.map(({ installation, objectName, read }) => ({
      ...read,
      objectName,
      integrationId: installation.integrationId,
      installationId: installation.id,
      configId: installation.configId,
    })),
  })
  for (const { read } of begun) {
    if (read.createdBy === null) continue
    const msg = `Requested by ${toSpokenName(read.createdBy)}.`
    await logOperation(tx, { projectId, operationId: read.id, severity: 'info', msg })
  }
  await setLastOperationStatus(
    tx,
    begun.map(({ installation }) => installation.id),
    'in_progress',
  )
  const first = begun.filter(({ read }) => !read.mustWait).map(({ read }) => read.id)
  if (first.length > 0) await queueReads(tx, first)
}

async function carryOut(
  services: Services,
  tx: Db,
  {
    installation,
    object,
    effect,
  }: {
    installation: InstallationRow
    object: ReadState
    effect: Exclude<ReadEffect, Announcement>
  },
): Promise<void> {
  const { objectName } = object
  switch (effect.do) {
    case 'start-read':
      // All of them have begun.
      return
    case 'put-in-line':
      return queueRead(tx, { operationId: effect.operationId })
    case 'halt-reads': {
      const { why, note } = effect
      const halted = await haltReads(services, tx, { installation, objectName, why, note })
      if (note && halted.length === 0) await logInLastRead(tx, installation, { object, note })
      return
    }
    case 'log-in-last-read':
      return logInLastRead(tx, installation, { object, note: effect.note })
    case 'delete-snapshot':
      await deleteSnapshotRecords(tx, object)
  }
}

/**
 * Logs a request in the object's last read, where people look for it. If other operations of the
 * installation have followed in great number, logs it in the backfill, which is kept.
 */
async function logInLastRead(
  tx: Db,
  { id, projectId }: InstallationRow,
  { object, note }: { object: ReadState; note: RequestNote },
): Promise<void> {
  const recent = await findRecentRead(tx, id, object.objectName)
  const operationId = recent?.id ?? object.backfillOperationId
  if (!operationId) return
  await logOperation(tx, { projectId, operationId, severity: 'info', ...note })
}

function changesBetween(
  before: ReadState,
  { recentlyRead, lostFields, missingMappings, ...after }: ReadState,
): Updateable<Tables['installationObjects']> {
  const changes: [string, unknown][] = Object.entries(after).filter(
    ([column, value]) => before[column as keyof typeof after] !== value,
  )
  if (recentlyRead !== before.recentlyRead) {
    changes.push(['recentlyRead', storableJson(recentlyRead)])
  }
  if (lostFields !== before.lostFields) {
    changes.push(['lostFields', lostFields && storableJson(lostFields)])
  }
  if (missingMappings !== before.missingMappings) {
    changes.push(['missingMappings', missingMappings && storableJson(missingMappings)])
  }
  return Object.fromEntries(changes)
}
