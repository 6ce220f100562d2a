import { LRUCache } from 'lru-cache'
import type { InstallationId, OperationId, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { getNowMs, growingTo } from '@platform/kernel/values'
import { getFreeBytes } from '@platform/tenancy/projects/stored-bytes'
import { windowMs } from './decide-echo.ts'
import * as store from './store.ts'
import type { StoredWrite } from './tables.ts'
import { hashValue } from './value-hashes.ts'

/** How long it is known what was last delivered of a written record. */
export const keptMs = 7 * 24 * 3_600_000
/** Longer IDs exceed the size of an index key. */
const maxIdLength = 500
/** Records with more written fields cost too much to compare. */
const maxFields = 500

/** An accepted write. */
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

/**
 * Stores the hashes of what is about to be written, in the transaction that accepts it: the provider
 * may report the change before it answers the write. A project without room keeps none: its changes
 * are delivered unmarked.
 */
export async function noteAccepted(
  services: Pick<Services, 'echoKey' | 'tenantLimits'>,
  tx: Db,
  write: NotedWrite,
  records: readonly NotedRecord[],
): Promise<void> {
  if (!(await hasRoom(services, tx, write.projectId))) return
  const until = Math.max(getNowMs(), write.deadline?.getTime() ?? 0) + windowMs
  const noted = records.flatMap((record, index) => {
    const stored = toStored(services, write, { record, index, until })
    if (!stored) return []
    const isPending = record.id === undefined
    return [{ recordId: record.id ?? stored.id, isPending, write: stored }]
  })
  await store.addWrites(tx, toObject(write), new Date(until + keptMs), noted)
}

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

/** Stores which records were written, and which IDs new ones have. */
export async function noteResults(
  services: Pick<Services, 'echoKey'>,
  tx: Db,
  write: NotedWrite,
  {
    records,
    results,
  }: { records: readonly NotedRecord[]; results: readonly (NotedResult | null)[] },
): Promise<void> {
  const now = getNowMs()
  const until = now + windowMs
  const of = toObject(write)
  const known: { recordId: string; isPending: boolean; write: StoredWrite }[] = []
  const settled: string[] = []
  const rejected: { recordId: string; writeId: string }[] = []
  records.forEach((record, index) => {
    const result = results[index]
    // An unknown outcome may still be found in a record.
    if (!result || result.failure === 'unknown') return
    const writeId = toWriteId(write, index)
    if (record.id === undefined) settled.push(writeId)
    if (!result.success) {
      if (record.id !== undefined) rejected.push({ recordId: record.id, writeId })
      return
    }
    const recordId = record.id ?? result.recordId
    const sent = result.created === false && record.onUpdate ? record.onUpdate : record
    const stored = toStored(services, write, { record: { ...sent, id: recordId }, index, until })
    if (recordId === undefined || !stored) return
    known.push({ recordId, isPending: false, write: { ...stored, doneAt: now } })
  })
  await store.addWrites(tx, of, new Date(until + keptMs), known)
  if (settled.length > 0) await store.removePending(tx, of, settled)
  if (rejected.length > 0) await store.removeWrites(tx, of, rejected)
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
