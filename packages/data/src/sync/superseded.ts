import type { ResultEntry } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { makeMappedScope, packEntries, type PackedEntries } from './messages.ts'

/** A record to deliver, with the modification time of its version. */
export interface VersionedEntry {
  id: string
  entry: ResultEntry
  /** Absent if the provider does not report it. */
  versionTime?: Date | undefined
}

/** When the provider was asked for records, and when it had answered, by our clock. */
export interface ReadingTime {
  readFrom: Date
  readUntil: Date
}

/** Returns the latest version of each record. */
export function findLatestVersions(entries: readonly VersionedEntry[]): Map<string, Date> {
  const versions = new Map<string, Date>()
  for (const { id, versionTime } of entries) {
    const known = versions.get(id)
    if (versionTime && (!known || known < versionTime)) versions.set(id, versionTime)
  }
  return versions
}

/**
 * Leaves out records of which a newer version was sent, if the destination is ordered by record. Returns
 * what is left and how many were left out.
 */
export async function leaveOutSuperseded(
  services: Services,
  tx: Db,
  packed: PackedEntries,
  { entries, ...time }: { entries: readonly VersionedEntry[] } & ReadingTime,
): Promise<{ packed: PackedEntries; superseded: number }> {
  const { projectId, installationId, plan } = packed
  const versions = findLatestVersions(entries)
  if (versions.size === 0 || plan.isOnRequest) return { packed, superseded: 0 }
  const superseded = await services.notifications.findSuperseded(tx, {
    projectId,
    destination: plan.destination,
    recordsOf: makeMappedScope(installationId, plan.objectName),
    versions,
    ...time,
  })
  if (superseded.size === 0) return { packed, superseded: 0 }
  const left = entries.filter(({ id }) => !superseded.has(id))
  return {
    packed: await packEntries(services, packed, left),
    superseded: entries.length - left.length,
  }
}
