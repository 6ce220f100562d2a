import { isId, type OrgId } from '@platform/contract'
import { sql, type Insertable } from 'kysely'
import type pg from 'pg'
import type { AnyView, Database, Db } from '../db/database.ts'
import { earliestId, timeOfId } from '../db/new-id.ts'
import { preparedAhead } from '../db/prepared.ts'
import type { Tables } from '../db/tables.ts'

export type NewRecord = Required<Omit<Insertable<Tables['auditLog']>, 'time'>>

/** Inserts all records in one statement that is the same for any number of them. */
export async function insertRecords(database: Database, records: NewRecord[]): Promise<void> {
  const client = await database.connect()
  try {
    await client.query({
      name: 'insert-audit-records',
      text: `insert into audit_log (id, org_id, project_id, actor_kind, actor_id, actor_label, action,
               target, request_id, ip, user_agent, before, after)
             select "id", "orgId", "projectId", "actorKind", "actorId", "actorLabel", "action",
               "target", "requestId", "ip", "userAgent", "before"::jsonb, "after"::jsonb
               from json_to_recordset($1) as record ("id" text, "orgId" text, "projectId" text,
                 "actorKind" text, "actorId" text, "actorLabel" text, "action" text, "target" text,
                 "requestId" text, "ip" text, "userAgent" text, "before" text, "after" text)`,
      values: [JSON.stringify(records)],
    })
  } finally {
    client.release()
  }
}

const insertRecord = preparedAhead(
  (
    db: AnyView,
    {
      id,
      orgId,
      projectId,
      actorKind,
      actorId,
      actorLabel,
      action,
      target,
      requestId,
      ip,
      userAgent,
      before,
      after,
    }: NewRecord,
  ) =>
    db.insertInto('auditLog').values({
      id,
      orgId,
      projectId,
      actorKind,
      actorId,
      actorLabel,
      action,
      target,
      requestId,
      ip,
      userAgent,
      before,
      after,
    }),
)

/** Inserts records in the transaction of their change. Anybody may add to the log, nobody alter it. */
export async function insertRecordsIn(tx: AnyView, records: NewRecord[]): Promise<void> {
  await Promise.all(records.map((record) => insertRecord(tx, record)))
}

interface Filters {
  projectId?: string
  /** The path of what was changed, or of what that is below. */
  target?: string
  actor?: string
  action?: string
  requestId?: string
  from?: string
  to?: string
}

/** As much of a path as its index has. */
const startOf = (path: string) => Array.from(path).slice(0, 200).join('')

/** The comparisons are for the index: under row-level security it is not used for what begins with a text. */
function isAtOrBelow(target: string) {
  const path = target.replace(/\/+$/, '')
  const start = startOf(path)
  const begins = (separator: string, next: string) => sql<boolean>`
    (target_start >= ${start + separator} and target_start < ${start + next})`
  return sql<boolean>`
    (target_start = ${start} or ${begins('/', '0')} or ${begins(':', ';')})
    and (target = ${path} or starts_with(target, ${`${path}/`}) or starts_with(target, ${`${path}:`}))`
}

/** IDs give the times of records, which are those of their transactions, with this precision. */
const longestTransactionMs = 600_000

const idAt = (time: string, afterMs: number) => earliestId('aud', Date.parse(time) + afterMs)

/** The request began before its changes, as far as the clocks of processes agree, and has long ended. */
const clocksDifferMs = 60_000
const longestRequestMs = 3_600_000

/** Callers may choose request IDs that do not contain a time. */
const isOurs = (requestId: string | undefined) => requestId !== undefined && isId('req', requestId)

/** Not the column: its index, made to expire records, knows no order, and would be taken for the list. */
const exactTime = sql<Date>`time + interval '0'`

export const selectRecords = (
  db: Db,
  orgId: OrgId,
  { projectId, target, actor, action, requestId, from, to }: Filters,
) =>
  db
    .selectFrom('auditLog')
    .selectAll()
    .where('orgId', '=', orgId)
    .where((is) =>
      is.and([
        is.and({ projectId, actorId: actor, action, requestId }),
        ...(target === undefined ? [] : [isAtOrBelow(target)]),
        ...(isOurs(requestId)
          ? [
              is('id', '>=', earliestId('aud', timeOfId(requestId) - clocksDifferMs)),
              is('id', '<', earliestId('aud', timeOfId(requestId) + longestRequestMs)),
            ]
          : []),
        ...(from === undefined
          ? []
          : [
              is(exactTime, '>=', new Date(from)),
              is('id', '>=', idAt(from, -longestTransactionMs)),
            ]),
        ...(to === undefined
          ? []
          : [is(exactTime, '<', new Date(to)), is('id', '<', idAt(to, longestTransactionMs))]),
      ]),
    )

/** Removes some of the records from before, as the owner of the table; answers how many. */
export async function removeRecords(
  owner: pg.ClientBase,
  { before, atMost }: { before: Date; atMost: number },
): Promise<number> {
  await owner.query(`select set_config('platform.audit_log_kept_from', $1, false)`, [
    before.toISOString(),
  ])
  const { rowCount } = await owner.query(
    `delete from audit_log where ctid = any(array(
       select ctid from audit_log where time < $1 limit $2))`,
    [before, atMost],
  )
  return rowCount ?? 0
}
