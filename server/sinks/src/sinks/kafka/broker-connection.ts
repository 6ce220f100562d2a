import type { Socket } from 'node:net'
import type {
  Connection,
  Reader,
  saslAuthenticateV2,
  saslScramSha,
  Writer,
} from '@platformatic/kafka'
import { freeBytes, type ReceivingRoom } from '@platform/kernel/egress'
import { z } from 'zod'
import { ArrivingReply } from '../arriving-reply.ts'
import { parseReplyBody } from '../batches.ts'
import { chooseVersion, type KafkaProtocol, type SpokenVersions } from './protocol.ts'
import { createReplyReader, malformedReply } from './reply-reader.ts'

/** Replies to what is asked here are shorter, also about topics with 10,000 partitions. */
const maxReplyBytes = 1024 * 1024
/** Each message and partition of a request may have its own outcome. */
const maxEntries = 2_500
/** Replies about topics also list all brokers, and nothing of theirs takes long to read. */
const maxMetadataEntries = 50_000
/** A hostile broker could ask for hours of a thread. Brokers use 4,096 to 16,384. */
const maxScramIterations = 1_000_000
const clientId = 'integration-platform'

export type PasswordMechanism = 'plain' | 'scram-sha-256' | 'scram-sha-512'

export type SaslLogin =
  | { mechanism: PasswordMechanism; username: string; password: string }
  | { mechanism: 'oauthbearer'; token: string; extensions: Readonly<Record<string, string>> }

/** A call of the library, whose connection is replaced by ours. */
type Call<Args extends unknown[], Reply> = (
  connection: never,
  ...args: [...Args, done: (error: Error | null, reply?: Reply) => void]
) => void

interface PendingReply {
  maxEntries: number
  parse(reader: Reader): void
  fail(error: Error): void
}

/** The broker rejected the credentials. */
export class BrokerSignInError extends Error {
  override name = 'BrokerSignInError'
}

/**
 * A signed-in connection to one broker through a socket that egress opened, which the library's own
 * cannot use. Any violation of the protocol ends it.
 */
export class BrokerConnection {
  readonly #socket: Socket
  readonly #protocol: KafkaProtocol
  readonly #arriving: ArrivingReply
  readonly #pending = new Map<number, PendingReply>()
  readonly #waiting = new Set<(reason: Error) => void>()
  #received = Buffer.alloc(0)
  #receivedBytes = 0
  #correlationId = 0
  #ended: Error | undefined
  /** When the broker ends the session of its credentials. */
  #endsAt = Infinity
  spoken: SpokenVersions = new Map()

