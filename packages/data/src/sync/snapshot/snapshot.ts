import { createHash } from 'node:crypto'
import type { ProviderRecord } from '@platform/connector'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { loopTurn } from '@platform/kernel/egress/loop-turn'
import { isHeld } from '@platform/installations/operations/fence'
import { logOperation } from '@platform/installations/operations/logs'
import { findOperation, type OperationRow } from '@platform/installations/operations/operations'
import { roomOf } from '@platform/tenancy/projects/stored-bytes'
import type { Services } from '@platform/kernel/services'
import type { InstallationRow } from '@platform/installations/installations/installations'
import { changeObject } from '../object/change-object.ts'
import { lockObject } from '../object/hold-object.ts'
import { findInstallationObject, type InstallationObjectRow } from '../object/store.ts'
import { TakenOver } from '../taken-over.ts'
import { countSnapshot, findSnapshotRecords, upsertSnapshotRecords } from './store.ts'
import { counted } from '@platform/kernel/values/counted'

declare module '@platform/kernel/services' {
  interface Services {
    /** The most records of an object that are compared with what they were. */
    snapshotRecords: number
  }
}

/**
 * If a provider reports no modification times, a read returns all records. A snapshot, which is a hash of
 * each in the database, shows which of them are new, changed or deleted.
 *
 * A page's hashes are kept in the transaction that has its messages and its checkpoint, so that a
 * killed read goes on with what it had. A triggered read delivers all that it reads and leaves the
 * snapshot as it is.
 */
export const readsOnward = ({ readType }: Pick<OperationRow, 'readType'>) =>
  readType === 'backfill' || readType === 'scheduled'

/** IDs beyond this are no keys of an index. */
const longestId = 500

/** About what one record takes, as the table's trigger counts it. */
const bytesOf = (recordId: string) => 250 + 2 * Buffer.byteLength(recordId)

interface SnapshotRead {
  operation: OperationRow
  installation: InstallationRow
}

/** Logs how changes are found. Every read that begins, or begins anew, begins so. */
export async function beginSnapshot(
  services: Services,
  db: Db,
  { operation, installation }: SnapshotRead,
): Promise<void> {
  const { projectId, id: operationId, installationId, objectName } = operation
  await inTransaction(db, async (tx) => {
    const object = await lockObject(tx, installationId, objectName)
    if (!object || !(await isHeld(tx, operation))) throw new TakenOver()
    const { state } = await changeObject(services, tx, installation, object, {
      type: 'snapshot-begun',
    })
    const known = state.snapshotRecords ?? 0
    await logOperation(tx, {
      projectId,
      operationId,
      severity: 'info',
      msg: `The provider reports no modification times: all records are read and compared with a snapshot of ${counted(known, 'record')}.`,
    })
  })
}

/** Deletes a snapshot that is no longer kept: the provider reports times of change by now. */
export async function dropSnapshot(
  services: Services,
  db: Db,
  { operation, installation }: SnapshotRead,
): Promise<void> {
  const { installationId, objectName } = operation
  await inTransaction(db, async (tx) => {
    const object = await lockObject(tx, installationId, objectName)
    if (!object || !(await isHeld(tx, operation))) throw new TakenOver()
    await changeObject(services, tx, installation, object, { type: 'snapshot-dropped' })
  })
}

/**
 * Whether a read only learns what there is: the first of an object without a backfill, or whose
 * backfill was canceled, delivers what changes from then on.
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

export interface Comparison {
  /** The records to deliver. */
  news: ProviderRecord[]
  /** Hash of each record by ID. */
  hashes: Map<string, string>
  known: ReadonlySet<string>
  /** Records whose IDs are too long to be known again. */
  nameless: number
}

/** Compares the records of a page with what is known of them. */
export async function compareWithSnapshot(
  db: Db,
  operation: OperationRow,
  { records, isLook }: { records: readonly ProviderRecord[]; isLook: boolean },
): Promise<Comparison> {
  const ids = [...new Set(records.map(({ id }) => id).filter(isKey))]
  const rows = ids.length === 0 ? [] : await findSnapshotRecords(db, operation, ids)
  const known = new Map(rows.map((row) => [row.recordId, row]))
  const hashes = new Map<string, string>()
  const news: ProviderRecord[] = []
  let nameless = 0
  const loop = loopTurn()
  for (const record of records) {
    if (loop.mustPause()) await loop.pause()
    if (!isKey(record.id)) {
      nameless++
      if (!isLook) news.push(record)
      continue
    }
    const hash = recordHash(record.raw)
    // Drift may bring a record twice on one page.
    if (hashes.get(record.id) === hash) continue
    hashes.set(record.id, hash)
    const before = known.get(record.id)
    const isSame = before?.hash === hash
    // A backfill delivers all, each once however often it begins anew.
    const isOld = isSame && (operation.readType !== 'backfill' || before.seenBy === operation.id)
    if (!isOld && (before !== undefined || !isLook)) news.push(record)
  }
  return { news, hashes, known: new Set(known.keys()), nameless }
}

/** Keeps what was compared, as far as there is room; what there is none for is delivered each time. */
export async function keepSnapshot(
  { tenantLimits, snapshotRecords: most }: Services,
  tx: Db,
  operation: OperationRow,
  { hashes, known, nameless }: Comparison,
): Promise<void> {
  const { projectId, id, installationId, objectName } = operation
  const isNew = (recordId: string) => !known.has(recordId)
  const object = await findInstallationObject(tx, installationId, objectName)
  let places = most - (object?.snapshotRecords ?? 0)
  let bytes = [...hashes.keys()].some(isNew) ? await roomOf(tx, tenantLimits, projectId) : 0
  let added = 0
  let leftOut = nameless
  const kept: { recordId: string; hash: string }[] = []
  for (const [recordId, hash] of hashes) {
    if (isNew(recordId)) {
      const size = bytesOf(recordId)
      if (places < 1 || bytes < size) {
        leftOut++
        continue
      }
      places--
      bytes -= size
      added++
    }
    kept.push({ recordId, hash })
  }
  const of = { projectId, installationId, objectName }
  if (kept.length > 0) await upsertSnapshotRecords(tx, of, id, kept)
  if (added > 0 || leftOut > 0) await countSnapshot(tx, of, { records: added, leftOut })
}

const isKey = (id: string) => id.length <= longestId && !id.includes('\0')

/** Returns a hash of the content that does not depend on the order of its members. */
export const recordHash = (raw: Record<string, unknown>): string =>
  createHash('sha256').update(JSON.stringify(raw, inOrder)).digest('base64url').slice(0, 22)

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value
