import { domain } from '@platform/kernel/domain'
import { notificationsDomain } from '../notifications/domain.ts'
import { downloadJobs } from './jobs.ts'

/** Content too large for an event, served from a signed URL. */
export const downloadsDomain = domain({
  name: 'downloads',
  uses: [notificationsDomain],
  tables: ['downloads'],
  foreignTables: [
    {
      tables: ['deliveries', 'destinations', 'events'],
      reason: 'How long an address works hangs on its event and how the deliveries of that stand.',
    },
  ],
  jobs: ({ database, services: { retention } }) => ({ others: downloadJobs(database, retention) }),
  cron: {
    'delete-expired-downloads': '*/15 * * * *',
  },
  acrossTenants: {
    'downloads/downloads.ts': {
      findDownload: 'answers a signed address, which names no tenant',
      deleteExpiredDownloads: 'deletes that of events that are gone, whoever it is of',
    },
  },
})
