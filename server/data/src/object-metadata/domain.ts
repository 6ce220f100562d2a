import { domain } from '@platform/kernel/domain'
import { connectionsDomain } from '@platform/connections/connections/domain'
import { downloadsDomain } from '@platform/delivery/downloads/domain'
import { installationsDomain } from '@platform/installations/installations/domain'
import { integrationsDomain } from '@platform/installations/integrations/domain'
import { operationsDomain } from '@platform/installations/operations/domain'
import { projectsDomain } from '@platform/tenancy/projects/domain'
import { syncDomain } from '../sync/domain.ts'
import { objectMetadataRoutes } from './routes.ts'
import { objectMetadataJobs, selectAbandonedUpserts, watchingJobs } from './jobs.ts'

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
  tables: ['custom_fields', 'field_leases', 'watched_schemas'],
  routes: (api, { database, services }) => objectMetadataRoutes(api, database, services),
  jobs: ({ database, services }) => ({
    others: objectMetadataJobs(database),
    asking: watchingJobs(database, services),
  }),
  checks: { 'end-abandoned-upserts': [selectAbandonedUpserts] },
  acrossTenants: {
    'object-metadata/field-leases.ts': {
      takeFieldLease: 'takes turns with other projects that are connected to the same account',
    },
  },
})
