import { hash, randomUUID } from 'node:crypto'
import {
  WebhookRefusedError,
  type IncomingWebhook,
  type ProviderEvent,
  type RecordLocator,
  type WebhookProof,
} from '@platform/connector'
import { isMembers } from '../../members.ts'
import { getAtDotPath } from '../calls/dot-path.ts'
import { readLocator } from '../calls/locator.ts'
import type { DeclarativeProvider } from '../provider.ts'
import type { ResolvedObject } from '../calls/resolve.ts'
import { isPathSegment } from '../calls/templates.ts'
import { readTime } from '../calls/times.ts'
import { maxEvents, tooManyEvents } from '../../webhook-events.ts'
import { findMeanings } from './events.ts'
import type { AppWebhookRules } from './app-webhook-rules.ts'
import type { SubscribeRules } from './rules.ts'
import { subscriptionData } from './set-up.ts'
import { findRequiredHeader, findSecrets, verifyBody, verifyEach } from './verify.ts'

const maxIdLength = 500

type Delivery = SubscribeRules['delivery']

type DeliveryRules = Pick<SubscribeRules, 'verify' | 'delivery' | 'each' | 'parent'> &
  Partial<Pick<AppWebhookRules, 'account'>>

/** Returns the items of a delivery after verifying it. */
function listVerifiedItems(
  { verify, delivery, each, parent, account }: DeliveryRules,
  incoming: IncomingWebhook,
  proof: WebhookProof,
  now: Date,
): unknown[] {
  const isSeveral = each !== undefined || parent !== undefined
  const secrets = findSecrets(verify, proof, isSeveral)
  const format = delivery.body ?? (delivery.form ? 'form' : 'json')
  const given = { secrets, now, format } as const
  const body = verifyBody(verify, incoming, given)
  const found = delivery.list === undefined ? [body] : getAtDotPath(body, delivery.list)
  // Checks of an app's URL have no events.
  const list: unknown = account && (found === null || found === undefined) ? [] : found
  if (!Array.isArray(list)) {
    throw new WebhookRefusedError(400, 'The body has no events at the expected place.')
  }
  verifyEach(verify, list, given)
  return list
}

/** Returns the objects whose changes a delivery announces without naming records, after verifying it. */
export function listAnnouncedObjects(
  provider: DeclarativeProvider,
  rules: DeliveryRules,
  incoming: IncomingWebhook,
  proof: WebhookProof,
  now: Date,
): string[] {
  const names = listVerifiedItems(rules, incoming, proof, now).flatMap((item) =>
    isMembers(item)
      ? findMeanings(provider, composeName(rules.delivery, item, incoming))
          .filter(({ object }) => findRecordPlaces(object, rules.delivery) === undefined)
          .map(({ object }) => object.name)
      : [],
  )
  return [...new Set(names)]
}

const findRecordPlaces = ({ rules }: ResolvedObject, { record }: Delivery) =>
  rules.events?.record ?? record

/** Returns the events of a delivery after verifying it. */
export function parseDeliveredEvents(
  provider: DeclarativeProvider,
  rules: DeliveryRules,
  incoming: IncomingWebhook,
  proof: WebhookProof,
  now: Date,
): ProviderEvent[] {
  const { delivery, account } = rules
  const list = listVerifiedItems(rules, incoming, proof, now)
  const { objectIds } = subscriptionData(proof.state)
  let unreadable = 0
  let count = 0
  const events = list.flatMap((item: unknown, number) => {
    if (!isMembers(item)) {
      unreadable++
      return []
    }
    const name = composeName(delivery, item, incoming)
    const objectId =
      delivery.objectId === undefined ? undefined : getAtDotPath(item, delivery.objectId)
    const meanings = findMeanings(provider, name).filter(
      ({ object }) =>
        delivery.objectId === undefined ||
        object.rules.events?.item !== undefined ||
        (objectIds !== undefined && objectIds[object.name] === objectId),
    )
    const workspaceRef = account && findText(getAtDotPath(item, account.at))
    const composeId = createEventIds({ delivery, item, incoming, number, name })
    return meanings.flatMap(({ object, type }) => {
      const places = findRecordPlaces(object, delivery)
      if (places === undefined) return []
      const locator = findEventLocator(object, item)
      return recordIds(findRecord(item, places)).flatMap((recordId): ProviderEvent[] => {
        if (++count > maxEvents) throw new WebhookRefusedError(400, tooManyEvents)
        const isLocated = locator !== undefined || type === 'delete'
        if (recordId === undefined || !isLocated || (account && workspaceRef === undefined)) {
          unreadable++
          return []
        }
        return [
          {
            id: composeId(recordId),
            type,
            objectName: object.name,
            recordId,
            ...(locator && Object.keys(locator).length > 0 && { locator }),
            time: parseEventTime(delivery, item, now),
            providerEventType: name,
            ...listChangedFields(delivery, item),
            ...(workspaceRef !== undefined && { workspaceRef }),
            rawEvent: item,
          },
        ]
      })
    })
  })
  if (unreadable > 0) {
    const message = `Events without a valid record ID: ${unreadable}.`
    throw new WebhookRefusedError(400, message, { events })
  }
  return events
}

