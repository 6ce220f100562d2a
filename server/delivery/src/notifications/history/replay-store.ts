import type {
  DestinationId,
  EventId,
  Id,
  ProjectId,
  ReplayFilter,
  ReplayStatus,
} from '@platform/contract'
import { sql, type SqlBool } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { findByValues } from '@platform/kernel/db/prepared'
import { getFirst, getNow } from '@platform/kernel/values'
import { and, listIdBounds, listIdRanges, isRare, standsSo } from './delivery-query.ts'
import { unpackFirst, unpackRounds } from './unpack-listed.ts'
import { endsFrom, mayHavePages } from '../message-log/message-pages.ts'

const replayConditions = (projectId: ProjectId, filter: ReplayFilter) => [
  sql<SqlBool>`t.project_id = ${projectId}`,
  sql<SqlBool>`t.delete_time is null`,
  ...standsSo(filter.status),
  ...(filter.destinationId ? [sql<SqlBool>`t.id = ${filter.destinationId}`] : []),
  ...(filter.eventTypes ? [sql<SqlBool>`d.type = any(${filter.eventTypes})`] : []),
  ...listIdBounds('d.event_id', filter),
]

type DeliveryKey = { destinationId: DestinationId; eventId: EventId }

const isAfter = (key: DeliveryKey | undefined) =>
  key ? [sql<SqlBool>`(d.destination_id, d.event_id) > (${key.destinationId}, ${key.eventId})`] : []

/** Counts them, optionally after one of them, up to a limit. */
export async function countReplayable(
  db: Db,
  projectId: ProjectId,
  filter: ReplayFilter,
  { after, atMost = null }: { after?: DeliveryKey | undefined; atMost?: number | null } = {},
): Promise<number> {
  const { eventTypes } = filter
  const conditions = [...replayConditions(projectId, filter), ...isAfter(after)]
  const byDestination = sql`destinations t join deliveries d on d.destination_id = t.id
    ${and(conditions)}`
  const byEvent = () => sql`events e join destinations t on t.project_id = e.project_id
    cross join lateral (select * from deliveries
       where destination_id = t.id and event_id = e.id offset 0) d
    ${and([...conditions, sql<SqlBool>`e.type = any(${eventTypes})`, sql<SqlBool>`e.type <> 'read'`, ...listIdBounds('e.id', filter)])}`
  const isRarely = eventTypes?.every(isRare) ?? false
  const counted = sql<{ count: number }>`
    select count(*)::int as count
      from (select from ${isRarely ? byEvent() : byDestination} limit ${atMost}) d`
  const { count } = getFirst(await findByValues(db, counted.compile(db)))
  if (!isInPages(filter) || !(await mayHavePages(db))) return count
  const inPages = sql<{ count: number }>`
    select count(*)::int as count
      from (select from message_pages p join destinations t on t.id = p.destination_id
             cross join unnest(p.event_ids) m (event_id)
             cross join lateral (select p.destination_id, m.event_id) d
            ${and([...ofPages(projectId, filter), ...listIdBounds('d.event_id', filter), ...isAfter(after)])}
            limit ${atMost}) d`
  return count + getFirst(await findByValues(db, inPages.compile(db))).count
}

/** Of the messages that are replayed, only delivered ones are in pages. */
const isInPages = ({ status }: ReplayFilter) => status === 'delivered'

const ofPages = (projectId: ProjectId, filter: ReplayFilter) => [
  sql<SqlBool>`p.project_id = ${projectId} and p.holder is null`,
  sql<SqlBool>`t.delete_time is null`,
  ...(filter.destinationId ? [sql<SqlBool>`t.id = ${filter.destinationId}`] : []),
  ...(filter.eventTypes ? [sql<SqlBool>`p.type = any(${filter.eventTypes})`] : []),
  ...listIdRanges(filter).notBefore.map((id) => sql<SqlBool>`${endsFrom(id)}`),
  ...listIdRanges(filter).before.map((id) => sql<SqlBool>`p.first_id < ${id}`),
]

/** Moves pages that contain some of the deliveries to rows. */
export async function findReplayable(
  db: Db,
  projectId: ProjectId,
  filter: ReplayFilter,
  after: DeliveryKey | undefined,
  limit: number,
): Promise<DeliveryKey[]> {
  const list = () => findReplayableRows(db, projectId, filter, after, limit)
  const rows = await list()
  if (!isInPages(filter) || !(await mayHavePages(db))) return rows
  return unpackRounds(rows, list, (found) => {
    const last = found.length === limit ? found.at(-1) : undefined
    const conditions = [
      ...ofPages(projectId, filter),
      ...(after
        ? [sql<SqlBool>`(p.destination_id, p.last_id) > (${after.destinationId}, ${after.eventId})`]
        : []),
      ...(last
        ? [sql<SqlBool>`(p.destination_id, p.first_id) <= (${last.destinationId}, ${last.eventId})`]
        : []),
    ]
    return unpackFirst(db, conditions, { order: sql`p.destination_id, p.first_id`, limit })
  })
}

