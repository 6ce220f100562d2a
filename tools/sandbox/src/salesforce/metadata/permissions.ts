import { requireDefined } from '../../require-defined.ts'
import type { Values } from '../../records/table.ts'
import { SalesforceError } from '../org/errors.ts'
import type { SalesforceOrg } from '../org/org.ts'
import type { SObject } from '../org/s-object.ts'

const permissionObjects = ['PermissionSet', 'PermissionSetAssignment', 'FieldPermissions']

/** Rejects invalid records of the set-up before they are created. */
export function checkPermissionRecord(org: SalesforceOrg, object: SObject, values: Values): void {
  if (object.name === 'PermissionSetAssignment') {
    const assigned = object.table.find(
      (index) =>
        object.table.read(index, 'AssigneeId') === values['AssigneeId'] &&
        object.table.read(index, 'PermissionSetId') === values['PermissionSetId'],
    )
    if (assigned === undefined) return
    const shortenName = (name: string) => String(values[name]).slice(0, 15)
    throw new SalesforceError(
      400,
      'DUPLICATE_VALUE',
      `Duplicate PermissionSetAssignment.  Assignee: ${shortenName('AssigneeId')}; ` +
        `Permission Set: ${shortenName('PermissionSetId')}`,
      ['AssigneeId', 'PermissionSetId'],
    )
  }
  if (object.name === 'FieldPermissions') checkFieldPermission(org, values)
}

function checkFieldPermission(org: SalesforceOrg, values: Values): void {
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

/** Shows new fields to the connected user when one of the user's permission sets grants them. */
export function applyPermissions(org: SalesforceOrg, object: SObject): void {
  if (!permissionObjects.includes(object.name)) return

  const assignments = requireDefined(org.object('PermissionSetAssignment')).table
  const granted = new Set<unknown>()
  for (const index of assignments.liveFrom(0)) {
    if (assignments.read(index, 'AssigneeId') === org.userId) {
      granted.add(assignments.read(index, 'PermissionSetId'))
    }
  }
  const permissions = requireDefined(org.object('FieldPermissions')).table
  for (const index of permissions.liveFrom(0)) {
    const isGranted =
      granted.has(permissions.read(index, 'ParentId')) &&
      permissions.read(index, 'PermissionsRead') === true
    if (isGranted)
      org.ungrantedFields.delete(String(permissions.read(index, 'Field')).toLowerCase())
  }
}
