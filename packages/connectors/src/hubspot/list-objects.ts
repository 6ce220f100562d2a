import type { ObjectSummary, ProviderClient, WriteType } from '@platform/connector'
import { concurrently } from '../concurrently.ts'
import { displayName } from './describe.ts'
import { callForObjects, objectPath, ownObjects } from './objects.ts'
import { isWithout, fetchHubspotSchemas } from './schemas.ts'

const writes: readonly WriteType[] = ['create', 'update', 'upsert', 'delete']
const callsAtATime = 4

/**
 * Returns the readable objects. HubSpot lists only custom objects; standard objects are tested
 * individually.
 */
export async function listHubspotObjects(client: ProviderClient): Promise<ObjectSummary[]> {
  const own = await concurrently(ownObjects, callsAtATime, async ([objectName]) =>
    (await isReadable(client, objectName)) ? [summary(objectName, displayName(objectName))] : [],
  )
  const custom = (await fetchHubspotSchemas(client)).map(({ fullyQualifiedName, labels }) => ({
    ...summary(fullyQualifiedName, labels?.plural ?? displayName(fullyQualifiedName)),
    isCustom: true,
  }))
  return [...own.flat(), ...custom]
}

const summary = (objectName: string, name: string): ObjectSummary => ({
  objectName,
  displayName: name,
  isCustom: false,
  canRead: true,
  writes,
})

async function isReadable(client: ProviderClient, objectName: string): Promise<boolean> {
  try {
    await callForObjects(client, { path: objectPath(objectName), query: { limit: 1 } })
    return true
  } catch (error) {
    if (isWithout(error)) return false
    throw error
  }
}
