import { requireDefined } from '../../require-defined.ts'
import { SalesforceError } from '../org/errors.ts'
import {
  makeField,
  type Field,
  type OrgField,
  type FieldType,
  type OrgPicklistValue,
} from '../org/fields.ts'
import type { SalesforceOrg } from '../org/org.ts'
import type { SObject } from '../org/s-object.ts'

interface TypeRule {
  describedAs: FieldType
  needs?: (keyof OrgField)[]
  mustNot?: (keyof OrgField)[]
  length?: { min: number; max: number }
}

const text255 = { min: 1, max: 255 }
const longText = { min: 256, max: 131_072 }
const typeRules: Record<string, TypeRule> = {
  Text: { describedAs: 'string', needs: ['length'], length: text255 },
  TextArea: { describedAs: 'textarea', mustNot: ['unique', 'externalId'] },
  LongTextArea: {
    describedAs: 'textarea',
    needs: ['length', 'visibleLines'],
    mustNot: ['required', 'unique', 'externalId'],
    length: longText,
  },
  Html: { describedAs: 'textarea', needs: ['length', 'visibleLines'], length: longText },
  Checkbox: { describedAs: 'boolean', needs: ['defaultValue'], mustNot: ['required', 'unique'] },
  Number: { describedAs: 'double', needs: ['precision', 'scale'] },
  Currency: { describedAs: 'currency', needs: ['precision', 'scale'], mustNot: ['unique'] },
  Percent: { describedAs: 'percent', needs: ['precision', 'scale'], mustNot: ['unique'] },
  Date: { describedAs: 'date', mustNot: ['unique'] },
  DateTime: { describedAs: 'datetime', mustNot: ['unique'] },
  Time: { describedAs: 'time', mustNot: ['unique'] },
  Email: { describedAs: 'email' },
  Phone: { describedAs: 'phone' },
  Url: { describedAs: 'url' },
  Picklist: { describedAs: 'picklist', needs: ['valueSet'], mustNot: ['unique'] },
  MultiselectPicklist: {
    describedAs: 'multipicklist',
    needs: ['valueSet', 'visibleLines'],
    mustNot: ['unique'],
  },
  Lookup: { describedAs: 'reference', needs: ['referenceTo', 'relationshipName'] },
  MasterDetail: {
    describedAs: 'reference',
    needs: ['referenceTo', 'relationshipName'],
    mustNot: ['deleteConstraint'],
  },
}

/** Splits `Account.Tier__c`. */
export function splitFullName(
  org: SalesforceOrg,
  fullName: string,
): { object: SObject; name: string } {
  const [objectName = '', name = ''] = fullName.split('.')
  const object = org.object(objectName)
  if (!object) {
    throw new SalesforceError(
      400,
      'INVALID_CROSS_REFERENCE_KEY',
      `Entity Enumeration Or ID: no CustomObject named ${objectName} found`,
    )
  }
  const bare = name.replace(/__c$/, '')
  const isValid = /^[A-Za-z]([A-Za-z0-9_]*[A-Za-z0-9])?$/.test(bare) && !bare.includes('__')
  if (!isValid || bare === name || bare.length > 40) {
    throw new SalesforceError(
      400,
      'FIELD_INTEGRITY_EXCEPTION',
      `The Custom Field Name you provided ${name} is not valid.`,
    )
  }
  return { object, name }
}

/** Adds the field or replaces its definition, and returns which of the two it did. */
export function saveField(
  org: SalesforceOrg,
  fullName: string,
  raw: Record<string, unknown>,
): { created: boolean } {
  const { object, name } = splitFullName(org, fullName)
  const metadata = parseMetadata(raw)
  const existing = object.fields.get(name.toLowerCase())
  checkRules(org, metadata, existing)

  const made = fieldFrom(object, existing?.name ?? name, metadata)
  object.fields.set(name.toLowerCase(), made)
  const isOptional = made.nillable || made.type === 'boolean'
  if (!existing && isOptional) org.ungrantedFields.add(`${object.name}.${name}`.toLowerCase())
  return { created: existing === undefined }
}

