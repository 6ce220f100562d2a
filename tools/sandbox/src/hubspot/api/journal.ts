import { randomUUID } from 'node:crypto'
import { toMembers } from '../../members.ts'
import type { SandboxState } from '../../state.ts'
import type { PortalChange } from '../portal/changes.ts'
import { portalNotFound, validationError } from '../portal/errors.ts'
import type { Portals } from './portals.ts'
import { appId } from './webhooks.ts'

export interface PortalSubscription {
  id: number
  appId: number
  subscriptionType: 'OBJECT' | 'ASSOCIATION'
  portalId: number
  objectTypeId: string
  actions: string[]
  objectIds: number[]
  properties: string[]
  associatedObjectTypeIds: string[]
  createdAt: string
  updatedAt: string
}

interface JournalEntry {
  offset: string
  portalId: number
  publishedAt: number
  journalEvents: Record<string, unknown>[]
}

/** HubSpot keeps events for three days. */
const keptMs = 3 * 86_400_000

const actionsByType = {
  OBJECT: ['CREATE', 'UPDATE', 'DELETE', 'MERGE', 'RESTORE'],
  ASSOCIATION: ['ASSOCIATION_ADDED', 'ASSOCIATION_REMOVED'],
}

/** Members that the specification requires of a subscription. */
const requiredMembers = {
  OBJECT: ['actions', 'objectIds', 'objectTypeId', 'portalId', 'properties'],
  ASSOCIATION: ['actions', 'associatedObjectTypeIds', 'objectIds', 'objectTypeId', 'portalId'],
}

/**
 * The webhooks journal of the app: changes of subscribed objects, polled instead of sent. Source:
 * HubSpot/HubSpot-public-api-spec-collection, Webhooks Journal 2026-03, and HubSpot's guide of the journal.
 */
export class PortalJournal {
  readonly #state: SandboxState
  readonly #portals: Portals
  #subscriptions: PortalSubscription[] = []
  #entries: JournalEntry[] = []
  #count = 0

  constructor(state: SandboxState, portals: Portals) {
    this.#state = state
    this.#portals = portals
  }

  get subscriptions(): readonly PortalSubscription[] {
    return this.#subscriptions
  }

  /** Creates the subscription, or replaces the one of the same type, portal and object. */
  subscribe(body: unknown): PortalSubscription {
    const wanted = this.#parse(body)
    const now = new Date(this.#state.clock.now()).toISOString()
    const isSame = (other: PortalSubscription) =>
      other.portalId === wanted.portalId &&
      other.subscriptionType === wanted.subscriptionType &&
      other.objectTypeId === wanted.objectTypeId
    const known = this.#subscriptions.find(isSame)
    if (known) return Object.assign(known, wanted, { updatedAt: now })
    const made = { id: ++this.#count, appId, createdAt: now, updatedAt: now, ...wanted }
    this.#subscriptions.push(made)
    return made
  }

  unsubscribe(id: number): void {
    if (!this.#subscriptions.some((one) => one.id === id)) throw portalNotFound()
    this.#subscriptions = this.#subscriptions.filter((one) => one.id !== id)
  }

  reset(): void {
    this.#subscriptions = []
    this.#entries = []
  }

  /** Forgets the entries, as HubSpot does after three days. */
  expire(): void {
    this.#entries = []
  }

  announce(change: PortalChange): void {
    const journalEvents = this.#subscriptions.flatMap((one) => this.#toEvents(one, change))
    if (journalEvents.length === 0) return
    this.#entries.push({
      offset: randomUUID(),
      portalId: Number(change.portalId),
      publishedAt: this.#state.clock.now(),
      journalEvents,
    })
  }

  findEarliest(portalId: number): JournalEntry | undefined {
    return this.#list(portalId)[0]
  }

  findLatest(portalId: number): JournalEntry | undefined {
    return this.#list(portalId).at(-1)
  }

  /** Returns the entry after an offset; throws if the journal no longer has the offset. */
  findNext(portalId: number, offset: string): JournalEntry | undefined {
    const entries = this.#list(portalId)
    const at = entries.findIndex((entry) => entry.offset === offset)
    if (at === -1) throw portalNotFound()
    return entries[at + 1]
  }

  findEntry(offset: string): JournalEntry | undefined {
    return this.#entries.find((entry) => entry.offset === offset)
  }

  #list(portalId: number): JournalEntry[] {
    const since = this.#state.clock.now() - keptMs
    this.#entries = this.#entries.filter(({ publishedAt }) => publishedAt > since)
    return this.#entries.filter((entry) => entry.portalId === portalId)
  }

