import type { OperationId } from '@platform/contract'
import { sql } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import * as store from './store.ts'

export const readQueueChannel = 'reads'

/** Queues the operation's read, from this time on. */
export async function queueRead(
  tx: Db,
  { operationId, dueTime }: { operationId: OperationId; dueTime?: Date },
): Promise<void> {
  await store.insertTurns(tx, [operationId], dueTime)
  await wakeReaders(tx)
}

/** Wakes the readers of all processes when the transaction commits. */
export const wakeReaders = (tx: Db) => sql`select pg_notify(${readQueueChannel}, '')`.execute(tx)

/** Queues operations without waking the readers, which poll every few seconds. */
export const queueReads = store.insertTurns

export const findQueued = store.findTurns

/** Removes the operation from the queue; a running read stops at the operation's fence. */
export const dequeueRead = store.deleteTurn

export const dequeueReads = store.deleteTurns

export const takeOperationsOf = store.takeOperations
