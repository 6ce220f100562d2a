import { makeField } from './fields.ts'
import type { SObjectDefinition } from './s-object.ts'

/** The `Organization` object: one read-only record. */
export function organizationObject({ id, name }: { id: string; name: string }): SObjectDefinition {
  const readOnly = {
    createable: false,
    updateable: false,
    nillable: false,
    defaultedOnCreate: true,
  }
  const text = (fieldName: string, label: string, value: string) =>
    makeField(fieldName, label, 'string', { ...readOnly, seed: () => value })
  return {
    name: 'Organization',
    label: 'Organization',
    labelPlural: 'Organizations',
    keyPrefix: '00D',
    seededRows: 1,
    onlyId: id,
    fields: [
      makeField('Id', 'Organization ID', 'id', readOnly),
      makeField('Name', 'Name', 'string', { ...readOnly, nameField: true, seed: () => name }),
      text('OrganizationType', 'Edition', 'Developer Edition'),
      text('InstanceName', 'Instance Name', 'SBX1'),
      text('LanguageLocaleKey', 'Language', 'en_US'),
      makeField('IsSandbox', 'Is Sandbox', 'boolean', { ...readOnly, seed: () => true }),
    ],
  }
}
