import type { Capability, OperationDefinition } from '@platform/contract'
import type { Database } from '../db/database.ts'
import { hashApiKey, invalidCredential } from './credential.ts'
import type { Caller, ConnectedAgent } from './caller.ts'
import type { Directory } from './directory.ts'
import { capabilitiesOfScopes } from './permissions.ts'
import type { ShortCaches } from '../values/caches.ts'

/** Authenticates agents, which act for the builder who has connected them. */
export function agentCallers(
  database: Database,
  directory: Directory,
  { caches, now }: { caches: ShortCaches; now: () => Date },
) {
  const db = database.everything
  const agents = caches.open(async (hash) => {
    const row = await directory.findAgentByToken(db, Buffer.from(hash, 'base64'))
    if (!row) return undefined
    await directory.noteAgentUse(db, row.agentId)
    const { agentId, clientName, capabilities, tokenExpireTime, ...rest } = row
    const { builderId, primaryEmail, emailVerified, ...project } = rest
    const agent = {
      id: agentId,
      name: clientName,
      project,
      capabilities: capabilitiesOfScopes(capabilities),
    }
    return { tokenExpireTime, builderId, email: primaryEmail, emailVerified, agent }
  })

  return {
    async authenticate(token: string, operation: OperationDefinition): Promise<Caller> {
      if (!operation.forAgents) {
        throw invalidCredential(
          'The token of an agent is accepted only by the MCP server of the project.',
        )
      }
      const found = await agents.get(hashApiKey(token).toString('base64'))
      if (!found) throw invalidCredential('The token of the agent is not valid.')
      const { tokenExpireTime, ...builder } = found
      if (tokenExpireTime <= now()) throw invalidCredential('The token has expired.')
      return { kind: 'builder', ...builder }
    },
  }
}

/** What an agent may do: what its builder has allowed and may still do. */
export const limitToAgent = (
  { name, capabilities }: ConnectedAgent,
  ofRole: readonly Capability[],
) => ({
  who: `The agent “${name}”`,
  capabilities: capabilities.filter((one) => ofRole.includes(one)),
})
