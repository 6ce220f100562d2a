import { ProviderError, type WriteRecord, type Writing } from '@platform/connector'
import type { OperationId } from '@platform/contract'
import { findConnectionRow } from '@platform/connections/connections/connections'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { StoredWriteResult } from './tables.ts'
import { toInstallationRef } from '@platform/installations/installations/installation-record'
import {
  findInstallation,
  installationNotFound,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { toObjectRef } from '@platform/installations/integrations/read-object'
import { contentsOf } from '@platform/installations/integrations/revision-content'
import { Problem } from '@platform/kernel/problems/problem'
import { openProvider, type OpenProvider } from '@platform/connections/provider/open-provider'
import {
  callInWords,
  callOf,
  logCall,
  callForLog as calledAs,
  type ProviderCall,
} from '@platform/connections/provider/provider-call'
import type { Services } from '@platform/kernel/services'
import { must } from '@platform/kernel/values/must'
import {
  endOperation,
  heldOperation,
  takeOperations,
} from '@platform/installations/operations/fence'
import { logOperation } from '@platform/installations/operations/logs'
import { nameOfFieldBy, planWrite } from './plan-write.ts'
import { sendUpserts, type Upsert } from './send-upserts.ts'
import { claimCreated, listCreated, type CreatedRecordLookup } from './find-created.ts'
import {
  found,
  outcomeOf,
  outcomeUnknown,
  recordResults,
  refusedOutcome,
  resultsOrUnknown,
  toStored,
  type WriteOutcome,
} from './outcome.ts'
import * as store from './store.ts'

/** A write held by this process. */
export interface TakenWrite {
  row: store.WriteRow
  fence: number
  /** Number of the attempt, from 1. */
  attempt: number
}

/** A write in progress in this process. */
interface UnderWay extends TakenWrite {
  results: (StoredWriteResult | null)[]
  /** Records sent by an earlier attempt without a result. */
  inDoubt: Set<number>
  /** Why the last call returned no result. */
  outage?: ProviderError
  /** The first rejected call, or the last call. */
  call?: ProviderCall | undefined
  isRefused: boolean
}

interface Item {
  write: UnderWay
  index: number
  record: WriteRecord
}

export interface SentWrite extends TakenWrite {
  /** The call that caused this outcome. */
  call?: ProviderCall
  results: readonly (StoredWriteResult | null)[]
  /** Records without a result that may have been written anyway. */
  sending: readonly number[]
  /** Records have no result because the provider is unavailable. */
  outage?: ProviderError
}

/**
 * Takes over the unfinished writes and loads them again: rows loaded before may be older than what
 * another process has sent.
 */
export async function takeOver(
  db: Db,
  operationIds: readonly OperationId[],
): Promise<TakenWrite[]> {
  if (operationIds.length === 0) return []
  const operations = await takeOperations(db, operationIds)
  if (operations.length === 0) return []
  const taken = new Map(operations.map((operation) => [operation.id, operation]))
  // A separate statement: the first may have waited for the previous holder to record what it sent.
  const rows = await store.findWrites(db, [...taken.keys()])
  return rows.map((row) => {
    const { fence, attempts } = must(taken.get(row.operationId), 'operation')
    return { row, fence, attempt: attempts + 1 }
  })
}

/**
 * Sends similar writes in as few calls as possible, and stores the results of each call before the
 * next; those of the last one are stored by `endWrite`. Before a call, its records are marked as
 * sent. If an attempt finds such marks, it does not know whether the records were written. Updates
 * and deletions are repeated, which is harmless. A create is repeated as an upsert if the record
 * has a value for a key of the object, or unchanged if the provider accepts an idempotency key.
 * Otherwise the provider is asked what was created since; a create that stays *unknown* is never
 * sent again.
 */
export async function sendWrites(
  services: Services,
  db: Db,
  writes: readonly TakenWrite[],
  {
    isBackground = false,
    installation: known,
    unwanted,
  }: {
    isBackground?: boolean
    /** The installation of the writes, if already loaded. */
    installation?: InstallationRow | undefined
    /** Aborted with a ProviderError when no caller waits any more: unsent records are left open. */
    unwanted?: AbortSignal
  } = {},
): Promise<SentWrite[]> {
  const underWay = writes.map((taken): UnderWay => ({
    ...taken,
    results: [...taken.row.results],
    inDoubt: new Set(taken.row.sending),
    isRefused: false,
  }))
  const first = underWay[0]?.row
  if (!first) return []

  let provider: OpenProvider | undefined
  try {
    const installation = known ?? (await findInstallation(db, first.installationId))
    if (!installation) throw installationNotFound(first.installationId)
    provider = await openProvider(services, db, installation.connectionId, {
      isBackground,
      installationId: installation.id,
      unwanted,
    })
    await sendAll(db, provider, first, underWay, unwanted)
  } catch (error) {
    const stop = asProviderError(error)
    for (const write of underWay) stopAll(write, stop, callOf(error, provider))
  }
  if (provider) await findLost(db, provider, first, underWay.flatMap(pendingOf).filter(isNewlyLost))
  // Finished writes are stored by the caller, in one transaction.
  for (const write of underWay) if (write.results.includes(null)) await save(db, write, [])
  return underWay.map(({ row, fence, attempt, results, inDoubt, outage, call }) => ({
    row,
    fence,
    attempt,
    results,
    sending: [...inDoubt],
    ...(outage && results.includes(null) && { outage }),
    ...(call && { call }),
  }))
}

/** Logs the first rejected call. */
function noteCall(
  write: UnderWay,
  call: ProviderCall | undefined,
  { isRefused }: { isRefused: boolean },
): void {
  if (!write.isRefused) write.call = call
  write.isRefused ||= isRefused
}

async function sendAll(
  db: Db,
  provider: OpenProvider,
  row: store.WriteRow,
  underWay: readonly UnderWay[],
  unwanted: AbortSignal | undefined,
): Promise<void> {
  const { objectName, type, allOrNone, headers } = row
  const { writing } = provider.entry.connector ?? {}
  if (!writing) throw new ProviderError('unsupported', 'Writing to this provider is not supported.')
  const call = { objectName, ...(allOrNone && { allOrNone }), headers }

  const pending = underWay.flatMap(pendingOf)
  if (type === 'upsert') {
    const keyFieldName = must(row.keyFieldName, 'key field of an upsert')
    return sendUpserts(db, provider, pending.map(asUpsert), {
      objectName,
      keyFieldName,
      unwanted,
      send: (items, as) =>
        sendItems(
          db,
          provider,
          items,
          { ...call, type: as, ...(as === 'upsert' && { keyFieldName }) },
          unwanted,
        ),
    })
  }
  const mayRepeat = await isRepeatable(db, writing, row, underWay)
  const again = type === 'create' && !mayRepeat ? pending.filter(isInDoubt) : []
  const fresh = pending.filter((item) => !again.includes(item))
  for (const [keyFieldName, items] of await keysOf(provider, writing, objectName, again)) {
    if (keyFieldName === undefined) {
      const findings = await findLost(db, provider, row, items)
      items.forEach((item, at) => {
        const { write, index } = item
        const finding = must(findings[at], 'finding')
        if (finding === 'unknown') write.results[index] = outcomeUnknown
        if (finding === 'not-yet') write.outage ??= notFoundYet()
        if (finding === 'not-created') {
          write.inDoubt.delete(index)
          fresh.push(item)
        }
      })
    } else {
      await sendItems(db, provider, items, { ...call, type: 'upsert', keyFieldName }, unwanted)
    }
  }
  await sendItems(db, provider, fresh, { ...call, type }, unwanted)
}

const pendingOf = (write: UnderWay): Item[] =>
  write.row.records.flatMap((record, index) =>
    write.results[index] === null ? [{ write, index, record }] : [],
  )

/** Providers keep idempotency keys for at least a day. */
const keptKeysMs = 23 * 3_600_000

/** Reports whether the provider executes a repeated create only once. */
async function isRepeatable(
  db: Db,
  writing: Writing,
  { objectName }: store.WriteRow,
  underWay: readonly UnderWay[],
): Promise<boolean> {
  const inDoubt = underWay.filter((write) => write.inDoubt.size > 0)
  if (inDoubt.length === 0 || !writing.isRepeatable?.(objectName)) return false
  const sent = await store.sentAgo(
    db,
    inDoubt.map(({ row }) => row.operationId),
  )
  return sent !== undefined && sent.firstMsAgo < keptKeysMs
}

const asUpsert = (item: Item): Item & Upsert => ({
  ...item,
  get result() {
    return item.write.results[item.index] ?? null
  },
  set result(result) {
    item.write.results[item.index] = result
  },
})

const isInDoubt = ({ write, index }: Item) => write.inDoubt.has(index)

/** Whether it was sent by this attempt without a result. */
const isNewlyLost = (item: Item) => isInDoubt(item) && !item.write.row.sending.includes(item.index)

/** Returns the key field that finds an existing record; undefined if there is none. */
async function keysOf(
  { client }: OpenProvider,
  writing: Writing,
  objectName: string,
  items: readonly Item[],
): Promise<Map<string | undefined, Item[]>> {
  if (items.length === 0) return new Map()
  const keys = (await writing.upsertKeys?.(client, objectName)) ?? []
  return Map.groupBy(items, ({ record }) =>
    keys.find((key) => {
      const value = record.fields[key]
      return value !== undefined && value !== null && value !== ''
    }),
  )
}

/**
 * Looks up the outcome of creates without a reply at the provider, and saves the records that
 * belong to them.
 */
async function findLost(
  db: Db,
  provider: OpenProvider,
  { objectName }: store.WriteRow,
  items: readonly Item[],
): Promise<CreatedRecordLookup['is'][]> {
  const { created } = provider.entry.connector?.writing ?? {}
  const unknown = items.map(() => 'unknown' as const)
  if (!created || items.length === 0) return unknown
  const writes = [...new Set(items.map(({ write }) => write))]
  const operationIds = writes.map(({ row }) => row.operationId)
  const sent = await store.sentAgo(db, operationIds)
  if (!sent) return unknown
  const lost = items.map(({ record }) => record)
  const listed = await listCreated(provider, created, { objectName, lost, sent })
  if (listed === 'refused') return unknown
  if (!listed) return items.map(() => 'not-yet' as const)

  const ownIds = writes.flatMap(({ results }) => results.flatMap((one) => one?.recordId ?? []))
  const about = { objectName, lost, sent, listed, ownIds, operationIds }
  return inTransaction(db, async (tx) => {
    const findings = await claimCreated(tx, provider, about)
    items.forEach(({ write, index }, at) => {
      const finding = must(findings[at], 'finding')
      if (finding.is !== 'created') return
      write.inDoubt.delete(index)
      write.results[index] = found(finding.recordId, finding.data)
    })
    for (const write of writes) await save(tx, write, [])
    return findings.map(({ is }) => is)
  })
}

const notFoundYet = () =>
  new ProviderError('unavailable', outcomeUnknown.error!, { isOutcomeUnknown: true })

type Call = Omit<Parameters<Writing['write']>[1], 'records'>

async function sendItems(
  db: Db,
  provider: OpenProvider,
  items: readonly Item[],
  call: Call,
  unwanted: AbortSignal | undefined,
): Promise<void> {
  const { writing } = provider.entry.connector!
  const size = writing!.batchSizes[call.type] ?? 1
  for (let start = 0; start < items.length; start += size) {
    unwanted?.throwIfAborted()
    const chunk = items.slice(start, start + size)
    for (const [write, mine] of Map.groupBy(chunk, (item) => item.write)) {
      await save(
        db,
        write,
        mine.map(({ index }) => index),
      )
    }
    try {
      const results = await writing!.write(provider.client, {
        ...call,
        records: chunk.map(({ write, index, record }) => ({
          ...record,
          idempotencyKey: `${write.row.operationId}.${index}`,
        })),
      })
      chunk.forEach(({ write, index }, at) => {
        const result = results[at]
        if (!result) return
        noteCall(write, provider.lastCall(), { isRefused: !result.success })
        recordResult(write, index, call.type, result)
      })
    } catch (error) {
      const stop = asProviderError(error)
      for (const { write, index } of chunk) {
        noteCall(write, callOf(error, provider), { isRefused: true })
        recordResult(write, index, call.type, { success: false, error: stop })
      }
      if (stop.isOutage || stop.failure === 'credentials') throw stop
    }
  }
}

/** Leaves records without a reply open, unless they must not be sent again. */
function recordResult(
  write: UnderWay,
  index: number,
  type: Call['type'],
  result: Awaited<ReturnType<Writing['write']>>[number],
): void {
  write.inDoubt.delete(index)
  if (result.success || !(result.error.isOutage || result.error.isOutcomeUnknown)) {
    write.results[index] = toStored(result)
    return
  }
  write.outage = result.error
  if (result.error.isOutcomeUnknown && type === 'create') write.inDoubt.add(index)
}

function stopAll(write: UnderWay, stop: ProviderError, call: ProviderCall | undefined): void {
  if (!write.results.includes(null)) return
  noteCall(write, call, { isRefused: true })
  if (stop.isOutage) {
    write.outage = stop
    return
  }
  write.results = write.results.map((result) => result ?? refusedOutcome(stop))
}

/** Another process has taken the write over. */
class WriteTakenOver extends Error {}

async function save(
  db: Db,
  { row, fence, results, inDoubt }: UnderWay,
  sending: readonly number[],
): Promise<void> {
  const held = heldOperation(db, { id: row.operationId, fence })
  const isOurs = await store.saveProgress(db, held, {
    results,
    sending: [...new Set([...inDoubt, ...sending])],
    isSent: sending.length > 0,
    isFirst: inDoubt.size === 0,
  })
  if (!isOurs) throw new WriteTakenOver()
}

/** Rethrows internal errors. */
function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof Problem) return new ProviderError('not-found', error.message)
  throw error
}

