import { randomInt } from 'node:crypto'
import {
  buildPerAttempt,
  ProviderError,
  type ProviderClient,
  type ProviderResponse,
  type SubscribeRequest,
  type SubscriptionState,
} from '@platform/connector'
import { isMembers } from '../../members.ts'
import { requireValue } from '../../require-value.ts'
import { getAtDotPath } from '../dot-path.ts'
import { unreadable } from '../errors.ts'
import type { DeclarativeProvider } from '../provider.ts'
import { fillHeaders } from '../request.ts'
import { fillIn, pathStep } from '../templates.ts'
import { writeTime } from '../times.ts'
import { findWantedEvents, type WantedEvent } from './events.ts'
import type { SubscribeRules } from './rules.ts'
import { callAboutWebhook, fillTexts, templateTexts, type Texts } from './webhook-call.ts'

/** State stored between calls. */
interface Data {
  /** ID of the webhook for all events. */
  id?: string
  /** IDs of webhooks per event, by the event's name. */
  ids?: Record<string, string>
  /** Events of the webhooks. */
  events: string[]
  /** Objects by their IDs in deliveries. */
  objectIds?: Record<string, string>
  /** Number of the webhook, chosen here. */
  number?: string
  /** When it expires. */
  expires?: string
}

export const subscriptionData = (state: SubscriptionState | undefined): Data => ({
  events: [],
  ...(state?.data as Partial<Data> | undefined),
})

interface SetUp {
  provider: DeclarativeProvider
  rules: SubscribeRules
  client: ProviderClient
  request: SubscribeRequest
  wanted: readonly WantedEvent[]
  objectIds: Record<string, string> | undefined
}

/** Creates missing webhooks and renews existing ones. */
export async function ensureWebhooks(
  provider: DeclarativeProvider,
  rules: SubscribeRules,
  client: ProviderClient,
  request: SubscribeRequest,
): Promise<SubscriptionState> {
  if (rules.verify.secret === 'app' && !request.app) {
    const message =
      'The provider signs webhooks with the secret of the provider app, and the connection was created without one. Reconnect with a provider app.'
    throw new ProviderError('bad-request', message)
  }
  const { wanted, warnings } = findWantedEvents(provider, request.objects)
  const names = [...new Set(wanted.map(({ objectName }) => objectName))]
  const objectIds = rules.objectIds && (await lookUp(provider, client, rules.objectIds, names))
  const setUp = { provider, rules, client, request, wanted, objectIds }
  const state = rules.each ? await inSeveral(setUp) : await inOne(setUp)
  return { ...state, ...(warnings.length > 0 && { warnings }) }
}

/** One webhook covers all events. */
async function inOne(setUp: SetUp): Promise<SubscriptionState> {
  const { rules, request, wanted, objectIds } = setUp
  const before = subscriptionData(request.state)
  const events = [...new Set(wanted.map(({ event }) => event))].toSorted()
  const items = dropRepeated(wanted.map((one) => makeListItem(setUp, one)))
  const isEnded = before.expires !== undefined && Date.parse(before.expires) < Date.now()
  const ends = computeEnd(rules)
  const base = {
    events,
    ...(objectIds && { objectIds }),
    ...(ends && { expires: new Date(ends.ms).toISOString() }),
  }
  const upkeep = ends && { maintainBefore: new Date(ends.renewMs).toISOString() }
  const list = rules.events && { at: rules.events.at, items }

  if (before.id !== undefined && !isEnded) {
    const { id, number } = before
    if (rules.update) {
      const response = await callAboutWebhook(setUp.provider, setUp.client, {
        call: { method: 'PATCH', ...rules.update },
        texts: textsFor(setUp, { ends, number }),
        id,
        list,
      })
      if (!isGone(response)) {
        setUp.provider.refusals.check(response)
        return { data: { ...base, id, ...(number !== undefined && { number }) }, ...upkeep }
      }
    } else if (before.events.join() === events.join() && !isDue(request.state)) {
      const { maintainBefore } = request.state ?? {}
      return { data: { ...before }, ...(maintainBefore !== undefined && { maintainBefore }) }
    }
  }
  const number = rules.create.id === undefined ? String(randomInt(2 ** 47)) : undefined
  const made = await make(setUp, textsFor(setUp, { ends, number }), { list, number })
  // Existing webhooks deliver the same until they are removed, and are recognized by their IDs.
  if (before.id !== undefined && !rules.update) await remove(setUp, before.id)
  const wasInterrupted = before.id !== undefined && (isEnded || rules.update !== undefined)
  return {
    data: { ...base, id: made.id, ...(number !== undefined && { number }) },
    ...(made.secret !== undefined && { secret: made.secret }),
    ...upkeep,
    ...(wasInterrupted && { wasInterrupted }),
  }
}

