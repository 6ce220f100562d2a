import type { Id, InstallationId, LogCall, OperationId, ProjectId } from '@platform/contract'
import { sql, type Insertable, type SqlBool } from 'kysely'
import { notifyChange } from '@platform/kernel/db/changes'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { earliestId, newId } from '@platform/kernel/db/new-id'
import { executeAhead, prepareAhead } from '@platform/kernel/db/prepared'
import type { Tables } from '@platform/kernel/db/tables'
import { storableText } from '@platform/kernel/values'
import { firstAt, isWritten, oneAtLeast, type OperationFilter } from './list-store.ts'
import type { Expiring } from './upkeep-store.ts'

const insertLine = prepareAhead(
  (
    db: Db,
    { id, projectId, operationId, severity, message }: Insertable<Tables['operationLogs']>,
  ) => db.insertInto('operationLogs').values({ id, projectId, operationId, severity, message }),
)

interface LogLine {
  operationId: OperationId
  severity: 'info' | 'warning' | 'error'
  msg: string
  error?: string
  /** Who requested it, if a person or key did. */
  by?: string | undefined
  /** The request to the provider and its response. */
  call?: LogCall | undefined
  /** Counts of the line, to which later ones are added. */
  counted?: Record<string, number>
}

export const insertLog = async (
  db: Db,
  { projectId, ...line }: LogLine & { projectId: ProjectId },
) => {
  await insertLine(db, {
    id: newId('log'),
    projectId,
    operationId: line.operationId,
    severity: line.severity,
    message: makeMessage(line),
  })
  notifyChange('operations', projectId, db)
}

/** Inserts log entries of several operations of a project. */
export const insertLogs = async (db: Db, projectId: ProjectId, lines: readonly LogLine[]) => {
  await executeAhead(
    db,
    db
      .insertInto('operationLogs')
      .columns(['id', 'projectId', 'operationId', 'severity', 'message'])
      .expression(
        sql`select id, ${projectId}::text, operation_id, severity, message::jsonb from unnest(
          ${lines.map(() => newId('log'))}::text[],
          ${lines.map(({ operationId }) => operationId)}::text[],
          ${lines.map(({ severity }) => severity)}::text[],
          ${lines.map(makeMessage)}::text[]) as l (id, operation_id, severity, message)`,
      ),
  )
  notifyChange('operations', projectId, db)
}

const makeMessage = ({ operationId, msg, error, by, call, counted }: LogLine): string =>
  JSON.stringify({
    msg: storableText(msg),
    operation_id: operationId,
    ...(error !== undefined && { error: storableText(error) }),
    ...(by !== undefined && { by }),
    ...(call && { call }),
    ...(counted && { counted }),
  })

/** Returns the newest counting line of the operation since the given time, to continue it. */
export const findCounting = (db: Db, operationId: OperationId, since: Date) =>
  db
    .selectFrom('operationLogs')
    .select(['id', 'message'])
    .where('operationId', '=', operationId)
    .where('id', '>=', earliestId('log', since.getTime()))
    .where(sql<SqlBool>`message -> 'counted' is not null`)
    .orderBy('id', 'desc')
    .executeTakeFirst()

export const rewriteLog = async (
  db: Db,
  { id, projectId, message }: { id: Id<'log'>; projectId: ProjectId; message: object },
) => {
  await db
    .updateTable('operationLogs')
    .set({ message: JSON.stringify(message) })
    .where('id', '=', id)
    .execute()
  notifyChange('operations', projectId, db)
}

export const logQuery = (db: Db, operationId: OperationId) =>
  db.selectFrom('operationLogs').selectAll().where('operationId', '=', operationId)

export type LogRow = Awaited<ReturnType<ReturnType<typeof logsQuery>['execute']>>[number]

/** Selects lines of all logs, with their operations. */
export const logsQuery = (
  db: Db,
  {
    projectId,
    installationIds,
    integrationIds,
    operationId,
    severity,
    from,
    to,
  }: OperationFilter & {
    operationId?: OperationId | undefined
    severity?: 'info' | 'warning' | 'error' | undefined
  },
) =>
  db
    .selectFrom('operationLogs as l')
    .innerJoin('operations as o', 'o.id', 'l.operationId')
    .selectAll('l')
    .select(['o.integrationId', 'o.installationId', 'o.objectName'])
    .where((is) => is.and({ 'l.projectId': projectId, 'l.operationId': operationId }))
    .$if(severity !== undefined, (of) => of.where(isWritten('l.severity', severity)))
    .$if(installationIds !== undefined, (of) =>
      of.where('o.installationId', 'in', oneAtLeast(installationIds)),
    )
    .$if(integrationIds !== undefined, (of) =>
      of.where('o.integrationId', 'in', integrationIds?.length ? integrationIds : ['int_']),
    )
    .$if(from !== undefined, (of) => of.where('l.id', '>=', firstAt('log', from)))
    .$if(to !== undefined, (of) => of.where('l.id', '<', firstAt('log', to)))

export const findOperationOfLog = (db: Db, logId: Id<'log'>) =>
  db.selectFrom('operationLogs').select('operationId').where('id', '=', logId).executeTakeFirst()

/** Removes the actors from log lines of these installations. */
export const forgetInLogs = (
  tx: Db,
  {
    installationIds,
    actors,
    instead,
  }: { installationIds: InstallationId[]; actors: string[]; instead: string },
) =>
  tx
    .updateTable('operationLogs')
    .set({
      message: sql`message || ${JSON.stringify({ by: instead, msg: `Reading was paused or resumed by an ${instead}.` })}::jsonb`,
    })
    .where('operationId', 'in', (of) =>
      of
        .selectFrom('operations as o')
        .select('o.id')
        .where('o.installationId', 'in', installationIds),
    )
    .where(sql<string>`message ->> 'by'`, 'in', actors)
    .execute()

/**
 * Removes log lines older than the given time, except of running operations. Returns how many were
 * removed.
 */
export async function removeLogs(db: AcrossTenants, { before, atMost }: Expiring): Promise<number> {
  const { numAffectedRows } = await sql`delete from operation_logs where id = any(array(
    select l.id from operation_logs l
     where l.id < ${earliestId('log', before.getTime())}
       and not exists (select from operations o
         where o.id = l.operation_id and o.status = 'in_progress')
     order by l.id limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}
