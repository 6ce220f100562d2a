import type { CustomFieldDefinition } from '@platform/connector'

export const valueTypes = [
  'string',
  'boolean',
  'date',
  'datetime',
  'singleSelect',
  'multiSelect',
  'int',
  'float',
  'reference',
] as const
export type ValueType = (typeof valueTypes)[number]

/** Returns the type of a definition, considering its options; undefined for an unknown type. */
export function effectiveType({
  valueType,
  association,
  stringOptions,
}: CustomFieldDefinition): ValueType | undefined {
  if (association) return 'reference'
  if (valueType === 'string' && stringOptions?.values?.length) return 'singleSelect'
  return valueTypes.find((known) => known === valueType)
}

export const isSelect = (type: ValueType | undefined) =>
  type === 'singleSelect' || type === 'multiSelect'

export const isNumber = (type: ValueType | undefined) => type === 'int' || type === 'float'
