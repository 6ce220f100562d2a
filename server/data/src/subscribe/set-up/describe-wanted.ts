import { isDeepStrictEqual } from 'node:util'
import { ProviderError, type SubscribedObject, type Subscribing } from '@platform/connector'
import { findConnectionRow } from '@platform/connections/connections/connections'
import { findCall } from '@platform/connections/provider/call/provider-call'
import { openProvider, type OpenProvider } from '@platform/connections/provider/open-provider'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { must } from '@platform/kernel/values'
import type { SubscriptionMember } from './end-set-up.ts'
import { failSetUp } from './failed-set-up.ts'
import { combineSubscriptions } from './plan-subscribe.ts'
import { warnStopped } from '../stopped.ts'
import { updateLink, type SubscriptionRow } from '../store.ts'

interface WantedSubscriptions {
  objects: SubscribedObject[]
  /** The members that the subscription covers. */
  covered: SubscriptionMember[]
  /** Whether no member must be asked again soon. */
  isComplete: boolean
}

/**
 * Combines what a shared subscription must cover. If several accounts share it, a change of any
 * field means the fields of all accounts, which differ, and so may the names of their objects. Each
 * account is asked through its own connection, so one that cannot be used fails alone.
 */
export async function describeWanted(
  services: Services,
  db: Db,
  {
    subscription,
    subscribing,
    members,
  }: {
    subscription: SubscriptionRow
    subscribing: Subscribing
    members: readonly SubscriptionMember[]
  },
): Promise<WantedSubscriptions> {
  const isOfApp = subscribing.delivery === 'push' && subscribing.ofApp !== undefined
  const asked = members.flatMap(({ link }) => link.objects)
  if (!subscribing.perApp || isOfApp) {
    const objects = combineSubscriptions(asked, subscribing.isSameObject)
    return { objects, covered: [...members], isComplete: true }
  }
  const described: SubscribedObject[] = []
  const covered: SubscriptionMember[] = []
  const skipped: SubscribedObject[] = []
  let isComplete = true
  for (const member of members) {
    const outcome = await describeMember(services, db, { subscription, subscribing, member })
    if (typeof outcome === 'object') described.push(...outcome)
    else skipped.push(...member.link.objects)
    if (typeof outcome === 'object' || outcome === 'as before') covered.push(member)
    if (outcome === 'again soon') isComplete = false
  }
  const { isSameObject } = subscribing
  const isAmong = (objects: readonly SubscribedObject[], { objectName }: SubscribedObject) =>
    objects.some((one) => isSameObject(one.objectName, objectName))
  // What was subscribed to for accounts that cannot be asked now stays. Names that nobody asked
  // for in this form may be those of their own objects.
  const kept = subscription.objects.filter(
    (object) => skipped.length > 0 && (isAmong(skipped, object) || !isAmong(asked, object)),
  )
  const objects = combineSubscriptions([...described, ...kept], isSameObject)
  return { objects, covered, isComplete }
}

/** Returns the member's objects with the account's fields and names, or what follows a failure. */
async function describeMember(
  services: Services,
  db: Db,
  {
    subscription,
    subscribing,
    member,
  }: { subscription: SubscriptionRow; subscribing: Subscribing; member: SubscriptionMember },
): Promise<SubscribedObject[] | 'as before' | 'again soon' | 'left out'> {
  const { connectionId, objects, status } = member.link
  const attempt = subscription.attempts + 1
  let provider: OpenProvider | undefined
  try {
    const connection = await findConnectionRow(db, connectionId)
    // Deleted since, with its installation.
    if (!connection) return 'left out'
    provider = await openProvider(services, db, connection, { isBackground: true })
    const described: SubscribedObject[] = []
    const names: Record<string, string> = {}
    for (const object of objects) {
      const { objectName } = object
      const name = await subscribing.findNameForApp?.(provider.client, objectName)
      const update =
        object.update === 'all' ? await listChangeableFields(provider, objectName) : object.update
      described.push({ ...object, objectName: name ?? objectName, update })
      if (name !== undefined && !subscribing.isSameObject(name, objectName)) {
        names[objectName] = name
      }
    }
    const namesInEvents = Object.keys(names).length > 0 ? names : null
    if (!isDeepStrictEqual(namesInEvents, member.link.namesInEvents)) {
      await updateLink(db, member.link.installationId, {
        namesInEvents: namesInEvents && JSON.stringify(namesInEvents),
      })
    }
    return described
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const stopped = { error, call: findCall(error, provider), attempt }
    if (!error.isOutage && !(error.failure === 'credentials' && status === 'active')) {
      await failSetUp(services, db, { subscription, members: [member], stopped, goesOn: true })
      return 'left out'
    }
    const isSoon = error.isOutage && status === 'pending'
    const what = 'the objects to subscribe to could not be read from an account'
    const next = isSoon ? 'retrying in a minute' : 'the account is skipped until the next check'
    warnStopped(services, stopped, { what, next, connectionId })
    // The connection itself reports credentials that are rejected.
    if (status === 'active') return 'as before'
    return isSoon ? 'again soon' : 'left out'
  }
}

async function listChangeableFields(
  { entry, client }: OpenProvider,
  objectName: string,
): Promise<string[]> {
  const { fields } = await must(entry.connector, 'connector').describeObject(client, objectName)
  return Object.values(fields)
    .filter(({ readOnly }) => !readOnly)
    .map(({ fieldName }) => fieldName)
}
