import type { Generate } from '../../records/table.ts'

export type PropertyType =
  | 'string'
  | 'number'
  | 'enumeration'
  | 'bool'
  | 'date'
  | 'datetime'
  | 'phone_number'

export interface PortalPropertyOption {
  label: string
  value: string
  description?: string
  displayOrder: number
  hidden: boolean
}

/** A property of an object as the sandbox stores it. */
export interface PortalProperty {
  name: string
  label: string
  description: string
  groupName: string
  type: PropertyType
  fieldType: string
  options: PortalPropertyOption[]
  displayOrder: number
  hidden: boolean
  formField: boolean
  hasUniqueValue: boolean
  calculated: boolean
  externalOptions: boolean
  referencedObjectType?: string
  hubspotDefined: boolean
  readOnlyValue: boolean
  archived: boolean
  archivedAt?: number
  createdAt: number
  updatedAt: number
  /** The cell of a seeded record. */
  seed?: Generate
}

const fieldTypes: Record<PropertyType, readonly [string, ...string[]]> = {
  string: ['text', 'textarea', 'html', 'file', 'phonenumber', 'calculation_equation'],
  number: ['number', 'calculation_equation'],
  enumeration: ['select', 'radio', 'checkbox', 'booleancheckbox', 'calculation_equation'],
  bool: ['booleancheckbox', 'calculation_equation'],
  date: ['date'],
  datetime: ['date'],
  phone_number: ['phonenumber'],
}

export const isPropertyType = (type: string): type is PropertyType => type in fieldTypes

export const allowsFieldType = (type: PropertyType, fieldType: string): boolean =>
  fieldTypes[type].includes(fieldType)

export function property(
  name: string,
  label: string,
  type: PropertyType,
  options: Partial<Omit<PortalProperty, 'name' | 'label' | 'type'>> = {},
): PortalProperty {
  return {
    name,
    label,
    description: '',
    groupName: '',
    type,
    fieldType: fieldTypes[type][0],
    options: [],
    displayOrder: -1,
    hidden: false,
    formField: false,
    hasUniqueValue: false,
    calculated: false,
    externalOptions: false,
    hubspotDefined: true,
    readOnlyValue: false,
    archived: false,
    createdAt: 0,
    updatedAt: 0,
    ...options,
  }
}

export const choice = (
  name: string,
  label: string,
  values: readonly string[],
  options: Partial<PortalProperty> = {},
): PortalProperty =>
  property(name, label, 'enumeration', {
    options: values.map((value, n) => option(value, n)),
    ...options,
  })

const option = (value: string, displayOrder: number): PortalPropertyOption => ({
  label: value.charAt(0).toUpperCase() + value.slice(1).toLowerCase().replaceAll('_', ' '),
  value,
  displayOrder,
  hidden: false,
})

const formatInstant = (ms: number) => new Date(ms).toISOString()

/** Formats a property for the API. */
export function describeProperty(definition: PortalProperty) {
  const { hubspotDefined, readOnlyValue } = definition
  return {
    updatedAt: formatInstant(definition.updatedAt),
    createdAt: formatInstant(definition.createdAt),
    name: definition.name,
    label: definition.label,
    type: definition.type,
    fieldType: definition.fieldType,
    description: definition.description,
    groupName: definition.groupName,
    options: definition.options,
    ...(definition.referencedObjectType
      ? { referencedObjectType: definition.referencedObjectType }
      : {}),
    displayOrder: definition.displayOrder,
    calculated: definition.calculated,
    externalOptions: definition.externalOptions,
    archived: definition.archived,
    ...(definition.archivedAt === undefined
      ? {}
      : { archivedAt: formatInstant(definition.archivedAt) }),
    hasUniqueValue: definition.hasUniqueValue,
    hidden: definition.hidden,
    ...(hubspotDefined ? { hubspotDefined: true } : {}),
    modificationMetadata: {
      archivable: !hubspotDefined,
      readOnlyDefinition: hubspotDefined,
      ...(definition.type === 'enumeration' ? { readOnlyOptions: false } : {}),
      readOnlyValue,
    },
    formField: definition.formField,
    dataSensitivity: 'non_sensitive',
  }
}
