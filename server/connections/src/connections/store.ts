import type { ConnectionId, ProjectId, ProviderAppId } from '@platform/contract'
import { sql, type Insertable, type SqlBool } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import type { Tables } from '@platform/kernel/db/tables'
import { must } from '@platform/kernel/values'
import {
  appColumns,
  connectionRows,
  findConnection,
  healthSigns,
  ownerColumns,
  type ConnectionRow,
} from '../credentials/store.ts'
import { recordConsumer, recordGroup } from './people/store.ts'

export const findConnections = (db: Db, ids: ConnectionId[]) =>
  ids.length === 0
    ? []
    : connectionRows(db)
        .where('c.id', '=', sql<ConnectionId>`any(${ids}::text[])`)
        .execute()

export interface ConnectionFilter {
  /** Names the project, because indexes begin with it. */
  projectId?: ProjectId | undefined
  provider?: string | undefined
  groupRef?: string | undefined
  consumerRef?: string | undefined
}

export const connectionQuery = (
  db: Db,
  { projectId, provider, groupRef, consumerRef }: ConnectionFilter,
) =>
  connectionRows(db).where((is) =>
    is.and({
      'c.projectId': projectId,
      'c.provider': provider,
      'c.groupRef': groupRef,
      'c.consumerRef': consumerRef,
    }),
  )

/**
 * Returns the health columns of connections of these groups that may be unhealthy, one row per
 * distinct state. Uses an index.
 */
export const findTroubledConnections = (
  db: Db,
  { projectId, groupRefs }: { projectId: ProjectId; groupRefs: readonly string[] },
) =>
  db
    .selectFrom('connections')
    .select(['groupRef', ...healthSigns])
    .distinct()
    .where('projectId', '=', projectId)
    .where('groupRef', 'in', groupRefs)
    .where(
      sql<SqlBool>`(status = 'bad_credentials' or refresh_error is not null or unconfirmed is not null)`,
    )
    .execute()

/** Returns the group's newest connection to the provider, except those of its other accounts. */
export const findGroupConnection = (
  db: Db,
  { provider, groupRef }: { provider: string; groupRef: string },
  { except = [] }: { except?: readonly ConnectionId[] } = {},
) =>
  connectionQuery(db, { provider, groupRef })
    .where('c.id', '!=', sql<ConnectionId>`all(${except}::text[])`)
    .orderBy('c.id', 'desc')
    .executeTakeFirst()

export const insertConnection = (db: Db, row: Insertable<Tables['connections']>) =>
  db.insertInto('connections').values(row).execute()

/** Inserts the connection, its group and its consumer in one statement. */
export async function insertConnectionWithOwner(
  db: Db,
  {
    groupName,
    consumerName,
  }: { groupName?: string | undefined; consumerName?: string | undefined },
  row: Insertable<Tables['connections']>,
): Promise<ConnectionRow> {
  const { projectId, groupRef, consumerRef } = row
  const inserted = await db
    .with('namedGroup', (qb) => recordGroup(qb, { projectId, groupRef, groupName }).returningAll())
    .with('namedConsumer', (qb) =>
      recordConsumer(qb, { projectId, consumerRef, consumerName }).returningAll(),
    )
    .with('c', (qb) => qb.insertInto('connections').values(row).returningAll())
    .with('g', (qb) =>
      qb
        .selectFrom('namedGroup')
        .selectAll()
        .unionAll(
          qb
            .selectFrom('groups')
            .selectAll()
            .where('projectId', '=', projectId)
            .where('groupRef', '=', groupRef)
            .where(({ not, exists, selectFrom }) => not(exists(selectFrom('namedGroup')))),
        ),
    )
    .with('k', (qb) =>
      qb
        .selectFrom('namedConsumer')
        .selectAll()
        .unionAll(
          qb
            .selectFrom('consumers')
            .selectAll()
            .where('projectId', '=', projectId)
            .where('consumerRef', '=', consumerRef)
            .where(({ not, exists, selectFrom }) => not(exists(selectFrom('namedConsumer')))),
        ),
    )
    .selectFrom('c')
    .innerJoin('g', (join) => join.onTrue())
    .innerJoin('k', (join) => join.onTrue())
    .leftJoin('providerApps as a', 'a.id', 'c.providerAppId')
    .selectAll('c')
    .select(ownerColumns)
    .select(appColumns)
    .executeTakeFirst()
  // The statement does not see rows that another transaction is inserting.
  return inserted ?? must(await findConnection(db, row.id), `connection ${row.id}`)
}

