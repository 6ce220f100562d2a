/** Types that columns get. Every value fits `text` and `jsonb`. */
export type ColumnType = 'boolean' | 'numeric' | 'text' | 'jsonb'

/** Digits that `numeric` supports in any case, before and after the point. */
const maxDigits = 10_000

/** Returns the type of a value; undefined for null, which fits any. */
export function findColumnType(value: unknown): ColumnType | undefined {
  switch (typeof value) {
    case 'boolean':
      return 'boolean'
    case 'number':
      return 'numeric'
    case 'string':
      return 'text'
    case 'object':
      if (value === null) return undefined
      return isExactNumber(value) ? (isNumeric(value.rawJSON) ? 'numeric' : 'text') : 'jsonb'
    default:
      return undefined
  }
}

/**
 * Returns the type to which a column is widened for a value of another type; undefined if it need not
 * be. Types that somebody else gave a column are kept.
 */
export function widenType(type: string, needed: ColumnType): ColumnType | undefined {
  const isNarrow = type === 'boolean' || type === 'numeric'
  return isNarrow && type !== needed ? 'text' : undefined
}

const isNumeric = (source: string): boolean =>
  source.length <= maxDigits && Number(/e[+-]?(\d+)$/i.exec(source)?.[1] ?? 0) <= maxDigits

/** A number with the digits of its text, as `JSON.rawJSON` makes it. */
export interface ExactNumber {
  rawJSON: string
}

const exactJson = JSON as unknown as {
  isRawJSON(value: unknown): value is ExactNumber
  rawJSON(text: string): ExactNumber
}
export const isExactNumber = exactJson.isRawJSON
export const toExactNumber = exactJson.rawJSON
