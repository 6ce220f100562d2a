import type {
  DestinationId,
  DestinationOrdering,
  EventId,
  MessageType,
  ProjectId,
} from '@platform/contract'
import { CompiledQuery, sql } from 'kysely'
import type pg from 'pg'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { sendAhead } from '@platform/kernel/db/prepared'
import { sendStatement } from '@platform/kernel/db/client'
import { intArray, textArray } from '@platform/delivery/notifications/binary-array'
import type { LogPlace } from '@platform/delivery/notifications/message-log/message-log'
import type { EventRecord, Message, NewEvent } from '@platform/delivery/notifications/message'
import {
  readOrdering,
  type DestinationMetadataRow,
  type StoredOrdering,
} from '@platform/delivery/notifications/set-up/ordering'
import { listOrdered, orderedParameters, queueOrdered } from './queue-ordered.ts'
import { readSendLimits, type SendLimits } from '../sending/send-windows.ts'

/*
 * The statements that run for every event. They take arrays, so that one statement serves many
 * events, and are sent by name, so that PostgreSQL plans them once.
 */

/**
 * An event and its destinations. Deliveries that a sender holds in memory from the start carry its
 * number.
 */
export interface Emission {
  event: NewEvent
  deliveries: {
    destinationId: DestinationId
    holder: number | null
    /** If set, the delivery waits in the queue for earlier ones with one of these numbers. */
    keys?: readonly number[] | undefined
  }[]
}

const insertEvents = `insert into events (project_id, id, type, body, group_ref, about)
  select project_id, id, type, body, nullif(group_ref, ''), nullif(about, '')::jsonb
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
      e (project_id, id, type, body, group_ref, about)`

/** A separate statement, so that without tracing the others cost nothing extra. */
const insertTracedEvents = `insert into events
    (project_id, id, type, body, group_ref, about, traceparent)
  select project_id, id, type, body, nullif(group_ref, ''), nullif(about, '')::jsonb,
         nullif(traceparent, '')
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $12::text[])
      e (project_id, id, type, body, group_ref, about, traceparent)`

/** Bodies that are in the message log are empty here. */
const insertLoggedEvents = `insert into events
    (project_id, id, type, body, group_ref, about, traceparent, log_place)
  select project_id, id, type, case when log_place = '' then body end, nullif(group_ref, ''),
         nullif(about, '')::jsonb, nullif(traceparent, ''), nullif(log_place, '')
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $12::text[], $13::text[])
      e (project_id, id, type, body, group_ref, about, traceparent, log_place)`

const insertDeliveries = `insert into deliveries (destination_id, event_id, project_id, type, holder)
  select * from unnest($7::text[], $8::text[], $9::text[], $10::text[], $11::int[])`

const emitHeld = (events: string) => `with e as (${events}) ${insertDeliveries}`

/** Queues deliveries that no sender holds, which `announceQueued` announces after the commit. */
const queueDeliveries = `insert into queued_deliveries (destination_id, event_id, project_id, due_time)
  select destination_id, event_id, project_id, now()
    from unnest($7::text[], $8::text[], $9::text[], $11::int[])
      d (destination_id, event_id, project_id, holder)
   where holder is null`

const emitQueued = (events: string) =>
  `with e as (${events}), d as (${insertDeliveries}) ${queueDeliveries}`

/**
 * The most frequent case: one event for one destination, sent by this process. Arrays would cost a
 * tenth more.
 */
const emitOne = `with e as (
    insert into events (project_id, id, type, body, group_ref, about, traceparent)
    values ($1, $2, $3, $4, nullif($5, ''), nullif($6, '')::jsonb, $7))
  insert into deliveries (destination_id, event_id, project_id, type, holder)
  values ($8, $2, $1, $3, $9)`

const statements = {
  'emit-held': emitHeld(insertEvents),
  'emit-queued': emitQueued(insertEvents),
  'emit-held-traced': emitHeld(insertTracedEvents),
  'emit-queued-traced': emitQueued(insertTracedEvents),
  'emit-held-logged': emitHeld(insertLoggedEvents),
  'emit-queued-logged': emitQueued(insertLoggedEvents),
}