/** Counts the group's connections. */
export const countConnections = async (
  db: Db,
  { projectId, groupRef }: { projectId: ProjectId; groupRef: string },
): Promise<number> => {
  const { count } = await db
    .selectFrom('connections')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .where('groupRef', '=', groupRef)
    .executeTakeFirstOrThrow()
  return count
}

const ofProject = ['groups', 'consumers', 'connections'] as const
export type OfProject = (typeof ofProject)[number]

/** Counts the project's connections, up to `atMost`. */
export const countOfProject = async (
  db: Db,
  table: OfProject,
  { projectId, atMost }: { projectId: ProjectId; atMost: number },
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${sql.table(table)} where project_id = ${projectId}
      ${atMost === Infinity ? sql`` : sql`limit ${atMost}`}) _`.execute(db)
  return must(rows[0], 'count').count
}

/** Which of the connection's owners exist; `isNew`: which of them this transaction created. */
export const whatThereIs = async (
  db: Db,
  { projectId, provider, groupRef, consumerRef, isNew = false }: NamedConnection,
): Promise<Record<OfProject, boolean>> => {
  const made = isNew ? sql`and create_time = now()` : sql``
  const { rows } = await sql<Record<OfProject, boolean>>`select
    exists (select from groups where project_id = ${projectId} and group_ref = ${groupRef} ${made}) as groups,
    exists (select from consumers where project_id = ${projectId} and consumer_ref = ${consumerRef} ${made}) as consumers,
    exists (select from connections where project_id = ${projectId} and group_ref = ${groupRef}
      and consumer_ref = ${consumerRef} and provider = ${provider} ${made}) as connections`.execute(
    db,
  )
  return must(rows[0], 'answer')
}

interface NamedConnection {
  projectId: ProjectId
  provider: string
  groupRef: string
  consumerRef: string
  isNew?: boolean
}

export const deleteConnection = (db: Db, id: ConnectionId) =>
  db.deleteFrom('connections').where('id', '=', id).executeTakeFirst()

/** Locks the connections that were created with a provider app. */
export const connectionsOfApp = (tx: Db, appId: ProviderAppId) =>
  connectionRows(tx)
    .where('c.providerAppId', '=', appId)
    .orderBy('c.id')
    .forNoKeyUpdate('c')
    .execute()

/** Returns failing connections to the provider that no longer have an app. */
export const connectionsWithoutApp = (db: Db, provider: string) =>
  db
    .selectFrom('connections')
    .select('id')
    .where('provider', '=', provider)
    .where('providerAppId', 'is', null)
    .where('status', '=', 'bad_credentials')
    .where('authScheme', 'in', [
      'custom',
      'oauth2/authorizationCode',
      'oauth2/authorizationCodePKCE',
    ])
    .execute()

/** Locks the connection against updates. */
export const lockConnection = (tx: Db, id: ConnectionId) =>
  tx.selectFrom('connections').select('id').where('id', '=', id).forNoKeyUpdate().execute()

/** Locks the connection against deletion. */
export const lockConnectionAgainstDeletion = (tx: Db, id: ConnectionId) =>
  tx.selectFrom('connections').select('id').where('id', '=', id).forKeyShare().execute()

/**
 * Locks the connection against everything that builds on it; returns undefined if it does not
 * exist.
 */
export const lockConnectionAgainstUse = (tx: Db, id: ConnectionId) =>
  tx.selectFrom('connections').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

/** Locks the connections of a group or consumer against everything that builds on them. */
export const lockOwnedConnections = (
  tx: Db,
  whose: 'groupRef' | 'consumerRef',
  reference: string,
) =>
  tx
    .selectFrom('connections')
    .select('id')
    .where(whose, '=', reference)
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Deletes the connections of a group or consumer and their pending sessions. Returns their owners.
 */
export async function deleteOwnedConnections(
  tx: Db,
  whose: 'groupRef' | 'consumerRef',
  reference: string,
) {
  await tx.deleteFrom('connectSessions').where(whose, '=', reference).execute()
  return tx
    .deleteFrom('connections')
    .where(whose, '=', reference)
    .returning('consumerRef')
    .execute()
}
