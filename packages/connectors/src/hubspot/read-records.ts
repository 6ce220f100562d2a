import type { ProviderClient, ProviderRecord } from '@platform/connector'
import { propertiesFor, readHubspotBatch, toConnectorRecord, toObjectType } from './objects.ts'

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
  const objects = await readHubspotBatch(client, { objectName, ids, properties })
  return objects.map((object) => toConnectorRecord(object, objectName))
}
