import { FieldDefinition, type FieldMetadata, type ObjectMetadata } from '@platform/contract'
import { z } from 'zod'
import type { PlannedTool } from './plan-tools.ts'

/** A JSON Schema of a tool's arguments. */
export interface ToolSchema {
  type: 'object'
  properties: Record<string, object>
  required?: string[]
  additionalProperties: boolean
  [word: string]: unknown
}

/** Larger schemas cost agents more than they help. */
const maxFields = 200
const maxOptions = 100
const maxLabelLength = 80

const confirmation = {
  type: 'string',
  description:
    'The confirmation that the first call returned. Send it only after the user has agreed to exactly these arguments.',
}

const approval = {
  type: 'string',
  description:
    'The approval that the first call returned, with the same arguments, to get the decision of the person and the outcome.',
}

/** Describes the arguments of a tool with the fields of the account; undefined if they are unknown. */
export function makeToolSchema(
  tool: PlannedTool,
  metadata: ObjectMetadata | undefined,
): ToolSchema {
  const confirm: Record<string, object> = {
    ...(tool.needsConfirmation && { confirmation }),
    ...(tool.needsApproval && { approval }),
  }
  const id = { type: 'string', description: 'ID of the record at the provider.' }
  switch (tool.action) {
    case 'describe':
      return makeClosedSchema({ cursor })
    case 'sample':
      return makeClosedSchema({})
    case 'search':
      return makeClosedSchema(
        {
          where: {
            ...fieldsSchema(tool, metadata, { isFilter: true }),
            minProperties: 1,
            description: 'Values that the fields of the records must equal.',
          },
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
          cursor,
        },
        ['where'],
      )
    case 'create':
      return makeClosedSchema({ record: fieldsSchema(tool, metadata), ...confirm }, ['record'])
    case 'update':
      return makeClosedSchema({ id, record: fieldsSchema(tool, metadata), ...confirm }, [
        'id',
        'record',
      ])
    case 'upsert':
      return makeClosedSchema({ keyField, record: fieldsSchema(tool, metadata), ...confirm }, [
        'keyField',
        'record',
      ])
    case 'delete':
      return makeClosedSchema({ id, ...confirm }, ['id'])
    case 'defineFields':
      return makeClosedSchema({ fields: { type: 'array', items: fieldDefinition() }, ...confirm }, [
        'fields',
      ])
    case 'call':
      return makeClosedSchema(
        {
          method: { type: 'string', enum: [...(tool.calls?.methods ?? [])], default: 'GET' },
          path: { type: 'string', description: `Allowed: ${tool.calls?.paths.join(', ')}.` },
          query: { type: 'object', additionalProperties: { type: 'string' } },
          body: { description: 'JSON, for methods other than GET.' },
          ...confirm,
        },
        ['path'],
      )
  }
}

const keyField = {
  type: 'string',
  description: 'Field by whose value the record is found, such as an email address.',
}

function fieldDefinition(): object {
  const { $schema: _schema, ...schema } = z.toJSONSchema(FieldDefinition, { io: 'input' })
  return schema
}

const cursor = {
  type: 'string',
  description: '`nextCursor` of the previous result, for the next page.',
}

const makeClosedSchema = (
  properties: Record<string, object>,
  required: string[] = [],
): ToolSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
})

/** The fields that an agent may name, by the name that it uses. */
export function listToolFields(
  { names, isLimitedToNames, action }: PlannedTool,
  metadata: ObjectMetadata | undefined,
): Map<string, FieldMetadata | undefined> {
  const known = new Map<string, FieldMetadata | undefined>()
  for (const [fieldName, name] of names) known.set(name, metadata?.fields[fieldName])
  if (isLimitedToNames) return known
  for (const [fieldName, field] of Object.entries(metadata?.fields ?? {})) {
    if (names.has(fieldName)) continue
    if (['create', 'update', 'upsert'].includes(action) && field.readOnly) continue
    known.set(fieldName, field)
  }
  return known
}

function fieldsSchema(
  tool: PlannedTool,
  metadata: ObjectMetadata | undefined,
  { isFilter = false }: { isFilter?: boolean } = {},
): ToolSchema {
  const all = [...listToolFields(tool, metadata)]
  const isRequired = (field: FieldMetadata | undefined) =>
    tool.action === 'create' && field?.isRequired
  const shown = all
    .toSorted(([, a], [, b]) => Number(isRequired(b) ?? false) - Number(isRequired(a) ?? false))
    .slice(0, maxFields)
  const isWhole = shown.length === all.length && (tool.isLimitedToNames || metadata !== undefined)
  return {
    type: 'object',
    properties: Object.fromEntries(
      shown.map(([name, field]) => [name, makeTypeSchema(field, isFilter)]),
    ),
    additionalProperties: !isWhole,
  }
}

function makeTypeSchema(field: FieldMetadata | undefined, isFilter: boolean): object {
  if (!field) return isFilter ? { type: ['string', 'number', 'boolean'] } : {}
  // A label is text of the customer's account: short, on one line, and quoted, so that it reads as a name.
  const label = plainLabel(field.displayName)
  const described = label && label !== field.fieldName ? { title: label } : {}
  const options = field.values?.slice(0, maxOptions + 1).map(({ value }) => value)
  const choices =
    options && options.length > 0 && options.length <= maxOptions ? { enum: options } : {}
  switch (field.valueType) {
    case 'boolean':
      return { type: 'boolean', ...described }
    case 'int':
      return { type: 'integer', ...described }
    case 'float':
      return { type: 'number', ...described }
    case 'date':
      return { type: 'string', format: 'date', ...described }
    case 'datetime':
      return { type: 'string', format: 'date-time', ...described }
    case 'multiSelect':
      return isFilter
        ? { type: 'string', ...described }
        : { type: 'array', items: { type: 'string', ...choices }, ...described }
    case 'singleSelect':
      return { type: 'string', ...choices, ...described }
    case 'string':
    case 'reference':
      return { type: 'string', ...described }
    default:
      return { ...(isFilter && { type: ['string', 'number', 'boolean'] }), ...described }
  }
}

/** Text of an account as a label: without line breaks and control characters, and not long. */
export const plainLabel = (text: string | undefined): string =>
  (text ?? '')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLabelLength)
