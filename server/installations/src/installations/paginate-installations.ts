import type { Installation, PageParameters } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { paginateAll, paginateMatching, type ListOrder } from '@platform/kernel/http/paginate'
import type { Services } from '@platform/kernel/services'
import { toInstallations } from './installation-record.ts'
import type { installationQuery } from './store.ts'

interface InstallationPage {
  db: Db
  wanted: ReturnType<typeof installationQuery>
  query: PageParameters & { health?: Installation['health']['state'] | 'unhealthy' | undefined }
  order: ListOrder
}

/**
 * Paginates installations, filtered by health if given. Health is derived from several records for
 * each installation, so the filter applies to the derived value.
 */
export function paginateInstallations(
  services: Services,
  { db, wanted, query, order }: InstallationPage,
): Promise<Installation[]> {
  const { health } = query
  const toItems = (rows: Parameters<typeof toInstallations>[2]) =>
    toInstallations(services, db, rows)
  if (health === undefined) return paginateAll(wanted, query, toItems, order)
  return paginateMatching(wanted, query, {
    toItems,
    matches: (installation) =>
      health === 'unhealthy'
        ? installation.healthStatus === 'unhealthy'
        : installation.health.state === health,
    keyOf: ({ id }) => id,
    order,
  })
}