/** Some providers list the object of events only, which several events share. */
const dropRepeated = (items: readonly unknown[]): unknown[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
]

/** Reports whether an expiring webhook must be renewed now. */
const isDue = (state: SubscriptionState | undefined) =>
  state?.maintainBefore !== undefined && Date.parse(state.maintainBefore) <= Date.now()

/** Creates a webhook for each event. */
async function inSeveral(setUp: SetUp): Promise<SubscriptionState> {
  const { wanted, request, objectIds } = setUp
  const before = subscriptionData(request.state).ids ?? {}
  const byEvent = new Map(wanted.map((one) => [one.event, one]))
  const ids: Record<string, string> = {}
  const made: string[] = []
  try {
    for (const [event, one] of byEvent) {
      const known = Object.hasOwn(before, event) ? before[event] : undefined
      ids[event] = known ?? (await make(setUp, textsFor(setUp, one), {})).id
      if (known === undefined) made.push(requireValue(ids[event]))
    }
  } catch (error) {
    // The original error is reported.
    await Promise.allSettled(made.map((id) => remove(setUp, id)))
    throw error
  }
  const surplus = Object.entries(before).filter(([event]) => !byEvent.has(event))
  for (const [, id] of surplus) await remove(setUp, id)
  return { data: { ids, events: [...byEvent.keys()], ...(objectIds && { objectIds }) } }
}

/** Removes the webhooks created here; missing ones are ignored. */
export async function tearDown(
  provider: DeclarativeProvider,
  rules: SubscribeRules,
  client: ProviderClient,
  request: SubscribeRequest & { state: SubscriptionState },
): Promise<void> {
  const { id, ids = {} } = subscriptionData(request.state)
  const all = [...(id === undefined ? [] : [id]), ...Object.values(ids)]
  for (const one of all) await remove({ provider, rules, client }, one)
}

async function make(
  { provider, rules, client }: SetUp,
  texts: Texts,
  {
    list,
    number,
  }: { list?: { at: string; items: readonly unknown[] } | undefined; number?: string | undefined },
): Promise<{ id: string; secret: string | undefined }> {
  const { id: place, secret, secretPath, ...call } = rules.create
  const response = await callAboutWebhook(provider, client, {
    call: { method: 'POST', ...call },
    texts,
    list,
  })
  provider.refusals.check(response)
  const found = place === undefined ? number : findIn(response, place)
  const id = typeof found === 'number' ? String(found) : found
  if (typeof id !== 'string' || id === '') {
    throw unreadable(response, `the reply has no webhook ID at ${place ?? ''}`)
  }
  if (secret === undefined) return { id, secret: undefined }
  try {
    const reply = secretPath === undefined ? response : await ask(provider, client, secretPath, id)
    const replySecret = getAtDotPath(reply.body, secret)
    if (typeof replySecret === 'string' && replySecret !== '') return { id, secret: replySecret }
    throw unreadable(reply, `the reply has no webhook secret at ${secret}`)
  } catch (error) {
    // Its deliveries could not be verified. The original error is reported.
    await Promise.allSettled([remove({ provider, rules, client }, id)])
    throw error
  }
}

