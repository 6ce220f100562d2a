import type { InstallationId, IntegrationId, KeptRecordsGap, ProjectId } from '@platform/contract'
import { sql, type Selectable } from 'kysely'
import type { AcrossTenants, AnyView, Db } from '@platform/kernel/db/database'
import type { Tables } from '@platform/kernel/db/tables'

export type KeptObjectRow = Selectable<Tables['keptObjects']>

export type KeptRecordRow = Omit<Selectable<Tables['keptRecords']>, 'objectKey' | 'projectId'>

/** The object of an installation whose records are kept. */
export interface KeptObject {
  projectId: ProjectId
  installationId: InstallationId
  objectName: string
}

/** A record to keep. */
export interface SealedRecord {
  recordId: string
  versionTime: Date | undefined
  isDeleted: boolean
  size: number
  body: Buffer | null
}

/**
 * Stores the records of a page in one statement. The row of the object is locked first and its time moved
 * on, so that times ascend in the order of commits. An older version does not replace a newer one. If
 * `isFull`, only records that are listed already are stored. Returns how many of them exist.
 */
export async function upsertKeptRecords(
  tx: Db,
  { projectId, installationId, objectName }: KeptObject,
  records: readonly SealedRecord[],
  { isFull }: { isFull: boolean },
): Promise<number> {
  // One binary value: an array of them would be written as text.
  const bodies = records.map(({ body }) => body ?? Buffer.alloc(0))
  const whole = Buffer.concat(bodies)
  let end = 1
  const starts = bodies.map(({ length }) => (end += length) - length)
  const { rows } = await sql<{ stored: number }>`
    with object as (
      insert into kept_objects as o (installation_id, object_name, project_id, last_time)
      values (${installationId}, ${objectName}, ${projectId}, date_trunc('milliseconds', clock_timestamp()))
      on conflict (installation_id, object_name) do update
        set last_time = greatest(date_trunc('milliseconds', clock_timestamp()),
                                 o.last_time + interval '1 millisecond')
      returning key, last_time),
    stored as (
      insert into kept_records as r
        (object_key, record_id, project_id, update_time, version_time, is_deleted, size, body)
      select o.key, n.record_id, ${projectId}, o.last_time, n.version_time, n.is_deleted, n.size,
             case when n.length > 0 then substring(${whole}::bytea from n.start for n.length) end
        from unnest(${records.map(({ recordId }) => recordId)}::text[],
                    ${records.map(({ versionTime }) => versionTime ?? null)}::timestamptz[],
                    ${records.map(({ isDeleted }) => isDeleted)}::boolean[],
                    ${records.map(({ size }) => size)}::integer[],
                    ${starts}::integer[], ${bodies.map(({ length }) => length)}::integer[])
          n (record_id, version_time, is_deleted, size, start, length)
        cross join object o
       -- The limit keeps the condition from being hashed with all records of the object.
       where not ${isFull}::boolean or (
         select true from kept_records k
          where k.object_key = o.key and k.record_id = n.record_id limit 1)
       order by n.record_id
      on conflict (object_key, record_id) do update set
        update_time = excluded.update_time,
        version_time = case when r.version_time > excluded.version_time then r.version_time else excluded.version_time end,
        is_deleted = case when r.version_time > excluded.version_time then r.is_deleted else excluded.is_deleted end,
        size = case when r.version_time > excluded.version_time then r.size else excluded.size end,
        body = case when r.version_time > excluded.version_time then r.body else excluded.body end
      returning is_deleted)
    select count(*) filter (where not is_deleted)::integer as stored from stored`.execute(tx)
  return rows[0]?.stored ?? 0
}

/** Stores that deliveries were not kept. */
export const noteGap = (
  tx: Db,
  { installationId, objectName }: KeptObject,
  { reason, leftOut }: Pick<KeptRecordsGap, 'reason' | 'leftOut'>,
) =>
  tx
    .updateTable('keptObjects')
    .set({
      gapReason: sql<KeptRecordsGap['reason']>`coalesce(gap_reason, ${reason})`,
      gapSince: sql<Date>`coalesce(gap_since, clock_timestamp())`,
      gapTime: sql<Date>`clock_timestamp()`,
      leftOut: sql<number>`left_out + ${leftOut}`,
    })
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .execute()

