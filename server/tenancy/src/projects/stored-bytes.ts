import type { ProjectId } from '@platform/contract'
import { mustBeWithin, type TenantLimits } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { getStoredBytes } from './store.ts'

/** Rejects what this transaction has stored if the project now exceeds its limit. */
export const mustHaveRoom = (tx: Db, limits: TenantLimits, projectId: ProjectId) =>
  mustBeWithin(tx, limits, {
    what: 'storedBytes',
    tenant: projectId,
    count: () => getStoredBytes(tx, projectId),
  })

/**
 * Returns how many bytes the server may store by itself: a quarter is reserved for what people
 * save.
 */
export const getFreeBytes = async (
  db: Db,
  limits: TenantLimits,
  projectId: ProjectId,
): Promise<number> => limits.storedBytes * 0.75 - (await getStoredBytes(db, projectId))
