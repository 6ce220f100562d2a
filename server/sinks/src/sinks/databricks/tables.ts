import { defineColumns, listColumns, type WarehouseColumn } from '../tables/format-rows.ts'
import { bareCell, mergeRows, nameCell } from '../tables/merge-rows.ts'
import { fieldMarker, objectMarker, type TableChanges } from '../tables/plan-columns.ts'
import type { ColumnType } from '../tables/column-types.ts'
import { createRules, listAsciiNames } from '../tables/warehouse-rules.ts'
import { groupColumns, type Warehouse, type WarehouseTable } from '../tables/warehouse.ts'

/** A reply to a statement that ended. */
export interface DatabricksResult {
  statementId?: string | undefined
  rows: (string | null)[][]
}

/** Runs a statement with named values. Throws if it was refused. */
export type RunOnWarehouse = (
  statement: string,
  options: { values?: Readonly<Record<string, string>>; signal: AbortSignal },
) => Promise<DatabricksResult>

export const quoteDatabricksName = (name: string): string => `\`${name}\``

/** https://docs.databricks.com/en/sql/language-manual/data-types/string-type.html#literals */
const quoteDatabricksText = (text: string): string =>
  `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`

/** Lists and nested values are text with JSON: `VARIANT` would raise the version that tables require. */
const types = {
  ...{ text: 'STRING', jsonb: 'STRING', numeric: 'DOUBLE', boolean: 'BOOLEAN' },
  time: 'TIMESTAMP',
}

function toDatabricksType(type: string): ColumnType {
  if (type === 'BOOLEAN') return 'boolean'
  return /^(?:DOUBLE|FLOAT|INT|LONG|BIGINT|SHORT|BYTE|DECIMAL)/.test(type) ? 'numeric' : 'text'
}

/** Returns the sent rows as a table, with the types of their cells. Malformed ones fail the statement. */
export const explodeSent = (cells: readonly string[]): string =>
  `(SELECT explode(from_json(:sent, 'array<struct<${cells.join(',')}>>', map('mode', 'FAILFAST'))) AS sent_row)`

const sentTypes: Record<WarehouseColumn['type'], string> = { ...types, time: 'STRING' }

const formatMerge = (path: string, table: Pick<WarehouseTable, 'columns'>): string =>
  mergeRows(path, table, {
    quote: quoteDatabricksName,
    readCell: (cell, type) =>
      type === 'time' ? `CAST(sent_row.${cell} AS TIMESTAMP)` : `sent_row.${cell}`,
    source: explodeSent([
      ...listColumns(table).map(
        ({ name, type }, index) => `${nameCell(name, index)}:${sentTypes[type]}`,
      ),
      `${bareCell}:BOOLEAN`,
    ]),
    now: 'current_timestamp()',
  })

/** Tables of Databricks, which are described by the information schema of their catalog. */
export function createDatabricksTables({
  catalog,
  schema,
  eventsTable,
  run,
}: {
  catalog: string
  schema: string
  eventsTable: string
  run: RunOnWarehouse
}): Warehouse {
  const toPath = (name: string) => [catalog, schema, name].map(quoteDatabricksName).join('.')
  const addColumn = ({ source, name, type }: TableChanges['added'][number]) =>
    `${quoteDatabricksName(name)} ${types[type]} COMMENT ${quoteDatabricksText(fieldMarker(source))}`

  return {
    rules: createRules({ canWiden: false, listNames: listAsciiNames }),
    listTableNames: (objectName) =>
      listAsciiNames(objectName).filter((name) => name !== eventsTable.toLowerCase()),
    maxWriteBytes: 4 * 1024 * 1024,

    async describe(names, signal) {
      const named = Object.fromEntries(names.map((name, n) => [`name${n}`, name]))
      const { rows } = await run(
        'SELECT t.table_name, t.comment, c.column_name, c.data_type, c.comment ' +
          `FROM ${quoteDatabricksName(catalog)}.information_schema.tables AS t ` +
          `JOIN ${quoteDatabricksName(catalog)}.information_schema.columns AS c ` +
          'ON c.table_schema = t.table_schema AND c.table_name = t.table_name ' +
          `WHERE t.table_schema = :schema AND t.table_name IN (${Object.keys(named)
            .map((name) => `:${name}`)
            .join(', ')}) ORDER BY c.ordinal_position`,
        // Names of catalogs, schemas and tables are stored in lower case.
        { values: { schema: schema.toLowerCase(), ...named }, signal },
      )
      return groupColumns(rows, toDatabricksType)
    },

    async create(name, objectName, added, signal) {
      const columns = defineColumns(added.map(addColumn), { quote: quoteDatabricksName, types })
      await run(
        `CREATE TABLE IF NOT EXISTS ${toPath(name)} (${columns}) ` +
          `COMMENT ${quoteDatabricksText(objectMarker(objectName))}`,
        { signal },
      )
    },

    async change(name, { added }, signal) {
      // There is no way to add them only if they are missing.
      await run(`ALTER TABLE ${toPath(name)} ADD COLUMNS (${added.map(addColumn).join(', ')})`, {
        signal,
      })
    },

    nameCell,
    describeRow: ({ values }) => ({ [bareCell]: values === undefined }),

    async write(table, rows, signal) {
      const sent = `[${rows.join(',')}]`
      const { statementId } = await run(formatMerge(toPath(table.name), table), {
        values: { sent },
        signal,
      })
      return { statementId }
    },
  }
}
