import type { DestinationMetadata } from '@platform/contract'
import { must } from '@platform/kernel/values'
import {
  acceptEntry,
  createBatchSink,
  putInHalves,
  type BatchEntry,
  type BatchLimits,
  type SharedAnswer,
} from '../batches.ts'
import { toFailure } from '../http-exchange.ts'
import type { Failure, Outcome } from '../outcome.ts'
import type { Sink } from '../sink.ts'
import { formatRows, splitRows } from './format-rows.ts'
import { keepLatest, toRows, type MessageRows } from './rows.ts'
import { WarehouseTables } from './warehouse-tables.ts'
import { WarehouseError, type Warehouse } from './warehouse.ts'

interface Message extends MessageRows {
  entry: BatchEntry
}

/**
 * Creates a sink that stores records as rows of a table for each object, always their latest version, and
 * other messages as they are. Statements are no transaction: a message counts as stored once all of its rows
 * are, and is otherwise sent again, which changes no row that has been stored.
 */
export function createTableSink(
  metadata: DestinationMetadata,
  {
    target,
    limits,
    timeoutMs,
    warehouse,
    putEvents,
  }: {
    /** How attempts name the database. */
    target: string
    limits: BatchLimits
    timeoutMs: number
    warehouse: Warehouse
    /** Stores messages as they are. May throw. */
    putEvents: (entries: readonly BatchEntry[], signal: AbortSignal) => Promise<Outcome[]>
  },
): Sink {
  const tables = new WarehouseTables(warehouse)

  const put = async (entries: readonly BatchEntry[]): Promise<Outcome[]> => {
    const signal = AbortSignal.timeout(timeoutMs)
    const outcomes = new Map<BatchEntry, Outcome>()
    const settle = (those: readonly BatchEntry[], results: readonly Outcome[]) => {
      for (const [index, entry] of those.entries()) {
        const result = results[index]
        if (result && outcomes.get(entry)?.succeeded !== false) outcomes.set(entry, result)
      }
    }
    const messages = entries.map((entry): Message => ({
      entry,
      ...toRows(entry.event, { includeRaw: false }),
    }))

    const byEntry = new Map(messages.map((message) => [message.entry, message]))
    for (const message of messages) {
      if (message.objectName === undefined || !message.fields) continue
      try {
        await tables.addFields(message.objectName, message.fields, signal)
      } catch (error) {
        settle([message.entry], [describeError(error)])
      }
    }

    const storeOnce = async (
      objectName: string,
      some: readonly BatchEntry[],
      isRepeated = false,
    ): Promise<SharedAnswer> => {
      try {
        const rows = keepLatest(
          some.flatMap((entry) => must(byEntry.get(entry), 'message').records),
        )
        const table = await tables.prepare(objectName, rows, signal)
        let named: object = {}
        for (const part of splitRows(formatRows(table, rows, warehouse), warehouse.maxWriteBytes)) {
          named = await warehouse.write(table, part, signal)
        }
        return { outcome: acceptEntry(named), isOfOne: false }
      } catch (error) {
        const about = error instanceof WarehouseError ? error.about : undefined
        if (about === 'table' && !isRepeated) {
          tables.forget(objectName)
          return storeOnce(objectName, some, true)
        }
        return { outcome: describeError(error), isOfOne: about === 'rows' }
      }
    }

    const withRecords = messages.filter(({ records }) => records.length > 0)
    for (const [objectName = '', those] of Map.groupBy(withRecords, (one) => one.objectName)) {
      const own = those.map(({ entry }) => entry)
      settle(own, await putInHalves(own, (some) => storeOnce(objectName, some)))
    }

    const asEvents = messages.flatMap(({ entry, eventRow }) => (eventRow ? [entry] : []))
    if (asEvents.length > 0) {
      settle(
        asEvents,
        await putEvents(asEvents, signal).catch((error: unknown): Outcome[] =>
          asEvents.map(() => describeError(error)),
        ),
      )
    }
    return entries.map((entry) => outcomes.get(entry) ?? acceptEntry({}))
  }

  return createBatchSink(metadata, { target, limits, put })
}

function describeError(error: unknown): Failure {
  if (error instanceof WarehouseError) return error.failure
  return {
    succeeded: false,
    ...toFailure(error instanceof Error ? error : new Error(String(error))),
  }
}
