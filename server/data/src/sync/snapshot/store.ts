import type { InstallationId, OperationId, ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { Db } from '@platform/kernel/db/database'

/** The object of the snapshot. */
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

/** Stores the current records, and that this read has seen them. */
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

/** Stores that this read has seen the records, whose content it does not know. */
export const markSeen = (
  tx: Db,
  { installationId, objectName }: SnapshotOf,
  seenBy: OperationId,
  recordIds: readonly string[],
) =>
  tx
    .updateTable('snapshotRecords')
    .set({ seenBy, missedBy: null })
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .where('recordId', 'in', recordIds)
    .execute()

/** Removes records that no longer match the filter. Returns their number. */
export const forgetRecords = async (
  tx: Db,
  { installationId, objectName }: SnapshotOf,
  recordIds: readonly string[],
): Promise<number> => {
  const { numDeletedRows } = await tx
    .deleteFrom('snapshotRecords')
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .where('recordId', 'in', recordIds)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Counts the records missing from this read and the previous one. */
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

/** Removes and returns some records missing from this read and the previous one. */
export const takeGone = async (
  tx: Db,
  { installationId, objectName }: SnapshotOf,
  { missedBy, max }: { missedBy: OperationId; max: number },
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
        .limit(max),
    )
    .returning('recordId')
    .execute()
  return rows.map(({ recordId }) => recordId)
}

/** Marks the records missing from this read. Returns their number. */
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

/** Counts the stored records, and those beyond the limit. */
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
