import { storableJson } from '@platform/kernel/values'
import type { SubscribedObject, SubscriptionState } from '@platform/connector'
import type {
  ConnectionId,
  InstallationId,
  OperationId,
  ProjectId,
  ProviderAppId,
} from '@platform/contract'
import { sql, type Selectable, type SqlBool, type Updateable } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { isHeldByNobody } from '@platform/kernel/jobs/processes'
import type { Tables } from '@platform/kernel/db/tables'
import type { SubscriptionId } from './tables.ts'

export type SubscriptionRow = Selectable<Tables['subscriptions']>
export type LinkRow = Selectable<Tables['subscribedInstallations']>

export const findSubscription = (db: Db, id: SubscriptionId) =>
  db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns the subscription of the app or connection, and creates it if there is none. */
export async function ensureSubscription(
  tx: Db,
  of: {
    projectId: ProjectId
    provider: string
    delivery: 'push' | 'pull'
    providerAppId: ProviderAppId | null
    connectionId: ConnectionId | null
  },
): Promise<SubscriptionId> {
  const { id } = await tx
    .insertInto('subscriptions')
    .values({ id: newId('sub'), ...of })
    .onConflict((conflict) =>
      conflict
        .column(of.providerAppId === null ? 'connectionId' : 'providerAppId')
        .doUpdateSet({ provider: of.provider }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the app's subscription once it has been set up. */
export const findOfApp = (
  db: Db,
  { provider, providerAppId }: { provider: string; providerAppId: ProviderAppId },
) =>
  db
    .selectFrom('subscriptions')
    .select('id')
    .where('provider', '=', provider)
    .where('providerAppId', '=', providerAppId)
    .executeTakeFirst()

/** Returns the accounts of the connections that share a subscription. */
export const findListening = (
  db: Db,
  subscriptionId: SubscriptionId,
  workspaceRefs: readonly string[],
) =>
  db
    .selectFrom('subscribedInstallations as l')
    .innerJoin('connections as c', 'c.id', 'l.connectionId')
    .select(['c.id as connectionId', 'c.providerWorkspaceRef as workspaceRef'])
    .distinct()
    .where('l.subscriptionId', '=', subscriptionId)
    .where('c.providerWorkspaceRef', 'in', workspaceRefs)
    .execute()

export const updateSubscription = (
  db: Db,
  id: SubscriptionId,
  fields: Updateable<Tables['subscriptions']>,
) => db.updateTable('subscriptions').set(fields).where('id', '=', id).execute()

/** Deletes an unused subscription; returns false if it is used again. */
export const deleteUnlinked = async (tx: Db, id: SubscriptionId): Promise<boolean> =>
  (await tx
    .deleteFrom('subscriptions as s')
    .where('s.id', '=', id)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('subscribedInstallations as l')
            .select('l.installationId')
            .whereRef('l.subscriptionId', '=', 's.id'),
        ),
      ),
    )
    .returning('s.id')
    .executeTakeFirst()) !== undefined

/** Returns the unused subscriptions of the project. */
export const findUnlinked = (db: Db) =>
  db
    .selectFrom('subscriptions as s')
    .leftJoin('subscribedInstallations as l', 'l.subscriptionId', 's.id')
    .select(['s.id', 's.projectId'])
    .where('l.installationId', 'is', null)
    .execute()

