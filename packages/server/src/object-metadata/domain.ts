import { domain } from '../domain.ts'
import { connectionsDomain } from '../connections/domain.ts'
import { downloadsDomain } from '../downloads/domain.ts'
import { installationsDomain } from '../installations/domain.ts'
import { integrationsDomain } from '../integrations/domain.ts'
import { operationsDomain } from '../operations/domain.ts'
import { projectsDomain } from '../projects/domain.ts'
import { syncDomain } from '../sync/domain.ts'
import { objectMetadataRoutes } from './routes.ts'
import { objectMetadataJobs, watchingJobs } from './jobs.ts'

/** Objects and fields of accounts, and custom fields created in them. */
export const objectMetadataDomain = domain({
  name: 'object-metadata',
  uses: [
    connectionsDomain,
    downloadsDomain,
    installationsDomain,
    integrationsDomain,
    operationsDomain,
    projectsDomain,
    syncDomain,
  ],
  tables: ['custom_fields', 'watched_schemas'],
  routes: (api, { services }) => objectMetadataRoutes(api, services),
  jobs: ({ database, services }) => ({
    others: objectMetadataJobs(database),
    asking: watchingJobs(database, services),
  }),
  cron: {
    'end-abandoned-upserts': '* * * * *',
  },
})