  private constructor(socket: Socket, protocol: KafkaProtocol, room: ReceivingRoom) {
    this.#socket = socket
    this.#protocol = protocol
    this.#arriving = new ArrivingReply(room, (error) => this.destroy(error))
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy(new Error('The broker closed the connection.')))
  }

  /** Introduces itself and signs in. The socket is destroyed if that fails. */
  static async begin(
    socket: Socket,
    {
      protocol,
      sasl,
      room,
      signal,
    }: {
      protocol: KafkaProtocol
      sasl: SaslLogin | undefined
      room: ReceivingRoom
      signal: AbortSignal
    },
  ): Promise<BrokerConnection> {
    const connection = new BrokerConnection(socket, protocol, room)
    try {
      await connection.within(signal, async () => {
        await connection.#askVersions()
        if (sasl) await connection.#signIn(sasl)
      })
      return connection
    } catch (error) {
      connection.destroy(error as Error)
      throw error
    }
  }

  /** Whether another request can be sent. */
  get isUsable(): boolean {
    return !this.#ended && performance.now() < this.#endsAt
  }

  /** Calls the broker. Rejects with the library's errors if it rejects the request. */
  call<Args extends unknown[], Reply>(call: Call<Args, Reply>, ...args: Args): Promise<Reply> {
    return new Promise((resolve, reject) => {
      call(this as never, ...args, (error, reply) => {
        if (error) reject(error)
        else resolve(reply as Reply)
      })
    })
  }

  /** Ends the connection if the signal is aborted first: the reply would belong to nobody. */
  async within<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
    const end = () => this.destroy(signal.reason as Error)
    const { promise: ended, reject } = Promise.withResolvers<never>()
    this.#waiting.add(reject)
    signal.addEventListener('abort', end)
    try {
      signal.throwIfAborted()
      // The library's sign-in waits for ever if it throws on a reply.
      return await Promise.race([run(), ended])
    } finally {
      this.#waiting.delete(reject)
      signal.removeEventListener('abort', end)
    }
  }

  destroy(reason = new Error('The connection was closed.')): void {
    if (this.#ended) return
    this.#ended = reason
    this.#socket.destroy()
    this.#forget()
    for (const { fail } of this.#pending.values()) fail(reason)
    this.#pending.clear()
    for (const reject of this.#waiting) reject(reason)
  }

  /** What the library's calls use of its own connection. */
  send(
    apiKey: number,
    apiVersion: number,
    createPayload: () => Writer | Promise<Writer>,
    parse: (correlationId: number, apiKey: number, apiVersion: number, reader: Reader) => unknown,
    hasRequestTags: boolean,
    hasResponseTags: boolean,
    done: (error: Error | null, reply?: unknown) => void,
  ): void {
    if (this.#ended) return done(this.#ended)
    const payload = createPayload()
    if (payload instanceof Promise) return done(new Error('This request is not supported.'))
    const correlationId = (this.#correlationId = (this.#correlationId + 1) & 0x7fff_ffff)
    this.#pending.set(correlationId, {
      maxEntries: apiKey === this.#protocol.metadataV7.api.key ? maxMetadataEntries : maxEntries,
      fail: done,
      parse: (reader) => {
        let reply: unknown
        try {
          if (hasResponseTags) reader.readTaggedFields()
          reply = parse(correlationId, apiKey, apiVersion, reader)
        } catch (error) {
          return done(error as Error)
        }
        done(null, reply)
      },
    })
    const request = this.#protocol.Writer.create()
      .appendInt16(apiKey)
      .appendInt16(apiVersion)
      .appendInt32(correlationId)
      .appendString(clientId, false)
    if (hasRequestTags) request.appendTaggedFields()
    this.#socket.write(request.appendFrom(payload).prependLength().buffer)
  }

  #receive(chunk: Buffer): void {
    this.#keep(chunk)
    let start = 0
    for (;;) {
      const received = this.#received.subarray(start, this.#receivedBytes)
      if (received.length < 4) break
      const length = received.readInt32BE()
      if (length < 4 || length > maxReplyBytes) {
        return this.destroy(new Error(describeGarbage(received)))
      }
      if (received.length < 4 + length) break
      // Parts of a reply are used when more has arrived.
      this.#reply(Buffer.from(received.subarray(4, 4 + length)))
      if (this.#ended) return
      start += 4 + length
    }
    this.#received.copyWithin(0, start, this.#receivedBytes)
    this.#receivedBytes -= start
    if (this.#receivedBytes === 0 && this.#received.length > freeBytes) this.#forget()
    else this.#arriving.hold(this.#received.length, this.#socket)
  }

  #forget(): void {
    this.#received = Buffer.alloc(0)
    this.#receivedBytes = 0
    this.#arriving.release()
  }

  /** Adds to what was received, in one piece: a chunk can be a single byte. */
  #keep(chunk: Buffer): void {
    const bytes = this.#receivedBytes + chunk.length
    if (bytes > this.#received.length) {
      const larger = Buffer.allocUnsafe(Math.max(bytes, 2 * this.#received.length, 4096))
      this.#received.copy(larger, 0, 0, this.#receivedBytes)
      this.#received = larger
    }
    chunk.copy(this.#received, this.#receivedBytes)
    this.#receivedBytes = bytes
  }

  #reply(frame: Buffer): void {
    const correlationId = frame.readInt32BE()
    const pending = this.#pending.get(correlationId)
    if (!pending) return this.destroy(new Error('The broker sent a reply that nobody asked for.'))
    this.#pending.delete(correlationId)
    const reader = createReplyReader(this.#protocol, frame.subarray(4), pending)
    try {
      pending.parse(reader)
    } catch (error) {
      // The library's sign-in throws on an unexpected reply.
      this.destroy(error instanceof TypeError ? new Error(malformedReply) : (error as Error))
    }
  }

  async #askVersions(): Promise<void> {
    const { apiKeys } = await this.call(this.#protocol.apiVersionsV1.api, clientId, '1')
    this.spoken = new Map(
      apiKeys.map(({ apiKey, minVersion, maxVersion }) => [
        apiKey,
        { min: minVersion, max: maxVersion },
      ]),
    )
  }

  async #signIn(login: SaslLogin): Promise<void> {
    const { mechanism } = login
    const { saslAuthenticateV0, saslAuthenticateV1, saslAuthenticateV2 } = this.#protocol
    const { saslHandshakeV1, saslOAuthBearer, saslPlain, saslScramSha } = this.#protocol
    try {
      await this.call(saslHandshakeV1.api, mechanism.toUpperCase())
      const { api } = chooseVersion<{ api: saslAuthenticateV2.SASLAuthenticationAPI }>(
        [saslAuthenticateV2, saslAuthenticateV1, saslAuthenticateV0],
        this.spoken,
      )
      const to = this as unknown as Connection
      const askByPassword = (
        hashing: PasswordMechanism,
        { username, password }: { username: string; password: string },
      ) =>
        hashing === 'plain'
          ? saslPlain.authenticate(api, to, username, password)
          : saslScramSha.authenticate(
              ...([api, to, hashing === 'scram-sha-256' ? 'SHA-256' : 'SHA-512'] as const),
              ...([username, password] as const),
              { ...saslScramSha.defaultCrypto, hi: this.#deriveKey },
            )
      const reply: Partial<saslAuthenticateV2.SaslAuthenticateResponse> = await (login.mechanism ===
      'oauthbearer'
        ? saslOAuthBearer.authenticate(api, to, login.token, login.extensions)
        : askByPassword(login.mechanism, login))
      // A broker that refuses a token answers with the reason, and waits for a word before it fails.
      if (login.mechanism === 'oauthbearer' && reply.authBytes?.length) {
        throw new Error(`The broker refused the access token: ${describeRefusal(reply.authBytes)}.`)
      }
      // Renewed by a new connection, before the end.
      const lifetimeMs = Number(reply.sessionLifetimeMs ?? 0)
      if (lifetimeMs > 0) this.#endsAt = performance.now() + lifetimeMs * 0.8
    } catch (error) {
      if (this.#ended) throw this.#ended
      const words = describeError(error)
      throw new BrokerSignInError(
        login.mechanism === 'oauthbearer' ? words.replaceAll(login.token, '…') : words,
      )
    }
  }

  readonly #deriveKey: typeof saslScramSha.hi = async (definition, password, salt, rounds) => {
    if (!(rounds <= maxScramIterations)) {
      throw new Error(`The broker asks for ${rounds} iterations.`)
    }
    return this.#protocol.saslScramSha.hi(definition, password, salt, rounds)
  }
}

/** https://www.rfc-editor.org/rfc/rfc7628#section-3.2.2 */
const Refusal = z.object({ status: z.string().regex(/^[\w.-]{1,64}$/) })

const describeRefusal = (reason: Buffer): string =>
  parseReplyBody(Refusal, reason.toString())?.status ?? 'without a reason'

/** Returns the innermost message: the library wraps the broker's words. */
export function describeError(error: unknown): string {
  let innermost = error
  for (let depth = 0; depth < 10 && innermost instanceof Error; depth++) {
    const within: unknown =
      innermost instanceof AggregateError ? innermost.errors[0] : innermost.cause
    if (!(within instanceof Error)) break
    innermost = within
  }
  if (!(innermost instanceof Error)) return String(innermost)
  const { serverErrorMessage, apiId, message } = innermost as Error & {
    serverErrorMessage?: string | null
    apiId?: string
  }
  return [apiId, serverErrorMessage || message].filter(Boolean).join(': ')
}

/** First bytes of TLS alerts and handshakes, and of HTTP. */
function describeGarbage(bytes: Buffer): string {
  if (bytes[0] === 0x15 || bytes[0] === 0x16) return 'The broker requires TLS: remove sslMode.'
  if (bytes.toString('latin1', 0, 4) === 'HTTP') return 'An HTTP server answers, and no broker.'
  return 'What answers is no Kafka broker.'
}
