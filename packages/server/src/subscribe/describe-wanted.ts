import { ProviderError, type SubscribedObject, type Subscribing } from '@platform/connector'
import type { ConnectionId } from '@platform/contract'
import type { Db } from '../db/database.ts'
import { openProvider } from '../provider/open-provider.ts'
import type { Services } from '../services.ts'
import { union } from './plan-subscribe.ts'

/**
 * What one subscription is to bring about for all who share it.
 *
 * Where several accounts share it, a change of any field means the fields of all of them: each
 * account has its own. An account that cannot be asked at the moment is passed over; upkeep asks it
 * again.
 */
export async function wantedOf(
  services: Services,
  db: Db,
  subscribing: Subscribing,
  asked: readonly { connectionId: ConnectionId; objects: readonly SubscribedObject[] }[],
): Promise<SubscribedObject[]> {
  if (!subscribing.perApp) {
    return union(
      asked.flatMap(({ objects }) => objects),
      subscribing.isSameObject,
    )
  }
  const expanded: SubscribedObject[] = []
  for (const { connectionId, objects } of asked) {
    for (const object of objects) {
      const update =
        object.update === 'all'
          ? await changeableFields(services, db, connectionId, object.objectName)
          : object.update
      expanded.push({ ...object, update })
    }
  }
  return union(expanded, subscribing.isSameObject)
}

async function changeableFields(
  services: Services,
  db: Db,
  connectionId: ConnectionId,
  objectName: string,
): Promise<readonly string[]> {
  const { entry, client } = await openProvider(services, db, connectionId, { isBackground: true })
  try {
    const { fields } = await entry.connector!.describeObject(client, objectName)
    return Object.values(fields)
      .filter(({ readOnly }) => !readOnly)
      .map(({ fieldName }) => fieldName)
  } catch (error) {
    const isPassedOver =
      error instanceof ProviderError && (error.isOutage || error.failure === 'credentials')
    if (isPassedOver) return []
    throw error
  }
}
