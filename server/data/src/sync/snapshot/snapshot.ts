import { hash } from 'node:crypto'
import { loopTurn, type ProviderRecord } from '@platform/connector'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { isHeld } from '@platform/installations/operations/fence'
import { logOperation } from '@platform/installations/operations/logs'
import {
  findOperation,
  isDeliveredBefore,
  type OperationRow,
} from '@platform/installations/operations/operations'
import { getFreeBytes } from '@platform/tenancy/projects/stored-bytes'
import type { Services } from '@platform/kernel/services'
import type { InstallationRow } from '@platform/installations/installations/installations'
import { changeObject } from '../object/change-object.ts'
import { lockObject } from '../object/hold-object.ts'
import { findInstallationObject, type InstallationObjectRow } from '../object/store.ts'
import { LeaseLostError } from '@platform/kernel/leases/lease'
import {
  countSnapshot,
  findSnapshotRecords,
  forgetRecords,
  markSeen,
  upsertSnapshotRecords,
} from './store.ts'
import { formatCounted, isKept } from '@platform/kernel/values'

declare module '@platform/kernel/services' {
  interface Services {
    /** Maximum number of records per object in a snapshot. */
    snapshotRecords: number
  }
}

/**
 * For providers without modification times, a read returns all records. A snapshot, with a hash of
 * each record in the database, shows which are new, changed or deleted. The hashes of a page commit
 * with its messages and checkpoint, so an interrupted read continues with them. A triggered read
 * delivers everything it reads and does not change the snapshot.
 */
export const readsOnward = ({ readType }: Pick<OperationRow, 'readType'>) =>
  readType === 'backfill' || readType === 'scheduled'

/** Longer IDs exceed the size of an index key. */
const maxIdLength = 500

/** Approximate size of a record, as counted by the table's trigger. */
const countRecordBytes = (recordId: string) => 250 + 2 * Buffer.byteLength(recordId)

interface SnapshotRead {
  operation: OperationRow
  installation: InstallationRow
}

/** Logs how changes are found, at the start or restart of every read. */
export async function beginSnapshot(
  services: Services,
  db: Db,
  { operation, installation }: SnapshotRead,
): Promise<void> {
  const { projectId, id: operationId, installationId, objectName } = operation
  await inTransaction(db, async (tx) => {
    const object = await lockObject(tx, installationId, objectName)
    if (!object || !(await isHeld(tx, operation))) throw new LeaseLostError()
    const { state } = await changeObject(services, tx, installation, object, {
      type: 'snapshot-begun',
    })
    const known = state.snapshotRecords ?? 0
    await logOperation(tx, {
      projectId,
      operationId,
      severity: 'info',
      msg: operation.checksDeletions
        ? `Checking for deleted records: the IDs of all records are compared with ${known} known ones. Changes are delivered by the other reads.`
        : `The provider does not select changed records: all are read and compared with a snapshot of ${formatCounted(known, 'record')}.`,
    })
  })
}

/**
 * Deletes a snapshot that is no longer needed: the provider now reports times of change, or the manifest
 * no longer asks for deletions.
 */
export async function dropSnapshot(
  services: Services,
  db: Db,
  { operation, installation }: SnapshotRead,
): Promise<void> {
  const { installationId, objectName } = operation
  await inTransaction(db, async (tx) => {
    const object = await lockObject(tx, installationId, objectName)
    if (!object || !(await isHeld(tx, operation))) throw new LeaseLostError()
    await changeObject(services, tx, installation, object, { type: 'snapshot-dropped' })
  })
}

/**
 * Reports whether a read only builds the snapshot: the first one of an object without a backfill,
 * or whose backfill was canceled, delivers only later changes.
 */
export async function isFirstLook(
  db: Db,
  { readType }: OperationRow,
  object: InstallationObjectRow | undefined,
): Promise<boolean> {
  if (readType !== 'scheduled' || !object || object.snapshotTime !== null) return false
  if (object.watermark === null) return true
  const backfill = object.backfillOperationId
    ? await findOperation(db, object.backfillOperationId)
    : undefined
  return backfill?.status === 'canceled'
}

/** How a read uses the snapshot. */
export interface SnapshotReading {
  /** Whether the read only builds the snapshot. */
  isLook: boolean
  /**
   * Present if records did not fit into the snapshot: the previous read delivered those of them that were last
   * modified before this time.
   */
  leftOutUntil?: Date
}

/**
 * Returns until when the previous read has delivered the records that the snapshot lacks; undefined if it lacks
 * none, or if that read may have left some out.
 */
export async function findLeftOutUntil(
  db: Db,
  operation: OperationRow,
  object: InstallationObjectRow | undefined,
  max: number,
): Promise<Date | undefined> {
  const { readType, since } = operation
  if (readType !== 'scheduled' || !since || !object || object.snapshotTime === null)
    return undefined
  const isFull = (object.snapshotRecords ?? 0) >= max || object.snapshotLeftOut > 0
  return isFull && (await isDeliveredBefore(db, operation)) ? since : undefined
}

