import type { CatalogueEntry } from '@platform/connector'

/** Lists that are read: one may be forbidden to a user who may see others. */
const maxLists = 3

/** Returns the lists to read if the catalogue names no health check. */
export const getFirstLists = ({ connector }: CatalogueEntry): string[] =>
  Object.entries(connector?.knownObjects?.() ?? {})
    .flatMap(([name, { read }]) => (read ? [name] : []))
    .slice(0, maxLists)

/** Whether a call can verify credentials immediately. */
export const canBeTried = (entry: CatalogueEntry): boolean =>
  entry.info.authHealthCheck !== undefined || getFirstLists(entry).length > 0
