import { requireDefined } from '../../require-defined.ts'
import { SalesforceError } from '../org/errors.ts'
import type { SalesforceOrg } from '../org/org.ts'
import { applyPermissions, checkPermissionRecord } from './permissions.ts'

interface FieldPermission {
  field: string
  readable: boolean
  editable: boolean
}

/** Creates or replaces a permission set; grants that it no longer names are revoked. */
export function savePermissionSet(
  org: SalesforceOrg,
  fullName: string,
  definition: Record<string, unknown>,
): { created: boolean } {
  if (!definition['label']) {
    throw new SalesforceError(400, 'REQUIRED_FIELD_MISSING', 'Required field is missing: label')
  }
  const sets = requireDefined(org.object('PermissionSet'))
  const permissions = requireDefined(org.object('FieldPermissions'))
  const wanted = permissionsIn(definition)
  const rows = wanted.map(({ field, readable, editable }) => ({
    SobjectType: requireDefined(field.split('.')[0]),
    Field: field,
    PermissionsRead: readable,
    PermissionsEdit: editable,
  }))
  for (const row of rows) checkPermissionRecord(org, permissions, row)

  const existing = findSet(org, fullName)
  const values = { Name: fullName, Label: String(definition['label']) }
  const id = existing === undefined ? org.insert(sets, values) : org.idAt(sets, existing)
  if (existing !== undefined) org.update(sets, existing, values)
  for (const index of permissionRows(org, id)) permissions.table.forget(index)
  for (const row of rows) org.insert(permissions, { ParentId: id, ...row })
  applyPermissions(org, permissions)
  return { created: existing === undefined }
}

export function readPermissionSet(org: SalesforceOrg, fullName: string) {
  const sets = requireDefined(org.object('PermissionSet'))
  const index = findSet(org, fullName)
  if (index === undefined) return undefined
  const { table } = requireDefined(org.object('FieldPermissions'))
  return {
    label: sets.table.read(index, 'Label'),
    fieldPermissions: permissionRows(org, org.idAt(sets, index)).map((row) => ({
      editable: table.read(row, 'PermissionsEdit') === true,
      field: String(table.read(row, 'Field')),
      readable: table.read(row, 'PermissionsRead') === true,
    })),
  }
}

function findSet(org: SalesforceOrg, name: string): number | undefined {
  const { table } = requireDefined(org.object('PermissionSet'))
  return table.find((index) => table.read(index, 'Name') === name)
}

function permissionRows(org: SalesforceOrg, parentId: string): number[] {
  const { table } = requireDefined(org.object('FieldPermissions'))
  return table.select((index) => table.read(index, 'ParentId') === parentId)
}

function permissionsIn(definition: Record<string, unknown>): FieldPermission[] {
  type Raw = { field?: unknown; readable?: unknown; editable?: unknown }
  const raw = (definition['fieldPermissions'] ?? []) as Raw | Raw[]
  return [raw].flat().map(({ field, readable, editable }) => ({
    field: String(field),
    readable: String(readable) === 'true',
    editable: String(editable) === 'true',
  }))
}
