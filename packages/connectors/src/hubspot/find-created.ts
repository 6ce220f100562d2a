import type {
  CreatedRecords,
  CreatedRequest,
  FindingCreated,
  ProviderClient,
} from '@platform/connector'
import { providerClock, rfc3339 } from '../provider-clock.ts'
import {
  callForObjects,
  objectPath,
  toObjectType,
  propertiesFor,
  toConnectorRecord,
  unreadableObjects,
} from './objects.ts'
import { maxPageSize } from './search.ts'

const clockMarginMs = 3_000
/** Usual maximum delay until the search returns a new record. */
const indexDelayMs = 60_000

/**
 * A missing record proves nothing: HubSpot guarantees no time after which a search finds a record.
 */
export const findCreatedInHubspot: FindingCreated = { find: findNewest }

/** Returns the newest records by any creator: HubSpot's search does not return the creator. */
async function findNewest(
  client: ProviderClient,
  { objectName, fieldNames, sinceMsAgo, untilMsAgo }: CreatedRequest,
): Promise<CreatedRecords> {
  const objectType = toObjectType(objectName)
  const askedAt = performance.now()
  const { page, response } = await callForObjects(client, {
    method: 'POST',
    path: `${objectPath(objectType)}/search`,
    body: {
      filterGroups: [],
      sorts: [{ propertyName: timeOfCreation(objectType), direction: 'DESCENDING' }],
      properties: propertiesFor(objectType, [timeOfCreation(objectType), ...fieldNames]),
      limit: maxPageSize,
    },
  })
  if (page.unreadable > 0) throw unreadableObjects(page.unreadable)
  const since = Date.parse(
    providerClock(response, sinceMsAgo + (performance.now() - askedAt) + clockMarginMs),
  )
  const all = page.results.map((object) => ({
    ...toConnectorRecord(object, objectType),
    createdTime: rfc3339(object.createdAt) ?? '',
  }))
  const until = Date.parse(providerClock(response, untilMsAgo - clockMarginMs))
  const records = all.filter(({ createdTime }) => Date.parse(createdTime) >= since)
  return {
    records: records.filter(({ createdTime }) => Date.parse(createdTime) < until),
    hasMore: page.hasMore && records.length === all.length,
    asOf: providerClock(response, indexDelayMs),
  }
}

const withOldName = /^(contacts|companies|deals|tickets|products|line_items|0-[123578])$/

const timeOfCreation = (objectType: string) =>
  withOldName.test(objectType) ? 'createdate' : 'hs_createdate'
