import type { FieldDefinition, FieldDefinitions, FieldIssue } from '@platform/connector'
import { must } from '../must.ts'
import { effectiveType, isNumber, isSelect, valueTypes } from './effective-type.ts'

/** What only one provider knows. */
export interface ProviderRules {
  /** The name that the provider would give the field; two fields of an object may not share one. */
  nameOf(fieldName: string): string
  check(definition: FieldDefinition): Mistake[]
}

export interface Mistake {
  path: string
  message: string
}

/** What is wrong with definitions: for any provider, and for the one whose rules these are. */
export function checkDefinitions(fields: FieldDefinitions, rules: ProviderRules): FieldIssue[] {
  const objectNames = Object.keys(fields)
  return objectNames.flatMap((objectName, position): FieldIssue[] => {
    const isSame = (other: string) => other.toLowerCase() === objectName.toLowerCase()
    if (!objectName.trim()) return [{ objectName, message: 'An object needs a name.' }]
    if (objectNames.findIndex(isSame) < position) {
      return [{ objectName, message: `${objectName} is listed twice, in different spellings.` }]
    }
    return checkList(objectName, must(fields[objectName]), rules)
  })
}

function checkList(
  objectName: string,
  definitions: readonly FieldDefinition[],
  rules: ProviderRules,
): FieldIssue[] {
  if (definitions.length === 0) return [{ objectName, message: 'Name at least one field.' }]

  const names = definitions.map(({ fieldName }) => rules.nameOf(fieldName))
  return definitions.flatMap((definition, index) => {
    const unreadable = unreadableTexts(definition)
    const mistakes =
      unreadable.length > 0
        ? unreadable
        : [...checkDefinition(definition), ...rules.check(definition)]
    const first = names.indexOf(must(names[index]))
    if (first < index) {
      const message = `${definition.fieldName} and ${must(definitions[first]).fieldName} are the same field.`
      mistakes.push({ path: 'fieldName', message })
    }
    return mistakes.map((mistake) => ({ objectName, index, ...mistake }))
  })
}

function checkDefinition(definition: FieldDefinition): Mistake[] {
  const { fieldName, displayName, valueType, association, numericOptions } = definition
  const type = effectiveType(definition)
  const mistakes: Mistake[] = []
  const mistake = (path: string, message: string) => mistakes.push({ path, message })

  if (!fieldName.trim()) mistake('fieldName', 'A field needs a name.')
  if (!displayName.trim()) mistake('displayName', 'A field needs a name to show.')
  if (!valueTypes.some((known) => known === valueType)) {
    mistake('valueType', `There is no type ${valueType}: use one of ${valueTypes.join(', ')}.`)
  }
  if (valueType === 'reference' && !association) {
    mistake('association', 'A reference needs an association that names its targetObject.')
  }
  if (association && !association.targetObject.trim()) {
    mistake('association.targetObject', 'An association needs the object that it leads to.')
  }
  if (isSelect(type)) mistakes.push(...checkSelect(definition))
  if (type === 'boolean') mistakes.push(...checkBoolean(definition))
  if (type === 'string') mistakes.push(...checkString(definition))
  if (isNumber(type) && numericOptions) mistakes.push(...checkNumber(numericOptions))
  return mistakes
}

function checkSelect(definition: FieldDefinition): Mistake[] {
  const { values = [], defaultValue } = definition.stringOptions ?? {}
  const path = 'stringOptions.values'
  if (values.length === 0) return [{ path, message: 'A selection needs at least one value.' }]

  const mistakes: Mistake[] = []
  if (values.some((value) => !value.trim())) {
    mistakes.push({ path, message: 'A value of a selection cannot be empty.' })
  }
  const repeated = values.find((value, position) => values.indexOf(value) < position)
  if (repeated !== undefined) mistakes.push({ path, message: `${repeated} is listed twice.` })
  const splitting = values.find((value) => value.includes(';'))
  if (effectiveType(definition) === 'multiSelect' && splitting !== undefined) {
    const message = `${splitting} contains a semicolon, which stands between the values of a record.`
    mistakes.push({ path, message })
  }
  if (defaultValue !== undefined && !values.includes(defaultValue)) {
    const message = `${defaultValue} is not one of the values.`
    mistakes.push({ path: 'stringOptions.defaultValue', message })
  }
  return mistakes
}

function checkBoolean({ stringOptions }: FieldDefinition): Mistake[] {
  const isFine = [undefined, 'true', 'false'].includes(stringOptions?.defaultValue)
  const message = 'The default of a boolean is true or false.'
  return isFine ? [] : [{ path: 'stringOptions.defaultValue', message }]
}

function checkString({ stringOptions: { length, defaultValue } = {} }: FieldDefinition): Mistake[] {
  if (length === undefined) return []
  if (!Number.isInteger(length) || length < 1) {
    return [{ path: 'stringOptions.length', message: 'A length is a whole number from 1 on.' }]
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
}: NonNullable<FieldDefinition['numericOptions']>): Mistake[] {
  const mistakes: Mistake[] = []
  if (precision !== undefined && (!Number.isInteger(precision) || precision < 1)) {
    const message = 'A precision is a whole number from 1 on.'
    mistakes.push({ path: 'numericOptions.precision', message })
  }
  if (scale !== undefined && (!Number.isInteger(scale) || scale < 0)) {
    const message = 'A scale is a whole number from 0 on.'
    mistakes.push({ path: 'numericOptions.scale', message })
  }
  if (min > max) {
    const message = `The least value ${min} is above the greatest, ${max}.`
    mistakes.push({ path: 'numericOptions.min', message })
  }
  if (defaultValue !== undefined && (defaultValue < min || defaultValue > max)) {
    const message = `The default ${defaultValue} is not between ${min} and ${max}.`
    mistakes.push({ path: 'numericOptions.defaultValue', message })
  }
  return mistakes
}

// What no XML can carry: control characters, and halves of a pair.
// oxlint-disable-next-line no-control-regex
const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

function unreadableTexts(value: unknown, path = ''): Mistake[] {
  if (typeof value === 'string') {
    const isReadable = value.isWellFormed() && !unstorable.test(value)
    return isReadable ? [] : [{ path, message: 'This text has characters that no field can hold.' }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    unreadableTexts(part, Array.isArray(value) ? path : path ? `${path}.${key}` : key),
  )
}
