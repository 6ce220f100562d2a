import { startTimeout } from './awake-timeout.ts'
import { lookup as systemLookup } from 'node:dns'
import { type LookupFunction, type Socket, isIP } from 'node:net'
import { getHeapStatistics } from 'node:v8'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { mustBeOutsideTransaction } from '../db/transaction.ts'
import { AddressRefusedError, createGuardedConnector, guardLookup } from './address-guard.ts'
import { mayReach, parseCidr } from './addresses.ts'
import { createBareConnections, type ConnectTarget } from './bare-connections.ts'
import { BodyTooLargeError, type DecodedText, decodeBody, decodeText } from './decode-body.ts'
import { createLookups, threadsForLookups } from './lookups.ts'
import type { OutboundProxySettings } from './outbound-proxy.ts'
import { ReplyMemory, type ReceivingRoom, type ReplyRoom, getReplyScope } from './reply-memory.ts'
import { divideConnections, lentPerOrigin, type EgressTenant } from './connection-slots.ts'
import { OwnTlsConnections, withOwnTls, type OwnTls } from './own-tls.ts'
import { countAsOwnOrg, type FindSlotTenant } from '../admission/slot-tenants.ts'
import { usualAnswerMs, waitOutside } from '../admission/wait-outside.ts'

export interface EgressSettings {
  /** Networks that requests may reach besides public addresses. */
  allowCidrs?: readonly string[]
  connectTimeoutMs?: number
  /** Default timeout of a request. */
  timeoutMs?: number
  /**
   * Maximum number of connections to one origin, of which one tenant gets half at most. Those that
   * wait longer than usual for an answer are counted apart.
   */
  connectionsPerOrigin?: number
  usualAnswerMs?: number
  /** Maximum size of all replies in memory; an eighth of the heap by default. */
  replyBytes?: number
  /** How long a reply waits for memory. */
  replyPatienceMs?: number
  /** When a reply that arrives slowly is cut off if others wait for its memory. */
  replySlowAfterMs?: number
  /** Default: every project counts for itself. */
  findTenant?: FindSlotTenant
  /** How long a request waits for a free connection. */
  connectionPatienceMs?: number
  /** Maximum number of own settings of TLS whose connections are kept. */
  maxTlsSettings?: number
  /** Maximum number of concurrent DNS look-ups, of which one tenant gets half at most. */
  lookups?: number
  /** Replaces the system's resolver in tests. */
  lookup?: LookupFunction
  /** Proxies of requests by HTTP. Bare connections are direct. */
  proxy?: OutboundProxySettings
  /** `User-Agent` of requests that set none. Providers such as GitHub reject requests without one. */
  userAgent?: string
}

export interface EgressRequest {
  method?: Dispatcher.HttpMethod
  /** Replaces the path of the URL, and is sent without being normalized, such as a signed one. */
  path?: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer | Uint8Array | null
  /** From sending the request to receiving the last byte of the body. */
  timeoutMs?: number
  /** A longer body is an error. */
  maxBodyBytes?: number
  signal?: AbortSignal
  /** Receives the reply's memory to release it later; otherwise it is released with the reply. */
  keep?: (room: ReplyRoom) => void
}

export interface EgressReply extends Pick<DecodedText, 'malformed'> {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Decompressed, and decoded by its charset. */
  body: string
}

/** The only way for outgoing requests, which all pass its address guard. */
export interface Egress {
  /**
   * Returns the egress of one tenant, whose requests do not use up the connections of others, and use
   * their own settings of TLS if there are some.
   */
  forTenant(tenant: EgressTenant, ownTls?: OwnTls): TenantEgress
  /** Opens a bare connection for protocols other than HTTP, such as SMTP. */
  connect(to: ConnectTarget): Promise<Socket>
  /** Throws `AddressRefusedError` for a URL with a rejected IP address. */
  check(url: URL): void
  close(): Promise<void>
}

export interface TenantEgress {
  /**
   * Sends one request. Redirects are returned, never followed.
   * @throws NoFreeConnectionError if no connection becomes free in time
   */
  request(url: string | URL, options?: EgressRequest): Promise<EgressReply>
  /** For hot paths and streams; guarded as well. */
  dispatcher: Dispatcher
  /** Opens a bare connection for protocols other than HTTP. */
  connect(to: ConnectTarget): Promise<Socket>
  /** Opens the memory of replies that arrive by a bare connection. */
  openRoom(origin: string): ReceivingRoom
}

