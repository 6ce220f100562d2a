import type { EventId, ProjectId } from '@platform/contract'
import { sql, type SqlBool } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { earliestId } from '@platform/kernel/db/new-id'
import { sendAhead } from '@platform/kernel/db/prepared'
import { inTransaction } from '@platform/kernel/db/transaction'
import { getFirst } from '@platform/kernel/values'
import type { StoredBody } from './bodies.ts'
import type { LogPlace } from './message-log.ts'
import { unpackWhere } from './message-pages.ts'

/** An entry of the message log that events refer to. */
export interface LogEntryRow {
  place: LogPlace
  projectId: ProjectId
}

/** Records entries in the transaction of their messages. */
export const insertEntries = (
  tx: Db,
  projectId: ProjectId,
  {
    places,
    groupRef,
    consumerRef,
  }: { places: readonly LogPlace[]; groupRef: string | undefined; consumerRef: string | undefined },
): Promise<void> =>
  sendAhead(
    tx,
    `insert into log_entries (place, project_id, group_ref, consumer_ref)
     select place, $1, $2, $3 from unnest($4::text[]) place on conflict do nothing`,
    [projectId, groupRef ?? null, consumerRef ?? null, places],
  )

/** Whether bodies may be in the log, and whether a page of messages may have one row. */
export interface LogUse {
  isInUse: boolean
  hasPages: boolean
}

/**
 * Returns what all engines can read; the database rejects engines that cannot from now on. A stream
 * without pages is one of an earlier version.
 */
export async function beginToUse(db: AcrossTenants, streams: readonly string[]): Promise<LogUse> {
  const { rows: known } = await sql<{ hasPages: boolean }>`
    select has_pages from log_streams order by has_pages limit 1`.execute(db)
  if (known[0]?.hasPages) return { isInUse: true, hasPages: true }
  return inTransaction(db, async (tx) => {
    await sql`set local lock_timeout = '2s'`.execute(tx)
    await sql`lock table engine_processes in share row exclusive mode`.execute(tx)
    const { rows } = await sql<{ isOff: boolean; isEarlier: boolean }>`
      select coalesce(bool_or(message_log <> 'on'), false) as is_off,
             coalesce(bool_or(not reads_pages), false) as is_earlier
        from engine_processes where ended_time is null`.execute(tx)
    const { isOff, isEarlier } = getFirst(rows)
    if (isOff) return { isInUse: known.length > 0, hasPages: false }
    await sql`insert into log_streams (stream) select unnest(${streams}::text[])
      on conflict do nothing`.execute(tx)
    if (isEarlier) return { isInUse: true, hasPages: false }
    await sql`update log_streams set has_pages = true`.execute(tx)
    return { isInUse: true, hasPages: true }
  })
}

/**
 * Ends the use of the log, so that engines without it may start, if it contains no message of an event
 * and no engine writes to it. Returns whether it is not in use any more.
 */
export async function endUse(db: AcrossTenants): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await sql`set local lock_timeout = '2s'`.execute(tx)
    await sql`lock table engine_processes in share row exclusive mode`.execute(tx)
    // Rows of ended engines stay for as long as their sessions may commit.
    const { rows } = await sql`select from engine_processes where message_log = 'on'
      union all select from log_entries union all select from message_pages limit 1`.execute(tx)
    if (rows.length > 0) return false
    await sql`delete from log_streams`.execute(tx)
    return true
  })
}

/** Returns what distinguishes the database from its copies, and a stream in use. */
export async function identifyDatabase(
  db: AcrossTenants,
): Promise<{ identity: string; stream: string | null }> {
  const { rows } = await sql<{ identity: string; stream: string | null }>`
    select format('%s %s', system_identifier, current_database()) as identity,
           (select stream from log_streams limit 1) as stream
      from pg_control_system()`.execute(db)
  return getFirst(rows)
}

export const findStreams = async (db: AcrossTenants) =>
  db.selectFrom('logStreams').selectAll().orderBy('stream').execute()

export const storeSweep = (db: AcrossTenants, stream: string, sequence: number) =>
  db
    .updateTable('logStreams')
    .set({ sweptSequence: sequence })
    .where('stream', '=', stream)
    .where('sweptSequence', '<', sequence)
    .execute()

