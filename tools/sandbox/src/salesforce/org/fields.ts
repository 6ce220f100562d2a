import type { Generate, Value } from '../../records/table.ts'

export type FieldType =
  | 'id'
  | 'string'
  | 'textarea'
  | 'url'
  | 'email'
  | 'phone'
  | 'reference'
  | 'boolean'
  | 'int'
  | 'double'
  | 'currency'
  | 'percent'
  | 'date'
  | 'datetime'
  | 'time'
  | 'picklist'
  | 'multipicklist'
  | 'address'

export interface OrgPicklistValue {
  value: string
  label: string
  active: boolean
  isDefault: boolean
}

/** The definition of a field in the Metadata and Tooling APIs. */
export interface OrgField {
  label: string
  type: string
  description?: string
  inlineHelpText?: string
  required?: boolean
  unique?: boolean
  externalId?: boolean
  defaultValue?: string
  length?: number
  precision?: number
  scale?: number
  visibleLines?: number
  referenceTo?: string
  relationshipName?: string
  relationshipLabel?: string
  deleteConstraint?: string
  valueSet?: {
    restricted: boolean
    valueSetDefinition: {
      sorted: boolean
      value: { fullName: string; default: boolean; label: string }[]
    }
  }
}

/** A field of an object, from which its description is derived. */
export interface Field {
  name: string
  label: string
  type: FieldType
  custom: boolean
  length: number
  precision: number
  scale: number
  nillable: boolean
  createable: boolean
  updateable: boolean
  defaultedOnCreate: boolean
  defaultValue: string | number | boolean | null
  unique: boolean
  externalId: boolean
  nameField: boolean
  autoNumber: boolean
  calculated: boolean
  restrictedPicklist: boolean
  htmlFormatted: boolean
  picklistValues: OrgPicklistValue[]
  referenceTo: string[]
  relationshipName: string | null
  /** The name by which the referenced object lists the referencing records. */
  childRelationshipName: string | null
  compoundFieldName: string | null
  inlineHelpText: string | null
  /** The definition of a field created through an API. */
  metadata?: OrgField
  /** The cell of a seeded record. */
  seed?: Generate
  /** Computes the cell from others; `read` returns those of the same record. */
  derive?: (read: (field: string) => ReturnType<Generate>) => ReturnType<Generate>
}

type FieldOptions = Partial<Omit<Field, 'name' | 'label' | 'type'>>

export function makeField(
  name: string,
  label: string,
  type: FieldType,
  options: FieldOptions = {},
): Field {
  const isText = ['string', 'textarea', 'url', 'email', 'phone', 'picklist'].includes(type)
  return {
    name,
    label,
    type,
    custom: name.endsWith('__c'),
    length: isText ? 255 : type === 'id' || type === 'reference' ? 18 : 0,
    precision: ['double', 'currency', 'percent'].includes(type) ? 18 : 0,
    scale: type === 'currency' || type === 'double' ? 2 : 0,
    nillable: type !== 'boolean',
    createable: true,
    updateable: true,
    defaultedOnCreate: type === 'boolean',
    defaultValue: type === 'boolean' ? false : null,
    unique: false,
    externalId: false,
    nameField: false,
    autoNumber: false,
    calculated: false,
    restrictedPicklist: false,
    htmlFormatted: false,
    picklistValues: [],
    referenceTo: [],
    relationshipName: null,
    childRelationshipName: null,
    compoundFieldName: null,
    inlineHelpText: null,
    ...options,
  }
}

export const picklist = (
  name: string,
  label: string,
  values: readonly string[],
  options: FieldOptions = {},
): Field =>
  makeField(name, label, 'picklist', {
    picklistValues: values.map((value) => ({
      value,
      label: value,
      active: true,
      isDefault: false,
    })),
    ...options,
  })

export const referenceField = (
  name: string,
  label: string,
  to: string | string[],
  options: FieldOptions = {},
): Field =>
  makeField(name, label, 'reference', {
    referenceTo: [to].flat(),
    relationshipName: name.endsWith('__c') ? name.replace(/__c$/, '__r') : name.replace(/Id$/, ''),
    ...options,
  })

/** Returns a compound address and its parts, such as `MailingCity`. */
export function addressFields(
  prefix: string,
  place: {
    street: Generate
    city: Generate
    state: Generate
    postalCode: Generate
    country: Generate
  },
): Field[] {
  const label = prefix === '' ? '' : `${prefix} `
  const compound = `${prefix}Address`
  const part = (name: string, length: number, seed: Generate, type: FieldType = 'string') =>
    makeField(
      `${prefix}${name}`,
      `${label}${name.replace('PostalCode', 'Zip/Postal Code')}`,
      type,
      {
        length,
        compoundFieldName: compound,
        seed,
      },
    )
  return [
    part('Street', 255, place.street, 'textarea'),
    part('City', 40, place.city),
    part('State', 80, place.state),
    part('PostalCode', 20, place.postalCode),
    part('Country', 80, place.country),
    makeField(compound, `${label}Address`, 'address', {
      createable: false,
      updateable: false,
      derive: (read) => {
        const city = read(`${prefix}City`)
        const country = read(`${prefix}Country`)
        const street = read(`${prefix}Street`)
        if (city === null && country === null && street === null) return null
        return {
          city,
          country,
          geocodeAccuracy: null,
          latitude: null,
          longitude: null,
          postalCode: read(`${prefix}PostalCode`),
          state: read(`${prefix}State`),
          street,
        }
      },
    }),
  ]
}

/** `Name` of a person: read only, first and last name combined. */
export const personNameFields = (person: { firstName: Generate; lastName: Generate }): Field[] => [
  makeField('LastName', 'Last Name', 'string', {
    length: 80,
    nillable: false,
    compoundFieldName: 'Name',
    seed: person.lastName,
  }),
  makeField('FirstName', 'First Name', 'string', {
    length: 40,
    compoundFieldName: 'Name',
    seed: person.firstName,
  }),
  makeField('Name', 'Full Name', 'string', {
    length: 121,
    nillable: false,
    nameField: true,
    createable: false,
    updateable: false,
    derive: (read) => [read('FirstName'), read('LastName')].filter(Boolean).join(' '),
  }),
]

/** Formats a cell for the REST API. */
export function formatField({ type }: Field, value: Value): unknown {
  if (value === null) return null
  if (type === 'datetime') return `${new Date(Number(value)).toISOString().slice(0, 23)}+0000`
  return value
}
