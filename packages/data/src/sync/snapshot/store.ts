import type { InstallationId, OperationId, ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { Db } from '@platform/kernel/db/database'

/** The object whose records are meant. */
export interface SnapshotOf {
  projectId: ProjectId
  installationId: InstallationId
  objectName: string
}

export const findSnapshotRecords = (
  db: Db,
  { installationId, objectName }: SnapshotOf,
  recordIds: string[],
) =>
  db
    .selectFrom('snapshotRecords')
    .select(['recordId', 'hash', 'seenBy'])
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .where('recordId', 'in', recordIds)
    .execute()

/** Keeps what the records are now, and that this read has seen them. */
export const upsertSnapshotRecords = (
  tx: Db,
  of: SnapshotOf,
  seenBy: OperationId,
  records: readonly { recordId: string; hash: string }[],
) =>
  tx
    .insertInto('snapshotRecords')
    .values(records.map((record) => ({ ...of, ...record, seenBy })))
    .onConflict((conflict) =>
      conflict.columns(['installationId', 'objectName', 'recordId']).doUpdateSet((is) => ({
        hash: is.ref('excluded.hash'),
        seenBy: is.ref('excluded.seenBy'),
        missedBy: null,
      })),
    )
    .execute()

/** Counts the records that neither this read nor the one before has seen. */
export const countGone = async (
  db: Db,
  { installationId, objectName }: SnapshotOf,
  missedBy: OperationId,
): Promise<number> => {
  const { gone } = await db
    .selectFrom('snapshotRecords')
    .select(({ fn }) => fn.countAll<string>().as('gone'))
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .where('seenBy', '!=', missedBy)
    .where('missedBy', '!=', missedBy)
    .executeTakeFirstOrThrow()
  return Number(gone)
}

/** Takes out some records that neither this read nor the one before has seen. */
export const takeGone = async (
  tx: Db,
  { installationId, objectName }: SnapshotOf,
  { missedBy, most }: { missedBy: OperationId; most: number },
): Promise<string[]> => {
  const rows = await tx
    .deleteFrom('snapshotRecords')
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .where('recordId', 'in', (of) =>
      of
        .selectFrom('snapshotRecords')
        .select('recordId')
        .where('installationId', '=', installationId)
        .where('objectName', '=', objectName)
        .where('seenBy', '!=', missedBy)
        .where('missedBy', '!=', missedBy)
        .limit(most),
    )
    .returning('recordId')
    .execute()
  return rows.map(({ recordId }) => recordId)
}

/** Notes which records this read has not seen; answers how many. */
export const markMissed = async (
  tx: Db,
  { installationId, objectName }: SnapshotOf,
  missedBy: OperationId,
): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('snapshotRecords')
    .set({ missedBy })
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .where('seenBy', '!=', missedBy)
    .where('missedBy', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Counts what the snapshot holds, and what it had no room for. */
export const countSnapshot = (
  tx: Db,
  { installationId, objectName }: SnapshotOf,
  { records, leftOut }: { records: number; leftOut: number },
) =>
  tx
    .updateTable('installationObjects')
    .set({
      snapshotRecords: sql<number>`coalesce(snapshot_records, 0) + ${records}`,
      snapshotLeftOut: sql<number>`snapshot_left_out + ${leftOut}`,
    })
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .execute()
