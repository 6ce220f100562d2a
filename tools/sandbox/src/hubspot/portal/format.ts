import type { Value } from '../../records/table.ts'
import type { PortalProperty } from './properties.ts'

/** Formats a cell for the API, where everything is text. */
export function formatProperty(property: PortalProperty, value: Value): string | null {
  if (value === null) return null
  return property.type === 'datetime' ? new Date(Number(value)).toISOString() : String(value)
}
