import { domain } from '@platform/kernel/domain'
import { organizationsDomain } from '../organizations/domain.ts'
import { signInDomain } from '../sign-in/domain.ts'
import { agentJobs } from './jobs.ts'
import { oauthRoutes } from './oauth-routes.ts'
import { agentRoutes } from './routes.ts'

/** AI agents that builders connect to projects, by OAuth. */
export const agentsDomain = domain({
  name: 'agents',
  uses: [organizationsDomain, signInDomain],
  tables: ['agents', 'agent_tokens'],
  foreignTables: [
    {
      tables: ['projects', 'builders'],
      reason: 'A token is found with its project and its builder, by one statement per request.',
    },
  ],
  routes: (api, { database, services }) => {
    agentRoutes(api, database, services)
    oauthRoutes(api, database, services)
  },
  jobs: ({ database }) => ({ others: agentJobs(database) }),
  cron: { 'remove-expired-agents': '41 * * * *' },
  acrossTenants: {
    'agents/store.ts': {
      findTokenOwner: 'finds the tenant of a code or token',
      findAgentByToken: 'finds the tenant of an access token',
      deleteAgentsOfUser: 'disconnects the agents of a person whose password has changed',
      noteAgentUse: 'records the use of an agent that has just been found',
      removeExpiredAgents: 'deletes expired agents of all projects',
    },
  },
})
