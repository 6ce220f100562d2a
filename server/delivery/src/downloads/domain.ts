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
      reason: 'The expiry of a URL depends on its event and the state of its deliveries.',
    },
  ],
  jobs: ({ database, services: { retention } }) => ({ others: downloadJobs(database, retention) }),
  cron: {
    'delete-expired-downloads': '*/15 * * * *',
  },
  acrossTenants: {
    'downloads/downloads.ts': {
      findDownload: 'serves a signed URL, which names no tenant',
      deleteExpiredDownloads: 'deletes downloads of deleted events, in all projects',
    },
  },
})
