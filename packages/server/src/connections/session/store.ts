import type { ConnectionId, ConnectSessionId, ProjectId } from '@platform/contract'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { AcrossTenants, Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { firstOf } from '../../values/must.ts'
import type { OfProject } from '../store.ts'

export type ConnectSessionRow = Selectable<Tables['connectSessions']>

/** By which of the two callbacks the browser comes back. */
export type SessionKind = 'oauth' | 'custom'

export const insertConnectSession = (db: Db, row: Insertable<Tables['connectSessions']>) =>
  db.insertInto('connectSessions').values(row).execute()

export const findConnectSession = (db: Db, id: ConnectSessionId) =>
  db.selectFrom('connectSessions').selectAll().where('id', '=', id).executeTakeFirst()

const waiting = (db: AcrossTenants, stateHash: Buffer) =>
  db
    .selectFrom('connectSessions')
    .selectAll()
    .where('stateHash', '=', stateHash)
    .where('status', '=', 'pending')
    .where('tries', '<', mostTries)
    .where('expireTime', '>', sql<Date>`now()`)

/** How often credentials may be typed for a session in vain. */
const mostTries = 20

/** Counts what was typed for the session in vain. */
export const countTry = (db: Db, id: ConnectSessionId) =>
  db
    .updateTable('connectSessions')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Ends the session with what was typed for it, unless it has ended. */
export const spendConnectSession = (db: Db, id: ConnectSessionId) =>
  db
    .updateTable('connectSessions')
    .set({ status: 'succeeded' })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('tries', '<', mostTries)
    .where('expireTime', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()

/** Ends the other sessions that wait for the connection: whoever has their links mends nothing any more. */
export const endOtherSessions = (db: Db, id: ConnectSessionId, connectionId: ConnectionId) =>
  db
    .updateTable('connectSessions')
    .set({ status: 'failed', error: 'superseded Another link was used.' })
    .where('connectionId', '=', connectionId)
    .where('id', '!=', id)
    .where('status', '=', 'pending')
    .execute()

/** How many sessions of the group wait for somebody to allow or refuse. */
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

/** How many more of them there will be when all get the consent that they wait for. */
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
  return firstOf(rows).count
}

/** The session that the state belongs to, while it waits. */
export const findWaitingSession = (db: AcrossTenants, stateHash: Buffer) =>
  waiting(db, stateHash).executeTakeFirst()

/** Makes the session the browser's, if it is no other's. */
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
 * Takes the session that the state belongs to, for the browser that began it only. It answers once:
 * a state is good for a single use.
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

/** Has the session wait for the browser once more, which the next state belongs to. */
export const continueConnectSession = (
  db: Db,
  id: ConnectSessionId,
  row: { stateHash: Buffer; customAuth: Buffer },
) =>
  db
    .updateTable('connectSessions')
    .set({ ...row, status: 'pending' })
    .where('id', '=', id)
    .execute()

export const finishConnectSession = (
  db: Db,
  id: ConnectSessionId,
  outcome:
    | { status: 'succeeded'; connectionId: ConnectionId }
    | { status: 'failed'; error: string },
) => db.updateTable('connectSessions').set(outcome).where('id', '=', id).execute()

/**
 * Removes some sessions that ended, though not at once: a page may still ask for the outcome.
 * Answers how many.
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
