import { findColumnType, isExactNumber, widenType, type ColumnType } from './column-types.ts'
import { listIdentifiers } from './identifiers.ts'
import type { FieldColumnRules } from './plan-columns.ts'

/** Comments have the names of fields, and some warehouses limit them to 1,024 characters. */
const maxFieldName = 500

/** Returns names as `listIdentifiers` does, of letters and digits of ASCII. */
export const listAsciiNames = (source: string): string[] =>
  listIdentifiers(source).map((name) => name.replaceAll(/\W/g, '_').replace(/^_/, 'n_'))

/** Returns what warehouses require of columns. */
export const createRules = ({
  canWiden,
  listNames,
}: {
  /** Whether a column with numbers can become one with text. */
  canWiden: boolean
  /** Returns the names that may stand for a field, in the order in which they are tried. */
  listNames: (field: string) => readonly string[]
}): FieldColumnRules => ({
  maxFieldColumns: 350,
  // Names of fields begin with no underscore.
  reserved: [],
  listNames: (field) => (field.length > maxFieldName ? [] : listNames(field)),
  findType: findDoubleType,
  widen: (type, needed) => (canWiden ? widenType(type, needed) : undefined),
})

/** Numbers are stored as doubles. One with more digits is stored as text. */
const findDoubleType = (value: unknown): ColumnType | undefined =>
  isExactNumber(value) ? 'text' : findColumnType(value)
