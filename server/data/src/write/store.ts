import { storableJson } from '@platform/kernel/values'
import type { ConnectionId, InstallationId, OperationId } from '@platform/contract'
import { sql, type Insertable, type SelectQueryBuilder } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import type { StoredWriteResult } from './tables.ts'
import { executeAhead, prepareAhead } from '@platform/kernel/db/prepared'
import type { Tables } from '@platform/kernel/db/tables'

export type WriteRow = NonNullable<Awaited<ReturnType<typeof findWrite>>>

export const findWrite = (db: Db, operationId: OperationId) =>
  db.selectFrom('writes').selectAll().where('operationId', '=', operationId).executeTakeFirst()

export const findWrites = (db: Db, operationIds: readonly OperationId[]) =>
  db
    .selectFrom('writes')
    .selectAll()
    .where('operationId', 'in', operationIds)
    .orderBy('operationId')
    .execute()

type NewWrite = Required<
  Omit<Insertable<Tables['writes']>, 'sending' | 'firstSentTime' | 'lastSentTime'>
>

export const insertWrite = prepareAhead(
  (
    tx: Db,
    {
      operationId,
      projectId,
      installationId,
      objectName,
      type,
      keyFieldName,
      isBatch,
      allOrNone,
      headers,
      records,
      results,
      deadline,
      batchKey,
      flushTime,
      flushId,
    }: NewWrite,
  ) =>
    tx.insertInto('writes').values({
      operationId,
      projectId,
      installationId,
      objectName,
      type,
      keyFieldName,
      isBatch,
      allOrNone,
      headers,
      records,
      results,
      deadline,
      batchKey,
      flushTime,
      flushId,
    } satisfies NewWrite),
)

/** Counts the waiting writes with this key, and returns when the first of them must be sent. */
export const selectWaitingWrites = (db: Db, batchKey: string) =>
  db
    .selectFrom('writes')
    .where('batchKey', '=', batchKey)
    .select((is) => [
      is.fn.min('flushTime').as('flushTime'),
      sql<number>`coalesce(sum(jsonb_array_length(records)), 0)::int`.as('records'),
    ])
    .executeTakeFirstOrThrow()

/** Combines waiting writes into one call. Writes that another process is combining are skipped. */
export const gather = (tx: Db, batchKey: string, flushId: OperationId) =>
  tx
    .updateTable('writes')
    .set({ batchKey: null, flushId })
    .where('operationId', 'in', (is) =>
      is
        .selectFrom('writes')
        .select('operationId')
        .where('batchKey', '=', batchKey)
        .orderBy('operationId')
        .forUpdate()
        .skipLocked(),
    )
    .returning(['operationId', 'installationId', 'type'])
    .execute()

/** Returns the unfinished writes of a flush, in order. */
export const findFlush = async (db: Db, flushId: OperationId): Promise<OperationId[]> => {
  const rows = await db
    .selectFrom('writes')
    .select('operationId')
    .where('flushId', '=', flushId)
    .orderBy('operationId')
    .execute()
  return rows.map(({ operationId }) => operationId)
}

/**
 * Stores the results so far, and which records are in progress; returns false without `held`:
 * another process has taken the write over. `isSent` sets the time, because records are sent next;
 * `isFirst` unless earlier ones are still unanswered.
 */
export const saveProgress = async (
  db: Db,
  held: SelectQueryBuilder<Tables, 'operations', { id: OperationId }>,
  {
    results,
    sending,
    isSent = false,
    isFirst = true,
  }: {
    results: (StoredWriteResult | null)[]
    sending: number[]
    isSent?: boolean
    isFirst?: boolean
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('writes')
    .set({
      results: JSON.stringify(results),
      sending,
      ...(isSent && { lastSentTime: sql<Date>`now()` }),
      ...(isSent && isFirst && { firstSentTime: sql<Date>`now()` }),
    })
    .where('operationId', '=', held)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Returns how long ago records of the writes were sent; undefined if the previous version sent
 * some.
 */
export async function findSentAges(db: Db, operationIds: readonly OperationId[]) {
  const askedAt = performance.now()
  const msSince = (time: string) =>
    sql<number>`(extract(epoch from clock_timestamp() - ${sql.raw(time)}) * 1000)::float8`
  const { isKnown, ...ago } = await db
    .selectFrom('writes')
    .select([
      msSince('min(first_sent_time)').as('firstMsAgo'),
      msSince('max(last_sent_time)').as('lastMsAgo'),
      sql<boolean>`bool_and(first_sent_time is not null)`.as('isKnown'),
    ])
    .where('operationId', 'in', operationIds)
    .executeTakeFirstOrThrow()
  return isKnown ? { ...ago, askedAt } : undefined
}

/** Creates of these installations sent since, except those given. */
interface OtherCreates {
  installationIds: readonly InstallationId[]
  objectName: string
  sinceMsAgo: number
  except: readonly OperationId[]
}

const otherCreates = (db: Db, { installationIds, objectName, sinceMsAgo, except }: OtherCreates) =>
  db
    .selectFrom('writes')
    .where('installationId', 'in', installationIds)
    .where('lastSentTime', '>=', sql<Date>`now() - ${sinceMsAgo}::float8 * interval '1 ms'`)
    .where('objectName', '=', objectName)
    .where('type', 'in', ['create', 'upsert'])
    .where('operationId', 'not in', except)

/** Serializes claims of created records of a connection's object. */
export const lockClaims = (tx: Db, connectionId: ConnectionId, objectName: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`created ${connectionId} ${objectName}`}, 0))`.execute(
    tx,
  )

/** Returns those of the records that are in the results of other creates. */
export async function findClaimed(tx: Db, others: OtherCreates, recordIds: readonly string[]) {
  if (recordIds.length === 0) return []
  const rows = await otherCreates(tx, others)
    .crossJoinLateral(() => sql<{ result: unknown }>`jsonb_array_elements(results)`.as('result'))
    .select(sql<string>`result ->> 'recordId'`.as('recordId'))
    .where(sql<boolean>`result ->> 'recordId' = any(${recordIds})`)
    .execute()
  return rows.map(({ recordId }) => recordId)
}

/** Returns the unanswered records of other creates; null for those no longer stored. */
export async function findWithoutAnswer(tx: Db, others: OtherCreates) {
  const rows = await otherCreates(tx, others)
    .select(['records', 'results', 'sending'])
    .where(sql<boolean>`cardinality(sending) > 0`)
    .execute()
  return rows.flatMap(({ records, results, sending }) =>
    sending
      .filter((index) => !results[index] || results[index].failure === 'unknown')
      .map((index) => records[index] ?? null),
  )
}

/** Stores the final results and removes the records, which are not sent again. */
export const saveEnd = (
  tx: Db,
  operationId: OperationId,
  {
    results,
    sending,
    mayGoOn,
  }: {
    results: readonly (StoredWriteResult | null)[]
    sending: readonly number[]
    mayGoOn: boolean
  },
) =>
  executeAhead(
    tx,
    tx
      .updateTable('writes')
      .set({
        results: storableJson(results),
        sending: [...sending],
        ...(!mayGoOn && { records: '[]', flushId: null }),
      })
      .where('operationId', '=', operationId),
  )
