import { getMembers } from '../../members.ts'
import { ProviderError, type CustomFieldDefinition, type ProviderClient } from '@platform/connector'
import { requireValue } from '../../require-value.ts'
import { hubspotVersion, hubspotPath, requestHubspot } from '../api-version.ts'
import { hubspotError } from '../errors.ts'
import { callHubspot } from '../objects.ts'
import { toPropertyName } from './property-definition.ts'

/** HubSpot has no reference fields: a reference becomes an association label. */
export interface AssociationLabel {
  category: string
  typeId: number
  label: string | null
}

const labelsPath = (from: string, to: string) =>
  hubspotPath(`/crm/associations/${hubspotVersion}`, from, to, 'labels')

/** Returns the existing label for a reference; undefined if there is none. */
export async function findLabel(
  client: ProviderClient,
  { from, to, label }: { from: string; to: string; label: string },
  signal?: AbortSignal,
): Promise<AssociationLabel | undefined> {
  const { body, response } = await callHubspot(client, {
    path: labelsPath(from, to),
    ...(signal && { signal }),
  })
  if (!Array.isArray(body.results)) throw hubspotError(response)
  return (body.results as AssociationLabel[]).find((known) => known.label === label)
}

export async function createLabel(
  client: ProviderClient,
  { from, to, definition }: { from: string; to: string; definition: CustomFieldDefinition },
  signal?: AbortSignal,
): Promise<AssociationLabel> {
  const inverseLabel = requireValue(definition.association).labels?.plural
  const label = definition.displayName.trim()
  const response = await requestHubspot(client, {
    method: 'POST',
    path: labelsPath(from, to),
    body: {
      label,
      name: toPropertyName(definition.fieldName),
      ...(inverseLabel !== undefined && { inverseLabel }),
    },
    ...(signal && { signal }),
  })
  const { results } = getMembers(response.body)
  const isDone = response.status === 200 || response.status === 201
  if (!isDone || !Array.isArray(results)) throw hubspotError(response)
  const created = results.find((known) => known.label === label)
  if (!created) {
    const message = `HubSpot created the label ${label} but does not return it.`
    throw new ProviderError('unavailable', message, { isOutcomeUnknown: true })
  }
  return created
}

/** Returns options that association labels do not support. */
export function listIgnoredByLabels({
  association,
  required,
  unique,
}: CustomFieldDefinition): string[] {
  const { targetField, cardinality, onDelete, reverseLookupFieldName } = requireValue(association)
  const ignored = {
    targetField: targetField !== undefined && targetField.toLowerCase() !== 'id',
    cardinality: cardinality !== undefined,
    onDelete: onDelete !== undefined,
    reverseLookupFieldName: reverseLookupFieldName !== undefined,
    required: required === true || requireValue(association).required === true,
    unique: unique === true,
  }
  return [
    'references are associations at HubSpot: made as an association label, not as a property',
    ...Object.entries(ignored).flatMap(([option, isGiven]) =>
      isGiven ? [`${option} is ignored for association labels`] : [],
    ),
  ]
}
