import { ProviderError } from '@platform/connector'
import type { HubspotProperty } from '../describe.ts'
import type { PropertyOption, WantedProperty } from './property-definition.ts'

/** Change that makes a property match its definition. */
export type PropertyMerge =
  | { do: 'nothing'; warnings: string[] }
  | { do: 'update'; changes: Record<string, unknown>; warnings: string[] }
  | { do: 'refuse'; error: ProviderError; warnings: string[] }

/**
 * Compares a property with its definition. Only given members are compared, and existing values are
 * kept: no option is removed, and HubSpot's own properties are not changed.
 */
export function mergeProperty(present: HubspotProperty, wanted: WantedProperty): PropertyMerge {
  const warnings = [...wanted.warnings]
  if (present.type !== wanted.type || isMulti(present) !== isMulti(wanted)) {
    const kinds = [present, wanted].map(({ type, fieldType }) => `${type}/${fieldType ?? 'text'}`)
    const message = `The property ${present.name} already has the type ${kinds[0]} and cannot be changed to ${kinds[1]}.`
    return { do: 'refuse', error: new ProviderError('conflict', message), warnings }
  }
  const options = mergeOptions(present, wanted, warnings)
  if (present.hubspotDefined) return keepAsItIs(present, options, warnings)

  if (wanted.hasUniqueValue !== undefined && wanted.hasUniqueValue !== !!present.hasUniqueValue) {
    warnings.push('unique cannot be changed for an existing HubSpot property; ignored')
  }
  const changes: Record<string, unknown> = {
    ...(wanted.label !== present.label && { label: wanted.label }),
    ...(wanted.description !== undefined &&
      wanted.description !== (present.description ?? '') && { description: wanted.description }),
    ...(needsFieldType(present, wanted) && { type: wanted.type, fieldType: wanted.fieldType }),
    ...(options && { options }),
  }
  return Object.keys(changes).length > 0
    ? { do: 'update', changes, warnings }
    : { do: 'nothing', warnings }
}

function keepAsItIs(
  { name }: HubspotProperty,
  options: PropertyOption[] | undefined,
  warnings: string[],
): PropertyMerge {
  if (options) {
    const message = `The property ${name} is defined by HubSpot and does not have all of the values.`
    return { do: 'refuse', error: new ProviderError('conflict', message), warnings }
  }
  return {
    do: 'nothing',
    warnings: [...warnings, `the property ${name} is defined by HubSpot and was not changed`],
  }
}

const isMulti = ({ type, fieldType }: { type: string; fieldType?: string }) =>
  type === 'enumeration' && fieldType === 'checkbox'

/** Only a single-line text may be too short; selections may have any presentation. */
const needsFieldType = (present: HubspotProperty, { type, fieldType }: WantedProperty) =>
  type === 'string' && fieldType !== undefined && present.fieldType === 'text'

/** Returns the options with missing or hidden ones added; undefined if there are none. */
function mergeOptions(
  present: HubspotProperty,
  { type, options: asked }: WantedProperty,
  warnings: string[],
): PropertyOption[] | undefined {
  if (type !== 'enumeration' || !asked) return undefined
  const known = (present.options ?? []) as PropertyOption[]
  const askedValues = new Set(asked.map(({ value }) => value))
  const surplus = known.filter(({ value, hidden }) => !askedValues.has(value) && !hidden)
  if (surplus.length > 0) {
    const names = surplus.map(({ value }) => value).join(', ')
    warnings.push(`existing values are kept: ${names}`)
  }
  const knownValues = new Set(known.map(({ value }) => value))
  const missing = asked.filter(({ value }) => !knownValues.has(value))
  const isBack = (option: PropertyOption) => option.hidden && askedValues.has(option.value)
  if (missing.length === 0 && !known.some(isBack)) return undefined
  return [
    ...known.map((option) => (isBack(option) ? { ...option, hidden: false } : option)),
    ...missing.map((option, position) => ({ ...option, displayOrder: known.length + position })),
  ]
}
