import type { ConnectionId, InstallationId, OperationId } from '@platform/contract'
import { sql, type Insertable, type SelectQueryBuilder } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import type { StoredWriteResult } from '@platform/kernel/db/tables/integrations'
import { executeAhead, preparedAhead } from '@platform/kernel/db/prepared'
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

export const insertWrite = preparedAhead(
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

/** How much waits to be sent with this key, and when the first of it must go. */
export const waitingOf = (db: Db, batchKey: string) =>
  db
    .selectFrom('writes')
    .where('batchKey', '=', batchKey)
    .select((is) => [
      is.fn.min('flushTime').as('flushTime'),
      sql<number>`coalesce(sum(jsonb_array_length(records)), 0)::int`.as('records'),
    ])
    .executeTakeFirstOrThrow()

/** Makes one call of what has gathered. What another does so with at the same time is left alone. */
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

/** What is sent together and has not ended, in the order in which it came. */
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
 * Stores the results of the records so far, and which of them are in progress; false when nothing is `held`:
 * another process has taken the write over. `isSent` notes the time: records go to the provider next; `isFirst` unless others
 * are without an answer that were sent before.
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

/** How long ago records of the writes were sent; undefined when a process of the version before sent some. */
export async function sentAgo(db: Db, operationIds: readonly OperationId[]) {
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

/** Creates of these installations, other than those given, that were sent since. */
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

/** One transaction at a time claims records of the object that a connection has created. */
export const lockClaims = (tx: Db, connectionId: ConnectionId, objectName: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`created ${connectionId} ${objectName}`}, 0))`.execute(
    tx,
  )

/** Those of the records that stand in the results of other creates. */
export async function findClaimed(tx: Db, others: OtherCreates, recordIds: readonly string[]) {
  if (recordIds.length === 0) return []
  const rows = await otherCreates(tx, others)
    .crossJoinLateral(() => sql<{ result: unknown }>`jsonb_array_elements(results)`.as('result'))
    .select(sql<string>`result ->> 'recordId'`.as('recordId'))
    .where(sql<boolean>`result ->> 'recordId' = any(${recordIds})`)
    .execute()
  return rows.map(({ recordId }) => recordId)
}

/** The records of other creates that were sent and have no answer; null for those that are no longer kept. */
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

/** Stores the final results of the records and removes the records, which are not sent again. */
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
        results: JSON.stringify(results),
        sending: [...sending],
        ...(!mayGoOn && { records: '[]', flushId: null }),
      })
      .where('operationId', '=', operationId),
  )
