import { sql } from 'kysely'
import type { AcrossTenants } from '@platform/kernel/db/database'

/** Whether a session of our own sign-in has ended whose tokens may still be about. */
export const hasEnded = async (db: AcrossTenants, sessionId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from auth.ended_sessions where id = ${sessionId}`.execute(db)
  return rows.length > 0
}