function findIn({ headers, body }: ProviderResponse, place: string): unknown {
  if (!place.startsWith('header:')) return getAtDotPath(body, place)
  const name = place.slice('header:'.length).toLowerCase()
  return Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]
}

async function ask(
  provider: DeclarativeProvider,
  client: ProviderClient,
  path: string,
  id = '',
): Promise<ProviderResponse> {
  const { headers = {} } = provider.declaration
  const response = await client.request(
    buildPerAttempt(() => ({
      path: fillIn(path, client.metadata, pathStep).replaceAll('{id}', () => pathStep(id)),
      headers: fillHeaders({ headers, values: client.metadata }),
    })),
  )
  provider.refusals.check(response)
  return response
}

async function remove(
  { provider, rules, client }: Pick<SetUp, 'provider' | 'rules' | 'client'>,
  id: string,
): Promise<void> {
  const call = { method: 'DELETE' as const, ...rules.delete }
  const response = await callAboutWebhook(provider, client, { call, texts: {}, id })
  if (!isGone(response)) provider.refusals.check(response)
}

const isGone = ({ status }: ProviderResponse) => status === 404 || status === 410

/** Returns the variables for the templates of a body. */
function textsFor(
  { request, objectIds }: SetUp,
  {
    event,
    objectName,
    ends,
    number,
  }: Partial<WantedEvent> & {
    ends?: { ms: number } | undefined
    number?: string | undefined
  },
): Texts {
  const { targetURL, secret } = request
  const objectId = objectName === undefined ? undefined : objectIds?.[objectName]
  return {
    ...(targetURL !== undefined && { url: targetURL }),
    ...(secret !== undefined && { secret }),
    ...(ends && { expires: writeTime(ends.ms, 'rfc3339') }),
    ...(number !== undefined && { number }),
    ...(objectId !== undefined && { objectId }),
    ...(event !== undefined && templateTexts(event)),
  }
}

/** Returns the list item of an event in the body. */
function makeListItem(setUp: SetUp, one: WantedEvent): unknown {
  const { item } = setUp.provider.objects.get(one.objectName).rules.events ?? {}
  return fillTexts(item ?? setUp.rules.events?.item, textsFor(setUp, one))
}

/** Returns when a new webhook expires, and when it must be renewed at the latest. */
function computeEnd({ expiresAfterSeconds }: SubscribeRules) {
  if (expiresAfterSeconds === undefined) return undefined
  const wholeMs = expiresAfterSeconds * 1000
  // The provider's clock may be behind ours, and it rejects longer times.
  const ms = Date.now() + wholeMs - Math.min(600_000, wholeMs / 10)
  return { ms, renewMs: Date.now() + wholeMs / 2 }
}

/** Looks up the IDs by which webhooks identify these objects. */
async function lookUp(
  provider: DeclarativeProvider,
  client: ProviderClient,
  { path, records, name, id }: NonNullable<SubscribeRules['objectIds']>,
  objectNames: readonly string[],
): Promise<Record<string, string>> {
  const response = await ask(provider, client, path)
  const list = getAtDotPath(response.body, records)
  if (!Array.isArray(list)) throw unreadable(response, `the reply has no list at ${records}`)
  const all = new Map(
    list
      .filter(isMembers)
      .map((one) => [String(getAtDotPath(one, name)), String(getAtDotPath(one, id))]),
  )
  const isNeeded = (objectName: string) =>
    provider.objects.get(objectName).rules.events?.item === undefined
  const missing = objectNames.filter((one) => isNeeded(one) && !all.has(one))
  if (missing.length > 0) {
    const message = `The account has no object ${missing.join(', ')}, or the object is not enabled.`
    throw new ProviderError('bad-request', message)
  }
  return Object.fromEntries(
    objectNames.flatMap((one) => (all.has(one) ? [[one, requireValue(all.get(one))]] : [])),
  )
}
