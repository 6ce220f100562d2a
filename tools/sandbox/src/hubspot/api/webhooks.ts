import { createHmac } from 'node:crypto'
import { requireDefined } from '../../require-defined.ts'
import { validationError } from '../portal/errors.ts'
import type { PortalChange } from '../portal/changes.ts'
import { portalUserId } from '../portal/portal.ts'
import { getSingularName } from '../portal/crm-object.ts'
import type { SandboxState } from '../../state.ts'

export interface WebhookSettings {
  targetUrl: string
  throttling: { maxConcurrentRequests: number }
  createdAt: string
  updatedAt: string
}

export interface Subscription {
  id: string
  eventType: string
  propertyName?: string
  objectTypeId?: string
  active: boolean
  createdAt: string
  updatedAt: string
}

type WebhookEvent = Record<string, unknown>

/** ID of the app of the built-in OAuth client. */
export const appId = 1_000_001

const batchSize = 100
const gatherMs = 20
const timeoutMs = 5000
const eventTypePattern =
  /^((contact|company|deal|ticket|product|line_item|object)\.(creation|deletion|propertyChange|merge|restore|associationChange)|contact\.privacyDeletion)$/

/** Sends changes in every portal to the app's target URL, signed like HubSpot. */
export class PortalWebhooks {
  readonly #state: SandboxState
  readonly #retries = new Set<NodeJS.Timeout>()
  #settings: WebhookSettings | undefined
  #subscriptions: Subscription[] = []
  #gathered: WebhookEvent[] = []
  #gathering: NodeJS.Timeout | undefined
  #events = 0
  #subscribed = 0

  constructor(state: SandboxState) {
    this.#state = state
  }

  get settings(): WebhookSettings | undefined {
    return this.#settings
  }

  get subscriptions(): readonly Subscription[] {
    return this.#subscriptions
  }

  configure(targetUrl: string, maxConcurrentRequests: number): WebhookSettings {
    if (!URL.canParse(targetUrl)) throw validationError(`The target URL is not valid: ${targetUrl}`)
    const updatedAt = this.#now()
    const createdAt = this.#settings?.createdAt ?? updatedAt
    this.#settings = { targetUrl, throttling: { maxConcurrentRequests }, createdAt, updatedAt }
    return this.#settings
  }

  forgetSettings(): void {
    this.#settings = undefined
  }

