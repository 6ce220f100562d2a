import type { InstallationId, IntegrationId, ProjectId } from '@platform/contract'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import { earliestId } from '@platform/kernel/db/new-id'
import { operationQuery, type OperationRow } from './store.ts'

/** Filters for operations. Names the project, because its index begins with it. */
export interface OperationFilter {
  projectId: ProjectId
  /** Restricts to these installations; all if unset. */
  installationIds?: readonly InstallationId[] | undefined
  /** Of these integrations; of all without it. */
  integrationIds?: readonly IntegrationId[] | undefined
  from?: string | undefined
  to?: string | undefined
}

export const operationsQuery = (
  db: Db,
  {
    installationIds,
    integrationIds,
    from,
    to,
    status,
    actionType,
    projectId,
  }: OperationFilter & {
    actionType?: string | undefined
    status?: OperationRow['status'] | undefined
  },
) =>
  operationQuery(db)
    .where((is) => is.and({ projectId, actionType }))
    // Most operations are reads, which the index of other kinds excludes.
    .$if(actionType !== undefined && actionType !== 'read', (of) =>
      of.where(sql<SqlBool>`action_type <> 'read'`),
    )
    .$if(status !== undefined, (of) => of.where(isWritten('status', status)))
    .$if(installationIds !== undefined, (of) =>
      of.where('installationId', 'in', oneAtLeast(installationIds)),
    )
    .$if(integrationIds !== undefined, (of) =>
      of.where('integrationId', 'in', integrationIds?.length ? integrationIds : ['int_']),
    )
    .$if(from !== undefined, (of) => of.where('id', '>=', firstAt('op', from)))
    .$if(to !== undefined, (of) => of.where('id', '<', firstAt('op', to)))

/** A literal, so that a partial index matches: a parameter could have any value. */
export const isWritten = (column: string, value = '') =>
  sql<SqlBool>`${sql.ref(column)} = ${sql.lit(value)}`

/** Returns the lowest ID of this time. */
export const firstAt = <Prefix extends string>(prefix: Prefix, time: string | undefined) =>
  earliestId(prefix, Date.parse(time ?? ''))

/** An empty list must find nothing instead of being invalid SQL. */
export const oneAtLeast = (ids: readonly InstallationId[] = []): readonly InstallationId[] =>
  ids.length > 0 ? ids : ['inst_']

/** Returns how many records of each object were read on each day (UTC) since the given one. */
export const recordsByDay = (db: Db, installationId: InstallationId, since: Date) =>
  db
    .selectFrom('operations')
    .select(['objectName', sql<string>`(create_time at time zone 'UTC')::date::text`.as('date')])
    .select(({ fn }) => fn.sum<string>('recordsProcessed').as('records'))
    .where('installationId', '=', installationId)
    .where('createTime', '>=', since)
    .where('actionType', '=', 'read')
    .groupBy(['objectName', 'date'])
    .execute()
