import type { IntegrationTables } from './tables/integrations.ts'
import type { NotificationTables } from './tables/notifications.ts'
import type { OrganizationTables } from './tables/organizations.ts'
import type { ProviderBudgetTable } from './tables/provider-budgets.ts'
import type { PublishedPackagesTable } from './tables/published-packages.ts'
import type { SubscriptionTables } from './tables/subscriptions.ts'
import type { WatchedSchemaTable } from './tables/watched-schemas.ts'

/** Every table, with columns in camelCase, for Kysely. */
export interface Tables
  extends OrganizationTables, NotificationTables, IntegrationTables, SubscriptionTables {
  publishedPackages: PublishedPackagesTable
  watchedSchemas: WatchedSchemaTable
  providerBudgets: ProviderBudgetTable
}
