import type { ColumnType } from '../tables/column-types.ts'
import { defineColumns } from '../tables/format-rows.ts'
import { bareCell, mergeRows, nameCell, type MergeDialect } from '../tables/merge-rows.ts'
import { fieldMarker, keyColumns, objectMarker, type TableChanges } from '../tables/plan-columns.ts'
import { createRules, listAsciiNames } from '../tables/warehouse-rules.ts'
import type { DescribedTable, Warehouse } from '../tables/warehouse.ts'

/** Runs a statement with the rows `@sent`, and waits until it has ended. Throws if it was refused. */
type RunStatement = (
  statement: string,
  options: { sent?: string; signal: AbortSignal },
) => Promise<{ jobId?: string | undefined }>

const quoteBigQueryName = (name: string): string => `\`${name}\``

/** JSON escapes as strings of BigQuery do. */
const quoteBigQueryText = (text: string): string => JSON.stringify(text)

const types = {
  ...{ text: 'STRING', jsonb: 'JSON', numeric: 'FLOAT64', boolean: 'BOOL' },
  time: 'TIMESTAMP',
}

export function toColumnType(type: string): ColumnType {
  if (type === 'JSON') return 'jsonb'
  if (type.startsWith('BOOL')) return 'boolean'
  return /^(?:FLOAT|INT|NUMERIC|BIGNUMERIC)/.test(type) ? 'numeric' : 'text'
}

const dialect: MergeDialect = {
  quote: quoteBigQueryName,
  readCell(cell, type) {
    const value = `JSON_VALUE(sent_row, '$.${cell}')`
    if (type === 'text') return value
    return type === 'jsonb'
      ? `PARSE_JSON(JSON_QUERY(sent_row, '$.${cell}'), wide_number_mode=>'round')`
      : `CAST(${value} AS ${types[type]})`
  },
  source: 'UNNEST(JSON_QUERY_ARRAY(@sent)) AS sent_row',
  now: 'CURRENT_TIMESTAMP()',
}

/** Tables of BigQuery. Statements change them, because streamed rows cannot be changed for a while. */
export function createBigQueryTables({
  project,
  dataset,
  eventsTable,
  run,
  describe,
}: {
  project: string
  dataset: string
  eventsTable: string
  run: RunStatement
  describe: (name: string, signal: AbortSignal) => Promise<DescribedTable | undefined>
}): Warehouse {
  const toPath = (name: string) => `\`${project}\`.\`${dataset}\`.${quoteBigQueryName(name)}`
  const addColumn = ({ source, name, type }: TableChanges['added'][number]) =>
    `${quoteBigQueryName(name)} ${types[type]} OPTIONS(description=${quoteBigQueryText(fieldMarker(source))})`

  return {
    rules: createRules({ canWiden: false, listNames: listAsciiNames }),
    listTableNames: (objectName) =>
      listAsciiNames(objectName).filter((name) => name !== eventsTable),
    // A request has up to 10 MB, and quotes of JSON are escaped in it.
    maxWriteBytes: 4 * 1024 * 1024,

    async describe(names, signal) {
      const found = await Promise.all(names.map((name) => describe(name, signal)))
      return found.filter((table) => table !== undefined)
    },

    async create(name, objectName, added, signal) {
      const columns = defineColumns(added.map(addColumn), { quote: quoteBigQueryName, types })
      await run(
        `CREATE TABLE IF NOT EXISTS ${toPath(name)} (${columns}) ` +
          `CLUSTER BY ${keyColumns.map(quoteBigQueryName).join(', ')} ` +
          `OPTIONS(description=${quoteBigQueryText(objectMarker(objectName))})`,
        { signal },
      )
    },

    async change(name, { added }, signal) {
      const actions = added.map((column) => `ADD COLUMN IF NOT EXISTS ${addColumn(column)}`)
      await run(`ALTER TABLE ${toPath(name)} ${actions.join(', ')}`, { signal })
    },

    nameCell,
    describeRow: ({ values }) => ({ [bareCell]: values === undefined }),

    async write(table, rows, signal) {
      const statement = mergeRows(toPath(table.name), table, dialect)
      return run(statement, { sent: `[${rows.join(',')}]`, signal })
    },
  }
}
