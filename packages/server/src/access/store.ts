import type { ApiKeyId, BuilderId, OrgId, OrgRole, ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { newId } from '../db/new-id.ts'

const projectColumns = [
  'projects.id',
  'projects.name',
  'projects.appName',
  'projects.orgId',
] as const

/** The key with this hash and its project; undefined when there is none that is active. */
export const findApiKey = (db: Db, hash: Buffer) =>
  db
    .selectFrom('apiKeys')
    .innerJoin('projects', 'projects.id', 'apiKeys.projectId')
    .select(['apiKeys.id as apiKeyId', 'scopes', 'expireTime', ...projectColumns])
    .where('hash', '=', hash)
    .where('active', '=', true)
    .executeTakeFirst()

/** Notes that a key is in use, to the minute. */
export const noteUse = (db: Db, apiKeyId: ApiKeyId) =>
  db
    .updateTable('apiKeys')
    .set({ lastUseTime: sql`now()` })
    .where('id', '=', apiKeyId)
    .where((where) =>
      where.or([
        where('lastUseTime', 'is', null),
        where('lastUseTime', '<', sql<Date>`now() - interval '1 minute'`),
      ]),
    )
    .execute()

export const findProject = (db: Db, idOrName: string) =>
  db
    .selectFrom('projects')
    .select(projectColumns)
    // A name never looks like an ID, so that one statement finds either.
    .where((where) =>
      where.or([
        where('id', '=', idOrName as ProjectId),
        where('name', '=', idOrName.toLowerCase()),
      ]),
    )
    .executeTakeFirst()

export const findRole = async (
  db: Db,
  builderId: BuilderId,
  orgId: OrgId,
): Promise<OrgRole | undefined> => {
  const row = await db
    .selectFrom('memberships')
    .select('role')
    .where('builderId', '=', builderId)
    .where('orgId', '=', orgId)
    .executeTakeFirst()
  return row?.role
}

/** Where the person is a member whom our own sign-in knows as this user. */
export const selectMembershipsOfUser = (db: Db, userId: string) =>
  db
    .selectFrom('builders')
    .innerJoin('memberships', 'memberships.builderId', 'builders.id')
    .select(['memberships.orgId', 'builderId', 'primaryEmail'])
    .where('idpProvider', '=', 'platform')
    .where('idpRef', '=', userId)
    .execute()

const builderColumns = ['id', 'primaryEmail', 'emailVerified'] as const

export const findBuilder = (db: Db, id: BuilderId) =>
  db.selectFrom('builders').select(builderColumns).where('id', '=', id).executeTakeFirst()

/** Whether a session of our own sign-in has ended whose tokens may still be about. */
export const hasEnded = async (db: Db, sessionId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from auth.ended_sessions where id = ${sessionId}`.execute(db)
  return rows.length > 0
}

export interface Person {
  idpProvider: string
  idpRef: string
  email: string
  emailVerified: boolean
  fullName?: string
}

/** The builder whom an identity provider knows by this reference, made at the first sight. */
export const upsertBuilder = (
  db: Db,
  { idpProvider, idpRef, email, emailVerified, fullName }: Person,
) =>
  db
    .insertInto('builders')
    .values({
      id: newId('bld'),
      idpProvider,
      idpRef,
      primaryEmail: email,
      emailVerified,
      fullName: fullName ?? null,
      firstName: null,
      lastName: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['idpProvider', 'idpRef'])
        .doUpdateSet({ primaryEmail: email, emailVerified, ...(fullName && { fullName }) }),
    )
    .returning(builderColumns)
    .executeTakeFirstOrThrow()
