import type {
  ApiKeyId,
  Branding,
  BuilderId,
  DestinationId,
  OrgId,
  ProjectId,
} from '@platform/contract'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import type { Tables } from '@platform/kernel/db/tables'
import { isUsedLongAgo } from '@platform/kernel/db/conditions'

const projectColumns = [
  'projects.id',
  'projects.name',
  'projects.appName',
  'projects.orgId',
] as const

/** Inserts the project; returns undefined if its name is already used. */
export const insertProject = (db: AcrossTenants, row: Insertable<Tables['projects']>) =>
  db
    .insertInto('projects')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst()

export const findProject = (db: Db, id: ProjectId) =>
  db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst()

/** Names are unique on the whole server. */
export const findProjectByName = (db: AcrossTenants, name: string) =>
  db.selectFrom('projects').selectAll().where('name', '=', name).executeTakeFirst()

/** Finds a project by ID or name. A name never looks like an ID, so one statement finds either. */
export const findProjectByIdOrName = (db: AcrossTenants, idOrName: string) =>
  db
    .selectFrom('projects')
    .select([...projectColumns, 'projects.allowedOrigins'])
    .where((where) =>
      where.or([
        where('id', '=', idOrName as ProjectId),
        where('name', '=', idOrName.toLowerCase()),
      ]),
    )
    .executeTakeFirst()

