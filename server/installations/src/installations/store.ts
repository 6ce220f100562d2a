import type {
  ConfigId,
  ConnectionId,
  InstallationId,
  IntegrationId,
  ProjectId,
  RevisionId,
} from '@platform/contract'
import { sql } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import { mentions } from '@platform/kernel/db/conditions'
import { executeAhead, prepareRow } from '@platform/kernel/db/prepared'
import { getFirst } from '@platform/kernel/values'

export type InstallationRow = NonNullable<Awaited<ReturnType<typeof findInstallation>>>

/** Returns an ID that matches nothing for an empty list, because `in ()` is not SQL. */
const oneOrNone = (ids: readonly IntegrationId[] = []): readonly IntegrationId[] =>
  ids.length > 0 ? ids : ['int_']

interface InstallationFilter {
  /** Names the project, because indexes begin with it. */
  projectId?: ProjectId | undefined
  groupRef?: string | undefined
  /** Of all accounts without it; empty for the default one. */
  instance?: string | undefined
  /** Of these integrations; of all without it. */
  integrationIds?: readonly IntegrationId[] | undefined
}

/** Selects installations with their group and configuration. */
export const installationQuery = (
  db: Db,
  { projectId, groupRef, instance, integrationIds }: InstallationFilter = {},
) =>
  db
    .selectFrom('installations as n')
    .innerJoin('configs as f', 'f.id', 'n.configId')
    .innerJoin('integrations as i', 'i.id', 'n.installedIntegrationId')
    .innerJoin('groups as g', (join) =>
      join.onRef('g.projectId', '=', 'n.projectId').onRef('g.groupRef', '=', 'n.groupRef'),
    )
    .selectAll('n')
    .select([
      'i.id as integrationId',
      'i.name as integrationName',
      'i.latestRevisionId',
      'g.groupName',
      'g.createTime as groupCreateTime',
      'g.updateTime as groupUpdateTime',
      'f.revisionId',
      'f.content',
      'f.createdBy as configCreatedBy',
      'f.createTime as configCreateTime',
    ])
    .where((is) =>
      is.and({ 'n.projectId': projectId, 'n.groupRef': groupRef, 'n.instance': instance }),
    )
    .$if(integrationIds !== undefined, (of) =>
      of.where('n.installedIntegrationId', 'in', oneOrNone(integrationIds)),
    )

/** Batch size of the search. */
const pageOfMentioning = 500

/**
 * Finds installations whose configuration contains one of the names, or that have one of the
 * revisions.
 */
export async function* findMentioning(
  db: Db,
  { names, revisionIds }: { names: readonly string[]; revisionIds: readonly RevisionId[] },
) {
  let after = ''
  for (;;) {
    const rows = await installationQuery(db)
      .where('n.id', '>', after as InstallationId)
      .where((is) =>
        is.or([
          ...(revisionIds.length === 0
            ? []
            : [is('f.revisionId', 'in', revisionIds), is('i.latestRevisionId', 'in', revisionIds)]),
          ...names.map((name) => mentions('f.content', name)),
        ]),
      )
      .orderBy('n.id')
      .limit(pageOfMentioning)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < pageOfMentioning) return
    after = last.id
  }
}

const installationOfId = prepareRow((db, { id }: { id: InstallationId }) =>
  installationQuery(db).where('n.id', '=', id),
)

export const findInstallation = (db: Db, id: InstallationId) => installationOfId(db, { id })

export const findInstallations = (db: Db, ids: readonly InstallationId[]) =>
  installationQuery(db)
    .where('n.id', '=', sql<InstallationId>`any(${ids}::text[])`)
    .execute()

