import { ProviderError } from '@platform/connector'
import type { Property } from '../describe.ts'
import type { PropertyOption, WantedProperty } from './property-definition.ts'

/** What has to be done so that a property is as wanted. */
export type Merge =
  | { do: 'nothing'; warnings: string[] }
  | { do: 'update'; changes: Record<string, unknown>; warnings: string[] }
  | { do: 'refuse'; error: ProviderError; warnings: string[] }

/**
 * Compares a property with what is wanted of it. Only what the caller said counts; what is there
 * stays: no option goes, and HubSpot's own properties are not touched at all.
 */
export function mergeProperty(present: Property, wanted: WantedProperty): Merge {
  const warnings = [...wanted.warnings]
  if (present.type !== wanted.type || isMulti(present) !== isMulti(wanted)) {
    const kinds = [present, wanted].map(({ type, fieldType }) => `${type}/${fieldType ?? 'text'}`)
    const message = `The property ${present.name} is of the type ${kinds[0]} already and cannot become ${kinds[1]}.`
    return { do: 'refuse', error: new ProviderError('conflict', message), warnings }
  }
  const options = mergedOptions(present, wanted, warnings)
  if (present.hubspotDefined) return keepAsItIs(present, options, warnings)

  if (wanted.hasUniqueValue !== undefined && wanted.hasUniqueValue !== !!present.hasUniqueValue) {
    warnings.push('unique cannot be changed once a HubSpot property is there; ignored')
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
  { name }: Property,
  options: PropertyOption[] | undefined,
  warnings: string[],
): Merge {
  if (options) {
    const message = `The property ${name} was defined by HubSpot, and lacks some of the values.`
    return { do: 'refuse', error: new ProviderError('conflict', message), warnings }
  }
  return {
    do: 'nothing',
    warnings: [...warnings, `the property ${name} was defined by HubSpot and stays as it is`],
  }
}

const isMulti = ({ type, fieldType }: { type: string; fieldType?: string }) =>
  type === 'enumeration' && fieldType === 'checkbox'

/** Only a text can be shown in a line that is too short for it; selections may look as they like. */
const needsFieldType = (present: Property, { type, fieldType }: WantedProperty) =>
  type === 'string' && fieldType !== undefined && present.fieldType === 'text'

/** The options with those that are missing or hidden; undefined when they are all there. */
function mergedOptions(
  present: Property,
  { type, options: asked }: WantedProperty,
  warnings: string[],
): PropertyOption[] | undefined {
  if (type !== 'enumeration' || !asked) return undefined
  const known = (present.options ?? []) as PropertyOption[]
  const askedValues = new Set(asked.map(({ value }) => value))
  const surplus = known.filter(({ value, hidden }) => !askedValues.has(value) && !hidden)
  if (surplus.length > 0) {
    const names = surplus.map(({ value }) => value).join(', ')
    warnings.push(`values that are there already are kept: ${names}`)
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
