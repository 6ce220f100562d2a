import { domain } from '@platform/kernel/domain'
import { echoesDomain } from '../echoes/domain.ts'
import { connectionsDomain } from '@platform/connections/connections/domain'
import { installationsDomain } from '@platform/installations/installations/domain'
import { integrationsDomain } from '@platform/installations/integrations/domain'
import { operationsDomain } from '@platform/installations/operations/domain'
import { projectsDomain } from '@platform/tenancy/projects/domain'
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
  tables: ['upsert_keys', 'writes'],
  routes: (api, { services }) => writeRoutes(api, services),
  jobs: ({ database, services }) => ({
    others: writeJobs(database, services),
    sending: sendingJobs(database, services),
  }),
  cron: { 'forget-upsert-keys': '37 * * * *' },
  checks: { 'end-abandoned-writes': [selectSilentWrites] },
  acrossTenants: {
    'write/upsert-keys.ts': {
      removeForgottenKeys: 'deletes the expired write keys of all projects',
    },
  },
})