export const isSubscribed = async (db: Db, connectionId: ConnectionId): Promise<boolean> =>
  (await db
    .selectFrom('subscriptions')
    .select('id')
    .where('connectionId', '=', connectionId)
    .where('state', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Returns subscriptions that have not been maintained for this time. */
export const findNeglected = (db: AcrossTenants, before: Date) =>
  db
    .selectFrom('subscriptions')
    .select(['id', 'projectId'])
    .where(sql<Date>`coalesce(upkeep_time, create_time)`, '<', before)
    .limit(1000)
    .execute()

const troubledSince = sql<Date>`
  coalesce(
    l.error_time,
    s.trouble_since,
    case when c.status = 'bad_credentials' then coalesce(c.refused_since, c.refresh_failing_since) end
  )`

/**
 * Matches subscriptions that have failed since the given time without a notification of the owners.
 */
const isUnreported = (since: Date) => sql<SqlBool>`
  coalesce(
    ${troubledSince} < ${since} and (l.notified_time is null or l.notified_time < ${troubledSince}), false
  )`

/**
 * Returns the projects with failed subscriptions whose owners must be notified, and those whose
 * owners were notified after `notifiedBefore`.
 */
export const findProjectsToNotifyOfChanges = (
  db: AcrossTenants,
  { since, notifiedBefore }: { since: Date; notifiedBefore: Date },
) =>
  db
    .selectFrom('subscribedInstallations as l')
    .innerJoin('subscriptions as s', 's.id', 'l.subscriptionId')
    .innerJoin('connections as c', 'c.id', 'l.connectionId')
    .select('l.projectId')
    .select(
      sql<boolean>`coalesce(bool_or(l.notified_time > ${notifiedBefore}), false)`.as('isNotified'),
    )
    .where((is) => is.or([isUnreported(since), is('l.notifiedTime', '>', notifiedBefore)]))
    .groupBy('l.projectId')
    .execute()

/** Selects subscriptions that `markReportedLinks` would mark. */
export const selectUnreportedLinks = (db: AcrossTenants, since: Date) =>
  db
    .selectFrom('subscribedInstallations as l')
    .innerJoin('subscriptions as s', 's.id', 'l.subscriptionId')
    .innerJoin('connections as c', 'c.id', 'l.connectionId')
    .select('l.projectId')
    .where(isUnreported(since))

/** Marks these subscriptions as reported to the owners and returns their installations. */
export const markReportedLinks = (tx: Db, since: Date) =>
  tx
    .updateTable('subscribedInstallations as u')
    .set({ notifiedTime: sql`now()` })
    .where('u.installationId', 'in', (of) =>
      of
        .selectFrom('subscribedInstallations as l')
        .innerJoin('subscriptions as s', 's.id', 'l.subscriptionId')
        .innerJoin('connections as c', 'c.id', 'l.connectionId')
        .select('l.installationId')
        .where(isUnreported(since))
        .forUpdate('l'),
    )
    .returning('u.installationId')
    .execute()

export const findLink = (db: Db, installationId: InstallationId) =>
  db
    .selectFrom('subscribedInstallations')
    .selectAll()
    .where('installationId', '=', installationId)
    .executeTakeFirst()

export const findLinks = (db: Db, subscriptionId: SubscriptionId) =>
  db
    .selectFrom('subscribedInstallations')
    .selectAll()
    .where('subscriptionId', '=', subscriptionId)
    .orderBy('installationId')
    .execute()

/** Returns the installations at the provider whose subscription failed, or all. */
export const findLinksToApply = (db: Db, provider: string, { all }: { all: boolean }) =>
  db
    .selectFrom('subscribedInstallations as l')
    .innerJoin('subscriptions as s', 's.id', 'l.subscriptionId')
    .select('l.installationId')
    .where('s.provider', '=', provider)
    .$if(!all, (query) => query.where('l.status', '=', 'failed'))
    .execute()

/** Returns the subscriptions at the provider that are being set up for an installation. */
export const findSubscriptionsBeingSetUp = (db: Db, provider: string) =>
  db
    .selectFrom('subscribedInstallations as l')
    .innerJoin('subscriptions as s', 's.id', 'l.subscriptionId')
    .select('l.subscriptionId')
    .distinct()
    .where('l.status', '=', 'pending')
    .where('s.provider', '=', provider)
    .execute()

export const findInstallationLinks = async (db: Db, installationIds: readonly InstallationId[]) =>
  installationIds.length === 0
    ? []
    : await db
        .selectFrom('subscribedInstallations as l')
        .innerJoin('subscriptions as s', 's.id', 'l.subscriptionId')
        .selectAll('l')
        .select(['s.delivery', 's.trouble', 's.troubleSince', 's.eventTime'])
        .where('l.installationId', 'in', installationIds)
        .execute()

export const findLinksOfConnection = (db: Db, connectionId: ConnectionId) =>
  db
    .selectFrom('subscribedInstallations')
    .selectAll()
    .where('connectionId', '=', connectionId)
    .orderBy('installationId')
    .execute()

const isSameAccount = sql`subscribed_installations.connection_id = excluded.connection_id
  and subscribed_installations.subscription_id = excluded.subscription_id`

/** Links the installation to its subscription, replacing an earlier link. */
export const putLink = (
  tx: Db,
  row: {
    installationId: InstallationId
    projectId: ProjectId
    subscriptionId: SubscriptionId
    connectionId: ConnectionId
    operationId: OperationId
    objects: SubscribedObject[]
  },
) => {
  const { installationId, projectId, ...rest } = row
  const fields = {
    ...rest,
    objects: JSON.stringify(row.objects),
    status: 'pending' as const,
    error: null,
    errorTime: null,
    attempts: 0,
  }
  return tx
    .insertInto('subscribedInstallations')
    .values({ installationId, projectId, ...fields })
    .onConflict((conflict) =>
      conflict.column('installationId').doUpdateSet({
        ...fields,
        account: sql`case when ${isSameAccount} then subscribed_installations.account end`,
        namesInEvents: sql`case when ${isSameAccount} then subscribed_installations.names_in_events end`,
      }),
    )
    .execute()
}

export const updateLink = (
  db: Db,
  installationId: InstallationId,
  fields: Pick<
    Updateable<Tables['subscribedInstallations']>,
    'status' | 'error' | 'errorTime' | 'attempts' | 'account' | 'namesInEvents'
  >,
) =>
  db
    .updateTable('subscribedInstallations')
    .set(fields)
    .where('installationId', '=', installationId)
    .execute()

export const deleteLink = (tx: Db, installationId: InstallationId) =>
  tx
    .deleteFrom('subscribedInstallations')
    .where('installationId', '=', installationId)
    .returning('subscriptionId')
    .executeTakeFirst()

/** Selects the time from which the next subscription without a listener can be claimed. */
export const nextListening = (db: AcrossTenants) =>
  db
    .selectFrom('subscriptions')
    .select('listenTime')
    .where('delivery', '=', 'pull')
    .where('runner', 'is', null)
    .where('state', 'is not', null)
    .orderBy('listenTime')
    .limit(1)

/** Claims subscriptions without a listener, up to a limit. */
export const claimListening = (
  db: AcrossTenants,
  { runner, max }: { runner: number; max: number },
) =>
  db
    .updateTable('subscriptions')
    .set((is) => ({ runner, fence: is('fence', '+', 1) }))
    .where('id', 'in', (of) =>
      of
        .selectFrom('subscriptions')
        .select('id')
        .where('delivery', '=', 'pull')
        .where('runner', 'is', null)
        .where('state', 'is not', null)
        .where('listenTime', '<=', sql<Date>`now()`)
        .orderBy('listenTime')
        .limit(max)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()

/** Releases a subscription, so that others can claim it from this time on. */
export const releaseListening = (
  db: Db,
  { id, runner, fence }: Pick<SubscriptionRow, 'id' | 'runner' | 'fence'>,
  fields: {
    listenTime: Date
    listenAttempts?: number
    trouble?: string | null
    troubleSince?: Date | null
  },
) =>
  db
    .updateTable('subscriptions')
    .set({ runner: null, ...fields })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('runner', '=', runner)
    .returning('id')
    .executeTakeFirst()

export const releaseRunnersListening = (db: AcrossTenants, runners: readonly number[]) =>
  db.updateTable('subscriptions').set({ runner: null }).where('runner', 'in', runners).execute()

/** Releases subscriptions of processes that no longer exist. */
export const releaseOrphans = (db: AcrossTenants) =>
  db
    .updateTable('subscriptions as s')
    .set({ runner: null })
    .where(isHeldByNobody('s.runner'))
    .execute()

/** Stores the position of a listener; returns false if another has taken over. */
export const advanceListener = async (
  tx: Db,
  { id, runner, fence }: Pick<SubscriptionRow, 'id' | 'runner' | 'fence'>,
  { state, eventTime }: { state: SubscriptionState; eventTime: Date | undefined },
): Promise<boolean> =>
  (await tx
    .updateTable('subscriptions')
    .set({
      state: storableJson(state),
      listenAttempts: 0,
      trouble: null,
      troubleSince: null,
      ...(eventTime && { eventTime }),
    })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('runner', '=', runner)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Returns the installation's part in an object. */
export const pickObject = (link: LinkRow, objectName: string): LinkRow => ({
  ...link,
  objects: link.objects.filter(
    (object) => object.objectName.toLowerCase() === objectName.toLowerCase(),
  ),
})
