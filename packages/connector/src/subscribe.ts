import type { ProviderClient } from './provider-client.ts'
import type { ProviderRecord, RecordLocator } from './read.ts'

export interface SubscribedObject {
  objectName: string
  create?: boolean
  /** Fields whose changes are reported; `all` for any. */
  update?: 'all' | readonly string[]
  delete?: boolean
  association?: boolean
  /** The provider's names of further events. */
  other?: readonly string[]
}

/** The builder's client at the provider, for subscriptions of the app instead of a connection. */
export interface SubscribingApp {
  clientId: string
  clientSecret: string
  /** Further values of the provider app's form, such as a developer key. */
  metadata: Readonly<Record<string, string>>
}

export interface SubscribeRequest {
  objects: readonly SubscribedObject[]
  /** URL for the provider's events. Present if the connector's `delivery` is `push`. */
  targetURL?: string
  /** The connection's client; complete if `perApp`. */
  app?: SubscribingApp
  /** Secret that may verify deliveries; constant during the life of the subscription. */
  secret?: string
  /** Whether a signed request of the provider has arrived at the `targetURL` of the app. */
  isReached?: boolean
  /**
   * State returned by the last set-up or maintenance: existing parts are reused, missing ones
   * created.
   */
  state?: SubscriptionState
}

/** State that the engine stores between calls. */
export interface SubscriptionState {
  /**
   * JSON that only the connector interprets: IDs at the provider, replay positions. Contains no
   * secret.
   */
  data: Record<string, unknown>
  /** Latest time of the next `maintain` (RFC 3339); absent if not needed. */
  maintainBefore?: string
  /**
   * Secret that verifies deliveries from now on, if the provider chooses it. Stored encrypted,
   * separately.
   */
  secret?: string
  /**
   * Differences from the request, as sentences, such as an object that the account does not
   * announce.
   */
  warnings?: readonly string[]
  /**
   * Maintenance found the subscription removed or disabled: events since the last maintenance may
   * be lost.
   */
  wasInterrupted?: true
}

/** A change of one record. */
export interface ProviderEvent {
  /** Identifies the event, even if the provider sends it again. */
  id: string
  type: 'create' | 'update' | 'delete' | 'associationUpdate' | 'other'
  /** The provider's name of the object, as in reads. */
  objectName: string
  recordId: string
  /** Present if the record cannot be read by its ID alone. */
  locator?: RecordLocator
  /** By the provider's clock (RFC 3339, UTC). */
  time: string
  /** The provider's name of the change. */
  providerEventType: string
  /**
   * The `origin` of the write that caused the change; null if the provider names somebody else, absent if
   * it names nobody.
   */
  origin?: string | null
  /** Changed fields, by the provider's names; absent if not reported. */
  fieldsUpdated?: readonly string[]
  /** Records that were associated or dissociated. */
  association?: {
    from: { objectName?: string; id: string }
    to: { objectName?: string; id: string }
    removed: boolean
  }
  /** The account, as `providerWorkspaceRef`; present if the subscription belongs to the app. */
  workspaceRef?: string
  rawEvent: Record<string, unknown>
}

/** Events of this object were lost: it must be read again from `since`. */
export interface EventGap {
  objectName: string
  /** Absent if unknown. */
  since?: string
  /** Reason, for the log. */
  reason: string
}

/** An unparsed request to the target URL. */
export interface IncomingWebhook {
  method: string
  /** The public URL that the provider called, with its query, not a proxy's. */
  url: string
  /** Lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Raw bytes, which signatures cover. */
  rawBody: Uint8Array
}

/**
 * An incoming webhook that is not from the provider, or that cannot be read, completely or in part.
 */
export class WebhookRefusedError extends Error {
  override name = 'WebhookRefusedError'
  /** Status of the reply: 401 for a signature, 400 for a body. */
  readonly status: 400 | 401
  /** Readable events of a verified delivery; they are stored although the rest is rejected. */
  readonly events: readonly ProviderEvent[]

  constructor(
    status: 400 | 401,
    message: string,
    { events = [], ...options }: ErrorOptions & { events?: readonly ProviderEvent[] } = {},
  ) {
    super(message, options)
    this.status = status
    this.events = events
  }
}

/** Values for verifying and parsing a delivery. */
export interface WebhookProof {
  app?: SubscribingApp | undefined
  /** The secret of the set-up, chosen here or by the provider. */
  secret?: string | undefined
  state?: SubscriptionState | undefined
}

/** Reply to a provider's check of the URL, with status 200. */
export interface ChallengeReply {
  headers: Readonly<Record<string, string>>
  body: string
}

/** A request to the URL of an app that is about the URL itself and contains no events. */
export interface AppHandshake {
  reply: ChallengeReply
  /** Token that the builder confirms in the provider's console, and that signs deliveries. */
  token?: string
  /** Whether the request is signed with the secret of the app. */
  isProved: boolean
}

/**
 * Webhooks of all accounts at one URL of the app, which the builder sets up in the provider's
 * console.
 */
