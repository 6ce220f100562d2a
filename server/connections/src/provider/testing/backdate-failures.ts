import type { ConnectionId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { sql } from 'kysely'

/** Shifts the failures of a connection's refreshes, if they fail, by these hours into the past. */
export async function backdateFailures(db: Db, id: ConnectionId, hours: number): Promise<void> {
  const time = new Date(Date.now() - hours * 3_600_000)
  await db
    .updateTable('connections')
    .set({ refreshFailingSince: time, refreshErrorTime: time })
    .where('id', '=', id)
    .where('refreshFailingSince', 'is not', null)
    .execute()
  await db
    .updateTable('refreshLeases')
    .set({
      failure: sql`failure || jsonb_build_object('rejectedSince', ${time.toISOString()}::text)`,
    })
    .where('connectionId', '=', id)
    .where(sql<boolean>`failure ? 'rejectedSince'`)
    .execute()
}
