import { ProviderError, type WriteRecord, type Writing } from '@platform/connector'
import type { OperationId, ProjectId } from '@platform/contract'
import { findConnectionRow } from '../connections/connections.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { StoredWriteResult } from '../db/tables/integrations.ts'
import { toInstallationRef } from '../installations/installation-record.ts'
import { findInstallation, installationNotFound } from '../installations/installations.ts'
import { Problem } from '../problems/problem.ts'
import { openProvider, type OpenProvider } from '../provider/open-provider.ts'
import type { Services } from '../services.ts'
import { endOperation, isHeld, takeOperation } from '../operations/fence.ts'
import { logOperation } from '../operations/logs.ts'
import { findOperation } from '../operations/operations.ts'
import { outcomeOf, outcomeUnknown, refused, told, toStored } from './outcome.ts'
import * as store from './store.ts'

/** A write that is under way in this process. */
interface UnderWay {
  row: store.WriteRow
  fence: number
  attempts: number
  results: (StoredWriteResult | null)[]
  /** Were sent by an earlier try, which did not learn what became of them. */
  inDoubt: Set<number>
  /** Why the last call brought no result. */
  outage?: ProviderError
}

interface Item {
  write: UnderWay
  index: number
  record: WriteRecord
}

export interface Sent {
  row: store.WriteRow
  /** How often it was tried. */
  attempts: number
  results: readonly (StoredWriteResult | null)[]
  /** Of those without a result, the ones that may have been written all the same. */
  sending: readonly number[]
  /** Records are without a result, because the provider is away. */
  outage?: ProviderError
}

/**
 * Sends writes that are alike in as few calls as the provider takes, and keeps what came of each
 * record before the next call.
 *
 * Before a call it is noted which records go with it. A try that finds such a note does not know
 * whether they were written: updates and deletions are repeated, which changes nothing; a creation
 * is repeated as an upsert when the record has a value for a key of the object, and otherwise stays
 * *unknown* and is never sent a second time.
 */
export async function sendWrites(
  services: Services,
  db: Db,
  rows: readonly store.WriteRow[],
  { isBackground = false }: { isBackground?: boolean } = {},
): Promise<Sent[]> {
  const [first] = rows
  if (!first) return []
  const underWay: UnderWay[] = []
  for (const row of rows) {
    const taken = await takeOperation(db, row.operationId)
    if (!taken) continue
    underWay.push({
      row,
      fence: taken.fence,
      attempts: taken.attempts,
      results: [...row.results],
      inDoubt: new Set(row.sending),
    })
  }

  try {
    await sendAll(services, db, { ...first, isBackground }, underWay)
  } catch (error) {
    const stop = asProviderError(error)
    for (const write of underWay) stopAll(write, stop)
  }
  for (const write of underWay) await save(db, write, [])
  return underWay.map(({ row, attempts, results, inDoubt, outage }) => ({
    row,
    attempts,
    results,
    sending: [...inDoubt],
    ...(outage && { outage }),
  }))
}

async function sendAll(
  services: Services,
  db: Db,
  {
    installationId,
    objectName,
    type,
    allOrNone,
    headers,
    isBackground,
  }: store.WriteRow & { isBackground: boolean },
  underWay: readonly UnderWay[],
): Promise<void> {
  const installation = await findInstallation(db, installationId)
  if (!installation) throw installationNotFound(installationId)
  const provider = await openProvider(services, db, installation.connectionId, {
    isBackground,
    installationId: installation.id,
  })
  const { writing } = provider.entry.connector ?? {}
  if (!writing) throw new ProviderError('unsupported', 'The provider cannot be written.')
  const call = { objectName, ...(allOrNone && { allOrNone }), headers }

  const pending = underWay.flatMap(pendingOf)
  const again = type === 'create' ? pending.filter(isInDoubt) : []
  const fresh = pending.filter((item) => !again.includes(item))
  for (const [keyFieldName, items] of await keysOf(provider, writing, objectName, again)) {
    if (keyFieldName === undefined) {
      for (const { write, index } of items) write.results[index] = outcomeUnknown
    } else {
      await sendItems(db, provider, items, { ...call, type: 'upsert', keyFieldName })
    }
  }
  await sendItems(db, provider, fresh, { ...call, type })
}

