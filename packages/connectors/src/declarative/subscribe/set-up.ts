import { randomInt } from 'node:crypto'
import {
  ProviderError,
  type ProviderClient,
  type ProviderFailure,
  type SubscribeRequest,
  type SubscriptionState,
} from '@platform/connector'
import { isMembers } from '../../members.ts'
import { requireValue } from '../../require-value.ts'
import { getAtDotPath } from '../calls/dot-path.ts'
import { unreadable } from '../calls/errors.ts'
import type { DeclarativeProvider } from '../provider.ts'
import { isPathSegment } from '../calls/templates.ts'
import { writeTime } from '../calls/times.ts'
import { findWantedEvents, type WantedEvent } from './events.ts'
import { readDeclared } from '../reading/read.ts'
import type { SubscribeRules } from './rules.ts'
import { getSecretOrigin } from './verify-rules.ts'
import { findAppSecret, getKeyParam } from './verify.ts'
import {
  askAboutWebhook,
  createWebhook,
  isWebhookGone,
  removeWebhook,
  type WebhookEnding,
  type WebhookParty,
} from './one-webhook.ts'
import { parseWebhookSecrets, serializeWebhookSecrets } from './secrets.ts'
import { callAboutWebhook, fillTexts, templateTexts, type Texts } from './webhook-call.ts'
import { readClockMs } from '../../clock.ts'

/** State stored between calls. */
interface Data {
  /** ID of the webhook for all events. */
  id?: string
  /** IDs of several webhooks, by their keys: parent, event, or both. */
  ids?: Record<string, string>
  /** Parents of the webhooks, by the same keys. */
  parents?: Record<string, string>
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

interface SetUp extends WebhookParty {
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
  const { verify } = rules
  if (getSecretOrigin(verify) === 'app' && !findAppSecret(verify, request.app)) {
    const param = getKeyParam(verify)
    if (request.app && param !== undefined) {
      const message = `The provider signs webhooks with a key of the provider app, which has none: add ${param} to the provider app.`
      throw new ProviderError('bad-request', message, { fieldNames: [param] })
    }
    const message =
      'The provider signs webhooks with the secret of the provider app, and the connection was created without one. Reconnect with a provider app.'
    throw new ProviderError('bad-request', message)
  }
  const { wanted, warnings } = findWantedEvents(provider, request.objects)
  const names = [...new Set(wanted.map(({ objectName }) => objectName))]
  const objectIds = rules.objectIds && (await lookUp(provider, client, rules.objectIds, names))
  const setUp = { provider, rules, client, request, wanted, objectIds }
  const state = rules.each || rules.parent ? await inSeveral(setUp) : await inOne(setUp)
  const all = [...warnings, ...(state.warnings ?? [])]
  return { ...state, ...(all.length > 0 && { warnings: all }) }
}

/** One webhook covers all events. */
async function inOne(setUp: SetUp): Promise<SubscriptionState> {
  const { rules, request, wanted, objectIds } = setUp
  const before = subscriptionData(request.state)
  const events = [...new Set(wanted.map(({ event }) => event))].toSorted()
  const items = dropRepeated(wanted.map((one) => makeListItem(setUp, one)))
  const isEnded = before.expires !== undefined && Date.parse(before.expires) < readClockMs()
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
      if (!isWebhookGone(response)) {
        setUp.provider.refusals.check(response)
        return { data: { ...base, id, ...(number !== undefined && { number }) }, ...upkeep }
      }
    } else if (before.events.join() === events.join() && !isDue(request.state)) {
      const { maintainBefore } = request.state ?? {}
      return { data: { ...before }, ...(maintainBefore !== undefined && { maintainBefore }) }
    }
  }
  const number = rules.create.id === undefined ? String(randomInt(2 ** 47)) : undefined
  const made = await createWebhook(setUp, textsFor(setUp, { ends, number }), { list, number })
  // Existing webhooks deliver the same until they are removed, and are recognized by their IDs.
  if (before.id !== undefined && !rules.update) await removeWebhook(setUp, before.id)
  const wasInterrupted = before.id !== undefined && (isEnded || rules.update !== undefined)
  const { expires = ends } = made
  return {
    data: {
      ...base,
      id: made.id,
      ...(number !== undefined && { number }),
      ...(expires && { expires: new Date(expires.ms).toISOString() }),
    },
    ...(made.secret !== undefined && { secret: made.secret }),
    ...(expires && { maintainBefore: new Date(expires.renewMs).toISOString() }),
    ...(wasInterrupted && { wasInterrupted }),
  }
}

