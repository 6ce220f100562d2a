import type { CatalogueEntry } from '@platform/connector'

/** Returns the list to read if the catalogue names no health check. */
export const firstList = ({ connector }: CatalogueEntry): string | undefined =>
  Object.entries(connector?.knownObjects?.() ?? {}).find(([, { read }]) => read)?.[0]

/** Whether a call can verify credentials immediately. */
export const canBeTried = (entry: CatalogueEntry): boolean =>
  entry.info.authHealthCheck !== undefined || firstList(entry) !== undefined
