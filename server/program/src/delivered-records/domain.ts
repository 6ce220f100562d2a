import { domain } from '@platform/kernel/domain'
import { downloadsDomain } from '@platform/delivery/downloads/domain'
import { installationsDomain } from '@platform/installations/installations/domain'
import { notificationsDomain } from '@platform/delivery/notifications/domain'
import { serveDeliveredRecords } from './routes.ts'

/** Views of delivered records, as far as the customer allows. */
export const deliveredRecordsDomain = domain({
  name: 'delivered-records',
  uses: [downloadsDomain, installationsDomain, notificationsDomain],
  routes: (api, { notifications }) => serveDeliveredRecords(api, notifications),
})