/**
 * Creates the egress. The guard checks addresses at the moment of connecting; earlier results of
 * name resolution are irrelevant, so DNS rebinding has no effect.
 */
export function createEgress({
  allowCidrs = [],
  connectTimeoutMs = 10_000,
  timeoutMs = 30_000,
  connectionsPerOrigin = 512,
  connectionPatienceMs = 10_000,
  maxTlsSettings = 1000,
  usualAnswerMs: usualMs = usualAnswerMs,
  replyBytes = getHeapStatistics().heap_size_limit / 8,
  replyPatienceMs = 10_000,
  replySlowAfterMs,
  findTenant = countAsOwnOrg,
  lookups: lookupSlots = threadsForLookups,
  lookup = systemLookup,
  proxy = {},
  userAgent = 'platform/1',
}: EgressSettings = {}): Egress {
  const allowed = allowCidrs.map(parseCidr)
  const lookups = createLookups(lookup, {
    slots: lookupSlots,
    patienceMs: connectTimeoutMs,
    findTenant,
  })
  const guardedLookup = guardLookup(lookups.lookup, allowed)
  const connect = buildConnector({ timeout: connectTimeoutMs, lookup: guardedLookup })

  const checkHost = (hostname: string) => {
    const host = hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(host) && !mayReach(host, allowed)) throw new AddressRefusedError(host)
  }

  const guard = (connector: typeof connect) =>
    createGuardedConnector({
      ...{ connect: connector, checkHost, guardedLookup, proxy, connectTimeoutMs },
    })
  const connectGuarded = guard(connect)
  const replies = new ReplyMemory({
    bytes: replyBytes,
    patienceMs: replyPatienceMs,
    slowAfterMs: replySlowAfterMs,
  })
  const openConnections = (connector: typeof connectGuarded) =>
    new Agent({
      connections: connectionsPerOrigin * (1 + lentPerOrigin),
      pipelining: 1,
      keepAliveTimeout: 30_000,
      maxHeaderSize: 64 * 1024,
      connect: connector,
    })
  const connections = openConnections(connectGuarded)
  const withOwn = new OwnTlsConnections({
    make: (secureContext) => {
      const tls = { timeout: connectTimeoutMs, lookup: guardedLookup, secureContext }
      return openConnections(guard(buildConnector(tls)))
    },
    max: maxTlsSettings,
  })

  const dispatchFor = divideConnections(
    (tenant, options, handler) =>
      lookups.runFor(tenant, () =>
        (withOwn.find(tenant, options) ?? connections).dispatch(options, handler),
      ),
    {
      perOrigin: connectionsPerOrigin,
      patienceMs: connectionPatienceMs,
      usualAnswerMs: usualMs,
      findTenant,
    },
  )

  const openBare = createBareConnections({ lookups, guardedLookup, checkHost, connectTimeoutMs })

  return {
    forTenant(tenant, ownTls = {}) {
      const dispatch = dispatchFor(tenant)
      const dispatcher = connections.compose(() => (options, handler) => {
        // No external service may be awaited while a transaction is open.
        mustBeOutsideTransaction(`${String(options.origin)} is asked`)
        return dispatch(withOwnTls(options, ownTls), handler)
      })
      return {
        dispatcher,
        connect: (to) => openBare(tenant, to),
        openRoom: (origin) => replies.open(findTenant(tenant), origin),
        request(url, options) {
          const open = () => replies.open(findTenant(tenant), new URL(url).origin)
          const scope = getReplyScope()
          const room = scope ? scope.take(open) : open()
          const grow = (bytes: number) => room.grow(bytes)
          let isReleased = false
          const release = () => {
            if (isReleased) return
            isReleased = true
            if (scope) scope.giveBack(room)
            else room.release()
          }
          const headers = withUserAgent(options?.headers, userAgent)
          const reply = request(dispatcher, url, { timeoutMs, ...options, headers, room })
          const kept = reply.then(
            () => (options?.keep ? options.keep({ grow, release }) : release()),
            release,
          )
          return waitOutside(kept.then(() => reply))
        },
      }
    },
    connect: (to) => openBare('operator', to),
    check: (url) => checkHost(url.hostname),
    close: async () => {
      await Promise.all([connections.destroy(), withOwn.destroy()])
    },
  }
}

