import type { DestinationId, DestinationOrdering } from '@platform/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '@platform/kernel/db/database'
import type { NewEvent } from '@platform/delivery/notifications/message'
import { claimedEvents, toMessage, type ClaimedMessage, type ClaimedRow } from './hot-store.ts'

/*
 * Deliveries to destinations that are ordered. They are never held in memory: each stays in the queue until
 * it is delivered or given up, and later ones with one of its numbers (`records`) are not claimed before.
 */

/**
 * How many of the oldest messages are searched for one that may be sent. Those behind them wait, except for the
 * first of each customer; with `strict`, only the first may be sent.
 */
const lookAhead = { record: 200, group: 5_000, strict: 1 }
/** Customers of whom the first message is looked for behind those. */
const maxGroupsBehind = 2_000

/**
 * Inserts new events and queues them for the destination. Call `announceQueued` after the commit.
 */
export async function insertOrderedIn(
  tx: Db,
  {
    destinationId,
    events,
    records,
  }: {
    destinationId: DestinationId
    events: readonly NewEvent[]
    records: readonly (readonly number[])[]
  },
): Promise<void> {
  await sql`with b as (
      select * from unnest(
        ${events.map(({ projectId }) => projectId)}::text[], ${events.map(({ id }) => id)}::text[],
        ${events.map(({ type }) => type)}::text[],
        ${events.map(({ body, logPlace }) => (logPlace === undefined ? body : ''))}::text[],
        ${events.map(({ subject }) => subject.groupRef)}::text[], ${events.map(({ subject }) => subject.rest)}::text[],
        ${records.map((keys) => keys.join(','))}::text[],
        ${events.map(({ traceparent = '' }) => traceparent)}::text[],
        ${events.map(({ logPlace = '' }) => logPlace)}::text[]
      ) with ordinality
        as b (project_id, id, type, body, group_ref, about, records, traceparent, log_place, place)),
    e as (insert into events (project_id, id, type, body, group_ref, about, traceparent, log_place)
      select project_id, id, type, case when log_place = '' then body end, nullif(group_ref, ''),
             nullif(about, '')::jsonb, nullif(traceparent, ''), nullif(log_place, '')
        from b),
    d as (insert into deliveries (destination_id, event_id, project_id, type, holder)
      select ${destinationId}, id, project_id, type, null from b)
    insert into queued_deliveries (destination_id, event_id, project_id, due_time, records, turn)
      select ${destinationId}, id, project_id, now(), string_to_array(records, ',')::int[],
             nextval('queued_deliveries_turn')
        from (select * from b order by place) b`.execute(tx)
}

/** Queues events that exist in the transaction for further destinations, which are not ordered. */
export async function queueCopies(
  tx: Db,
  events: readonly NewEvent[],
  destinations: readonly { id: DestinationId }[],
): Promise<void> {
  if (destinations.length === 0) return
  await sql`with c as (
      select destination_id, id, project_id, type
        from unnest(${destinations.map(({ id }) => id)}::text[]) d (destination_id)
       cross join unnest(
         ${events.map(({ id }) => id)}::text[], ${events.map(({ projectId }) => projectId)}::text[],
         ${events.map(({ type }) => type)}::text[]) e (id, project_id, type)),
    d as (insert into deliveries (destination_id, event_id, project_id, type, holder)
      select destination_id, id, project_id, type, null from c)
    insert into queued_deliveries (destination_id, event_id, project_id, due_time)
      select destination_id, id, project_id, now() from c`.execute(tx)
}

/**
 * Claims due messages without an earlier one in progress for which they wait, earliest first.
 * Concurrent callers find the same messages free, so locking the rows is enough.
 */
export async function claimOrdered(
  client: pg.ClientBase,
  holder: number,
  {
    destinationId,
    room,
    ordering,
  }: {
    destinationId: DestinationId
    room: number
    ordering: Exclude<DestinationOrdering, 'none'>
  },
): Promise<ClaimedMessage[]> {
  const { rows } = await client.query<ClaimedRow>({
    name: 'claim-ordered',
    text: `with front as materialized (
        select event_id, turn, records, holder, due_time from queued_deliveries
         where destination_id = $2 and turn is not null order by turn limit $4),
      firsts as materialized (
        select key, min(turn) as turn from front cross join unnest(records) key group by key),
      free as (
        select event_id from front f
         where holder is null and due_time <= now()
           and not exists (
             select from unnest(f.records) key join firsts using (key) where firsts.turn < f.turn)
         order by turn limit $3),
      picked as (
        select destination_id, event_id from queued_deliveries
         where destination_id = $2 and event_id = any(array(select event_id from free))
           and holder is null for update skip locked),
      claimed as (
        update queued_deliveries q set holder = $1 from picked p
         where q.destination_id = p.destination_id and q.event_id = p.event_id
        returning q.destination_id, q.event_id, q.project_id, q.attempts_used)
      ${claimedEvents}`,
    values: [holder, destinationId, room, lookAhead[ordering]],
  })
  const left = room - rows.length
  const behind =
    ordering === 'group' && left > 0
      ? await claimBehind(client, holder, { destinationId, room: left, searched: lookAhead.group })
      : []
  const isAwaited = ordering !== 'record'
  return [...rows, ...behind].map((row) => ({
    ...toMessage(row, holder),
    ...(isAwaited && { isAwaited }),
  }))
}

/** Claims the first message of each customer, if more messages are queued than were searched. */
export async function claimBehind(
  client: pg.ClientBase,
  holder: number,
  {
    destinationId,
    room,
    searched,
  }: { destinationId: DestinationId; room: number; searched: number },
): Promise<ClaimedRow[]> {
  const { rows } = await client.query<ClaimedRow>({
    name: 'claim-behind',
    text: `with recursive behind as materialized (
        select from queued_deliveries
         where destination_id = $2 and turn is not null order by turn offset $4 limit 1),
      keys (key, place) as (
        (select records[1], 1 from queued_deliveries
          where destination_id = $2 and turn is not null and records[1] is not null
            and exists (select from behind)
          order by records[1] limit 1)
        union all
        select (select q.records[1] from queued_deliveries q
                 where q.destination_id = $2 and q.turn is not null and q.records[1] > keys.key
                 order by q.records[1] limit 1), place + 1
          from keys where key is not null and place < $5),
      picked as (
        select destination_id, event_id from queued_deliveries
         where destination_id = $2 and holder is null and event_id = any(array(
           select f.event_id from keys cross join lateral (
             select event_id, holder, due_time, turn from queued_deliveries q
              where q.destination_id = $2 and q.turn is not null and q.records[1] = keys.key
              order by q.turn limit 1) f
            where f.holder is null and f.due_time <= now()
            order by f.turn limit $3))
           for update skip locked),
      claimed as (
        update queued_deliveries q set holder = $1 from picked p
         where q.destination_id = p.destination_id and q.event_id = p.event_id
        returning q.destination_id, q.event_id, q.project_id, q.attempts_used)
      ${claimedEvents}`,
    values: [holder, destinationId, room, searched, maxGroupsBehind],
  })
  return rows
}
