import {
  ProviderError,
  type ProviderClient,
  type ProviderRequest,
  type ProviderResponse,
  type SubscribeRequest,
  type SubscribedObject,
  type Subscribing,
  type SubscriptionState,
} from '@platform/connector'
import { concurrently } from '../concurrently.ts'
import { requireValue } from '../require-value.ts'
import { hubspotError } from './errors.ts'
import { hubspotJournal } from './journal/subscribe.ts'
import { toObjectType } from './objects.ts'
import { readHubspotRecords } from './read-records.ts'
import { findNamedSubject, findTypeName, getTypeId, listWatchedProperties } from './watched.ts'
import { parseHubspotWebhook } from './webhook.ts'
import { getMembers, getTextMember } from '../members.ts'

/** Maximum number of subscriptions per app; each watched property counts. */
const maxSubscriptions = 1_000
const maxConcurrentRequests = 10
const callsAtATime = 4

interface Subscription {
  id: string | number
  eventType: string
  propertyName?: string
  objectTypeId?: string
  active: boolean
}

type Wanted = Pick<Subscription, 'eventType' | 'propertyName' | 'objectTypeId'>

/** State stored between calls. */
interface Data {
  /** Target URL that this server has set for the app. */
  targetURL?: string
  /** IDs of the subscriptions created here. */
  madeIds: string[]
}

/** Webhooks belong to the app: one URL and one list of subscriptions for all accounts. */
export const hubspotSubscribing: Subscribing = {
  delivery: 'push',
  perApp: true,
  isSameObject: (one, other) => toObjectType(one) === toObjectType(other),
  findNameForApp: findTypeName,
  readRecords: readHubspotRecords,
  events: { create: true, update: true, delete: true, association: true, other: true },
  parse: parseHubspotWebhook,
  setUp: (client, request) => ensureSubscriptions(client, request),
  maintain: (client, request) => ensureSubscriptions(client, request),
  tearDown,
  withoutURL: hubspotJournal,
}

async function ensureSubscriptions(
  client: ProviderClient,
  request: SubscribeRequest,
): Promise<SubscriptionState> {
  if (isProjectApp(request)) return { data: { madeIds: [] }, warnings: [projectAppWarning] }
  const app = requireApp(request)
  const before = parseState(request.state)
  const { wanted, warnings } = await listWantedSubscriptions(client, request.objects)
  const present = await subscriptions(client, app)
  const isSame = (a: Wanted, b: Wanted) => makeSubscriptionKey(a) === makeSubscriptionKey(b)

  const { targetURL, wasMoved } = await direct(client, app, {
    targetURL: requireValue(request.targetURL),
    before,
  })
  const missing = wanted.filter((one) => !present.some((other) => isSame(one, other)))
  const asleep = present.filter(
    (other) => !other.active && wanted.some((one) => isSame(one, other)),
  )
  const wasInterrupted =
    request.state !== undefined && (wasMoved || missing.length > 0 || asleep.length > 0)
  const made: string[] = []
  try {
    await concurrently(missing, callsAtATime, async (one) => {
      made.push(await subscribeTo(client, app, one))
    })
    await concurrently(asleep, callsAtATime, ({ id }) => activate(client, app, id))
  } catch (error) {
    await undo(client, app, {
      made,
      targetURL: before.targetURL === undefined ? targetURL : undefined,
    })
    throw error
  }

  const kept = before.madeIds.filter((id) => present.some((other) => String(other.id) === id))
  const surplus = present.filter(
    (other) => kept.includes(String(other.id)) && !wanted.some((one) => isSame(one, other)),
  )
  await concurrently(surplus, callsAtATime, ({ id }) => unsubscribe(client, app, String(id)))
  const surplusIds = new Set(surplus.map(({ id }) => String(id)))
  const madeIds = [...kept.filter((id) => !surplusIds.has(id)), ...made]
  return {
    data: { madeIds, ...(targetURL !== undefined && { targetURL }) },
    ...(warnings.length > 0 && { warnings }),
    ...(wasInterrupted && { wasInterrupted }),
  }
}

const makeSubscriptionKey = ({ eventType, propertyName = '', objectTypeId = '' }: Wanted) =>
  `${eventType} ${objectTypeId} ${propertyName}`

function parseState(state: SubscriptionState | undefined): Data {
  const { targetURL, madeIds } = (state?.data ?? {}) as Partial<Data>
  return { madeIds: madeIds ?? [], ...(targetURL !== undefined && { targetURL }) }
}

/**
 * Reports whether the app is a HubSpot project: its webhooks are defined by a file that its owner
 * uploads, and no API changes or shows them. A legacy public app has an ID and a developer key.
 */
function isProjectApp({ app }: SubscribeRequest): boolean {
  const { appId, developerApiKey } = app?.metadata ?? {}
  return !appId && !developerApiKey
}

const projectAppWarning =
  'HubSpot sends only the events that the project of your app defines, which cannot be verified here. Run `platform provider-apps files hubspot` after each change of subscribed objects, and `hs project upload`. Changes without an event are found by polling.'

/** Returns the ID of the app, and the key of the developer account that owns it. */
function requireApp({ app }: SubscribeRequest): { appId: string; developerKey: string } {
  const { appId, developerApiKey } = app?.metadata ?? {}
  if (!appId || !developerApiKey) {
    const message =
      'Webhooks of a legacy public app require both appId and developerApiKey of the provider app. Leave both empty for an app of a HubSpot project.'
    throw new ProviderError('bad-request', message, { fieldNames: ['appId', 'developerApiKey'] })
  }
  return { appId, developerKey: developerApiKey }
}