function statementFor(emissions: readonly Emission[]): string {
  const isHeld = emissions.every(({ deliveries }) =>
    deliveries.every(({ holder, keys }) => holder !== null || keys),
  )
  const name = isHeld ? 'emit-held' : 'emit-queued'
  if (isLogged(emissions)) return statements[`${name}-logged`]
  const isTraced = emissions.some(({ event }) => event.traceparent !== undefined)
  return isTraced ? statements[`${name}-traced`] : statements[name]
}

const isLogged = (emissions: readonly Emission[]) =>
  emissions.some(({ event }) => event.logPlace !== undefined)

function emitParameters(emissions: readonly Emission[]) {
  const events = emissions.map(({ event }) => event)
  const deliveries = emissions.flatMap(({ event, deliveries: its }) =>
    its
      .filter(({ keys }) => !keys)
      .map(({ destinationId, holder }) => ({ event, destinationId, holder })),
  )
  return [
    textArray(events.map((event) => event.projectId)),
    textArray(events.map((event) => event.id)),
    textArray(events.map((event) => event.type)),
    textArray(events.map((event) => (event.logPlace === undefined ? event.body : ''))),
    textArray(events.map(({ subject }) => subject.groupRef)),
    textArray(events.map(({ subject }) => subject.rest)),
    textArray(deliveries.map(({ destinationId }) => destinationId)),
    textArray(deliveries.map(({ event }) => event.id)),
    textArray(deliveries.map(({ event }) => event.projectId)),
    textArray(deliveries.map(({ event }) => event.type)),
    intArray(deliveries.map(({ holder }) => holder)),
    ...(isLogged(emissions) || events.some(({ traceparent }) => traceparent !== undefined)
      ? [textArray(events.map(({ traceparent = '' }) => traceparent))]
      : []),
    ...(isLogged(emissions) ? [textArray(events.map(({ logPlace = '' }) => logPlace))] : []),
  ]
}

/**
 * Inserts new events and their deliveries in the caller's transaction, with a statement that is
 * sent together with the next one or with the commit.
 */
export async function insertEmissionsAhead(tx: Db, emissions: readonly Emission[]): Promise<void> {
  const [first, second] = emissions
  const [delivery, another] = first?.deliveries ?? []
  if (first && delivery && delivery.holder !== null && !second && !another) {
    const { projectId, id, type, body, subject, traceparent = null } = first.event
    const { destinationId, holder } = delivery
    const about = [subject.groupRef, subject.rest]
    const values = [projectId, id, type, body, ...about, traceparent, destinationId, holder]
    return sendAhead(tx, emitOne, values)
  }
  await sendAhead(tx, statementFor(emissions), emitParameters(emissions))
  const ordered = listOrdered(emissions)
  if (ordered.length > 0) await sendAhead(tx, queueOrdered, orderedParameters(ordered))
}

/**
 * Inserts new events and their deliveries in the caller's transaction. An ID that exists is an error:
 * to ignore it, PostgreSQL would search the indexes twice and write two more entries to its
 * write-ahead log, a quarter of the CPU time of a message.
 */
export async function insertEmissionsIn(tx: Db, emissions: readonly Emission[]): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(statementFor(emissions), emitParameters(emissions)))
  const ordered = listOrdered(emissions)
  if (ordered.length > 0)
    await tx.executeQuery(CompiledQuery.raw(queueOrdered, orderedParameters(ordered)))
}

/** Outcome of a message. */
export interface Result {
  message: ClaimedMessage
  status: 'pending' | 'delivered' | 'failed' | 'canceled'
  /** JSON of the attempt and a newline; empty without an attempt. */
  attempt: string
  attemptsUsed: number
  /** When the next attempt is due; null if there is none. */
  dueTime: Date | null
}

/**
 * Records deliveries that succeed at the first attempt since the commit, without updating an index.
 */
