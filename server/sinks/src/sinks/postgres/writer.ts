import type { SinkEvent } from '../event.ts'
import type { Outcome } from '../outcome.ts'
import type { DatabaseClient } from './connections.ts'
import {
  describeFailure,
  isOfChangedTable,
  isOfOtherTransaction,
  isOfTableChange,
  mayBeOfOneMessage,
  TableChangedError,
} from './failures.ts'
import { objectMarker } from '../tables/plan-columns.ts'
import { eventsMarker, quoteText, type ObjectTable } from './plan-table.ts'
import { keepLatest, toRows, type MessageRows } from '../tables/rows.ts'
import { writeEvents, writeRecords } from './statements.ts'
import { TableStore } from './table-store.ts'

/**
 * How often a transaction is tried that failed because of others. Each time, one of them has made
 * progress.
 */
const maxTries = 30

interface WriterOptions {
  schema: string
  includeRaw: boolean
  password: string
  timeoutMs: number
}

/** A table of a batch: that of an object, or that of events if it has no name. */
interface TablePart {
  objectName: string | undefined
  messages: readonly MessageRows[]
}

/** Tables by their object; that of events by undefined. */
type KnownTables = ReadonlyMap<string | undefined, ObjectTable>

/** Writes messages to tables. */
export class TableWriter {
  readonly #options: WriterOptions
  readonly #begin: string
  readonly #tables: TableStore