  subscribe(wanted: Pick<Subscription, 'eventType'> & Partial<Subscription>): Subscription {
    const { eventType, propertyName, objectTypeId, active = false } = wanted
    if (!eventTypePattern.test(eventType)) throw validationError(`Unknown event type: ${eventType}`)
    if (eventType.endsWith('.propertyChange') && !propertyName) {
      throw validationError('propertyName is required for a propertyChange subscription')
    }
    if (eventType.startsWith('object.') && !objectTypeId) {
      throw validationError('objectTypeId is required for an object subscription')
    }
    const at = this.#now()
    const subscription: Subscription = {
      id: String(++this.#subscribed),
      eventType,
      ...(propertyName ? { propertyName } : {}),
      ...(objectTypeId ? { objectTypeId } : {}),
      active,
      createdAt: at,
      updatedAt: at,
    }
    this.#subscriptions.push(subscription)
    return subscription
  }

  activate(id: string, active: boolean): Subscription | undefined {
    const subscription = this.#subscriptions.find((candidate) => candidate.id === id)
    return subscription && Object.assign(subscription, { active, updatedAt: this.#now() })
  }

  unsubscribe(id: string): void {
    this.#subscriptions = this.#subscriptions.filter((candidate) => candidate.id !== id)
  }

  /** Drops collected events and pending retries, as when a process ends. */
  stop(): void {
    clearTimeout(this.#gathering)
    this.#gathering = undefined
    this.#gathered = []
    for (const retry of this.#retries) clearTimeout(retry)
    this.#retries.clear()
  }

  reset(): void {
    this.stop()
    this.#settings = undefined
    this.#subscriptions = []
  }

  /** Queues a change for all subscriptions. */
  announce(change: PortalChange): void {
    if (!this.#settings) return
    for (const subscription of this.#subscriptions) {
      if (subscription.active) this.#gathered.push(...this.#eventsFor(subscription, change))
    }
    if (this.#gathered.length > 0) {
      this.#gathering ??= setTimeout(() => this.#sendGathered(), gatherMs)
    }
  }

  #eventsFor(subscription: Subscription, change: PortalChange): WebhookEvent[] {
    const [subject, kind] = subscription.eventType.split('.')
    const { object } = change
    const isGeneric = subject === 'object'
    const fits = isGeneric
      ? subscription.objectTypeId === object.typeId
      : subject === getSingularName(object)
    if (!fits || kind !== change.kind) return []

    const about = (more: WebhookEvent): WebhookEvent => ({
      eventId: 3_181_526_800 + ++this.#events,
      subscriptionId: Number(subscription.id),
      portalId: Number(change.portalId),
      appId,
      occurredAt: this.#state.clock.now(),
      subscriptionType: subscription.eventType,
      attemptNumber: 0,
      objectId: change.id,
      ...(isGeneric ? { objectTypeId: object.typeId } : {}),
      changeSource: change.byUser ? 'CRM_UI' : 'INTEGRATION',
      sourceId: change.byUser ? `userId:${portalUserId}` : String(appId),
      isSensitive: false,
      ...more,
    })
    if (change.kind === 'associationChange') {
      const { object: from, to, toId, removed } = change
      return [
        about({
          associationType: `${getSingularName(from)}_TO_${getSingularName(to)}`.toUpperCase(),
          fromObjectId: change.id,
          fromObjectTypeId: from.typeId,
          toObjectId: toId,
          toObjectTypeId: to.typeId,
          associationRemoved: removed,
          isPrimaryAssociation: false,
          objectId: undefined,
        }),
      ]
    }
    if (change.kind === 'merge') {
      const { id, mergedId, movedCount } = change
      return [
        about({
          primaryObjectId: id,
          mergedObjectIds: [mergedId],
          newObjectId: id,
          numberOfPropertiesMoved: movedCount,
          objectId: undefined,
        }),
      ]
    }
    if (change.kind !== 'propertyChange') {
      const flags = {
        creation: 'CREATED',
        deletion: 'DELETED',
        privacyDeletion: 'PRIVACY_DELETED',
        restore: 'RESTORED',
      }
      return [about({ changeFlag: flags[change.kind] })]
    }
    const propertyName = requireDefined(subscription.propertyName)
    if (!(propertyName in change.values)) return []
    return [about({ propertyName, propertyValue: change.values[propertyName] ?? '' })]
  }

  #sendGathered(): void {
    this.#gathering = undefined
    const events = this.#gathered
    this.#gathered = []
    for (let from = 0; from < events.length; from += batchSize) {
      void this.#deliver(events.slice(from, from + batchSize), 0)
    }
  }

  async #deliver(events: WebhookEvent[], attempt: number): Promise<void> {
    const delayMs = this.#state.settings.webhookRetryDelaysMs[attempt]
    if (await this.#post(events.map((event) => ({ ...event, attemptNumber: attempt })))) return
    if (delayMs === undefined) return

    const retry = setTimeout(() => {
      this.#retries.delete(retry)
      void this.#deliver(events, attempt + 1)
    }, delayMs)
    retry.unref()
    this.#retries.add(retry)
  }

  /** Reports whether the receiver accepted the events. */
  async #post(events: WebhookEvent[]): Promise<boolean> {
    if (!this.#settings) return true
    const { targetUrl } = this.#settings
    const body = JSON.stringify(events)
    const timestamp = String(this.#state.clock.now())
    const secret = requireDefined(this.#state.apps.hubspot[0]).clientSecret
    try {
      const response = await fetch(targetUrl, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'x-hubspot-signature-version': 'v3',
          'x-hubspot-request-timestamp': timestamp,
          'x-hubspot-signature-v3': signatureV3(secret, targetUrl, body, timestamp),
        },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.arrayBuffer()
      return response.ok
    } catch {
      // No connection or a timeout counts as a rejection.
      return false
    }
  }

  #now(): string {
    return new Date(this.#state.clock.now()).toISOString()
  }
}

const signatureV3 = (secret: string, uri: string, body: string, timestamp: string) =>
  createHmac('sha256', secret).update(`POST${uri}${body}${timestamp}`).digest('base64')
