import type { ConnectLinkId, IntegrationId, ProjectId } from '@platform/contract'
import { sql, type Insertable } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import type { Tables } from '@platform/kernel/db/tables'
import { isUsedLongAgo } from '@platform/kernel/db/conditions'

export const insertLink = (db: Db, row: Insertable<Tables['connectLinks']>) =>
  db.insertInto('connectLinks').values(row).returningAll().executeTakeFirstOrThrow()

interface LinkFilter {
  groupRef?: string | undefined
  /** The integrations that a key is limited to. */
  integrationIds?: readonly IntegrationId[] | undefined
}

/** Returns the links that can be used. */
export const selectLinks = (db: Db, { groupRef, integrationIds }: LinkFilter = {}) =>
  db
    .selectFrom('connectLinks')
    .selectAll()
    .where('expireTime', '>', sql<Date>`now()`)
    .where((is) => is.and({ groupRef }))
    .$if(integrationIds !== undefined, (query) =>
      query.where('integrationId', 'in', integrationIds ?? []),
    )

export const countLinks = async (db: Db, projectId: ProjectId): Promise<number> => {
  const { count } = await db
    .selectFrom('connectLinks')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .where('expireTime', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return count
}

export const deleteLink = (
  db: Db,
  { id, integrationIds }: { id: ConnectLinkId } & Pick<LinkFilter, 'integrationIds'>,
) =>
  db
    .deleteFrom('connectLinks')
    .where('id', '=', id)
    .$if(integrationIds !== undefined, (query) =>
      query.where('integrationId', 'in', integrationIds ?? []),
    )
    .returning('id')
    .executeTakeFirst()

export const deleteOwnedLinks = (tx: Db, whose: { groupRef: string } | { consumerRef: string }) =>
  tx
    .deleteFrom('connectLinks')
    .where((is) => is.and(whose))
    .execute()

/** Returns the link with this secret, its project and its integration. */
export const findLinkByHash = (db: AcrossTenants, hash: Buffer) =>
  db
    .selectFrom('connectLinks')
    .innerJoin('projects', 'projects.id', 'connectLinks.projectId')
    .innerJoin('integrations', 'integrations.id', 'connectLinks.integrationId')
    .select(['projects.id', 'projects.name', 'projects.appName', 'projects.orgId'])
    .select(['connectLinks.id as connectLinkId', 'connectLinks.groupRef'])
    .select(['connectLinks.consumerRef', 'connectLinks.expireTime', 'connectLinks.madeWith'])
    .select(['integrations.id as integrationId', 'integrations.name as integrationName'])
    .select(['integrations.provider', 'connectLinks.instance', 'connectLinks.displayName'])
    .where('connectLinks.hash', '=', hash)
    .executeTakeFirst()

/** Notes that a link is in use, to the minute. */
export const noteConnectLinkUse = (db: AcrossTenants, id: ConnectLinkId) =>
  db
    .updateTable('connectLinks')
    .set({ lastUseTime: sql`now()` })
    .where('id', '=', id)
    .where(isUsedLongAgo())
    .execute()

/** Deletes some expired links. Returns how many. */
export async function removeExpiredLinks(db: AcrossTenants, atMost: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from connect_links where id = any(array(
    select id from connect_links where expire_time < now() limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}