const recordDelivered = `update deliveries d
     set status = 'delivered', attempts = d.attempts || b.attempt, attempt_count = d.attempt_count + 1
    from unnest($2::text[], $3::text[], $4::text[]) b (destination_id, event_id, attempt)
   where d.destination_id = b.destination_id and d.event_id = b.event_id
     and d.holder = $1 and d.status = 'pending'`

const results = `unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::smallint[], $7::timestamptz[])
  b (destination_id, event_id, status, attempt, used, due)`

const setResult = `set status = b.status, attempts = d.attempts || b.attempt, holder = null,
  attempt_count = d.attempt_count + case when b.attempt = '' then 0 else 1 end,
  failed_time = case when b.status = 'failed' then now() end`

const recordHeld = `with done as (
    update deliveries d ${setResult} from ${results}
     where d.destination_id = b.destination_id and d.event_id = b.event_id
       and d.holder = $1 and d.status = 'pending'
    returning d.destination_id, d.event_id, d.project_id, b.used, b.due)
  insert into queued_deliveries (destination_id, event_id, project_id, attempts_used, due_time)
  select * from done where due is not null`

// "is not distinct" keeps PostgreSQL from using the index on holders, which matches too many rows.
const recordQueued = `with b as (select * from ${results}),
  gone as (delete from queued_deliveries q using b
     where q.destination_id = b.destination_id and q.event_id = b.event_id
       and q.holder is not distinct from $1 and b.due is null returning b.*),
  again as (update queued_deliveries q set due_time = b.due, holder = null, attempts_used = b.used from b
     where q.destination_id = b.destination_id and q.event_id = b.event_id
       and q.holder is not distinct from $1 and b.due is not null returning b.*)
  update deliveries d ${setResult} from (select * from gone union all select * from again) b
   where d.destination_id = b.destination_id and d.event_id = b.event_id`

/**
 * Records the outcome of messages. The holder's number is a fence: messages taken over by another
 * sender are not changed.
 */
export async function recordResults(
  client: pg.ClientBase,
  holder: number,
  { delivered, held, queued }: { delivered: Result[]; held: Result[]; queued: Result[] },
): Promise<void> {
  const keys = (rows: Result[]) => [
    textArray(rows.map(({ message }) => message.destinationId)),
    textArray(rows.map(({ message }) => message.event.id)),
  ]
  const values = (rows: Result[]) => [
    holder,
    ...keys(rows),
    textArray(rows.map(({ status }) => status)),
    textArray(rows.map(({ attempt }) => attempt)),
    rows.map(({ attemptsUsed }) => attemptsUsed),
    rows.map(({ dueTime }) => dueTime),
  ]
  if (delivered.length > 0) {
    await sendStatement(client, {
      name: 'record-delivered',
      text: recordDelivered,
      values: [holder, ...keys(delivered), textArray(delivered.map(({ attempt }) => attempt))],
    })
  }
  if (held.length > 0) {
    await sendStatement(client, { name: 'record-held', text: recordHeld, values: values(held) })
  }
  if (queued.length > 0) {
    await sendStatement(client, {
      name: 'record-queued',
      text: recordQueued,
      values: values(queued),
    })
  }
}

/**
 * Selects the first due delivery of each destination with queued ones. A skip scan: reads one index
 * entry per destination, however long its queue.
 */
const firstOfDestinations = `with recursive first as (
    (select destination_id, due_time from queued_deliveries where holder is null
      order by destination_id, due_time limit 1)
    union all
    select following.* from first cross join lateral (
      select destination_id, due_time from queued_deliveries
       where holder is null and destination_id > first.destination_id
       order by destination_id, due_time limit 1) following)
  select first.destination_id, d.project_id, first.due_time, d.ordering, d.metadata->>'orderedBy' as ordered_by,
      (d.metadata->>'maxPerSecond')::int as per_second, (d.metadata->>'maxParallel')::int as parallel from first
    join destinations d on d.id = first.destination_id and d.status = 'enabled' and d.delete_time is null`

/** Selects the time at which the next queued delivery is due. */
export const nextQueued = (_db: AcrossTenants) =>
  sql`(select min(due_time) from (${sql.raw(firstOfDestinations)}) queued)`

