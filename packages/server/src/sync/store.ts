import type { EventId, InstallationId, ProjectId } from '@platform/contract'
import type { Updateable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type InstallationObjectRow = Awaited<ReturnType<typeof findInstallationObjects>>[number]

export const findInstallationObjects = async (db: Db, ids: InstallationId[]) =>
  ids.length === 0
    ? []
    : await db
        .selectFrom('installationObjects')
        .selectAll()
        .where('installationId', 'in', ids)
        .orderBy('objectName')
        .execute()

export const findInstallationObject = (
  db: Db,
  installationId: InstallationId,
  objectName: string,
) =>
  db
    .selectFrom('installationObjects')
    .selectAll()
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .executeTakeFirst()

/** Keeps results until they are asked for. */
export const holdResults = (
  tx: Db,
  of: { projectId: ProjectId; installationId: InstallationId; objectName: string },
  messages: readonly { id: EventId; body: string; recordIds: string[] }[],
) =>
  tx
    .insertInto('heldResults')
    .values(messages.map(({ id, body, recordIds }) => ({ ...of, body, recordIds, eventId: id })))
    .execute()

export const countHeldResults = async (
  db: Db,
  installationId: InstallationId,
  objectName: string,
): Promise<number> => {
  const { count } = await db
    .selectFrom('heldResults')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .executeTakeFirstOrThrow()
  return count
}

/** The oldest results, at the most so many: nobody else sends them. */
export const lockHeldResults = (
  tx: Db,
  installationId: InstallationId,
  objectName: string,
  most: number,
) =>
  tx
    .selectFrom('heldResults')
    .select(['key', 'body', 'recordIds', 'eventId'])
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .orderBy('key')
    .limit(most)
    .forUpdate()
    .execute()

/** Removes results, and what they still have for download. */
export const deleteHeldResults = (tx: Db, keys: readonly number[]) =>
  tx.deleteFrom('heldResults').where('key', 'in', keys).execute()

/** Holds the object until the transaction ends, so that its reads take turns. */
export const lockInstallationObject = (
  tx: Db,
  installationId: InstallationId,
  objectName: string,
) =>
  tx
    .selectFrom('installationObjects')
    .selectAll()
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .forUpdate()
    .executeTakeFirst()

/** Adds the object if it is new; tells whether it was. */
export const addInstallationObject = async (
  db: Db,
  row: { projectId: ProjectId; installationId: InstallationId; objectName: string },
): Promise<boolean> =>
  (await db
    .insertInto('installationObjects')
    .values(row)
    .onConflict((conflict) => conflict.columns(['installationId', 'objectName']).doNothing())
    .returning('objectName')
    .executeTakeFirst()) !== undefined

/** Forgets how far the installation's objects were read. */
export const deleteInstallationObjects = (db: Db, installationId: InstallationId) =>
  db.deleteFrom('installationObjects').where('installationId', '=', installationId).execute()

export const updateInstallationObject = (
  db: Db,
  installationId: InstallationId,
  objectName: string,
  row: Updateable<Tables['installationObjects']>,
) =>
  db
    .updateTable('installationObjects')
    .set(row)
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .execute()
