import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { z } from 'zod'
import { BareConnection, describeOtherProtocol, ProtocolError } from '../bare-connection.ts'
import { parseReplyBody } from '../batches.ts'
import { signNatsNonce, type NatsUser } from './nats-user.ts'

/** The server describes itself and its cluster in one line. */
const maxLineBytes = 32 * 1024
const lineEnd = '\r\n'

const ServerInfo = z.object({
  max_payload: z.int().positive(),
  headers: z.boolean().optional(),
  nonce: z.string().optional(),
  tls_required: z.boolean().optional(),
  tls_available: z.boolean().optional(),
})
type ServerInfo = z.infer<typeof ServerInfo>

export type NatsLogin =
  | { kind: 'password'; username: string; password: string }
  | { kind: 'token'; token: string }
  | { kind: 'user'; user: NatsUser }

export interface NatsPublication {
  subject: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** The server rejected the sign-in or a message, in its own words. */
export class NatsError extends Error {
  override name = 'NatsError'
}

/** The message is larger than the server accepts, so it was not sent. */
export class NatsTooLargeError extends Error {
  override name = 'NatsTooLargeError'
}

/** No stream takes the subject: the server answers instead. */
export const noStream = 'noStream'

interface PendingMessage {
  subject: string
  resolve(reply: string): void
  reject(reason: Error): void
}

/**
 * Reads the line with which a server begins, before TLS. Throws if it does not offer what the
 * destination asks for. https://docs.nats.io/reference/reference-protocols/nats-protocol#info
 */
export async function readServerInfo(
  socket: Socket,
  { isSecured, signal }: { isSecured: boolean; signal: AbortSignal },
): Promise<ServerInfo> {
  const bytes = await readFirstLine(socket, signal)
  const end = bytes.indexOf(lineEnd)
  const info = /^INFO /i.test(bytes.toString('latin1', 0, 5))
    ? parseReplyBody(ServerInfo, bytes.toString('utf8', 5, end))
    : undefined
  if (!info) throw describeOtherProtocol(bytes, 'NATS')
  if (isSecured && !info.tls_required && !info.tls_available) {
    throw new ProtocolError('The NATS server offers no TLS.')
  }
  if (!isSecured && info.tls_required) {
    throw new ProtocolError('The NATS server requires TLS: remove sslMode.')
  }
  if (!info.headers) throw new ProtocolError('The NATS server supports no headers.')
  const rest = bytes.subarray(end + lineEnd.length)
  if (rest.length > 0) {
    // Whoever sits between could add commands before TLS.
    if (isSecured) throw new ProtocolError('The NATS server sent more than INFO before TLS.')
    socket.unshift(rest)
  }
  return info
}

/** Resolves to what has arrived once it contains a line. The socket then reads no further. */
async function readFirstLine(socket: Socket, signal: AbortSignal): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  let bytes = Buffer.alloc(0)
  const receive = () => {
    bytes = Buffer.concat([bytes, (socket.read() as Buffer | null) ?? Buffer.alloc(0)])
    if (bytes.includes(lineEnd)) resolve(bytes)
    else if (bytes.length > maxLineBytes) reject(describeOtherProtocol(bytes, 'NATS'))
  }
  const end = () => reject(new Error('The server closed the connection.'))
  const abort = () => reject(signal.reason as Error)
  socket.on('readable', receive).on('close', end).on('error', reject)
  signal.addEventListener('abort', abort)
  try {
    signal.throwIfAborted()
    return await promise
  } finally {
    socket.off('readable', receive).off('close', end).off('error', reject)
    signal.removeEventListener('abort', abort)
  }
}

/**
 * A signed-in connection that publishes to JetStream.
 * https://docs.nats.io/reference/reference-protocols/nats-protocol
 */
export class NatsConnection extends BareConnection {
  readonly #maxPayloadBytes: number
  readonly #inbox = `_INBOX.${randomBytes(16).toString('hex')}`
  readonly #pending = new Map<string, PendingMessage>()
  #signedIn: PromiseWithResolvers<void> | undefined
  #lastId = 0

  private constructor(socket: Socket, maxPayloadBytes: number) {
    super(socket)
    this.#maxPayloadBytes = maxPayloadBytes
  }

  /** Signs in. The socket is destroyed if that fails. */
  static async begin(
    socket: Socket,
    info: ServerInfo,
    { login, signal }: { login: NatsLogin | undefined; signal: AbortSignal },
  ): Promise<NatsConnection> {
    const connection = new NatsConnection(socket, info.max_payload)
    const end = () => connection.destroy(signal.reason as Error)
    signal.addEventListener('abort', end)
    try {
      signal.throwIfAborted()
      await connection.#signIn(formatLogin(login, info.nonce))
      return connection
    } catch (error) {
      connection.destroy(error as Error)
      throw error
    } finally {
      signal.removeEventListener('abort', end)
    }
  }