/** A destination with unclaimed queued deliveries. */
export interface DueDestination {
  destinationId: DestinationId
  projectId: ProjectId
  /** When the first of them is due. */
  dueTime: Date
  ordering: DestinationOrdering
  limits: SendLimits | undefined
}

/** Returns the enabled destinations with unclaimed queued deliveries. */
export async function findDue(client: pg.ClientBase): Promise<DueDestination[]> {
  const { rows } = await client.query<{
    destination_id: DestinationId
    project_id: ProjectId
    due_time: Date
    ordering: StoredOrdering
    ordered_by: DestinationMetadataRow['orderedBy'] | null
    per_second: number | null
    parallel: number | null
  }>({
    name: 'find-due',
    text: firstOfDestinations,
  })
  return rows.map((row) => ({
    destinationId: row.destination_id,
    projectId: row.project_id,
    dueTime: row.due_time,
    ordering: readOrdering({
      ordering: row.ordering,
      metadata: { ...(row.ordered_by && { orderedBy: row.ordered_by }) },
    }),
    limits: readSendLimits({
      maxPerSecond: row.per_second ?? undefined,
      maxParallel: row.parallel ?? undefined,
    }),
  }))
}

/**
 * Claims due deliveries, at most as many per destination as there is room for; of ordered
 * destinations, those without records.
 */
export async function claimDue(
  client: pg.ClientBase,
  holder: number,
  wanted: { destinationId: DestinationId; room: number; ordering: DestinationOrdering }[],
): Promise<ClaimedMessage[]> {
  const { rows } = await client.query<ClaimedRow>({
    name: 'claim-due',
    // The picked rows are locked and therefore still free. Repeating the condition would make
    // PostgreSQL look them up by the index of due times, row by row.
    text: `with picked as (
        select q.destination_id, q.event_id
          from unnest($2::text[], $3::int[], $4::bool[]) w (destination_id, room, is_ordered)
         cross join lateral (
           select destination_id, event_id from queued_deliveries
            where destination_id = w.destination_id and holder is null and due_time <= now()
              and (not w.is_ordered or turn is null)
            order by due_time, event_id limit w.room for update skip locked) q),
      claimed as (
        update queued_deliveries q set holder = $1 from picked p
         where q.destination_id = p.destination_id and q.event_id = p.event_id
        returning q.destination_id, q.event_id, q.project_id, q.attempts_used)
      ${claimedEvents}`,
    values: [
      holder,
      wanted.map((one) => one.destinationId),
      wanted.map((one) => one.room),
      wanted.map(({ ordering }) => ordering !== 'none'),
    ],
  })
  return rows.map((row) => toMessage(row, holder))
}

/** Second part of statements that claim rows. */
export const claimedEvents = `select c.*, e.type, e.body, e.group_ref, e.about::text, e.traceparent, e.log_place
        from claimed c
        left join events e on e.project_id = c.project_id and e.id = c.event_id
       order by c.event_id`

export interface ClaimedRow {
  destination_id: DestinationId
  event_id: EventId
  project_id: ProjectId
  attempts_used: number
  type: MessageType
  body: string | null
  group_ref: string | null
  about: string | null
  traceparent: string | null
  log_place: LogPlace | null
}

/** A claimed message. Its body may have to be read from the message log, or be gone. */
export type ClaimedMessage = Omit<Message, 'event'> & {
  event: Omit<EventRecord, 'body'> & { body: string | null }
}

export const toMessage = (row: ClaimedRow, holder: number): ClaimedMessage => ({
  event: {
    id: row.event_id,
    projectId: row.project_id,
    type: row.type,
    body: row.body,
    subject: { groupRef: row.group_ref ?? '', rest: row.about ?? '' },
    traceparent: row.traceparent ?? undefined,
    logPlace: row.log_place ?? undefined,
  },
  destinationId: row.destination_id,
  attemptsUsed: row.attempts_used,
  fromQueue: true,
  holder,
})
