import type { FieldDefinition, FieldDefinitions, FieldIssue } from '@platform/connector'
import { checkDefinitions, type Mistake } from '../../custom-fields/check.ts'
import { propertyNameOf } from './property-definition.ts'

const maxNameLength = 100

export function check(fields: FieldDefinitions): FieldIssue[] {
  return checkDefinitions(fields, { nameOf: propertyNameOf, check: checkName })
}

function checkName({ fieldName }: FieldDefinition): Mistake[] {
  const name = propertyNameOf(fieldName)
  const path = 'fieldName'
  if (!/^[a-z]/.test(name)) {
    return [
      {
        path,
        message: `${fieldName} cannot be a property's name at HubSpot: a letter comes first.`,
      },
    ]
  }
  const message = `${fieldName} is longer than the ${maxNameLength} characters that HubSpot takes.`
  return name.length > maxNameLength ? [{ path, message }] : []
}
