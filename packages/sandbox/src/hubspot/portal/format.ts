import type { Value } from '../../records/table.ts'
import type { Property } from './properties.ts'

/** A cell as the API writes it: everything is text. */
export function formatted(property: Property, value: Value): string | null {
  if (value === null) return null
  return property.type === 'datetime' ? new Date(Number(value)).toISOString() : String(value)
}
