import type { AgentId, BuilderId, ProjectId } from '@platform/contract'
import { sql, type Insertable } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import type { Tables } from '@platform/kernel/db/tables'
import { isUsedLongAgo } from '@platform/kernel/db/conditions'

export const insertAgent = (db: Db, row: Insertable<Tables['agents']>) =>
  db.insertInto('agents').values(row).returningAll().executeTakeFirstOrThrow()

/** Returns the agents of the project that are connected. */
export const selectAgents = (db: Db, { builderId }: { builderId?: BuilderId | undefined } = {}) =>
  db
    .selectFrom('agents')
    .selectAll()
    .where('expireTime', '>', sql<Date>`now()`)
    .where((is) => is.and({ builderId }))

export const countAgents = async (db: Db, projectId: ProjectId): Promise<number> => {
  const { count } = await db
    .selectFrom('agents')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .where('expireTime', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return count
}

export const deleteAgent = (
  db: Db,
  { id, builderId }: { id: AgentId; builderId?: BuilderId | undefined },
) =>
  db
    .deleteFrom('agents')
    .where((is) => is.and({ id, builderId }))
    .returning('id')
    .executeTakeFirst()

/** Disconnects the agents of a person who uses the built-in sign-in, in all projects. */
export const deleteAgentsOfUser = (db: AcrossTenants, userId: string) =>
  db
    .deleteFrom('agents')
    .where('builderId', 'in', (builders) =>
      builders
        .selectFrom('builders')
        .select('builders.id')
        .where('idpProvider', '=', 'platform')
        .where('idpRef', '=', userId),
    )
    .execute()

export const extendAgent = (db: Db, id: AgentId, expireTime: Date) =>
  db.updateTable('agents').set({ expireTime }).where('id', '=', id).execute()

export const insertTokens = (db: Db, rows: Insertable<Tables['agentTokens']>[]) =>
  db.insertInto('agentTokens').values(rows).execute()

/** Returns the tenant of a code or token, of whatever kind, with its agent. */
export const findTokenOwner = (db: AcrossTenants, hash: Buffer) =>
  db
    .selectFrom('agentTokens')
    .innerJoin('agents', 'agents.id', 'agentTokens.agentId')
    .innerJoin('projects', 'projects.id', 'agents.projectId')
    .innerJoin('builders', 'builders.id', 'agents.builderId')
    .select([
      'agentTokens.projectId',
      'agentTokens.agentId',
      'agents.clientId',
      'agents.clientName',
    ])
    .select(['projects.orgId', 'builders.id as builderId', 'builders.primaryEmail'])
    .where('agentTokens.hash', '=', hash)
    .executeTakeFirst()

/** Returns the code or token with its agent, and locks it until the transaction ends. */
export const lockToken = (tx: Db, hash: Buffer) =>
  tx
    .selectFrom('agentTokens')
    .innerJoin('agents', 'agents.id', 'agentTokens.agentId')
    .selectAll('agentTokens')
    .select(['agents.clientId', 'agents.capabilities'])
    .where('agentTokens.hash', '=', hash)
    .forUpdate('agentTokens')
    .executeTakeFirst()

export const markTokenUsed = (tx: Db, hash: Buffer, useTime: Date) =>
  tx.updateTable('agentTokens').set({ useTime }).where('hash', '=', hash).execute()

/** How many used refresh tokens of an agent are kept, to detect that one is used again. */
const maxUsedTokens = 50

/** Deletes expired tokens of the agent, and used ones beyond the latest. */
export const dropOldTokens = (tx: Db, agentId: AgentId) =>
  sql`delete from agent_tokens
       where agent_id = ${agentId}
         and (expire_time < now()
           or hash in (select hash from agent_tokens
                        where agent_id = ${agentId} and kind = 'refresh' and use_time is not null
                        order by use_time desc offset ${maxUsedTokens}))`.execute(tx)

/** The agent with this access token, its project and its builder. */
export const findAgentByToken = (db: AcrossTenants, hash: Buffer) =>
  db
    .selectFrom('agentTokens')
    .innerJoin('agents', 'agents.id', 'agentTokens.agentId')
    .innerJoin('projects', 'projects.id', 'agents.projectId')
    .innerJoin('builders', 'builders.id', 'agents.builderId')
    .select(['projects.id', 'projects.name', 'projects.appName', 'projects.orgId'])
    .select(['agents.id as agentId', 'agents.clientName', 'agents.capabilities'])
    .select(['agentTokens.expireTime as tokenExpireTime'])
    .select(['builders.id as builderId', 'builders.primaryEmail', 'builders.emailVerified'])
    .where('agentTokens.hash', '=', hash)
    .where('agentTokens.kind', '=', 'access')
    .executeTakeFirst()

/** Notes that an agent is in use, to the minute. */
export const noteAgentUse = (db: AcrossTenants, id: AgentId) =>
  db
    .updateTable('agents')
    .set({ lastUseTime: sql`now()` })
    .where('id', '=', id)
    .where(isUsedLongAgo())
    .execute()

/** Deletes some agents that are no longer connected, with their tokens. Returns how many. */
export async function removeExpiredAgents(db: AcrossTenants, atMost: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from agents where id = any(array(
    select id from agents where expire_time < now() limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}
