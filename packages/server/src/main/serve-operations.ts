import { auditRoutes } from '../audit/routes.ts'
import { connectionRoutes } from '../connections/routes.ts'
import type { Database } from '../db/database.ts'
import { findRoutes } from '../find/routes.ts'
import type { Api } from '../http/api.ts'
import { installationRoutes } from '../installations/routes.ts'
import { findInstalledProviders } from '../installations/store.ts'
import { integrationRoutes } from '../integrations/routes.ts'
import type { Notifications } from '../notifications/notifications.ts'
import { notificationRoutes } from '../notifications/routes.ts'
import { objectMetadataRoutes } from '../object-metadata/routes.ts'
import { operationRoutes } from '../operations/routes.ts'
import type { FindTxt } from '../organizations/claimed-domains.ts'
import { organizationRoutes } from '../organizations/routes.ts'
import { personalDataRoutes } from '../personal-data/routes.ts'
import { projectRoutes } from '../projects/routes.ts'
import { proxyRoutes } from '../proxy/routes.ts'
import { searchRoutes } from '../search/routes.ts'
import { removalRoutes } from '../removal/routes.ts'
import type { Services } from '../services.ts'
import type { Mailer } from '../sign-in/mailer.ts'
import { syncRoutes } from '../sync/routes.ts'
import { findLinksOf, isSubscribed } from '../subscribe/store.ts'
import { findInstallationObjects } from '../sync/store.ts'
import { writeRoutes } from '../write/routes.ts'

/** What rules use: what the process has, and what lower floors ask of higher ones. */
export const servicesOf = (
  parts: Omit<
    Services,
    'findObjectStates' | 'findSubscriptionStates' | 'isSubscribed' | 'findInstalledProviders'
  >,
): Services => ({
  ...parts,
  findObjectStates: findInstallationObjects,
  findSubscriptionStates: findLinksOf,
  isSubscribed,
  findInstalledProviders,
})

export interface OperationParts {
  database: Database
  services: Services
  notifications: Notifications
  mailer: Mailer
  proxyStallMs: number
  findTxt?: FindTxt
}

/** Serves every operation of the contract, in the program and in tests alike. */
export function serveOperations(
  api: Api,
  { database, services, notifications, mailer, proxyStallMs, findTxt }: OperationParts,
): void {
  const { publicUrl, tenantLimits } = services
  organizationRoutes(api, { tenantLimits, mailer, publicUrl, ...(findTxt && { findTxt }) })
  projectRoutes(api, services)
  integrationRoutes(api, services)
  connectionRoutes(api, database, services)
  installationRoutes(api, services)
  operationRoutes(api)
  personalDataRoutes(api)
  syncRoutes(api, services)
  writeRoutes(api, services)
  searchRoutes(api, services)
  proxyRoutes(api, services, { stallMs: proxyStallMs })
  objectMetadataRoutes(api, services)
  notificationRoutes(api, notifications)
  removalRoutes(api, services, notifications)
  findRoutes(api, services)
  auditRoutes(api)
}
