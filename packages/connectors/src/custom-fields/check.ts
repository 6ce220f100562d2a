import type { CustomFieldDefinition, FieldDefinitions, FieldIssue } from '@platform/connector'
import { requireValue } from '../require-value.ts'
import { effectiveType, isNumber, isSelect, valueTypes } from './effective-type.ts'

/** Rules of one provider. */
export interface ProviderRules {
  /** Returns the provider's name of the field, which must be unique within an object. */
  nameOf(fieldName: string): string
  check(definition: CustomFieldDefinition): Mistake[]
}

export interface Mistake {
  path: string
  message: string
}

/** Returns the issues of definitions, by common rules and those of the provider. */
export function checkDefinitions(fields: FieldDefinitions, rules: ProviderRules): FieldIssue[] {
  const objectNames = Object.keys(fields)
  return objectNames.flatMap((objectName, position): FieldIssue[] => {
    const isSame = (other: string) => other.toLowerCase() === objectName.toLowerCase()
    if (!objectName.trim()) return [{ objectName, message: 'The object name is missing.' }]
    if (objectNames.findIndex(isSame) < position) {
      return [{ objectName, message: `${objectName} is listed twice with different spellings.` }]
    }
    return checkList(objectName, requireValue(fields[objectName]), rules)
  })
}

function checkList(
  objectName: string,
  definitions: readonly CustomFieldDefinition[],
  rules: ProviderRules,
): FieldIssue[] {
  if (definitions.length === 0) return [{ objectName, message: 'Send at least one field items.' }]

  const names = definitions.map(({ fieldName }) => rules.nameOf(fieldName))
  return definitions.flatMap((definition, index) => {
    const unreadable = unreadableTexts(definition)
    const mistakes =
      unreadable.length > 0
        ? unreadable
        : [...checkDefinition(definition), ...rules.check(definition)]
    const first = names.indexOf(requireValue(names[index]))
    if (first < index) {
      const message = `${definition.fieldName} and ${requireValue(definitions[first]).fieldName} are the same field.`
      mistakes.push({ path: 'fieldName', message })
    }
    return mistakes.map((mistake) => ({ objectName, index, ...mistake }))
  })
}

function checkDefinition(definition: CustomFieldDefinition): Mistake[] {
  const { fieldName, displayName, valueType, association, numericOptions } = definition
  const type = effectiveType(definition)
  const mistakes: Mistake[] = []
  const mistake = (path: string, message: string) => mistakes.push({ path, message })

  if (!fieldName.trim()) mistake('fieldName', 'The field name is missing.')
  if (!displayName.trim()) mistake('displayName', 'The display name is missing.')
  if (!valueTypes.some((known) => known === valueType)) {
    mistake(
      'valueType',
      `The type ${valueType} does not exist. Use one of ${valueTypes.join(', ')}.`,
    )
  }
  if (valueType === 'reference' && !association) {
    mistake('association', 'A reference requires an association with a targetObject.')
  }
  if (association && !association.targetObject.trim()) {
    mistake('association.targetObject', 'An association requires a targetObject.')
  }
  if (isSelect(type)) mistakes.push(...checkSelect(definition))
  if (type === 'boolean') mistakes.push(...checkBoolean(definition))
  if (type === 'string') mistakes.push(...checkString(definition))
  if (isNumber(type) && numericOptions) mistakes.push(...checkNumber(numericOptions))
  return mistakes
}

function checkSelect(definition: CustomFieldDefinition): Mistake[] {
  const { values = [], defaultValue } = definition.stringOptions ?? {}
  const path = 'stringOptions.values'
  if (values.length === 0) return [{ path, message: 'A selection requires at least one value.' }]

  const mistakes: Mistake[] = []
  if (values.some((value) => !value.trim())) {
    mistakes.push({ path, message: 'A value of a selection cannot be empty.' })
  }
  const repeated = values.find((value, position) => values.indexOf(value) < position)
  if (repeated !== undefined) mistakes.push({ path, message: `${repeated} is listed twice.` })
  const splitting = values.find((value) => value.includes(';'))
  if (effectiveType(definition) === 'multiSelect' && splitting !== undefined) {
    const message = `${splitting} contains a semicolon, which separates the values of a record.`
    mistakes.push({ path, message })
  }
  if (defaultValue !== undefined && !values.includes(defaultValue)) {
    const message = `${defaultValue} is not one of the values.`
    mistakes.push({ path: 'stringOptions.defaultValue', message })
  }
  return mistakes
}

function checkBoolean({ stringOptions }: CustomFieldDefinition): Mistake[] {
  const isFine = [undefined, 'true', 'false'].includes(stringOptions?.defaultValue)
  const message = 'The default of a boolean must be true or false.'
  return isFine ? [] : [{ path: 'stringOptions.defaultValue', message }]
}

function checkString({
  stringOptions: { length, defaultValue } = {},
}: CustomFieldDefinition): Mistake[] {
  if (length === undefined) return []
  if (!Number.isInteger(length) || length < 1) {
    return [
      { path: 'stringOptions.length', message: 'The length must be an integer of at least 1.' },
    ]
  }
  const isTooLong = defaultValue !== undefined && defaultValue.length > length
  const message = `The default is longer than ${length} characters.`
  return isTooLong ? [{ path: 'stringOptions.defaultValue', message }] : []
}

function checkNumber({
  precision,
  scale,
  min = -Infinity,
  max = Infinity,
  defaultValue,
}: NonNullable<CustomFieldDefinition['numericOptions']>): Mistake[] {
  const mistakes: Mistake[] = []
  if (precision !== undefined && (!Number.isInteger(precision) || precision < 1)) {
    const message = 'The precision must be an integer of at least 1.'
    mistakes.push({ path: 'numericOptions.precision', message })
  }
  if (scale !== undefined && (!Number.isInteger(scale) || scale < 0)) {
    const message = 'The scale must be an integer of at least 0.'
    mistakes.push({ path: 'numericOptions.scale', message })
  }
  if (min > max) {
    const message = `The minimum ${min} is greater than the maximum ${max}.`
    mistakes.push({ path: 'numericOptions.min', message })
  }
  if (defaultValue !== undefined && (defaultValue < min || defaultValue > max)) {
    const message = `The default ${defaultValue} is not between ${min} and ${max}.`
    mistakes.push({ path: 'numericOptions.defaultValue', message })
  }
  return mistakes
}

// Characters that XML cannot represent: control characters and lone surrogates.
// oxlint-disable-next-line no-control-regex
const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

function unreadableTexts(value: unknown, path = ''): Mistake[] {
  if (typeof value === 'string') {
    const isReadable = value.isWellFormed() && !unstorable.test(value)
    return isReadable
      ? []
      : [{ path, message: 'The text contains characters that are not allowed in fields.' }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    unreadableTexts(part, Array.isArray(value) ? path : path ? `${path}.${key}` : key),
  )
}
