import type { ColumnType } from '../tables/column-types.ts'
import { defineColumns } from '../tables/format-rows.ts'
import { listIdentifiers } from '../tables/identifiers.ts'
import { bareCell, mergeRows, nameCell, type MergeDialect } from '../tables/merge-rows.ts'
import { fieldMarker, objectMarker, type TableChanges } from '../tables/plan-columns.ts'
import { createRules } from '../tables/warehouse-rules.ts'
import { groupColumns, type Warehouse } from '../tables/warehouse.ts'

/** A reply to a statement that ended. */
export interface StatementResult {
  statementHandle?: string | undefined
  data?: (string | null)[][] | undefined
}

/** Runs a statement with values of its `?`, and waits until it has ended. Throws if it was refused. */
type RunStatement = (
  statement: string,
  options: { values?: readonly string[]; signal: AbortSignal },
) => Promise<StatementResult>

/** Names are those that SQL finds without quotes. */
const quoteSnowflakeName = (name: string): string => `"${name.toUpperCase()}"`

/** https://docs.snowflake.com/en/sql-reference/data-types-text#string-constants */
const quoteSnowflakeText = (text: string): string =>
  `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", "''")}'`

const types = {
  ...{ text: 'VARCHAR', jsonb: 'VARIANT', numeric: 'FLOAT', boolean: 'BOOLEAN' },
  time: 'TIMESTAMP_NTZ(3)',
}

function toColumnType(type: string): ColumnType {
  if (type === 'VARIANT' || type === 'BOOLEAN') return type === 'VARIANT' ? 'jsonb' : 'boolean'
  return /^(?:FLOAT|NUMBER|DECFLOAT)/.test(type) ? 'numeric' : 'text'
}

const dialect: MergeDialect = {
  quote: quoteSnowflakeName,
  readCell: (cell, type) =>
    type === 'jsonb' ? `flat.value:${cell}` : `flat.value:${cell}::${types[type]}`,
  source: '(SELECT PARSE_JSON(?) AS sent_rows), LATERAL FLATTEN(INPUT => sent_rows) AS flat',
  now: 'SYSDATE()',
}

const listUpperCase = (source: string): string[] =>
  listIdentifiers(source).map((name) => name.toUpperCase())

/** Tables of Snowflake, which are described by its information schema. */
export function createSnowflakeTables({
  database,
  schema,
  eventsTable,
  run,
}: {
  database: string
  schema: string
  eventsTable: string
  run: RunStatement
}): Warehouse {
  const toPath = (name: string) => `${database}.${schema}.${quoteSnowflakeName(name)}`
  const addColumn = ({ source, name, type }: TableChanges['added'][number]) =>
    `${quoteSnowflakeName(name)} ${types[type]} COMMENT ${quoteSnowflakeText(fieldMarker(source))}`

  return {
    rules: createRules({ canWiden: false, listNames: listUpperCase }),
    listTableNames: (objectName) =>
      listUpperCase(objectName).filter((name) => name !== eventsTable.toUpperCase()),
    maxWriteBytes: 8 * 1024 * 1024,

    async describe(names, signal) {
      const { data = [] } = await run(
        'SELECT t.TABLE_NAME, t.COMMENT, c.COLUMN_NAME, c.DATA_TYPE, c.COMMENT ' +
          `FROM ${database}.INFORMATION_SCHEMA.TABLES t JOIN ${database}.INFORMATION_SCHEMA.COLUMNS c ` +
          'ON c.TABLE_SCHEMA = t.TABLE_SCHEMA AND c.TABLE_NAME = t.TABLE_NAME ' +
          `WHERE t.TABLE_SCHEMA = ? AND t.TABLE_NAME IN (${names.map(() => '?').join(', ')})`,
        { values: [schema.toUpperCase(), ...names], signal },
      )
      return groupColumns(data, toColumnType)
    },

    async create(name, objectName, added, signal) {
      const columns = defineColumns(added.map(addColumn), { quote: quoteSnowflakeName, types })
      await run(
        `CREATE TABLE IF NOT EXISTS ${toPath(name)} (${columns}) ` +
          `COMMENT = ${quoteSnowflakeText(objectMarker(objectName))}`,
        { signal },
      )
    },

    async change(name, { added }, signal) {
      for (const column of added) {
        await run(`ALTER TABLE ${toPath(name)} ADD COLUMN IF NOT EXISTS ${addColumn(column)}`, {
          signal,
        })
      }
    },

    nameCell,
    describeRow: ({ values }) => ({ [bareCell]: values === undefined }),

    async write(table, rows, signal) {
      const statement = mergeRows(toPath(table.name), table, dialect)
      const { statementHandle } = await run(statement, { values: [`[${rows.join(',')}]`], signal })
      return { statementHandle }
    },
  }
}
