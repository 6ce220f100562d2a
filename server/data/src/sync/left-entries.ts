import type { Connector, ProviderRecord } from '@platform/connector'
import type { InstallationRow } from '@platform/installations/installations/installations'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { findWritten, markEntries } from '../echoes/mark-entries.ts'
import {
  packEntries,
  packPage,
  type PackedEntries,
  makeMappedScope,
  type ResultsOf,
} from './messages.ts'
import type { ResultEntry } from '@platform/contract'

/** A page of a read before its transaction. */
export interface ReadEntries {
  of: ResultsOf
  entries: readonly VersionedEntry[]
  /** Absent if own writes may have caused some of the changes: then the transaction packs them. */
  packed: PackedEntries | undefined
  written: Awaited<ReturnType<typeof findWritten>>
}

/** What is left of a page, and how many records were left out. */
export interface LeftEntries {
  packed: PackedEntries
  superseded: number
  /** Changes that own writes caused: delivered with a mark, and left out. */
  marked: number
  dropped: number
  /** Call it after the messages were sent, in the same transaction. */
  keepEchoes(): Promise<void>
}

/** Prepares a page before the transaction with `leaveOut`. */
export async function prepareEntries(
  services: Services,
  db: Db,
  of: ResultsOf,
  {
    id,
    installation,
    entries,
  }: { id: string; installation: InstallationRow; entries: readonly VersionedEntry[] },
): Promise<ReadEntries> {
  const ids = entries.map((entry) => entry.id)
  const written = await findWritten(db, installation, of.plan.objectName, ids)
  const packed = written.length === 0 ? await packPage(services, of, { id, entries }) : undefined
  return { of, entries, packed, written }
}

/** Leaves out what the destination has received in a newer version, and what own writes caused. */
export async function leaveOut(
  services: Services,
  tx: Db,
  { of, entries, packed, written }: ReadEntries,
  {
    installation,
    connector,
    dropsEchoes,
    ...time
  }: ReadingTime & {
    installation: InstallationRow
    connector: Connector
    dropsEchoes: boolean
  },
): Promise<LeftEntries> {
  const superseded = await findSuperseded(services, tx, of, { entries, ...time })
  const newest = entries.filter(({ id }) => !superseded.has(id))
  const counts = { superseded: entries.length - newest.length, marked: 0, dropped: 0 }
  if (packed) {
    const left = superseded.size === 0 ? packed : await packEntries(services, of, newest)
    return { packed: left, ...counts, keepEchoes: async () => {} }
  }
  const echoes = await markEntries(
    services,
    tx,
    {
      installation,
      connector,
      plan: of.plan,
      dropsEchoes,
      readFrom: time.readFrom,
    },
    { entries: newest, found: written },
  )
  const left = await packEntries(services, of, echoes.left)
  const { marked, dropped } = echoes
  return {
    packed: left,
    ...{ ...counts, marked, dropped },
    keepEchoes: () => echoes.store(left.messages),
  }
}

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
interface ReadingTime {
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
async function findSuperseded(
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
