import type { ConnectionId, ProjectId } from '@platform/contract'
import { sql, type Selectable, type Updateable } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import type { Tables } from '@platform/kernel/db/tables'

export type SweepRow = Selectable<Tables['changeSweeps']>

export const findSweep = (db: Db, connectionId: ConnectionId, objectName: string) =>
  db
    .selectFrom('changeSweeps')
    .selectAll()
    .where('connectionId', '=', connectionId)
    .where('objectName', '=', objectName)
    .executeTakeFirst()

/** Starts a sweep of an object from this time; a running one restarts from the earlier time. */
export const putSweep = (
  tx: Db,
  sweep: {
    connectionId: ConnectionId
    objectName: string
    projectId: ProjectId
    since: Date
    reason: string
    everySeconds: number | null
  },
) =>
  tx
    .insertInto('changeSweeps')
    .values(sweep)
    .onConflict((conflict) =>
      conflict.columns(['connectionId', 'objectName']).doUpdateSet((is) => ({
        since: sql<Date>`least(change_sweeps.since, excluded.since)`,
        reason: is.ref('excluded.reason'),
        everySeconds: sql<
          number | null
        >`coalesce(excluded.every_seconds, change_sweeps.every_seconds)`,
        cursor: null,
        asOf: null,
      })),
    )
    .execute()

/** Starts a sweep of announced changes; a running one is not disturbed, and starts again at its end. */
export const putAnnounced = (
  tx: Db,
  sweep: {
    connectionId: ConnectionId
    objectName: string
    projectId: ProjectId
    since: Date
    reason: string
  },
) =>
  tx
    .insertInto('changeSweeps')
    .values({ ...sweep, everySeconds: null })
    .onConflict((conflict) =>
      conflict.columns(['connectionId', 'objectName']).doUpdateSet({
        announcedSince: sql<Date>`least(change_sweeps.announced_since, excluded.since)`,
      }),
    )
    .execute()

/**
 * Ends a sweep, or starts it again if changes were announced meanwhile. Returns `undefined` if it was
 * restarted by others.
 */
export async function endSweep(
  tx: Db,
  { connectionId, objectName, since }: SweepRow,
  reason: string,
): Promise<'ended' | 'again' | undefined> {
  const row = await tx
    .selectFrom('changeSweeps')
    .select('announcedSince')
    .where('connectionId', '=', connectionId)
    .where('objectName', '=', objectName)
    .where('since', '=', since)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const one = tx
    .updateTable('changeSweeps')
    .where('connectionId', '=', connectionId)
    .where('objectName', '=', objectName)
  if (row.announcedSince) {
    const { announcedSince } = row
    const fresh = { cursor: null, asOf: null, announcedSince: null, found: 0, attempts: 0 }
    await one.set({ since: announcedSince, reason, ...fresh }).execute()
    return 'again'
  }
  await tx
    .deleteFrom('changeSweeps')
    .where('connectionId', '=', connectionId)
    .where('objectName', '=', objectName)
    .execute()
  return 'ended'
}

/** Stores the position of a sweep; returns false if it restarted in the meantime. */
export const advanceSweep = async (
  tx: Db,
  { connectionId, objectName, since, cursor }: SweepRow,
  fields: Updateable<Tables['changeSweeps']>,
): Promise<boolean> =>
  (await tx
    .updateTable('changeSweeps')
    .set(fields)
    .where('connectionId', '=', connectionId)
    .where('objectName', '=', objectName)
    .where('since', '=', since)
    .where(sql`cursor`, 'is not distinct from', cursor)
    .returning('objectName')
    .executeTakeFirst()) !== undefined

export const deleteSweep = (tx: Db, { connectionId, objectName, since }: SweepRow) =>
  tx
    .deleteFrom('changeSweeps')
    .where('connectionId', '=', connectionId)
    .where('objectName', '=', objectName)
    .where('since', '=', since)
    .execute()

export const findSweeps = (db: Db, connectionId: ConnectionId) =>
  db.selectFrom('changeSweeps').selectAll().where('connectionId', '=', connectionId).execute()

/** Ends recurring sweeps with a last one. */
export const endRecurringSweeps = (tx: Db, connectionId: ConnectionId) =>
  tx
    .updateTable('changeSweeps')
    .set({ everySeconds: null })
    .where('connectionId', '=', connectionId)
    .execute()
