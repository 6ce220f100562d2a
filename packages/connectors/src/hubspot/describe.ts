import { ProviderError, type ObjectDescription, type ProviderClient } from '@platform/connector'
import type { FieldMetadata } from '@platform/contract'
import { requireValue } from '../require-value.ts'
import { hubspotError } from './errors.ts'
import { hubspotVersion, hubspotPath } from './api-version.ts'
import { callHubspot } from './objects.ts'
import { isMembers } from '../members.ts'
import { mustBeFewFields } from '../most-fields.ts'

export interface HubspotProperty {
  name: string
  label: string
  description?: string
  type: string
  fieldType: string
  options?: { label: string; value: string; hidden?: boolean }[]
  hubspotDefined?: boolean
  hasUniqueValue?: boolean
  calculated?: boolean
  calculationFormula?: string | null
  externalOptions?: boolean
  referencedObjectType?: string | null
  modificationMetadata?: { readOnlyValue?: boolean }
}

interface Pipeline {
  id: string
  label: string
  stages: { id: string; label: string }[]
}

type Values = NonNullable<FieldMetadata['values']>

/** Properties whose options are the account's pipelines, and those whose options are stages. */
const pipelineProperties = new Set(['pipeline', 'hs_pipeline'])
const stageProperties = new Set(['dealstage', 'hs_pipeline_stage'])

/** Returns the properties of an object visible in the connected account. */
export async function properties(
  client: ProviderClient,
  objectName: string,
): Promise<HubspotProperty[]> {
  const { body, response } = await callHubspot(client, {
    path: hubspotPath(`/crm/properties/${hubspotVersion}`, objectName),
    query: { archived: 'false' },
  })
  if (!Array.isArray(body.results) || body.status === 'error') throw hubspotError(response)
  if (body.results.every(isHubspotProperty)) return body.results
  throw new ProviderError('unavailable', 'HubSpot returned properties that cannot be read.')
}

/** Without the options of a selection, a change would replace them. */
export const isHubspotProperty = (value: unknown): value is HubspotProperty =>
  isMembers(value) &&
  typeof value.name === 'string' &&
  typeof value.type === 'string' &&
  (value.type !== 'enumeration' || Array.isArray(value.options))

export async function describeHubspotObject(
  client: ProviderClient,
  objectName: string,
): Promise<ObjectDescription> {
  const all = await properties(client, objectName)
  mustBeFewFields(all.map(({ name }) => name))
  const needsPipelines = all.some(
    ({ name, options }) =>
      (pipelineProperties.has(name) || stageProperties.has(name)) && !options?.length,
  )
  const pipelines = needsPipelines ? await listPipelines(client, objectName) : []
  return {
    objectName,
    displayName: displayName(objectName),
    fields: Object.fromEntries(
      all.map((property) => [property.name, fieldMetadata(property, pipelines)]),
    ),
  }
}

/** Returns the pipelines; none if the object has none or the account does not show them. */
async function listPipelines(client: ProviderClient, objectName: string): Promise<Pipeline[]> {
  try {
    const { body } = await callHubspot(client, {
      path: hubspotPath(`/crm/pipelines/${hubspotVersion}`, objectName),
    })
    return Array.isArray(body.results) ? (body.results as Pipeline[]) : []
  } catch (error) {
    const isWithout =
      error instanceof ProviderError &&
      ['permission', 'not-found', 'bad-request'].includes(error.failure)
    if (isWithout) return []
    throw error
  }
}

function fieldMetadata(property: HubspotProperty, pipelines: readonly Pipeline[]): FieldMetadata {
  const valueType = getValueType(property)
  const isSelect = valueType === 'singleSelect' || valueType === 'multiSelect'
  return {
    fieldName: property.name,
    displayName: property.label,
    valueType,
    providerType: `${property.type}/${property.fieldType}`,
    readOnly: isCalculated(property) || property.modificationMetadata?.readOnlyValue === true,
    isCustom: property.hubspotDefined !== true,
    ...(isCalculated(property) && { isCalculated: true }),
    ...(valueType === 'reference' && {
      referenceTo: [requireValue(property.referencedObjectType ?? undefined)],
    }),
    ...(isSelect && { values: listValues(property, pipelines) }),
  }
}

/** Some properties that are computed say so only by their formula, or the kind of their field. */
export const isCalculated = ({ calculated, calculationFormula, fieldType }: HubspotProperty) =>
  calculated === true || Boolean(calculationFormula) || fieldType.startsWith('calculation_')

function getValueType({
  type,
  fieldType,
  referencedObjectType,
}: HubspotProperty): FieldMetadata['valueType'] {
  switch (type) {
    case 'string':
    case 'phone_number':
      return 'string'
    case 'number':
      return 'float'
    case 'bool':
      return 'boolean'
    case 'date':
    case 'datetime':
      return type
    case 'enumeration':
      if (referencedObjectType) return 'reference'
      return fieldType === 'checkbox' ? 'multiSelect' : 'singleSelect'
    default:
      return 'other'
  }
}

function listValues(
  { name, options = [] }: HubspotProperty,
  pipelines: readonly Pipeline[],
): Values {
  if (options.length > 0) {
    return options.map(({ value, label }) => ({ value, displayValue: label }))
  }
  if (pipelineProperties.has(name)) {
    return pipelines.map(({ id, label }) => ({ value: id, displayValue: label }))
  }
  if (!stageProperties.has(name)) return []
  return pipelines.flatMap(({ label: pipeline, stages }) =>
    stages.map(({ id, label }) => ({
      value: id,
      displayValue: pipelines.length > 1 ? `${pipeline}: ${label}` : label,
    })),
  )
}

/**
 * Formats a name: `line_items` → `Line items`. HubSpot has no API for the labels of its own
 * objects.
 */
export function displayName(objectName: string): string {
  const words = objectName.replace(/^p\d+_/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
