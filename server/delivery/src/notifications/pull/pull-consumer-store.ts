import type { DestinationId, EventId, ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { earliestId } from '@platform/kernel/db/new-id'
import { getNow } from '@platform/kernel/values'

/** A consumer with the head of its stream. */
export interface ConsumerRow {
  name: string
  destinationId: DestinationId
  position: number
  /** Position of the newest message of the stream. */
  head: number
  /** Number of messages that were leased and are not done. */
  leased: number
  /** Event of the first message after its position; null if there is none. */
  oldestUnread: EventId | null
  commitTime: Date | null
  createTime: Date
}

/** Selects the consumers of a destination. */
export const listPullConsumers = (db: Db, destinationId: DestinationId) =>
  db
    .selectFrom('pullConsumers')
    .leftJoin('pullStreams', 'pullStreams.destinationId', 'pullConsumers.destinationId')
    .select([
      'pullConsumers.name',
      'pullConsumers.destinationId',
      'pullConsumers.position',
      'pullConsumers.commitTime',
      'pullConsumers.createTime',
    ])
    .select(sql<number>`coalesce(pull_streams.head, 0)`.as('head'))
    .select(
      sql<EventId | null>`(select event_id from pull_messages m
        where m.destination_id = pull_consumers.destination_id and m.position > pull_consumers.position
        order by m.position limit 1)`.as('oldestUnread'),
    )
    .select(
      sql<number>`(select count(*)::int from pull_leases l
        where l.destination_id = pull_consumers.destination_id and l.consumer = pull_consumers.name
          and l.held_until > now() and not l.is_done)`.as('leased'),
    )
    .where('pullConsumers.destinationId', '=', destinationId)

export const findPullConsumer = (
  db: Db,
  destinationId: DestinationId,
  name: string,
): Promise<ConsumerRow | undefined> =>
  listPullConsumers(db, destinationId).where('pullConsumers.name', '=', name).executeTakeFirst()

export async function countPullConsumers(db: Db, destinationId: DestinationId): Promise<number> {
  const { count } = await db
    .selectFrom('pullConsumers')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('destinationId', '=', destinationId)
    .executeTakeFirstOrThrow()
  return count
}

interface NewConsumer {
  destinationId: DestinationId
  projectId: ProjectId
  name: string
  position: number
}

/** Inserts the consumer; returns undefined if its name is already used. */
export const insertPullConsumer = (db: Db, row: NewConsumer) =>
  db
    .insertInto('pullConsumers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['destinationId', 'name']).doNothing())
    .returning('name')
    .executeTakeFirst()

/** Moves a consumer forward; a position that it has passed changes nothing. */
export const advancePullConsumer = (
  db: Db,
  { destinationId, name, position }: Omit<NewConsumer, 'projectId'>,
) =>
  db
    .updateTable('pullConsumers')
    .set({ position, commitTime: getNow() })
    .where('destinationId', '=', destinationId)
    .where('name', '=', name)
    .where('position', '<', position)
    .execute()

export const movePullConsumer = (
  db: Db,
  { destinationId, name, position }: Omit<NewConsumer, 'projectId'>,
) =>
  db
    .updateTable('pullConsumers')
    .set({ position })
    .where('destinationId', '=', destinationId)
    .where('name', '=', name)
    .execute()

/** Returns whether there was one. */
export async function deletePullConsumer(
  db: Db,
  destinationId: DestinationId,
  name: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pullConsumers')
    .where('destinationId', '=', destinationId)
    .where('name', '=', name)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

type NamedRow = Omit<NewConsumer, 'position'>

interface LaggingConsumer extends NamedRow {
  oldestUnread: EventId
  /** Whether that was announced before. */
  isNoted: boolean
}

/** Returns the consumers that were announced as lagging and have committed all messages older than this. */
export async function findCaughtUp(db: AcrossTenants, before: Date): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    select c.destination_id, c.project_id, c.name
      from pull_consumers c join destinations t on t.id = c.destination_id
      left join pull_streams s on s.destination_id = c.destination_id
     where c.lagging_since is not null and t.type = 'pull' and t.delete_time is null
       -- Otherwise messages were deleted that it has not fetched.
       and c.position >= coalesce(s.expired, 0)
       and coalesce((
         select event_id from pull_messages m
          where m.destination_id = c.destination_id and m.position > c.position
          order by m.position limit 1) >= ${earliestId('evt', before.getTime())}, true)`.execute(db)
  return rows
}

/**
 * Notes since when the consumer lags, or that it has caught up. Returns the name of its destination, or
 * undefined if this was noted before or if the consumer does not exist any more.
 */
export async function noteLagging(
  tx: Db,
  { destinationId, name }: Pick<NamedRow, 'destinationId' | 'name'>,
  since: Date | null,
): Promise<string | undefined> {
  const { rows } = await sql<{ destinationName: string }>`
    update pull_consumers c set lagging_since = ${since}
      from destinations t
     where c.destination_id = ${destinationId} and c.name = ${name} and t.id = c.destination_id
       and (c.lagging_since is null) = ${since !== null}::boolean
    returning t.name as destination_name`.execute(tx)
  return rows[0]?.destinationName
}

/** Returns the consumers whose oldest unread message is older than this, the last one first. */
export async function findLagging(db: AcrossTenants, before: Date): Promise<LaggingConsumer[]> {
  const { rows } = await sql<LaggingConsumer>`
    select c.destination_id, c.project_id, c.name, m.event_id as oldest_unread,
           c.lagging_since is not null as is_noted
      from pull_consumers c join destinations t on t.id = c.destination_id
     cross join lateral (
       select event_id from pull_messages
        where destination_id = c.destination_id and position > c.position
        order by position limit 1) m
     where t.type = 'pull' and t.delete_time is null and m.event_id < ${earliestId('evt', before.getTime())}
     order by m.event_id`.execute(db)
  return rows
}

/** Returns the enabled `pull` destinations that are marked as failing, except for messages that were deleted unread. */
export const findReported = (db: AcrossTenants) =>
  db
    .selectFrom('destinations')
    .select(['id', 'projectId'])
    .where('type', '=', 'pull')
    .where('status', '=', 'enabled')
    .where('deleteTime', 'is', null)
    .where('failingSince', 'is not', null)
    .where(
      sql<boolean>`not exists (
        select from pull_consumers c join pull_streams s on s.destination_id = c.destination_id
         where c.destination_id = destinations.id and c.lagging_since is not null and c.position < s.expired)`,
    )
    .execute()
