import type { OperationId } from '@platform/contract'
import { sql, type Insertable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { StoredWriteResult } from '../db/tables/integrations.ts'
import type { Tables } from '../db/tables.ts'

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

export const insertWrite = (db: Db, row: Insertable<Tables['writes']>) =>
  db.insertInto('writes').values(row).execute()

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
    .returning(['operationId', 'installationId'])
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

/** Keeps what came of the records so far, and which of them are under way. */
export const saveProgress = (
  tx: Db,
  operationId: OperationId,
  { results, sending }: { results: (StoredWriteResult | null)[]; sending: number[] },
) =>
  tx
    .updateTable('writes')
    .set({ results: JSON.stringify(results), sending })
    .where('operationId', '=', operationId)
    .execute()

/** Once nobody sends them again, the records need not be kept. */
export const forgetRecords = (db: Db, operationId: OperationId) =>
  db
    .updateTable('writes')
    .set({ records: '[]', flushId: null })
    .where('operationId', '=', operationId)
    .execute()
