import { domain } from '@platform/kernel/domain'
import { installationsDomain } from '@platform/installations/installations/domain'
import { integrationsDomain } from '@platform/installations/integrations/domain'
import { projectsDomain } from '@platform/tenancy/projects/domain'
import { echoJobs } from './jobs.ts'

/** Own writes that come back as changes. */
export const echoesDomain = domain({
  name: 'echoes',
  uses: [installationsDomain, integrationsDomain, projectsDomain],
  tables: ['written_records'],
  foreignTables: [
    {
      tables: ['operations', 'writes'],
      reason:
        'A write that is in progress is recognized by its row: a copy would cost each write more.',
    },
  ],
  jobs: ({ database }) => ({ others: echoJobs(database) }),
  cron: { 'forget-written-records': '47 * * * *' },
  acrossTenants: {
    'echoes/store.ts': {
      removeExpired: 'deletes records of all projects that were written long ago',
    },
  },
})
