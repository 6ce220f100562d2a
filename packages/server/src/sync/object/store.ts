import type { InstallationId, ProjectId } from '@platform/contract'
import type { Selectable, Updateable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'

export type InstallationObjectRow = Selectable<Tables['installationObjects']>

export const findInstallationObjects = async (
  db: Db,
  ids: InstallationId[],
): Promise<InstallationObjectRow[]> =>
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
): Promise<InstallationObjectRow | undefined> =>
  db
    .selectFrom('installationObjects')
    .selectAll()
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .executeTakeFirst()

/** Locks the objects until the transaction ends: all of the installation, or the one that is named. */
export const lockInstallationObjects = (
  tx: Db,
  installationId: InstallationId,
  objectName?: string,
): Promise<InstallationObjectRow[]> =>
  tx
    .selectFrom('installationObjects')
    .selectAll()
    .where('installationId', '=', installationId)
    .$if(objectName !== undefined, (objects) => objects.where('objectName', '=', objectName!))
    .orderBy('objectName')
    .forUpdate()
    .execute()

/** Inserts the object unless it exists, and locks it. */
export const addInstallationObject = (
  tx: Db,
  row: { projectId: ProjectId; installationId: InstallationId; objectName: string },
): Promise<InstallationObjectRow> =>
  tx
    .insertInto('installationObjects')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['installationId', 'objectName'])
        .doUpdateSet((is) => ({ objectName: is.ref('excluded.objectName') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes how far the installation's objects were read. */
export const deleteInstallationObjects = (db: Db, installationId: InstallationId) =>
  db.deleteFrom('installationObjects').where('installationId', '=', installationId).execute()

/** Updates the object. Only `changeObject` calls it: what changes is decided in `decide.ts`. */
export const updateInstallationObject = (
  db: Db,
  { installationId, objectName }: Pick<InstallationObjectRow, 'installationId' | 'objectName'>,
  row: Updateable<Tables['installationObjects']>,
) =>
  db
    .updateTable('installationObjects')
    .set(row)
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .execute()

/** Deletes what the object's records are compared with. */
export const deleteSnapshotRecords = (
  tx: Db,
  { installationId, objectName }: Pick<InstallationObjectRow, 'installationId' | 'objectName'>,
) =>
  tx
    .deleteFrom('snapshotRecords')
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .execute()
