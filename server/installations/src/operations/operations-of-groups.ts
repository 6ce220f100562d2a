import type { InstallationId, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { findInstallationsOfGroup, groupsOfInstallations } from '../installations/installations.ts'

/**
 * Returns the installations that a filter by group and installation selects; undefined for all.
 */
export async function findRequestedInstallations(
  db: Db,
  projectId: ProjectId,
  { groupRef, installationId }: { groupRef?: string; installationId?: InstallationId },
): Promise<InstallationId[] | undefined> {
  if (groupRef === undefined) {
    if (installationId === undefined) return undefined
    // An installation of another project would otherwise be searched for in all of this one's
    // operations.
    const known = await groupsOfInstallations(db, [installationId])
    return [...known.keys()]
  }
  const ids = await findInstallationsOfGroup(db, projectId, groupRef)
  return installationId ? ids.filter((id) => id === installationId) : ids
}

/** Returns the groups of operations or log entries, by installation. */
export const groupsOfOperations = (db: Db, rows: readonly { installationId: InstallationId }[]) =>
  groupsOfInstallations(db, [...new Set(rows.map((row) => row.installationId))])
