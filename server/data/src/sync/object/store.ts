import { storableJson } from '@platform/kernel/values'
import type { InstallationId, ProjectId } from '@platform/contract'
import { sql, type Selectable, type SqlBool, type Updateable } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { executeAhead } from '@platform/kernel/db/prepared'
import type { Tables } from '@platform/kernel/db/tables'

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

/** Returns the objects with the fields that the provider computes, as far as known. */
export const findObjectStates = async (db: Db, ids: InstallationId[]) =>
  ids.length === 0
    ? []
    : await db
        .selectFrom('installationObjects as o')
        .innerJoin('installations as n', 'n.id', 'o.installationId')
        .leftJoin('calculatedFields as c', (join) =>
          join
            .onRef('c.connectionId', '=', 'n.connectionId')
            .onRef('c.objectName', '=', 'o.objectName'),
        )
        .selectAll('o')
        .select('c.fieldNames as calculatedFields')
        .where('o.installationId', 'in', ids)
        .orderBy('o.objectName')
        .execute()

/** Replaces what is known about the computed fields of an object of an account. */
export async function replaceCalculatedFields(
  db: Db,
  { fieldNames, ...row }: Selectable<Tables['calculatedFields']>,
): Promise<void> {
  if (fieldNames.length === 0) {
    await db
      .deleteFrom('calculatedFields')
      .where('connectionId', '=', row.connectionId)
      .where('objectName', '=', row.objectName)
      .execute()
    return
  }
  const json = storableJson(fieldNames)
  await db
    .insertInto('calculatedFields')
    .values({ ...row, fieldNames: json })
    .onConflict((conflict) =>
      conflict
        .columns(['connectionId', 'objectName'])
        .doUpdateSet({ fieldNames: json })
        // Descriptions are frequent, and changes rare.
        .where(sql<SqlBool>`calculated_fields.field_names is distinct from excluded.field_names`),
    )
    .execute()
}

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

/** Returns the objects that are paused for a reason. */
export const findObjectsPausedFor = (
  db: Db,
  reason: NonNullable<InstallationObjectRow['pausedFor']>,
): Promise<InstallationObjectRow[]> =>
  db
    .selectFrom('installationObjects')
    .selectAll()
    .where('pausedFor', '=', reason)
    .orderBy('objectName')
    .execute()

/** Locks and returns the objects that are due, except those locked by other transactions. */
export const lockDueObjects = (
  tx: Db,
  objects: readonly Pick<InstallationObjectRow, 'installationId' | 'objectName'>[],
): Promise<InstallationObjectRow[]> =>
  tx
    .selectFrom('installationObjects as o')
    .selectAll()
    .where(isAmong(objects))
    .where('o.nextRunTime', '<=', sql<Date>`now()`)
    .orderBy('o.installationId')
    .orderBy('o.objectName')
    .forUpdate()
    .skipLocked()
    .execute()

/**
 * Locks and returns those of the objects that no other transaction has locked, with their installations
 * (`lockObject`).
 */
export const lockFreeObjects = (
  tx: Db,
  objects: readonly Pick<InstallationObjectRow, 'installationId' | 'objectName'>[],
): Promise<InstallationObjectRow[]> =>
  tx
    .selectFrom('installations as n')
    .innerJoin('installationObjects as o', 'o.installationId', 'n.id')
    .selectAll('o')
    .where(isAmong(objects))
    .orderBy('o.installationId')
    .orderBy('o.objectName')
    .modifyEnd(sql`for no key update of n skip locked for update of o skip locked`)
    .execute()

/** Returns these objects. */
export const findObjects = (
  db: Db,
  objects: readonly Pick<InstallationObjectRow, 'installationId' | 'objectName'>[],
): Promise<InstallationObjectRow[]> =>
  db.selectFrom('installationObjects as o').selectAll().where(isAmong(objects)).execute()

const isAmong = (
  objects: readonly Pick<InstallationObjectRow, 'installationId' | 'objectName'>[],
) =>
  sql<SqlBool>`(o.installation_id, o.object_name) in (select * from unnest(
    ${objects.map(({ installationId }) => installationId)}::text[],
    ${objects.map(({ objectName }) => objectName)}::text[]))`

export interface ScheduledObject {
  projectId: ProjectId
  installationId: InstallationId
  objectName: string
  /** Not positive if it is due. */
  dueInMs: number
}

/** Selects the time at which the next object is due. */
export const nextScheduled = (db: AcrossTenants) =>
  db
    .selectFrom('installationObjects')
    .select('nextRunTime')
    .where('nextRunTime', 'is not', null)
    .orderBy('nextRunTime')
    .limit(1)

/** Returns the objects of all tenants with the earliest next reads, due or not. */
export const findNextScheduled = (db: AcrossTenants, atMost: number): Promise<ScheduledObject[]> =>
  db
    .selectFrom('installationObjects')
    .select(['projectId', 'installationId', 'objectName'])
    .select(sql<number>`extract(epoch from next_run_time - now())::float8 * 1000`.as('dueInMs'))
    .where('nextRunTime', 'is not', null)
    .orderBy('nextRunTime')
    .limit(atMost)
    .execute()

