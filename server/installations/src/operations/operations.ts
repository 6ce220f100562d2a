import type { IntegrationId, OperationId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { Problem } from '@platform/kernel/problems/problem'
import * as logStore from './log-store.ts'
import * as store from './store.ts'
import * as upkeepStore from './upkeep-store.ts'

/** @throws Problem `operation-not-found` */
export async function getOperation(db: Db, id: OperationId): Promise<store.OperationRow> {
  const operation = await store.findOperation(db, id)
  if (operation) return operation
  throw operationNotFound(id)
}

/** The operation, unless the caller is limited to other integrations. */
export async function getVisibleOperation(
  db: Db,
  { integrationIds }: { integrationIds?: readonly IntegrationId[] },
  id: OperationId,
): Promise<store.OperationRow> {
  const operation = await getOperation(db, id)
  if (!integrationIds || integrationIds.includes(operation.integrationId)) return operation
  throw operationNotFound(id)
}

const operationNotFound = (id: OperationId) =>
  new Problem('operation-not-found', { detail: `No operation has the ID ${id}.` })

/** For the domain above, which creates and runs operations. */
export const cancelReads = store.cancelReads
export const findOperationOfLog = logStore.findOperationOfLog
export const findOperation = store.findOperation
export const selectSilent = upkeepStore.selectSilent
export const setProgress = store.setProgress
export const findRecentRead = store.findRecentRead
export const isDeliveredBefore = store.isDeliveredBefore
export const findUnfinishedReads = store.findUnfinishedReads
export const lockUnfinishedReads = store.lockUnfinishedReads
export const insertReads = store.insertReads
export const forgetInLogs = logStore.forgetInLogs
export const insertOperation = store.insertOperation
export type { OperationRow } from './store.ts'
