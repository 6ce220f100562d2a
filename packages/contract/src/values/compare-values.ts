/**
 * Compares values of records as filters and expressions do: numbers also in texts, dates by their time,
 * text ignoring case. Returns a negative number, zero or a positive one; NaN if the values cannot be
 * compared.
 */
export function compareValues(found: unknown, wanted: unknown): number {
  if (typeof wanted === 'number' || typeof found === 'number') {
    return toComparedNumber(found) - toComparedNumber(wanted)
  }
  if (isDateText(found) && isDateText(wanted)) return Date.parse(found) - Date.parse(wanted)
  const [one, other] = [foldText(found), foldText(wanted)]
  if (one === other) return 0
  const difference = toComparedNumber(one) - toComparedNumber(other)
  if (difference !== 0 && !Number.isNaN(difference)) return difference
  return one < other ? -1 : 1
}

const dateText = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d))?$/

/** Reports whether a value is a date, or a time with its zone, in RFC 3339. */
export const isDateText = (value: unknown): value is string =>
  typeof value === 'string' && dateText.test(value) && !Number.isNaN(Date.parse(value))

/** No number has more digits than the smallest double. Longer texts take time for each character. */
const maxNumberLength = 1_100

/** Returns a number, also one in a text; NaN if there is none. */
export function toComparedNumber(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.length > maxNumberLength) return NaN
  return value.trim() === '' ? NaN : Number(value)
}

/** Returns a value as the text by which it is compared. */
export const foldText = (value: unknown): string =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).toLowerCase()

/**
 * Returns any value of JSON as text: members that are named `toString` or `valueOf` are data, by which
 * `String` fails.
 */
export function convertToText(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => convertToText(one ?? '')).join(',')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
