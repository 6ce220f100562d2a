import type { DestinationId, ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import { getFirst } from '@platform/kernel/values'

/** A consumer of a destination. */
export interface ConsumerKey {
  destinationId: DestinationId
  name: string
}

/** A message after the position of a consumer that is not done. */
export interface UndoneMessage {
  position: number
  size: number
  /** Hashes of its records, if the destination is ordered by record. */
  records: number[] | null
  /** Whether a process holds it, or it was released with a delay that has not passed. */
  isHeld: boolean
}

/** Positions after that of a consumer up to which messages are leased: one that is never done blocks those behind. */
const leaseWindow = 10_000

/** Locks the consumer until the transaction ends, and returns its position; undefined if there is none. */
export const lockPullConsumer = (tx: Db, { destinationId, name }: ConsumerKey) =>
  tx
    .selectFrom('pullConsumers')
    .select(['position', 'projectId'])
    .where('destinationId', '=', destinationId)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()

/** Returns the first messages that are not done, in order. */
export async function findUndone(
  db: Db,
  { destinationId, name, after, limit }: ConsumerKey & { after: number; limit: number },
): Promise<UndoneMessage[]> {
  const { rows } = await sql<UndoneMessage>`
    select m.position, m.size, m.records, coalesce(l.held_until > now(), false) as is_held
      from pull_messages m
      left join pull_leases l on l.destination_id = m.destination_id and l.consumer = ${name}
                             and l.position = m.position
     where m.destination_id = ${destinationId} and m.position > ${after}
       and m.position <= ${after + leaseWindow} and not coalesce(l.is_done, false)
     order by m.position limit ${limit}`.execute(db)
  return rows
}

/** Holds the messages, and returns how often each was leased. */
export async function insertLeases(
  tx: Db,
  {
    destinationId,
    name,
    projectId,
    positions,
    leaseId,
    leaseSeconds,
  }: ConsumerKey & {
    projectId: ProjectId
    positions: readonly number[]
    leaseId: string
    leaseSeconds: number
  },
): Promise<{ position: number; attempt: number }[]> {
  if (positions.length === 0) return []
  const { rows } = await sql<{ position: number; attempt: number }>`
    insert into pull_leases (destination_id, consumer, position, project_id, lease_id, held_until)
    select ${destinationId}, ${name}, position, ${projectId}, ${leaseId},
           now() + ${leaseSeconds} * interval '1 second'
      from unnest(${positions}::bigint[]) position
    on conflict (destination_id, consumer, position) do update
      set lease_id = excluded.lease_id, held_until = excluded.held_until,
          attempts = pull_leases.attempts + 1
    returning position, attempts as attempt`.execute(tx)
  return rows
}

/** What happens to a lease: the message is done, or is held for these seconds more, by nobody if it is released. */
export interface LeaseChange {
  position: number
  leaseId: string
  isDone: boolean
  isReleased: boolean
  seconds: number
}

/** Changes the leases that nobody has taken over, and returns their positions. */
export async function changeLeases(
  tx: Db,
  { destinationId, name, changes }: ConsumerKey & { changes: readonly LeaseChange[] },
): Promise<Set<number>> {
  const { rows } = await sql<{ position: number }>`
    update pull_leases l
       set is_done = c.is_done,
           lease_id = case when c.is_released then '' else l.lease_id end,
           held_until = now() + c.seconds * interval '1 second'
      from unnest(${changes.map((one) => one.position)}::bigint[],
                  ${changes.map((one) => one.leaseId)}::text[],
                  ${changes.map((one) => one.isDone)}::bool[],
                  ${changes.map((one) => one.isReleased)}::bool[],
                  ${changes.map((one) => one.seconds)}::int[])
        c (position, lease_id, is_done, is_released, seconds)
     where l.destination_id = ${destinationId} and l.consumer = ${name}
       and l.position = c.position and l.lease_id = c.lease_id and not l.is_done
    returning l.position`.execute(tx)
  return new Set(rows.map(({ position }) => position))
}

/** Ends a lease whose messages nobody has received, as if they had not been leased. */
export const takeBackLease = (
  db: Db,
  { destinationId, name, leaseId }: ConsumerKey & { leaseId: string },
) =>
  db
    .updateTable('pullLeases')
    .set((lease) => ({
      attempts: lease('attempts', '-', 1),
      leaseId: '',
      heldUntil: sql<Date>`now()`,
    }))
    .where('destinationId', '=', destinationId)
    .where('consumer', '=', name)
    .where('leaseId', '=', leaseId)
    .where('isDone', '=', false)
    .execute()

/** Moves the consumer over messages that are done, up to the first that is not. */
export async function passDone(tx: Db, { destinationId, name }: ConsumerKey): Promise<void> {
  const { rows } = await sql<{ position: number }>`
    with undone as (
      select m.position from pull_consumers c
        join pull_messages m on m.destination_id = c.destination_id and m.position > c.position
        left join pull_leases l on l.destination_id = c.destination_id and l.consumer = c.name
                               and l.position = m.position
       where c.destination_id = ${destinationId} and c.name = ${name}
         and not coalesce(l.is_done, false)
       order by m.position limit 1
    ), reached as (
      select coalesce((select position - 1 from undone),
                      (select head from pull_streams where destination_id = ${destinationId})) as position
    )
    update pull_consumers c set position = r.position, commit_time = now() from reached r
     where c.destination_id = ${destinationId} and c.name = ${name} and r.position > c.position
    returning c.position`.execute(tx)
  const [moved] = rows
  if (moved) await forgetLeases(tx, { destinationId, name, upTo: moved.position })
}

/** Deletes the leases of messages that the consumer has passed, or all. */
export const forgetLeases = (
  tx: Db,
  { destinationId, name, upTo }: ConsumerKey & { upTo?: number },
) =>
  tx
    .deleteFrom('pullLeases')
    .where('destinationId', '=', destinationId)
    .where('consumer', '=', name)
    .$if(upTo !== undefined, (query) => query.where('position', '<=', upTo ?? 0))
    .execute()

/** Counts the messages that processes of the consumer hold. */
export async function countHeld(db: Db, { destinationId, name }: ConsumerKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pull_leases
     where destination_id = ${destinationId} and consumer = ${name}
       and not is_done and held_until > now()`.execute(db)
  return getFirst(rows).count
}
