import { ProviderError, type ProviderClient, type ProviderResponse } from '@platform/connector'
import { requireValue } from '../../require-value.ts'
import { salesforceError } from '../errors.ts'
import { salesforceVersion } from '../query.ts'

export interface BayeuxMessage {
  channel: string
  data?: unknown
  successful?: boolean
  error?: string
  clientId?: string
  advice?: { reconnect?: string; interval?: number; timeout?: unknown }
}

/** Salesforce has forgotten the session: a new handshake starts another. */
export class UnknownClientError extends Error {}

/** Default time that Salesforce holds a poll without events. */
const assumedTimeoutMs = 110_000
const graceMs = 10_000
/** Longer ones would let a lost connection pass for one without events. */
const maxTimeoutMs = 10 * 60_000

/** The Bayeux protocol over HTTP long polling, as used by Salesforce's Streaming API. */
export class Bayeux {
  readonly #client: ProviderClient
  readonly #signal: AbortSignal
  #clientId = ''
  #cookies = new Map<string, string>()
  #sent = 0
  #timeoutMs = assumedTimeoutMs

  constructor(client: ProviderClient, signal: AbortSignal) {
    this.#client = client
    this.#signal = signal
  }

  async handshake(): Promise<void> {
    const [answer] = await this.#send({
      channel: '/meta/handshake',
      version: '1.0',
      minimumVersion: '1.0',
      supportedConnectionTypes: ['long-polling'],
      ext: { replay: true },
    })
    if (answer?.successful !== true || !answer.clientId) throw toRejection(answer)
    this.#clientId = answer.clientId
  }

  /** Returns undefined if subscribed; otherwise Salesforce's error. */
  async subscribe(channel: string, replayId: number): Promise<string | undefined> {
    const messages = await this.#send({
      channel: '/meta/subscribe',
      subscription: channel,
      ext: { replay: { [channel]: replayId } },
    })
    const answer = messages.find((message) => message.channel === '/meta/subscribe')
    if (isUnknownClient(answer)) throw new UnknownClientError()
    return answer?.successful === true ? undefined : (answer?.error ?? '500::No answer')
  }

  /** Waits for messages and returns them; empty if there are none. */
  async connect(): Promise<BayeuxMessage[]> {
    const messages = await this.#send({ channel: '/meta/connect', connectionType: 'long-polling' })
    const answer = messages.find(({ channel }) => channel === '/meta/connect')
    if (isUnknownClient(answer)) throw new UnknownClientError()
    if (answer?.successful !== true) throw toRejection(answer)
    const { timeout } = answer.advice ?? {}
    const isUsable = typeof timeout === 'number' && timeout >= 0 && timeout <= maxTimeoutMs
    if (isUsable) this.#timeoutMs = timeout
    return messages.filter(({ channel }) => !channel.startsWith('/meta/'))
  }

  /** Disconnects from Salesforce; otherwise the session times out. */
  async disconnect(): Promise<void> {
    if (!this.#clientId) return
    const signal = AbortSignal.timeout(1_000)
    // The session ends either way.
    await this.#send({ channel: '/meta/disconnect' }, signal).catch(() => undefined)
  }

  async #send(
    message: Record<string, unknown>,
    signal: AbortSignal = this.#signal,
  ): Promise<BayeuxMessage[]> {
    this.#sent += 1
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await this.#client.request({
      method: 'POST',
      path: `/cometd/${salesforceVersion}`,
      headers: { ...(cookie && { cookie }) },
      body: [
        {
          ...message,
          id: String(this.#sent),
          ...(this.#clientId && { clientId: this.#clientId }),
        },
      ],
      refusesCredential: (reply) =>
        parseMessages(reply)?.some(({ error }) => error?.startsWith('401') === true) === true,
      timeoutMs: this.#timeoutMs + graceMs,
      signal,
    })
    const messages = parseMessages(response)
    if (!messages) throw salesforceError(response)
    this.#keepCookies(response)
    return messages
  }

  /** Salesforce routes the session to a machine by its cookies. */
  #keepCookies({ headers }: ProviderResponse): void {
    for (const cookie of [headers['set-cookie'] ?? []].flat()) {
      const [name, value] = /^([^=;\s]+)=([^;]*)/.exec(cookie)?.slice(1) ?? []
      if (name !== undefined) this.#cookies.set(name, requireValue(value))
    }
  }
}

function parseMessages({ status, body }: ProviderResponse): BayeuxMessage[] | undefined {
  const isList = status === 200 && Array.isArray(body)
  return isList && body.every((message) => typeof message?.channel === 'string')
    ? (body as BayeuxMessage[])
    : undefined
}

const isUnknownClient = (answer: BayeuxMessage | undefined) =>
  answer?.successful === false &&
  (/^403::?.*unknown client/is.test(answer.error ?? '') || answer.advice?.reconnect === 'handshake')

function toRejection(answer: BayeuxMessage | undefined): ProviderError {
  const error = answer?.error ?? 'Salesforce gave no reason.'
  const code = /^\d+/.exec(error)?.[0]
  const failure = code === '401' ? 'credentials' : code === '403' ? 'permission' : 'unavailable'
  return new ProviderError(failure, error.replace(/^\d+:[^:]*:/, '') || error, { code })
}
