import { ProviderError, type ProviderClient, type ProviderRecord } from '@platform/connector'
import { properties } from './describe.ts'
import { propertyName } from './objects.ts'
import { listHubspotPage } from './list.ts'

/**
 * Reads one record with all these fields. HubSpot ignores unknown property names, so the list of
 * properties is checked as well.
 */
export async function hubspotSampleRead(
  client: ProviderClient,
  { objectName, fieldNames }: { objectName: string; fieldNames: readonly string[] },
): Promise<ProviderRecord | undefined> {
  const { records } = await listHubspotPage(
    client,
    { objectName, fieldNames, pageSize: 1 },
    undefined,
  )

  const known = new Set((await properties(client, objectName)).map(({ name }) => name))
  const missing = fieldNames.filter((fieldName) => {
    const name = propertyName(fieldName)
    return name !== undefined && !known.has(name)
  })
  if (missing.length > 0) {
    const sentences = missing.map(
      (fieldName) => `Property "${propertyName(fieldName)}" does not exist`,
    )
    throw new ProviderError('bad-request', sentences.join('. '), {
      code: 'PROPERTY_DOESNT_EXIST',
      fieldNames: missing,
    })
  }
  return records[0]
}
