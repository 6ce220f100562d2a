import { storableJson } from '@platform/kernel/values'
import type { InstallationId, OperationId, ProjectId } from '@platform/contract'
import { sql, type Insertable, type SqlBool } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import { notifyChange } from '@platform/kernel/db/changes'
import { executeAhead } from '@platform/kernel/db/prepared'
import type { Tables } from '@platform/kernel/db/tables'

export type OperationRow = NonNullable<Awaited<ReturnType<typeof findOperation>>>

export const operationQuery = (db: Db) => db.selectFrom('operations').selectAll()

export const findOperation = (db: Db, id: OperationId) =>
  operationQuery(db).where('id', '=', id).executeTakeFirst()

export const insertOperation = async (db: Db, row: Insertable<Tables['operations']>) => {
  await executeAhead(db, db.insertInto('operations').values(row))
  notifyChange('operations', row.projectId, db)
}

/** A read that begins. */
export interface BeginningRead extends Pick<
  OperationRow,
  | 'id'
  | 'integrationId'
  | 'installationId'
  | 'configId'
  | 'objectName'
  | 'readType'
  | 'since'
  | 'isSinceByOurClock'
  | 'until'
  | 'createdBy'
  | 'checksDeletions'
> {}

/** Inserts reads of a project. The text is the same for any number of them, so it is prepared. */
export const insertReads = async (
  db: Db,
  {
    projectId,
    traceparent,
    reads,
  }: { projectId: ProjectId; traceparent: string | null; reads: readonly BeginningRead[] },
) => {
  const inserted = db
    .insertInto('operations')
    .columns([
      ...(['projectId', 'traceparent', 'actionType', 'status'] as const),
      ...(['id', 'integrationId', 'installationId', 'configId', 'objectName'] as const),
      ...(['readType', 'since', 'isSinceByOurClock', 'until', 'createdBy'] as const),
      'checksDeletions',
    ])
    .expression(
      sql`select ${projectId}::text, ${traceparent}::text, 'read', 'in_progress', r.* from unnest(
        ${reads.map(({ id }) => id)}::text[],
        ${reads.map(({ integrationId }) => integrationId)}::text[],
        ${reads.map(({ installationId }) => installationId)}::text[],
        ${reads.map(({ configId }) => configId)}::text[],
        ${reads.map(({ objectName }) => objectName)}::text[],
        ${reads.map(({ readType }) => readType)}::text[],
        ${reads.map(({ since }) => since)}::timestamptz[],
        ${reads.map(({ isSinceByOurClock }) => isSinceByOurClock)}::boolean[],
        ${reads.map(({ until }) => until)}::timestamptz[],
        ${reads.map(({ createdBy }) => createdBy)}::text[],
        ${reads.map(({ checksDeletions }) => checksDeletions)}::boolean[]) r`,
    )
  await executeAhead(db, inserted)
  notifyChange('operations', projectId, db)
}

/** Returns the unfinished reads of these objects, oldest first: the first of an object runs. */
export const findUnfinishedReads = (
  db: Db,
  objects: readonly { installationId: InstallationId; objectName: string }[],
) =>
  db
    .selectFrom('operations')
    .select(['id', 'installationId', 'objectName', 'readType'])
    .where(isUnfinishedRead(objects))
    .orderBy('id')
    .execute()

/**
 * Locks and returns the unfinished reads of these objects, oldest first. Operations are locked after their
 * objects.
 */
export const lockUnfinishedReads = (
  tx: Db,
  objects: readonly { installationId: InstallationId; objectName: string }[],
): Promise<OperationRow[]> =>
  operationQuery(tx).where(isUnfinishedRead(objects)).orderBy('id').forNoKeyUpdate().execute()

/**
 * Looks each object up in the index `operations_unfinished_reads`, whatever the planner estimates: with
 * `offset 0`, it cannot scan the unfinished reads of all tenants instead. The status is a literal, so that
 * the index matches in any plan.
 */
const isUnfinishedRead = (
  objects: readonly { installationId: InstallationId; objectName: string }[],
) =>
  sql<SqlBool>`id = any(array(
      select unfinished.id
        from unnest(
          ${objects.map(({ installationId }) => installationId)}::text[],
          ${objects.map(({ objectName }) => objectName)}::text[]) wanted (installation_id, object_name)
       cross join lateral (
         select id from operations
          where installation_id = wanted.installation_id and object_name = wanted.object_name
            and action_type = 'read' and status = 'in_progress'
         offset 0) unfinished))
    and action_type = 'read' and status = 'in_progress'`

/** How many recent operations are searched for the last read of an object. */
const searchedOperations = 10_000

