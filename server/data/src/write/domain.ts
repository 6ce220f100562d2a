import { domain } from '@platform/kernel/domain'
import { echoesDomain } from '../echoes/domain.ts'
import { connectionsDomain } from '@platform/connections/connections/domain'
import { installationsDomain } from '@platform/installations/installations/domain'
import { integrationsDomain } from '@platform/installations/integrations/domain'
import { operationsDomain } from '@platform/installations/operations/domain'
import { projectsDomain } from '@platform/tenancy/projects/domain'
import { approvalJobs } from './approvals/jobs.ts'
import { approvalRoutes } from './approvals/routes.ts'
import { selectOverdue } from './approvals/store.ts'
import { writeRoutes } from './routes.ts'
import { selectSilentWrites, sendingJobs, writeJobs } from './jobs.ts'

/** Writes of records. */
export const writeDomain = domain({
  name: 'write',
  uses: [
    connectionsDomain,
    echoesDomain,
    installationsDomain,
    integrationsDomain,
    operationsDomain,
    projectsDomain,
  ],
  tables: ['approvals', 'upsert_keys', 'writes'],
  foreignTables: [
    {
      tables: ['projects'],
      reason: 'The link of an approval is found with its project, by one statement per request.',
    },
  ],
  routes: (api, { database, services }) => {
    writeRoutes(api, services)
    approvalRoutes(api, services, database)
  },
  jobs: ({ database, services }) => ({
    others: { ...writeJobs(database, services), ...approvalJobs(database, services) },
    sending: sendingJobs(database, services),
  }),
  cron: { 'forget-upsert-keys': '37 * * * *' },
  checks: {
    'end-abandoned-writes': [selectSilentWrites],
    'expire-approvals': [selectOverdue],
  },
  acrossTenants: {
    'write/upsert-keys.ts': {
      removeForgottenKeys: 'deletes the expired write keys of all projects',
    },
    'write/approvals/store.ts': {
      findApprovalByLink: 'finds the tenant of an approval link by its secret',
      selectOverdue: 'finds waiting writes of all projects about which nobody has decided in time',
    },
  },
})
