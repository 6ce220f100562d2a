import type { ConnectionId, ProjectId, OperationId } from '@platform/contract'
import { sql } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { executeAhead } from '@platform/kernel/db/prepared'
import { isHeldByNobody } from '@platform/kernel/jobs/processes'
import type { OperationRow } from '@platform/installations/operations/operations'

export interface Turn {
  projectId: ProjectId
  operationId: OperationId
  connectionId: ConnectionId
}

/**
 * Queues the operations, or changes the time of those that are already queued, without waking the readers,
 * which poll every few seconds.
 */
export const queueReads = (tx: Db, operationIds: readonly OperationId[], dueTime?: Date) =>
  tx
    .insertInto('readTurns')
    .columns(['operationId', 'projectId', 'app', 'connectionId', 'dueTime'])
    .expression((of) =>
      of
        .selectFrom('operations as o')
        .innerJoin('installations as n', 'n.id', 'o.installationId')
        .innerJoin('connections as c', 'c.id', 'n.connectionId')
        .select([
          'o.id',
          'o.projectId',
          sql<string>`coalesce(c.provider_app_id, c.provider)`.as('app'),
          'c.id as connectionId',
          sql<Date>`coalesce(${dueTime ?? null}::timestamptz, now())`.as('dueTime'),
        ])
        .where('o.id', '=', isAny(operationIds)),
    )
    .onConflict((conflict) =>
      conflict
        .column('operationId')
        .doUpdateSet((is) => ({ dueTime: is.ref('excluded.dueTime'), runner: null })),
    )
    .execute()

/** Returns those of the operations that are in line. */
export const findQueued = async (tx: Db, operationIds: readonly OperationId[]) =>
  operationIds.length === 0
    ? []
    : await tx
        .selectFrom('readTurns')
        .select('operationId')
        .where('operationId', '=', isAny(operationIds))
        .execute()

/** Removes the operation from the queue; a running read stops at the operation's fence. */
export const dequeueRead = (tx: Db, operationId: OperationId) =>
  tx.deleteFrom('readTurns').where('operationId', '=', operationId).execute()

/** Releases the turn; does nothing if this process no longer holds it. */
export const releaseTurn = (
  db: Db,
  { operationId, runner, dueTime }: { operationId: OperationId; runner: number; dueTime: Date },
) =>
  db
    .updateTable('readTurns')
    .set({ runner: null, dueTime })
    .where('operationId', '=', operationId)
    .where('runner', '=', runner)
    .execute()

/**
 * Takes over those of the operations that are unfinished and whose turns this process holds (`takeOperations` of operations):
 * a process that was considered dead after it claimed a turn must not start reading what another reads by
 * now.
 */
