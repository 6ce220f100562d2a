import type { ConnectionId, ConnectLinkId, ConnectSessionId, ProjectId } from '@platform/contract'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import type { Tables } from '@platform/kernel/db/tables'
import { getFirst } from '@platform/kernel/values'
import type { OfProject } from '../store.ts'

export type ConnectSessionRow = Selectable<Tables['connectSessions']>

/** Which of the two callbacks the browser returns to. */
export type SessionKind = 'oauth' | 'custom'

export const insertConnectSession = (db: Db, row: Insertable<Tables['connectSessions']>) =>
  db.insertInto('connectSessions').values(row).execute()

export const findConnectSession = (db: Db, id: ConnectSessionId) =>
  db.selectFrom('connectSessions').selectAll().where('id', '=', id).executeTakeFirst()

const selectWaiting = (db: AcrossTenants, stateHash: Buffer) =>
  db
    .selectFrom('connectSessions')
    .selectAll()
    .where('stateHash', '=', stateHash)
    .where('status', '=', 'pending')
    .where('tries', '<', maxTries)
    .where('expireTime', '>', sql<Date>`now()`)

/** Maximum number of refused attempts to enter credentials per session. */
const maxTries = 20

/** Counts a refused attempt. */
export const countTry = (db: Db, id: ConnectSessionId) =>
  db
    .updateTable('connectSessions')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Ends the session after its credentials were entered, unless it has already ended. */
export const spendConnectSession = (db: Db, id: ConnectSessionId) =>
  db
    .updateTable('connectSessions')
    .set({ status: 'succeeded' })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('tries', '<', maxTries)
    .where('expireTime', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()

/** Ends other sessions that wait for the connection, so that their links stop working. */
export const endOtherSessions = (db: Db, id: ConnectSessionId, connectionId: ConnectionId) =>
  db
    .updateTable('connectSessions')
    .set({ status: 'failed', error: 'superseded Another link was used.' })
    .where('connectionId', '=', connectionId)
    .where('id', '!=', id)
    .where('status', '=', 'pending')
    .execute()

/** Counts the group's sessions that wait for consent. */
export async function countWaiting(
  db: Db,
  projectId: ProjectId,
  groupRef: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('connectSessions')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .where('groupRef', '=', groupRef)
    .where('status', '=', 'pending')
    .where('expireTime', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return count
}

const keys: Record<OfProject, string[]> = {
  groups: ['group_ref'],
  consumers: ['consumer_ref'],
  connections: ['provider', 'group_ref', 'consumer_ref'],
}

/** Counts the connections that will be created if all waiting sessions get consent. */
export async function countThatConnect(
  db: Db,
  table: OfProject,
  projectId: ProjectId,
): Promise<number> {
  const key = keys[table]
  const isIt = key.map((name) => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`w.${name}`)}`)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
      from (select distinct ${sql.join(key.map((name) => sql.ref(name)))} from connect_sessions
             where project_id = ${projectId} and status = 'pending' and expire_time > now()) w
     where not exists (
       select from ${sql.table(table)} t
        where t.project_id = ${projectId} and ${sql.join(isIt, sql` and `)})`.execute(db)
  return getFirst(rows).count
}

/** Returns the waiting session that the state belongs to. */
export const findWaitingSession = (db: AcrossTenants, stateHash: Buffer) =>
  selectWaiting(db, stateHash).executeTakeFirst()

/** Binds the session to the browser, unless it belongs to another. */
export const bindConnectSession = (db: Db, id: ConnectSessionId, browserHash: Buffer) =>
  db
    .updateTable('connectSessions')
    .set({ browserHash })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where((eb) => eb.or([eb('browserHash', 'is', null), eb('browserHash', '=', browserHash)]))
    .returning('id')
    .executeTakeFirst()

/**
 * Takes the session that the state belongs to, only for the browser that started it. Each state
 * works once.
 */
export const takeConnectSession = (
  db: AcrossTenants,
  { stateHash, browserHash, kind }: { stateHash: Buffer; browserHash: Buffer; kind: SessionKind },
) =>
  db
    .updateTable('connectSessions')
    .set({ status: 'exchanging' })
    .where('stateHash', '=', stateHash)
    .where('browserHash', '=', browserHash)
    .where('customAuth', kind === 'oauth' ? 'is' : 'is not', null)
    .where('status', '=', 'pending')
    .where('expireTime', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst()

/** Returns a session whose page is open in a browser. */
export const findBoundSession = (db: AcrossTenants, id: ConnectSessionId) =>
  db
    .selectFrom('connectSessions')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('browserHash', 'is not', null)
    .where('customAuth', 'is not', null)
    .where('expireTime', '>', sql<Date>`now()`)
    .executeTakeFirst()

/** Returns the session of a state whose browser may have returned and has no result yet. */
export const findReturnedSession = (db: AcrossTenants, stateHash: Buffer) =>
  db
    .selectFrom('connectSessions')
    .selectAll()
    .where('stateHash', '=', stateHash)
    .where('status', 'in', ['pending', 'exchanging'])
    .where('expireTime', '>', sql<Date>`now()`)
    .executeTakeFirst()

/** Sets the progress of a session that waits for its browser. Reports whether it does. */
export const setProgress = async (
  db: Db,
  id: ConnectSessionId,
  customAuth: Buffer,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('connectSessions')
    .set({ customAuth })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Replaces the progress of a session, unless it has changed or the session no longer waits. */
export const replaceProgress = async (
  db: Db,
  id: ConnectSessionId,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('connectSessions')
    .set({ customAuth: to })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('customAuth', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Ends a session that has no result yet, and forgets its progress. */
export const endWaiting = (db: Db, id: ConnectSessionId, error: string) =>
  db
    .updateTable('connectSessions')
    .set({ status: 'failed', error, customAuth: null })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'exchanging'])
    .execute()

/** Makes the session wait for the browser again, with a new state. */
export const continueConnectSession = (
  db: Db,
  id: ConnectSessionId,
  row: { stateHash: Buffer; customAuth: Buffer },
) =>
  db
    .updateTable('connectSessions')
    .set({ ...row, status: 'pending' })
    .where('id', '=', id)
    // Unless it was ended meanwhile.
    .where('status', '=', 'exchanging')
    .execute()

/** Ends sign-ins that the page of a connect link has begun, also those whose browser has returned. */
export const endSessionsOfLink = (db: Db, linkId: ConnectLinkId) =>
  db
    .updateTable('connectSessions')
    .set({ status: 'failed', error: 'revoked The link has been revoked.' })
    .where('connectLinkId', '=', linkId)
    .where('status', 'in', ['pending', 'exchanging'])
    .execute()

/** Locks the session; undefined if it has ended, was deleted with its customer, or waits for the browser. */
export const lockReturnedSession = (db: Db, id: ConnectSessionId) =>
  db
    .selectFrom('connectSessions')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'exchanging')
    .forUpdate()
    .executeTakeFirst()

export const finishConnectSession = (
  db: Db,
  id: ConnectSessionId,
  outcome:
    | { status: 'succeeded'; connectionId: ConnectionId }
    | { status: 'failed'; error: string },
) => db.updateTable('connectSessions').set(outcome).where('id', '=', id).execute()

/**
 * Removes some ended sessions after a delay, because a page may still poll for the outcome. Returns
 * how many were removed.
 */
export async function deleteExpiredConnectSessions(
  db: AcrossTenants,
  atMost: number,
): Promise<number> {
  const { numAffectedRows } = await sql`delete from connect_sessions where id = any(array(
    select id from connect_sessions
     where expire_time < now() - interval '1 hour' limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}
