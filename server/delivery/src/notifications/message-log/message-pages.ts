import type { DestinationId, EventId, MessageType, ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '@platform/kernel/db/database'
import { earliestId, timeOfId } from '@platform/kernel/db/new-id'
import { sendAhead } from '@platform/kernel/db/prepared'
import { getFirst } from '@platform/kernel/values'
import { intArray, textArray } from '../binary-array.ts'
import type { LogPlace } from './message-log.ts'

/*
 * Messages of one entry of the message log to one destination may have one row together, in
 * `message_pages`, until something other than their delivery needs them: then `unpack_message_pages`
 * moves the page to rows of events and deliveries. A message is in one of both.
 */

/** A page that a sender has in memory. */
export interface MessagePage {
  destinationId: DestinationId
  /** IDs of its messages, ascending. */
  ids: readonly EventId[]
  holder: number
}

/** A page with what its messages have in common. */
export interface NewMessagePage extends MessagePage {
  projectId: ProjectId
  type: MessageType
  groupRef: string
  /** JSON, without the number of records. */
  about: string
  traceparent: string | undefined
  logPlace: LogPlace
  /** Number of records of each message. */
  numRecords: readonly (number | null)[]
}

/** IDs of a page differ by at most this, so that a page is found by one of them. */
const maxMs = 60_000

/** Reports whether messages with these IDs may be a page. */
export function mayBePage(ids: readonly EventId[]): boolean {
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return false
  if (timeOfId(last) - timeOfId(first) > maxMs) return false
  return ids.every((id, nth) => nth === 0 || id > ids[nth - 1]!)
}

/** Inserts a page in the transaction of its messages. */
export const insertPage = (tx: Db, page: NewMessagePage): Promise<void> =>
  sendAhead(
    tx,
    `insert into message_pages (destination_id, first_id, last_id, project_id, type, group_ref, about,
       traceparent, log_place, holder, event_ids, num_records)
     values ($1, $2, $3, $4, $5, nullif($6, ''), nullif($7, '')::jsonb, $8, $9, $10, $11, $12)`,
    [
      page.destinationId,
      page.ids[0],
      page.ids.at(-1),
      page.projectId,
      page.type,
      page.groupRef,
      page.about,
      page.traceparent ?? null,
      page.logPlace,
      page.holder,
      textArray(page.ids),
      intArray(page.numRecords),
    ],
  )

/**
 * Records which messages of these pages were delivered at the first attempt: all, or so far. Returns the
 * recorded pages: others were unpacked, erased or taken over.
 */
export async function recordPages(
  client: pg.ClientBase,
  holder: number,
  pages: readonly { page: MessagePage; attempts: string; isComplete: boolean }[],
): Promise<Set<MessagePage>> {
  const { rows } = await client.query<{ key: string }>({
    name: 'record-pages',
    text: `update message_pages p
              set attempts = b.attempts, holder = case when not b.is_complete then p.holder end
             from unnest($2::text[], $3::text[], $4::text[], $5::boolean[])
               b (destination_id, first_id, attempts, is_complete)
            where p.destination_id = b.destination_id and p.first_id = b.first_id and p.holder = $1
           returning p.destination_id || p.first_id as key`,
    values: [
      holder,
      ...toKeyArrays(pages.map(({ page }) => page)),
      textArray(pages.map(({ attempts }) => attempts)),
      pages.map(({ isComplete }) => isComplete),
    ],
  })
  const recorded = new Set(rows.map(({ key }) => key))
  return new Set(pages.map(({ page }) => page).filter((page) => recorded.has(keyOfPage(page))))
}

const keyOfPage = ({ destinationId, ids }: MessagePage) => `${destinationId}${ids[0]}`

const toKeyArrays = (pages: readonly MessagePage[]) => [
  textArray(pages.map(({ destinationId }) => destinationId)),
  textArray(pages.map(({ ids }) => getFirst(ids))),
]

/** Moves pages to rows, if they exist. */
export async function unpackPages(
  client: pg.ClientBase,
  pages: readonly MessagePage[],
): Promise<void> {
  await client.query({
    name: 'unpack-pages',
    text: 'select unpack_message_pages($1, $2)',
    values: toKeyArrays(pages),
  })
}

type Sql = ReturnType<typeof sql>

/**
 * Moves the selected pages to rows. Returns the number of their messages. On a standby it throws if there are some.
 */
export async function unpackSelected(db: Db, pages: Sql): Promise<number> {
  // The function writes even if there is nothing to move, which a standby does not allow.
  const unpack = sql<{ count: number }>`
    select case when count(*) = 0 then 0
                else unpack_message_pages(array_agg(destination_id), array_agg(first_id))
           end::int as count
      from (${pages}) p`
  return getFirst((await unpack.execute(db)).rows).count
}

/** Moves pages that match the condition on a page `p` to rows. */
export const unpackWhere = (db: Db, condition: Sql): Promise<number> =>
  unpackSelected(db, sql`select destination_id, first_id from message_pages p where ${condition}`)

/** Matches pages that may contain an ID from this one on; the index begins with the first ID. */
export const endsFrom = (id: EventId): Sql => {
  const earliest = earliestId('evt', timeOfId(id) - maxMs)
  return sql`(p.first_id >= ${earliest} and p.last_id >= ${id})`
}

/** Matches the pages that contain one of the events. */
export const containsAny = (ids: readonly EventId[]): Sql => {
  const [lowest = '', highest = ''] = [ids.toSorted()[0], ids.toSorted().at(-1)]
  return sql`(${endsFrom(lowest as EventId)} and p.first_id <= ${highest}
    and p.event_ids && ${ids}::text[])`
}

/**
 * Reports whether there may be pages. Without a message log there are none, and planning to search all
 * partitions would cost more than this.
 */
export async function mayHavePages(db: Db): Promise<boolean> {
  const { rows } = await sql<{ hasPages: boolean }>`
    select has_message_pages() as "hasPages"`.execute(db)
  return rows[0]?.hasPages ?? false
}
