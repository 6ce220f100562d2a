import type { CustomFieldDefinition, FieldDefinitions, FieldIssue } from '@platform/connector'
import { checkDefinitions, type Mistake } from '../../custom-fields/check.ts'
import { effectiveType, isNumber, isSelect } from '../../custom-fields/effective-type.ts'
import { getDeleteConstraint, customFieldName, maxPrecision, maxValues } from './custom-field.ts'

const nameRule = /^[A-Za-z](?!.*__)([A-Za-z0-9_]*[A-Za-z0-9])?$/
/** A field of an installed package: `ns__Name__c`. */
const namespace = /^[A-Za-z][A-Za-z0-9]{0,14}__(?=.*__c$)/i
const maxNameLength = 40
const maxValueLength = 255

export function checkCustomField(fields: FieldDefinitions): FieldIssue[] {
  return checkDefinitions(fields, {
    nameOf: (name) => customFieldName(name).toLowerCase(),
    check: (definition) => [
      ...checkName(definition),
      ...checkValues(definition),
      ...checkNumbers(definition),
      ...checkAssociation(definition),
    ],
  })
}

function checkName(definition: CustomFieldDefinition): Mistake[] {
  const own = definition.fieldName.trim().replace(namespace, '').replace(/__c$/i, '')
  const path = 'fieldName'
  if (!nameRule.test(own)) {
    const message = `${definition.fieldName} is not a valid Salesforce field name: use letters, digits and single underscores, start with a letter, and do not end with an underscore.`
    return [{ path, message }]
  }
  const message = `${own} exceeds the Salesforce limit of ${maxNameLength} characters.`
  return own.length > maxNameLength ? [{ path, message }] : []
}

function checkValues(definition: CustomFieldDefinition): Mistake[] {
  const { values = [] } = definition.stringOptions ?? {}
  if (!isSelect(effectiveType(definition))) return []

  const path = 'stringOptions.values'
  if (values.length > maxValues) {
    const message = `${values.length} values exceed the Salesforce limit of ${maxValues}.`
    return [{ path, message }]
  }
  const long = values.find((value) => value.length > maxValueLength)
  return long === undefined
    ? []
    : [
        {
          path,
          message: `A value is longer than ${maxValueLength} characters: ${long.slice(0, 40)}…`,
        },
      ]
}

function checkNumbers(definition: CustomFieldDefinition): Mistake[] {
  const type = effectiveType(definition)
  const { precision = maxPrecision, scale = 0 } = definition.numericOptions ?? {}
  if (!isNumber(type)) return []
  if (precision > maxPrecision) {
    const message = `Salesforce allows at most ${maxPrecision} digits, not ${precision}.`
    return [{ path: 'numericOptions.precision', message }]
  }
  const hasNoWhole = type === 'float' && precision - scale < 1
  const message = `With ${scale} of ${precision} digits after the decimal point, none is left before it.`
  return hasNoWhole ? [{ path: 'numericOptions.scale', message }] : []
}

function checkAssociation({ association }: CustomFieldDefinition): Mistake[] {
  const { onDelete, reverseLookupFieldName } = association ?? {}
  const mistakes: Mistake[] = []
  if (onDelete !== undefined && !getDeleteConstraint(onDelete)) {
    const message = `${onDelete} is not a valid onDelete. Use setNull, restrict or cascade.`
    mistakes.push({ path: 'association.onDelete', message })
  }
  const isName =
    reverseLookupFieldName === undefined ||
    (nameRule.test(reverseLookupFieldName) && reverseLookupFieldName.length <= maxNameLength)
  if (!isName) {
    const message = `${reverseLookupFieldName} is not a valid Salesforce relationship name: use at most ${maxNameLength} letters, digits and single underscores.`
    mistakes.push({ path: 'association.reverseLookupFieldName', message })
  }
  return mistakes
}
