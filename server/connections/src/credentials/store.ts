import type {
  AuthScheme,
  ConnectionId,
  ConnectionStatus,
  ProjectId,
  ProviderAppId,
  ProviderMetadata,
  RefreshFailureKind,
} from '@platform/contract'
import { sql } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { earliestId, newId } from '@platform/kernel/db/new-id'
import { prepareRow } from '@platform/kernel/db/prepared'
import type { Tables } from '@platform/kernel/db/tables'
import { getNowMs, storableJson } from '@platform/kernel/values'

export type ConnectionRow = NonNullable<Awaited<ReturnType<typeof findConnection>>>

/** Columns of the group and the consumer. */
export const ownerColumns = [
  'g.groupName',
  'g.createTime as groupCreateTime',
  'g.updateTime as groupUpdateTime',
  'k.consumerName',
  'k.createTime as consumerCreateTime',
  'k.updateTime as consumerUpdateTime',
] as const

/** The OAuth client that the tokens belong to. Its secrets are not loaded. */
export const appColumns = [
  'a.externalRef as appExternalRef',
  'a.clientId as appClientId',
  'a.scopes as appScopes',
  'a.metadata as appMetadata',
  'a.createTime as appCreateTime',
  'a.updateTime as appUpdateTime',
] as const

/** Selects connections with their owners and OAuth client. */
export const connectionRows = (db: Db) =>
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
    .select(ownerColumns)
    .select(appColumns)

const connectionOfId = prepareRow((db, { id }: { id: ConnectionId }) =>
  connectionRows(db).where('c.id', '=', id),
)

export const findConnection = (db: Db, id: ConnectionId) => connectionOfId(db, { id })

export const healthSigns = [
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
    /** Until then, tokens that expire are not renewed ahead of their use. */
    refreshRetryTime: Date | null
    providerAppId?: ProviderAppId
    /** Values of the token reply, merged into the stored ones. */
    tokenMetadata: ProviderMetadata
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({
      ...noFailure,
      ...row,
      providerMetadata: sql`provider_metadata || ${storableJson(tokenMetadata)}::jsonb`,
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

const dayMs = 86_400_000

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
    .where('id', '<', earliestId('ref', getNowMs() - refreshesKeptDays * dayMs))
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
export async function markRejected(
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
export const selectDueTrials = (db: AcrossTenants, atMost: number) =>
  db
    .selectFrom('connections')
    .select(['id', 'projectId', 'provider'])
    .where('trialTime', '<=', sql<Date>`now()`)
    .orderBy('trialTime')
    .limit(atMost)

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
export const retryClientRejections = (db: Db, provider: string) =>
  db
    .updateTable('connections')
    .set({ refreshRetryTime: null })
    .where('provider', '=', provider)
    .where('refreshFailureKind', '=', 'oauthClient')
    .returning('id')
    .execute()

/**
 * Reports whether another connection was created or renewed with the app in the last day, since the app was
 * last changed, and has not failed since.
 */
export async function isAppAcceptedForOthers(
  db: Db,
  { appId, connectionId }: { appId: ProviderAppId; connectionId: ConnectionId | null },
): Promise<boolean> {
  const { rows } = await sql<{ isAccepted: boolean }>`
    select exists (
      select from provider_apps a
        join connections c on c.provider_app_id = a.id
       where a.id = ${appId} and c.id is distinct from ${connectionId}
         and c.status = 'working' and c.refresh_failing_since is null
         and exists (
           select from connection_refreshes r
            where r.connection_id = c.id and r.kind is null
              and r.id > ${earliestId('ref', getNowMs() - dayMs)}
              and r.create_time > coalesce(a.update_time, a.create_time)
           union all
           select where c.create_time > greatest(a.update_time, a.create_time, now() - interval '1 day')
         )) as is_accepted`.execute(db)
  return rows[0]?.isAccepted ?? false
}

/**
 * Returns connections whose access token expires before the given time, soonest first, except those
 * that wait for a retry.
 */
export const selectExpiring = (db: AcrossTenants, before: Date) =>
  db
    .selectFrom('connections')
    .select(['id', 'projectId', 'provider'])
    .where('accessExpireTime', '<', before)
    .where('status', '!=', 'bad_credentials')
    .where(sql<boolean>`coalesce(refresh_retry_time, '-infinity') <= now()`)
    .orderBy('accessExpireTime')