type App = ReturnType<typeof requireApp>

async function askHubspot(
  client: ProviderClient,
  { appId, developerKey }: App,
  { path, ...request }: ProviderRequest,
): Promise<ProviderResponse> {
  return client.request({
    ...request,
    path: `/webhooks/v3/${encodeURIComponent(appId)}${path}`,
    query: { hapikey: developerKey },
    anonymous: true,
  })
}

async function subscriptions(client: ProviderClient, app: App): Promise<Subscription[]> {
  const response = await askHubspot(client, app, { path: '/subscriptions' })
  const { results } = (response.body ?? {}) as { results?: Subscription[] }
  if (response.status !== 200 || !Array.isArray(results)) throw hubspotError(response)
  return results
}

/**
 * Sets the app's target URL to ours. Returns it if it was changed here, and whether it was
 * different before.
 */
async function direct(
  client: ProviderClient,
  app: App,
  { targetURL, before }: { targetURL: string; before: Data },
): Promise<{ targetURL: string | undefined; wasMoved: boolean }> {
  const found = await askHubspot(client, app, { path: '/settings' })
  if (found.status !== 200 && found.status !== 404) throw hubspotError(found)
  const present = found.status === 200 ? getTextMember(found.body, 'targetUrl') : undefined
  if (present === targetURL) return { targetURL: before.targetURL, wasMoved: false }
  if (present && present !== before.targetURL) {
    const message = `The HubSpot app already sends its events to ${present}, and an app can have only one URL.`
    throw new ProviderError('conflict', message)
  }
  const body = { targetUrl: targetURL, throttling: { maxConcurrentRequests } }
  const changed = await askHubspot(client, app, { method: 'PUT', path: '/settings', body })
  if (changed.status !== 200) throw hubspotError(changed)
  return { targetURL, wasMoved: true }
}

async function subscribeTo(client: ProviderClient, app: App, wanted: Wanted): Promise<string> {
  const body = { ...wanted, active: true }
  const response = await askHubspot(client, app, { method: 'POST', path: '/subscriptions', body })
  const { id } = getMembers(response.body)
  if (response.status !== 201 || id === undefined) throw hubspotError(response)
  return String(id)
}

async function activate(client: ProviderClient, app: App, id: string | number): Promise<void> {
  const path = `/subscriptions/${id}`
  const response = await askHubspot(client, app, { method: 'PATCH', path, body: { active: true } })
  if (response.status !== 200) throw hubspotError(response)
}

async function unsubscribe(client: ProviderClient, app: App, id: string): Promise<void> {
  const path = `/subscriptions/${encodeURIComponent(id)}`
  const response = await askHubspot(client, app, { method: 'DELETE', path })
  if (response.status !== 204 && response.status !== 404) throw hubspotError(response)
}

/** Reverts the changes of a set-up that was then rejected, as far as possible. */
async function undo(
  client: ProviderClient,
  app: App,
  { made, targetURL }: { made: readonly string[]; targetURL: string | undefined },
): Promise<void> {
  await Promise.allSettled(made.map((id) => unsubscribe(client, app, id)))
  if (targetURL !== undefined) {
    // The original error is reported.
    await askHubspot(client, app, { method: 'DELETE', path: '/settings' }).catch(() => undefined)
  }
}

async function tearDown(
  client: ProviderClient,
  request: SubscribeRequest & { state: SubscriptionState },
): Promise<void> {
  if (isProjectApp(request)) return
  const app = requireApp(request)
  const { madeIds, targetURL } = parseState(request.state)
  await concurrently(madeIds, callsAtATime, (id) => unsubscribe(client, app, id))
  if (targetURL === undefined || (await subscriptions(client, app)).length > 0) return

  const found = await askHubspot(client, app, { path: '/settings' })
  const isOurs = found.status === 200 && getTextMember(found.body, 'targetUrl') === targetURL
  if (!isOurs) return
  const deleted = await askHubspot(client, app, { method: 'DELETE', path: '/settings' })
  if (deleted.status !== 204 && deleted.status !== 404) throw hubspotError(deleted)
}

async function listWantedSubscriptions(
  client: ProviderClient,
  objects: readonly SubscribedObject[],
): Promise<{ wanted: Wanted[]; warnings: string[] }> {
  const wanted: Wanted[] = []
  const warnings: string[] = []
  for (const object of objects) {
    const objectType = toObjectType(object.objectName)
    const subject = findNamedSubject(objectType)
    const objectTypeId = subject === undefined ? getTypeId(objectType) : undefined
    const event = (kind: string, propertyName?: string): Wanted => ({
      eventType: kind.includes('.') ? kind : `${subject ?? 'object'}.${kind}`,
      ...(propertyName !== undefined && { propertyName }),
      ...(objectTypeId !== undefined && { objectTypeId }),
    })
    if (object.create) wanted.push(event('creation'))
    if (object.delete) wanted.push(event('deletion'))
    if (object.association) wanted.push(event('associationChange'))
    for (const other of object.other ?? []) wanted.push(event(other))
    const names = await listWatchedProperties(client, objectType, object.update)
    wanted.push(...names.map((name) => event('propertyChange', name)))
  }
  const unique = [...new Map(wanted.map((one) => [makeSubscriptionKey(one), one])).values()]
  if (unique.length > maxSubscriptions) {
    warnings.push(
      `HubSpot allows ${maxSubscriptions} subscriptions per app, and ${unique.length} are needed: ` +
        `changes of ${unique.length - maxSubscriptions} properties are not received.`,
    )
  }
  return { wanted: unique.slice(0, maxSubscriptions), warnings }
}
