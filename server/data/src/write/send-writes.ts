import { ProviderError, type ProviderRecord, type Writing } from '@platform/connector'
import { openProvider, type OpenProvider } from '@platform/connections/provider/open-provider'
import { findCall, type ProviderCall } from '@platform/connections/provider/call/provider-call'
import {
  findInstallation,
  installationNotFound,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { heldOperation } from '@platform/installations/operations/fence'
import type { Db } from '@platform/kernel/db/database'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { inTransaction } from '@platform/kernel/db/transaction'
import { LeaseLostError } from '@platform/kernel/leases/lease'
import { must } from '@platform/kernel/values'
import { findLostCreates, isRepeatable, type CreatedRecordLookup } from './find-created.ts'
import {
  makeFoundResult,
  outcomeUnknown,
  makeRejectedResult,
  makeUnknownResult,
  toStored,
} from './outcome.ts'
import { sendUpserts, type Upsert } from './send-upserts.ts'
import { findNoted, noteWritten } from '../echoes/note-writes.ts'
import * as store from './store.ts'
import { findConflict, notWrittenAlone } from './find-conflict.ts'
import type { StoredRecord, StoredWriteResult } from './tables.ts'
import type { TakenWrite } from './taken-write.ts'

/** A write in progress in this process. */
interface UnderWay extends TakenWrite {
  results: (StoredWriteResult | null)[]
  /** Records sent by an earlier attempt without a result. */
  inDoubt: Set<number>
  /** Records whose result is stored. */
  noted: Set<number>
  /** Notes those of the others. */
  note(tx: Db): Promise<void>
  /** Why the last call returned no result. */
  outage?: ProviderError
  /** The first rejected call, or the last call. */
  call?: ProviderCall | undefined
  isRefused: boolean
}

interface Item {
  write: UnderWay
  index: number
  record: StoredRecord
}

export interface SentWrite extends TakenWrite {
  /** The call that caused this outcome. */
  call?: ProviderCall
  results: readonly (StoredWriteResult | null)[]
  /** Records without a result that may have been written anyway. */
  sending: readonly number[]
  /** Records have no result because the provider is unavailable. */
  outage?: ProviderError
  /** Records whose result is stored; by default those that had one when the write was taken. */
  noted?: ReadonlySet<number>
  /** The installation, if it was loaded. */
  installation?: InstallationRow | undefined
}

/**
 * Sends similar writes in as few calls as possible, and stores the results of each call before the
 * next; those of the last one are stored by `endWrite`. Before a call, its records are marked as
 * sent. If an attempt finds such marks, it does not know whether the records were written. Updates
 * and deletions are repeated, which is harmless; if the repetition is rejected, they stay *unknown*. A create is repeated as an upsert if the record
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
  let provider: OpenProvider | undefined
  let installation = known
  const underWay = writes.map((taken): UnderWay => ({
    ...taken,
    results: [...taken.row.results],
    inDoubt: new Set(taken.row.sending),
    noted: findNoted(taken.row),
    note(tx) {
      return noteWritten(services, tx, { ...this, installation })
    },
    isRefused: false,
  }))
  const first = underWay[0]?.row
  if (!first) return []
  try {
    installation ??= await findInstallation(db, first.installationId)
    if (!installation) throw installationNotFound(first.installationId)
    provider = await openProvider(services, db, installation.connectionId, {
      isBackground,
      installationId: installation.id,
      unwanted,
    })
    await sendAll(db, provider, first, underWay, unwanted)
  } catch (error) {
    const stop = asProviderError(error)
    for (const write of underWay) stopAll(write, stop, findCall(error, provider))
  }
  if (provider && first.type === 'create')
    await findLost(db, provider, first, underWay.flatMap(listPending).filter(isNewlyLost))
  // Finished writes are stored by the caller, in one transaction.
  for (const write of underWay) if (write.results.includes(null)) await save(db, write, [])
  return underWay.map(({ row, fence, attempt, results, inDoubt, noted, outage, call }) => ({
    ...{ row, fence, attempt, results, noted, installation },
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
  const origin = row.installationId
  const call = { objectName, ...(allOrNone && { allOrNone }), headers, origin }

  const pending = underWay.flatMap(listPending)
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
  const inDoubt = underWay.filter((write) => write.inDoubt.size > 0)
  const mayRepeat = await isRepeatable(db, writing, {
    objectName,
    operationIds: inDoubt.map((write) => write.row.operationId),
  })
  const again = type === 'create' && !mayRepeat ? pending.filter(isInDoubt) : []
  const fresh = pending.filter((item) => !again.includes(item))
  for (const [keyFieldName, items] of await findKeys(provider, writing, objectName, again)) {
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

const listPending = (write: UnderWay): Item[] =>
  write.row.records.flatMap((record, index) =>
    write.results[index] === null ? [{ write, index, record }] : [],
  )

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
async function findKeys(
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
function findLost(
  db: Db,
  provider: OpenProvider,
  { objectName }: store.WriteRow,
  items: readonly Item[],
): Promise<CreatedRecordLookup['is'][]> {
  const writes = [...new Set(items.map(({ write }) => write))]
  return findLostCreates(db, provider, {
    objectName,
    lost: items.map(({ record }) => record),
    operationIds: writes.map(({ row }) => row.operationId),
    ownIds: writes.flatMap(({ results }) => results.flatMap((one) => one?.recordId ?? [])),
    async settle(tx, findings) {
      items.forEach(({ write, index }, at) => {
        const finding = must(findings[at], 'finding')
        if (finding.is !== 'created') return
        write.inDoubt.delete(index)
        write.results[index] = makeFoundResult(finding.recordId, finding.data)
      })
      for (const write of writes) await save(tx, write, [])
    },
  })
}

const notFoundYet = () =>
  new ProviderError('unavailable', must(outcomeUnknown.error, 'error'), { isOutcomeUnknown: true })

type Call = Omit<Parameters<Writing['write']>[1], 'records'>

async function sendItems(
  db: Db,
  provider: OpenProvider,
  items: readonly Item[],
  call: Call,
  unwanted: AbortSignal | undefined,
): Promise<void> {
  const { writing } = must(provider.entry.connector, 'connector')
  const size = writing!.batchSizes[call.type] ?? 1
  for (let start = 0; start < items.length; start += size) {
    unwanted?.throwIfAborted()
    const chunk = await leaveOutChanged(provider, items.slice(start, start + size), call)
    if (chunk.length === 0) continue
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
          ...withoutCondition(record),
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
        noteCall(write, findCall(error, provider), { isRefused: true })
        recordResult(write, index, call.type, { success: false, error: stop })
      }
      if (stop.isOutage || stop.failure === 'credentials') throw stop
    }
  }
}

function withoutCondition(checked: StoredRecord): StoredRecord {
  const { condition: _, ...record } = checked
  return record
}

/**
 * Reads records with conditions and leaves out those that somebody else has changed, immediately
 * before the others are sent. Records that do not exist are left to the write.
 */
async function leaveOutChanged(
  provider: OpenProvider,
  items: readonly Item[],
  { objectName, allOrNone }: Call,
): Promise<readonly Item[]> {
  const checked = items.filter(({ record }) => record.condition && record.id !== undefined)
  if (checked.length === 0) return items
  const connector = must(provider.entry.connector, 'connector')
  const names = checked.flatMap(({ record: { fields, condition } }) => [
    ...Object.keys(fields),
    ...Object.keys(condition?.expected ?? {}),
  ])
  const reject = (rejected: readonly Item[], result: StoredWriteResult) => {
    for (const { write, index } of rejected) {
      noteCall(write, provider.lastCall(), { isRefused: true })
      write.results[index] = result
    }
  }
  let found: ProviderRecord[]
  try {
    found = await must(connector.subscribing, 'reader of records').readRecords(provider.client, {
      objectName,
      fieldNames: [...new Set(names)],
      ids: [...new Set(checked.map(({ record }) => must(record.id, 'ID')))],
    })
  } catch (error) {
    const stop = asProviderError(error)
    if (stop.isOutage || stop.failure === 'credentials') throw stop
    reject(checked, makeRejectedResult(stop))
    return items.filter((item) => !checked.includes(item))
  }
  const byId = new Map(found.map((record) => [record.id, record]))
  const conflicts = checked.flatMap((item) => {
    const record = byId.get(must(item.record.id, 'ID'))
    const result = record && findConflict(item.record, record, connector)
    return result ? [{ item, result }] : []
  })
  for (const { item, result } of conflicts) reject([item], result)
  const left = items.filter((one) => !conflicts.some(({ item }) => item === one))
  if (conflicts.length === 0 || !allOrNone) return left
  reject(left, notWrittenAlone)
  return []
}

/** Leaves records without a reply open, unless they must not be sent again. */
function recordResult(
  write: UnderWay,
  index: number,
  type: Call['type'],
  result: Awaited<ReturnType<Writing['write']>>[number],
): void {
  if (!result.success && (result.error.isOutage || result.error.isOutcomeUnknown)) {
    write.outage = result.error
    // It stays in doubt if an earlier request may have been carried out.
    if (result.error.isOutcomeUnknown) write.inDoubt.add(index)
    return
  }
  const wasInDoubt = write.inDoubt.delete(index)
  // A repeated create has the idempotency key of the first: the provider replies to both alike.
  write.results[index] =
    wasInDoubt && !result.success && type !== 'create'
      ? makeUnknownResult(write.row.type, result.error)
      : toStored(result)
}

function stopAll(write: UnderWay, stop: ProviderError, call: ProviderCall | undefined): void {
  if (!write.results.includes(null)) return
  noteCall(write, call, { isRefused: true })
  if (stop.isOutage) {
    write.outage = stop
    return
  }
  write.results = write.results.map(
    (result, index) =>
      result ??
      (write.inDoubt.has(index)
        ? makeUnknownResult(write.row.type, stop)
        : makeRejectedResult(stop)),
  )
}

async function save(db: Db, write: UnderWay, sending: readonly number[]): Promise<void> {
  const { row, fence, results, inDoubt, noted } = write
  const saveRow = async (tx: Db) => {
    const held = heldOperation(tx, { id: row.operationId, fence })
    const isOurs = await store.saveProgress(tx, held, {
      results,
      sending: [...new Set([...inDoubt, ...sending])],
      isSent: sending.length > 0,
      isFirst: inDoubt.size === 0,
    })
    if (!isOurs) throw new LeaseLostError()
  }
  const settled = findNoted(write)
  if (settled.size === noted.size) return saveRow(db)
  await inTransaction(db, async (tx) => {
    await saveRow(tx)
    await write.note(tx)
  })
  for (const index of settled) noted.add(index)
}

/** Rethrows internal errors. */
function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof Problem) return new ProviderError('not-found', error.message)
  throw error
}