/** Returns the name of the event as used in subscriptions. */
const composeName = ({ name, names = {} }: Delivery, item: unknown, incoming: IncomingWebhook) =>
  name.replaceAll(/\{([^{}]+)\}/g, (_, place: string) => {
    const value = place.startsWith('header:')
      ? findRequiredHeader(incoming, place.slice('header:'.length))
      : getAtDotPath(item, place)
    const text = typeof value === 'string' ? value : ''
    return Object.hasOwn(names, text) ? (names[text] ?? text) : text
  })

/** Returns the values by which the record is read besides its ID; undefined if one is missing. */
function findEventLocator({ rules }: ResolvedObject, item: unknown): RecordLocator | undefined {
  const locator = readLocator(item, rules.events?.locator ?? {})
  return locator && Object.values(locator).every(isPathSegment) ? locator : undefined
}

/** Returns the value of the first place that has an ID, or IDs. */
function findRecord(item: unknown, record: string | readonly string[]): unknown {
  if (typeof record === 'string') return getAtDotPath(item, record)
  return record
    .map((place) => getAtDotPath(item, place))
    .find((found) => typeof found === 'string' || typeof found === 'number')
}

function findText(found: unknown): string | undefined {
  const text = typeof found === 'number' ? String(found) : found
  return typeof text === 'string' && text !== '' && text.length <= maxIdLength ? text : undefined
}

/** Returns the record IDs found; undefined if one is not valid in a path or as stored text. */
function recordIds(found: unknown): (string | undefined)[] {
  const ids = Array.isArray(found) ? (found as unknown[]) : [found]
  return ids.map((id) => {
    const text = typeof id === 'number' ? String(id) : id
    const isId =
      typeof text === 'string' &&
      text.length > 0 &&
      text.length <= maxIdLength &&
      text.isWellFormed() &&
      !/\p{Cc}/u.test(text) &&
      !/^\.{1,2}$/.test(text)
    return isId ? text : undefined
  })
}

/**
 * Returns what makes the IDs of the events of an item, which are the same when it is sent again. Without an
 * ID from the provider, events with equal time and content share one; events without time never do.
 */
function createEventIds({
  delivery: { id: place, time },
  item,
  incoming,
  number,
  name,
}: {
  delivery: Delivery
  item: unknown
  incoming: IncomingWebhook
  number: number
  name: string
}): (recordId: string) => string {
  if (place?.startsWith('header:')) {
    // All events of a delivery share its header.
    const given = findRequiredHeader(incoming, place.slice('header:'.length))
    if (given) return (recordId) => [given, number, name, recordId].join(' ')
  } else if (place !== undefined) {
    // An event that is sent again may have another position among others.
    const given = getAtDotPath(item, place)
    if (typeof given === 'number' || (typeof given === 'string' && given !== '')) {
      return (recordId) => [given, name, recordId].join(' ')
    }
  }
  const content = time && hash('sha256', JSON.stringify(item), 'base64url')
  return (recordId) => [name, recordId, content ?? randomUUID()].join(' ')
}

/**
 * Times in the future by our clock are replaced by now, so that later changes do not seem older.
 */
function parseEventTime({ time = [] }: Delivery, item: unknown, now: Date): string {
  const given = time
    .map(({ field, format }) => readTime(getAtDotPath(item, field), format))
    .find((ms) => ms !== undefined)
  return new Date(Math.min(given ?? now.getTime(), now.getTime())).toISOString()
}

function listChangedFields({ fields }: Delivery, item: unknown): { fieldsUpdated?: string[] } {
  const found = fields === undefined ? undefined : getAtDotPath(item, fields)
  if (isMembers(found)) return { fieldsUpdated: Object.keys(found) }
  const isList = Array.isArray(found) && found.every((one) => typeof one === 'string')
  return isList ? { fieldsUpdated: found } : {}
}
