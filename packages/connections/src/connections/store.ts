import type {
  AuthScheme,
  ConnectionId,
  ConnectionStatus,
  ProjectId,
  ProviderAppId,
  ProviderMetadata,
  RefreshFailureKind,
} from '@platform/contract'
import { sql, type Insertable, type SqlBool } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { earliestId, newId } from '@platform/kernel/db/new-id'
import { prepared } from '@platform/kernel/db/prepared'
import type { Tables } from '@platform/kernel/db/tables'
import { recordConsumer, recordGroup } from './people/store.ts'
import { must } from '@platform/kernel/values/must'

export type ConnectionRow = NonNullable<Awaited<ReturnType<typeof findConnection>>>

const people = [
  'g.groupName',
  'g.createTime as groupCreateTime',
  'g.updateTime as groupUpdateTime',
  'k.consumerName',
  'k.createTime as consumerCreateTime',
  'k.updateTime as consumerUpdateTime',
] as const

/** The OAuth client that the tokens belong to. Its secrets are not loaded. */
const app = [
  'a.externalRef as appExternalRef',
  'a.clientId as appClientId',
  'a.scopes as appScopes',
  'a.metadata as appMetadata',
  'a.createTime as appCreateTime',
  'a.updateTime as appUpdateTime',
] as const

const connections = (db: Db) =>
  db
    .selectFrom('connections as c')
    .innerJoin('groups as g', (join) =>
      join.onRef('g.projectId', '=', 'c.projectId').onRef('g.groupRef', '=', 'c.groupRef'),
    )
    .innerJoin('consumers as k', (join) =>
      join.onRef('k.projectId', '=', 'c.projectId').onRef('k.consumerRef', '=', 'c.consumerRef'),
    )
    .leftJoin('providerApps as a', 'a.id', 'c.providerAppId')
    .selectAll('c')
    .select(people)
    .select(app)

const connectionOfId = prepared((db, { id }: { id: ConnectionId }) =>
  connections(db).where('c.id', '=', id),
)

export const findConnection = (db: Db, id: ConnectionId) => connectionOfId(db, { id })

export const findConnections = (db: Db, ids: ConnectionId[]) =>
  ids.length === 0 ? [] : connections(db).where('c.id', 'in', ids).execute()

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
  connections(db).where((is) =>
    is.and({
      'c.projectId': projectId,
      'c.provider': provider,
      'c.groupRef': groupRef,
      'c.consumerRef': consumerRef,
    }),
  )

const healthSigns = [
  'status',
  'refusedSince',
  'refusal',
  'trialTime',
  'refreshError',
  'refreshFailureKind',
  'refreshFailingSince',
  'refreshRetryTime',
  'unconfirmed',
] as const satisfies (keyof Tables['connections'])[]

/** Columns from which the health of a connection is derived. */
export type HealthSigns = Pick<ConnectionRow, (typeof healthSigns)[number]>

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

/** Returns the group's newest connection to the provider. */
export const findGroupConnection = (db: Db, provider: string, groupRef: string) =>
  connectionQuery(db, { provider, groupRef }).orderBy('c.id', 'desc').executeTakeFirst()

export const insertConnection = (db: Db, row: Insertable<Tables['connections']>) =>
  db.insertInto('connections').values(row).execute()

