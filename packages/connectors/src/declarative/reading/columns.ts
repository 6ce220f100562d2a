import { isInexact, parseExactly } from '@platform/connector'
import { z } from 'zod'
import { isMembers } from '../../members.ts'
import { getAtDotPath } from '../calls/dot-path.ts'
import { DotPath, DotPlace } from '../calls/places.ts'
import { numberColumns } from './csv.ts'

const ValueFormat = z.enum(['int', 'float', 'boolean', 'json', 'unix', 'days'])
type ValueFormat = z.infer<typeof ValueFormat>

export const ColumnRules = z
  .strictObject({
    at: DotPlace.describe('Path in the reply of the list of columns.'),
    name: DotPath.describe('Path of the name in a column; empty if a column is its name.'),
    type: DotPlace.optional().describe('Path of the type in a column.'),
    row: DotPlace.optional().describe('Path in a row of its list of values.'),
    cell: DotPlace.optional().describe('Path of the value in an item of that list.'),
    types: z
      .record(z.string().max(100), ValueFormat)
      .optional()
      .describe(
        'Format of values by type of the column: `unix` is a time in seconds, `days` a date in days since 1970. Others are unchanged.',
      ),
  })
  .describe('The records are lists of values, and the reply contains their columns.')
export type ColumnRules = z.infer<typeof ColumnRules>

/** Name and type of a column. */
export type RowColumn = [name: string, type: string]

/** Returns the columns of a reply; undefined if it has none. */
export function columnsIn(body: unknown, rules: ColumnRules): RowColumn[] | undefined {
  const list = getAtDotPath(body, rules.at)
  if (!Array.isArray(list)) return undefined
  return list.map((one: unknown): RowColumn => {
    const type = rules.type === undefined ? '' : getAtDotPath(one, rules.type)
    return [String(getAtDotPath(one, rules.name)), typeof type === 'string' ? type : '']
  })
}

/**
 * Numbers the columns before the last of a name, whose values would be lost. The last keeps the name: records that
 * were delivered before have its value, also as their ID.
 */
export function distinguishColumns(columns: readonly RowColumn[]): RowColumn[] {
  const names = numberColumns(columns.map(([name]) => name).toReversed()).toReversed()
  return columns.map(([name, type], number) => [names[number] ?? name, type])
}

/** Returns the first name of several columns that is among these. */
export const findTwice = (
  columns: readonly RowColumn[],
  among: readonly string[],
): string | undefined => among.find((name) => columns.filter(([one]) => one === name).length > 1)

/** Converts a row to a record; undefined if it is no list of values. */
export function recordOfRow(
  row: unknown,
  columns: readonly RowColumn[],
  { row: place, cell, types = {} }: ColumnRules,
): Record<string, unknown> | undefined {
  const values = place === undefined ? row : getAtDotPath(row, place)
  if (!Array.isArray(values)) return isMembers(row) && place === undefined ? row : undefined
  return Object.fromEntries(
    columns.map(([name, type], number) => {
      const item: unknown = values[number]
      const value = (cell === undefined ? item : getAtDotPath(item, cell)) ?? null
      const format = Object.hasOwn(types, type) ? types[type] : undefined
      return [name, format ? convertValue(value, format) : value]
    }),
  )
}

/** Values that do not have the format are unchanged. */
function convertValue(value: unknown, format: ValueFormat): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const number = value === '' ? NaN : Number(value)
  switch (format) {
    case 'int':
      return Number.isSafeInteger(number) ? number : value
    case 'float':
      return Number.isFinite(number) && !isInexact(number, String(value).trim()) ? number : value
    case 'boolean':
      return value === 'true' || value === '1'
        ? true
        : value === 'false' || value === '0'
          ? false
          : value
    case 'unix':
      // Snowflake appends the offset: `1611871200.123 960`.
      return formatInstant(Number(String(value).split(' ', 1)[0]) * 1000, value)
    case 'days':
      return String(formatInstant(number * 86_400_000, value)).slice(0, 10)
    case 'json':
      return parseJson(String(value))
  }
}

const formatInstant = (ms: number, value: unknown) =>
  Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? new Date(Math.round(ms)).toISOString() : value

function parseJson(text: string): unknown {
  try {
    return parseExactly(text)
  } catch {
    // A text of the provider that only looks like JSON.
    return text
  }
}
