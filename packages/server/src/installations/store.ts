import type {
  ConfigContent,
  ConfigId,
  ConnectionId,
  InstallationId,
  IntegrationId,
  ProjectId,
  RevisionId,
} from '@platform/contract'
import { sql, type Updateable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type InstallationRow = NonNullable<Awaited<ReturnType<typeof findInstallation>>>
export type ObjectRow = Awaited<ReturnType<typeof findObjects>>[number]

/** Installations with their group and configuration. */
export const installationQuery = (db: Db, { groupRef }: { groupRef?: string | undefined } = {}) =>
  db
    .selectFrom('installations as n')
    .innerJoin('configs as f', 'f.id', 'n.configId')
    .innerJoin('integrations as i', 'i.id', 'n.integrationId')
    .innerJoin('groups as g', (join) =>
      join.onRef('g.projectId', '=', 'n.projectId').onRef('g.groupRef', '=', 'n.groupRef'),
    )
    .selectAll('n')
    .select([
      'i.name as integrationName',
      'g.groupName',
      'g.createTime as groupCreateTime',
      'g.updateTime as groupUpdateTime',
      'f.revisionId',
      'f.content',
      'f.createdBy as configCreatedBy',
      'f.createTime as configCreateTime',
    ])
    .$if(groupRef !== undefined, (query) => query.where('n.groupRef', '=', groupRef!))

export const findInstallation = (db: Db, id: InstallationId) =>
  installationQuery(db).where('n.id', '=', id).executeTakeFirst()

export const findGroupInstallation = (db: Db, integrationId: IntegrationId, groupRef: string) =>
  installationQuery(db, { groupRef })
    .where('n.integrationId', '=', integrationId)
    .executeTakeFirst()

/** Inserts the installation; undefined when the group has one of this integration. */
export const insertInstallation = (
  db: Db,
  row: {
    id: InstallationId
    projectId: ProjectId
    integrationId: IntegrationId
    groupRef: string
    connectionId: ConnectionId
    configId: ConfigId
    createdBy: string
  },
) =>
  db
    .insertInto('installations')
    .values(row)
    // Two members of a group may install at once; the unique index decides.
    .onConflict((conflict) => conflict.columns(['integrationId', 'groupRef']).doNothing())
    .returning('id')
    .executeTakeFirst()

export const insertConfig = (
  db: Db,
  row: {
    id: ConfigId
    projectId: ProjectId
    installationId: InstallationId
    revisionId: RevisionId
    content: ConfigContent
    createdBy: string
  },
) =>
  db
    .insertInto('configs')
    .values({ ...row, content: JSON.stringify(row.content) })
    .execute()

export const updateInstallation = (
  db: Db,
  id: InstallationId,
  row: { configId?: ConfigId; connectionId?: ConnectionId },
) =>
  db
    .updateTable('installations')
    .set({ ...row, updateTime: sql`now()` })
    .where('id', '=', id)
    .execute()

export const deleteInstallation = (db: Db, id: InstallationId) =>
  db.deleteFrom('installations').where('id', '=', id).executeTakeFirst()

/** Deletes what a group installed, or what reads through a consumer's connections. Answers how many. */
export async function deleteInstallationsOf(
  tx: Db,
  whose: 'groupRef' | 'consumerRef',
  reference: string,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('installations')
    .where('connectionId', 'in', (of) =>
      of
        .selectFrom('connections')
        .select('connections.id')
        .where(`connections.${whose}`, '=', reference),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export const setLastOperationStatus = (
  db: Db,
  id: InstallationId,
  lastOperationStatus: 'success' | 'failure' | 'in_progress',
) => db.updateTable('installations').set({ lastOperationStatus }).where('id', '=', id).execute()

export const findObjects = (db: Db, ids: InstallationId[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('installationObjects')
        .selectAll()
        .where('installationId', 'in', ids)
        .orderBy('objectName')
        .execute()

export const findObject = (db: Db, installationId: InstallationId, objectName: string) =>
  db
    .selectFrom('installationObjects')
    .selectAll()
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .executeTakeFirst()

/** Holds the object until the transaction ends, so that its reads take turns. */
export const lockObject = (tx: Db, installationId: InstallationId, objectName: string) =>
  tx
    .selectFrom('installationObjects')
    .selectAll()
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .forUpdate()
    .executeTakeFirst()

/** Adds the object if it is new; tells whether it was. */
export const addObject = async (
  db: Db,
  row: { projectId: ProjectId; installationId: InstallationId; objectName: string },
): Promise<boolean> =>
  (await db
    .insertInto('installationObjects')
    .values(row)
    .onConflict((conflict) => conflict.columns(['installationId', 'objectName']).doNothing())
    .returning('objectName')
    .executeTakeFirst()) !== undefined

export const updateObject = (
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

/** Objects of installations that use the connection. */
export const findObjectsOfConnection = (db: Db, connectionId: ConnectionId) =>
  db
    .selectFrom('installationObjects as o')
    .innerJoin('installations as n', 'n.id', 'o.installationId')
    .selectAll('o')
    .where('n.connectionId', '=', connectionId)
    .execute()