/** Inserts the connection, its group and its consumer in one statement. */
export async function insertConnectionOf(
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
    .select(people)
    .select(app)
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

export const updateCredentials = (
  db: Db,
  id: ConnectionId,
  row: {
    credentials: Buffer
    accessExpireTime: Date | null
    authScheme?: AuthScheme
    status?: ConnectionStatus
    unconfirmed?: string | null
    trialTime?: Date | null
    providerMetadata?: string
    providerWorkspaceRef?: string | null
    providerConsumerRef?: string | null
    providerAppId?: ProviderAppId
  },
) =>
  db
    .updateTable('connections')
    .set({ ...noFailure, ...noRefusal, ...row, updateTime: sql`now()` })
    .where('id', '=', id)
    .execute()

export const updateMetadata = (
  db: Db,
  id: ConnectionId,
  row: { providerMetadata?: string; providerWorkspaceRef?: string | null },
) =>
  db
    .updateTable('connections')
    .set({ ...row, updateTime: sql`now()` })
    .where('id', '=', id)
    .execute()

/** Stores refreshed tokens; returns false if the connection's credentials have changed since. */
export async function renewCredentials(
  db: Db,
  { id, credentials }: { id: ConnectionId; credentials: Buffer },
  {
    tokenMetadata,
    ...row
  }: {
    credentials: Buffer
    accessExpireTime: Date | null
    providerAppId?: ProviderAppId
    /** Values of the token reply, merged into the stored ones. */
    tokenMetadata: ProviderMetadata
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({
      ...row,
      ...noFailure,
      providerMetadata: sql`provider_metadata || ${JSON.stringify(tokenMetadata)}::jsonb`,
      updateTime: sql`now()`,
    })
    .where('id', '=', id)
    .where('credentials', '=', credentials)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const noFailure = {
  refreshFailuresInARow: 0,
  refreshError: null,
  refreshErrorTime: null,
  refreshRetryTime: null,
  refreshFailureKind: null,
  refreshFailingSince: null,
}

const noRefusal = {
  refusedSince: null,
  refusal: null,
  refusedCall: false,
  trialTime: null,
  unconfirmed: null,
}

/**
 * Records a failed refresh and the time of the next one; returns false if the credentials have
 * changed since.
 */
export async function noteRefreshFailure(
  db: Db,
  { id, credentials }: { id: ConnectionId; credentials: Buffer },
  { error, kind, retryTime }: { error: string; kind: RefreshFailureKind; retryTime: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({
      refreshFailuresInARow: sql`refresh_failures_in_a_row + 1`,
      refreshError: error,
      refreshFailureKind: kind,
      refreshErrorTime: sql`now()`,
      refreshFailingSince: sql`coalesce(refresh_failing_since, now())`,
      refreshRetryTime: retryTime,
    })
    .where('id', '=', id)
    .where('credentials', '=', credentials)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records that there is no OAuth client to refresh the tokens with. */
export const noteLostClient = (tx: Db, id: ConnectionId, reason: string) =>
  tx
    .updateTable('connections')
    .set({
      refreshError: reason,
      refreshFailureKind: 'oauthClient',
      refreshErrorTime: sql`now()`,
      refreshFailingSince: sql`now()`,
    })
    .where('id', '=', id)
    .execute()

/** How long token refreshes are kept. */
const refreshesKeptDays = 30

/** Records the result of a token refresh and removes old entries. */
export async function noteRefresh(
  tx: Db,
  { id: connectionId, projectId }: { id: ConnectionId; projectId: ProjectId },
  failure?: { kind: RefreshFailureKind; detail: string },
): Promise<void> {
  await tx
    .deleteFrom('connectionRefreshes')
    .where('connectionId', '=', connectionId)
    .where('id', '<', earliestId('ref', Date.now() - refreshesKeptDays * 86_400_000))
    .execute()
  await tx
    .insertInto('connectionRefreshes')
    .values({
      id: newId('ref'),
      projectId,
      connectionId,
      kind: failure?.kind ?? null,
      detail: failure?.detail ?? null,
    })
    .execute()
}

export const refreshQuery = (db: Db, connectionId: ConnectionId) =>
  db.selectFrom('connectionRefreshes').selectAll().where('connectionId', '=', connectionId)

/** Marks the connection as working and clears refusals; returns whether it was in another state before. */
export async function markWorking(db: Db, id: ConnectionId): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({ status: 'working', ...noRefusal, updateTime: sql`now()` })
    .where('id', '=', id)
    .where('status', '!=', 'working')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks the credentials as refused; returns whether they were accepted before. */
export async function markRefused(
  db: Db,
  id: ConnectionId,
  {
    refusal,
    refusedCall,
    trialTime,
  }: { refusal: string; refusedCall: boolean; trialTime: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({
      status: 'bad_credentials',
      refusedSince: sql`now()`,
      unconfirmed: null,
      refusal,
      refusedCall,
      trialTime,
      updateTime: sql`now()`,
    })
    .where('id', '=', id)
    .where('status', '!=', 'bad_credentials')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns connections whose refused or unconfirmed credentials are due for a test. */
export const findDueTrials = (db: AcrossTenants, atMost: number) =>
  db
    .selectFrom('connections')
    .select(['id', 'projectId', 'provider'])
    .where('trialTime', '<=', sql<Date>`now()`)
    .orderBy('trialTime')
    .limit(atMost)
    .execute()

/** Whether the provider refused the credentials or has not confirmed them yet. */
const isInDoubt = sql<boolean>`(status = 'bad_credentials' or unconfirmed is not null)`

/**
 * Claims a due test; returns false if another process claimed it or it is no longer due. If this
 * process dies, the test is due again in ten minutes.
 */
export async function takeTrial(db: Db, id: ConnectionId): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({ trialTime: sql`now() + interval '10 minutes'` })
    .where('id', '=', id)
    .where(isInDoubt)
    .where('trialTime', '<=', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Schedules the next test; returns false if the credentials work or have changed by now. */
export async function setTrial(
  db: Db,
  { id, credentials }: { id: ConnectionId; credentials: Buffer },
  trialTime: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({ trialTime })
    .where('id', '=', id)
    .where('credentials', '=', credentials)
    .where(isInDoubt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Clears the retry time of connections whose OAuth client was refused, so that their tokens are
 * refreshed now. Returns the connections.
 */
export const retryClientRefusals = (db: Db, provider: string) =>
  db
    .updateTable('connections')
    .set({ refreshRetryTime: null })
    .where('provider', '=', provider)
    .where('refreshFailureKind', '=', 'oauthClient')
    .returning('id')
    .execute()

/**
 * Returns connections whose access token expires before the given time, soonest first, except those
 * that wait for a retry.
 */
export const findExpiring = (db: AcrossTenants, before: Date) =>
  db
    .selectFrom('connections')
    .select(['id', 'projectId', 'provider'])
    .where('accessExpireTime', '<', before)
    .where('status', '!=', 'bad_credentials')
    .where(sql<boolean>`coalesce(refresh_retry_time, '-infinity') <= now()`)
    .orderBy('accessExpireTime')
    .execute()

/** Locks the connections that were created with a provider app. */
export const connectionsOfApp = (tx: Db, appId: ProviderAppId) =>
  connections(tx).where('c.providerAppId', '=', appId).orderBy('c.id').forNoKeyUpdate('c').execute()

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
export const lockConnectionsOf = (tx: Db, whose: 'groupRef' | 'consumerRef', reference: string) =>
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
export async function deleteConnectionsOf(
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
