import type { DestinationId, ProjectId } from '@platform/contract'
import type { Insertable } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import type { Tables } from '@platform/kernel/db/tables'
import * as store from '../set-up/store.ts'

const selectOfCustomers = (db: Db) =>
  db
    .selectFrom('destinations')
    .selectAll()
    .where('deleteTime', 'is', null)
    .where('customerRef', 'is not', null)

export const listOfCustomers = (db: Db, groupRef: string | undefined) =>
  selectOfCustomers(db).where((is) => is.and({ customerRef: groupRef }))

export const findOfCustomer = (db: Db, id: DestinationId) =>
  selectOfCustomers(db).where('id', '=', id).executeTakeFirst()

/** Locks the row until the transaction ends. */
export const lockOfCustomer = (tx: Db, id: DestinationId) =>
  selectOfCustomers(tx).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertOfCustomer = (db: Db, row: Insertable<Tables['destinations']>) =>
  db.insertInto('destinations').values(row).returningAll().executeTakeFirstOrThrow()

export async function countOfCustomers(
  db: Db,
  { projectId, groupRef }: { projectId: ProjectId; groupRef?: string },
): Promise<number> {
  const { count } = await listOfCustomers(db, groupRef)
    .clearSelect()
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .executeTakeFirstOrThrow()
  return count
}

/** Locks what the project allows, so that concurrent requests are counted one after the other. */
export const lockCustomerSettings = (tx: Db, projectId: ProjectId) =>
  tx
    .selectFrom('customerDestinationSettings')
    .selectAll()
    .where('projectId', '=', projectId)
    .forUpdate()
    .executeTakeFirst()

export const storeCustomerSettings = (
  db: Db,
  row: Insertable<Tables['customerDestinationSettings']>,
) =>
  db
    .insertInto('customerDestinationSettings')
    .values(row)
    .onConflict((conflict) => conflict.column('projectId').doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes the destinations of a customer, with what is queued for them. */
export async function deleteOfCustomer(
  tx: Db,
  projectId: ProjectId,
  groupRef: string,
): Promise<void> {
  const rows = await listOfCustomers(tx, groupRef).where('projectId', '=', projectId).execute()
  for (const { id } of rows) {
    await store.cancelPending(tx, id)
    await store.deleteDestination(tx, id)
  }
  if (rows.length > 0) await store.notifyRoutesChanged(tx, projectId)
}