export interface ClaimRow {
  claim: string | null
  next: string
  /** Distinguishes runs of the PostgreSQL server. Claims begin with that of their run. */
  run: string
}

const currentRun = sql`
  select (extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint::text as run`

/** Returns the claim to a stream and the one that replaces it, of which there is one at a time. */
export async function proposeClaim(
  db: AcrossTenants,
  stream: string,
  id: string,
): Promise<ClaimRow | undefined> {
  const { rows } = await sql<ClaimRow>`
    update log_streams set next_claim = coalesce(next_claim, concat(run, '/', ${id}::text))
      from (${currentRun}) server
     where stream = ${stream} returning claim, next_claim as next, run`.execute(db)
  return rows[0]
}

export const confirmClaim = (db: AcrossTenants, stream: string, claim: string) =>
  db
    .updateTable('logStreams')
    .set({ claim, nextClaim: null, foreignClaim: null })
    .where('stream', '=', stream)
    .where('nextClaim', '=', claim)
    .execute()

export const recordForeignClaim = (db: AcrossTenants, stream: string, claim: string) =>
  db.updateTable('logStreams').set({ foreignClaim: claim }).where('stream', '=', stream).execute()

/** Returns the streams in which the claim of another database was found. */
export const findForeignStreams = async (db: AcrossTenants): Promise<string[]> => {
  const rows = await db
    .selectFrom('logStreams')
    .select('stream')
    .where('foreignClaim', 'is not', null)
    .orderBy('stream')
    .execute()
  return rows.map(({ stream }) => stream)
}

/** Who owns the streams; unknown until this run of the PostgreSQL server has claimed all. */
export type StreamOwner = 'this database' | 'another database' | 'unknown'

export async function findStreamOwner(db: AcrossTenants): Promise<StreamOwner> {
  const { rows } = await sql<{ owner: StreamOwner }>`
    select case when bool_or(foreign_claim is not null) then 'another database'
                when bool_and(split_part(claim, '/', 1) = run) then 'this database'
                else 'unknown' end as owner
      from log_streams, (${currentRun}) server`.execute(db)
  return getFirst(rows).owner
}

/** Withdraws a proposal that is not stored in the stream. */
export const withdrawClaim = (db: AcrossTenants, stream: string, claim: string) =>
  db
    .updateTable('logStreams')
    .set({ nextClaim: null })
    .where('stream', '=', stream)
    .where('nextClaim', '=', claim)
    .execute()

/** Returns those of the places that no event refers to. */
export async function findUnknown(
  db: AcrossTenants,
  places: readonly LogPlace[],
): Promise<LogPlace[]> {
  const { rows } = await sql<{ place: LogPlace }>`
    select place from unnest(${places}::text[]) place
     where not exists (select from log_entries e where e.place = place.place)`.execute(db)
  return rows.map(({ place }) => place)
}

/**
 * Marks entries of a project with erased messages: all, those of a customer, or those named. Marks
 * those that are marked, too: whoever removes them holds their lock.
 */
export async function markStale(
  tx: Db,
  projectId: ProjectId,
  which: { member: [field: string, value: string] } | { places: readonly LogPlace[] } | undefined,
): Promise<void> {
  const isMeant = which === undefined ? sql<SqlBool>`true` : matchesAny(which)
  await sql`update log_entries set is_stale = true
    where project_id = ${projectId} and ${isMeant}`.execute(tx)
}

const matchesAny = (which: { member: [string, string] } | { places: readonly LogPlace[] }) =>
  'places' in which ? sql<SqlBool>`place = any(${which.places}::text[])` : isAbout(which.member)

const isAbout = ([field, value]: [field: string, value: string]) =>
  field === 'groupRef' ? sql<SqlBool>`group_ref = ${value}` : sql<SqlBool>`consumer_ref = ${value}`

/** Selects the entries about a customer. */
export const placesAbout = (projectId: ProjectId, member: [field: string, value: string]) =>
  sql`select place from log_entries where project_id = ${projectId} and ${isAbout(member)}`

