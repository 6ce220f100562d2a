import type { InstallationId, ProjectId } from '@platform/contract'
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
  messages: readonly { body: string; recordIds: string[] }[],
) =>
  tx
    .insertInto('heldResults')
    .values(messages.map(({ body, recordIds }) => ({ ...of, body, recordIds })))
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

/** Takes the oldest results out, at the most so many. */
export const takeHeldResults = async (
  tx: Db,
  installationId: InstallationId,
  objectName: string,
  most: number,
): Promise<{ body: string; recordIds: string[] }[]> => {
  const rows = await tx
    .deleteFrom('heldResults')
    .where('key', 'in', (of) =>
      of
        .selectFrom('heldResults')
        .select('key')
        .where('installationId', '=', installationId)
        .where('objectName', '=', objectName)
        .orderBy('key')
        .limit(most),
    )
    .returning(['key', 'body', 'recordIds'])
    .execute()
  return rows.toSorted((a, b) => a.key - b.key)
}

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