export const findKeptObject = (
  db: Db,
  { installationId, objectName }: Pick<KeptObject, 'installationId' | 'objectName'>,
): Promise<KeptObjectRow | undefined> =>
  db
    .selectFrom('keptObjects')
    .selectAll()
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .executeTakeFirst()

export const findKeptObjects = async (
  db: Db,
  installationIds: readonly InstallationId[],
): Promise<KeptObjectRow[]> =>
  installationIds.length === 0
    ? []
    : await db
        .selectFrom('keptObjects')
        .selectAll()
        .where('installationId', 'in', installationIds)
        .execute()

/** Reports whether a process of a version runs that delivers records without keeping them. */
export async function hasOlderProcess(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select leaves_out_kept_records() as has`.execute(db)
  return rows[0]?.has ?? false
}

/** Condition of a list: records after a time, and the deleted ones if asked for. */
export interface KeptFilter {
  updatedAfter?: string | undefined
  includeDeleted: boolean
}

/**
 * Makes lists of this transaction follow the index by time. Conditions on the tenant seem to leave so few
 * records that PostgreSQL would sort all of the object for each page.
 */
export const followIndex = (tx: AnyView) =>
  sql`select set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)`.execute(
    tx,
  )

/** Selects the records of an object; lists are sorted by the columns of `keptOrder`. */
export const selectKeptRecords = (
  db: Db,
  objectKey: number,
  { updatedAfter, includeDeleted }: KeptFilter,
) =>
  db
    .selectFrom('keptRecords')
    .select(['recordId', 'updateTime', 'versionTime', 'isDeleted', 'size', 'body'])
    .where('objectKey', '=', objectKey)
    .$if(updatedAfter !== undefined, (of) =>
      of.where('updateTime', '>', sql<Date>`${updatedAfter}::timestamptz`),
    )
    .$if(!includeDeleted, (of) => of.where('isDeleted', '=', false))

export const keptOrder = { by: ['updateTime', 'recordId'], order: 'asc' } as const

/** Ends the lists of an installation, except of these objects. Their records are removed by a job. */
export const endLists = (
  tx: Db,
  installationId: InstallationId,
  { except }: { except: readonly string[] },
) =>
  tx
    .deleteFrom('keptObjects')
    .where('installationId', '=', installationId)
    .where('objectName', '!=', sql<string>`all(${except}::text[])`)
    .execute()

/** Ends the lists of these objects of an integration. */
export const endIntegrationLists = (
  tx: Db,
  integrationId: IntegrationId,
  objectNames: readonly string[],
) =>
  tx
    .deleteFrom('keptObjects as o')
    .using('installations as n')
    .whereRef('n.id', '=', 'o.installationId')
    .where('n.installedIntegrationId', '=', integrationId)
    .where('o.objectName', 'in', objectNames)
    .execute()

/**
 * Notes that a complete read, which began at this time, has delivered all records, unless deliveries were
 * left out since.
 */
export const noteComplete = (tx: Db, { installationId, objectName }: KeptObject, beganAt: Date) =>
  tx
    .updateTable('keptObjects')
    .set({ gapReason: null, gapSince: null, gapTime: null, leftOut: 0, completeTime: beganAt })
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .where(sql<boolean>`(gap_time is null or gap_time < ${beganAt})`)
    .where(sql<boolean>`not leaves_out_kept_records()`)
    .execute()

/** Counts the records that were last delivered before this time. */
export async function countUnread(db: Db, objectKey: number, before: Date): Promise<number> {
  const { count } = await db
    .selectFrom('keptRecords')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('objectKey', '=', objectKey)
    .where('updateTime', '<', before)
    .where('isDeleted', '=', false)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stores how many deletions a complete read holds back. */
export const noteHeld = (
  tx: Db,
  { installationId, objectName }: KeptObject,
  held: Pick<KeptObjectRow, 'heldDeletions' | 'heldBy'>,
) =>
  tx
    .updateTable('keptObjects')
    .set(held)
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .execute()

/**
 * Marks some records as deleted that were last delivered before this time: the complete reads since then
 * have not returned them. Returns how many.
 */
export async function markUnread(
  tx: Db,
  { installationId, objectName }: KeptObject,
  { before, atMost }: { before: Date; atMost: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with object as (
      update kept_objects set last_time = greatest(
          date_trunc('milliseconds', clock_timestamp()), last_time + interval '1 millisecond')
       where installation_id = ${installationId} and object_name = ${objectName}
      returning key, last_time),
    unread as (
      select object_key, record_id from kept_records
       where object_key = (select key from object) and update_time < ${before} and not is_deleted
       order by update_time, record_id limit ${atMost})
    update kept_records r
       set is_deleted = true, size = 0, body = null, update_time = o.last_time
      from unread u, object o
     where r.object_key = u.object_key and r.record_id = u.record_id
       and r.update_time < ${before}`.execute(tx)
  return Number(numAffectedRows)
}