export const findStale = (db: AcrossTenants, atMost: number): Promise<LogEntryRow[]> =>
  db
    .selectFrom('logEntries')
    .select(['place', 'projectId'])
    .where('isStale', '=', true)
    .orderBy('place')
    .limit(atMost)
    .execute()

/** Returns those of the events that refer to the entry. */
export async function findReferring(
  db: Db,
  { place, projectId }: LogEntryRow,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: EventId }>`
    select id from events where project_id = ${projectId} and id = any(${ids}::text[])
       and log_place = ${place}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Replaces an entry by its copy. The copy is stale if more of its events were erased meanwhile. The old
 * one stays stale.
 */
export async function replaceEntry(
  tx: Db,
  { place, projectId }: LogEntryRow,
  { copy, ids }: { copy: LogPlace; ids: readonly string[] },
): Promise<void> {
  const { numAffectedRows = 0n } = await sql`update events set log_place = ${copy}
    where project_id = ${projectId} and id = any(${ids}::text[]) and log_place = ${place}`.execute(
    tx,
  )
  await sql`insert into log_entries
      (place, project_id, group_ref, consumer_ref, create_time, is_stale)
    select ${copy}, project_id, group_ref, consumer_ref, create_time,
           ${numAffectedRows < BigInt(ids.length)}
      from log_entries where place = ${place}
    on conflict (place) do nothing`.execute(tx)
}

/** Stores bodies with their events again, which then do not refer to the entry any more. */
export async function storeWithEvents(
  tx: Db,
  { place, projectId }: LogEntryRow,
  messages: readonly { id: string; body: string }[],
): Promise<void> {
  await sql`update events e set body = m.body, log_place = null
    from unnest(${messages.map(({ id }) => id)}::text[], ${messages.map(({ body }) => body)}::text[])
      m (id, body)
    where e.project_id = ${projectId} and e.id = m.id and e.log_place = ${place}`.execute(tx)
}

export const markMoved = (tx: Db, { place }: LogEntryRow) =>
  tx.updateTable('logEntries').set({ isStale: true }).where('place', '=', place).execute()

export const keepWhole = (db: Db, { place }: LogEntryRow) =>
  db.updateTable('logEntries').set({ isStale: false }).where('place', '=', place).execute()

export const deleteEntry = (db: Db, { place }: LogEntryRow) =>
  db.deleteFrom('logEntries').where('place', '=', place).execute()

/**
 * Locks the entry, so that what erases its messages comes before or after this transaction, and moves its
 * messages to rows.
 */
export async function lockEntry(tx: Db, { place }: LogEntryRow): Promise<void> {
  await tx.selectFrom('logEntries').select('place').where('place', '=', place).forUpdate().execute()
  await unpackWhere(tx, sql`p.log_place = ${place}`)
}

/** Returns some entries, oldest first. */
export const findEntries = (db: AcrossTenants, atMost: number): Promise<LogEntryRow[]> =>
  db
    .selectFrom('logEntries')
    .select(['place', 'projectId'])
    .where('isStale', '=', false)
    .orderBy('createTime')
    .limit(atMost)
    .execute()

/** Returns some events that are older than the retention but still needed, such as held messages. */
export const findOutliving = (
  db: AcrossTenants,
  { after, before, atMost }: { after: EventId; before: Date; atMost: number },
): Promise<StoredBody[]> =>
  db
    .selectFrom('events')
    .select(['id', 'projectId', 'body', 'logPlace'])
    .where('id', '<', earliestId('evt', before.getTime()))
    .where('id', '>', after)
    .where('logPlace', 'is not', null)
    .orderBy('id')
    .limit(atMost)
    .execute()

/** Removes some rows of entries that have expired in the log. Returns how many were removed. */
export async function removeEntries(
  db: AcrossTenants,
  { before, atMost }: { before: Date; atMost: number },
): Promise<number> {
  const { numAffectedRows } = await sql`delete from log_entries where place = any(array(
    select place from log_entries where create_time < ${before} limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}

/** Returns the current places of events. */
export const findPlaces = (db: Db, ids: readonly EventId[]): Promise<StoredBody[]> =>
  db
    .selectFrom('events')
    .select(['id', 'projectId', 'body', 'logPlace'])
    .where('id', 'in', ids)
    .execute()
