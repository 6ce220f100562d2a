import { domain } from '@platform/kernel/domain'
import { signInDomain } from '../sign-in/domain.ts'
import { auditRoutes } from './routes.ts'
import { auditJobs } from './jobs.ts'

/** Audit log: who changed what, kept for 90 days. */
export const auditDomain = domain({
  name: 'audit',
  uses: [signInDomain],
  tables: ['audit_log'],
  routes: auditRoutes,
  jobs: ({ database, services: { retention } }) => ({ others: auditJobs(database, retention) }),
  cron: {
    'expire-audit-log': '41 2 * * *',
  },
  acrossTenants: {
    'audit/store.ts': {
      insertRecords: 'writes records of several organizations by one statement, each with its own',
      insertRecord: 'is part of whatever transaction makes the change',
      removeRecords: 'forgets, as the owner of the table, what is older than anybody keeps',
    },
  },
})
