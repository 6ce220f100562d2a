import { hash } from 'node:crypto'
import type { DestinationId, ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { must } from '@platform/kernel/values'
import type { RecordTimes, RecordVersions } from '@platform/delivery/notifications/emitter'

/*
 * Reads and changes fetch records at the same time, so an older version may be stored after a newer one.
 * For destinations ordered by record, the newest version of each record is kept for a while, and older
 * ones are left out.
 */

/** A version is fetched and stored within minutes. */
const keptForMinutes = 120

/**
 * Stores the versions and returns the IDs of records of which a newer version is stored. Of two versions
 * with the same time, one is older if it had been returned before the other was requested. The rows stay
 * locked until the transaction ends, so that versions of a record are stored one after the other.
 */
export async function storeVersions(
  tx: Db,
  {
    projectId,
    destinationId,
    recordsOf,
    readFrom,
    readUntil,
    versions,
  }: RecordVersions & { projectId: ProjectId; destinationId: DestinationId },
): Promise<Set<string>> {
  if (versions.size === 0) return new Set()
  // Two records with one hash: the later time counts for both, so each is only compared with others.
  const keys = new Map([...versions.keys()].map((id) => [id, makeVersionKey(recordsOf, id)]))
  const times = new Map<string, Date>()
  for (const [id, given] of versions) {
    const time = limitTime(given, readUntil)
    const key = must(keys.get(id), id)
    const other = times.get(key)
    if (!other || other < time) times.set(key, time)
  }
  const { rows } = await sql<{ recordKey: string }>`
    insert into record_versions as v
      (destination_id, record_key, project_id, version_time, read_from, read_until)
    select ${destinationId}, key, ${projectId}, time, ${readFrom}, ${readUntil}
      from unnest(${[...times.keys()]}::bigint[], ${[...times.values()]}::timestamptz[]) n (key, time)
     order by key
    on conflict (destination_id, record_key) do update
      set version_time = excluded.version_time,
          read_from = greatest(v.read_from, excluded.read_from),
          read_until = excluded.read_until, send_time = now()
      where v.version_time < excluded.version_time
         or v.version_time = excluded.version_time and v.read_from <= excluded.read_until
    returning record_key::text`.execute(tx)
  const stored = new Set(rows.map(({ recordKey }) => recordKey))
  return new Set([...versions.keys()].filter((id) => !stored.has(must(keys.get(id), id))))
}

/**
 * Returns the places of the records of which a version later than the given time was sent. Call it
 * after `storeVersions`.
 */
export async function findLaterVersions(
  tx: Db,
  { destinationId, recordsOf, times }: RecordTimes & { destinationId: DestinationId },
): Promise<Set<number>> {
  if (times.length === 0) return new Set()
  const { rows } = await sql<{ place: number }>`
    select n.place::int as place
      from unnest(${times.map(({ id }) => makeVersionKey(recordsOf, id))}::bigint[],
                  ${times.map(({ time }) => time)}::timestamptz[]) with ordinality n (key, time, place)
      join record_versions v on v.destination_id = ${destinationId} and v.record_key = n.key
     where v.version_time > n.time`.execute(tx)
  return new Set(rows.map(({ place }) => place - 1))
}

/** Further ahead of our clock, a time is not that of a provider whose clock differs, but wrong. */
const maxAheadMs = 24 * 3_600_000

/** A wrong time counts as that of the reply, so that later versions with right ones are not left out. */
const limitTime = (time: Date, readUntil: Date): Date =>
  time.getTime() > readUntil.getTime() + maxAheadMs ? readUntil : time

const makeVersionKey = (recordsOf: string, id: string): string =>
  String(hash('sha1', `${recordsOf} ${id}`, 'buffer').readBigInt64BE())

/** Removes some of the versions sent so long ago that no older one is still being stored. */
export async function removeVersions(
  db: AcrossTenants,
  { atMost }: { atMost: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from record_versions v using (
      select destination_id, record_key from record_versions
       where send_time < now() - make_interval(mins => ${keptForMinutes})
       limit ${atMost} for update skip locked) old
     where v.destination_id = old.destination_id and v.record_key = old.record_key`.execute(db)
  return Number(numAffectedRows)
}
