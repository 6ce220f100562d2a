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
      insertRecords:
        'writes records of several organizations by one statement, each with its organization',
      insertRecord: 'joins the transaction of the change',
      removeRecords: 'deletes records older than the longest retention, as the owner of the table',
    },
  },
})