  /**
   * Publishes the messages together; resolves to the reply to each, which is JSON of JetStream or
   * `noStream`, in order.
   */
  publish(publications: readonly NatsPublication[]): Promise<string>[] {
    this.mustBeUsable()
    const replies: Promise<string>[] = []
    this.writeTogether(() => {
      for (const publication of publications) replies.push(this.#publishOne(publication))
    })
    return replies
  }

  protected override read(bytes: Buffer): number {
    const end = bytes.indexOf(lineEnd)
    if (end === -1) {
      if (bytes.length > maxLineBytes) throw describeOtherProtocol(bytes, 'NATS')
      return 0
    }
    const length = end + lineEnd.length
    const [word = '', ...args] = bytes.toString('utf8', 0, end).split(/[ \t]+/)
    switch (word.toUpperCase()) {
      case 'MSG':
      case 'HMSG':
        return this.#readMessage(bytes, { start: length, args, hasHeaders: word.length === 4 })
      case 'PING':
        this.write(`PONG${lineEnd}`)
        return length
      case 'PONG':
        this.#signedIn?.resolve()
        return length
      case '-ERR':
        this.#readError(args.join(' ').replace(/^'(.*)'$/, '$1'))
        return length
      case '+OK':
      case 'INFO':
        return length
      default:
        throw describeOtherProtocol(bytes, 'NATS')
    }
  }

  protected override fail(reason: Error): void {
    this.#signedIn?.reject(reason)
    for (const { reject } of this.#pending.values()) reject(reason)
    this.#pending.clear()
  }

  #signIn(options: object): Promise<void> {
    this.#signedIn = Promise.withResolvers()
    this.writeTogether(() => {
      this.write(`CONNECT ${JSON.stringify(options)}${lineEnd}`)
      this.write(`SUB ${this.#inbox}.* 1${lineEnd}PING${lineEnd}`)
    })
    return this.#signedIn.promise
  }

  #publishOne({ subject, headers, body }: NatsPublication): Promise<string> {
    const head = Buffer.from(
      `NATS/1.0\r\n${Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    )
    const bytes = head.length + Buffer.byteLength(body)
    if (bytes > this.#maxPayloadBytes) {
      return Promise.reject(
        new NatsTooLargeError(
          `The message has ${bytes} bytes. The server accepts up to ${this.#maxPayloadBytes} (max_payload).`,
        ),
      )
    }
    const replyTo = `${this.#inbox}.${++this.#lastId}`
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    this.#pending.set(replyTo, { subject, resolve, reject })
    this.write(`HPUB ${subject} ${replyTo} ${head.length} ${bytes}${lineEnd}`)
    this.write(head)
    this.write(`${body}${lineEnd}`)
    return promise
  }

  #readMessage(
    bytes: Buffer,
    { start, args, hasHeaders }: { start: number; args: string[]; hasHeaders: boolean },
  ): number {
    const [headBytes, totalBytes] = (hasHeaders ? args.slice(-2) : ['0', ...args.slice(-1)]).map(
      Number,
    ) as [number, number]
    const isValid = Number.isInteger(headBytes) && Number.isInteger(totalBytes) && headBytes >= 0
    if (!isValid || totalBytes < headBytes || totalBytes > maxLineBytes) {
      throw describeOtherProtocol(bytes, 'NATS')
    }
    const end = start + totalBytes + lineEnd.length
    if (bytes.length < end) return 0
    const [subject = ''] = args
    const status = /^NATS\/1\.0 (\d{3})/.exec(bytes.toString('latin1', start, start + headBytes))
    const pending = this.#pending.get(subject)
    this.#pending.delete(subject)
    // A late second reply belongs to nobody.
    pending?.resolve(
      status?.[1] === '503' ? noStream : bytes.toString('utf8', start + headBytes, end - 2),
    )
    return end
  }

  /** Of these errors, only a forbidden subject leaves the connection open. */
  #readError(words: string): void {
    const error = new NatsError(words)
    const [, forbidden] = /^Permissions Violation for Publish to "([^"]*)"/i.exec(words) ?? []
    if (forbidden === undefined) return this.destroy(error)
    for (const [replyTo, { subject, reject }] of this.#pending) {
      if (subject !== forbidden) continue
      this.#pending.delete(replyTo)
      reject(error)
    }
  }
}

function formatLogin(login: NatsLogin | undefined, nonce: string | undefined): object {
  return {
    ...{ verbose: false, pedantic: false, headers: true, no_responders: true, echo: false },
    ...{ protocol: 1, lang: 'node', version: '1.0.0', name: 'integration platform' },
    ...(login?.kind === 'password' && { user: login.username, pass: login.password }),
    ...(login?.kind === 'token' && { auth_token: login.token }),
    ...(login?.kind === 'user' && {
      jwt: login.user.jwt,
      ...(nonce !== undefined && { sig: signNatsNonce(login.user, nonce) }),
    }),
  }
}
