import type { ProjectId } from '@platform/contract'
import { mustBeWithin, type TenantLimits } from '../access/tenant-limits.ts'
import type { Db } from '../db/database.ts'
import { storedBytes } from './store.ts'

/** Refuses what this transaction has stored when the project has more bytes than it may then. */
export const mustHaveRoom = (tx: Db, limits: TenantLimits, projectId: ProjectId) =>
  mustBeWithin(tx, limits, {
    what: 'storedBytes',
    tenant: projectId,
    count: () => storedBytes(tx, projectId),
  })