const withUserAgent = (headers: EgressRequest['headers'] = {}, userAgent: string) =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'user-agent')
    ? headers
    : { 'user-agent': userAgent, ...headers }

/** How much larger a compressed reply usually is at most. */
const usualCompression = 20

async function request(
  dispatcher: Dispatcher,
  url: string | URL,
  {
    method = 'GET',
    path,
    headers,
    body,
    timeoutMs,
    maxBodyBytes = 10 * 1024 * 1024,
    signal,
    room,
  }: EgressRequest & { timeoutMs: number; room: ReceivingRoom },
): Promise<EgressReply> {
  const timeout = startTimeout(timeoutMs)
  try {
    return await receive(dispatcher, url, {
      ...{ method, path, headers, body, maxBodyBytes, room },
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
    })
  } finally {
    timeout.clear()
  }
}

async function receive(
  dispatcher: Dispatcher,
  url: string | URL,
  {
    method,
    path,
    headers,
    body,
    maxBodyBytes,
    signal,
    room,
  }: Omit<EgressRequest, 'timeoutMs' | 'keep'> & {
    method: Dispatcher.HttpMethod
    maxBodyBytes: number
    room: ReceivingRoom
  },
): Promise<EgressReply> {
  const { origin, pathname, search } = new URL(url)
  const reply = await dispatcher.request({
    origin,
    path: path ?? pathname + search,
    method,
    headers: headers ?? null,
    body: body ?? null,
    signal,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const { statusCode: status, headers: replyHeaders } = reply
  // Rejected before the body arrives, so nothing is buffered.
  if (Number(replyHeaders['content-length'] ?? 0) > maxBodyBytes && method !== 'HEAD') {
    reply.body.on('error', () => {}).destroy()
    throw tooLarge(origin, maxBodyBytes)
  }
  const chunks: Buffer[] = []
  room.receive((error) => reply.body.destroy(error))
  if (method !== 'HEAD') {
    await room.grow(Number(replyHeaders['content-length'] ?? 0)).catch((error: unknown) => {
      reply.body.on('error', () => {}).destroy()
      throw error
    })
  }
  let bytes = 0
  for await (const chunk of atMost(maxBodyBytes, reply.body, origin)) {
    bytes += chunk.length
    room.arrive(chunk.length)
    await room.grow(bytes)
    chunks.push(chunk)
  }
  room.complete()
  const isEncoded = replyHeaders['content-encoding'] !== undefined
  if (isEncoded) await room.grow(Math.min(maxBodyBytes, bytes * usualCompression))
  const whole = Buffer.concat(chunks.splice(0))
  const decoded = await decodeBody(whole, {
    encoding: replyHeaders['content-encoding'],
    contentType: replyHeaders['content-type'],
    maxBytes: maxBodyBytes,
  }).catch((error: unknown) => {
    throw error instanceof RangeError ? tooLarge(origin, maxBodyBytes) : error
  })
  await room.grow(decoded.length)
  const { text, ...rest } = decodeText(decoded, replyHeaders['content-type'], {
    isPart: status === 206,
  })
  // A single character beyond Latin-1 doubles the memory of all others.
  if (text.length !== decoded.length) await room.grow(2 * text.length)
  return { status, headers: replyHeaders, body: text, ...rest }
}

/** Yields the body and throws when it exceeds the limit. */
async function* atMost(
  maxBytes: number,
  body: AsyncIterable<Buffer>,
  origin: string,
): AsyncGenerator<Buffer, void> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge(origin, maxBytes)
    yield chunk
  }
}

const tooLarge = (origin: string, maxBytes: number) =>
  new BodyTooLargeError(`The reply of ${origin} is longer than ${maxBytes} bytes.`)

/** Maximum size of a document of an issuer, such as a key set, which is parsed in one piece. */
export const maxDocumentBytes = 256 * 1024

/** Returns a guarded `fetch` for libraries that load documents with it, such as key sets. */
export const fetchBy = (egress: Pick<TenantEgress, 'request'>) =>
  (async (url: string | URL, init?: RequestInit) => {
    const { status, body } = await egress.request(url, {
      maxBodyBytes: maxDocumentBytes,
      ...(init?.signal && { signal: init.signal }),
    })
    return new Response(body, { status })
  }) as typeof globalThis.fetch