const pendingOf = (write: UnderWay): Item[] =>
  write.row.records.flatMap((record, index) =>
    write.results[index] === null ? [{ write, index, record }] : [],
  )

const isInDoubt = ({ write, index }: Item) => write.inDoubt.has(index)

/** By the field whose value finds the record when it is there already; undefined where none does. */
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

type Call = Omit<Parameters<Writing['write']>[1], 'records'>

async function sendItems(
  db: Db,
  { entry, client }: OpenProvider,
  items: readonly Item[],
  call: Call,
): Promise<void> {
  const { writing } = entry.connector!
  const size = writing!.batchSizes[call.type] ?? 1
  for (let start = 0; start < items.length; start += size) {
    const chunk = items.slice(start, start + size)
    for (const [write, mine] of Map.groupBy(chunk, (item) => item.write)) {
      await save(
        db,
        write,
        mine.map(({ index }) => index),
      )
    }
    try {
      const results = await writing!.write(client, {
        ...call,
        records: chunk.map(({ record }) => record),
      })
      chunk.forEach(({ write, index }, at) => {
        const result = results[at]
        if (result) settle(write, index, call.type, result)
      })
    } catch (error) {
      const stop = asProviderError(error)
      for (const { write, index } of chunk) {
        settle(write, index, call.type, { success: false, error: stop })
      }
      if (stop.isOutage || stop.failure === 'credentials') throw stop
    }
  }
}

/** What has no answer is left open, unless it must not be sent again. */
function settle(
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

function stopAll(write: UnderWay, stop: ProviderError): void {
  if (stop.isOutage) {
    write.outage = stop
    return
  }
  write.results = write.results.map((result) => result ?? refused(stop))
}

/** Another process has taken the write over. */
class TakenOver extends Error {}

const save = (db: Db, { row, fence, results, inDoubt }: UnderWay, sending: readonly number[]) =>
  inTransaction(db, async (tx) => {
    const { operationId } = row
    if (!(await isHeld(tx, { id: operationId, fence }))) throw new TakenOver()
    await store.saveProgress(tx, operationId, {
      results,
      sending: [...new Set([...inDoubt, ...sending])],
    })
  })

/** What is wrong here, and not at the provider, rises. */
function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof Problem) return new ProviderError('not-found', error.message)
  throw error
}

/**
 * Ends a write with what came of its records, and tells of it when nobody waited. What the provider
 * left open counts as failed.
 */
export async function endWrite(
  services: Services,
  db: Db,
  sent: Pick<Sent, 'row' | 'results' | 'sending'>,
): Promise<void> {
  const { projectId, operationId, installationId, objectName, deadline } = sent.row
  const outcome = outcomeOf(told(sent))
  const mayGoOn = deadline === null && sent.results.includes(null)
  await inTransaction(db, async (tx) => {
    const operation = await findOperation(tx, operationId)
    if (!operation) return
    const isOurs = await endOperation(tx, operation, {
      status: outcome.success ? 'success' : 'failure',
      result: outcome.summary.slice(0, 1000),
      successfulRecordIds: outcome.successfulRecordIds,
    })
    if (!isOurs) return
    await logOutcome(tx, { projectId, operationId }, outcome)
    if (!mayGoOn) await store.forgetRecords(tx, operationId)
    if (!deadline) return
    const installation = await findInstallation(tx, installationId)
    const connection = installation && (await findConnectionRow(tx, installation.connectionId))
    if (!connection) return
    await services.notifications.emit(tx, {
      projectId,
      type: 'write.async.done',
      data: {
        ...toInstallationRef(installation, connection),
        objectName,
        success: outcome.success,
        successfulRecordIds: outcome.successfulRecordIds,
        errors: outcome.errors,
      },
    })
  })
}

async function logOutcome(
  tx: Db,
  ids: { projectId: ProjectId; operationId: OperationId },
  { success, summary, errors }: ReturnType<typeof outcomeOf>,
): Promise<void> {
  const severity = success ? 'info' : 'error'
  await logOperation(tx, { ...ids, severity, msg: summary })
  for (const error of errors.slice(1, 20)) await logOperation(tx, { ...ids, severity, msg: error })
}