export const updateProject = (db: Db, id: ProjectId, fields: Updateable<Tables['projects']>) =>
  db
    .updateTable('projects')
    .set({ ...fields, updateTime: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const deleteProject = (db: Db, id: ProjectId) =>
  db.deleteFrom('projects').where('id', '=', id).execute()

/** The role that counts in the project; null for a limited member who has none there. */
const roleInProject = sql<string>`case memberships.role
  when 'limited' then memberships.project_roles ->> projects.id else memberships.role end`

/** Returns the projects that the builder sees in every organization that they are a member of. */
export const selectBuilderProjects = (db: AcrossTenants, builderId: BuilderId) =>
  db
    .selectFrom('projects')
    .innerJoin('memberships', 'memberships.orgId', 'projects.orgId')
    .selectAll('projects')
    .select(roleInProject.as('role'))
    .where('memberships.builderId', '=', builderId)
    .where(roleInProject, 'is not', null)

export const selectProject = (db: AcrossTenants, id: ProjectId) =>
  db.selectFrom('projects').selectAll().where('id', '=', id)

export const countInstallations = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('installations')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the project's rows in a table. */
export const countRows = async (
  db: Db,
  table: 'apiKeys' | 'jwtKeys' | 'providerApps',
  projectId: ProjectId,
): Promise<number> => {
  const { count } = await db
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .executeTakeFirstOrThrow()
  return count
}

export const countProjects = async (db: AcrossTenants, orgId: OrgId): Promise<number> => {
  const { count } = await db
    .selectFrom('projects')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('orgId', '=', orgId)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the bytes counted by triggers, including this transaction's changes. */
export const getStoredBytes = async (db: Db, projectId: ProjectId): Promise<number> => {
  const { bytes } = await db
    .selectFrom('storedBytes')
    .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'))
    .where('projectId', '=', projectId)
    .executeTakeFirstOrThrow()
  return bytes
}

/** Merges the counted bytes of some projects into one row each. Returns for how many. */
export async function foldStoredBytes(db: AcrossTenants, atMost: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with many as (
      select project_id from stored_bytes group by project_id having count(*) > 1 limit ${atMost}
    ), folded as (
      delete from stored_bytes s using many m where s.project_id = m.project_id
      returning s.project_id, s.bytes
    )
    insert into stored_bytes (project_id, bytes)
      select project_id, sum(bytes) from folded group by project_id`.execute(db)
  return Number(numAffectedRows)
}

export const insertApiKey = (db: Db, row: Insertable<Tables['apiKeys']>) =>
  db.insertInto('apiKeys').values(row).returningAll().executeTakeFirstOrThrow()

export const selectApiKeys = (db: Db, { active }: { active?: boolean } = {}) =>
  db
    .selectFrom('apiKeys')
    .selectAll()
    .where((is) => is.and({ active }))

export const findApiKey = (db: Db, id: ApiKeyId) =>
  selectApiKeys(db).where('id', '=', id).executeTakeFirst()

/** Returns the key and locks it until the transaction ends. */
export const lockApiKey = (tx: Db, id: ApiKeyId) =>
  selectApiKeys(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Returns the active key, which stays as it is until the transaction ends. */
export const findApiKeyForShare = (db: Db, id: ApiKeyId) =>
  db
    .selectFrom('apiKeys')
    .innerJoin('projects', 'projects.id', 'apiKeys.projectId')
    .select(['apiKeys.scopes', 'apiKeys.expireTime', 'projects.frontendKeys'])
    .where('apiKeys.id', '=', id)
    .where('active', '=', true)
    .forShare('apiKeys')
    .executeTakeFirst()

/** The key with one of these hashes and its project; undefined when there is none that is active. */
export const findApiKeyByHash = (db: AcrossTenants, hashes: readonly Buffer[]) =>
  db
    .selectFrom('apiKeys')
    .innerJoin('projects', 'projects.id', 'apiKeys.projectId')
    .select(['apiKeys.id as apiKeyId', 'label', 'scopes', 'expireTime', 'apiKeys.allowedOrigins'])
    .select(['integrationIds', 'destinationId', 'allowedNetworks'])
    .select((is) => is('hash', 'not in', hashes).$castTo<boolean>().as('isFormer'))
    .select(['projects.frontendKeys', 'projects.allowedOrigins as projectOrigins'])
    .select(projectColumns)
    .where((is) =>
      is.or([
        is('hash', 'in', hashes),
        is.and([is('formerHash', 'in', hashes), is('formerUntil', '>', sql<Date>`now()`)]),
      ]),
    )
    .where('active', '=', true)
    .executeTakeFirst()

/** Notes that a key is in use, or the one from before its rotation, to the minute. */
export function noteUse(
  db: AcrossTenants,
  { apiKeyId, isFormer }: { apiKeyId: ApiKeyId; isFormer: boolean },
) {
  const column = isFormer ? 'formerLastUseTime' : 'lastUseTime'
  return db
    .updateTable('apiKeys')
    .set({ [column]: sql`now()` })
    .where('id', '=', apiKeyId)
    .where(isUsedLongAgo(column))
    .execute()
}

export const updateApiKey = (db: Db, id: ApiKeyId, fields: Updateable<Tables['apiKeys']>) =>
  db
    .updateTable('apiKeys')
    .set({ ...fields, updateTime: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const deleteApiKey = (db: Db, id: ApiKeyId) =>
  db.deleteFrom('apiKeys').where('id', '=', id).returning('id').executeTakeFirst()

/** Deletes the keys that are limited to the destination. */
export const deleteKeysOfDestination = (db: Db, destinationId: DestinationId) =>
  db.deleteFrom('apiKeys').where('destinationId', '=', destinationId).execute()

export const insertJwtKey = (db: Db, row: Insertable<Tables['jwtKeys']>) =>
  db.insertInto('jwtKeys').values(row).returningAll().executeTakeFirstOrThrow()

export const selectJwtKeys = (db: Db, { onlyActive = false }: { onlyActive?: boolean } = {}) =>
  db
    .selectFrom('jwtKeys')
    .selectAll()
    .$if(onlyActive, (query) => query.where('active', '=', true))

export const findJwtKey = (db: Db, id: string) =>
  selectJwtKeys(db).where('id', '=', id).executeTakeFirst()

export const findVerifyingKey = (db: Db, { kid }: { kid: string }) =>
  selectJwtKeys(db, { onlyActive: true }).where('id', '=', kid).executeTakeFirst()

/** Returns the active key, which stays as it is until the transaction ends. */
export const findVerifyingKeyForShare = (db: Db, id: string) =>
  selectJwtKeys(db, { onlyActive: true }).where('id', '=', id).forShare().executeTakeFirst()

/** Returns the project of an active key, for tokens in requests that name no project. */
export const findProjectOfKey = async (db: AcrossTenants, kid: string) => {
  const row = await db
    .selectFrom('jwtKeys')
    .select('projectId')
    .where('id', '=', kid)
    .where('active', '=', true)
    .executeTakeFirst()
  return row?.projectId
}

export const updateJwtKey = (db: Db, id: string, fields: Updateable<Tables['jwtKeys']>) =>
  db
    .updateTable('jwtKeys')
    .set({ ...fields, updateTime: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Returns the key and locks it until the transaction ends. */
export const lockJwtKey = (tx: Db, id: string) =>
  selectJwtKeys(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** How many groups that recently used tokens of a key are kept. */
const groupsKept = 20

/** Records the use of a token of the key, to the minute, and the group of its end user. */
export const noteTokenUse = (db: Db, { kid, groupRef }: { kid: string; groupRef: string }) =>
  db
    .updateTable('jwtKeys')
    .set({
      lastUseTime: sql`now()`,
      recentGroups: sql`(array_prepend(${groupRef}::text,
        array_remove(recent_groups, ${groupRef}::text)))[1:${sql.lit(groupsKept)}]`,
    })
    .where('id', '=', kid)
    .where(isUsedLongAgo())
    .execute()

/** Removes a group from recorded uses. */
export const forgetGroupOfKeys = (tx: Db, groupRef: string) =>
  tx
    .updateTable('jwtKeys')
    .set({ recentGroups: sql`array_remove(recent_groups, ${groupRef}::text)` })
    .where(sql<boolean>`${groupRef}::text = any(recent_groups)`)
    .execute()

export const deleteJwtKey = (db: Db, id: string) =>
  db.deleteFrom('jwtKeys').where('id', '=', id).returning('id').executeTakeFirst()

/** Returns the look of the hosted page; undefined if it was never set. */
export const findBranding = async (db: Db, projectId: ProjectId): Promise<Branding | undefined> => {
  const row = await db
    .selectFrom('branding')
    .select('content')
    .where('projectId', '=', projectId)
    .executeTakeFirst()
  return row?.content
}

export const upsertBranding = (db: Db, projectId: ProjectId, branding: Branding) => {
  const content = JSON.stringify(branding)
  return db
    .insertInto('branding')
    .values({ projectId, content })
    .onConflict((conflict) => conflict.column('projectId').doUpdateSet({ content }))
    .execute()
}
