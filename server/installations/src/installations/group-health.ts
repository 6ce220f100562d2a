import type { Health, ProjectId } from '@platform/contract'
import { healthOfConnection } from '@platform/connections/credentials/connection-record'
import { findTroubledConnections } from '@platform/connections/connections/connections'
import { findConnectedGroups } from '@platform/connections/connections/people/people'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { findWorst } from '@platform/kernel/values'
import { toInstallations } from './installation-record.ts'
import * as store from './store.ts'

export interface GroupState {
  /** The worst health of installations and connections; undefined without any. */
  health: Health | undefined
  /** Start of the last read of any object. */
  lastReadTime: string | undefined
}

/** Returns the state of these customers in the same order. */
export async function statesOfGroups(
  services: Services,
  db: Db,
  { projectId, groupRefs }: { projectId: ProjectId; groupRefs: readonly string[] },
): Promise<GroupState[]> {
  if (groupRefs.length === 0) return []
  const [troubled, connected, rows] = await Promise.all([
    findTroubledConnections(db, { projectId, groupRefs }),
    findConnectedGroups(db, { projectId, groupRefs }),
    store.installationQuery(db, { projectId }).where('n.groupRef', 'in', groupRefs).execute(),
  ])
  const parts = [
    ...troubled.map((row) => ({
      groupRef: row.groupRef,
      health: healthOfConnection(row),
      readTimes: [],
    })),
    ...(await toInstallations(services, db, rows)).map(({ connection, health, objects }) => ({
      groupRef: connection.group.groupRef,
      health,
      readTimes: Object.values(objects).flatMap(({ lastRunTime }) => lastRunTime ?? []),
    })),
  ]
  const ofGroups = Map.groupBy(parts, ({ groupRef }) => groupRef)
  const hasAny = new Set(connected.map(({ groupRef }) => groupRef))
  return groupRefs.map((groupRef) => {
    const own = ofGroups.get(groupRef) ?? []
    return {
      health: hasAny.has(groupRef) ? findWorst(own.map(({ health }) => health)) : undefined,
      lastReadTime: own
        .flatMap(({ readTimes }) => readTimes)
        .toSorted()
        .at(-1),
    }
  })
}
