import type { EventId, ProjectId } from '@platform/contract'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import {
  containsAny,
  endsFrom,
  mayHavePages,
  unpackSelected,
} from '../message-log/message-pages.ts'
import {
  and,
  listIdRanges,
  isAboutSubject,
  isDestination,
  newestOnTop,
  type DeliveryPage,
  type HistoryFilter,
  type SqlCondition,
} from './delivery-query.ts'

/** Pages that are written while a list is read are left to the next one. */
const maxRounds = 10

/**
 * Lists messages, and moves the pages that contain some of them to rows until the list needs no more.
 */
export async function listUnpacked<Row>(
  db: Db,
  filter: HistoryFilter & { projectId?: ProjectId | undefined },
  page: DeliveryPage,
  list: { rows(): Promise<Row[]>; idOf(row: Row): EventId },
): Promise<Row[]> {
  const rows = await list.rows()
  const inState = toPageConditions(filter.status)
  if (!inState || !(await mayHavePages(db))) return rows
  return unpackRounds(rows, list.rows, (found) => {
    const last = found.length === page.limit ? found.at(-1) : undefined
    const conditions = [
      ...inState,
      ...conditionsOn(filter),
      ...toPageRange(page, last && list.idOf(last)),
    ]
    const { direction } = page.order ?? newestOnTop
    return unpackFirst(db, conditions, { order: sql`p.first_id ${direction}`, limit: page.limit })
  })
}

/** Repeats a list until no page was unpacked. */
export async function unpackRounds<Row>(
  rows: Row[],
  again: () => Promise<Row[]>,
  unpack: (rows: Row[]) => Promise<number>,
): Promise<Row[]> {
  let found = rows
  for (let round = 0; round < maxRounds && (await unpack(found)) > 0; round++) found = await again()
  return found
}

/** Moves as many of the first matching pages to rows as have enough messages. */
export const unpackFirst = (
  db: Db,
  conditions: readonly SqlCondition[],
  { order, limit }: { order: ReturnType<typeof sql>; limit: number },
): Promise<number> =>
  unpackSelected(
    db,
    sql`select destination_id, first_id from (
      select destination_id, first_id,
             sum(messages) over (order by ${order}
               rows between unbounded preceding and 1 preceding) as messages_before
        from (select p.destination_id, p.first_id, cardinality(p.event_ids) as messages
                from message_pages p join destinations t on t.id = p.destination_id
               ${and(conditions)}
               order by ${order} limit ${limit}) p) p
     where coalesce(messages_before, 0) < ${limit}`,
  )

/** Returns conditions on pages in this state; undefined if their messages are in no page. */
function toPageConditions(status: HistoryFilter['status']): SqlCondition[] | undefined {
  const inMemory = sql<SqlBool>`p.holder is not null`
  switch (status) {
    case undefined:
      return []
    case 'delivered':
      return [sql<SqlBool>`p.holder is null`]
    case 'pending':
      return [inMemory, sql<SqlBool>`t.status = 'enabled'`]
    case 'paused':
      return [inMemory, sql<SqlBool>`t.status = 'disabled'`]
    default:
      return undefined
  }
}

/** Conditions on pages `p` to destinations `t`. All messages of a page have the same subject. */
function conditionsOn(
  filter: HistoryFilter & { projectId?: ProjectId | undefined },
): SqlCondition[] {
  const { projectId, type, groupRef, ownerRef, destinationId, eventId } = filter
  const { notBefore, before } = listIdRanges(filter)
  return [
    ...(projectId ? [sql<SqlBool>`p.project_id = ${projectId}`] : []),
    ...(type ? [sql<SqlBool>`p.type = ${type}`] : []),
    ...[groupRef, ownerRef].flatMap((group) =>
      group === undefined ? [] : [sql<SqlBool>`p.group_ref = ${group}`],
    ),
    ...isAboutSubject(filter, 'p'),
    ...(destinationId ? [isDestination(destinationId)] : []),
    ...(eventId ? [sql<SqlBool>`${containsAny([eventId as EventId])}`] : []),
    ...notBefore.map((id) => sql<SqlBool>`${endsFrom(id)}`),
    ...before.map((id) => sql<SqlBool>`p.first_id < ${id}`),
  ]
}

/** Matches pages with messages after the cursor, up to the last one of a full list. */
function toPageRange(
  { after, order = newestOnTop }: DeliveryPage,
  last: EventId | undefined,
): SqlCondition[] {
  const [from, to] = order === newestOnTop ? [last, after?.eventId] : [after?.eventId, last]
  return [
    ...(from ? [sql<SqlBool>`${endsFrom(from as EventId)}`] : []),
    ...(to ? [sql<SqlBool>`p.first_id <= ${to}`] : []),
  ]
}
