import { storableJson } from '@platform/kernel/values'
import { hostname } from 'node:os'
import type { ConnectionId, ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import { makeLeaseEnd } from '@platform/kernel/leases/lease'
import type { LeaseFailure } from '../tables.ts'

/** A holder renews its lease: one that has not for so long has died, or cannot reach the database. */
const leaseSeconds = 60
/** How often a lease is renewed. */
export const renewLeaseEveryMs = 10_000
const owner = `${hostname()} ${process.pid}`

/** Takes the lease to refresh the connection's tokens; returns undefined while another has it. */
export async function takeLease(
  db: Db,
  { projectId, connectionId }: { projectId: ProjectId; connectionId: ConnectionId },
): Promise<{ fence: number } | undefined> {
  const expireTime = makeLeaseEnd(leaseSeconds)
  return db
    .insertInto('refreshLeases')
    .values({ connectionId, projectId, owner, fence: 1, expireTime, failure: null })
    .onConflict((held) =>
      held
        .column('connectionId')
        .doUpdateSet({ owner, expireTime, failure: null, fence: sql`refresh_leases.fence + 1` })
        .where('refreshLeases.expireTime', '<=', sql<Date>`now()`),
    )
    .returning('fence')
    .executeTakeFirst()
}

/** Returns the lease with its holder and last outcome. */
export const findLease = (db: Db, connectionId: ConnectionId) =>
  db
    .selectFrom('refreshLeases')
    .select(['fence', 'failure', sql<boolean>`expire_time > now()`.as('isHeld')])
    .where('connectionId', '=', connectionId)
    .executeTakeFirst()

/** Renews the lease, unless it was taken over. */
export const renewLease = (db: Db, connectionId: ConnectionId, fence: number) =>
  db
    .updateTable('refreshLeases')
    .set({ expireTime: makeLeaseEnd(leaseSeconds) })
    .where('connectionId', '=', connectionId)
    .where('fence', '=', fence)
    .execute()

/** Ends the lease. Returns false if it was already taken over. */
export async function endLease(
  db: Db,
  connectionId: ConnectionId,
  { fence, failure }: { fence: number; failure?: LeaseFailure },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refreshLeases')
    .set({ expireTime: sql`now()`, failure: failure ? storableJson(failure) : null })
    .where('connectionId', '=', connectionId)
    .where('fence', '=', fence)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
