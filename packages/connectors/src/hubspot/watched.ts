import { ProviderError, type ProviderClient, type SubscribedObject } from '@platform/connector'
import { isCalculated, properties } from './describe.ts'
import { ownObjects, toObjectType } from './objects.ts'
import { fetchHubspotSchemas } from './schemas.ts'

/** Objects whose events are named after them; those of others are called `object.…`. */
const namedSubjects: Readonly<Record<string, string>> = {
  contacts: 'contact',
  companies: 'company',
  deals: 'deal',
  tickets: 'ticket',
  products: 'product',
  line_items: 'line_item',
}

/** Returns the subject of an object's events, if they are named after it. */
export const findNamedSubject = (objectType: string): string | undefined =>
  namedSubjects[objectType]

/** Returns the subject of the events of a type. */
export const getEventSubject = (typeId: string): string => {
  const own = ownObjects.find(([, , id]) => id === typeId)
  return (own && findNamedSubject(own[0])) ?? 'object'
}

/** HubSpot reports changes per property, so all changes are the changes of all properties. */
export async function listWatchedProperties(
  client: ProviderClient,
  objectType: string,
  update: SubscribedObject['update'],
): Promise<readonly string[]> {
  if (update === undefined) return []
  if (update !== 'all') return update
  return (await properties(client, objectType))
    .filter(
      (property) =>
        !isCalculated(property) && property.modificationMetadata?.readOnlyValue !== true,
    )
    .map(({ name }) => name)
}

/** Webhooks identify objects by type ID; only the account knows those of its custom objects. */
export async function findTypeName(client: ProviderClient, objectName: string): Promise<string> {
  const objectType = toObjectType(objectName)
  if (findKnownTypeId(objectType) !== undefined) return objectType

  const found = (await fetchHubspotSchemas(client)).find(
    ({ fullyQualifiedName, name }) => fullyQualifiedName === objectType || name === objectType,
  )
  if (found?.objectTypeId !== undefined) return found.objectTypeId
  throw unknownObject(objectType)
}

export function getTypeId(objectType: string): string {
  const known = findKnownTypeId(objectType)
  if (known === undefined) throw unknownObject(objectType)
  return known
}

const findKnownTypeId = (objectType: string): string | undefined =>
  ownObjects.find(([plural]) => plural === objectType)?.[2] ??
  (/^\d+-\d+$/.test(objectType) ? objectType : undefined)

const unknownObject = (objectType: string) =>
  new ProviderError(
    'bad-request',
    `HubSpot has no object ${objectType}, or the connected user cannot see it.`,
  )
