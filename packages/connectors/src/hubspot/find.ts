import {
  ProviderError,
  type CountRequest,
  type ProviderClient,
  type ConnectorSearch,
  type SearchResult,
} from '@platform/connector'
import {
  callForObjects,
  objectPath,
  propertiesFor,
  toConnectorRecord,
  unreadableObjects,
} from './objects.ts'
import { compileGroups } from './filter.ts'
import { equalFilters, maxPageSize, rangeFilters } from './search.ts'

/** Returns one page of the records with these property values. */
export async function searchHubspot(
  client: ProviderClient,
  { objectName, fieldNames, filters, limit = maxPageSize }: ConnectorSearch,
): Promise<SearchResult> {
  if (filters.length === 0) {
    throw new ProviderError('bad-request', 'A search requires at least one filter.')
  }
  const { page } = await callForObjects(client, {
    method: 'POST',
    path: `${objectPath(objectName)}/search`,
    body: {
      filterGroups: [{ filters: equalFilters({ filters }) }],
      sorts: [{ propertyName: 'hs_object_id', direction: 'ASCENDING' }],
      properties: propertiesFor(objectName, fieldNames),
      limit: Math.min(maxPageSize, Math.max(1, limit)),
    },
  })
  if (page.unreadable > 0) throw unreadableObjects(page.unreadable)
  if (!page.hasMore && page.results.length < (page.total ?? 0)) {
    const message = `HubSpot reports ${page.total} records, and ${page.results.length} were returned.`
    throw new ProviderError('unavailable', message)
  }
  return {
    records: page.results.map((object) => toConnectorRecord(object, objectName)),
    hasMore: page.hasMore,
  }
}

export async function countHubspotRecords(
  client: ProviderClient,
  request: CountRequest,
): Promise<number | undefined> {
  const common = [...rangeFilters(request), ...equalFilters(request)]
  const groups = (await compileGroups(client, request)) ?? [[]]
  const { page } = await callForObjects(client, {
    method: 'POST',
    path: `${objectPath(request.objectName)}/search`,
    body: {
      filterGroups: groups.map((group) => ({ filters: [...common, ...group] })),
      properties: ['hs_object_id'],
      limit: 1,
    },
  })
  return page.total
}
