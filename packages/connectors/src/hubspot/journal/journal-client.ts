import {
  ProviderError,
  type ProviderClient,
  type ProviderRequest,
  type ProviderResponse,
  type SubscribingApp,
} from '@platform/connector'
import { readClockMs } from '../../clock.ts'
import { getMembers, getTextMember, isMembers } from '../../members.ts'
import { hubspotVersion } from '../api-version.ts'
import { hubspotError } from '../errors.ts'

/**
 * Version of the journal's paths. Source: HubSpot/HubSpot-public-api-spec-collection, Webhooks Journal
 * 2026-03 (2026-08-21). HubSpot supports a dated version for 18 months.
 */
const journalVersion = '2026-03'
const base = '/webhooks-journal'

const scopes = ['read', 'subscriptions.read', 'subscriptions.write'].map(
  (scope) => `developer.webhooks_journal.${scope}`,
)

const tokenMarginMs = 60_000

export interface JournalSubscription {
  id: number
  subscriptionType: string
  portalId?: number
  objectTypeId: string
  actions: readonly string[]
  properties: readonly string[]
  objectIds: readonly number[]
  associatedObjectTypeIds: readonly string[]
}

/** A file with events, by its position in the journal. */
export interface JournalEntry {
  offset: string
  url: string
}

/** The webhooks journal of an app, opened with a token of the app instead of a connection's. */
export class JournalClient {
  readonly #client: ProviderClient
  readonly #app: SubscribingApp
  readonly #signal: AbortSignal | undefined
  #token: { text: string; endsAt: number } | undefined

  constructor(client: ProviderClient, app: SubscribingApp, signal?: AbortSignal) {
    this.#client = client
    this.#app = app
    this.#signal = signal
  }

  async listSubscriptions(): Promise<JournalSubscription[]> {
    const response = await this.#request({ path: `${base}/subscriptions/${journalVersion}` })
    const { results } = getMembers(response.body)
    if (response.status !== 200 || !Array.isArray(results)) throw hubspotError(response)
    return results.flatMap(toSubscription)
  }

  async subscribe(
    wanted: Omit<JournalSubscription, 'id' | 'portalId'> & { portalId: number },
  ): Promise<number> {
    const { properties, associatedObjectTypeIds, ...rest } = wanted
    const body =
      wanted.subscriptionType === 'ASSOCIATION'
        ? { ...rest, associatedObjectTypeIds }
        : { ...rest, properties }
    const path = `${base}/subscriptions/${journalVersion}`
    const response = await this.#request({ method: 'POST', path, body })
    const { id } = getMembers(response.body)
    const isDone = response.status === 200 || response.status === 201
    if (!isDone || typeof id !== 'number') throw hubspotError(response)
    return id
  }

  async unsubscribe(id: number): Promise<void> {
    const path = `${base}/subscriptions/${journalVersion}/${id}`
    const response = await this.#request({ method: 'DELETE', path })
    if (response.status !== 204 && response.status !== 404) throw hubspotError(response)
  }

  /** Returns the latest entry of an account; undefined if there is none. */
  async findLatest(portalId: number): Promise<JournalEntry | undefined> {
    return this.#find(portalId, 'latest')
  }

  /**
   * Returns the entry after an offset, or the earliest without one; undefined if there is none yet.
   * Throws `not-found` if the journal no longer has the offset.
   */
  async findNext(portalId: number, offset: string | undefined): Promise<JournalEntry | undefined> {
    return this.#find(
      portalId,
      offset === undefined ? 'earliest' : `offset/${encodeURIComponent(offset)}/next`,
    )
  }

  /** Returns the events of an entry, unparsed. */
  async download({ url }: JournalEntry): Promise<unknown[]> {
    const response = await this.#client.request({
      path: url,
      anonymous: true,
      isForeign: true,
      ...(this.#signal && { signal: this.#signal }),
    })
    const { journalEvents } = getMembers(response.body)
    if (response.status === 200 && Array.isArray(journalEvents)) return journalEvents
    // Its URL has expired, or the file is not there yet: the entry is asked for again.
    const message = `HubSpot returned no events from a file of the journal (status ${response.status}).`
    throw new ProviderError('unavailable', message, { status: response.status })
  }

  async #find(portalId: number, which: string): Promise<JournalEntry | undefined> {
    const path = `${base}/journal-local/${journalVersion}/${which}`
    const response = await this.#request({ path, query: { installPortalId: portalId } })
    if (response.status === 204) return undefined
    const url = getTextMember(response.body, 'url')
    const offset = getTextMember(response.body, 'currentOffset')
    if (response.status !== 200 || url === undefined || offset === undefined) {
      throw hubspotError(response)
    }
    return { url, offset }
  }

  /** Sends a request with the token of the app, which is renewed once if HubSpot rejects it. */
  async #request(request: ProviderRequest): Promise<ProviderResponse> {
    const response = await this.#send(request)
    if (response.status !== 401) return response
    this.#token = undefined
    return this.#send(request)
  }

  async #send(request: ProviderRequest): Promise<ProviderResponse> {
    const headers = { authorization: `Bearer ${await this.#getToken()}` }
    return this.#client.request({
      ...request,
      headers,
      anonymous: true,
      ...(this.#signal && { signal: this.#signal }),
    })
  }

  async #getToken(): Promise<string> {
    if (this.#token && this.#token.endsAt > readClockMs()) return this.#token.text
    const form = {
      grant_type: 'client_credentials',
      client_id: this.#app.clientId,
      client_secret: this.#app.clientSecret,
      scope: scopes.join(' '),
    }
    const response = await this.#client.request({
      method: 'POST',
      path: `/oauth/${hubspotVersion}/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      anonymous: true,
      ...(this.#signal && { signal: this.#signal }),
    })
    const text = getTextMember(response.body, 'access_token')
    if (response.status !== 200 || text === undefined) throw this.#toTokenError(response)
    const { expires_in: seconds } = getMembers(response.body)
    const lifetimeMs = typeof seconds === 'number' ? seconds * 1000 : 0
    this.#token = { text, endsAt: readClockMs() + lifetimeMs - tokenMarginMs }
    return text
  }

  /** The reply may repeat the secret of the app. */
  #toTokenError(response: ProviderResponse): ProviderError {
    const error = hubspotError(response)
    if (error.isOutage) return error
    const words = error.message.replaceAll(this.#app.clientSecret, '…')
    const message = `HubSpot issues no token to the provider app: ${words}`
    return new ProviderError(error.failure, message, {
      status: response.status,
      code: getTextMember(response.body, 'status'),
    })
  }
}

function toSubscription(one: unknown): JournalSubscription[] {
  if (!isMembers(one) || typeof one['id'] !== 'number') return []
  const { id, portalId } = one
  const type = getTextMember(one, 'subscriptionType')
  if (type === undefined) return []
  return [
    {
      id,
      subscriptionType: type,
      ...(typeof portalId === 'number' && { portalId }),
      objectTypeId: getTextMember(one, 'objectTypeId') ?? '',
      actions: listOf(one['actions'], String),
      properties: listOf(one['properties'], String),
      objectIds: listOf(one['objectIds'], Number),
      associatedObjectTypeIds: listOf(one['associatedObjectTypeIds'], String),
    },
  ]
}

const listOf = <Item>(value: unknown, toItem: (one: unknown) => Item): Item[] =>
  Array.isArray(value) ? value.map(toItem) : []
