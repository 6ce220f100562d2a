import { LRUCache } from 'lru-cache'
import type { InstallationId, OperationId, ProjectId } from '@platform/contract'
import {
  findInstallation,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { findContents } from '@platform/installations/integrations/revision-content'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { getNowMs, growingTo } from '@platform/kernel/values'
import { getFreeBytes } from '@platform/tenancy/projects/stored-bytes'
import { windowMs } from './decide-echo.ts'
import * as store from './store.ts'
import type { StoredWrite } from './tables.ts'
import { hashValue } from './value-hashes.ts'
import { timeOfId } from '@platform/kernel/db/new-id'

const dayMs = 24 * 3_600_000
/** How long it is known what was last delivered of a written record. */
export const keptMs = 7 * dayMs
/** Longer IDs exceed the size of an index key. */
const maxIdLength = 500
/** Records with more written fields cost too much to compare. */
const maxFields = 500

/** A write whose changes may come back. */
export interface NotedWrite {
  projectId: ProjectId
  installationId: InstallationId
  operationId: OperationId
  objectName: string
  type: 'create' | 'update' | 'upsert' | 'delete'
  /** When the write was accepted, in milliseconds by our clock. */
  acceptedAt: number
  /** Until when it may be sent; null if it is sent immediately. */
  deadline: Date | null
}

/** A record as it is sent to the provider. */
export interface NotedRecord {
  id?: string | undefined
  fields: Readonly<Record<string, unknown>>
  /** What an upsert sends if the record exists, if different. */
  onUpdate?: { fields: Readonly<Record<string, unknown>> } | undefined
}

export interface NotedResult {
  success: boolean
  recordId?: string
  created?: boolean
  failure?: string
}

/** A record with its result, which is *unknown* if it was sent and not answered. */
interface WrittenResult {
  /** Position in its write. */
  index: number
  record: NotedRecord
  result: NotedResult
}

/**
 * Stores hashes of what was written, in the transaction that stores the results. Until then, the
 * changes of a record are recognized by its write, which is stored before it is sent (`findWritten`).
 * A project without room keeps none: its changes are delivered unmarked. Nor are any kept of objects
 * that are never delivered.
 */
async function noteResults(
  services: Pick<Services, 'echoKey' | 'tenantLimits'>,
  tx: Db,
  write: NotedWrite,
  { installation, written }: { installation: InstallationRow; written: readonly WrittenResult[] },
): Promise<void> {
  if (written.length === 0 || !(await isDelivered(tx, installation, write.objectName))) return
  const now = getNowMs()
  const until = now + windowMs
  const known: store.NewWrittenRecord[] = []
  const rejected: { recordId: string; writeId: string }[] = []
  for (const { index, record, result } of written) {
    if (result.failure === 'unknown') {
      // It may still be found in a record.
      const stored = toUnanswered(services, write, { index, record })
      if (stored) known.push(stored)
      continue
    }
    if (!result.success) {
      if (record.id !== undefined)
        rejected.push({ recordId: record.id, writeId: toWriteId(write, index) })
      continue
    }
    const recordId = record.id ?? result.recordId
    const sent = result.created === false && record.onUpdate ? record.onUpdate : record
    const stored = toStored(services, write, { record: { ...sent, id: recordId }, index, until })
    if (recordId === undefined || !stored) continue
    known.push({ recordId, isPending: false, write: { ...stored, doneAt: now } })
  }
  const of = toObject(write)
  if (rejected.length > 0) await store.removeWrites(tx, of, rejected)
  if (known.length > 0 && (await hasRoom(services, tx, write.projectId)))
    await store.addWrites(tx, of, toExpireTime(until), known)
}

/** Reports whether records of the object may be read or subscribed, which the manifest decides. */
async function isDelivered(
  tx: Db,
  installation: InstallationRow,
  objectName: string,
): Promise<boolean> {
  const { latest, installed } = await findContents(tx, installation)
  const name = objectName.toLowerCase()
  // What is subscribed is also declared under `read`.
  return [latest, installed].some(({ read }) =>
    read?.objects?.some((object) => object.objectName.toLowerCase() === name),
  )
}

/** Returns what is known of a record that was sent and not answered; undefined if unrecognizable. */
export function toUnanswered(
  services: Pick<Services, 'echoKey'>,
  write: NotedWrite,
  { index, record }: Pick<WrittenResult, 'index' | 'record'>,
): store.NewWrittenRecord | undefined {
  const until = Math.max(write.acceptedAt, write.deadline?.getTime() ?? 0) + windowMs
  const stored = toStored(services, write, { record, index, until })
  return (
    stored && {
      recordId: record.id ?? stored.id,
      isPending: record.id === undefined,
      write: stored,
    }
  )
}

/**
 * Returns when records are forgotten, in whole days: rows are updated in place as long as no indexed
 * column changes.
 */
export const toExpireTime = (until: number): Date =>
  new Date(Math.ceil((until + keptMs) / dayMs) * dayMs)

/**
 * Whether projects have room: counting their bytes for each write costs more than the write. Only answers
 * are shared: a query belongs to the transaction of one write, whose failure is not that of others.
 */
const rooms = new LRUCache<ProjectId, boolean>({ ...growingTo(10_000), ttl: 10_000 })

async function hasRoom(
  { tenantLimits }: Pick<Services, 'tenantLimits'>,
  tx: Db,
  projectId: ProjectId,
): Promise<boolean> {
  const known = rooms.get(projectId)
  if (known !== undefined) return known
  const found = (await getFreeBytes(tx, tenantLimits, projectId)) > 0
  rooms.set(projectId, found)
  return found
}

const toObject = ({ installationId, projectId, objectName }: NotedWrite) => ({
  installationId,
  projectId,
  objectName: objectName.toLowerCase(),
})

const toWriteId = ({ operationId }: NotedWrite, index: number) => `${operationId}.${index}`

/** Returns undefined for a record that cannot be recognized. */
function toStored(
  { echoKey: key }: Pick<Services, 'echoKey'>,
  write: NotedWrite,
  { record, index, until }: { record: NotedRecord; index: number; until: number },
): StoredWrite | undefined {
  const { installationId, objectName, operationId, acceptedAt: at } = write
  const { id = '', fields } = record
  const names = Object.keys(fields)
  const isDeletion = write.type === 'delete'
  if (id.length > maxIdLength || id.includes('\0') || names.length > maxFields) return undefined
  if (!isDeletion && names.length === 0) return undefined
  const scope = { key, installationId, objectName }
  return {
    id: toWriteId(write, index),
    operationId,
    at,
    until,
    ...(isDeletion && { isDeletion }),
    fields: Object.fromEntries(
      names.map((name) => [name.toLowerCase(), hashValue(scope, name, fields[name])]),
    ),
  }
}

/** A stored write with its records, and their results when it was taken. */
type ResultsRow = Omit<NotedWrite, 'acceptedAt'> & {
  records: readonly NotedRecord[]
  results: readonly (NotedResult | null)[]
}

/** Returns the records that had a result when the write was taken. */
export const findNoted = ({ results }: Pick<ResultsRow, 'results'>): Set<number> =>
  new Set(results.flatMap((result, index) => (result ? [index] : [])))

/**
 * Notes the records that have got a result, to recognize the changes that they cause; call it in the
 * transaction that stores the results.
 */
export async function noteWritten(
  services: Pick<Services, 'echoKey' | 'tenantLimits'>,
  tx: Db,
  {
    row,
    results,
    noted = findNoted(row),
    installation: known,
  }: {
    row: ResultsRow
    results: readonly (NotedResult | null)[]
    /** Records that have been noted before. */
    noted?: ReadonlySet<number> | undefined
    /** The installation of the write, if already loaded. */
    installation?: InstallationRow | undefined
  },
): Promise<void> {
  const written = row.records.flatMap((record, index) => {
    const result = results[index]
    return result && !noted.has(index) ? [{ index, record, result }] : []
  })
  const { operationId, installationId } = row
  const installation =
    known ?? (written.length > 0 ? await findInstallation(tx, installationId) : undefined)
  if (!installation) return
  const write = { ...row, acceptedAt: timeOfId(operationId) }
  await noteResults(services, tx, write, { installation, written })
}
