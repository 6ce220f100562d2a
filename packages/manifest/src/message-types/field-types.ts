import type { FieldMetadata, IntegrationObject, ReadConfigObject } from '@platform/contract'
import {
  ExpressionError,
  inferExpressionType,
  parseExpression,
  type ExpressionType,
} from '../expression/expression.ts'
import { isNested, splitFieldName } from '../field-name.ts'
import {
  anyValuesSchema,
  allowNull,
  textSchema,
  type TypeSchema,
  type TypeSchemaObject,
} from './schema.ts'

/** What is known of an object of a connected account. */
export interface AccountObject {
  fields: Readonly<Record<string, FieldMetadata>>
  config: ReadConfigObject
}

/** Types of the values of an object, by the provider's names and by yours. */
export interface FieldTypes {
  fields: ValueTree
  mappedFields: ValueTree
}

/** Providers that return every requested field, empty ones as `null`. Others leave empty fields out. */
const providersWithEmptyFields: ReadonlySet<string> = new Set(['salesforce', 'hubspot'])

/** Returns the types of the fields that an object can be read with. */
export function describeFields(
  provider: string,
  object: IntegrationObject | undefined,
  account: AccountObject | undefined,
): FieldTypes {
  const fields = new ValueTree(object?.optionalFieldsAuto === 'all')
  const mappedFields = new ValueTree(false)
  const { config } = account ?? {}
  const add = (fieldName: string, mapToName: string | undefined, isRequired: boolean) => {
    // A nested field is absent if the record that contains it is.
    const isPresent = isRequired && providersWithEmptyFields.has(provider) && !isNested(fieldName)
    const field = getOwn(account?.fields, fieldName)
    if (mapToName === undefined) {
      const description = field?.displayName
      fields.add(fieldName, toValueSchema(provider, field), { isPresent, description })
    } else {
      const mapping = getOwn(config?.selectedValueMappings, mapToName)
      const value = mapping ? toMappedValues(mapping, field) : toValueSchema(provider, field)
      mappedFields.add(mapToName, value, { isPresent, description: `Field ${fieldName}.` })
    }
  }

  for (const [list, isRequired] of [
    [object?.requiredFields, true],
    [object?.optionalFields, false],
  ] as const) {
    for (const field of list ?? []) {
      if ('fieldName' in field) {
        add(field.fieldName, field.mapToName, isRequired)
        continue
      }
      const chosen = getOwn(config?.selectedFieldMappings, field.mapToName)
      if (chosen) add(chosen, field.mapToName, isRequired)
      else {
        const isPresent = isRequired && providersWithEmptyFields.has(provider)
        const description = 'Field that the customer maps.'
        mappedFields.add(field.mapToName, true, { isPresent, description })
      }
    }
  }
  for (const { mapToName, fieldName } of config?.dynamicMappingsInput ?? []) {
    const chosen = getOwn(config?.selectedFieldMappings, mapToName) ?? fieldName
    if (chosen) add(chosen, mapToName, false)
  }
  for (const { mapToName, expression } of object?.computedFields ?? []) {
    const value = toComputedSchema(expression)
    mappedFields.add(mapToName, value, { isPresent: true, description: 'Computed field.' })
  }
  if (object?.optionalFieldsAuto === 'all') {
    for (const fieldName of Object.keys(account?.fields ?? {}).toSorted(byText)) {
      if (!fields.has(fieldName)) add(fieldName, undefined, false)
    }
  }
  return { fields, mappedFields }
}

/** Names come from others: `constructor` is no member of every object. */
const getOwn = <Value>(values: Readonly<Record<string, Value>> | undefined, name: string) =>
  values && Object.hasOwn(values, name) ? values[name] : undefined

const byText = (one: string, other: string) => (one < other ? -1 : 1)

/** Returns the type of a computed field, which is `null` without a value. */
function toComputedSchema(source: string): TypeSchema {
  const type = tryInferType(source)
  switch (type) {
    case 'text':
      return allowNull(textSchema)
    case 'number':
    case 'boolean':
      return allowNull({ type })
    case 'list':
      return allowNull({ type: 'array' })
    case 'any':
    case undefined:
      return true
  }
}