/**
 * Returns the newest read of the object among the recent operations of its installation. The search
 * ends at the first one, and passes over reads of other objects, writes and calls of tools.
 */
export const findRecentRead = (db: Db, installationId: InstallationId, objectName: string) =>
  db
    .selectFrom(
      db
        .selectFrom('operations')
        .select(['id', 'objectName', 'actionType'])
        .where('installationId', '=', installationId)
        .orderBy('id', 'desc')
        .limit(searchedOperations)
        .as('recent'),
    )
    .select('id')
    .where('objectName', '=', objectName)
    .where('actionType', '=', 'read')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Reports whether a recent scheduled read of the object has completely delivered what is older than the start of
 * this one, with the same configuration.
 */
export const isDeliveredBefore = async (
  db: Db,
  {
    installationId,
    objectName,
    configId,
    since,
  }: Pick<OperationRow, 'installationId' | 'objectName' | 'configId' | 'since'>,
): Promise<boolean> => {
  if (!since) return false
  const read = await db
    .selectFrom(
      db
        .selectFrom('operations')
        .select(['objectName', 'readType', 'status', 'incomplete', 'configId', 'asOf'])
        .where('installationId', '=', installationId)
        .orderBy('id', 'desc')
        .limit(searchedOperations)
        .as('recent'),
    )
    .select('asOf')
    .where('objectName', '=', objectName)
    .where('readType', '=', 'scheduled')
    .where('status', '=', 'success')
    .where('incomplete', 'is', null)
    .where('configId', '=', configId)
    .where('asOf', '=', since)
    .limit(1)
    .executeTakeFirst()
  return read !== undefined
}

/**
 * Takes over the unfinished ones of these operations: their previous holders can no longer write.
 */
export const takeOperations = (db: Db, ids: readonly OperationId[]) =>
  db
    .updateTable('operations')
    .set((is) => ({
      fence: is('fence', '+', 1),
      updateTime: sql<Date>`now()`,
    }))
    .where('id', 'in', ids)
    .where('status', '=', 'in_progress')
    .returningAll()
    .execute()

