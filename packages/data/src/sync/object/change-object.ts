import type { InstallationId, OperationId, ProjectId } from '@platform/contract'
import type { Updateable } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import type { Tables } from '@platform/kernel/db/tables'
import type { InstallationRow } from '@platform/installations/installations/installations'
import { dequeue, enqueue } from '@platform/kernel/jobs/enqueue'
import { logOperation } from '@platform/installations/operations/logs'
import { findLastRead, findOperation, findUnfinished } from '@platform/installations/operations/operations'
import type { Services } from '@platform/kernel/services'
import { isInLine, putInLine } from '../turns/line.ts'
import { announcePause } from './announce-pause.ts'
import { beginRead } from './begin-read.ts'
import {
  decide,
  type ReadDecision,
  type ReadEffect,
  type ReadEvent,
  type ReadState,
  type RequestNote,
  type ReadSituation,
} from './decide.ts'
import { haltReads } from './halt-reads.ts'
import { deleteSnapshotRecords, updateInstallationObject } from './store.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    /** A scheduled read is due. */
    'scheduled-read': { projectId: ProjectId; installationId: InstallationId; objectName: string }
  }
}

/**
 * Applies an event to a locked object (`lockObject`): decides, carries out the effects and saves
 * the object. Nothing else updates `installation_objects` for reads. `operationId` is the read of
 * the event, if any.
 */
export async function changeObject(
  services: Services,
  tx: Db,
  installation: InstallationRow,
  object: ReadState,
  event: ReadEvent,
  { operationId }: { operationId?: OperationId } = {},
): Promise<ReadDecision> {
  const { decision, announced } = await change(services, tx, installation, object, event)
  const { objectName } = object
  for (const reason of announced) {
    await announcePause(services, tx, { installation, objectName, operationId, reason })
  }
  return decision
}

/** Changes several objects of an installation. */
export async function changeObjects(
  services: Services,
  tx: Db,
  installation: InstallationRow,
  changes: readonly { object: ReadState; event: ReadEvent }[],
): Promise<void> {
  for (const { object, event } of changes) {
    await changeObject(services, tx, installation, object, event)
  }
}

async function change(
  services: Services,
  tx: Db,
  installation: InstallationRow,
  object: ReadState,
  event: ReadEvent,
): Promise<{ decision: ReadDecision; announced: string[] }> {
  const decision = decide(object, event, await situationOf(tx, object, event))
  const announced: string[] = []
  for (const effect of decision.effects) {
    if (effect.do === 'announce-pause') announced.push(effect.reason)
    else await carryOut(services, tx, { installation, object, effect })
  }
  const changes = changesBetween(object, decision.state)
  if (changes) await updateInstallationObject(tx, object, changes)
  return { decision, announced }
}

/** Loads what the decision needs: the object's reads, if the event may start one. */
async function situationOf(
  tx: Db,
  { installationId, objectName, watermark, backfillOperationId }: ReadState,
  event: ReadEvent,
): Promise<ReadSituation> {
  const situation = { now: new Date(), newReadId: newId('op'), unfinished: [] }
  if (!('plan' in event) && event.type !== 'read-requested') return situation
  const reads = await findUnfinished(tx, installationId, objectName)
  const unfinished = []
  for (const [index, { id }] of reads.entries()) {
    unfinished.push({ id, isInLine: index === 0 && (await isInLine(tx, id)) })
  }
  const isBackfillKnown = watermark === null && reads.length === 0 && backfillOperationId !== null
  const backfill = isBackfillKnown ? await findOperation(tx, backfillOperationId) : undefined
  return { ...situation, unfinished, backfill }
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
    effect: Exclude<ReadEffect, { do: 'announce-pause' }>
  },
): Promise<void> {
  const { projectId, id: installationId } = installation
  const { objectName } = object
  const key = `scheduled-read:${installationId}:${objectName}`
  switch (effect.do) {
    case 'start-read':
      return beginRead(tx, installation, { objectName, ...effect.read })
    case 'put-in-line':
      return putInLine(tx, { operationId: effect.operationId })
    case 'halt-reads': {
      const { why, note } = effect
      const halted = await haltReads(services, tx, { installation, objectName, why, note })
      if (note && halted.length === 0) await logInLastRead(tx, installation, { objectName, note })
      return
    }
    case 'schedule': {
      const payload = { projectId, installationId, objectName }
      await enqueue(tx, 'scheduled-read', payload, { runAt: effect.at, key })
      return
    }
    case 'unschedule':
      await dequeue(tx, key)
      return
    case 'log-in-last-read':
      return logInLastRead(tx, installation, { objectName, note: effect.note })
    case 'delete-snapshot':
      await deleteSnapshotRecords(tx, object)
  }
}

/** Logs a request in the object's last read, where people look for it. */
async function logInLastRead(
  tx: Db,
  { id, projectId }: InstallationRow,
  { objectName, note }: { objectName: string; note: RequestNote },
): Promise<void> {
  const read = await findLastRead(tx, id, objectName)
  if (!read) return
  await logOperation(tx, { projectId, operationId: read.id, severity: 'info', ...note })
}

function changesBetween(
  before: ReadState,
  { recentlyRead, lostFields, ...after }: ReadState,
): Updateable<Tables['installationObjects']> | undefined {
  const changes: [string, unknown][] = Object.entries(after).filter(
    ([column, value]) => before[column as keyof typeof after] !== value,
  )
  if (recentlyRead !== before.recentlyRead) {
    changes.push(['recentlyRead', JSON.stringify(recentlyRead)])
  }
  if (lostFields !== before.lostFields) {
    changes.push(['lostFields', lostFields && JSON.stringify(lostFields)])
  }
  return changes.length === 0 ? undefined : Object.fromEntries(changes)
}