/** Removes some records that were last delivered before this time. Returns how many. */
export async function removeOlder(
  db: Db,
  { objectKey, before, atMost }: { objectKey: number; before: Date; atMost: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from kept_records where object_key = ${objectKey} and record_id = any(array(
      select record_id from kept_records
       where object_key = ${objectKey} and update_time < ${before}
       order by update_time, record_id limit ${atMost}))
      and update_time < ${before}`.execute(db)
  return Number(numAffectedRows)
}

/** Returns how many bytes the project keeps. */
export async function sumKeptBytes(db: Db, projectId: ProjectId): Promise<number> {
  const { bytes } = await db
    .selectFrom('keptObjects')
    .select((of) => of.fn.coalesce(of.fn.sum<string>('bytes'), sql<string>`0`).as('bytes'))
    .where('projectId', '=', projectId)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

/** Stores what is announced about the limit of a project. Returns whether it is news. */
export async function noteLimit(tx: Db, row: Selectable<Tables['keptLimits']>): Promise<boolean> {
  const stored = await tx
    .insertInto('keptLimits')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('projectId')
        .doUpdateSet({ isReached: true })
        .where(sql<boolean>`excluded.is_reached and not kept_limits.is_reached`),
    )
    .returning('projectId')
    .executeTakeFirst()
  return stored !== undefined
}

/** Forgets what was announced about projects that keep less again. */
export const forgetLimits = (db: AcrossTenants, enoughBytes: number) =>
  sql`delete from kept_limits l where (
    select coalesce(sum(bytes), 0) from kept_objects o where o.project_id = l.project_id
  ) < ${enoughBytes}`.execute(db)

/** Finds whether lists have ended whose records remain. */
export const findRemovals = (db: AcrossTenants) =>
  db.selectFrom('keptRemovals').select('objectKey').limit(1)

/**
 * Removes some records of a list that has ended, and then what remembers it. Returns how many. Removed
 * records remain in the index for a while, so each step begins after the last one.
 */
export async function removeEnded(db: AcrossTenants, atMost: number): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with ended as (
      select object_key, removed_id from kept_removals
       order by object_key limit 1 for update skip locked),
    few as materialized (
      select r.object_key, r.record_id from ended e
        join lateral (select object_key, record_id from kept_records
                       where object_key = e.object_key and record_id > e.removed_id
                       order by object_key, record_id limit ${atMost}) r on true),
    removed as (
      delete from kept_records r using few
       where r.object_key = few.object_key and r.record_id = few.record_id returning 1),
    forgotten as (
      delete from kept_removals where object_key in (select object_key from ended)
         and (select count(*) from few) < ${atMost} returning 1),
    moved as (
      update kept_removals m set removed_id = (select max(record_id) from few)
       where object_key in (select object_key from ended)
         and (select count(*) from few) = ${atMost} returning 1)
    select (select count(*) from removed)::integer
         + (select count(*) from forgotten)::integer * ${atMost}
         + (select count(*) from moved)::integer * 0 as removed`.execute(db)
  return rows[0]?.removed ?? 0
}

/** Removes some deletions that were delivered before this time. Returns how many. */
export async function removeOldDeletions(
  db: AcrossTenants,
  { before, atMost }: { before: Date; atMost: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from kept_records where ctid = any(array(
      select ctid from kept_records where is_deleted and update_time < ${before}
       order by update_time limit ${atMost} for update skip locked))`.execute(db)
  return Number(numAffectedRows)
}

/** Returns the objects of all projects whose records are kept, after a key. */
export const findObjectsAfter = (
  db: AcrossTenants,
  { key, atMost }: { key: number; atMost: number },
) =>
  db
    .selectFrom('keptObjects')
    .select(['key', 'projectId'])
    .where('key', '>', key)
    .orderBy('key')
    .limit(atMost)
    .execute()
