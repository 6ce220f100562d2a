import { createHmac } from 'node:crypto'
import {
  WebhookRefusedError,
  type IncomingWebhook,
  type ProviderEvent,
  type WebhookProof,
} from '@platform/connector'
import { isSignature } from '../is-signature.ts'
import { parseWebhookBody } from '../parse-webhook-body.ts'
import { requireValue } from '../require-value.ts'
import { maxEvents, tooManyEvents } from '../webhook-events.ts'
import { toObjectType, ownObjects } from './objects.ts'

/** Older requests may be replays. */
const maxAgeMs = 300_000

/** An item of HubSpot's webhook body. */
export interface WebhookEvent {
  /** A text for entries of the journal, which have no number. */
  eventId: number | string
  portalId: number
  appId?: number
  occurredAt: number
  subscriptionType: string
  /** Such as `CRM_UI` or `INTEGRATION`, of which `sourceId` is the app. */
  changeSource?: unknown
  sourceId?: unknown
  objectId?: number
  objectTypeId?: string
  propertyName?: string
  fromObjectId?: number
  toObjectId?: number
  fromObjectTypeId?: string
  toObjectTypeId?: string
  associationType?: string
  associationRemoved?: boolean
  newObjectId?: number
  primaryObjectId?: number
  mergedObjectIds?: number[]
}

export function parseHubspotWebhook(
  incoming: IncomingWebhook,
  { app }: WebhookProof,
  now: Date,
): ProviderEvent[] {
  if (!app) throw new WebhookRefusedError(401, 'The app of the webhook is unknown.')
  verify(incoming, app.clientSecret, now)
  const events = parseWebhookBody(incoming)
  if (!Array.isArray(events)) {
    throw new WebhookRefusedError(400, 'The body is not a list of HubSpot events.')
  }
  const valid = events.filter(isEvent)
  let count = 0
  const readable = valid.flatMap((event) => {
    const own = toHubspotEvents(event)
    count += own.length
    if (count > maxEvents) throw new WebhookRefusedError(400, tooManyEvents)
    return own
  })
  if (valid.length < events.length) {
    const message = `${events.length - valid.length} of ${events.length} entries are not HubSpot events.`
    throw new WebhookRefusedError(400, message, { events: readable })
  }
  return readable
}

function verify(incoming: IncomingWebhook, clientSecret: string, now: Date): void {
  const signature = header(incoming, 'x-hubspot-signature-v3')
  const timestamp = header(incoming, 'x-hubspot-request-timestamp')
  if (!signature || !timestamp) {
    throw new WebhookRefusedError(401, 'The request has no v3 signature.')
  }
  if (!/^\d+$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp)) > maxAgeMs) {
    throw new WebhookRefusedError(401, 'The signature is older than five minutes.')
  }
  const expected = createHmac('sha256', clientSecret)
    .update(`${incoming.method.toUpperCase()}${decodeSignedUrl(incoming.url)}`)
    .update(incoming.rawBody)
    .update(timestamp)
    .digest()
  if (!isSignature(signature, 'base64', expected)) {
    throw new WebhookRefusedError(401, 'The signature does not match the request.')
  }
}

/** HubSpot signs a URL in which these characters are not encoded. */
const decodeSignedUrl = (url: string) =>
  url.replaceAll(/%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi, (encoded) =>
    decodeURIComponent(encoded),
  )