function tryInferType(source: string): ExpressionType | undefined {
  try {
    return inferExpressionType(parseExpression(source))
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

/** Returns the type of a provider's values in messages. Values can be empty. */
function toValueSchema(provider: string, field: FieldMetadata | undefined): TypeSchema {
  const known = field && findKnownSchema(provider, field)
  return known ? allowNull(known) : true
}

function findKnownSchema(
  provider: string,
  { valueType, values = [] }: FieldMetadata,
): TypeSchemaObject | undefined {
  // Values that are no longer offered, or come from other programs, are delivered too.
  const choice =
    values.length > 0
      ? { anyOf: [{ enum: values.map(({ value }) => value) }, textSchema] }
      : textSchema
  // HubSpot returns the values of all properties as text.
  if (provider === 'hubspot') return valueType === 'singleSelect' ? choice : textSchema
  const isSalesforce = provider === 'salesforce'
  switch (valueType) {
    case 'string':
      return textSchema
    case 'boolean':
      return { type: 'boolean' }
    case 'singleSelect':
      return isSalesforce ? choice : undefined
    case 'int':
    case 'float':
      return isSalesforce ? { type: 'number' } : { anyOf: [{ type: 'number' }, textSchema] }
    case 'multiSelect':
    case 'date':
    case 'datetime':
    case 'reference':
      return isSalesforce ? textSchema : undefined
    default:
      return undefined
  }
}

/** Returns the values of a mapping, and the provider's values that are not mapped. */
function toMappedValues(
  mapping: Readonly<Record<string, string>>,
  field: FieldMetadata | undefined,
): TypeSchema {
  const options = field?.values?.map(({ value }) => value)
  const unmapped = options?.filter((value) => !Object.hasOwn(mapping, value)) ?? []
  const mapped = { enum: [...new Set([...Object.values(mapping), ...unmapped])] }
  return allowNull({ anyOf: options && options.length > 0 ? [mapped] : [mapped, textSchema] })
}

interface ValueNode {
  schema?: TypeSchema
  isPresent: boolean
  description?: string | undefined
  members: Map<string, ValueNode>
}

/** Values by their place: names in bracket notation are nested, as in messages. */
export class ValueTree {
  readonly #members = new Map<string, ValueNode>()
  /** Names as in the manifest. */
  readonly #names = new Set<string>()
  /** Whether messages can contain other fields. */
  readonly #isOpen: boolean

  constructor(isOpen: boolean) {
    this.#isOpen = isOpen
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** Adds a value. A later one of the same name replaces it, as in messages. */
  add(
    name: string,
    schema: TypeSchema,
    { isPresent, description }: { isPresent: boolean; description: string | undefined },
  ): void {
    this.#names.add(name)
    const path = splitFieldName(name) ?? [name]
    let members = this.#members
    for (const [index, step] of path.entries()) {
      const node = members.get(step) ?? { isPresent: false, members: new Map() }
      members.set(step, node)
      node.isPresent ||= isPresent
      if (index === path.length - 1) Object.assign(node, { schema, description })
      members = node.members
    }
  }

  get isEmpty(): boolean {
    return this.#members.size === 0
  }

  /** Whether a record that was read always has one of the values. */
  get hasRequired(): boolean {
    return [...this.#members.values()].some(({ isPresent }) => isPresent)
  }

  /** Returns the type of the values; `partial` if any of them can be absent. */
  toSchema({ partial = false } = {}): TypeSchemaObject {
    const schema = toObjectSchema(this.#members, partial)
    return this.#isOpen || this.isEmpty ? { ...schema, ...anyValuesSchema } : schema
  }
}

function toObjectSchema(
  members: ReadonlyMap<string, ValueNode>,
  partial: boolean,
): TypeSchemaObject {
  const properties = Object.fromEntries(
    [...members].map(([name, node]) => [name, toNodeSchema(node, partial)]),
  )
  const required = [...members].filter(([, node]) => node.isPresent).map(([name]) => name)
  return { type: 'object', properties, ...(!partial && required.length > 0 && { required }) }
}

function toNodeSchema({ schema, description, members }: ValueNode, partial: boolean): TypeSchema {
  // A value that others are placed in has both members: its type is not known.
  const value =
    members.size === 0
      ? (schema ?? true)
      : schema === undefined
        ? toObjectSchema(members, partial)
        : true
  if (description === undefined) return value
  return typeof value === 'object' ? { ...value, description } : { description }
}
