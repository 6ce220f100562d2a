import type { CustomFieldDefinition } from '@platform/connector'
import {
  effectiveType,
  isNumber,
  isSelect,
  type ValueType,
} from '../../custom-fields/effective-type.ts'
import { requireValue } from '../../require-value.ts'

/** A picklist value of the Metadata API. */
export interface PicklistValue {
  fullName: string
  default: boolean
  label: string
  isActive?: boolean
}

/** The used members of a field definition in the Metadata API. */
export interface SalesforceCustomField {
  type: string
  label: string
  description?: string
  required?: boolean
  unique?: boolean
  caseSensitive?: boolean
  defaultValue?: string
  length?: number
  visibleLines?: number
  precision?: number
  scale?: number
  valueSet?: {
    restricted?: boolean
    valueSetDefinition: { sorted: boolean; value: PicklistValue[] }
  }
  referenceTo?: string
  relationshipName?: string
  relationshipLabel?: string
  deleteConstraint?: string
}

/** A definition in Salesforce's format. */
export interface WantedField {
  /** Members given by the caller. */
  asked: Partial<SalesforceCustomField> & { type: string; label: string }
  /** Additional members of a new field. */
  defaults: Partial<SalesforceCustomField>
  /** Whether the caller accepts any kind of text. */
  isAnyText: boolean
  /** Warnings about options that are not supported. */
  warnings: string[]
}

export const maxPrecision = 18
/** Maximum number of picklist values. */
export const maxValues = 1_000
const maxTextLength = 255
const maxLongTextLength = 131_072
const defaultScale = 6
const maxLabelLength = 40
const maxDescriptionLength = 1_000

/** Converts a name: `Tier` → `Tier__c`. */
export function customFieldName(name: string): string {
  const trimmed = name.trim()
  return /__c$/i.test(trimmed) ? trimmed : `${trimmed}__c`
}

export function getDeleteConstraint(onDelete: string): string | undefined {
  return ['SetNull', 'Restrict', 'Cascade'].find(
    (known) => known.toLowerCase() === onDelete.toLowerCase(),
  )
}

/** Converts a valid definition to Salesforce's format. */
export function toWantedField(
  definition: CustomFieldDefinition,
  { objectLabelPlural }: { objectLabelPlural: string },
): WantedField {
  const type = requireValue(effectiveType(definition))
  const warnings: string[] = []
  const common = {
    label: cutText(definition.displayName, maxLabelLength, 'label', warnings),
    ...(definition.description !== undefined && {
      description: cutText(definition.description, maxDescriptionLength, 'description', warnings),
    }),
  }
  const typed = makeTypedField(definition, type, objectLabelPlural, warnings)
  warnings.push(...listIgnoredOptions(definition, type))
  return {
    asked: { ...common, ...typed.asked, ...rulesFor(definition, typed.asked.type, warnings) },
    defaults: typed.defaults,
    isAnyText: type === 'string' && definition.stringOptions?.length === undefined,
    warnings,
  }
}

interface TypedField {
  asked: Partial<SalesforceCustomField> & { type: string }
  defaults: Partial<SalesforceCustomField>
}

function makeTypedField(
  definition: CustomFieldDefinition,
  type: ValueType,
  objectLabelPlural: string,
  warnings: string[],
): TypedField {
  switch (type) {
    case 'string':
      return textField(definition, warnings)
    case 'boolean': {
      const { defaultValue } = definition.stringOptions ?? {}
      return {
        asked: { type: 'Checkbox', ...(defaultValue !== undefined && { defaultValue }) },
        defaults: { defaultValue: 'false' },
      }
    }
    case 'date':
      return { asked: { type: 'Date' }, defaults: {} }
    case 'datetime':
      return { asked: { type: 'DateTime' }, defaults: {} }
    case 'int':
    case 'float':
      return numberField(definition, type)
    case 'reference':
      return lookupField(definition, objectLabelPlural, warnings)
    default:
      return selectField(definition, type)
  }
}

function textField({ stringOptions = {} }: CustomFieldDefinition, warnings: string[]): TypedField {
  const { length, defaultValue } = stringOptions
  if (length !== undefined && length > maxLongTextLength) {
    warnings.push(`length is reduced to ${maxLongTextLength}, the maximum at Salesforce`)
  }
  const isLong = length !== undefined && length > maxTextLength
  return {
    asked: {
      type: isLong ? 'LongTextArea' : 'Text',
      ...(length !== undefined && { length: Math.min(length, maxLongTextLength) }),
      ...(defaultValue !== undefined && { defaultValue: textFormula(defaultValue) }),
    },
    defaults: isLong ? { visibleLines: 10 } : { length: maxTextLength },
  }
}

/** The default value of a text is a formula, which quotes it. */
const textFormula = (text: string) =>
  `"${text.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`

function numberField({ numericOptions = {} }: CustomFieldDefinition, type: ValueType): TypedField {
  const { precision, scale, defaultValue } = numericOptions
  const wantedScale = type === 'int' ? 0 : scale
  // Without a scale, a float gets as many decimals as its precision allows.
  const room = Math.min(defaultScale, (precision ?? maxPrecision) - 1)
  return {
    asked: {
      type: 'Number',
      ...(precision !== undefined && { precision }),
      ...(wantedScale !== undefined && { scale: wantedScale }),
      ...(defaultValue !== undefined && { defaultValue: String(defaultValue) }),
    },
    defaults: { precision: maxPrecision, scale: room },
  }
}

