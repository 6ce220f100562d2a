import type { ObjectDescription, ProviderClient } from '@platform/connector'
import type { FieldMetadata } from '@platform/contract'
import { salesforceError } from './errors.ts'
import { apiPath, callSalesforce } from './query.ts'
import { mustBeFewFields } from '../most-fields.ts'

/** The used members of a describe reply. */
export interface Describe {
  name: string
  label: string
  /** ID prefix of all records; absent for objects without their own IDs. */
  keyPrefix?: string | null
  fields: DescribeField[]
  childRelationships?: DescribeChildRelationship[]
}

/** A field of another object that references this one. */
export interface DescribeChildRelationship {
  childSObject: string
  field: string
  relationshipName: string | null
  deprecatedAndHidden: boolean
}

export interface DescribeField {
  name: string
  label: string
  type: string
  custom: boolean
  createable: boolean
  updateable: boolean
  nillable: boolean
  defaultedOnCreate: boolean
  calculated: boolean
  autoNumber: boolean
  externalId: boolean
  unique: boolean
  /** Whether conditions may name it; absent in old replies. */
  filterable?: boolean
  caseSensitive?: boolean
  relationshipName: string | null
  referenceTo: string[]
  picklistValues: { active: boolean; value: string; label: string | null }[]
}

const valueTypes: Readonly<Record<string, FieldMetadata['valueType']>> = {
  id: 'string',
  string: 'string',
  textarea: 'string',
  url: 'string',
  email: 'string',
  phone: 'string',
  encryptedstring: 'string',
  reference: 'reference',
  boolean: 'boolean',
  int: 'int',
  long: 'int',
  double: 'float',
  currency: 'float',
  percent: 'float',
  date: 'date',
  datetime: 'datetime',
  picklist: 'singleSelect',
  combobox: 'singleSelect',
  multipicklist: 'multiSelect',
}

/** Returns the object's describe reply, which omits what the connected user may not see. */
export async function fetchDescribe(client: ProviderClient, objectName: string): Promise<Describe> {
  const path = `${apiPath}/sobjects/${encodeURIComponent(objectName)}/describe`
  const { body, response } = await callSalesforce(client, { path })
  if (!Array.isArray(body.fields)) throw salesforceError(response)
  return body as unknown as Describe
}

export async function describeSObject(
  client: ProviderClient,
  objectName: string,
): Promise<ObjectDescription> {
  const { name, label, fields } = await fetchDescribe(client, objectName)
  mustBeFewFields(fields.map((field) => field.name))
  return {
    objectName: name,
    displayName: label,
    fields: Object.fromEntries(fields.map((field) => [field.name, fieldMetadata(field)])),
  }
}

function fieldMetadata(field: DescribeField): FieldMetadata {
  const valueType = valueTypes[field.type] ?? 'other'
  const isSelect = valueType === 'singleSelect' || valueType === 'multiSelect'
  return {
    fieldName: field.name,
    displayName: field.label,
    valueType,
    providerType: field.type,
    readOnly: field.autoNumber || field.calculated || (!field.createable && !field.updateable),
    isCustom: field.custom,
    ...(field.calculated && { isCalculated: true }),
    isRequired: field.createable && !field.nillable && !field.defaultedOnCreate,
    ...(valueType === 'reference' && { referenceTo: field.referenceTo }),
    ...(isSelect && {
      values: field.picklistValues
        .filter(({ active }) => active)
        .map(({ value, label }) => ({ value, displayValue: label ?? value })),
    }),
  }
}
