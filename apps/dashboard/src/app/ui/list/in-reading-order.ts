/** Usual order of manifest keys, which the database does not keep. */
const order = [
  'name',
  'displayName',
  'provider',
  'module',
  'objectName',
  'fieldName',
  'mapToName',
  'mapToDisplayName',
  'destination',
  'schedule',
  'disabled',
  'enabled',
  'requiredFields',
  'optionalFields',
  'optionalFieldsAuto',
  'selectedFields',
  'selectedFieldsAuto',
  'selectedFieldMappings',
  'selectedValueMappings',
  'backfill',
  'read',
  'write',
  'subscribe',
  'proxy',
]

const findRank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)

/** Returns the value with known keys in their usual order. */
export function inReadingOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inReadingOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => findRank(one) - findRank(other))
      .map(([key, part]) => [key, inReadingOrder(part)]),
  )
}