export const takeHeldOperations = (
  db: Db,
  { operationIds, runner }: { operationIds: readonly OperationId[]; runner: number },
): Promise<OperationRow[]> =>
  db
    // An operation is locked before its turn (`lockObject`).
    .with('operationsHeld', (of) =>
      of
        .selectFrom('operations')
        .select('id')
        .where('id', '=', isAny(operationIds))
        .where('status', '=', 'in_progress')
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .with('turnsHeld', (of) =>
      of
        .selectFrom('readTurns')
        .select('operationId')
        .where('operationId', '=', sql<OperationId>`any(array(select id from operations_held))`)
        .where('runner', '=', runner)
        .forShare(),
    )
    .updateTable('operations')
    .set((is) => ({ fence: is('fence', '+', 1), updateTime: sql<Date>`now()` }))
    // Found by one search of the key, however many operations there are.
    .where('id', '=', sql<OperationId>`any(array(select operation_id from turns_held))`)
    .returningAll()
    .execute()

/** Deletes the turns of ended operations, together with the next statement of the transaction. */
export const dequeueReads = (tx: Db, operationIds: readonly OperationId[]) =>
  executeAhead(tx, tx.deleteFrom('readTurns').where('operationId', '=', isAny(operationIds)))

const isAny = (operationIds: readonly OperationId[]) =>
  sql<OperationId>`any(${operationIds}::text[])`

export const endTurn = (
  db: Db,
  { operationId, runner }: { operationId: OperationId; runner: number },
) =>
  db
    .deleteFrom('readTurns')
    .where('operationId', '=', operationId)
    .where('runner', '=', runner)
    .execute()

/** Queues again what ended processes held; counts as a failed attempt. */
export const releaseTurns = (db: AcrossTenants, runners: readonly number[]) =>
  db
    // An operation is locked before its turn (`lockObject`).
    .with('operationsHeld', (of) =>
      of
        .selectFrom('operations')
        .select('id')
        .where('id', 'in', (turns) =>
          turns.selectFrom('readTurns').select('operationId').where('runner', 'in', runners),
        )
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .with('released', (of) =>
      of
        .updateTable('readTurns')
        .set({ runner: null })
        .where('operationId', 'in', (held) => held.selectFrom('operationsHeld').select('id'))
        .where('runner', 'in', runners)
        .returning('operationId'),
    )
    .updateTable('operations')
    .set((is) => ({ attempts: is('attempts', '+', 1) }))
    .where('id', 'in', (of) => of.selectFrom('released').select('operationId'))
    .execute()

/** Queues again what nonexistent processes hold. */
export async function releaseOrphans(db: AcrossTenants): Promise<boolean> {
  const orphans = await db
    .selectFrom('readTurns as t')
    .select('t.runner')
    .distinct()
    .where(isHeldByNobody('t.runner'))
    .execute()
  const runners = orphans.flatMap(({ runner }) => runner ?? [])
  if (runners.length > 0) await releaseTurns(db, runners)
  return runners.length > 0
}

/** Returns when the next unclaimed turn is due. */
export const nextTurn = (db: AcrossTenants) =>
  db
    .selectFrom('readTurns')
    .select('dueTime')
    .where('runner', 'is', null)
    .orderBy('dueTime')
    .limit(1)

/** Number of turns of one app that are considered; those behind them are no more urgent. */
const seenOfOneApp = 50

export interface ClaimOptions {
  runner: number
  places: number
  listProjectsAtLimit: { projects: readonly string[]; connections: readonly string[] }
  lent: readonly OperationId[]
}

/**
 * Claims due turns, the fairest first: of the project with the fewest in progress, among its turns
 * of the provider app with the fewest, among those of the connection with the fewest. Projects and
 * connections that already use their share of this process (`sated`) are skipped. Reads that wait for
 * a provider (`lent`) do not count.
 *
 * PostgreSQL keeps the plan only if it seems no dearer than one for these values, so turns are found
 * by arrays of keys, and the limit of an app is part of the text. Planning takes longer than the claim.
 */
export async function claimTurns(
  db: AcrossTenants,
  { runner, places, listProjectsAtLimit: sated, lent }: ClaimOptions,
): Promise<Turn[]> {
  const { rows } = await sql<Turn>`
    with recursive lines as (
      (select project_id, app from read_turns where runner is null
        order by project_id, app limit 1)
      union all
      select next.project_id, next.app from lines l cross join lateral (
        select project_id, app from read_turns
         where runner is null and (project_id, app) > (l.project_id, l.app)
         order by project_id, app limit 1) next
    ),
    waiting as (
      select t.* from lines l cross join lateral (
        select operation_id, project_id, app, connection_id, due_time from read_turns
         where runner is null and project_id = l.project_id and app = l.app and due_time <= now()
           and not (connection_id = any(${sated.connections}::text[]))
         order by due_time limit ${sql.lit(seenOfOneApp)}) t
       where not (l.project_id = any(${sated.projects}::text[]))
    ),
    running as materialized (
      select project_id, app, connection_id from read_turns where runner is not null
         and not (operation_id = any(${lent}::text[]))
    ),
    running_of_connection as (
      select connection_id, count(*) as running from running group by connection_id
    ),
    running_of_app as (
      select project_id, app, count(*) as running from running group by project_id, app
    ),
    running_of_project as (
      select project_id, count(*) as running from running group by project_id
    ),
    by_connection as (
      select w.*,
          row_number() over (partition by w.project_id, w.app, w.connection_id order by w.due_time)
          + coalesce(r.running, 0) as of_connection
        from waiting w left join running_of_connection r using (connection_id)
    ),
    by_app as (
      select w.*,
          row_number() over (partition by w.project_id, w.app order by w.of_connection, w.due_time)
          + coalesce(r.running, 0) as of_app
        from by_connection w left join running_of_app r using (project_id, app)
    ),
    by_project as (
      select w.*, row_number() over (partition by w.project_id order by w.of_app, w.due_time)
          + coalesce(r.running, 0) as of_project
        from by_app w left join running_of_project r using (project_id)
    ),
    fairest as (
      select operation_id from by_project order by of_project, due_time limit ${places}
    ),
    free as (
      select operation_id from read_turns
       where operation_id = any(array(select operation_id from fairest)) and runner is null
         for update skip locked
    )
    update read_turns set runner = ${runner}
     where operation_id = any(array(select operation_id from free))
    returning project_id as "projectId", operation_id as "operationId",
      connection_id as "connectionId"
  `.execute(db)
  return rows
}

export const readQueueChannel = 'reads'

/** Queues the operation's read, from this time on. */
export async function queueRead(
  tx: Db,
  { operationId, dueTime }: { operationId: OperationId; dueTime?: Date },
): Promise<void> {
  await queueReads(tx, [operationId], dueTime)
  await wakeReaders(tx)
}

/** Wakes the readers of all processes when the transaction commits. */
export const wakeReaders = (tx: Db) => sql`select pg_notify(${readQueueChannel}, '')`.execute(tx)
