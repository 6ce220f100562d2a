import type { InstallationId, OperationId } from '@platform/contract'
import { sql } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import type { Tables } from '@platform/kernel/db/tables'
import type { Selectable } from 'kysely'
import { executeAhead } from '@platform/kernel/db/prepared'
import type { DeliveredVersion, StoredWrite } from './tables.ts'
import { getFirst } from '@platform/kernel/values'

export type WrittenRecord = Pick<
  Selectable<Tables['writtenRecords']>,
  'recordId' | 'isPending' | 'writes' | 'delivered'
>

/** The object of an installation; its name in lower case. */
interface ObjectOf {
  installationId: InstallationId
  objectName: string
}

/** Writes of a record that are kept. */
const maxWrites = 5
/** Creates without an answer that are compared with records. */
const maxPending = 50
/** Writes of an object without an answer that are compared with records. */
const maxWritesInProgress = 200

/** A record that was sent by a write in progress, and not answered. */
export interface UnansweredRecord {
  operationId: OperationId
  type: Tables['writes']['type']
  /** In milliseconds. */
  deadline: number | null
  /** Position in its write. */
  index: number
  record: { id?: string; fields: Record<string, unknown> }
}

/** What is known of a record: what was stored of its writes, or a write that is in progress. */
export type FoundRecord =
  | (WrittenRecord & { unanswered: null })
  | (Record<keyof WrittenRecord, null> & { unanswered: UnansweredRecord })

/** Returns what is known of the writes of these records, and of the creates without an answer. */
export async function findWritten(
  db: Db,
  { installationId, objectName }: ObjectOf,
  recordIds: readonly string[],
): Promise<FoundRecord[]> {
  const ofObject = sql`installation_id = ${installationId} and object_name = ${objectName}
    and expire_time > now()`
  const columns = sql`record_id, is_pending, writes, delivered, null::jsonb as unanswered`
  const unanswered = sql`null, null::boolean, null::jsonb, null::jsonb, jsonb_build_object(
    'operationId', operation_id, 'type', type, 'index', nth - 1, 'record', record,
    'deadline', extract(epoch from deadline) * 1000)`
  const { rows } = await sql<FoundRecord>`
    with sent as (
      select w.operation_id, w.type, w.deadline, r.nth, r.record
        from (select * from writes
               where installation_id = ${installationId} and lower(object_name) = ${objectName}
                 and cardinality(sending) > 0
               order by operation_id desc limit ${maxWritesInProgress}) w
        join operations o on o.id = w.operation_id and o.status = 'in_progress',
             jsonb_array_elements(w.records) with ordinality r (record, nth)
       where (r.nth - 1)::int = any(w.sending))
    (select ${columns} from written_records
      where ${ofObject} and not is_pending and record_id = any(${recordIds}))
    union all
    (select ${columns} from written_records where ${ofObject} and is_pending
      order by record_id desc limit ${maxPending})
    union all
    (select ${unanswered} from sent where record ->> 'id' = any(${recordIds}))
    union all
    (select ${unanswered} from sent where record ->> 'id' is null limit ${maxPending})`.execute(db)
  return rows
}

/** Locks the rows of these records, which no write and no other delivery changes meanwhile. */
export const lockWritten = (tx: Db, { installationId, objectName }: ObjectOf, ids: string[]) =>
  tx
    .selectFrom('writtenRecords')
    .select(['recordId', 'isPending', 'writes', 'delivered'])
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .where('isPending', '=', false)
    .where('recordId', 'in', ids)
    .orderBy('recordId')
    .forUpdate()
    .execute()

export interface NewWrittenRecord {
  recordId: string
  isPending: boolean
  write: StoredWrite
}

/**
 * Adds writes to their records. Those with the same ID are completed, or stay as they are if `isKept`.
 * `expireTime` applies to records that would be kept shorter.
 */
