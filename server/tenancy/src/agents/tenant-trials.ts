import { hashApiKey } from '@platform/kernel/access'
import type { AcrossTenants } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { type Trial, reads, changes, future, longAgo } from '@platform/testing/trial'
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
  'agents/store.ts deleteAgentsOfUser': changes(
    ({ all, mine }) => agents.deleteAgentsOfUser(all, mine.owner.id),
    async ({ all, mine }) => {
      await all
        .insertInto('agents')
        .values({
          ...{ id: newId('agt'), projectId: mine.projectId, builderId: mine.owner.id },
          ...{ builderEmail: 'ana@mine.test', clientId: 'client', clientName: 'Agent' },
          ...{ host: 'agent.test', capabilities: ['read'], expireTime: future },
        })
        .execute()
    },
  ),
}