function header({ headers }: IncomingWebhook, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

export function isEvent(event: unknown): event is WebhookEvent {
  if (typeof event !== 'object' || event === null) return false
  const { portalId, occurredAt, subscriptionType } = event as Partial<WebhookEvent>
  return (
    Number.isSafeInteger(portalId) &&
    Number.isFinite(occurredAt) &&
    Math.abs(requireValue(occurredAt)) < 8.64e15 &&
    typeof subscriptionType === 'string' &&
    isRecordId(getRecordId(event as WebhookEvent))
  )
}

const isRecordId = (id: unknown) => typeof id === 'number' || (typeof id === 'string' && id !== '')

/** The record of a merge is the one that remains. */
const getRecordId = ({ objectId, fromObjectId, newObjectId, primaryObjectId }: WebhookEvent) =>
  newObjectId ?? objectId ?? fromObjectId ?? primaryObjectId

const typeByKind: Readonly<Record<string, ProviderEvent['type']>> = {
  creation: 'create',
  propertyChange: 'update',
  deletion: 'delete',
  privacyDeletion: 'delete',
  associationChange: 'associationUpdate',
}

/**
 * Returns the event; for a merge, also the creation or change of the record that remains, and the
 * deletions of those that do not.
 */
export function toHubspotEvents(event: WebhookEvent): ProviderEvent[] {
  const merge = providerEvent(event)
  if (!event.subscriptionType.endsWith('.merge')) return [merge]
  const { primaryObjectId, newObjectId = primaryObjectId, mergedObjectIds } = event
  if (newObjectId === undefined) return [merge]
  const mergedIds = Array.isArray(mergedObjectIds) ? mergedObjectIds.filter(isRecordId) : []
  const earlierIds = [...(primaryObjectId === undefined ? [] : [primaryObjectId]), ...mergedIds]
  const remains = String(newObjectId)
  const earlier = [...new Set(earlierIds.map(String))]
  const type = earlier.includes(remains) || earlier.length === 0 ? 'update' : 'create'
  return [
    merge,
    { ...merge, id: `${merge.id}-${type}`, type, recordId: remains },
    ...earlier
      .filter((id) => id !== remains)
      .map((id) => ({
        ...merge,
        id: `${merge.id}-gone-${id}`,
        type: 'delete' as const,
        recordId: id,
      })),
  ]
}

/**
 * Returns null if a user or another app has changed the record. A change by the app may be one of any
 * installation; other sources, such as imports, are not refuted.
 */
function findOrigin({ appId, changeSource, sourceId }: WebhookEvent): { origin?: null } {
  if (typeof changeSource !== 'string') return {}
  const isOfOtherApp =
    changeSource === 'INTEGRATION' &&
    typeof sourceId === 'string' &&
    appId !== undefined &&
    sourceId !== String(appId)
  return changeSource.startsWith('CRM_UI') || isOfOtherApp ? { origin: null } : {}
}

function providerEvent(event: WebhookEvent): ProviderEvent {
  const { subscriptionType, propertyName, portalId, occurredAt } = event
  const [subject = '', kind = ''] = subscriptionType.split('.')
  const objectName = findObjectName(subject, event.objectTypeId ?? event.fromObjectTypeId)
  const recordId = String(getRecordId(event))
  const type = typeByKind[kind] ?? 'other'
  return {
    id: makeEventId(event),
    type,
    objectName,
    recordId,
    time: new Date(occurredAt).toISOString(),
    providerEventType: subscriptionType,
    ...findOrigin(event),
    ...(propertyName !== undefined && { fieldsUpdated: [propertyName] }),
    ...(type === 'associationUpdate' && {
      association: getAssociation(event, objectName, recordId),
    }),
    workspaceRef: String(portalId),
    rawEvent: { ...event },
  }
}

/** Identifies the event across attempts and across subscriptions that both report it. */
function makeEventId(event: WebhookEvent): string {
  const {
    portalId,
    eventId,
    subscriptionType,
    propertyName = '',
    occurredAt,
    toObjectId = '',
  } = event
  const kind = subscriptionType.split('.')[1] ?? ''
  return [portalId, eventId, kind, getRecordId(event), toObjectId, propertyName, occurredAt].join(
    '-',
  )
}

/** Without a type ID, a name like `CONTACT_TO_COMPANY` contains the associated object. */
function getAssociation(
  event: WebhookEvent,
  objectName: string,
  recordId: string,
): NonNullable<ProviderEvent['association']> {
  const named = event.associationType?.split('_TO_')[1]?.toLowerCase()
  const target = event.toObjectTypeId ?? named
  return {
    from: { objectName, id: recordId },
    to: {
      ...(target !== undefined && { objectName: findObjectName(target, target) }),
      id: String(event.toObjectId ?? ''),
    },
    removed: event.associationRemoved === true,
  }
}

function findObjectName(subject: string, typeId: string | undefined): string {
  const own = ownObjects.find(([, , id]) => id === typeId)
  if (own) return own[0]
  return subject === 'object' && typeId !== undefined ? typeId : toObjectType(subject)
}
