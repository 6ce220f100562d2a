import type { Health, ProjectId } from '@platform/contract'
import { healthOfConnection } from '@platform/connections/credentials/connection-record'
import { findTroubledConnections } from '@platform/connections/connections/connections'
import { findConnectedGroups } from '@platform/connections/connections/people/people'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { worstOf } from '@platform/kernel/values/health'
import { toInstallations } from './installation-record.ts'
import * as store from './store.ts'

/**
 * Returns the health of these customers in the same order: the worst of their installations and
 * connections; undefined without any.
 */
export async function healthOfGroups(
  services: Services,
  db: Db,
  { projectId, groupRefs }: { projectId: ProjectId; groupRefs: readonly string[] },
): Promise<(Health | undefined)[]> {
  if (groupRefs.length === 0) return []
  const [troubled, connected, rows] = await Promise.all([
    findTroubledConnections(db, { projectId, groupRefs }),
    findConnectedGroups(db, { projectId, groupRefs }),
    store.installationQuery(db, { projectId }).where('n.groupRef', 'in', groupRefs).execute(),
  ])
  const parts = [
    ...troubled.map((row) => ({ groupRef: row.groupRef, health: healthOfConnection(row) })),
    ...(await toInstallations(services, db, rows)).map(({ connection, health }) => ({
      groupRef: connection.group.groupRef,
      health,
    })),
  ]
  const ofGroups = Map.groupBy(parts, ({ groupRef }) => groupRef)
  const hasAny = new Set(connected.map(({ groupRef }) => groupRef))
  return groupRefs.map((groupRef) =>
    hasAny.has(groupRef)
      ? worstOf((ofGroups.get(groupRef) ?? []).map(({ health }) => health))
      : undefined,
  )
}
