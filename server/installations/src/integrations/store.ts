import {
  type IntegrationId,
  type ManifestIntegration,
  type ProjectId,
  type RevisionId,
} from '@platform/contract'
import { sql, type SqlBool } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { hasInIt, mentions } from '@platform/kernel/db/conditions'
import { prepareRow } from '@platform/kernel/db/prepared'
import { earliestId } from '@platform/kernel/db/new-id'

export type IntegrationRow = NonNullable<Awaited<ReturnType<typeof findIntegration>>>
export type RevisionRow = NonNullable<Awaited<ReturnType<typeof findRevision>>>

/** Integrations, each with its latest revision. */
export const integrationQuery = (
  db: Db,
  { only }: { only?: readonly IntegrationId[] | undefined } = {},
) =>
  db
    .selectFrom('integrations as i')
    .innerJoin('revisions as r', 'r.id', 'i.latestRevisionId')
    .selectAll('i')
    .select(['r.specVersion', 'r.content', 'r.createTime as revisionCreateTime'])
    .$if(only !== undefined, (of) => of.where('i.id', 'in', only?.length ? only : ['int_']))

const integrationOfIdOrName = prepareRow((db, { id, name }: { id: IntegrationId; name: string }) =>
  integrationQuery(db).where((is) => is.or([is('i.id', '=', id), is('i.name', '=', name)])),
)

export const findIntegration = (db: Db, idOrName: string) =>
  integrationOfIdOrName(db, { id: idOrName as IntegrationId, name: idOrName })

export const findIntegrationsByName = (db: Db, names: string[]) =>
  integrationQuery(db).where('i.name', 'in', names).execute()

export const findIntegrationsOfIds = async (db: Db, ids: readonly IntegrationId[]) =>
  ids.length === 0
    ? []
    : db.selectFrom('integrations').select(['id', 'name']).where('id', 'in', ids).execute()

/** The integrations that the texts name by ID or name. */
export const findNamedIntegrations = (db: Db, idsOrNames: readonly string[]) =>
  db
    .selectFrom('integrations')
    .select(['id', 'name'])
    .where((is) =>
      is.or([is('id', 'in', idsOrNames as IntegrationId[]), is('name', 'in', idsOrNames)]),
    )
    .execute()

/** Returns the first integrations whose name contains the text, preceded by an exact match. */
export const findIntegrations = (
  db: Db,
  { projectId, text, atMost }: { projectId: ProjectId; text: string; atMost: number },
) =>
  db
    .selectFrom('integrations')
    .select(['id', 'name'])
    .where('projectId', '=', projectId)
    .where(sql<SqlBool>`lower(name) like lower(${hasInIt(text)})`)
    .orderBy((is) => is('name', '=', text), 'desc')
    .orderBy('name')
    .limit(atMost)
    .execute()

export async function countIntegrations(db: Db, projectId: ProjectId): Promise<number> {
  const { count } = await db
    .selectFrom('integrations')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .executeTakeFirstOrThrow()
  return count
}

/** Locks the integration until the transaction ends, to serialize deployments. */
export const lockIntegration = (tx: Db, name: string) =>
  tx.selectFrom('integrations').select('id').where('name', '=', name).forUpdate().executeTakeFirst()

export const revisionQuery = (db: Db, integrationId: IntegrationId) =>
  db.selectFrom('revisions').selectAll().where('integrationId', '=', integrationId)

export const findRevisionContent = async (db: Db, id: RevisionId) =>
  (await db.selectFrom('revisions').select('content').where('id', '=', id).executeTakeFirst())
    ?.content

/** Returns the revisions that contain one of the names. */
export const findRevisionsMentioning = async (
  db: Db,
  names: readonly string[],
): Promise<RevisionId[]> => {
  const rows = await db
    .selectFrom('revisions')
    .select('id')
    .where((is) => is.or(names.map((name) => mentions('content', name))))
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the integrations whose latest revision contains one of the names. */
export const findDeployedMentioning = (db: Db, names: readonly string[]) =>
  integrationQuery(db)
    .where((is) => is.or(names.map((name) => mentions('r.content', name))))
    .orderBy('i.name')
    .execute()

export const findIntegrationOfRevision = (db: Db, id: RevisionId) =>
  db.selectFrom('revisions').select('integrationId').where('id', '=', id).executeTakeFirst()

export const findRevision = (db: Db, integrationId: IntegrationId, id: RevisionId) =>
  db
    .selectFrom('revisions')
    .selectAll()
    .where('id', '=', id)
    .where('integrationId', '=', integrationId)
    .executeTakeFirst()

export const insertRevision = (
  db: Db,
  row: {
    id: RevisionId
    projectId: ProjectId
    integrationId: IntegrationId
    specVersion: string
    content: ManifestIntegration
    createdBy: string
    restores?: RevisionId | undefined
  },
) =>
  db
    .insertInto('revisions')
    .values({ ...row, content: JSON.stringify(row.content) })
    .execute()

/** Inserts the integration; returns undefined if the name is already used in the project. */
export const insertIntegration = (
  db: Db,
  row: {
    id: IntegrationId
    projectId: ProjectId
    name: string
    provider: string
    latestRevisionId: RevisionId
  },
) =>
  db
    .insertInto('integrations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()

export const setLatestRevision = (
  db: Db,
  id: IntegrationId,
  row: { latestRevisionId: RevisionId; provider: string },
) =>
  db
    .updateTable('integrations')
    .set({ ...row, updateTime: sql`now()` })
    .where('id', '=', id)
    .execute()

export const deleteIntegration = (db: Db, id: IntegrationId) =>
  db.deleteFrom('integrations').where('id', '=', id).executeTakeFirst()

/**
 * Removes revisions superseded before the given time that no configuration was made for. Returns
 * how many were removed.
 */
export async function removeRevisions(
  db: AcrossTenants,
  { before, atMost }: { before: Date; atMost: number },
): Promise<number> {
  const cutOff = earliestId('rev', before.getTime())
  const { numAffectedRows } = await sql`delete from revisions where id = any(array(
    select r.id from revisions r
     where r.id < ${cutOff}
       and exists (select from revisions n
         where n.integration_id = r.integration_id and n.id > r.id and n.id < ${cutOff})
       and not exists (select from integrations i where i.latest_revision_id = r.id)
       and not exists (select from configs c where c.revision_id = r.id)
     order by r.id limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}

/** Finds the projects with an integration of one of these providers. */
export const findProjectsUsing = (db: AcrossTenants, providers: readonly string[]) =>
  db
    .selectFrom('integrations')
    .select('projectId')
    .distinct()
    .where('provider', 'in', providers)
    .execute()

/** Returns the integrations of these providers and locks them until the transaction ends. */
export const lockIntegrationsUsing = (tx: Db, providers: readonly string[]) =>
  integrationQuery(tx).where('i.provider', 'in', providers).orderBy('i.id').forUpdate('i').execute()

export const noteReportedChanges = (
  tx: Db,
  integrations: readonly { id: IntegrationId }[],
  changes: readonly string[],
) =>
  tx
    .updateTable('integrations')
    .set({ reportedChanges: sql`reported_changes || ${changes}::text[]` })
    .where(
      'id',
      'in',
      integrations.map(({ id }) => id),
    )
    .execute()
