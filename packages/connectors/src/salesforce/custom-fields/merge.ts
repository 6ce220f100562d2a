import { ProviderError } from '@platform/connector'
import {
  listXmlMembers,
  getXmlMember,
  elementText,
  type XmlMembers,
  type XmlValue,
  isElement,
} from '../xml.ts'
import {
  maxPrecision,
  maxValues,
  type SalesforceCustomField,
  type PicklistValue,
  type WantedField,
} from './custom-field.ts'

type Members = Record<string, unknown>

/** Change that makes a field match its definition. */
export type FieldMerge =
  | { do: 'nothing'; definition: Members; warnings: string[] }
  | { do: 'update'; definition: Members; warnings: string[] }
  | { do: 'refuse'; error: ProviderError; warnings: string[] }

const textTypes = new Set(['Text', 'TextArea', 'LongTextArea', 'Html', 'Email', 'Phone', 'Url'])
const numberMembers = new Set(['length', 'visibleLines', 'precision', 'scale', 'relationshipOrder'])
const textMembers = new Set(['label', 'description', 'inlineHelpText', 'defaultValue', 'fullName'])

/** Converts the definition of the Metadata API, with parsed flags and numbers. */
export function readDefinition(record: XmlMembers): Members {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, toTypedValue(name, value)]),
  )
}

function toTypedValue(name: string, value: XmlValue): unknown {
  if (name === 'valueSet') return getValueSet(value)
  if (typeof value !== 'string' || textMembers.has(name)) return value
  if (numberMembers.has(name)) return Number(value)
  return value === 'true' || value === 'false' ? value === 'true' : value
}

function getValueSet(value: XmlValue): unknown {
  const definition = getXmlMember(value, 'valueSetDefinition')
  // A global value set is referenced by name and defined elsewhere.
  if (elementText(value, 'valueSetName') !== undefined) return value
  return {
    ...(isElement(value) && value),
    restricted: elementText(value, 'restricted') === 'true',
    valueSetDefinition: {
      ...definition,
      sorted: elementText(definition, 'sorted') === 'true',
      value: listXmlMembers(definition, 'value').map((entry) => ({
        ...(isElement(entry) && entry),
        fullName: elementText(entry, 'fullName') ?? elementText(entry, 'valueName') ?? '',
        default: elementText(entry, 'default') === 'true',
        label: elementText(entry, 'label') ?? elementText(entry, 'fullName') ?? '',
        ...(elementText(entry, 'isActive') === 'false' && { isActive: false }),
      })),
    },
  }
}

/**
 * Compares a field with its definition. Only given members are compared, and existing values are
 * kept: nothing becomes shorter, and no picklist value is removed.
 */
export function mergeField(present: Members, wanted: WantedField): FieldMerge {
  const { asked } = wanted
  const presentType = String(present.type)
  const keepsType = wanted.isAnyText && textTypes.has(presentType)
  const warnings = [...wanted.warnings]
  if (presentType !== asked.type && !keepsType) {
    return makeRejection(`Cannot change field type from ${presentType} to ${asked.type}.`, warnings)
  }
  if (asked.referenceTo !== undefined && !isSameType(present.referenceTo, asked.referenceTo)) {
    const message = `Cannot change the object of a lookup from ${String(present.referenceTo)} to ${asked.referenceTo}.`
    return makeRejection(message, warnings)
  }

  const { type: _, valueSet, length, precision, scale, referenceTo: __, ...plain } = asked
  const changes: Members = { ...plain }
  if (length !== undefined) changes.length = longer(present, length, warnings)
  Object.assign(changes, wider(present, { precision, scale }, warnings))
  if (valueSet) {
    const { valueSet: all, count } = uniteValues(present.valueSet, valueSet, warnings)
    if (count > maxValues) {
      const message = `Together with the existing ones, the selection would have ${count} values. Salesforce allows ${maxValues}.`
      return makeRejection(message, warnings, 'bad-request')
    }
    changes.valueSet = all
  }
  if (present.unique === true && asked.unique !== false) delete changes.caseSensitive

  const differs = Object.entries(changes).some(([name, value]) => !isEqual(present[name], value))
  const definition = { ...present, ...changes }
  return { do: differs ? 'update' : 'nothing', definition, warnings }
}

