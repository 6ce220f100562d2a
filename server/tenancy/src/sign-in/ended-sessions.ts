import { sql } from 'kysely'
import type { AcrossTenants } from '@platform/kernel/db/database'

/**
 * Reports whether a session of the built-in sign-in has ended while its tokens may still be valid.
 */
export const hasEnded = async (db: AcrossTenants, sessionId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from auth.ended_sessions where id = ${sessionId}`.execute(db)
  return rows.length > 0
}