/** Stores the checkpoint after a page; returns false if another process has taken over. */
export const checkpoint = async (
  tx: Db,
  { id, fence }: { id: OperationId; fence: number },
  page: {
    cursor: string | null
    records: number
    leftOut: number
    total: number | undefined
    incomplete: string | undefined
    asOf: Date | null
    /** Undefined if unchanged. */
    recentlyRead: Record<string, string> | undefined
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('operations')
    .set((is) => ({
      cursor: page.cursor,
      isLastPageRead: page.cursor === null,
      pages: is('pages', '+', 1),
      recordsProcessed: is('recordsProcessed', '+', page.records),
      recordsLeftOut: is('recordsLeftOut', '+', page.leftOut),
      asOf: page.asOf,
      ...(page.recentlyRead && { recentlyRead: storableJson(page.recentlyRead) }),
      attempts: 0,
      failures: '{}',
      updateTime: sql<Date>`now()`,
      ...(page.total !== undefined && { recordsEstimatedTotal: page.total }),
      ...(page.incomplete !== undefined && { incomplete: page.incomplete.slice(0, 1000) }),
    }))
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('status', '=', 'in_progress')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores the progress of an operation, which is also its heartbeat. */
export const setProgress = (
  db: Db,
  id: OperationId,
  { done, total }: { done: number; total: number },
) =>
  db
    .updateTable('operations')
    .set({
      recordsProcessed: done,
      recordsEstimatedTotal: total,
      updateTime: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('status', '=', 'in_progress')
    .execute()

/** Counts records outside pages; returns false if another process has taken over. */
export const addRecords = async (
  tx: Db,
  { id, fence }: { id: OperationId; fence: number },
  records: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('operations')
    .set((is) => ({
      recordsProcessed: is('recordsProcessed', '+', records),
      updateTime: sql<Date>`now()`,
    }))
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('status', '=', 'in_progress')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Counts a failed attempt; returns false if another process has taken over. */
export const recordFailure = async (
  tx: Db,
  { id, fence }: { id: OperationId; fence: number },
  { fromTheStart, failures }: { fromTheStart: boolean; failures?: Record<string, number> },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('operations')
    .set((is) => ({
      attempts: is('attempts', '+', 1),
      ...(failures && { failures: JSON.stringify(failures) }),
      updateTime: sql<Date>`now()`,
      ...(fromTheStart && { cursor: null, incomplete: null }),
    }))
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('status', '=', 'in_progress')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores the start time of the read, by the provider's clock. */
export const setSince = async (
  db: Db,
  { id, fence }: { id: OperationId; fence: number },
  since: Date | null,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('operations')
    .set({ since, isSinceByOurClock: false })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const cancelOperation = async (
  tx: Db,
  id: OperationId,
  { result, by = null }: { result: string; by?: string | undefined | null },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('operations')
    .set({ status: 'canceled', result, canceledBy: by, updateTime: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'in_progress')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const interrupt = (tx: Db, id: OperationId) =>
  tx
    .updateTable('operations')
    .set((is) => ({ fence: is('fence', '+', 1), attempts: 0, failures: '{}' }))
    .where('id', '=', id)
    .where('status', '=', 'in_progress')
    .execute()

/** Ends the operation; returns false if another process has taken over or it has already ended. */
export const endOperation = async (
  tx: Db,
  { id, fence }: { id: OperationId; fence: number },
  outcome: {
    status: 'success' | 'incomplete' | 'failure' | 'canceled'
    result: string
    /** For writes. */
    successfulRecordIds?: string[]
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('operations')
    .set({
      ...outcome,
      ...(outcome.successfulRecordIds && {
        recordsProcessed: outcome.successfulRecordIds.length,
      }),
      updateTime: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('status', '=', 'in_progress')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A read that ends, and its last page if that is not stored yet. */
export interface EndingRead {
  id: OperationId
  status: 'success' | 'incomplete'
  result: string
  incomplete: string | null
  asOf: Date | null
  recentlyRead: Record<string, string>
  /** Number of pages not stored yet. */
  pages: number
  total: number | null
}

/** Ends several reads that the transaction has locked and whose fences it has checked. */
export const endLockedReads = (tx: Db, reads: readonly EndingRead[]) =>
  executeAhead(
    tx,
    tx
      .updateTable('operations as o')
      .from(
        sql<{
          id: OperationId
          status: EndingRead['status']
          result: string
          incomplete: string | null
          asOf: Date | null
          recentlyRead: string
          pages: number
          total: number | null
        }>`unnest(
          ${reads.map(({ id }) => id)}::text[],
          ${reads.map(({ status }) => status)}::text[],
          ${reads.map(({ result }) => result)}::text[],
          ${reads.map(({ incomplete }) => incomplete)}::text[],
          ${reads.map(({ asOf }) => asOf)}::timestamptz[],
          ${reads.map(({ recentlyRead }) => storableJson(recentlyRead))}::text[],
          ${reads.map(({ pages }) => pages)}::int[],
          ${reads.map(({ total }) => total)}::int[])`.as<'e'>(
          sql`e (id, status, result, incomplete, as_of, recently_read, pages, total)`,
        ),
      )
      .set((is) => ({
        status: is.ref('e.status'),
        result: is.ref('e.result'),
        incomplete: is.ref('e.incomplete'),
        cursor: null,
        isLastPageRead: true,
        pages: sql<number>`o.pages + e.pages`,
        recordsEstimatedTotal: sql<number | null>`coalesce(e.total, o.records_estimated_total)`,
        asOf: is.ref('e.asOf'),
        recentlyRead: sql<string>`e.recently_read::jsonb`,
        attempts: 0,
        updateTime: sql<Date>`now()`,
      }))
      .whereRef('o.id', '=', 'e.id'),
  )

/** Cancels the installation's reads: their holders can no longer write. */
export const cancelReads = (tx: Db, installationId: InstallationId, result: string) =>
  tx
    .updateTable('operations')
    .set((is) => ({
      status: 'canceled' as const,
      result,
      fence: is('fence', '+', 1),
      updateTime: sql<Date>`now()`,
    }))
    .where('installationId', '=', installationId)
    .where('actionType', '=', 'read')
    .where('status', '=', 'in_progress')
    .execute()

/** Reopens a failed operation on request. */
export const reopenOperation = (db: Db, id: OperationId) =>
  db
    .updateTable('operations')
    .set({ status: 'in_progress', result: null })
    .where('id', '=', id)
    .where('status', '=', 'failure')
    .execute()

/** Reports whether the operation still has this holder, and locks it until the transaction ends. */
export const isHeld = async (tx: Db, held: Held) =>
  (await selectHeldOperation(tx, held).executeTakeFirst()) !== undefined

export interface Held {
  id: OperationId
  fence: number
}

/** Selects and locks the operation if it still has this holder, as a condition for a statement. */
export const selectHeldOperation = (db: Db, { id, fence }: Held) =>
  db
    .selectFrom('operations')
    .select('id')
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('status', '=', 'in_progress')
    .forShare()
