import {
  ProviderError,
  type ProviderClient,
  type WriteAssociation,
  type WriteRecord,
  type ConnectorWrite,
  type ConnectorWriteResult,
} from '@platform/connector'
import { requireValue } from '../require-value.ts'
import { hubspotVersion, hubspotPath, requestHubspot } from './api-version.ts'
import { getMembers, getTextMember, isMembers } from '../members.ts'
import { hubspotError } from './errors.ts'
import { toObjectType } from './objects.ts'

/** An association to create, and the result that reports its rejection. */
interface Pair {
  position: number
  fromId: string
  to: WriteAssociation['to']
  types?: WriteAssociation['types']
}

/**
 * HubSpot does not determine the object of an ID, except for a record created with association
 * types, which determine it. Throws before anything is written.
 */
export function requireTargets({ type, records }: Pick<ConnectorWrite, 'type' | 'records'>): void {
  for (const { associations = [] } of records) {
    const nameless = associations.find(({ to }) => !to.objectName)
    if (!nameless || (type === 'create' && nameless.types?.length)) continue
    const message = `Set the objectName of ${nameless.to.id}.`
    throw new ProviderError('bad-request', message)
  }
}

/** Formats the associations that HubSpot creates together with the record. */
export function toCreatedAssociations({ associations = [] }: WriteRecord) {
  const nameless = associations.filter(({ to }) => !to.objectName)
  return nameless.length > 0
    ? { associations: nameless.map(({ to: { id }, types }) => ({ to: { id }, types })) }
    : {}
}

/**
 * Associates the written records with others, one call per kind. The records are already written,
 * so a rejected association is a warning.
 */
export async function createAssociations(
  client: ProviderClient,
  {
    objectType,
    records,
    results,
  }: {
    objectType: string
    records: readonly WriteRecord[]
    results: readonly ConnectorWriteResult[]
  },
): Promise<ConnectorWriteResult[]> {
  const pairs = records.flatMap(({ associations = [] }, position): Pair[] => {
    const result = requireValue(results[position])
    const fromId = result.success ? result.recordId : undefined
    return fromId === undefined
      ? []
      : associations
          .filter(({ to }) => to.objectName)
          .map(({ to, types }) => ({ position, fromId, to, types }))
  })
  const warnings = new Map<number, string[]>()
  const warn = ({ position, to }: Pair, why: string) => {
    const warning = `not associated with ${to.objectName} ${to.id}: ${why}`
    warnings.set(position, [...(warnings.get(position) ?? []), warning])
  }
  const groups = Map.groupBy(
    pairs,
    ({ to, types }) =>
      `${toObjectType(requireValue(to.objectName))} ${types?.length ? 'typed' : 'default'}`,
  )
  for (const group of groups.values()) {
    try {
      for (const [pair, why] of await joinPairs(client, objectType, group)) warn(pair, why)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      for (const pair of group) warn(pair, error.message)
    }
  }
  return results.map((result, position) =>
    result.success && warnings.has(position)
      ? { ...result, warnings: requireValue(warnings.get(position)) }
      : result,
  )
}

/** Creates associations of one kind; returns the rejected ones with the reason. */
async function joinPairs(
  client: ProviderClient,
  objectType: string,
  pairs: readonly Pair[],
): Promise<[Pair, string][]> {
  const [first] = pairs
  const to = toObjectType(requireValue(requireValue(first).to.objectName))
  const isTyped = (first?.types?.length ?? 0) > 0
  const act = isTyped ? ['create'] : ['associate', 'default']
  const response = await requestHubspot(client, {
    method: 'POST',
    path: hubspotPath(`/crm/associations/${hubspotVersion}`, objectType, to, 'batch', ...act),
    body: {
      inputs: pairs.map(({ fromId, to: { id }, types }) => ({
        from: { id: fromId },
        to: { id },
        ...(isTyped && { types }),
      })),
    },
  })
  const { status, errors } = getMembers(response.body)
  const isRefused = ![200, 201, 207].includes(response.status) || status === 'error'
  if (isRefused || !isMembers(response.body)) throw hubspotError(response)
  return (Array.isArray(errors) ? errors : []).flatMap((error: unknown) => {
    const message = getTextMember(error, 'message') ?? 'HubSpot rejected it.'
    const ids = Object.values(getMembers(getMembers(error).context))
      .flat()
      .map(String)
    const meant = pairs.filter(({ to: { id }, fromId }) => ids.includes(id) || ids.includes(fromId))
    return (meant.length > 0 ? meant : pairs).map((pair): [Pair, string] => [pair, message])
  })
}