/** Sets the times of the next reads of several objects. Only `changeObjects` calls it. */
export const updateNextRunTimes = (
  tx: Db,
  moved: readonly Pick<InstallationObjectRow, 'installationId' | 'objectName' | 'nextRunTime'>[],
) =>
  executeAhead(
    tx,
    tx
      .updateTable('installationObjects as o')
      .from(
        sql<{
          installationId: InstallationId
          objectName: string
          nextRunTime: Date | null
        }>`unnest(
          ${moved.map(({ installationId }) => installationId)}::text[],
          ${moved.map(({ objectName }) => objectName)}::text[],
          ${moved.map(({ nextRunTime }) => nextRunTime)}::timestamptz[])`.as<'m'>(
          sql`m (installation_id, object_name, next_run_time)`,
        ),
      )
      .set((is) => ({ nextRunTime: is.ref('m.nextRunTime') }))
      .whereRef('o.installationId', '=', 'm.installationId')
      .whereRef('o.objectName', '=', 'm.objectName'),
  )

/** Sets what several objects have been read up to. Only `changeObjects` calls it. */
export const updateReadPositions = (
  tx: Db,
  read: readonly Pick<
    InstallationObjectRow,
    'installationId' | 'objectName' | 'lastRunTime' | 'watermark' | 'recentlyRead'
  >[],
) =>
  executeAhead(
    tx,
    tx
      .updateTable('installationObjects as o')
      .from(
        sql<{
          installationId: InstallationId
          objectName: string
          lastRunTime: Date | null
          watermark: Date | null
          recentlyRead: string
        }>`unnest(
          ${read.map(({ installationId }) => installationId)}::text[],
          ${read.map(({ objectName }) => objectName)}::text[],
          ${read.map(({ lastRunTime }) => lastRunTime)}::timestamptz[],
          ${read.map(({ watermark }) => watermark)}::timestamptz[],
          ${read.map(({ recentlyRead }) => storableJson(recentlyRead))}::text[])`.as<'r'>(
          sql`r (installation_id, object_name, last_run_time, watermark, recently_read)`,
        ),
      )
      .set((is) => ({
        lastRunTime: is.ref('r.lastRunTime'),
        watermark: is.ref('r.watermark'),
        recentlyRead: sql<string>`r.recently_read::jsonb`,
      }))
      .whereRef('o.installationId', '=', 'r.installationId')
      .whereRef('o.objectName', '=', 'r.objectName'),
  )

/** Locks the objects of the installation, or the named one, until the transaction ends. */
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

/** Deletes the read progress of the installation's objects. */
export const deleteInstallationObjects = (db: Db, installationId: InstallationId) =>
  db.deleteFrom('installationObjects').where('installationId', '=', installationId).execute()

/** Updates the object. Only `changeObjects` calls it: changes are decided in `decide.ts`. */
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

/** Deletes the snapshot of the object. */
export const deleteSnapshotRecords = (
  tx: Db,
  { installationId, objectName }: Pick<InstallationObjectRow, 'installationId' | 'objectName'>,
) =>
  tx
    .deleteFrom('snapshotRecords')
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .execute()

const troubledSince = sql<Date>`coalesce(o.failing_since, o.paused_time, o.retrying_since, o.lost_since)`

/**
 * Matches objects not read since the given time, for a reason that someone has to fix and the
 * owners do not know. Excludes requested pauses and used-up daily limits.
 */
const isUnreported = (since: Date) => sql<SqlBool>`
  (
    o.failing_since is not null or o.retrying_since is not null or o.paused_for is not null
    or o.lost_since is not null
  )
  and (o.paused_for is null or o.paused_for in ('failures', 'credentials', 'destination'))
  and not (o.retrying_since is not null and o.is_limited)
  and ${troubledSince} < ${since}
  and (o.notified_time is null or o.notified_time < ${troubledSince})`

/** Selects objects that `markReportedObjects` would mark. */
export const selectUnreportedObjects = (db: AcrossTenants, since: Date) =>
  db.selectFrom('installationObjects as o').select('o.projectId').where(isUnreported(since))

/**
 * Returns the projects with failing objects whose owners must be notified, and those whose owners
 * were notified after `notifiedBefore`.
 */
export const findProjectsToNotify = (
  db: AcrossTenants,
  { since, notifiedBefore }: { since: Date; notifiedBefore: Date },
) =>
  db
    .selectFrom('installationObjects as o')
    .select('o.projectId')
    .select(
      sql<boolean>`coalesce(bool_or(o.notified_time > ${notifiedBefore}), false)`.as('isNotified'),
    )
    .where((is) => is.or([isUnreported(since), is('o.notifiedTime', '>', notifiedBefore)]))
    .groupBy('o.projectId')
    .execute()

/** Marks these objects as reported to the owners and returns them. */
export const markReportedObjects = (tx: Db, since: Date) =>
  tx
    .updateTable('installationObjects as o')
    .set({ notifiedTime: sql`now()` })
    .where(isUnreported(since))
    .returning(['o.installationId', 'o.objectName'])
    .execute()

/**
 * Returns the installations with objects that were not compared with the account's description for a day, or
 * for an hour if fields are lost. What waits for a repair is left out.
 */
export const findUncompared = (db: AcrossTenants, now: Date) =>
  db
    .selectFrom('installationObjects')
    .select(['projectId', 'installationId'])
    .distinct()
    .where(isUncompared(now))
    .where((is) => is.or([is('pausedFor', 'is', null), is('pausedFor', '=', 'failures')]))
    .execute()

/** Returns the objects of an installation that are due to be compared with the account's description. */
export const findUncomparedObjects = (db: Db, installationId: InstallationId, now: Date) =>
  db
    .selectFrom('installationObjects')
    .select('objectName')
    .where('installationId', '=', installationId)
    .where(isUncompared(now))
    .execute()

// Looked for every hour, at a minute that is not exact.
const isUncompared = (now: Date) => sql<SqlBool>`
  described_time < ${now}::timestamptz
    - case when lost_since is null then interval '1 day' else interval '50 minutes' end`
