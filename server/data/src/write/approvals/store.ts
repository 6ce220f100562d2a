import type { ApprovalId, IntegrationId, OperationId } from '@platform/contract'
import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import type { Tables } from '@platform/kernel/db/tables'

export type ApprovalRow = NonNullable<Awaited<ReturnType<typeof findApproval>>>

export const insertApproval = (tx: Db, row: Insertable<Tables['approvals']>) =>
  tx.insertInto('approvals').values(row).returningAll().executeTakeFirstOrThrow()

interface ApprovalFilter {
  groupRef?: string | undefined
  state?: ApprovalRow['state'] | undefined
  /** The integrations that a key is limited to. */
  integrationIds?: readonly IntegrationId[] | undefined
  /** The roles of an end user. */
  roles?: readonly string[] | undefined
}

export const selectApprovals = (
  db: Db,
  { groupRef, state, integrationIds, roles }: ApprovalFilter = {},
) =>
  db
    .selectFrom('approvals')
    .selectAll()
    .where((is) => is.and({ groupRef, state }))
    .$if(integrationIds !== undefined, (query) =>
      query.where('integrationId', 'in', integrationIds ?? []),
    )
    .$if(roles !== undefined, (query) =>
      query.where(sql<SqlBool>`(role is null or role = any(${roles ?? []}::text[]))`),
    )

export const findApproval = (db: Db, id: ApprovalId) =>
  db.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst()

export const findApprovalOfWrite = (db: Db, operationId: OperationId) =>
  db.selectFrom('approvals').selectAll().where('operationId', '=', operationId).executeTakeFirst()

export const lockApproval = (tx: Db, id: ApprovalId) =>
  tx.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateApproval = (tx: Db, id: ApprovalId, changes: Updateable<Tables['approvals']>) =>
  tx
    .updateTable('approvals')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const countPending = async (db: Db, groupRef: string): Promise<number> => {
  const { count } = await db
    .selectFrom('approvals')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('groupRef', '=', groupRef)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  return count
}

/** Lets an approved write be sent, under the conditions of what was shown. */
export const releaseWrite = (
  tx: Db,
  operationId: OperationId,
  { records, deadline }: { records: Tables['writes']['records']['__select__']; deadline: Date },
) =>
  tx
    .updateTable('writes')
    .set({ records: JSON.stringify(records), deadline, flushId: operationId })
    .where('operationId', '=', operationId)
    .execute()

/** Replaces the name of an erased person. */
export const renameApprovers = async (tx: Db, actors: string[], instead: string) => {
  for (const column of ['requestedBy', 'decidedBy'] as const) {
    await tx
      .updateTable('approvals')
      .set({ [column]: instead, ...(column === 'decidedBy' && { reason: null }) })
      .where(column, 'in', actors)
      .execute()
  }
}

/** Ends the links of an erased person. */
export const removeApproverLinks = (tx: Db, consumerRef: string) =>
  tx
    .updateTable('approvals')
    .set({ linkHash: null, linkConsumerRef: null, linkConsumerName: null })
    .where('linkConsumerRef', '=', consumerRef)
    .execute()

/** Returns the waiting approval whose link has this secret, and its project. */
export const findApprovalByLink = (db: AcrossTenants, hash: Buffer) =>
  db
    .selectFrom('approvals')
    .innerJoin('projects', 'projects.id', 'approvals.projectId')
    .select(['projects.id', 'projects.name', 'projects.appName', 'projects.orgId'])
    .select(['approvals.id as approvalId', 'approvals.groupRef', 'approvals.expireTime'])
    .select(sql<string>`coalesce(approvals.link_consumer_ref, '')`.as('consumerRef'))
    .select('approvals.linkMadeWith as madeWith')
    .where('approvals.linkHash', '=', hash)
    .where('approvals.state', '=', 'pending')
    .executeTakeFirst()

/** Selects approvals about which nobody has decided in time. */
export const selectOverdue = (db: AcrossTenants, now: Date) =>
  db
    .selectFrom('approvals')
    .select(['id', 'projectId'])
    .where('state', '=', 'pending')
    .where('expireTime', '<=', now)
    .orderBy('expireTime')
    .limit(1000)
