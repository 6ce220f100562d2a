import type { DestinationId, EventId, MessageType, ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { earliestId } from '@platform/kernel/db/new-id'
import { getFirst } from '@platform/kernel/values'
import { intArray, textArray } from '../binary-array.ts'
import type { SinkEvent } from '@platform/sinks/event'
import type { LogPlace } from '../message-log/message-log.ts'
import { containsAny, mayHavePages, unpackWhere } from '../message-log/message-pages.ts'

/** Appends messages after the head of the stream, whose row is locked until the commit. */
export async function appendMessages(
  db: Db,
  {
    destinationId,
    projectId,
    events,
  }: { destinationId: DestinationId; projectId: ProjectId; events: readonly SinkEvent[] },
): Promise<void> {
  const count = events.length
  await sql`
    with stream as (
      insert into pull_streams (destination_id, project_id, head)
      values (${destinationId}, ${projectId}, ${count})
      on conflict (destination_id) do update set head = pull_streams.head + excluded.head
      returning head
    )
    insert into pull_messages
      (destination_id, position, project_id, event_id, type, size, body, records)
    select ${destinationId}, stream.head - ${count} + m.nth, ${projectId}, m.event_id, m.type,
           m.size, m.body,
           (select records from queued_deliveries q
             where q.destination_id = ${destinationId} and q.event_id = m.event_id)
      from stream, unnest(${textArray(events.map(({ id }) => id))}::text[],
                          ${textArray(events.map(({ type }) => type))}::text[],
                          ${intArray(events.map(({ body }) => body.length))}::int[],
                          ${events.map(({ isTest, body }) => (isTest ? body : null))}::text[])
                     with ordinality m (event_id, type, size, body, nth)`.execute(db)
}

/** Creates the stream of a destination, if it has none. */
export const ensureStream = (db: Db, row: { destinationId: DestinationId; projectId: ProjectId }) =>
  db
    .insertInto('pullStreams')
    .values({ ...row, head: 0 })
    .onConflict((conflict) => conflict.column('destinationId').doNothing())
    .execute()

/** Reports whether messages of the destination are or were stored. */
export const hasStream = async (db: Db, destinationId: DestinationId): Promise<boolean> =>
  (await db
    .selectFrom('pullStreams')
    .select('head')
    .where('destinationId', '=', destinationId)
    .executeTakeFirst()) !== undefined

/** A message of a stream. */
export interface StreamMessage {
  position: number
  id: EventId
  projectId: ProjectId
  type: MessageType
  /** Null if it is in the message log, or if the event was erased. */
  body: string | null
  logPlace: LogPlace | null
}

interface StreamMessageRow extends StreamMessage {
  /** Whether the message is a test, or its event has a row. */
  isStored: boolean
}

interface StreamPart {
  destinationId: DestinationId
  after: number
  limit: number
  /** Maximum number of characters, except that there is at least one message. */
  maxSize: number
}

/** Returns messages after a position. Messages in pages are moved to rows first. */
export const listMessages = (db: Db, part: StreamPart): Promise<StreamMessage[]> =>
  withPages(db, part.destinationId, () => selectMessages(db, part))

/** Returns the messages at these positions, in order. */
export const listMessagesAt = (
  db: Db,
  destinationId: DestinationId,
  positions: readonly number[],
): Promise<StreamMessage[]> =>
  withPages(db, destinationId, async () => {
    const { rows } = await sql<StreamMessageRow>`
      select m.position, m.event_id as id, m.project_id, m.type, coalesce(m.body, e.body) as body,
             e.log_place, (m.body is not null or e.id is not null) as is_stored
        from pull_messages m
        left join events e on e.project_id = m.project_id and e.id = m.event_id
       where m.destination_id = ${destinationId} and m.position = any(${positions}::bigint[])
       order by m.position`.execute(db)
    return rows
  })

/** Selects messages, again after those in pages were moved to rows. */
async function withPages(
  db: Db,
  destinationId: DestinationId,
  select: () => Promise<StreamMessageRow[]>,
): Promise<StreamMessage[]> {
  const rows = await select()
  const missing = rows.filter(({ isStored }) => !isStored).map(({ id }) => id)
  if (missing.length === 0 || !(await mayHavePages(db))) return rows
  const isMissing = sql`p.destination_id = ${destinationId} and ${containsAny(missing)}`
  return (await unpackWhere(db, isMissing)) > 0 ? select() : rows
}

async function selectMessages(
  db: Db,
  { destinationId, after, limit, maxSize }: StreamPart,
): Promise<StreamMessageRow[]> {
  const { rows } = await sql<StreamMessageRow>`
    select m.position, m.event_id as id, m.project_id, m.type, coalesce(m.body, e.body) as body,
           e.log_place, (m.body is not null or e.id is not null) as is_stored
      from (select *, sum(size) over (order by position
                        rows between unbounded preceding and 1 preceding) as size_before
              from (select * from pull_messages
                     where destination_id = ${destinationId} and position > ${after}
                     order by position limit ${limit}) m) m
      left join events e on e.project_id = m.project_id and e.id = m.event_id
     where coalesce(size_before, 0) < ${maxSize}
     order by m.position`.execute(db)
  return rows
}

/** Positions at the ends of a stream. */
export interface StreamEnds {
  /** Position of the newest message. */
  head: number
  /** Position before the oldest message that is kept. */
  expired: number
}

export async function findEnds(db: Db, destinationId: DestinationId): Promise<StreamEnds> {
  const row = await db
    .selectFrom('pullStreams')
    .select(['head', 'expired'])
    .where('destinationId', '=', destinationId)
    .executeTakeFirst()
  return row ?? { head: 0, expired: 0 }
}

/**
 * Returns the position before the first message from this time on. Messages of a stream are nearly in
 * the order of their times: those that were retried are later.
 */
export async function findPositionAt(
  db: Db,
  destinationId: DestinationId,
  time: Date,
): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select coalesce(
      (select position - 1 from pull_messages
        where destination_id = ${destinationId} and event_id >= ${earliestId('evt', time.getTime())}
        order by position limit 1),
      (select head from pull_streams where destination_id = ${destinationId}), 0) as position`.execute(
    db,
  )
  return getFirst(rows).position
}

export interface ExpiringStream {
  destinationId: DestinationId
  projectId: ProjectId
  /** Whether its destination was deleted. */
  isDeleted: boolean
}

/** Returns streams that begin with messages older than this, and all of deleted destinations. */
export async function findExpiring(db: AcrossTenants, before: Date): Promise<ExpiringStream[]> {
  const { rows } = await sql<ExpiringStream>`
    select s.destination_id, s.project_id, t.delete_time is not null as is_deleted
      from pull_streams s join destinations t on t.id = s.destination_id
     cross join lateral (
       select event_id from pull_messages where destination_id = s.destination_id
        order by position limit 1) first
     where t.delete_time is not null or first.event_id < ${earliestId('evt', before.getTime())}
  `.execute(db)
  return rows
}

/**
 * Deletes the oldest messages of a stream, up to the first whose event is not older than `before`, or
 * all. Returns how many were deleted.
 */
export async function removeOldest(
  db: Db,
  {
    destinationId,
    before,
    atMost,
  }: { destinationId: DestinationId; before: Date | undefined; atMost: number },
): Promise<number> {
  const isKept = before ? sql`event_id >= ${earliestId('evt', before.getTime())}` : sql`false`
  const { rows } = await sql<{ count: number }>`
    with oldest as (
      select position, event_id from pull_messages where destination_id = ${destinationId}
       order by position limit ${atMost}
    ), gone as (
      delete from pull_messages m using oldest o
       where m.destination_id = ${destinationId} and m.position = o.position
         and o.position < coalesce((select min(position) from oldest where ${isKept}), o.position + 1)
      returning m.position
    ), moved as (
      update pull_streams set expired = (select max(position) from gone)
       where destination_id = ${destinationId} and exists (select from gone)
    ) select count(*)::int as count from gone`.execute(db)
  return getFirst(rows).count
}
