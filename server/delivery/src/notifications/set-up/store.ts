import { type DestinationId, type EventId, isId, type ProjectId } from '@platform/contract'
import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { hasInIt } from '@platform/kernel/db/conditions'
import type { ExpiringTable } from '@platform/kernel/db/partitions'
import type { Tables } from '@platform/kernel/db/tables'
import { channel, pulledPayload, queuedPayload, replayPayload } from '../channel.ts'
import { heldDue } from '../message.ts'
import { unpackWhere } from '../message-log/message-pages.ts'
import { getFirst, getNow } from '@platform/kernel/values'

type Destinations = Tables['destinations']

/** Tables whose days are removed, except for undelivered rows. */
export const expiringTables: ExpiringTable[] = [
  {
    name: 'events',
    idPrefix: 'evt',
    idColumn: 'id',
    isNeeded: sql`id in (select event_id from queued_deliveries)`,
  },
  {
    name: 'deliveries',
    idPrefix: 'evt',
    idColumn: 'event_id',
    storage: 'fillfactor = 25',
    isNeeded: sql`(destination_id, event_id) in (
      select destination_id, event_id from queued_deliveries)`,
  },
  {
    name: 'message_pages',
    idPrefix: 'evt',
    idColumn: 'first_id',
    isNeeded: sql`holder is not null`,
  },
]

/** Notifies all processes on commit that a project's routes have changed. */
export const notifyRoutesChanged = (tx: Db, projectId: ProjectId) =>
  sql`select pg_notify(${channel}, ${projectId})`.execute(tx)

export const notifyQueued = (tx: Db) =>
  sql`select pg_notify(${channel}, ${queuedPayload})`.execute(tx)

/**
 * Notifies the senders of deliveries that have been committed. Transactions with notifications commit
 * one after the other, so this one does not wait for the disk.
 */
export const notifyCommitted = (db: Db) =>
  sql`select set_config('synchronous_commit', 'off', true),
             pg_notify(${channel}, ${queuedPayload})`.execute(db)

/** Notifies readers of `pull` destinations in all processes, without waiting for the disk either. */
export const notifyPulled = (db: Db, ids: readonly DestinationId[]) =>
  sql`select set_config('synchronous_commit', 'off', true),
             pg_notify(${channel}, ${[pulledPayload, ...ids].join(' ')})`.execute(db)

/** Notifies the senders of a requested replay. */
export const notifyReplay = (tx: Db) =>
  sql`select pg_notify(${channel}, ${replayPayload})`.execute(tx)

/** Loads the destinations of the project and the event types that lead to them. */
export async function loadRoutes(db: Db, projectId: ProjectId) {
  const destinations = await db
    .selectFrom('destinations')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('deleteTime', 'is', null)
    .execute()
  const routes = await db
    .selectFrom('eventTopicRoutes')
    .innerJoin(
      'topicDestinationRoutes',
      'topicDestinationRoutes.topicId',
      'eventTopicRoutes.topicId',
    )
    .select(['eventType', 'destinationId'])
    .where('eventTopicRoutes.projectId', '=', projectId)
    .distinct()
    .execute()
  const settings = await findCustomerSettings(db, projectId)
  return { destinations, routes, settings }
}

/** Returns what the project allows its customers. */
export const findCustomerSettings = (db: Db, projectId: ProjectId) =>
  db
    .selectFrom('customerDestinationSettings')
    .selectAll()
    .where('projectId', '=', projectId)
    .executeTakeFirst()