export interface AppWebhooks {
  /**
   * Where a connection has the ID of its account, as in `ProviderEvent.workspaceRef`:
   * `providerWorkspaceRef`, `providerConsumerRef` or a name in its metadata.
   */
  account: string
  /**
   * Returns the reply to a request about the URL; undefined for other requests. It is asked before
   * there is a subscription. Throws a `WebhookRefusedError` if a signature is required and wrong.
   */
  answer(incoming: IncomingWebhook, app: SubscribingApp, now: Date): AppHandshake | undefined
  /** Reads a record of the object, which only credentials of the connection's account can. */
  proveAccount(client: ProviderClient, objectName: string): Promise<void>
}

/** The provider sends webhooks. */
export interface PushSubscribing {
  delivery: 'push'
  /** Present if the builder sets the webhooks up, so that set-ups only check that they arrive. */
  ofApp?: AppWebhooks
  /**
   * Returns the reply to a request by which the provider checks the URL; undefined for other
   * requests. It is only asked about requests to an existing secret URL.
   */
  answer?(incoming: IncomingWebhook): ChallengeReply | undefined
  /**
   * Returns the events of an incoming webhook in order, after verifying it. Otherwise throws a
   * `WebhookRefusedError`, with the readable events if only some are unreadable. `now` is the time
   * of receipt.
   */
  parse(incoming: IncomingWebhook, proof: WebhookProof, now: Date): ProviderEvent[]
  /**
   * Returns the objects of which a delivery announces changes without their records, after verifying
   * it like `parse`. The changes are found by a read. Absent if deliveries name the records.
   */
  listAnnounced?(incoming: IncomingWebhook, proof: WebhookProof, now: Date): string[]
}

export interface EventBatch {
  events: ProviderEvent[]
  gaps?: EventGap[]
  /** To be stored together with the events; `listen` continues from it. */
  state: SubscriptionState
}

/** The platform connects to the provider. */
export interface PullSubscribing {
  delivery: 'pull'
  /**
   * Yields events until aborted. Requesting the next batch confirms that the previous one is
   * stored. A batch may be empty; its state still counts. Reconnects after outages as long as
   * nothing is lost; throws a `ProviderError` if the provider refuses or is unavailable for long.
   */
  listen(
    client: ProviderClient,
    request: SubscribeRequest & { state: SubscriptionState; signal: AbortSignal },
  ): AsyncIterable<EventBatch>
}

export interface ReadRecordsRequest {
  objectName: string
  fieldNames: readonly string[]
  ids: readonly string[]
  /** Locators of the records that have one, by their IDs. */
  locators?: ReadonlyMap<string, RecordLocator>
}

/** How subscriptions begin, go on and end. */
interface SubscriptionUpkeep {
  /**
   * Subscribes to these objects. Repeating it changes only differences. Throws if the provider
   * rejects it, after undoing its own changes: `unsupported` for objects that can be read but not
   * subscribed to.
   */
  setUp(client: ProviderClient, request: SubscribeRequest): Promise<SubscriptionState>
  /** Renews what expires, and recreates what was removed at the provider. */
  maintain(
    client: ProviderClient,
    request: SubscribeRequest & { state: SubscriptionState },
  ): Promise<SubscriptionState>
  /** Removes only what the set-up created; missing parts are ignored. */
  tearDown(
    client: ProviderClient,
    request: SubscribeRequest & { state: SubscriptionState },
  ): Promise<void>
}

/**
 * Subscriptions of each connection without a URL of this server, at a provider that sends the webhooks
 * of an app to one URL.
 */
export interface SubscribingWithoutURL extends PullSubscribing, SubscriptionUpkeep {
  /** Reports whether the provider app subscribes in this way. */
  isChosen(
    app: Pick<SubscribingApp, 'metadata'>,
    /** Whether providers can reach this server. */
    server: { isPublic: boolean },
  ): boolean
}

/** Subscriptions to changes. */
export type Subscribing = (PushSubscribing | PullSubscribing) &
  SubscriptionUpkeep & {
    /** Maximum number of objects per connection; unlimited if absent. */
    objectsAtMost?: number
    /** Supported kinds of events. */
    events: Readonly<Record<'create' | 'update' | 'delete' | 'association' | 'other', boolean>>
    /**
     * Whether connections share one subscription of the app, which is removed with the last one.
     * Otherwise each connection has its own, with its own URL if `delivery` is `push`. The client of
     * an app's set-up has no credentials of a connection: one that is rejected must not affect the
     * others.
     */
    perApp: boolean
    /**
     * Returns the name by which the app's subscription knows an object of the connected account.
     * Absent if all accounts name their objects alike.
     */
    findNameForApp?(client: ProviderClient, objectName: string): Promise<string>
    /** Reports whether both names are the same object: events may use another spelling. */
    isSameObject(one: string, other: string): boolean
    /** Returns the current state of these records, in any order, without deleted ones. */
    readRecords(client: ProviderClient, request: ReadRecordsRequest): Promise<ProviderRecord[]>
    /** Another way, for provider apps that choose it. Absent if there is only one. */
    withoutURL?: SubscribingWithoutURL
  }
