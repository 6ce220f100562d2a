import { connectionsDomain } from '@platform/connections/connections/domain'
import { domain } from '@platform/kernel/domain'
import { projectsDomain } from '@platform/tenancy/projects/domain'
import { installationsDomain } from '../installations/domain.ts'
import { integrationsDomain } from '../integrations/domain.ts'
import { connectLinkJobs } from './jobs.ts'
import { connectLinkRoutes } from './routes.ts'

/** Links to the hosted page, on which customers install an integration without a page of the product. */
export const connectLinksDomain = domain({
  name: 'connect-links',
  uses: [connectionsDomain, installationsDomain, integrationsDomain, projectsDomain],
  tables: ['connect_links'],
  foreignTables: [
    {
      tables: ['projects', 'integrations'],
      reason: 'A link is found with its project and its integration, by one statement per request.',
    },
  ],
  routes: (api, { database, services }) => connectLinkRoutes(api, database, services),
  jobs: ({ database }) => ({ others: connectLinkJobs(database) }),
  cron: { 'remove-expired-connect-links': '47 * * * *' },
  acrossTenants: {
    'connect-links/store.ts': {
      findLinkByHash: 'finds the tenant of a link by its secret',
      noteConnectLinkUse: 'records the use of a link that has just been found',
      removeExpiredLinks: 'deletes expired links of all projects',
    },
  },
})
