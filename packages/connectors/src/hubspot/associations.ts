import {
  FoundAssociations,
  ProviderError,
  type Associating,
  type AssociationRequest,
  type ProviderClient,
} from '@platform/connector'
import type { Association } from '@platform/contract'
import { concurrently } from '../concurrently.ts'
import { hubspotVersion, hubspotPath } from './api-version.ts'
import { hubspotError } from './errors.ts'
import { getMembers, getTextMember } from '../members.ts'
import { callHubspot, toObjectType, ownObjects } from './objects.ts'

/** Maximum number of records per call. */
const idsAtOnce = 1_000
const callsAtATime = 3

/** Reads associations by `POST /crm/associations/2026-09/{from}/{to}/batch/read`. */
export const hubspotAssociating: Associating = {
  support: {
    objectNames: [
      ...ownObjects.map(([name]) => name),
      'appointments',
      'communications',
      'courses',
      'listings',
      'marketing_events',
      'postal_mail',
      'services',
      'subscriptions',
      'users',
    ],
    accountObjectNames: [String.raw`^p\d+_`, String.raw`^\d-\d+$`],
  },
  open: async (_client, request) => ({
    fieldNames: [],
    read: async (client, records) => {
      const ids = records.map(({ id }) => id)
      const found = new FoundAssociations(ids, request.associations)
      await concurrently(request.associations, callsAtATime, (name) =>
        readAllAssociations(client, { request, name, ids, found }),
      )
      return found
    },
  }),
}

interface Input {
  id: string
  after?: string
}

interface Associated {
  toObjectId: string | number
  associationTypes?: { category: string; typeId: number; label?: string | null }[]
}

interface Row {
  id: string
  others: Associated[]
  after: string | undefined
}

/** Throws for a row that cannot be read, whose associations would count as ended. */
function parseRow(row: unknown): Row {
  const { from, to, paging } = getMembers(row)
  const id = toText(getMembers(from).id)
  const others = Array.isArray(to) ? (to as unknown[]).filter(isAssociated) : undefined
  const isWhole = Array.isArray(to) && others?.length === to.length
  if (id === undefined || !others || !isWhole) {
    throw new ProviderError('unavailable', 'HubSpot returned associations that cannot be read.')
  }
  return { id, others, after: toText(getMembers(getMembers(paging).next).after) }
}

const isAssociated = (value: unknown): value is Associated =>
  toText(getMembers(value).toObjectId) !== undefined

const toText = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? String(value)
    : undefined

/** Reads all pages of the associations of these records with one object. */
async function readAllAssociations(
  client: ProviderClient,
  {
    request,
    name,
    ids,
    found,
  }: {
    request: AssociationRequest
    name: string
    ids: readonly string[]
    found: FoundAssociations
  },
): Promise<void> {
  const pair = [request.objectName, name].map(toObjectType)
  let waiting: Input[] = ids.map((id) => ({ id }))
  while (waiting.length > 0) {
    const inputs = waiting.slice(0, idsAtOnce)
    const { body, response } = await callHubspot(client, {
      method: 'POST',
      path: hubspotPath(`/crm/associations/${hubspotVersion}`, ...pair, 'batch', 'read'),
      body: { inputs },
    })
    if (!Array.isArray(body.results) || body.status === 'error') throw hubspotError(response)
    const results = body.results.map(parseRow)
    requireAll(body.errors, response.status)
    const asked = new Map(inputs.map(({ id, after }) => [id, after]))
    const further = results.flatMap(({ id, others, after }): Input[] => {
      for (const other of others) found.add(id, name, toAssociation(other))
      if (after === undefined) return []
      if (after !== asked.get(id)) return [{ id, after }]
      const message = `HubSpot repeats a page of the associations of ${request.objectName} ${id}.`
      throw new ProviderError('unavailable', message)
    })
    waiting = [...further, ...waiting.slice(idsAtOnce)]
  }
}

/** Throws unless a partial reply's errors only name records without associations. */
function requireAll(errors: unknown, status: number): void {
  const failed = (Array.isArray(errors) ? errors : [])
    .map(getMembers)
    .find(
      ({ category, subCategory }) =>
        category !== 'OBJECT_NOT_FOUND' && !String(subCategory).endsWith('NO_ASSOCIATIONS_FOUND'),
    )
  if (!failed) return
  const message = getTextMember(failed, 'message') ?? 'HubSpot did not return all associations.'
  throw new ProviderError('unavailable', message, {
    status,
    code: getTextMember(failed, 'category'),
  })
}

function toAssociation(raw: Associated): Association {
  const labels = (raw.associationTypes ?? []).flatMap(({ label }) => label ?? [])
  return {
    objectId: String(raw.toObjectId),
    ...(labels.length > 0 && { associationTypes: labels }),
    raw: { ...raw },
  }
}
