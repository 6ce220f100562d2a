/**
 * The warning of computed fields. This file is also part of the published client, so it imports
 * nothing.
 */

const maxNamed = 5

/**
 * Warns that changes of computed fields may not be read, identically everywhere; undefined if there
 * are none.
 */
export function warnOfCalculatedFields(fieldNames: readonly string[] = []): string | undefined {
  if (fieldNames.length === 0) return undefined
  const others = fieldNames.length - maxNamed
  const named = fieldNames.slice(0, maxNamed)
  const list = new Intl.ListFormat('en').format(others > 0 ? [...named, `${others} more`] : named)
  const isOne = fieldNames.length === 1
  return `The provider computes ${list}. If only ${isOne ? 'this value changes' : 'such a value changes'}, a scheduled read may not return the record. For current values, read all records at regular times: see “Formula fields” in the guide on schedules.`
}
