import type { CustomFieldDefinition, FieldDefinitions, FieldIssue } from '@platform/connector'
import { checkDefinitions, type Mistake } from '../../custom-fields/check.ts'
import { toPropertyName } from './property-definition.ts'

const maxNameLength = 100

export function checkProperty(fields: FieldDefinitions): FieldIssue[] {
  return checkDefinitions(fields, { nameOf: toPropertyName, check: checkName })
}

function checkName({ fieldName }: CustomFieldDefinition): Mistake[] {
  const name = toPropertyName(fieldName)
  const path = 'fieldName'
  if (!/^[a-z]/.test(name)) {
    return [
      {
        path,
        message: `${fieldName} is not a valid HubSpot property name: it must start with a letter.`,
      },
    ]
  }
  const message = `${fieldName} exceeds the HubSpot limit of ${maxNameLength} characters.`
  return name.length > maxNameLength ? [{ path, message }] : []
}