export function deleteField(org: SalesforceOrg, fullName: string): void {
  const { object, name } = splitFullName(org, fullName)
  if (!object.fields.delete(name.toLowerCase())) {
    throw new SalesforceError(
      400,
      'INVALID_CROSS_REFERENCE_KEY',
      'This custom field does not exist or is not accessible',
    )
  }
}

/** Returns the definition of an existing custom field, including seeded ones. */
export function customFieldMetadata(found: Field): OrgField {
  if (found.metadata) return found.metadata
  const isMultiline = found.type === 'textarea' && found.length > 255
  const typeName = requireDefined(
    Object.entries(typeRules).find(
      ([type, { describedAs }]) =>
        describedAs === found.type && (type !== 'TextArea' || !isMultiline),
    ),
  )[0]
  return {
    label: found.label,
    type: typeName,
    required: !found.nillable && found.type !== 'boolean',
    unique: found.unique,
    externalId: found.externalId,
    ...(found.type === 'string' ? { length: found.length } : {}),
    ...(found.precision > 0 ? { precision: found.precision, scale: found.scale } : {}),
    ...(found.type === 'boolean' ? { defaultValue: String(found.defaultValue) } : {}),
    ...(found.referenceTo[0]
      ? {
          referenceTo: found.referenceTo[0],
          relationshipName: found.childRelationshipName?.replace(/__r$/, '') ?? found.name,
        }
      : {}),
    ...(found.picklistValues.length > 0
      ? {
          valueSet: {
            restricted: found.restrictedPicklist,
            valueSetDefinition: {
              sorted: false,
              value: found.picklistValues.map(({ value, label, isDefault }) => ({
                fullName: value,
                default: isDefault,
                label,
              })),
            },
          },
        }
      : {}),
  }
}

function checkRules(org: SalesforceOrg, metadata: OrgField, existing: Field | undefined): void {
  const rule = typeRules[metadata.type]
  if (!rule)
    throw makeIntegrityError(`The type ${metadata.type} is not supported for a CustomField`)

  const missing = rule.needs?.find((key) => metadata[key] === undefined)
  if (missing) {
    throw new SalesforceError(
      400,
      'REQUIRED_FIELD_MISSING',
      `Must specify '${missing}' for a CustomField of type ${metadata.type}`,
    )
  }
  const forbidden = rule.mustNot?.find(
    (key) => metadata[key] !== undefined && metadata[key] !== false,
  )
  if (forbidden) {
    throw makeIntegrityError(
      `Can not specify '${forbidden}' for a CustomField of type ${metadata.type}`,
    )
  }
  const { length = 0, precision = 0, scale = 0 } = metadata
  if (rule.length && length < rule.length.min) {
    throw makeIntegrityError(`Invalid length, minimum is: ${rule.length.min}`)
  }
  if (rule.length && length > rule.length.max) {
    throw makeIntegrityError(`Invalid length, maximum is: ${rule.length.max}`)
  }
  if (precision > 18 || scale > precision) throw makeIntegrityError('Precision must be at most 18')
  if (metadata.referenceTo && !org.object(metadata.referenceTo)) {
    throw new SalesforceError(
      400,
      'INVALID_CROSS_REFERENCE_KEY',
      `referenceTo value of '${metadata.referenceTo}' does not resolve to a valid sObject type`,
    )
  }
  if (metadata.type === 'Lookup' && metadata.required && metadata.deleteConstraint === 'SetNull') {
    throw makeIntegrityError('A required lookup cannot have the delete constraint SetNull')
  }
  if (existing) {
    const before = customFieldMetadata(existing).type
    if (before !== metadata.type) {
      throw makeIntegrityError(
        `Cannot change field type from ${before} to ${metadata.type} via the API`,
      )
    }
  }
}

const makeIntegrityError = (message: string) =>
  new SalesforceError(400, 'FIELD_INTEGRITY_EXCEPTION', message, [])