export async function addWrites(
  tx: Db,
  of: ObjectOf & Pick<Tables['writtenRecords'], 'projectId'>,
  expireTime: Date,
  records: readonly NewWrittenRecord[],
  { isKept = false }: { isKept?: boolean } = {},
): Promise<void> {
  const { installationId, objectName, projectId } = of
  // A statement cannot change a row twice.
  const byRecord = Map.groupBy(records, ({ recordId, isPending }) => `${isPending} ${recordId}`)
  const rows = [...byRecord.values()].map((ofRecord) => ({
    ...getFirst(ofRecord),
    writes: ofRecord.map(({ write }) => write).toSorted((one, other) => other.at - one.at),
  }))
  const completed = isKept ? sql`n.w || coalesce(o.w, '{}')` : sql`coalesce(o.w, '{}') || n.w`
  const statement = sql`
    insert into written_records as r
      (installation_id, object_name, record_id, is_pending, project_id, writes, expire_time)
    select ${installationId}, ${objectName}, n.record_id, n.is_pending, ${projectId},
           n.writes::jsonb, ${expireTime}
      from unnest(${rows.map(({ recordId }) => recordId)}::text[],
                  ${rows.map(({ isPending }) => isPending)}::boolean[],
                  ${rows.map(({ writes }) => JSON.stringify(writes))}::text[])
        n (record_id, is_pending, writes)
     order by n.record_id
    on conflict (installation_id, object_name, is_pending, record_id) do update set
      writes = (
        select jsonb_agg(w order by at desc) from (
          select w, (w ->> 'at')::float8 as at from (
            select ${completed} as w
              from jsonb_array_elements(excluded.writes) n (w)
              left join jsonb_array_elements(r.writes) o (w) on o.w ->> 'id' = n.w ->> 'id'
            union all
            select o.w from jsonb_array_elements(r.writes) o (w)
             where not exists (
               select from jsonb_array_elements(excluded.writes) n (w)
                where n.w ->> 'id' = o.w ->> 'id')) whole
           order by at desc limit ${sql.lit(maxWrites)}) newest),
      expire_time = greatest(r.expire_time, excluded.expire_time)`
  await executeAhead(tx, { compile: () => statement.compile(tx) })
}

/** Removes writes that the provider rejected. */
export const removeWrites = (
  tx: Db,
  { installationId, objectName }: ObjectOf,
  rejected: readonly { recordId: string; writeId: string }[],
) =>
  sql`
    update written_records r
       set writes = (select coalesce(jsonb_agg(w order by nth), '[]')
                       from jsonb_array_elements(r.writes) with ordinality e (w, nth)
                      where not (w ->> 'id' = any(n.write_ids)))
      from (select record_id, array_agg(write_id) as write_ids
              from unnest(${rejected.map(({ recordId }) => recordId)}::text[],
                          ${rejected.map(({ writeId }) => writeId)}::text[]) x (record_id, write_id)
             group by record_id) n
     where r.installation_id = ${installationId} and r.object_name = ${objectName}
       and not r.is_pending and r.record_id = n.record_id`.execute(tx)

/** Stores what was decided about locked records. */
export const updateWritten = (
  tx: Db,
  { installationId, objectName }: ObjectOf,
  records: readonly {
    recordId: string
    writes: readonly StoredWrite[]
    delivered: Record<string, DeliveredVersion>
  }[],
) =>
  sql`
    update written_records r set writes = n.writes::jsonb, delivered = n.delivered::jsonb
      from unnest(${records.map(({ recordId }) => recordId)}::text[],
                  ${records.map(({ writes }) => JSON.stringify(writes))}::text[],
                  ${records.map(({ delivered }) => JSON.stringify(delivered))}::text[])
        n (record_id, writes, delivered)
     where r.installation_id = ${installationId} and r.object_name = ${objectName}
       and not r.is_pending and r.record_id = n.record_id`.execute(tx)

/** Removes some records that were written long ago. Returns how many. */
export async function removeExpired(db: AcrossTenants, atMost: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from written_records where ctid = any(array(
    select ctid from written_records where expire_time < now()
     limit ${atMost} for update skip locked))`.execute(db)
  return Number(numAffectedRows)
}
