import { hashApiKey } from '@platform/kernel/access/api-keys'
import type { AcrossTenants } from '@platform/kernel/db/database'
import { type Trial, reads, changes, longAgo } from '@platform/testing/trial'
import * as agents from './store.ts'

const expire = (all: AcrossTenants, projectId: `proj_${string}`) =>
  all
    .updateTable('agents')
    .set({ expireTime: longAgo })
    .where('projectId', '=', projectId)
    .execute()

export const agentsTrials: Record<string, Trial> = {
  'agents/store.ts findTokenOwner': reads(({ all, mine }) =>
    agents.findTokenOwner(all, hashApiKey(mine.agentToken)),
  ),
  'agents/store.ts findAgentByToken': reads(({ all, mine }) =>
    agents.findAgentByToken(all, hashApiKey(mine.agentToken)),
  ),
  'agents/store.ts noteAgentUse': changes(({ all, mine }) =>
    agents.noteAgentUse(all, mine.ids.agent),
  ),
  'agents/store.ts removeExpiredAgents': changes(
    ({ all }) => agents.removeExpiredAgents(all, 10),
    async ({ all, mine }) => {
      await expire(all, mine.projectId)
    },
  ),
}
