import type { CustomFieldDefinition } from '@platform/connector'
import {
  effectiveType,
  isNumber,
  isSelect,
  type ValueType,
} from '../../custom-fields/effective-type.ts'
import { requireValue } from '../../require-value.ts'

export interface PropertyOption {
  label: string
  value: string
  displayOrder?: number
  hidden: boolean
}

/** A definition in HubSpot's format. */
export interface WantedProperty {
  name: string
  label: string
  description?: string
  type: string
  /** Presentation; undefined if any is acceptable. */
  fieldType?: string
  /** Presentation of a new property. */
  defaultFieldType: string
  /** Absent for types without options. */
  options?: PropertyOption[]
  hasUniqueValue?: boolean
  warnings: string[]
}

const maxTextLength = 65_536
const singleLineLength = 255

/** Converts a name: `Seniority Level` → `seniority_level`. */
export const toPropertyName = (fieldName: string): string =>
  fieldName
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]/g, '_')

const kinds: Readonly<
  Record<Exclude<ValueType, 'string' | 'reference'>, { type: string; fieldType: string }>
> = {
  boolean: { type: 'bool', fieldType: 'booleancheckbox' },
  date: { type: 'date', fieldType: 'date' },
  datetime: { type: 'datetime', fieldType: 'date' },
  singleSelect: { type: 'enumeration', fieldType: 'select' },
  multiSelect: { type: 'enumeration', fieldType: 'checkbox' },
  int: { type: 'number', fieldType: 'number' },
  float: { type: 'number', fieldType: 'number' },
}

/** Converts a valid definition that is not a reference to HubSpot's format. */
export function toWantedProperty(definition: CustomFieldDefinition): WantedProperty {
  const type = effectiveType(definition) as Exclude<ValueType, 'reference'>
  const name = toPropertyName(definition.fieldName)
  return {
    name,
    label: definition.displayName.trim(),
    ...(definition.description !== undefined && { description: definition.description.trim() }),
    ...getPropertyKind(definition, type),
    ...getOptions(definition, type),
    ...(definition.unique !== undefined && { hasUniqueValue: definition.unique }),
    warnings: [
      ...(name === definition.fieldName ? [] : [`the property is named ${name} at HubSpot`]),
      ...listIgnoredOptions(definition, type),
    ],
  }
}

function getPropertyKind(
  { stringOptions }: CustomFieldDefinition,
  type: Exclude<ValueType, 'reference'>,
): Pick<WantedProperty, 'type' | 'fieldType' | 'defaultFieldType'> {
  if (type === 'string') {
    const { length } = stringOptions ?? {}
    const isLong = length !== undefined && length > singleLineLength
    return isLong
      ? { type: 'string', fieldType: 'textarea', defaultFieldType: 'textarea' }
      : { type: 'string', defaultFieldType: 'text' }
  }
  const { type: kind, fieldType } = kinds[type]
  return { type: kind, fieldType, defaultFieldType: fieldType }
}

function getOptions(
  { stringOptions }: CustomFieldDefinition,
  type: Exclude<ValueType, 'reference'>,
): Pick<WantedProperty, 'options'> {
  if (type === 'boolean') {
    return { options: [option('true', 0, 'Yes'), option('false', 1, 'No')] }
  }
  return isSelect(type)
    ? {
        options: requireValue(requireValue(stringOptions).values).map((value, position) =>
          option(value.trim(), position),
        ),
      }
    : {}
}

const option = (value: string, displayOrder: number, label = value): PropertyOption => ({
  label,
  value,
  displayOrder,
  hidden: false,
})

function listIgnoredOptions(definition: CustomFieldDefinition, type: ValueType): string[] {
  const { required, unique, indexed, stringOptions: text, numericOptions: number } = definition
  const select = isSelect(type)
  const warnings: string[] = []
  const warn = (isGiven: boolean, warning: string) => isGiven && warnings.push(warning)
  const kind = select ? 'selections' : `the type ${type}`

  if (type === 'string') {
    const { length = 0 } = text ?? {}
    warn(length > maxTextLength, `length is reduced to ${maxTextLength}, the maximum at HubSpot`)
    warn(
      length > 0 && length <= maxTextLength,
      'length is not supported by HubSpot properties; ignored',
    )
  } else warn(text?.length !== undefined, `length is ignored for ${kind}`)
  warn(text?.pattern !== undefined, 'pattern is not supported by HubSpot properties; ignored')
  warn(
    text?.defaultValue !== undefined || number?.defaultValue !== undefined,
    'defaultValue is not supported by HubSpot properties; ignored',
  )
  warn(!select && (text?.values?.length ?? 0) > 0, `values is ignored for ${kind}`)
  warn(!select && text?.valuesRestricted !== undefined, `valuesRestricted is ignored for ${kind}`)
  warn(
    select && text?.valuesRestricted === false,
    'valuesRestricted false is not supported: HubSpot only accepts listed values',
  )
  for (const name of ['precision', 'scale', 'min', 'max'] as const) {
    const reason = isNumber(type)
      ? 'not supported by HubSpot properties; ignored'
      : `ignored for ${kind}`
    warn(number?.[name] !== undefined, `${name} is ${reason}`)
  }
  warn(required === true, 'required is not supported by HubSpot properties; ignored')
  warn(
    indexed === true && unique !== true,
    'indexed is ignored: HubSpot finds records by every property',
  )
  return warnings
}
