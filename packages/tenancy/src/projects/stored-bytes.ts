import type { ProjectId } from '@platform/contract'
import { mustBeWithin, type TenantLimits } from '@platform/kernel/access/tenant-limits'
import type { Db } from '@platform/kernel/db/database'
import { storedBytes } from './store.ts'

/** Refuses what this transaction has stored when the project has more bytes than it may then. */
export const mustHaveRoom = (tx: Db, limits: TenantLimits, projectId: ProjectId) =>
  mustBeWithin(tx, limits, {
    what: 'storedBytes',
    tenant: projectId,
    count: () => storedBytes(tx, projectId),
  })

/** How many bytes the server may keep of its own accord: a quarter is left for what people save. */
export const roomOf = async (db: Db, limits: TenantLimits, projectId: ProjectId): Promise<number> =>
  limits.storedBytes * 0.75 - (await storedBytes(db, projectId))
