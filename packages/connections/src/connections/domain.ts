import { domain } from '@platform/kernel/domain'
import { projectsDomain } from '@platform/tenancy/projects/domain'
import { connectionRoutes } from './routes.ts'
import { connectionJobs, renewingJobs } from './jobs.ts'
import { budgetJobs } from '../provider/budgets/jobs.ts'

/**
 * Credentials of groups at providers, the flows that create them, and every call made with them.
 */
export const connectionsDomain = domain({
  name: 'connections',
  rooms: ['credentials', 'provider'],
  uses: [projectsDomain],
  tables: [
    'connect_sessions',
    'connection_refreshes',
    'connections',
    'consumers',
    'groups',
    'known_fields',
    'provider_budgets',
    'refresh_leases',
  ],
  foreignTables: [
    {
      tables: ['provider_apps'],
      reason: 'Connections are listed with the OAuth client of their tokens, page by page.',
    },
    {
      tables: ['projects'],
      reason:
        'Budgets of all projects are written by one statement, but those of a project that is gone.',
    },
  ],
  routes: (api, { database, services }) => connectionRoutes(api, database, services),
  jobs: ({ database, services }) => ({
    others: { ...connectionJobs(database), ...budgetJobs(database) },
    asking: renewingJobs(database, services),
  }),
  cron: {
    'refresh-tokens': '*/2 * * * *',
    'delete-expired-connect-sessions': '37 * * * *',
    'forget-provider-budgets': '29 * * * *',
  },
  acrossTenants: {
    'connections/session/store.ts': {
      waiting: 'finds the session of a browser that comes back, which names no tenant, by a secret',
      takeConnectSession: 'takes that session, by the same secret and one of the browser',
      deleteExpiredConnectSessions: 'forgets sessions that have ended, whoever began them',
    },
    'credentials/store.ts': {
      findExpiring: 'finds whose tokens end next; each is renewed in the view of its project',
      findDueTrials: 'finds whose refused credentials are due; each is tried in its project’s view',
    },
    'provider/budgets/store.ts': {
      findNow: 'asks what time it is',
      findBudgets: 'finds what processes know of budgets, each by its project and key',
      saveBudgets: 'writes it, each with its own project',
      removeExpiredBudgets: 'forgets what is of no use any more, whoever it is of',
    },
  },
})