/**
 * Ends a write with the results of its records, and emits its event if no caller waited. What the
 * provider left open counts as failed. Returns false if another process has taken the write over or
 * ended it.
 */
export async function endWrite(
  services: Services,
  db: Db,
  sent: Pick<SentWrite, 'row' | 'fence' | 'results' | 'sending'> &
    Partial<Pick<SentWrite, 'attempt' | 'call' | 'outage'>>,
): Promise<boolean> {
  const { row, fence, call, attempt, outage } = sent
  const { projectId, operationId, installationId, objectName, deadline } = row
  const outcome = outcomeOf(resultsOrUnknown(sent), outage)
  const isOpen = sent.results.includes(null)
  const next = isOpen ? nextOfOpen(sent) : noMore
  const mayGoOn = deadline === null && isOpen
  const isOurs = await inTransaction(db, async (tx) => {
    const hasEnded = await endOperation(
      tx,
      { id: operationId, fence },
      {
        status: outcome.success ? 'success' : 'failure',
        result: outcome.summary.slice(0, 1000),
        successfulRecordIds: outcome.successfulRecordIds,
      },
    )
    if (!hasEnded) return false
    await logOutcome(tx, sent, { outcome, next })
    await store.saveEnd(tx, operationId, { ...sent, mayGoOn })
    if (!deadline) return true
    const installation = await findInstallation(tx, installationId)
    const connection = installation && (await findConnectionRow(tx, installation.connectionId))
    if (!connection) return true
    const { latest, installed } = await contentsOf(tx, installation)
    const nameOf = nameOfFieldBy(planWrite(objectName, latest, installation.content))
    await services.notifications.emit(tx, {
      projectId,
      type: 'write.async.done',
      data: {
        ...toInstallationRef(installation, connection),
        ...toObjectRef(objectName, latest, installed),
        operationId,
        success: outcome.success,
        successfulRecordIds: outcome.successfulRecordIds,
        errors: outcome.errors,
        results: recordResults(resultsOrUnknown(sent), { outage, nameOf }),
      },
    })
    return true
  })
  if (!isOurs || outcome.success) return isOurs
  services.log.warn(
    { ...calledAs(call), attempt, next, operationId, error: outcome.errors[0] },
    'a write failed',
  )
  return true
}

const noMore = 'the rest is not sent'

function nextOfOpen({ row: { deadline }, sending }: Pick<SentWrite, 'row' | 'sending'>): string {
  if (deadline !== null) return `the deadline was ${deadline.toISOString()}, so ${noMore}`
  const next = 'it continues when the request is repeated with its Idempotency-Key'
  return sending.length === 0 ? next : `${next}, after checking for created records`
}

async function logOutcome(
  tx: Db,
  { row: { projectId, operationId }, attempt, call }: Parameters<typeof endWrite>[2],
  { outcome: { success, summary, did, errors }, next }: { outcome: WriteOutcome; next: string },
): Promise<void> {
  const severity = success ? 'info' : 'error'
  const at = attempt ? callInWords(call, attempt) : 'the process that sent it ended'
  const [error, ...more] = new Set(errors)
  await logOperation(tx, {
    projectId,
    operationId,
    severity,
    msg: success ? summary : `${did} (${at}); ${next}.`,
    ...(error !== undefined && { error }),
    call: call && logCall(call, attempt ?? 1),
  })
  for (const msg of more.slice(0, 19)) {
    await logOperation(tx, { projectId, operationId, severity, msg })
  }
}
