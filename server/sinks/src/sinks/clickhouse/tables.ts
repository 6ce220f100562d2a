import { hash } from 'node:crypto'
import { z } from 'zod'
import { timeOfId } from '@platform/kernel/db/new-id'
import type { EgressReply } from '@platform/kernel/egress'
import { parseReplyBody } from '../batches.ts'
import type { ColumnType } from '../tables/column-types.ts'
import { listColumns } from '../tables/format-rows.ts'
import { listIdentifiers } from '../tables/identifiers.ts'
import { fieldMarker, keyColumns, objectMarker, type TableChanges } from '../tables/plan-columns.ts'
import type { RecordRow } from '../tables/rows.ts'
import { createRules } from '../tables/warehouse-rules.ts'
import { groupColumns, WarehouseError, type Warehouse } from '../tables/warehouse.ts'
import { errorCodes, findFailure, isOfRows } from './failures.ts'

/** Runs a statement, with rows as its body. */
export type RunStatement = (
  statement: string,
  options: { body?: string; settings?: Record<string, string>; signal: AbortSignal },
) => Promise<EgressReply>

export const quoteClickHouseName = (name: string): string => `\`${name}\``

const quoteClickHouseText = (text: string): string =>
  `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`

/** Settings by which a call that is repeated after a lost reply is stored once. */
export const deduplicate = (content: string): Record<string, string> => ({
  insert_deduplication_token: hash('sha256', content),
  date_time_input_format: 'best_effort',
})

const types = {
  text: 'Nullable(String)',
  jsonb: 'Nullable(String)',
  numeric: 'Nullable(Float64)',
  boolean: 'Nullable(Bool)',
  time: "Nullable(DateTime64(3, 'UTC'))",
}

function toColumnType(type: string): ColumnType {
  if (/\bBool\b/.test(type)) return 'boolean'
  return /\b(?:Float|U?Int|Decimal)\d*/.test(type) ? 'numeric' : 'text'
}

const Described = z.object({
  table: z.string(),
  comment: z.string(),
  name: z.string(),
  type: z.string(),
  columnComment: z.string(),
})

/** Digits of IDs, in their order. */
const idDigits = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Returns a number that is larger for a later version: its time by the provider's clock, or else that of the
 * message, and then the message.
 */
function toVersion({ columns: { _changed_at: changedAt, _event_id: eventId } }: RecordRow): string {
  const timeMs = changedAt === null ? timeOfId(eventId) : Date.parse(changedAt)
  let version = BigInt(Math.max(0, timeMs))
  for (const digit of eventId.slice(eventId.indexOf('_') + 1)) {
    version = version * 32n + BigInt(Math.max(0, idDigits.indexOf(digit)))
  }
  return String(version)
}

/** Tables of ClickHouse, in which the row with the highest `_version` replaces others of its record. */
export function createClickHouseTables({
  database,
  eventsTable,
  run,
}: {
  database: string
  eventsTable: string
  run: RunStatement
}): Warehouse {
  const toPath = (name: string) => `${quoteClickHouseName(database)}.${quoteClickHouseName(name)}`

  const runAll = async (...args: Parameters<RunStatement>): Promise<EgressReply> => {
    const reply = await run(...args)
    const failed = findFailure(reply)
    if (!failed) return reply
    const isOfTable =
      failed.code === errorCodes.unknownTable || failed.code === errorCodes.noSuchColumn
    throw new WarehouseError(
      failed.failure,
      isOfTable ? 'table' : isOfRows(failed) ? 'rows' : undefined,
    )
  }

  const listAdded = (added: TableChanges['added']) =>
    added.map(
      ({ source, name, type }) =>
        `${quoteClickHouseName(name)} ${types[type]} COMMENT ${quoteClickHouseText(fieldMarker(source))}`,
    )

  return {
    rules: createRules({ canWiden: true, listNames: listIdentifiers }),
    listTableNames: (objectName) =>
      listIdentifiers(objectName).filter((name) => name !== eventsTable),
    maxWriteBytes: 16 * 1024 * 1024,

    async describe(names, signal) {
      const { body } = await runAll(
        'SELECT t.name AS table, t.comment AS comment, c.name AS name, c.type AS type, c.comment AS columnComment ' +
          'FROM system.tables AS t JOIN system.columns AS c ON c.database = t.database AND c.table = t.name ' +
          `WHERE t.database = ${quoteClickHouseText(database)} AND t.name IN (${names.map(quoteClickHouseText).join(', ')}) ` +
          'ORDER BY c.position FORMAT JSONEachRow',
        { signal },
      )
      const rows = body.split('\n').flatMap((line) => parseReplyBody(Described, line) ?? [])
      return groupColumns(
        rows.map((row) => [row.table, row.comment, row.name, row.type, row.columnComment]),
        toColumnType,
      )
    },

    async create(name, objectName, added, signal) {
      const own = listColumns({ columns: new Map() }).map((column) => {
        const isKey = keyColumns.some((key) => key === column.name)
        return `${quoteClickHouseName(column.name)} ${isKey ? 'String' : types[column.type]}`
      })
      const columns = [
        ...own,
        "`_written_at` DateTime64(3, 'UTC') DEFAULT now64(3)",
        '`_version` UInt256',
        ...listAdded(added),
      ]
      await runAll(
        `CREATE TABLE IF NOT EXISTS ${toPath(name)} (${columns.join(', ')}) ` +
          `ENGINE = ReplacingMergeTree(\`_version\`) ORDER BY (${keyColumns.map(quoteClickHouseName).join(', ')}) ` +
          `SETTINGS non_replicated_deduplication_window = 1000 COMMENT ${quoteClickHouseText(objectMarker(objectName))}`,
        { signal },
      )
    },

    async change(name, { added, widened }, signal) {
      const actions = [
        ...listAdded(added).map((column) => `ADD COLUMN IF NOT EXISTS ${column}`),
        ...widened.map(
          (column) => `MODIFY COLUMN ${quoteClickHouseName(column.name)} ${types[column.type]}`,
        ),
      ]
      await runAll(`ALTER TABLE ${toPath(name)} ${actions.join(', ')}`, { signal })
    },

    nameCell: (column) => column,
    describeRow: (row) => ({ _version: toVersion(row) }),

    async write(table, rows, signal) {
      const body = rows.join('\n')
      const names = [...listColumns(table).map(({ name }) => name), '_version']
      await runAll(
        `INSERT INTO ${toPath(table.name)} (${names.map(quoteClickHouseName).join(', ')}) FORMAT JSONEachRow`,
        // Objects without columns of their own become text.
        {
          body,
          settings: { ...deduplicate(body), input_format_json_read_objects_as_strings: '1' },
          signal,
        },
      )
      return {}
    },
  }
}
