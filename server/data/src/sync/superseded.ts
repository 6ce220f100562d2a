import type { ProviderRecord } from '@platform/connector'
import type { ResultEntry } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { makeMappedScope, type ResultsOf } from './messages.ts'

/** A record to deliver, with the modification time of its version. */
export interface VersionedEntry {
  id: string
  entry: ResultEntry
  /** The record that was read; absent if the provider has none. */
  record: ProviderRecord | undefined
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
 * Returns the records of which a newer version was sent, if the destination is ordered by record: they
 * are left out.
 */
export async function findSuperseded(
  services: Services,
  tx: Db,
  { projectId, installationId, plan }: ResultsOf,
  { entries, ...time }: { entries: readonly VersionedEntry[] } & ReadingTime,
): Promise<ReadonlySet<string>> {
  const versions = findLatestVersions(entries)
  if (versions.size === 0 || plan.isOnRequest) return new Set()
  return services.notifications.findSuperseded(tx, {
    projectId,
    destination: plan.destination,
    recordsOf: makeMappedScope(installationId, plan.objectName),
    versions,
    ...time,
  })
}