/** Locks the installation against concurrent changes. */
export const lockInstallation = (tx: Db, id: InstallationId) =>
  tx
    .selectFrom('installations')
    .select(['id', 'connectionId'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute()

/** Locks several in a fixed order, so that transactions cannot deadlock. */
export const lockInstallations = async (tx: Db, ids: readonly InstallationId[]) => {
  if (ids.length === 0) return
  await tx
    .selectFrom('installations')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Locks those of the installations that no other transaction has locked, and returns them. */
export const lockFreeInstallations = (tx: Db, ids: readonly InstallationId[]) =>
  installationQuery(tx)
    .where('n.id', '=', sql<InstallationId>`any(${ids}::text[])`)
    .orderBy('n.id')
    .forNoKeyUpdate('n')
    .skipLocked()
    .execute()

/** One account of a group. Not optional, so that each lookup decides whether others can be named. */
export interface AccountName {
  groupRef: string
  /** The default account if `undefined` or empty. */
  instance: string | undefined
}

const installationOfGroup = prepareRow(
  (
    db,
    {
      integrationId,
      groupRef,
      instance,
    }: { integrationId: IntegrationId; groupRef: string; instance: string },
  ) =>
    installationQuery(db, { groupRef, instance }).where(
      'n.installedIntegrationId',
      '=',
      integrationId,
    ),
)

export const findGroupInstallation = (
  db: Db,
  integrationId: IntegrationId,
  { groupRef, instance = '' }: AccountName,
) => installationOfGroup(db, { integrationId, groupRef, instance })

interface NamedByGroup extends AccountName {
  integrationIdOrName: string
}

const installationNamedByGroup = prepareRow(
  (
    db,
    {
      groupRef,
      instance,
      id,
      name,
    }: { groupRef: string; instance: string; id: IntegrationId; name: string },
  ) =>
    installationQuery(db, { groupRef, instance }).where((is) =>
      is.or([is('i.id', '=', id), is('i.name', '=', name)]),
    ),
)

/** Finds an installation of the group, of an integration that is named by ID or name. */
export const findNamedInstallation = (
  db: Db,
  { integrationIdOrName, groupRef, instance = '' }: NamedByGroup,
) =>
  installationNamedByGroup(db, {
    groupRef,
    instance,
    id: integrationIdOrName as IntegrationId,
    name: integrationIdOrName,
  })

/** Locks it against concurrent changes. */
export const lockNamedInstallation = (
  tx: Db,
  { integrationIdOrName, groupRef, instance = '' }: NamedByGroup,
) =>
  tx
    .selectFrom('installations')
    .innerJoin('integrations as i', 'i.id', 'installations.installedIntegrationId')
    .select('installations.id')
    .where('groupRef', '=', groupRef)
    .where('instance', '=', instance)
    .where((is) =>
      is.or([
        is('i.id', '=', integrationIdOrName as IntegrationId),
        is('i.name', '=', integrationIdOrName),
      ]),
    )
    .forNoKeyUpdate('installations')
    .execute()

/** Returns the connections of the group's other accounts of the integration. */
export const findConnectionsOfOthers = async (
  db: Db,
  integrationId: IntegrationId,
  { groupRef, instance = '' }: AccountName,
): Promise<ConnectionId[]> => {
  const rows = await db
    .selectFrom('installations')
    .select('connectionId')
    .where('installedIntegrationId', '=', integrationId)
    .where('groupRef', '=', groupRef)
    .where('instance', '!=', instance)
    .execute()
  return rows.map(({ connectionId }) => connectionId)
}

/** Returns the groups of the installations. */
export const selectGroups = (db: Db, ids: readonly InstallationId[]) =>
  db
    .selectFrom('installations as n')
    .innerJoin('groups as g', (join) =>
      join.onRef('g.projectId', '=', 'n.projectId').onRef('g.groupRef', '=', 'n.groupRef'),
    )
    .select(['n.id', 'n.instance', 'n.displayName'])
    .select(['n.installedIntegrationId as integrationId', 'g.groupRef', 'g.groupName'])
    .where('n.id', 'in', ids)
    .execute()

export const findIdsOfGroup = (db: Db, projectId: ProjectId, groupRef: string) =>
  db
    .selectFrom('installations')
    .select('id')
    .where('projectId', '=', projectId)
    .where('groupRef', '=', groupRef)
    .execute()

export const findInstallationOfConfig = (db: Db, id: ConfigId) =>
  db.selectFrom('configs').select('installationId').where('id', '=', id).executeTakeFirst()

/** Inserts the installation; returns undefined if the group already has this account. */
export const insertInstallation = (
  db: Db,
  {
    integrationId,
    ...row
  }: {
    id: InstallationId
    projectId: ProjectId
    integrationId: IntegrationId
    groupRef: string
    instance: string
    displayName: string | null
    connectionId: ConnectionId
    configId: ConfigId
    createdBy: string
  },
) =>
  db
    .insertInto('installations')
    .values({
      ...row,
      ...(row.instance === ''
        ? { integrationId }
        : { integrationId: null, accountIntegrationId: integrationId }),
    })
    // Two members of a group may install at once; the unique indexes decide.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

/**
 * Reports whether all running processes know several accounts, and keeps others from starting until
 * the transaction ends.
 */
export const mayAddAccounts = async (tx: Db): Promise<boolean> => {
  const { rows } = await sql<{ mayAdd: boolean }>`
    select may_add_accounts() as "mayAdd"`.execute(tx)
  return getFirst(rows).mayAdd
}

export const updateInstallation = (
  db: Db,
  id: InstallationId,
  row: { configId?: ConfigId; connectionId?: ConnectionId; displayName?: string | null },
) =>
  db
    .updateTable('installations')
    .set({ ...row, updateTime: sql`now()` })
    .where('id', '=', id)
    .returning(['configId', 'connectionId', 'displayName', 'updateTime'])
    .executeTakeFirst()

export const setSupportAccess = (db: Db, id: InstallationId, supportAccess: boolean) =>
  db.updateTable('installations').set({ supportAccess }).where('id', '=', id).execute()

export const deleteInstallation = (db: Db, id: InstallationId) =>
  db.deleteFrom('installations').where('id', '=', id).executeTakeFirst()

/** Deletes the installations of the connections. Returns how many were deleted. */
export async function deleteInstallationsOn(
  tx: Db,
  connectionIds: readonly ConnectionId[],
): Promise<number> {
  if (connectionIds.length === 0) return 0
  const { numDeletedRows } = await tx
    .deleteFrom('installations')
    .where('connectionId', 'in', connectionIds)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export const isConnectionUsed = async (db: Db, connectionId: ConnectionId): Promise<boolean> =>
  (await db
    .selectFrom('installations')
    .select('id')
    .where('connectionId', '=', connectionId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Returns the installed integrations, with the provider of each. */
export const findInstalledProviders = (db: Db) =>
  db
    .selectFrom('integrations as i')
    .select(['i.name', 'i.provider'])
    .where((is) =>
      is.exists(
        is
          .selectFrom('installations as n')
          .select('n.id')
          .whereRef('n.installedIntegrationId', '=', 'i.id'),
      ),
    )
    .execute()

/** Sets the status of the last operation of these installations. */
export const setLastOperationStatus = (
  db: Db,
  ids: readonly InstallationId[],
  lastOperationStatus: 'success' | 'incomplete' | 'failure' | 'in_progress',
) =>
  executeAhead(
    db,
    db
      .updateTable('installations')
      .set({
        lastOperationStatus,
        ...((lastOperationStatus === 'success' || lastOperationStatus === 'incomplete') && {
          failingSince: null,
        }),
        ...(lastOperationStatus === 'failure' && {
          failingSince: sql`coalesce(failing_since, now())`,
        }),
      })
      .where('id', '=', sql<InstallationId>`any(${ids}::text[])`),
  )

/** Returns the installations of the connection. */
export const findInstallationsOfConnection = (db: Db, connectionId: ConnectionId) =>
  installationQuery(db).where('n.connectionId', '=', connectionId).execute()