  constructor(options: WriterOptions) {
    this.#options = options
    const { schema, timeoutMs } = options
    // Poolers share sessions among transactions, so limits are those of each transaction.
    this.#begin = `begin; set local statement_timeout = ${Math.ceil(timeoutMs / 2)};
      set local lock_timeout = ${Math.ceil(timeoutMs / 4)};
      set local idle_in_transaction_session_timeout = ${timeoutMs}`
    this.#tables = new TableStore({ schema, begin: this.#begin })
  }

  /** Returns an outcome for each message in order. Throws if none can be stored now. */
  async write(client: DatabaseClient, events: readonly SinkEvent[]): Promise<Outcome[]> {
    const outcomes = new Map<SinkEvent, Outcome>()
    const messages: MessageRows[] = []
    for (const event of events) {
      try {
        messages.push(toRows(event, this.#options))
      } catch (error) {
        outcomes.set(event, { ...this.#describe(error), isFinal: true })
      }
    }
    await this.#addFields(client, messages, outcomes)
    const others = messages.filter(({ event }) => !outcomes.has(event))
    await this.#writeParts(client, others, outcomes)
    return events.map((event) => outcomes.get(event) ?? stored)
  }

  /** Tables follow changes of the schema. Messages whose changes cannot be made fail. */
  async #addFields(
    client: DatabaseClient,
    messages: readonly MessageRows[],
    outcomes: Map<SinkEvent, Outcome>,
  ): Promise<void> {
    for (const { event, objectName, fields } of messages) {
      if (objectName === undefined || !fields) continue
      try {
        await this.#tables.addFields(client, objectName, fields)
      } catch (error) {
        await rollBack(client)
        outcomes.set(event, this.#describe(error))
      }
    }
  }

  #describe(error: unknown) {
    return describeFailure(error, this.#options.password)
  }

  /** Stores messages together; those that the database does not accept are found by halving. */
  async #writeParts(
    client: DatabaseClient,
    messages: readonly MessageRows[],
    outcomes: Map<SinkEvent, Outcome>,
  ): Promise<void> {
    const { accepted, tables } = await this.#prepareTables(client, messages, outcomes)
    if (accepted.length === 0) return
    try {
      await this.#store(client, accepted, tables)
    } catch (error) {
      await rollBack(client)
      if (!mayBeOfOneMessage(error)) throw error
      const [only] = accepted
      if (accepted.length === 1 && only) {
        outcomes.set(only.event, this.#describe(error))
        return
      }
      const half = Math.ceil(accepted.length / 2)
      await this.#writeParts(client, accepted.slice(0, half), outcomes)
      await this.#writeParts(client, accepted.slice(half), outcomes)
    }
  }

  /** Creates and widens tables. Messages whose table cannot be prepared fail, and are left out. */
  async #prepareTables(
    client: DatabaseClient,
    messages: readonly MessageRows[],
    outcomes: Map<SinkEvent, Outcome>,
  ): Promise<{ accepted: MessageRows[]; tables: KnownTables }> {
    const failed = new Set<MessageRows>()
    const tables = new Map<string | undefined, ObjectTable>()
    for (const { objectName, messages: ofTable } of divide(messages)) {
      const prepare = async (part: readonly MessageRows[]) => {
        try {
          tables.set(objectName, await this.#tables.prepare(client, objectName, listRows(part)))
        } catch (error) {
          await rollBack(client)
          const needing = part.filter(({ records }) => this.#tables.mustChange(objectName, records))
          // A column that cannot be widened is about the messages with such a value.
          if (part.length > 1 && isOfTableChange(error)) {
            for (const message of needing) await prepare([message])
            return
          }
          const failure = this.#describe(error)
          for (const message of needing) {
            failed.add(message)
            outcomes.set(message.event, failure)
          }
        }
      }
      await prepare(ofTable)
    }
    return { accepted: messages.filter((message) => !failed.has(message)), tables }
  }

  async #store(
    client: DatabaseClient,
    messages: readonly MessageRows[],
    prepared: KnownTables,
  ): Promise<void> {
    let tables = prepared
    for (let tries = 1; ; tries++) {
      try {
        return await this.#storeOnce(client, messages, tables)
      } catch (error) {
        const isChanged = isOfChangedTable(error)
        if (tries === maxTries || !(isChanged || isOfOtherTransaction(error))) throw error
        await rollBack(client)
        if (!isChanged) continue
        this.#tables.forget()
        tables = new Map()
      }
    }
  }

  async #storeOnce(
    client: DatabaseClient,
    messages: readonly MessageRows[],
    tables: KnownTables,
  ): Promise<void> {
    const parts = []
    for (const { objectName, messages: ofTable } of divide(messages)) {
      const rows = keepLatest(listRows(ofTable))
      const table = tables.get(objectName) ?? (await this.#tables.prepare(client, objectName, rows))
      parts.push({ objectName, ofTable, rows, table })
    }
    await this.#beginWith(
      client,
      parts.map(({ table }) => table),
    )
    for (const { objectName, ofTable, rows, table } of parts) {
      const path = this.#tables.toPath(table)
      const statements =
        objectName === undefined
          ? [
              writeEvents(
                path,
                ofTable.flatMap(({ eventRow }) => eventRow ?? []),
              ),
            ]
          : writeRecords(path, table, rows)
      for (const { text, values } of statements) await client.query(text, values)
    }
    await client.send('commit')
  }

  /**
   * Begins a transaction that keeps the tables as they are. A column that another process has added
   * would keep the value of an older version.
   */
  async #beginWith(client: DatabaseClient, tables: readonly ObjectTable[]): Promise<void> {
    const paths = tables.map((table) => this.#tables.toPath(table)).join(', ')
    const names = tables.map(({ oid }) => quoteText(oid)).join(', ')
    const found = await client.send<{ oid: string; count: number }>(`${this.#begin};
      lock table ${paths} in row exclusive mode;
      select oid::text, relnatts as count from pg_catalog.pg_class where oid in (${names})`)
    const counts = new Map(found.map(({ oid, count }) => [oid, count]))
    if (tables.some(({ oid, columnCount }) => counts.get(oid) !== columnCount)) {
      throw new TableChangedError('Another process has changed a table.')
    }
  }
}

const stored: Outcome = { succeeded: true, response: { status: 200, headers: {}, body: '' } }

const listRows = (messages: readonly MessageRows[]) => messages.flatMap(({ records }) => records)

/** Returns the tables of the messages in the order in which every process locks them. */
function divide(messages: readonly MessageRows[]): TablePart[] {
  const parts = new Map<string, TablePart & { messages: MessageRows[] }>()
  const add = (objectName: string | undefined, message: MessageRows) => {
    const marker = objectName === undefined ? eventsMarker : objectMarker(objectName)
    const part = parts.get(marker)
    if (part) part.messages.push(message)
    else parts.set(marker, { objectName, messages: [message] })
  }
  for (const message of messages) {
    if (message.records.length > 0) add(message.objectName, message)
    if (message.eventRow) add(undefined, message)
  }
  return [...parts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part)
}

/** A broken connection needs no rollback: it is not used again. */
async function rollBack(client: DatabaseClient): Promise<void> {
  if (!client.isBroken) await client.send('rollback')
}
