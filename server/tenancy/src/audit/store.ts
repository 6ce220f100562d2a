import { isId, type OrgId } from '@platform/contract'
import { sql, type Insertable } from 'kysely'
import type pg from 'pg'
import type { AnyView, Database, Db } from '@platform/kernel/db/database'
import { earliestId, timeOfId } from '@platform/kernel/db/new-id'
import { prepareAhead } from '@platform/kernel/db/prepared'
import type { Tables } from '@platform/kernel/db/tables'

export type NewRecord = Required<Omit<Insertable<Tables['auditLog']>, 'time'>>

/** Inserts all entries in one statement, whose text does not depend on their number. */
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

const insertRecord = prepareAhead(
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

/**
 * Inserts entries in the transaction of their change. Every role may insert into the log, none may
 * update it.
 */
export async function insertRecordsIn(tx: AnyView, records: NewRecord[]): Promise<void> {
  await Promise.all(records.map((record) => insertRecord(tx, record)))
}

interface Filters {
  projectId?: string
  /** Matches the path of the changed resource or of its parents. */
  target?: string
  actor?: string
  action?: string
  requestId?: string
  from?: string
  to?: string
}

/** Maximum length of a path in the index. */
const cutPath = (path: string) => Array.from(path).slice(0, 200).join('')

/** Uses range comparisons, because row-level security prevents `like` from using the index. */
function isAtOrBelow(target: string) {
  const path = target.replace(/\/+$/, '')
  const start = cutPath(path)
  const begins = (separator: string, next: string) => sql<boolean>`
    (target_start >= ${start + separator} and target_start < ${start + next})`
  return sql<boolean>`
    (target_start = ${start} or ${begins('/', '0')} or ${begins(':', ';')})
    and (target = ${path} or starts_with(target, ${`${path}/`}) or starts_with(target, ${`${path}:`}))`
}

/** IDs contain the time of the transaction with this precision. */
const maxTransactionMs = 600_000

const idAt = (time: string, afterMs: number) => earliestId('aud', Date.parse(time) + afterMs)

/**
 * The request began before its changes, within the clock difference between processes, and has long
 * ended.
 */
const clocksDifferMs = 60_000
const maxRequestMs = 3_600_000

/** Request IDs chosen by callers may not contain a time. */
const isOurs = (requestId: string | undefined) => requestId !== undefined && isId('req', requestId)

/**
 * The expression keeps PostgreSQL from using the index on the column, which serves expiry and does
 * not provide this order.
 */
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
              is('id', '<', earliestId('aud', timeOfId(requestId) + maxRequestMs)),
            ]
          : []),
        ...(from === undefined
          ? []
          : [is(exactTime, '>=', new Date(from)), is('id', '>=', idAt(from, -maxTransactionMs))]),
        ...(to === undefined
          ? []
          : [is(exactTime, '<', new Date(to)), is('id', '<', idAt(to, maxTransactionMs))]),
      ]),
    )

/**
 * Removes some entries older than the given time, as the owner of the table. Returns how many were
 * removed.
 */
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
