import type { CatalogueEntry } from '@platform/connector'

/** The list that is read where the catalogue names no call that tries credentials. */
export const firstList = ({ connector }: CatalogueEntry): string | undefined =>
  Object.entries(connector?.knownObjects?.() ?? {}).find(([, { read }]) => read)?.[0]

/** Whether there is a call that tells at once how the provider takes credentials. */
export const canBeTried = (entry: CatalogueEntry): boolean =>
  entry.info.authHealthCheck !== undefined || firstList(entry) !== undefined
