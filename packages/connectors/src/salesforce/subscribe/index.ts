import {
  ProviderError,
  type ProviderClient,
  type SubscribeRequest,
  type Subscribing,
  type SubscriptionState,
} from '@platform/connector'
import { providerClock } from '../../provider-clock.ts'
import { salesforceError } from '../errors.ts'
import { objects } from '../objects.ts'
import { apiPath, callSalesforce } from '../query.ts'
import { formatSoqlLiteral, objectIdentifier } from '../soql.ts'
import { listenToSalesforce } from './listen.ts'
import { readChangedSalesforceRecords } from './read-records.ts'
import { toChangeEventName, readReplayState, type Data } from './state.ts'
import { getTextMember } from '../../members.ts'
import { readClockMs } from '../../clock.ts'

/** The standard channel of every organization. */
const eventChannel = 'ChangeEvents'
const tooling = `${apiPath}/tooling`

/** An administrator may remove an object from the channel at any time. */
const upkeepMs = 24 * 3_600_000

/** Records get their timestamp when they are saved, and events are sent at the commit. */
const clockMarginMs = 60_000

/** Change events by long polling, which needs only outgoing requests. */
export const salesforceSubscribing: Subscribing = {
  delivery: 'pull',
  perApp: false,
  // Most editions allow at most five entities in change data capture.
  objectsAtMost: 5,
  events: { create: true, update: true, delete: true, association: false, other: true },
  setUp: ensureChannelMembers,
  maintain: ensureChannelMembers,
  tearDown,
  listen: listenToSalesforce,
  isSameObject: (one, other) => one.toLowerCase() === other.toLowerCase(),
  readRecords: readChangedSalesforceRecords,
}

async function ensureChannelMembers(
  client: ProviderClient,
  { objects: wanted, state }: SubscribeRequest,
): Promise<SubscriptionState> {
  const names = await canonicalNames(
    client,
    wanted.map(({ objectName }) => objectName),
  )
  const before = readReplayState(state)
  const { present, asOf } = await listMembers(client, names.map(toChangeEventName)).catch(
    notAnnounced,
  )
  const made: Data['made'] = {}
  try {
    for (const name of names.filter((one) => !present.has(toChangeEventName(one)))) {
      const id = await announce(client, toChangeEventName(name))
      if (id !== undefined) made[toChangeEventName(name)] = id
    }
  } catch (error) {
    await Promise.allSettled(Object.values(made).map((id) => silence(client, id)))
    return notAnnounced(error)
  }
  // Removes unwanted members that were created here; positions of the others are kept.
  const entities = new Set(names.map(toChangeEventName))
  const surplus = Object.entries(before.made).filter(([entity]) => !entities.has(entity))
  for (const [, id] of surplus) await silence(client, id)

  const kept = Object.entries(before.made).filter(
    ([entity, id]) => entities.has(entity) && present.get(entity) === id,
  )
  const data: Data = {
    made: { ...Object.fromEntries(kept), ...made },
    objects: Object.fromEntries(
      names.map((name) => [name, before.objects[name] ?? { since: asOf }]),
    ),
  }
  const wasInterrupted = names.some(
    (name) => name in before.objects && !present.has(toChangeEventName(name)),
  )
  return {
    data: { ...data },
    maintainBefore: new Date(readClockMs() + upkeepMs).toISOString(),
    ...(wasInterrupted && { wasInterrupted }),
  }
}

/**
 * Reports that the organization or user cannot have more change events, although records can be
 * read.
 */
function notAnnounced(error: unknown): never {
  const isLasting =
    error instanceof ProviderError && !error.isOutage && error.failure !== 'credentials'
  if (!isLasting) throw error
  const { message, status, code } = error
  throw new ProviderError('unsupported', message, { status, code, cause: error })
}

/** Returns Salesforce's spelling of names, because channels are case-sensitive. */
async function canonicalNames(client: ProviderClient, asked: readonly string[]): Promise<string[]> {
  const known = new Map((await objects(client)).map(({ name }) => [name.toLowerCase(), name]))
  const names = asked.map((name) => known.get(objectIdentifier(name).toLowerCase()))
  const unknown = asked.filter((_, n) => names[n] === undefined)
  if (unknown.length > 0) {
    const message = `Salesforce has no object ${unknown.join(', ')}, or the connected user cannot see it.`
    throw new ProviderError('bad-request', message, { code: 'INVALID_TYPE' })
  }
  return [...new Set(names.filter((name) => name !== undefined))]
}

/** Returns the members of the channel: change events and their IDs. */
async function listMembers(
  client: ProviderClient,
  entities: readonly string[],
): Promise<{ present: Map<string, string>; asOf: number }> {
  const list = entities.map((entity) => formatSoqlLiteral(entity)).join(',')
  const soql = `SELECT Id, SelectedEntity FROM PlatformEventChannelMember WHERE EventChannel = '${eventChannel}' AND SelectedEntity IN (${list})`
  const { body, response } = await callSalesforce(client, {
    path: `${tooling}/query`,
    query: { q: soql },
  })
  if (!Array.isArray(body.records)) throw salesforceError(response)
  const records = body.records as { Id: string; SelectedEntity: string }[]
  return {
    present: new Map(records.map(({ Id, SelectedEntity }) => [SelectedEntity, Id])),
    asOf: Date.parse(providerClock(response, clockMarginMs)),
  }
}

/** Adds an object to the channel; returns undefined if it was added concurrently. */
async function announce(client: ProviderClient, entity: string): Promise<string | undefined> {
  const response = await client.request({
    method: 'POST',
    path: `${tooling}/sobjects/PlatformEventChannelMember`,
    body: {
      FullName: `${eventChannel}_${entity.replaceAll('__', '_')}`,
      Metadata: { eventChannel, selectedEntity: entity },
    },
  })
  const id = getTextMember(response.body, 'id')
  if (response.status === 201 && id !== undefined) return id
  const refusal = salesforceError(response)
  if (refusal.code === 'DUPLICATE_DEVELOPER_NAME') return undefined
  throw refusal
}

async function silence(client: ProviderClient, id: string): Promise<void> {
  const path = `${tooling}/sobjects/PlatformEventChannelMember/${encodeURIComponent(id)}`
  const response = await client.request({ method: 'DELETE', path })
  if (response.status !== 204 && response.status !== 404) throw salesforceError(response)
}

async function tearDown(
  client: ProviderClient,
  { state }: SubscribeRequest & { state: SubscriptionState },
): Promise<void> {
  for (const id of Object.values(readReplayState(state).made)) await silence(client, id)
}
