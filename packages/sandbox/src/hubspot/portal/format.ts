import type { Value } from '../../records/table.ts'
import type { PortalProperty } from './properties.ts'

/** A cell as the API writes it: everything is text. */
export function formatProperty(property: PortalProperty, value: Value): string | null {
  if (value === null) return null
  return property.type === 'datetime' ? new Date(Number(value)).toISOString() : String(value)
}
