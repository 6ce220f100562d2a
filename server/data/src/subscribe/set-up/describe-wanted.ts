import { ProviderError, type SubscribedObject, type Subscribing } from '@platform/connector'
import type { ConnectionId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { openProvider } from '@platform/connections/provider/open-provider'
import { findCall, attachProviderCall } from '@platform/connections/provider/call/provider-call'
import type { Services } from '@platform/kernel/services'
import { combineSubscriptions } from './plan-subscribe.ts'
import { warnStopped } from '../stopped.ts'
import { must } from '@platform/kernel/values'

/**
 * Combines what a shared subscription must cover. If several accounts share it, a change of any
 * field means the fields of all accounts, which differ. An unavailable account is skipped; upkeep
 * asks it again.
 */
export async function describeWanted(
  services: Services,
  db: Db,
  subscribing: Subscribing,
  {
    asked,
    attempt,
  }: {
    asked: readonly { connectionId: ConnectionId; objects: readonly SubscribedObject[] }[]
    attempt: number
  },
): Promise<SubscribedObject[]> {
  const isOfApp = subscribing.delivery === 'push' && subscribing.ofApp !== undefined
  if (!subscribing.perApp || isOfApp) {
    return combineSubscriptions(
      asked.flatMap(({ objects }) => objects),
      subscribing.isSameObject,
    )
  }
  const expanded: SubscribedObject[] = []
  for (const { connectionId, objects } of asked) {
    for (const object of objects) {
      const update =
        object.update === 'all'
          ? await changeableFields(services, db, { connectionId, attempt, ...object })
          : object.update
      expanded.push({ ...object, update })
    }
  }
  return combineSubscriptions(expanded, subscribing.isSameObject)
}

async function changeableFields(
  services: Services,
  db: Db,
  {
    connectionId,
    objectName,
    attempt,
  }: { connectionId: ConnectionId; objectName: string; attempt: number },
): Promise<readonly string[]> {
  const { entry, client, lastCall } = await openProvider(services, db, connectionId, {
    isBackground: true,
  })
  try {
    const { fields } = await must(entry.connector, 'connector').describeObject(client, objectName)
    return Object.values(fields)
      .filter(({ readOnly }) => !readOnly)
      .map(({ fieldName }) => fieldName)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const call = findCall(error, { lastCall })
    if (!(error.isOutage || error.failure === 'credentials')) {
      throw call ? attachProviderCall(error, call) : error
    }
    const what = 'the fields to subscribe to could not be read from an account'
    const next = 'the account is skipped until the next check'
    warnStopped(services, { error, call, attempt }, { what, next, connectionId, objectName })
    return []
  }
}