/** Some providers list the object of events only, which several events share. */
const dropRepeated = (items: readonly unknown[]): unknown[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
]

/** Reports whether an expiring webhook must be renewed now. */
const isDue = (state: SubscriptionState | undefined) =>
  state?.maintainBefore !== undefined && Date.parse(state.maintainBefore) <= readClockMs()

/** A webhook for one event, for one parent, or for one event of one parent. */
interface WantedWebhook {
  key: string
  parent: string | undefined
  /** Absent if it is for all events. */
  one?: WantedEvent
}

/** Parents with webhooks of their own, at most. */
const maxParents = 250

/** Failures of one parent that do not concern the others. */
const ownFailures = new Set<ProviderFailure>(['permission', 'not-found', 'bad-request'])

/** Creates a webhook for each event, for each parent, or for both. */
async function inSeveral(setUp: SetUp): Promise<SubscriptionState> {
  const { rules, wanted, request, objectIds } = setUp
  const { parents, warnings } = await listParents(setUp)
  const events = [...new Set(wanted.map(({ event }) => event))]
  const previous = subscriptionData(request.state)
  const isEnded = previous.expires !== undefined && Date.parse(previous.expires) < readClockMs()
  const isOther = !rules.each && previous.events.join() !== events.join()
  // Without an update, webhooks with other events, or that end soon, are replaced.
  const isReplaced = !rules.update && (isOther || isDue(request.state))
  const before = isEnded ? {} : (previous.ids ?? {})
  const ends = computeEnd(rules)
  const secrets = parseWebhookSecrets(request.state && request.secret)
  const list = rules.events && {
    at: rules.events.at,
    items: dropRepeated(wanted.map((one) => makeListItem(setUp, one))),
  }

  const ids: Record<string, string> = {}
  const made: { id: string; parent: string | undefined }[] = []
  let ending = ends
  let rejected: ProviderError | undefined
  let rejections = 0
  let isMended = false
  const webhooks = listWebhooks(setUp, parents)
  const parentOf = new Map(webhooks.map(({ key, parent }) => [key, parent]))
  try {
    for (const { key, parent, one } of webhooks) {
      const texts = {
        ...textsFor(setUp, { ...one, ends }),
        ...(parent !== undefined && { parent }),
      }
      const known = Object.hasOwn(before, key) && !isReplaced ? before[key] : undefined
      if (known !== undefined && (await isKept(setUp, { texts, id: known, list }))) {
        ids[key] = known
        continue
      }
      try {
        const { id, secret, expires } = await createWebhook(setUp, texts, { list })
        if (expires && ending && expires.ms < ending.ms) ending = expires
        ids[key] = id
        made.push({ id, parent })
        if (secret !== undefined) secrets[key] = secret
        if (known !== undefined || isEnded) isMended = true
      } catch (error) {
        const isOwn = error instanceof ProviderError && ownFailures.has(error.failure)
        if (!isOwn || parent === undefined) throw error
        rejected ??= error
        rejections++
      }
    }
    if (rejected && Object.keys(ids).length === 0) throw rejected
  } catch (error) {
    // The original error is reported.
    await Promise.allSettled(made.map(({ id, parent }) => removeWebhook(setUp, id, parent)))
    throw error
  }
  const surplus = Object.entries(previous.ids ?? {}).filter(([key, id]) => ids[key] !== id)
  for (const [key, id] of surplus) await removeWebhook(setUp, id, previous.parents?.[key])
  // A new parent may have changed before its webhook existed.
  const isWidened = rules.parent && request.state && !isOther && !isReplaced && made.length > 0
  if (rejected) {
    warnings.push(
      `The provider rejected ${rejections} of ${webhooks.length} webhooks: ${rejected.message}`,
    )
  }
  const keys = Object.keys(ids)
  return {
    data: {
      ids,
      events,
      ...(rules.parent && {
        parents: Object.fromEntries(keys.map((key) => [key, parentOf.get(key) ?? ''])),
      }),
      ...(objectIds && { objectIds }),
      ...(ending && { expires: new Date(ending.ms).toISOString() }),
    },
    ...(getSecretOrigin(rules.verify) === 'reply' && {
      secret: serializeWebhookSecrets(
        Object.fromEntries(keys.flatMap((key) => (secrets[key] ? [[key, secrets[key]]] : []))),
      ),
    }),
    ...(ending && { maintainBefore: new Date(ending.renewMs).toISOString() }),
    ...(warnings.length > 0 && { warnings }),
    ...((isMended || isWidened) && { wasInterrupted: true as const }),
  }
}

