import type { ConnectionId, ConnectSessionId } from '@platform/contract'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'

export type ConnectSessionRow = Selectable<Tables['connectSessions']>

export const insertConnectSession = (db: Db, row: Insertable<Tables['connectSessions']>) =>
  db.insertInto('connectSessions').values(row).execute()

export const findConnectSession = (db: Db, id: ConnectSessionId) =>
  db.selectFrom('connectSessions').selectAll().where('id', '=', id).executeTakeFirst()

/** Takes the session that the state belongs to. It answers once: a state is good for a single use. */
export const takeConnectSession = (db: Db, stateHash: Buffer) =>
  db
    .updateTable('connectSessions')
    .set({ status: 'exchanging' })
    .where('stateHash', '=', stateHash)
    .where('status', '=', 'pending')
    .where('expireTime', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst()

export const finishConnectSession = (
  db: Db,
  id: ConnectSessionId,
  outcome:
    { status: 'succeeded'; connectionId: ConnectionId } | { status: 'failed'; error: string },
) => db.updateTable('connectSessions').set(outcome).where('id', '=', id).execute()

/** Removes sessions that ended, though not at once: a page may still ask for the outcome. */
export const deleteExpiredConnectSessions = (db: Db) =>
  db
    .deleteFrom('connectSessions')
    .where('expireTime', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
