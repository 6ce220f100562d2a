import { hash } from 'node:crypto'
import type { ProviderEvent } from '@platform/connector'
import type { ConnectionId, InstallationId, ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { getFirst } from '@platform/kernel/values'

/** An event as it is stored. */
export interface StoredEvent extends ProviderEvent {
  /** The only installations that have not received it yet. */
  only?: readonly InstallationId[]
}

/** Stores new events; returns the connections that have any. */
export async function insertEvents(
  tx: Db,
  projectId: ProjectId,
  events: readonly { connectionId: ConnectionId; event: StoredEvent; retryTime?: Date }[],
): Promise<ConnectionId[]> {
  if (events.length === 0) return []
  const rows = await tx
    .insertInto('changeEvents')
    .values(
      events.map(({ connectionId, event, retryTime }) => ({
        connectionId,
        projectId,
        // Hashed, because providers choose the length.
        eventHash: hash('sha256', event.id, 'buffer'),
        objectName: event.objectName,
        recordId: event.recordId,
        eventTime: new Date(event.time),
        body: JSON.stringify(event),
        ...(retryTime && { retryTime }),
      })),
    )
    .onConflict((conflict) => conflict.columns(['connectionId', 'eventHash']).doNothing())
    .returning('connectionId')
    .execute()
  return rows.map(({ connectionId }) => connectionId)
}

/** Returns the oldest undelivered events, except those set aside. */
export const findPending = (db: Db, connectionId: ConnectionId, max: number) =>
  selectDue(db, connectionId).select(['key', 'body', 'tries']).orderBy('key').limit(max).execute()

/** Sets an event aside until this time, so that later ones are delivered. */
export const setEventAside = (
  tx: Db,
  connectionId: ConnectionId,
  { key, tries, retryTime }: { key: number; tries: number; retryTime: Date },
) =>
  tx
    .updateTable('changeEvents')
    .set({ tries, retryTime })
    .where('connectionId', '=', connectionId)
    .where('key', '=', key)
    .where('body', 'is not', null)
    .execute()

/** Replaces a pending event; returns false if another process has delivered it. */
export async function replaceEvent(
  tx: Db,
  connectionId: ConnectionId,
  { key, event }: { key: number; event: StoredEvent },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('changeEvents')
    .set({ body: JSON.stringify(event) })
    .where('connectionId', '=', connectionId)
    .where('key', '=', key)
    .where('body', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Sets several events aside without counting it as a try. */
export const setEventsAside = (
  tx: Db,
  connectionId: ConnectionId,
  { keys, retryTime }: { keys: readonly number[]; retryTime: Date },
) =>
  tx
    .updateTable('changeEvents')
    .set({ retryTime })
    .where('connectionId', '=', connectionId)
    .where('key', 'in', keys)
    .where('body', 'is not', null)
    .execute()

const selectDue = (db: Db, connectionId: ConnectionId) =>
  db
    .selectFrom('changeEvents')
    .where('connectionId', '=', connectionId)
    .where('body', 'is not', null)
    .where((is) => is.or([is('retryTime', 'is', null), is('retryTime', '<=', sql<Date>`now()`)]))

/** Reports whether events of other objects can be delivered now. */
export const hasPendingOfOthers = async (
  db: Db,
  connectionId: ConnectionId,
  objectNames: readonly string[],
): Promise<boolean> =>
  (await selectDue(db, connectionId)
    .select('key')
    .where('objectName', 'not in', objectNames)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Sets all undelivered events of these objects aside without counting it as a try. */
export const setObjectsAside = (
  tx: Db,
  connectionId: ConnectionId,
  { objectNames, retryTime }: { objectNames: readonly string[]; retryTime: Date },
) =>
  tx
    .updateTable('changeEvents')
    .set({ retryTime })
    .where('connectionId', '=', connectionId)
    .where('objectName', 'in', objectNames)
    .where('body', 'is not', null)
    .where((is) => is.or([is('retryTime', 'is', null), is('retryTime', '<', retryTime)]))
    .execute()

/** Undelivered events of an object. */
export interface PendingEvents {
  objectName: string
  /** Whether they have been set aside, so that others are delivered. */
  isAside: boolean
  events: number
  bytes: number
}

/** Counts the undelivered events of a connection by object, up to this number. */
export const countPending = async (
  db: Db,
  connectionId: ConnectionId,
  max: number,
): Promise<PendingEvents[]> =>
  db
    .selectFrom((of) =>
      of
        .selectFrom('changeEvents')
        .select(['objectName', 'body', sql<boolean>`retry_time is not null`.as('isAside')])
        .where('connectionId', '=', connectionId)
        .where('body', 'is not', null)
        .orderBy('key')
        .limit(max)
        .as('pending'),
    )
    .select((is) => [
      'objectName',
      'isAside',
      is.fn.countAll<number>().as('events'),
      sql<number>`coalesce(sum(octet_length(body)), 0)::float8`.as('bytes'),
    ])
    .groupBy(['objectName', 'isAside'])
    .execute()

/** Marks these events as delivered; returns false if another process has done so. */
export async function clearDeliveredEvents(
  tx: Db,
  connectionId: ConnectionId,
  keys: readonly number[],
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('changeEvents')
    .set({ body: null })
    .where('connectionId', '=', connectionId)
    .where('key', 'in', keys)
    .where('body', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === BigInt(keys.length)
}

/** Returns those of the records for which an event of this time or later is known. */
export async function findHeard(
  tx: Db,
  connectionId: ConnectionId,
  records: readonly { id: string; time: Date }[],
): Promise<Set<string>> {
  if (records.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select distinct r.id from unnest(
      ${records.map(({ id }) => id)}::text[], ${records.map(({ time }) => time)}::timestamptz[]
    ) as r (id, time)
    join change_events e on e.connection_id = ${connectionId} and e.record_id = r.id
     and e.event_time >= r.time
  `.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Deletes the events and checks of the connection's account. */
export async function forgetEvents(tx: Db, connectionId: ConnectionId): Promise<void> {
  await tx.deleteFrom('changeEvents').where('connectionId', '=', connectionId).execute()
  await tx.deleteFrom('changeSweeps').where('connectionId', '=', connectionId).execute()
}

/**
 * Deletes events delivered and received before the given time, after which providers repeat
 * nothing.
 */
export const deleteOldEvents = (db: AcrossTenants, before: Date, max: number) =>
  sql<{ count: number }>`
    with old as (
      select connection_id, event_hash from change_events
       where receive_time < ${before} and body is null limit ${max}
    ), deleted as (
      delete from change_events e using old
       where e.connection_id = old.connection_id and e.event_hash = old.event_hash returning 1
    )
    select count(*)::int as count from deleted
  `
    .execute(db)
    .then(({ rows }) => getFirst(rows).count)