  #parse(body: unknown) {
    const given = toMembers(body)
    const type = given['subscriptionType']
    if (type !== 'OBJECT' && type !== 'ASSOCIATION') {
      throw validationError('Invalid subscription type provided')
    }
    const missing = requiredMembers[type].filter((name) => given[name] === undefined)
    if (missing.length > 0) throw validationError(`Required: ${missing.join(', ')}`)
    const actions = toTexts(given['actions'])
    const unknown = actions.filter((action) => !actionsByType[type].includes(action))
    if (actions.length === 0 || unknown.length > 0) {
      throw validationError(`Invalid actions for ${type}: ${unknown.join(', ')}`)
    }
    const portal = this.#portals.get(String(given['portalId']))
    if (!portal) throw validationError(`The app is not installed in ${String(given['portalId'])}`)
    const objectTypeId = String(given['objectTypeId'])
    portal.object(objectTypeId)
    const associatedObjectTypeIds = toTexts(given['associatedObjectTypeIds'])
    if (type === 'ASSOCIATION' && associatedObjectTypeIds.length === 0) {
      throw validationError('associatedObjectTypeIds must not be empty')
    }
    return {
      subscriptionType: type,
      portalId: Number(portal.id),
      objectTypeId,
      actions,
      objectIds: toTexts(given['objectIds']).map(Number),
      properties: toTexts(given['properties']),
      associatedObjectTypeIds,
    } as const
  }

  #toEvents(subscription: PortalSubscription, change: PortalChange): Record<string, unknown>[] {
    const { subscriptionType, portalId, objectTypeId, objectIds } = subscription
    const isOther = String(portalId) !== change.portalId || objectTypeId !== change.object.typeId
    const action = toAction(change)
    if (isOther || action === undefined || !subscription.actions.includes(action)) return []
    if (objectIds.length > 0 && !objectIds.includes(change.id)) return []
    const event = {
      type: subscriptionType,
      portalId,
      occurredAt: new Date(this.#state.clock.now()).toISOString(),
      action,
    }
    if (change.kind === 'associationChange') {
      if (!subscription.associatedObjectTypeIds.includes(change.to.typeId)) return []
      const ends = { fromObjectId: change.id, toObjectId: change.toId }
      const types = { fromObjectTypeId: objectTypeId, toObjectTypeId: change.to.typeId }
      return [{ ...event, ...ends, ...types, isPrimary: false }]
    }
    const about = { ...event, objectTypeId, objectId: change.id }
    if (change.kind === 'merge') return [{ ...about, mergedObjectIds: [change.mergedId] }]
    if (change.kind !== 'propertyChange') return [about]
    const propertyChanges = Object.fromEntries(
      Object.entries(change.values).filter(([name]) => subscription.properties.includes(name)),
    )
    return Object.keys(propertyChanges).length > 0 ? [{ ...about, propertyChanges }] : []
  }
}

const toTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

function toAction(change: PortalChange): string | undefined {
  if (change.kind === 'associationChange') {
    return change.removed ? 'ASSOCIATION_REMOVED' : 'ASSOCIATION_ADDED'
  }
  const actions: Partial<Record<PortalChange['kind'], string>> = {
    creation: 'CREATE',
    propertyChange: 'UPDATE',
    deletion: 'DELETE',
    merge: 'MERGE',
    restore: 'RESTORE',
  }
  return actions[change.kind]
}
