import type { Values } from '../records/table.ts'
import { SalesforceError } from './errors.ts'
import { field, reference, type Field } from './fields.ts'
import type { ObjectDefinition } from './objects.ts'
import type { Org, SObject } from './org.ts'

const permissionObjects = ['PermissionSet', 'PermissionSetAssignment', 'FieldPermissions']

/** Objects of the set-up that decide who sees which field. They begin empty. */
export function setupObjects(): ObjectDefinition[] {
  const system = { createable: false, updateable: false, nillable: false, defaultedOnCreate: true }
  const systemFields = (): Field[] => [
    field('Id', 'ID', 'id', system),
    field('IsDeleted', 'Deleted', 'boolean', system),
    field('CreatedDate', 'Created Date', 'datetime', system),
    reference('CreatedById', 'Created By ID', 'User', system),
    field('LastModifiedDate', 'Last Modified Date', 'datetime', system),
    reference('LastModifiedById', 'Last Modified By ID', 'User', system),
    field('SystemModstamp', 'System Modstamp', 'datetime', system),
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
        field('Name', 'Permission Set Name', 'string', { ...required, nameField: true }),
        field('Label', 'Permission Set Label', 'string', required),
        field('Description', 'Description', 'string'),
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
        reference('AssigneeId', 'Assignee ID', 'User', required),
        reference('PermissionSetId', 'Permission Set ID', 'PermissionSet', required),
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
        reference('ParentId', 'Parent ID', 'PermissionSet', required),
        field('SobjectType', 'Sobject Type', 'string', required),
        field('Field', 'Field Name', 'string', required),
        field('PermissionsRead', 'Read Access', 'boolean'),
        field('PermissionsEdit', 'Edit Access', 'boolean'),
      ],
    },
  ]
}

/** Refuses what the set-up does not allow before such a record is made. */
export function checkPermissionRecord(org: Org, object: SObject, values: Values): void {
  if (object.name === 'PermissionSetAssignment') {
    const assigned = object.table.find(
      (index) =>
        object.table.read(index, 'AssigneeId') === values['AssigneeId'] &&
        object.table.read(index, 'PermissionSetId') === values['PermissionSetId'],
    )
    if (assigned === undefined) return
    const short = (name: string) => String(values[name]).slice(0, 15)
    throw new SalesforceError(
      400,
      'DUPLICATE_VALUE',
      `Duplicate PermissionSetAssignment.  Assignee: ${short('AssigneeId')}; ` +
        `Permission Set: ${short('PermissionSetId')}`,
      ['AssigneeId', 'PermissionSetId'],
    )
  }
  if (object.name === 'FieldPermissions') checkFieldPermission(org, values)
}

function checkFieldPermission(org: Org, values: Values): void {
  const [objectName = '', fieldName = ''] = String(values['Field']).split('.')
  const target = org.object(objectName)?.fields.get(fieldName.toLowerCase())
  if (!target) {
    throw new SalesforceError(
      400,
      'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
      `Field Name: bad value for restricted picklist field: ${String(values['Field'])}`,
      ['Field'],
    )
  }
  if (!target.nillable && target.type !== 'boolean') {
    throw new SalesforceError(
      400,
      'FIELD_INTEGRITY_EXCEPTION',
      `You cannot deploy to a required field: ${String(values['Field'])}`,
      ['Field'],
    )
  }
  if (values['PermissionsEdit'] === true && values['PermissionsRead'] !== true) {
    throw new SalesforceError(400, 'FIELD_INTEGRITY_EXCEPTION', 'Edit access needs read access', [
      'PermissionsRead',
    ])
  }
}

/** Shows new fields to the connected user once one of the user's permission sets grants them. */
export function applyPermissions(org: Org, object: SObject): void {
  if (!permissionObjects.includes(object.name)) return

  const assignments = org.object('PermissionSetAssignment')!.table
  const granted = new Set<unknown>()
  for (const index of assignments.liveFrom(0)) {
    if (assignments.read(index, 'AssigneeId') === org.userId) {
      granted.add(assignments.read(index, 'PermissionSetId'))
    }
  }
  const permissions = org.object('FieldPermissions')!.table
  for (const index of permissions.liveFrom(0)) {
    const isGranted =
      granted.has(permissions.read(index, 'ParentId')) &&
      permissions.read(index, 'PermissionsRead') === true
    if (isGranted)
      org.ungrantedFields.delete(String(permissions.read(index, 'Field')).toLowerCase())
  }
}