/** Modification times in seconds are up to a second earlier than the modification. */
const precisionMs = 1_000

const isBefore = ({ updatedTime }: ProviderRecord, time: Date) =>
  updatedTime !== undefined && Date.parse(updatedTime) + precisionMs < time.getTime()

export interface Comparison {
  /** The records to deliver. */
  news: ProviderRecord[]
  /** Hash of each record by ID. */
  hashes: Map<string, string>
  known: ReadonlySet<string>
  /** Number of records whose IDs are too long to be recognized, or would be changed by the database. */
  nameless: number
  /** IDs of existing records that are too large to read: unchanged, and not missing. */
  unread: readonly string[]
  /** IDs of known records that no longer match the filter: forgotten, and not deleted. */
  unmatched: readonly string[]
}

/** Hash of a record of which only the existence is checked. */
const notCompared = ''

/** Compares the records of a page with the snapshot. */
export async function compareWithSnapshot(
  db: Db,
  operation: OperationRow,
  {
    records,
    leftOut,
    unmatched: others,
    isLook,
    leftOutUntil,
  }: {
    records: readonly ProviderRecord[]
    leftOut: readonly string[]
    unmatched: readonly string[]
  } & SnapshotReading,
): Promise<Comparison> {
  const ids = [...new Set(records.map(({ id }) => id).filter(isKey))]
  const rows = ids.length === 0 ? [] : await findSnapshotRecords(db, operation, ids)
  const known = new Map(rows.map((row) => [row.recordId, row]))
  if (operation.checksDeletions) {
    const added = ids.filter((id) => !known.has(id))
    return {
      ...{ news: [], nameless: 0, unmatched: others.filter(isKey) },
      hashes: new Map(added.map((id) => [id, notCompared])),
      known: new Set(known.keys()),
      // Only their existence is of interest.
      unread: [...known.keys(), ...leftOut.filter(isKey)],
    }
  }
  const hashes = new Map<string, string>()
  const news: ProviderRecord[] = []
  let nameless = 0
  const loop = loopTurn()
  for (const record of records) {
    if (loop.mustPause()) await loop.pause()
    const isOldVersion = leftOutUntil !== undefined && isBefore(record, leftOutUntil)
    if (!isKey(record.id)) {
      nameless++
      if (!isLook && !isOldVersion) news.push(record)
      continue
    }
    const content = recordHash(record.raw)
    // Shifting pages may return a record twice.
    if (hashes.get(record.id) === content) continue
    hashes.set(record.id, content)
    const before = known.get(record.id)
    const isSame = before?.hash === content
    // A backfill delivers everything once, even if it restarts.
    const isOld = isSame && (operation.readType !== 'backfill' || before.seenBy === operation.id)
    const isUnwanted = before === undefined && (isLook || isOldVersion)
    if (!isOld && !isUnwanted) news.push(record)
  }
  const unread = leftOut.filter(isKey)
  const unmatched = others.filter(isKey)
  return { news, hashes, known: new Set(known.keys()), nameless, unread, unmatched }
}

/**
 * Stores the compared records within the limit; those beyond it are delivered each time. Returns whether
 * all have been stored.
 */
export async function keepSnapshot(
  { tenantLimits, snapshotRecords: max }: Services,
  tx: Db,
  operation: OperationRow,
  { hashes, known, nameless, unread, unmatched }: Comparison,
): Promise<boolean> {
  const { projectId, id, installationId, objectName } = operation
  const isNew = (recordId: string) => !known.has(recordId)
  const of = { projectId, installationId, objectName }
  const forgotten = unmatched.length > 0 ? await forgetRecords(tx, of, unmatched) : 0
  if (forgotten > 0) await countSnapshot(tx, of, { records: -forgotten, leftOut: 0 })
  const object = await findInstallationObject(tx, installationId, objectName)
  let places = max - (object?.snapshotRecords ?? 0)
  let bytes = [...hashes.keys()].some(isNew) ? await getFreeBytes(tx, tenantLimits, projectId) : 0
  let added = 0
  let leftOut = nameless
  const kept: { recordId: string; hash: string }[] = []
  for (const [recordId, content] of hashes) {
    if (isNew(recordId)) {
      const size = countRecordBytes(recordId)
      if (places < 1 || bytes < size) {
        leftOut++
        continue
      }
      places--
      bytes -= size
      added++
    }
    kept.push({ recordId, hash: content })
  }
  if (kept.length > 0) await upsertSnapshotRecords(tx, of, id, kept)
  if (unread.length > 0) await markSeen(tx, of, id, unread)
  if (added > 0 || leftOut > 0) await countSnapshot(tx, of, { records: added, leftOut })
  return leftOut === 0
}

const isKey = (id: string) => id.length <= maxIdLength && isKept(id)

/** Hashes the content independently of the order of its members. */
export const recordHash = (raw: Record<string, unknown>): string =>
  hash('sha256', JSON.stringify(raw, inOrder), 'base64url').slice(0, 22)

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value
