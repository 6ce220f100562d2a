import {
  FoundAssociations,
  ProviderError,
  type Associating,
  type AssociationRequest,
  type ProviderClient,
} from '@platform/connector'
import type { Association } from '@platform/contract'
import { concurrently } from '../concurrently.ts'
import { apiVersion, hubspotPath } from './api-version.ts'
import { hubspotError } from './errors.ts'
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

interface Page {
  results: {
    from: { id: string }
    to: Associated[]
    paging?: { next?: { after?: string } }
  }[]
  errors?: { category?: string; subCategory?: string; message?: string }[]
}

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
      path: hubspotPath(`/crm/associations/${apiVersion}`, ...pair, 'batch', 'read'),
      body: { inputs },
    })
    if (!Array.isArray(body.results)) throw hubspotError(response)
    const page = body as unknown as Page
    requireAll(page, response.status)
    const asked = new Map(inputs.map(({ id, after }) => [id, after]))
    const further = page.results.flatMap(({ from: { id }, to: others, paging }): Input[] => {
      for (const other of others) found.add(id, name, toAssociation(other))
      const after = paging?.next?.after
      if (after === undefined) return []
      if (after !== asked.get(id)) return [{ id, after }]
      const message = `HubSpot repeats a page of the associations of ${request.objectName} ${id}.`
      throw new ProviderError('unavailable', message)
    })
    waiting = [...further, ...waiting.slice(idsAtOnce)]
  }
}

/** Throws unless a partial reply's errors only name records without associations. */
function requireAll({ errors = [] }: Page, status: number): void {
  const failed = errors.find(
    ({ category, subCategory = '' }) =>
      category !== 'OBJECT_NOT_FOUND' && !subCategory.endsWith('NO_ASSOCIATIONS_FOUND'),
  )
  if (!failed) return
  const { message = 'HubSpot did not return all associations.', category: code } = failed
  throw new ProviderError('unavailable', message, { status, code })
}

function toAssociation(raw: Associated): Association {
  const labels = (raw.associationTypes ?? []).flatMap(({ label }) => label ?? [])
  return {
    objectId: String(raw.toObjectId),
    ...(labels.length > 0 && { associationTypes: labels }),
    raw: { ...raw },
  }
}