/** Returns the IDs of the parents, of all pages, and what is wrong with them. */
async function listParents({ provider, rules, client }: SetUp) {
  const found: string[] = []
  const warnings: string[] = []
  if (!rules.parent) return { parents: [undefined], warnings }
  const objectName = rules.parent.object
  let cursor: string | undefined
  do {
    const page = await readDeclared(provider, client, {
      objectName,
      fieldNames: [],
      pageSize: 100,
      ...(cursor !== undefined && { cursor }),
    })
    found.push(...page.records.map(({ id }) => id).filter(isPathSegment))
    cursor = page.next
  } while (cursor !== undefined && found.length <= maxParents)
  const parents = [...new Set(found)].slice(0, maxParents)
  if (parents.length < new Set(found).size || cursor !== undefined) {
    warnings.push(
      `The account has more than ${maxParents} ${objectName}. Changes in the others are not reported.`,
    )
  }
  if (parents.length === 0) {
    const message = `The account has no ${objectName} that could be subscribed to.`
    throw new ProviderError('bad-request', message)
  }
  return { parents, warnings }
}

/** Returns the wanted webhooks, each with a key that stays the same. */
function listWebhooks(
  { rules, wanted }: SetUp,
  parents: readonly (string | undefined)[],
): WantedWebhook[] {
  const byEvent = [...new Map(wanted.map((one) => [one.event, one])).values()]
  return parents.flatMap((parent) =>
    rules.each
      ? byEvent.map((one) => ({
          key: parent === undefined ? one.event : `${one.event} ${parent}`,
          parent,
          one,
        }))
      : [{ key: parent ?? '', parent }],
  )
}

/** Renews a webhook; reports false if it does not exist anymore. Without an update, it is taken for granted. */
async function isKept(
  { provider, rules, client }: SetUp,
  {
    texts,
    id,
    list,
  }: { texts: Texts; id: string; list: { at: string; items: readonly unknown[] } | undefined },
): Promise<boolean> {
  if (!rules.update) return true
  const call = { method: 'PATCH' as const, ...rules.update }
  const response = await callAboutWebhook(provider, client, { call, texts, id, list })
  if (isWebhookGone(response)) return false
  provider.refusals.check(response)
  return true
}

/** Removes the webhooks created here; missing ones are ignored. */
export async function tearDown(
  provider: DeclarativeProvider,
  rules: SubscribeRules,
  client: ProviderClient,
  request: SubscribeRequest & { state: SubscriptionState },
): Promise<void> {
  const { id, ids = {}, parents } = subscriptionData(request.state)
  const about = { provider, rules, client }
  if (id !== undefined) await removeWebhook(about, id)
  for (const [key, one] of Object.entries(ids)) await removeWebhook(about, one, parents?.[key])
}

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
    ...(ends && { expires: writeTime(ends.ms, 'rfc3339'), expiresMs: String(ends.ms) }),
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
function computeEnd({ expiresAfterSeconds }: SubscribeRules): WebhookEnding | undefined {
  if (expiresAfterSeconds === undefined) return undefined
  const wholeMs = expiresAfterSeconds * 1000
  // The provider's clock may be behind ours, and it rejects longer times.
  const ms = readClockMs() + wholeMs - Math.min(600_000, wholeMs / 10)
  return { ms, renewMs: readClockMs() + wholeMs / 2 }
}

/** Looks up the IDs by which webhooks identify these objects. */
async function lookUp(
  provider: DeclarativeProvider,
  client: ProviderClient,
  { path, records, name, id }: NonNullable<SubscribeRules['objectIds']>,
  objectNames: readonly string[],
): Promise<Record<string, string>> {
  const response = await askAboutWebhook(provider, client, path)
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