/** Inserts the destination; returns undefined if its name is already used. */
export const insertDestination = (db: Db, row: Insertable<Destinations>) =>
  db
    .insertInto('destinations')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'name']).where('deleteTime', 'is', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()

export async function countDestinations(db: Db, projectId: ProjectId): Promise<number> {
  const { count } = await db
    .selectFrom('destinations')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .where('customerRef', 'is', null)
    .where('deleteTime', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export const listDestinations = (
  db: Db,
  { name, type, status }: Partial<Pick<Updateable<Destinations>, 'name' | 'type' | 'status'>>,
) =>
  db
    .selectFrom('destinations')
    .selectAll()
    .where('deleteTime', 'is', null)
    .where('customerRef', 'is', null)
    .where((is) => is.and({ name, type, status }))

/** Returns the first destinations whose name contains the text, preceded by an exact match. */
export const findDestinations = (
  db: Db,
  { projectId, text, atMost }: { projectId: ProjectId; text: string; atMost: number },
) =>
  listDestinations(db, {})
    .where('projectId', '=', projectId)
    .where(sql<SqlBool>`lower(name) like lower(${hasInIt(text)})`)
    .orderBy((is) => is('name', '=', text), 'desc')
    .orderBy('name')
    .limit(atMost)
    .execute()

const destinationCalled = (db: Db, idOrName: string) =>
  db
    .selectFrom('destinations')
    .selectAll()
    .where('deleteTime', 'is', null)
    .where('customerRef', 'is', null)
    .where((where) =>
      where.or([
        where('name', '=', idOrName),
        ...(isId('dest', idOrName) ? [where('id', '=', idOrName)] : []),
      ]),
    )
    .orderBy(sql`id = ${idOrName}`, 'desc')
    .limit(1)

/** By ID or name. */
export const findDestination = (db: Db, idOrName: string) =>
  destinationCalled(db, idOrName).executeTakeFirst()

/** Selects the destination and locks its row until the transaction ends. */
export const lockDestination = (tx: Db, idOrName: string) =>
  destinationCalled(tx, idOrName).forUpdate().executeTakeFirst()

/**
 * Updates the destination; returns undefined if it does not exist. A used name raises the unique
 * violation.
 */
export const updateDestination = (db: Db, id: DestinationId, changes: Updateable<Destinations>) =>
  db
    .updateTable('destinations')
    .set(changes)
    .where('id', '=', id)
    .where('deleteTime', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Disables the destination; returns undefined if it is already disabled or deleted. */
export const disableDestination = (db: Db, id: DestinationId, reason: string) =>
  db
    .updateTable('destinations')
    .set({
      status: 'disabled',
      disabledReason: reason,
      disabledTime: getNow(),
      failingSince: sql`coalesce(failing_since, now())`,
    })
    .where('id', '=', id)
    .where('status', '=', 'enabled')
    .where('deleteTime', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Stores since when a destination has been failing, unless already set. */
export const setFailing = (
  db: Db,
  id: DestinationId,
  failing: { since: Date; because: string } | undefined,
) =>
  db
    .updateTable('destinations')
    .set({ failingSince: failing?.since ?? null, failingBecause: failing?.because ?? null })
    .where('id', '=', id)
    .where('status', '=', 'enabled')
    .where('failingSince', failing ? 'is' : 'is not', null)
    .execute()

/** Makes all held deliveries of the destination due, with the whole retry schedule. */
export const releaseHeld = (db: Db, id: DestinationId) =>
  db
    .updateTable('queuedDeliveries')
    .set({ dueTime: heldDue, attemptsUsed: 0 })
    .where('destinationId', '=', id)
    .where('holder', 'is', null)
    .execute()

// Senders hold nothing older than their low-water mark, so the query need not look further back.
const inMemory = sql<SqlBool>`d.holder is not null and d.status = 'pending'
  and d.event_id >= (select min(low_water) from senders)`

const isPageInMemory = sql<SqlBool>`p.holder is not null
  and p.last_id >= (select min(low_water) from senders)`

/** Counts the unfinished deliveries to the destination, in the queue or in memory. */
export async function countPending(db: Db, id: DestinationId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from queued_deliveries where destination_id = ${id})::int
         + (select count(*) from deliveries d where d.destination_id = ${id} and ${inMemory})::int
         + (select coalesce(sum(cardinality(event_ids)), 0) from message_pages p
             where destination_id = ${id} and ${isPageInMemory})::int
        as count`.execute(db)
  return getFirst(rows).count
}

/**
 * Cancels unfinished deliveries. A sender notices it when it records those in its memory. Returns
 * how many were canceled.
 */
export async function cancelPending(db: Db, id: DestinationId): Promise<number> {
  await unpackWhere(db, sql`p.destination_id = ${id} and ${isPageInMemory}`)
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from queued_deliveries where destination_id = ${id} returning destination_id, event_id
    ), canceled as (
      update deliveries d set status = 'canceled', holder = null
        from gone where d.destination_id = gone.destination_id and d.event_id = gone.event_id
      returning 1
    ), forgone as (
      update deliveries d set status = 'canceled', holder = null
       where d.destination_id = ${id} and ${inMemory}
      returning 1
    ) select (select count(*) from canceled)::int + (select count(*) from forgone)::int as count
  `.execute(db)
  return getFirst(rows).count
}

/** Cancels deliveries that were queued for a destination while it was being deleted. */
export const cancelOrphans = (db: AcrossTenants) =>
  sql`with gone as (
      delete from queued_deliveries q using destinations t
       where t.id = q.destination_id and t.delete_time is not null
      returning q.destination_id, q.event_id)
    update deliveries d set status = 'canceled', holder = null
      from gone where d.destination_id = gone.destination_id and d.event_id = gone.event_id`.execute(
    db,
  )

/**
 * Removes some destinations deleted before the given time that have no messages left. Returns how
 * many were removed.
 */
export async function forgetDeleted(
  db: AcrossTenants,
  { before, atMost }: { before: Date; atMost: number },
): Promise<number> {
  const { numAffectedRows } = await sql`delete from destinations where id = any(array(
    select t.id from destinations t
     where t.delete_time < ${before}
       and not exists (select from deliveries d where d.destination_id = t.id)
       and not exists (select from message_pages p where p.destination_id = t.id)
     limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}

export async function deleteDestination(db: Db, id: DestinationId): Promise<void> {
  await db.deleteFrom('topicDestinationRoutes').where('destinationId', '=', id).execute()
  await db
    .updateTable('destinations')
    .set({
      deleteTime: getNow(),
      metadata: sql`metadata - 'headers'`,
      headers: null,
      credentials: null,
      signing: null,
    })
    .where('id', '=', id)
    .execute()
}

/** Returns the oldest queued event of an enabled destination. */
export async function oldestQueued(db: AcrossTenants): Promise<EventId | null> {
  const { rows } = await sql<{ eventId: EventId | null }>`
    select min(first.event_id) as event_id from destinations t
     cross join lateral (
       select event_id from queued_deliveries where destination_id = t.id
        order by event_id limit 1) first
     where t.status = 'enabled' and t.delete_time is null`.execute(db)
  return getFirst(rows).eventId
}

export const selectDisabledDestinations = (db: AcrossTenants) =>
  db
    .selectFrom('destinations')
    .select('id')
    .where('deleteTime', 'is', null)
    .where('status', '=', 'disabled')
    .execute()

/** Matches enabled destinations that have accepted nothing since the given time. */
export const failingDestinations = (db: AcrossTenants, since: Date) =>
  db
    .selectFrom('destinations')
    .select('id')
    .where('deleteTime', 'is', null)
    .where('status', '=', 'enabled')
    .where('failingSince', '<=', since)
    .execute()

/** Destinations disabled manually are not reported. */
const isUnreported = (
  since: Date,
) => sql<SqlBool>`delete_time is null and customer_ref is null and case status
  when 'enabled' then failing_since <= ${since} and (notified_time is null or notified_time < failing_since)
  else failing_since is not null and (notified_time is null or notified_time < disabled_time) end`

/**
 * Returns destinations that have been failing since then, or are disabled because of it, and were
 * not reported.
 */
export const selectUnreported = (db: AcrossTenants, since: Date) =>
  db.selectFrom('destinations').select(['id', 'projectId']).where(isUnreported(since))

/** Returns undefined if it was reported in the meantime, or has recovered. */
export const markReported = (tx: Db, id: DestinationId, since: Date) =>
  tx
    .updateTable('destinations')
    .set({ notifiedTime: sql`now()` })
    .where('id', '=', id)
    .where(isUnreported(since))
    .returning('id')
    .executeTakeFirst()

const isRecovered = sql<SqlBool>`delete_time is null and status = 'enabled' and failing_since is null and notified_time is not null`

/** Returns destinations reported as failing that have accepted a message since. */
export const selectRecovered = (db: AcrossTenants) =>
  db.selectFrom('destinations').select(['id', 'projectId', 'notifiedTime']).where(isRecovered)

/** Returns undefined if the recovery was already reported, or the destination fails again. */
export const clearReported = (tx: Db, id: DestinationId) =>
  tx
    .updateTable('destinations')
    .set({ notifiedTime: null })
    .where('id', '=', id)
    .where(isRecovered)
    .returning('id')
    .executeTakeFirst()

/** Returns the results of attempts at the destinations in the last 24 hours. */
export async function attemptsOfLastDay(db: Db, ids: readonly DestinationId[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('deliveryHours')
    .select(['destinationId', 'outcome'])
    .select(({ fn }) => fn.sum<string>('attempts').as('attempts'))
    .where('destinationId', 'in', ids)
    .where('hour', '>', sql<Date>`now() - interval '24 hours'`)
    .groupBy(['destinationId', 'outcome'])
    .execute()
  return rows.map((row) => ({ ...row, attempts: Number(row.attempts) }))
}

/** Counting stops here. */
const maxCounted = 10_000

/** Counts the retrying and paused deliveries of each destination. */
export async function countUndelivered(
  db: Db,
  ids: readonly DestinationId[],
): Promise<Map<DestinationId, { retrying: number; paused: number }>> {
  const { rows } = await sql<{ id: DestinationId; retrying: number; paused: number }>`
    select t.id,
           case t.status when 'enabled' then (select count(*)::int from (
             select from queued_deliveries
              where destination_id = t.id and attempts_used > 0 limit ${maxCounted}) q)
           else 0 end as retrying,
           case t.status when 'disabled' then (select count(*)::int from (
             select from queued_deliveries
              where destination_id = t.id limit ${maxCounted}) q)
           else 0 end as paused
      from destinations t where t.id = any(${ids}::text[])`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
