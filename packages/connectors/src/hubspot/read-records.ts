import type { ProviderClient, ProviderRecord } from '@platform/connector'
import {
  callForObjects,
  objectPath,
  toObjectType,
  propertiesFor,
  toConnectorRecord,
} from './objects.ts'

/** Maximum number of records per call. */
const idsAtOnce = 100

export async function readHubspotRecords(
  client: ProviderClient,
  {
    objectName: asked,
    fieldNames,
    ids,
  }: { objectName: string; fieldNames: readonly string[]; ids: readonly string[] },
): Promise<ProviderRecord[]> {
  const objectName = toObjectType(asked)
  const properties = propertiesFor(objectName, fieldNames)
  const records: ProviderRecord[] = []
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const inputs = ids.slice(from, from + idsAtOnce).map((id) => ({ id }))
    const { page } = await callForObjects(client, {
      method: 'POST',
      path: `${objectPath(objectName)}/batch/read`,
      body: { properties, propertiesWithHistory: [], inputs },
    })
    records.push(...page.results.map((object) => toConnectorRecord(object, objectName)))
  }
  return records
}
