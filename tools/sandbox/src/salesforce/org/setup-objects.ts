import { makeField, referenceField, type Field } from './fields.ts'
import type { SObjectDefinition } from './s-object.ts'

/** Set-up objects that control field access. Initially empty. */
export function setupObjects(): SObjectDefinition[] {
  const system = { createable: false, updateable: false, nillable: false, defaultedOnCreate: true }
  const systemFields = (): Field[] => [
    makeField('Id', 'ID', 'id', system),
    makeField('IsDeleted', 'Deleted', 'boolean', system),
    makeField('CreatedDate', 'Created Date', 'datetime', system),
    referenceField('CreatedById', 'Created By ID', 'User', system),
    makeField('LastModifiedDate', 'Last Modified Date', 'datetime', system),
    referenceField('LastModifiedById', 'Last Modified By ID', 'User', system),
    makeField('SystemModstamp', 'System Modstamp', 'datetime', system),
  ]
  const required = { nillable: false }
  return [
    {
      name: 'PermissionSet',
      label: 'Permission Set',
      labelPlural: 'Permission Sets',
      keyPrefix: '0PS',
      seededRows: 0,
      fields: [
        ...systemFields(),
        makeField('Name', 'Permission Set Name', 'string', { ...required, nameField: true }),
        makeField('Label', 'Permission Set Label', 'string', required),
        makeField('Description', 'Description', 'string'),
      ],
    },
    {
      name: 'PermissionSetAssignment',
      label: 'Permission Set Assignment',
      labelPlural: 'Permission Set Assignments',
      keyPrefix: '0Pa',
      seededRows: 0,
      fields: [
        ...systemFields(),
        referenceField('AssigneeId', 'Assignee ID', 'User', required),
        referenceField('PermissionSetId', 'Permission Set ID', 'PermissionSet', required),
      ],
    },
    {
      name: 'FieldPermissions',
      label: 'Field Permissions',
      labelPlural: 'Field Permissions',
      keyPrefix: '01k',
      seededRows: 0,
      fields: [
        ...systemFields(),
        referenceField('ParentId', 'Parent ID', 'PermissionSet', required),
        makeField('SobjectType', 'Sobject Type', 'string', required),
        makeField('Field', 'Field Name', 'string', required),
        makeField('PermissionsRead', 'Read Access', 'boolean'),
        makeField('PermissionsEdit', 'Edit Access', 'boolean'),
      ],
    },
  ]
}
