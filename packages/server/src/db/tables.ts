import type { IntegrationTables } from './tables/integrations.ts'
import type { NotificationTables } from './tables/notifications.ts'
import type { OrganizationTables } from './tables/organizations.ts'
import type { PublishedPackagesTable } from './tables/published-packages.ts'

/** Every table, as Kysely sees it: columns in camelCase. */
export interface Tables extends OrganizationTables, NotificationTables, IntegrationTables {
  publishedPackages: PublishedPackagesTable
}
