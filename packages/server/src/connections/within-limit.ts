import type { ProjectId } from '@platform/contract'
import { mustBeWithin } from '../access/tenant-limits.ts'
import type { Db } from '../db/database.ts'
import type { Services } from '../services.ts'
import { countConnections } from './store.ts'

/**
 * Refuses a connection that this transaction has made when its group has more than it may then. An end
 * user makes them for their group alone, and so keeps no other from connecting.
 */
export const mustHavePlace = (
  { tenantLimits }: Services,
  tx: Db,
  { projectId, groupRef }: { projectId: ProjectId; groupRef: string },
): Promise<void> =>
  mustBeWithin(tx, tenantLimits, {
    what: 'connections',
    tenant: `${projectId} ${groupRef}`,
    count: () => countConnections(tx, { projectId, groupRef }),
  })
