import { domain } from '../domain.ts'
import { connectionsDomain } from '../connections/domain.ts'
import { installationsDomain } from '../installations/domain.ts'
import { integrationsDomain } from '../integrations/domain.ts'
import { operationsDomain } from '../operations/domain.ts'
import { projectsDomain } from '../projects/domain.ts'
import { writeRoutes } from './routes.ts'
import { sendingJobs, writeJobs } from './jobs.ts'

/** Writes of records. */
export const writeDomain = domain({
  name: 'write',
  uses: [
    connectionsDomain,
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
  cron: {
    'end-abandoned-writes': '* * * * *',
    'forget-upsert-keys': '37 * * * *',
  },
  acrossTenants: {
    'write/upsert-keys.ts': {
      removeForgottenKeys: 'deletes keys that no write needs any more, whoever they are of',
    },
  },
})