function fieldFrom(object: SObject, name: string, metadata: OrgField): Field {
  const { describedAs } = requireDefined(typeRules[metadata.type])
  const made = makeField(name, metadata.label, describedAs, {
    nillable: describedAs !== 'boolean' && !(metadata.required ?? metadata.type === 'MasterDetail'),
    unique: metadata.unique ?? false,
    externalId: metadata.externalId ?? false,
    inlineHelpText: metadata.inlineHelpText ?? null,
    precision: metadata.precision ?? 0,
    scale: metadata.scale ?? 0,
    htmlFormatted: metadata.type === 'Html',
    defaultValue: literalDefault(describedAs, metadata.defaultValue),
    defaultedOnCreate: describedAs === 'boolean' || metadata.defaultValue !== undefined,
  })
  if (metadata.length !== undefined) made.length = metadata.length
  if (metadata.type === 'MultiselectPicklist') made.length = 4099
  if (metadata.valueSet) {
    made.restrictedPicklist = metadata.valueSet.restricted
    made.picklistValues = metadata.valueSet.valueSetDefinition.value.map(
      (entry): OrgPicklistValue => ({
        value: entry.fullName,
        label: entry.label,
        active: true,
        isDefault: entry.default,
      }),
    )
    made.defaultValue = made.picklistValues.find(({ isDefault }) => isDefault)?.value ?? null
    made.defaultedOnCreate = made.defaultValue !== null
  }
  if (metadata.referenceTo) {
    made.referenceTo = [metadata.referenceTo]
    made.relationshipName = name.replace(/__c$/, '__r')
    made.childRelationshipName = `${metadata.relationshipName}__r`
  }
  const before = object.fields.get(name.toLowerCase())
  return { ...made, metadata, ...(before?.seed ? { seed: before.seed } : {}) }
}

/** Returns the value of a default formula if it is a plain literal. */
function literalDefault(type: FieldType, formula: string | undefined): Field['defaultValue'] {
  if (type === 'boolean') return formula === 'true'
  if (formula === undefined) return null
  const quoted = /^(["'])(.*)\1$/.exec(formula)
  if (quoted) return requireDefined(quoted[2])
  return /^-?\d+(\.\d+)?$/.test(formula) ? Number(formula) : null
}

/** Accepts the text of XML and the values of JSON; unknown members are ignored. */
function parseMetadata(raw: Record<string, unknown>): OrgField {
  const text = (key: string) => {
    const value = raw[key]
    return value === undefined || value === null || value === '' ? {} : { [key]: String(value) }
  }
  const number = (key: string) =>
    raw[key] === undefined || raw[key] === null ? {} : { [key]: Number(raw[key]) }
  const flag = (key: string) =>
    raw[key] === undefined || raw[key] === null ? {} : { [key]: String(raw[key]) === 'true' }
  const texts = [
    'description',
    'inlineHelpText',
    'defaultValue',
    'referenceTo',
    'relationshipName',
    'relationshipLabel',
    'deleteConstraint',
  ]
  if (!raw['label']) {
    throw new SalesforceError(400, 'REQUIRED_FIELD_MISSING', 'Required field is missing: label')
  }
  return {
    label: String(raw['label']),
    type: String(raw['type'] ?? ''),
    ...Object.assign({}, ...texts.map(text)),
    ...Object.assign({}, ...['required', 'unique', 'externalId'].map(flag)),
    ...Object.assign({}, ...['length', 'precision', 'scale', 'visibleLines'].map(number)),
    ...(raw['valueSet'] ? { valueSet: parseValueSet(raw['valueSet']) } : {}),
  } as OrgField
}

function parseValueSet(raw: unknown): NonNullable<OrgField['valueSet']> {
  type RawValue = { fullName?: unknown; valueName?: unknown; default?: unknown; label?: unknown }
  const { restricted, valueSetDefinition } = raw as {
    restricted?: unknown
    valueSetDefinition?: { sorted?: unknown; value?: RawValue | RawValue[] }
  }
  const values = [valueSetDefinition?.value ?? []].flat()
  return {
    restricted: String(restricted) === 'true',
    valueSetDefinition: {
      sorted: String(valueSetDefinition?.sorted) === 'true',
      value: values.map((entry) => {
        const fullName = String(entry.fullName ?? entry.valueName)
        return {
          fullName,
          default: String(entry.default) === 'true',
          label: String(entry.label ?? fullName),
        }
      }),
    },
  }
}
