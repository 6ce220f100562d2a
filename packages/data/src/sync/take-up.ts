import {
  findConnectionRows,
  type ConnectionRow,
} from '@platform/connections/connections/connections'
import type { Db } from '@platform/kernel/db/database'
import { gatherCalls } from '@platform/kernel/db/gather-calls'
import {
  findInstallations,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { findOperation, type OperationRow } from '@platform/installations/operations/operations'
import { findObjects, type InstallationObjectRow } from './object/store.ts'
import { TakenOver } from './taken-over.ts'
import { takeOperationsOf } from './turns/line.ts'
import type { Turn } from './turns/store.ts'

export interface HeldTurn extends Turn {
  runner: number
}

/** An operation that this process has taken over, with everything its read uses. */
export interface TakenRead {
  operation: OperationRow
  installation: InstallationRow
  /** Undefined if it was replaced in the meantime. */
  connection: ConnectionRow | undefined
  object: InstallationObjectRow | undefined
}

/** Maximum number of reads taken up at a time. */
const mostAtOnce = 100

type TakeUp = (turn: HeldTurn) => Promise<TakenRead | 'gone' | 'not taken'>
const takeUps = new WeakMap<Db, TakeUp>()

/**
 * Takes an operation over; returns undefined if it has ended.
 * @throws TakenOver if another process has the turn by now
 */
export async function takeUp(db: Db, turn: HeldTurn): Promise<TakenRead | undefined> {
  let takeUpTogether = takeUps.get(db)
  if (!takeUpTogether) {
    takeUpTogether = gatherCalls({
      // Turns are claimed together.
      withinMs: 0,
      atMost: mostAtOnce,
      carryOut: (turns: readonly HeldTurn[]) => takeUpAll(db, turns),
    })
    takeUps.set(db, takeUpTogether)
  }
  const taken = await takeUpTogether(turn)
  if (taken === 'gone') return undefined
  if (taken !== 'not taken') return taken
  const operation = await findOperation(db, turn.operationId)
  if (operation?.status === 'in_progress') throw new TakenOver()
  return undefined
}

async function takeUpAll(
  db: Db,
  turns: readonly HeldTurn[],
): Promise<(TakenRead | 'gone' | 'not taken')[]> {
  const operations: OperationRow[] = []
  for (const [runner, own] of Map.groupBy(turns, (turn) => turn.runner)) {
    const operationIds = own.map(({ operationId }) => operationId)
    operations.push(...(await takeOperationsOf(db, { operationIds, runner })))
  }
  if (operations.length === 0) return turns.map(() => 'not taken')
  const installations = await findInstallations(
    db,
    operations.map(({ installationId }) => installationId),
  )
  const connections = await findConnectionRows(db, [
    ...new Set(installations.map(({ connectionId }) => connectionId)),
  ])
  const objects = await findObjects(db, operations)
  return turns.map(({ operationId }) => {
    const operation = operations.find(({ id }) => id === operationId)
    if (!operation) return 'not taken'
    const installation = installations.find(({ id }) => id === operation.installationId)
    if (!installation) return 'gone'
    return {
      operation,
      installation,
      connection: connections.find(({ id }) => id === installation.connectionId),
      object: objects.find(
        ({ installationId, objectName }) =>
          installationId === operation.installationId && objectName === operation.objectName,
      ),
    }
  })
}
