import type { ColumnType } from './column-types.ts'
import { listColumns } from './format-rows.ts'
import { keyColumns } from './plan-columns.ts'
import type { WarehouseTable } from './warehouse.ts'

/** How a warehouse writes what is common to all. */
export interface MergeDialect {
  quote(name: string): string
  /** Returns the expression of a cell of a sent row, in the type of its column. */
  readCell(cell: string, type: ColumnType | 'time'): string
  /** What follows `FROM`: the sent rows. */
  source: string
  /** The current time. */
  now: string
}

/** Name of the cell that marks a deletion that keeps the stored values. */
export const bareCell = 'bare'
/** No field has a name that begins so. */
const bareColumn = '_bare'

/** A deletion without values changes these. */
const changedByDeletion = ['_deleted_at', '_event_id', '_operation_id', '_read_at']

/**
 * Returns the statement that stores sent rows by their keys, unless a later version is stored: of two times by
 * the provider's clock the later one counts, otherwise the later message. A repeated row changes nothing.
 */
export function mergeRows(
  path: string,
  table: Pick<WarehouseTable, 'columns'>,
  { quote, readCell, source, now }: MergeDialect,
): string {
  const columns = listColumns(table)
  const stored = (name: string) => `stored.${quote(name)}`
  const sent = (name: string) => `sent.${quote(name)}`
  const isNewer =
    `CASE WHEN ${stored('_changed_at')} <> ${sent('_changed_at')} ` +
    `THEN ${stored('_changed_at')} < ${sent('_changed_at')} ` +
    `ELSE ${stored('_event_id')} < ${sent('_event_id')} END`
  const set = (names: readonly string[]) =>
    names.map((name) => `${quote(name)} = ${sent(name)}`).join(', ')
  const written = `${quote('_written_at')} = ${now}`
  const names = columns.map(({ name }) => name)
  return [
    `MERGE INTO ${path} AS stored USING (SELECT`,
    [
      ...columns.map(
        ({ name, type }, index) => `${readCell(nameCell(name, index), type)} AS ${quote(name)}`,
      ),
      `${readCell(bareCell, 'boolean')} AS ${quote(bareColumn)}`,
    ].join(', '),
    `FROM ${source}) AS sent`,
    `ON ${keyColumns.map((name) => `${stored(name)} = ${sent(name)}`).join(' AND ')}`,
    `WHEN MATCHED AND ${sent(bareColumn)} AND ${isNewer} THEN UPDATE SET ${set(changedByDeletion)},`,
    `${quote('_changed_at')} = COALESCE(${sent('_changed_at')}, ${stored('_changed_at')}), ${written}`,
    `WHEN MATCHED AND NOT ${sent(bareColumn)} AND ${isNewer} THEN UPDATE SET ${set(
      names.filter((name) => !keyColumns.some((key) => key === name)),
    )}, ${written}`,
    `WHEN NOT MATCHED THEN INSERT (${[...names, '_written_at'].map(quote).join(', ')})`,
    `VALUES (${[...names.map(sent), now].join(', ')})`,
  ].join(' ')
}

/** Returns the name of a cell: positions are short and need no escaping in paths of JSON. */
export const nameCell = (_column: string, index: number): string => `c${index}`
