import {
  ProviderError,
  type ProviderClient,
  type SubscribeRequest,
  type SubscribedObject,
  type SubscribingApp,
  type SubscribingWithoutURL,
  type SubscriptionState,
} from '@platform/connector'
import { readClockMs } from '../../clock.ts'
import { hubspotVersion } from '../api-version.ts'
import { hubspotError } from '../errors.ts'
import { ownObjects, toObjectType } from '../objects.ts'
import { findTypeName, getTypeId, listWatchedProperties } from '../watched.ts'
import { JournalClient, type JournalSubscription } from './journal-client.ts'
import { readJournal } from './read-journal.ts'
import { parseJournalState, type JournalState } from './state.ts'
import { getMembers } from '../../members.ts'

/** Name of the provider app's value that chooses between journal and webhooks. */
const choiceName = 'webhooksJournal'

/**
 * Changes by the webhooks journal, which is polled with a token of the app: no URL of this server is
 * needed. Subscriptions belong to the app, and each is for one account.
 */
export const hubspotJournal: SubscribingWithoutURL = {
  delivery: 'pull',
  isChosen({ metadata }, { isPublic }) {
    const { appId, developerApiKey, [choiceName]: choice } = metadata
    if (choice === 'always') return true
    // Legacy public apps set up their webhooks by the API.
    return choice !== 'never' && !isPublic && !appId && !developerApiKey
  },
  setUp: ensureJournalSubscriptions,
  maintain: ensureJournalSubscriptions,
  tearDown,
  listen: (client, request) => readJournal(client, requireApp(request), request),
}

type Wanted = Parameters<JournalClient['subscribe']>[0]

async function ensureJournalSubscriptions(
  client: ProviderClient,
  request: SubscribeRequest,
): Promise<SubscriptionState> {
  const portalId = await findPortalId(client)
  const journal = new JournalClient(client, requireApp(request))
  const before = parseJournalState(request.state)
  // Found before subscribing, so that no event falls between.
  const offset =
    request.state === undefined ? (await journal.findLatest(portalId))?.offset : before.offset
  const { wanted, names } = await listWantedSubscriptions(client, portalId, request.objects)
  const present = (await journal.listSubscriptions()).filter((one) => one.portalId === portalId)
  const missing = wanted.filter((one) => !present.some((other) => covers(other, one)))
  const made: number[] = []
  try {
    for (const one of missing) made.push(await journal.subscribe(widen(one, present)))
  } catch (error) {
    const known = new Set(present.map(({ id }) => id))
    const own = made.filter((id) => !known.has(id))
    await Promise.allSettled(own.map((id) => journal.unsubscribe(id)))
    throw error
  }
  const kept = before.madeIds.filter((id) => present.some((other) => other.id === id))
  const surplus = present.filter(
    ({ id, ...one }) =>
      kept.includes(id) && !made.includes(id) && !wanted.some((other) => covers(one, other)),
  )
  for (const { id } of surplus) await journal.unsubscribe(id)
  const surplusIds = new Set(surplus.map(({ id }) => id))
  // HubSpot may answer with the ID of another connection's subscription that it has widened.
  const foreignIds = new Set(present.map(({ id }) => id).filter((id) => !kept.includes(id)))
  const madeIds = [...kept.filter((id) => !surplusIds.has(id)), ...made].filter(
    (id) => !foreignIds.has(id),
  )
  const data: JournalState = {
    portalId,
    madeIds: [...new Set(madeIds)],
    names,
    readTime: before.readTime ?? new Date(readClockMs()).toISOString(),
    ...(offset !== undefined && { offset }),
  }
  const wasInterrupted = request.state !== undefined && missing.length > 0
  return { data: { ...data }, ...(wasInterrupted && { wasInterrupted }) }
}

/** Includes what other connections to the account need of the same object. */
function widen(wanted: Wanted, present: readonly JournalSubscription[]): Wanted {
  const same = present.filter(
    (other) => isSameSubject(other, wanted) && other.objectIds.length === 0,
  )
  const unite = (name: 'actions' | 'properties' | 'associatedObjectTypeIds') => [
    ...new Set([wanted, ...same].flatMap((one) => one[name])),
  ]
  return {
    ...wanted,
    actions: unite('actions'),
    properties: unite('properties'),
    associatedObjectTypeIds: unite('associatedObjectTypeIds'),
  }
}

const isSameSubject = (one: Omit<JournalSubscription, 'id'>, other: Wanted) =>
  one.subscriptionType === other.subscriptionType && one.objectTypeId === other.objectTypeId

const covers = (one: Omit<JournalSubscription, 'id'>, wanted: Wanted) =>
  isSameSubject(one, wanted) &&
  one.objectIds.length === 0 &&
  wanted.actions.every((action) => one.actions.includes(action)) &&
  wanted.properties.every((name) => one.properties.includes(name)) &&
  wanted.associatedObjectTypeIds.every((id) => one.associatedObjectTypeIds.includes(id))

const actionsOfOthers: Readonly<Record<string, string>> = { merge: 'MERGE', restore: 'RESTORE' }

async function listWantedSubscriptions(
  client: ProviderClient,
  portalId: number,
  objects: readonly SubscribedObject[],
): Promise<{ wanted: Wanted[]; names: Record<string, string> }> {
  const wanted: Wanted[] = []
  const names: Record<string, string> = {}
  for (const object of objects) {
    const objectType = toObjectType(object.objectName)
    const objectTypeId = getTypeId(await findTypeName(client, objectType))
    names[objectTypeId] = object.objectName
    const about = { portalId, objectTypeId, objectIds: [] }
    const actions = [
      object.create ? 'CREATE' : [],
      object.update === undefined ? [] : 'UPDATE',
      object.delete ? 'DELETE' : [],
      (object.other ?? []).map((other) => toAction(objectType, other)),
    ].flat(2)
    const properties = [...(await listWatchedProperties(client, objectType, object.update))]
    if (actions.length > 0) {
      const subscriptionType = 'OBJECT'
      wanted.push({ ...about, subscriptionType, actions, properties, associatedObjectTypeIds: [] })
    }
    if (object.association) {
      wanted.push({
        ...about,
        subscriptionType: 'ASSOCIATION',
        actions: ['ASSOCIATION_ADDED', 'ASSOCIATION_REMOVED'],
        properties: [],
        associatedObjectTypeIds: ownObjects.map(([, , id]) => id),
      })
    }
  }
  return { wanted, names }
}

function toAction(objectType: string, other: string): string {
  const action = actionsOfOthers[other.split('.').at(-1) ?? other]
  if (action !== undefined) return action
  const message = `HubSpot's webhooks journal has no event ${other} of ${objectType}.`
  throw new ProviderError('bad-request', message)
}

/** Returns the account of the credentials, which nobody can choose. */
async function findPortalId(client: ProviderClient): Promise<number> {
  const response = await client.request({ path: `/account-info/${hubspotVersion}/details` })
  const { portalId } = getMembers(response.body)
  if (response.status === 200 && typeof portalId === 'number') return portalId
  throw hubspotError(response)
}

function requireApp({ app }: SubscribeRequest): SubscribingApp {
  if (app) return app
  const message = 'The webhooks journal requires the provider app of the connection.'
  throw new ProviderError('bad-request', message)
}

async function tearDown(
  client: ProviderClient,
  request: SubscribeRequest & { state: SubscriptionState },
): Promise<void> {
  const { madeIds } = parseJournalState(request.state)
  const journal = new JournalClient(client, requireApp(request))
  for (const id of madeIds) await journal.unsubscribe(id)
}
