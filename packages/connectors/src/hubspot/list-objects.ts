import {
  ProviderError,
  type ObjectSummary,
  type ProviderClient,
  type WriteType,
} from '@platform/connector'
import { concurrently } from '../concurrently.ts'
import { displayName } from './describe.ts'
import { hubspotError } from './errors.ts'
import { call, callForObjects, objectPath, ownObjects } from './objects.ts'

const writes: readonly WriteType[] = ['create', 'update', 'upsert', 'delete']
const callsAtATime = 4

interface Schema {
  fullyQualifiedName: string
  labels?: { singular?: string; plural?: string }
}

/** HubSpot lists only the account's own objects; whether one of its own can be read, it has to be asked. */
export async function listObjects(client: ProviderClient): Promise<ObjectSummary[]> {
  const own = await concurrently(ownObjects, callsAtATime, async ([objectName]) =>
    (await isReadable(client, objectName)) ? [summary(objectName, displayName(objectName))] : [],
  )
  const custom = (await schemas(client)).map(({ fullyQualifiedName, labels }) => ({
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

/** An object that the account does not have, or that the user may not see, is refused. */
const isWithout = (error: unknown) =>
  error instanceof ProviderError &&
  ['permission', 'not-found', 'bad-request'].includes(error.failure)

async function isReadable(client: ProviderClient, objectName: string): Promise<boolean> {
  try {
    await callForObjects(client, { path: objectPath(objectName), query: { limit: 1 } })
    return true
  } catch (error) {
    if (isWithout(error)) return false
    throw error
  }
}

async function schemas(client: ProviderClient): Promise<Schema[]> {
  try {
    const { body, response } = await call(client, { path: '/crm/v3/schemas' })
    if (!Array.isArray(body.results)) throw hubspotError(response)
    return body.results as Schema[]
  } catch (error) {
    if (isWithout(error)) return []
    throw error
  }
}