const makeRejection = (
  message: string,
  warnings: string[],
  failure: 'conflict' | 'bad-request' = 'conflict',
): FieldMerge => ({
  do: 'refuse',
  error: new ProviderError(failure, message, { code: 'FIELD_INTEGRITY_EXCEPTION' }),
  warnings,
})

function longer({ length = 0 }: Members, asked: number, warnings: string[]): number {
  const present = Number(length)
  if (asked < present)
    warnings.push(`length is unchanged at ${present}: shortening it could cut values`)
  return Math.max(asked, present)
}

/** Returns the larger number of digits before and after the decimal point. */
function wider(
  present: Members,
  asked: Pick<SalesforceCustomField, 'precision' | 'scale'>,
  warnings: string[],
): Pick<SalesforceCustomField, 'precision' | 'scale'> {
  if (asked.precision === undefined && asked.scale === undefined) return {}

  const [presentPrecision, presentScale] = [Number(present.precision), Number(present.scale)]
  const askedScale = asked.scale ?? presentScale
  const scale = Math.max(askedScale, presentScale)
  const wholeDigits = Math.max(
    asked.precision === undefined ? 0 : asked.precision - askedScale,
    presentPrecision - presentScale,
  )
  const unchanged = { precision: presentPrecision, scale: presentScale }
  if (scale + wholeDigits > maxPrecision) {
    warnings.push(
      `precision ${presentPrecision} and scale ${presentScale} are unchanged: changing them could cut values`,
    )
    return unchanged
  }
  const isNarrower =
    askedScale < presentScale ||
    (asked.precision !== undefined && asked.precision < scale + wholeDigits)
  if (isNarrower) {
    warnings.push(
      `precision is ${scale + wholeDigits} and scale ${scale}: fewer digits could cut values`,
    )
  }
  return { precision: scale + wholeDigits, scale }
}

type ValueSet = NonNullable<SalesforceCustomField['valueSet']>

/**
 * Returns the values of both, and how many count towards Salesforce's limit, including inactive
 * ones of a restricted set.
 */
function uniteValues(
  present: unknown,
  asked: ValueSet,
  warnings: string[],
): { valueSet: unknown; count: number } {
  const known = present as Partial<ValueSet & { valueSetName: string }> | undefined
  if (known?.valueSetName !== undefined) {
    warnings.push(`values are unchanged in the global value set ${known.valueSetName}`)
    return { valueSet: present, count: 0 }
  }
  const knownValues = known?.valueSetDefinition?.value ?? []
  const askedValues = new Map(
    asked.valueSetDefinition.value.map((value) => [value.fullName, value]),
  )
  const hasDefault = asked.valueSetDefinition.value.some((value) => value.default)
  const kept = knownValues.map((value): PicklistValue => {
    const wanted = askedValues.get(value.fullName)
    const { isActive, ...rest } = value
    const isBack = wanted !== undefined && isActive === false
    return {
      ...(isBack ? rest : value),
      default: hasDefault ? wanted?.default === true : value.default,
    }
  })
  const surplus = knownValues.filter(
    ({ fullName, isActive }) => !askedValues.has(fullName) && isActive !== false,
  )
  if (surplus.length > 0) {
    const names = surplus.map(({ fullName }) => fullName).join(', ')
    warnings.push(`existing values are kept: ${names}`)
  }
  const knownNames = new Set(knownValues.map(({ fullName }) => fullName))
  const added = asked.valueSetDefinition.value.filter(({ fullName }) => !knownNames.has(fullName))
  const value = [...kept, ...added]
  const restricted = asked.restricted ?? known?.restricted ?? false
  return {
    valueSet: {
      ...known,
      restricted,
      valueSetDefinition: { sorted: false, ...known?.valueSetDefinition, value },
    },
    count: value.filter(({ isActive }) => restricted || isActive !== false).length,
  }
}

function isSameType(present: unknown, asked: string): boolean {
  return String(present).toLowerCase() === asked.toLowerCase()
}

/** Absent values at Salesforce are false or empty. */
function isEqual(present: unknown, wanted: unknown): boolean {
  if (typeof wanted === 'boolean') return (present ?? false) === wanted
  if (typeof wanted === 'string') return (present ?? '') === wanted
  return JSON.stringify(present) === JSON.stringify(wanted)
}
