import type { ProviderClient } from './provider-client.ts'
import type { ProviderRecord } from './read.ts'

export interface SubscribedObject {
  objectName: string
  create?: boolean
  /** Which fields' changes count; `all` means any. */
  update?: 'all' | readonly string[]
  delete?: boolean
  association?: boolean
  /** The provider's own names of further events. */
  other?: readonly string[]
}

/** The builder's client at the provider, for subscriptions that belong to the app and not to a connection. */
export interface SubscribingApp {
  clientId: string
  clientSecret: string
  /** What the provider app's form asks for beyond client and secret, such as a developer key. */
  metadata: Readonly<Record<string, string>>
}

export interface SubscribeRequest {
  objects: readonly SubscribedObject[]
  /** Where the provider shall send events. Present where the connector's `delivery` is `push`. */
  targetURL?: string
  /** The client that the connection was made with; all of it where `perApp`. */
  app?: SubscribingApp
  /** What deliveries may be proved by: this subscription's own, the same at every call of its life. */
  secret?: string
  /** What the last set-up or upkeep answered: what is there already is adopted, what is missing is made. */
  state?: SubscriptionState
}

/** What the engine keeps between calls. */
export interface SubscriptionState {
  /** JSON that only the connector reads: IDs at the provider, replay positions. Holds no secret. */
  data: Record<string, unknown>
  /** When `maintain` has to be called at the latest (RFC 3339); absent when it need not be. */
  maintainBefore?: string
  /** What deliveries are proved by from now on, where the provider chooses it. It is kept sealed, apart. */
  secret?: string
  /** What does not come as asked, in words, such as an object that the account does not announce. */
  warnings?: readonly string[]
  /** Upkeep found that what was set up was gone or asleep: events since the last upkeep may be lost. */
  wasInterrupted?: true
}

/** One thing that happened to one record. */
export interface ProviderEvent {
  /** Identifies the event, also when the provider sends it again. */
  id: string
  type: 'create' | 'update' | 'delete' | 'associationUpdate' | 'other'
  /** The provider's name of the object, as records are read by it. */
  objectName: string
  recordId: string
  /** By the provider's clock (RFC 3339, UTC). */
  time: string
  /** The provider's own name of what happened. */
  providerEventType: string
  /** The fields that changed, by the provider's names; absent if not reported. */
  fieldsUpdated?: readonly string[]
  /** The records that an association joins or no longer joins. */
  association?: {
    from: { objectName?: string; id: string }
    to: { objectName?: string; id: string }
    removed: boolean
  }
  /** The account that it happened in, as `providerWorkspaceRef`; named where a subscription is the app's. */
  workspaceRef?: string
  rawEvent: Record<string, unknown>
}

/** Events of this object were lost: it has to be read anew from `since` on. */
export interface EventGap {
  objectName: string
  /** Absent when nobody knows since when. */
  since?: string
  /** Why, for the log. */
  reason: string
}

/** What came in a request to the target URL, before anything was parsed. */
export interface IncomingWebhook {
  method: string
  /** The full address as the provider called it, with its query: the public one, not a proxy's. */
  url: string
  /** Lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Unchanged bytes: signatures cover them. */
  rawBody: Uint8Array
}

/** An incoming webhook that proves not to be the provider's, or that cannot be read, whole or in part. */
export class WebhookRefusedError extends Error {
  override name = 'WebhookRefusedError'
  /** What to answer: 401 for a signature, 400 for a body. */
  readonly status: 400 | 401
  /** The events of a proved delivery that can be read; they are stored although the rest is rejected. */
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

/** What a delivery is proved by, and read with. */
export interface WebhookProof {
  app?: SubscribingApp | undefined
  /** What was sent along when it was set up, or what the provider then chose. */
  secret?: string | undefined
  state?: SubscriptionState | undefined
}

/** The provider comes to us. */
export interface PushSubscribing {
  delivery: 'push'
  /**
   * The events of an incoming webhook, in its order, once it has proved to be the provider's.
   * Throws a `WebhookRefusedError` otherwise, with the events that can be read when only some cannot.
   * `now` is the time it came in.
   */
  parse(incoming: IncomingWebhook, proof: WebhookProof, now: Date): ProviderEvent[]
}

export interface EventBatch {
  events: ProviderEvent[]
  gaps?: EventGap[]
  /** To be stored together with the events; `listen` goes on from it. */
  state: SubscriptionState
}

/** We go to the provider. */
export interface PullSubscribing {
  delivery: 'pull'
  /**
   * Events as they come, for as long as nobody aborts. Taking the next batch confirms that the previous one
   * is stored. A batch may be empty: its state still counts. Goes on after outages by itself as
   * long as nothing is lost; throws a `ProviderError` when the provider refuses or is away for long.
   */
  listen(
    client: ProviderClient,
    request: SubscribeRequest & { state: SubscriptionState; signal: AbortSignal },
  ): AsyncIterable<EventBatch>
}

/** Hearing of changes instead of asking for them. */
export type Subscribing = (PushSubscribing | PullSubscribing) & {
  /** How many objects one connection can hear of; any number when absent. */
  objectsAtMost?: number
  /** Which events there are at all. */
  events: Readonly<Record<'create' | 'update' | 'delete' | 'association' | 'other', boolean>>
  /**
   * Several connections share one subscription of the app: it is torn down with the last one. Where
   * it is false, each connection has one, with an address of its own where `delivery` is `push`.
   */
  perApp: boolean
  /** Whether both name the same object: events may write its name differently than who asked. */
  isSameObject(one: string, other: string): boolean
  /** These records as they are now, in no order. Those that are gone are left out. */
  readRecords(
    client: ProviderClient,
    request: { objectName: string; fieldNames: readonly string[]; ids: readonly string[] },
  ): Promise<ProviderRecord[]>
  /**
   * Makes the provider announce these objects. Doing it again changes only what differs. Throws what
   * the provider refuses, after undoing what it made itself: `unsupported` where it will not announce
   * objects that can be read all the same.
   */
  setUp(client: ProviderClient, request: SubscribeRequest): Promise<SubscriptionState>
  /** Renews what ends by itself, and makes anew what somebody removed at the provider. */
  maintain(
    client: ProviderClient,
    request: SubscribeRequest & { state: SubscriptionState },
  ): Promise<SubscriptionState>
  /** Removes what the set-up made and nothing else. What is gone already is no error. */
  tearDown(
    client: ProviderClient,
    request: SubscribeRequest & { state: SubscriptionState },
  ): Promise<void>
}
