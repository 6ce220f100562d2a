import type { DestinationId } from '@platform/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import type { AcrossTenants } from '@platform/kernel/db/database'
import { heldDue, type Message } from '@platform/delivery/notifications/message'
import { claimedEvents, type ClaimedRow, type ClaimedMessage, toMessage } from './hot-store.ts'

/** First key of the advisory locks under which held deliveries are claimed. */
const heldLockClass = 0x48454c44

/**
 * Claims the oldest deliveries held while the destination was disabled. Claims nothing while
 * another sender still has some of them, and nothing newer than what is already in memory, so that
 * all are sent in order.
 */
export async function claimHeld(
  client: pg.ClientBase,
  holder: number,
  { destinationId, room }: { destinationId: DestinationId; room: number },
): Promise<ClaimedMessage[]> {
  await client.query('begin')
  try {
    // A separate statement, so that the next one sees what was claimed before the lock became free.
    await client.query(`select pg_advisory_xact_lock(${heldLockClass}, hashtext($1))`, [
      destinationId,
    ])
    const { rows } = await client.query<ClaimedRow>({
      name: 'claim-held',
      text: `with claimed as (
          update queued_deliveries q set holder = $1
           where q.destination_id = $2 and q.event_id = any(array(
             select event_id from queued_deliveries
              where destination_id = $2 and holder is null and due_time = $4
                and not exists (select from queued_deliveries
                  where destination_id = $2 and holder <> $1 and due_time = $4)
                and event_id < coalesce((select min(event_id) from deliveries
                  where destination_id = $2 and holder is not null and status = 'pending'
                    and event_id >= (select min(low_water) from senders)), 'evt_~')
                and event_id < coalesce((select min(first_id) from message_pages
                  where destination_id = $2 and holder is not null), 'evt_~')
              order by event_id limit $3 for update skip locked))
          returning q.destination_id, q.event_id, q.project_id, q.attempts_used)
        ${claimedEvents}`,
      values: [holder, destinationId, room, heldDue],
    })
    await client.query('commit')
    return rows.map((row) => ({ ...toMessage(row, holder), wasHeld: true }))
  } catch (error) {
    // On a broken connection it is rolled back automatically; the original error is reported.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/**
 * Releases claims whose reply was lost with the connection: everything that the sender does not
 * know of.
 */
export async function releaseUnknown(
  client: pg.ClientBase,
  holder: number,
  known: ReadonlySet<string>,
): Promise<void> {
  await client.query(
    `update queued_deliveries set holder = null
      where holder = $1 and destination_id || event_id <> all($2::text[])`,
    [holder, [...known]],
  )
}

/** Returns those of the messages that this sender holds and that are pending in the tables. */
export async function findHeld(
  client: pg.ClientBase,
  holder: number,
  messages: readonly Message[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>({
    text: `select d.destination_id || d.event_id as key from deliveries d
             join unnest($2::text[], $3::text[]) b (destination_id, event_id)
               on d.destination_id = b.destination_id and d.event_id = b.event_id
            where d.holder = $1 and d.status = 'pending'
           union all
           select p.destination_id || m.event_id from message_pages p
            cross join unnest(p.event_ids) m (event_id)
            where p.holder = $1 and p.destination_id = any($2::text[]) and m.event_id = any($3::text[])`,
    values: [
      holder,
      messages.map((message) => message.destinationId),
      messages.map((message) => message.event.id),
    ],
  })
  return new Set(rows.map((row) => row.key))
}

/** Queues everything that an ended sender held, due now. Returns the number of deliveries. */
export async function takeOver(
  tx: AcrossTenants,
  { holder, lowWater }: { holder: number; lowWater: string },
): Promise<number> {
  // A process of the previous version may be taking over as well.
  await sql`select from senders where number = ${holder} for update`.execute(tx)
  await sql`select unpack_message_pages(array_agg(destination_id), array_agg(first_id))
    from message_pages where holder = ${holder}`.execute(tx)
  const fresh = await sql`with held as (
      select d.destination_id, d.event_id from destinations t cross join lateral (
        select destination_id, event_id from deliveries
         where destination_id = t.id and event_id >= ${lowWater} and holder = ${holder} and status = 'pending') d),
    released as (
      update deliveries d set holder = null from held
       where d.destination_id = held.destination_id and d.event_id = held.event_id
      returning d.destination_id, d.event_id, d.project_id, d.attempt_count)
    insert into queued_deliveries (destination_id, event_id, project_id, due_time, attempts_used)
    select destination_id, event_id, project_id, now(), attempt_count from released
    on conflict do nothing`.execute(tx)
  const claimed = await sql`update queued_deliveries
      set holder = null, due_time = least(due_time, now()) where holder = ${holder}`.execute(tx)
  return Number((fresh.numAffectedRows ?? 0n) + (claimed.numAffectedRows ?? 0n))
}
