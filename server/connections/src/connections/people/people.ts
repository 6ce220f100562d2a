import type { Consumer, Group, ProjectId } from '@platform/contract'
import type { Selectable } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import type { Tables } from '@platform/kernel/db/tables'
import { Problem } from '@platform/kernel/problems/problem'
import { deleteOwnedConnections, lockOwnedConnections } from '../store.ts'
import * as store from './store.ts'

export const groupQuery = store.groupQuery
export const findGroups = store.findGroups
export const findConnectedGroups = store.findConnectedGroups
export const findProvidersOfGroups = store.findProvidersOfGroups
export const consumerQuery = store.consumerQuery

const groupNotFound = (groupRef: string) =>
  new Problem('group-not-found', { detail: `No group has the reference ${groupRef}.` })

const consumerNotFound = (consumerRef: string) =>
  new Problem('consumer-not-found', { detail: `No consumer has the reference ${consumerRef}.` })

export async function mustBeGroup(
  db: Db,
  { projectId, groupRef }: { projectId: ProjectId; groupRef: string },
): Promise<void> {
  const found = store.groupQuery(db, { projectId }).where('groupRef', '=', groupRef)
  if (!(await found.executeTakeFirst())) throw groupNotFound(groupRef)
}

export async function mustBeConsumer(db: Db, consumerRef: string): Promise<void> {
  const found = store.consumerQuery(db).where('consumerRef', '=', consumerRef)
  if (!(await found.executeTakeFirst())) throw consumerNotFound(consumerRef)
}

/**
 * Locks the connections of the group, then the group, so that concurrent installs and connects wait
 * for this transaction and then find them deleted. The order matches that of the statements that
 * wait.
 */
export async function lockGroupWithConnections(tx: Db, groupRef: string): Promise<void> {
  await lockOwnedConnections(tx, 'groupRef', groupRef)
  await store.lockGroup(tx, groupRef)
}

/** Locks a consumer and everything that depends on it. */
export async function lockConsumerWithConnections(tx: Db, consumerRef: string): Promise<void> {
  await lockOwnedConnections(tx, 'consumerRef', consumerRef)
  await store.lockConsumers(tx, [consumerRef])
}

/**
 * Deletes a group with its connections, which no installation may use, and consumers left without
 * any. Returns the number of deleted connections.
 */
export async function eraseGroupConnections(tx: Db, groupRef: string): Promise<number> {
  const erased = await deleteOwnedConnections(tx, 'groupRef', groupRef)
  if (!(await store.deleteGroup(tx, groupRef))) {
    throw groupNotFound(groupRef)
  }
  await store.deleteConsumersWithoutConnection(
    tx,
    erased.map(({ consumerRef }) => consumerRef),
  )
  return erased.length
}

/** Deletes a consumer with their connections, which no installation may use. */
export async function eraseConsumerConnections(tx: Db, consumerRef: string): Promise<number> {
  const erased = await deleteOwnedConnections(tx, 'consumerRef', consumerRef)
  const count = await store.deleteConsumersWithoutConnection(tx, [consumerRef])
  if (count === 0n) {
    throw consumerNotFound(consumerRef)
  }
  return erased.length
}

export const toGroup = (row: Selectable<Tables['groups']>): Group => ({
  groupRef: row.groupRef,
  groupName: row.groupName,
  projectId: row.projectId,
  createTime: row.createTime.toISOString(),
  ...(row.updateTime && { updateTime: row.updateTime.toISOString() }),
})

export const toConsumer = (row: Selectable<Tables['consumers']>): Consumer => ({
  consumerRef: row.consumerRef,
  consumerName: row.consumerName,
  projectId: row.projectId,
  createTime: row.createTime.toISOString(),
  ...(row.updateTime && { updateTime: row.updateTime.toISOString() }),
})
