import type { RecordTable } from '../../records/table.ts'
import type { PortalObjectDefinition } from './objects.ts'
import type { PortalProperty } from './properties.ts'

export interface PropertyGroup {
  name: string
  label: string
  displayOrder: number
  archived: boolean
}

export interface CrmObject extends Omit<PortalObjectDefinition, 'properties' | 'rows'> {
  properties: Map<string, PortalProperty>
  groups: Map<string, PropertyGroup>
  table: RecordTable
}

/** Returns the index of the record in the table; undefined if no record ever had the ID. */
export function findRecordIndex(object: CrmObject, id: string): number | undefined {
  if (!/^\d+$/.test(id)) return undefined
  const index = Number(id) - object.firstId
  return object.table.has(index) ? index : undefined
}

/** The object's name in paths and events: `line_item`. */
export const getSingularName = ({ singular }: CrmObject): string =>
  singular.toLowerCase().replaceAll(' ', '_')