function selectField({ stringOptions = {} }: CustomFieldDefinition, type: ValueType): TypedField {
  const { values = [], valuesRestricted, defaultValue } = stringOptions
  const isMulti = type === 'multiSelect'
  return {
    asked: {
      type: isMulti ? 'MultiselectPicklist' : 'Picklist',
      valueSet: {
        ...(valuesRestricted !== undefined && { restricted: valuesRestricted }),
        valueSetDefinition: {
          sorted: false,
          value: values.map((value) => ({
            fullName: value.trim(),
            default: value === defaultValue,
            label: value.trim(),
          })),
        },
      },
    },
    defaults: isMulti ? { visibleLines: 4 } : {},
  }
}

function lookupField(
  definition: CustomFieldDefinition,
  objectLabelPlural: string,
  warnings: string[],
): TypedField {
  const association = requireValue(definition.association)
  const { onDelete, targetField, cardinality, associationType, labels } = association
  if (targetField !== undefined && targetField.toLowerCase() !== 'id') {
    warnings.push(`targetField ${targetField} is ignored: lookups refer to the record's Id`)
  }
  if (cardinality !== undefined && /one.?to.?one/i.test(cardinality)) {
    warnings.push('cardinality one-to-one is not supported by Salesforce; created as a lookup')
  }
  if (!/^(lookup|reference)$/i.test(associationType)) {
    warnings.push(`associationType ${associationType} is not supported; created as a lookup`)
  }

  const isRequired = definition.required === true || association.required === true
  let deleteConstraint = onDelete === undefined ? undefined : getDeleteConstraint(onDelete)
  if (isRequired && deleteConstraint === 'SetNull') {
    warnings.push('onDelete setNull is not possible for a required lookup; created as restrict')
    deleteConstraint = 'Restrict'
  }
  const name = `${objectLabelPlural}${customFieldName(definition.fieldName).replace(/__c$/i, '')}`
  return {
    asked: {
      type: 'Lookup',
      referenceTo: association.targetObject,
      ...(association.required !== undefined && { required: isRequired }),
      ...(deleteConstraint !== undefined && { deleteConstraint }),
      ...(association.reverseLookupFieldName !== undefined && {
        relationshipName: association.reverseLookupFieldName,
      }),
      ...(labels?.plural !== undefined && { relationshipLabel: labels.plural }),
    },
    defaults: {
      relationshipName: name
        .replaceAll(/[^A-Za-z0-9]/g, '')
        .replace(/^\d+/, '')
        .slice(0, 40),
      deleteConstraint: isRequired ? 'Restrict' : 'SetNull',
    },
  }
}

const mayBeRequired = new Set(['Text', 'Number', 'Date', 'DateTime', 'Picklist', 'Lookup'])
const mayBeUnique = new Set(['Text', 'Number'])

/** Returns `required` and `unique`, if the type supports them. */
function rulesFor(
  { required, unique, indexed }: CustomFieldDefinition,
  type: string,
  warnings: string[],
): Partial<SalesforceCustomField> {
  const rules: Partial<SalesforceCustomField> = {}
  if (required !== undefined) {
    if (mayBeRequired.has(type)) {
      if (type !== 'Lookup' || required) rules.required = required
    } else if (required) warnings.push(`required is not possible for a ${type}; ignored`)
  }
  if (unique !== undefined) {
    if (mayBeUnique.has(type)) rules.unique = unique
    else if (unique) warnings.push(`unique is not possible for a ${type}; ignored`)
  }
  if (unique && type === 'Text') rules.caseSensitive = false
  if (indexed && !rules.unique && type !== 'Lookup') {
    warnings.push('indexed is not supported by Salesforce metadata; ignored')
  }
  return rules
}

/** Returns options that the type, or Salesforce, does not support. */
function listIgnoredOptions(definition: CustomFieldDefinition, type: ValueType): string[] {
  const { stringOptions: text, numericOptions: number } = definition
  const select = isSelect(type)
  const kind = select ? 'picklists' : `the type ${type}`
  const describeIgnored = (option: string, isGiven: boolean) =>
    isGiven ? [`${option} is ignored for ${kind}`] : []
  return [
    ...describeIgnored('length', text?.length !== undefined && type !== 'string'),
    ...describeIgnored('values', text?.values !== undefined && text.values.length > 0 && !select),
    ...describeIgnored('valuesRestricted', text?.valuesRestricted !== undefined && !select),
    ...describeIgnored(
      'stringOptions.defaultValue',
      text?.defaultValue !== undefined && type !== 'string' && type !== 'boolean' && !select,
    ),
    ...(text?.pattern === undefined
      ? []
      : ['pattern is not supported by Salesforce fields; ignored']),
    ...describeIgnored('precision', number?.precision !== undefined && !isNumber(type)),
    ...describeIgnored('scale', number?.scale !== undefined && type !== 'float'),
    ...describeIgnored(
      'numericOptions.defaultValue',
      number?.defaultValue !== undefined && !isNumber(type),
    ),
    ...(number?.min === undefined ? [] : ['min is not supported by Salesforce fields; ignored']),
    ...(number?.max === undefined ? [] : ['max is not supported by Salesforce fields; ignored']),
  ]
}

function cutText(text: string, max: number, what: string, warnings: string[]): string {
  const trimmed = text.trim()
  if (trimmed.length <= max) return trimmed
  warnings.push(`${what} is cut to ${max} characters, the maximum at Salesforce`)
  // A surrogate pair at the cut is removed entirely.
  return trimmed
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
}