async function findReplayableRows(
  db: Db,
  projectId: ProjectId,
  filter: ReplayFilter,
  after: DeliveryKey | undefined,
  limit: number,
): Promise<DeliveryKey[]> {
  const { rows } = await sql<DeliveryKey>`
    select d.destination_id, d.event_id from destinations t join deliveries d on d.destination_id = t.id
    ${and([...replayConditions(projectId, filter), ...isAfter(after)])}
    order by d.destination_id, d.event_id limit ${limit}`.execute(db)
  return rows
}

export const insertReplay = (
  db: Db,
  row: {
    id: Id<'rpl'>
    projectId: ProjectId
    filter: ReplayFilter
    total: number | null
    perSecond: number
  },
) =>
  db
    .insertInto('replays')
    .values({ ...row, filter: JSON.stringify(row.filter) })
    .returningAll()
    .executeTakeFirstOrThrow()

export const listReplays = (db: Db, status: ReplayStatus | undefined) =>
  db
    .selectFrom('replays')
    .selectAll()
    .where((is) => is.and({ status }))

export const findReplay = (db: Db, id: Id<'rpl'>) =>
  db.selectFrom('replays').selectAll().where('id', '=', id).executeTakeFirst()

export async function countRunningReplays(db: Db, projectId: ProjectId): Promise<number> {
  const { count } = await db
    .selectFrom('replays')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow()
  return count
}

export const cancelReplay = (db: Db, id: Id<'rpl'>) =>
  db
    .updateTable('replays')
    .set({ status: 'canceled', updateTime: getNow() })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()

/** The share of the last second is queued. */
const isDueForMore = sql<SqlBool>`(update_time is null or update_time <= now() - interval '0.9 seconds')`

/** The total is unknown and nobody is counting. */
const isToCount = sql<boolean>`(total is null and coalesce(count_again_time, now()) <= now())`

/** Returns the projects whose running replays are to be continued, longest waiting first. */
export const findRunningReplays = (db: AcrossTenants): Promise<RunningReplay[]> =>
  db
    .selectFrom('replays')
    .select(['id', 'projectId', isToCount.as('isToCount')])
    .where('status', '=', 'running')
    .where(isDueForMore)
    .orderBy('updateTime', (order) => order.asc().nullsFirst())
    .execute()

export interface RunningReplay {
  id: Id<'rpl'>
  projectId: ProjectId
  isToCount: boolean
}

/**
 * Claims counting the replay; returns false if another process counts it or the total is known. If
 * the process dies or fails, the claim expires in ten minutes, longer than any tenant statement may
 * take.
 */
export async function claimCounting(db: Db, id: Id<'rpl'>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('replays')
    .set({ countAgainTime: sql`now() + interval '10 minutes'` })
    .where('id', '=', id)
    .where(isToCount)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Returns the replay, locked for this transaction; undefined if another process is continuing it.
 */
export const lockRunningReplay = (tx: Db, id: Id<'rpl'>) =>
  tx
    .selectFrom('replays')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where(isDueForMore)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export const advanceReplay = (
  tx: Db,
  id: Id<'rpl'>,
  { replayed, cursor, isDone }: { replayed: number; cursor: object | undefined; isDone: boolean },
) =>
  tx
    .updateTable('replays')
    .set((set) => ({
      replayed: set('replayed', '+', replayed),
      // By the same clock that schedules its next share.
      updateTime: sql<Date>`now()`,
      ...(cursor && { cursor: JSON.stringify(cursor) }),
      ...(isDone && {
        status: 'done' as const,
        total: sql<number>`coalesce(total, replayed + ${replayed})`,
      }),
    }))
    .where('id', '=', id)
    .execute()

/** Stores the total, unless it is known by now. */
export const storeReplayTotal = (db: Db, id: Id<'rpl'>, total: number) =>
  db.updateTable('replays').set({ total }).where('id', '=', id).where('total', 'is', null).execute()

/** Removes some replays that ended before the given time. Returns how many were removed. */
export async function removeReplays(
  db: AcrossTenants,
  { before, atMost }: { before: Date; atMost: number },
): Promise<number> {
  const { numAffectedRows } = await sql`delete from replays where id = any(array(
    select id from replays where status <> 'running' and create_time < ${before}
     limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}
