import type { CatalogueEntry } from '@platform/connector'

/** The list that is read where the catalogue names no call that tries credentials. */
export const firstList = ({ connector }: CatalogueEntry): string | undefined =>
  Object.entries(connector?.knownObjects?.() ?? {}).find(([, { read }]) => read)?.[0]

/** Whether a call can verify credentials immediately. */
export const canBeTried = (entry: CatalogueEntry): boolean =>
  entry.info.authHealthCheck !== undefined || firstList(entry) !== undefined
