import { createServer, validateHeaderName, validateHeaderValue } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  ProviderError,
  type ProviderClient,
  type ProviderRequest,
  type ProviderResponse,
} from '@platform/connector'
import { requireValue } from '../../require-value.ts'
import type { StandInReply, StandInRequest } from './exchange.ts'
import { standInValue } from './match-request.ts'
import type { DeclaredStandIn } from './stand-in.ts'

/** Replaces the next replies of the stand-in in a test. */
export type Disturbance = (request: StandInRequest) => StandInReply | undefined

export interface StandIns {
  url: string
  /** Received requests, oldest first. */
  readonly requests: StandInRequest[]
  add(name: string, standIn: DeclaredStandIn): void
  disturb(name: string, disturbance: Disturbance | undefined): void
  /** Returns a client of the provider, optionally restricted to one object. */
  client(name: string, objectName?: string): ProviderClient
  close(): Promise<void>
}

interface SentRequest {
  method: string
  url: URL
  headers: StandInRequest['headers']
  body: string
}

interface SentReply {
  status: number
  headers: Record<string, string>
  body: string
}

/** Starts one server with every provider's stand-in below its name. */
export async function serveStandIns(): Promise<StandIns> {
  const all = new Map<string, { standIn: DeclaredStandIn; disturbance?: Disturbance | undefined }>()
  const requests: StandInRequest[] = []

  /** Answers a request to a path below the name of a provider, with the bytes that leave. */
  const answer = ({ method, url, headers, body }: SentRequest): SentReply => {
    const [, name = '', objectName = '', rest = ''] =
      /^\/([^/]+)(?:\/~([^/]*))?(.*)$/.exec(url.pathname) ?? []
    const request: StandInRequest = { method, path: rest, query: url.searchParams, headers, body }
    requests.push(request)
    if (requests.length > 1_000) requests.splice(0, 500)
    const provider = all.get(name)
    const reply: ReturnType<Disturbance> =
      provider?.disturbance?.(request) ??
      provider?.standIn.answer(
        request,
        objectName === '' ? undefined : decodeURIComponent(objectName),
      ) ??
      ({ status: 404, body: {} } satisfies StandInReply)
    const base = `/${name}${objectName === '' ? '' : `/~${objectName}`}`
    // Page URLs are absolute, as for most providers.
    const whole = (value: string) =>
      value.includes('~next=')
        ? value.replaceAll(/(?<=["<])\/(?=[^"<>]*~next=)/g, `${origin()}${base}/`)
        : value
    const replyHeaders = Object.fromEntries(
      Object.entries(reply.headers ?? {}).map(([key, value]) => [key.toLowerCase(), whole(value)]),
    )
    const isText = reply.text !== undefined && !reply.headers?.['content-type']
    return {
      status: reply.status,
      headers: { 'content-type': isText ? 'text/html' : 'application/json', ...replyHeaders },
      body: reply.text ?? (reply.body === undefined ? '' : whole(JSON.stringify(reply.body))),
    }
  }

  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const reply = answer({
        method: incoming.method ?? 'GET',
        url: new URL(incoming.url ?? '/', 'http://stand-in.test'),
        headers: incoming.headers,
        body: await text(incoming),
      })
      outgoing.writeHead(reply.status, reply.headers).end(reply.body)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It listens nowhere.')
  const origin = () => `http://127.0.0.1:${address.port}`

  const client = (name: string, objectName?: string): ProviderClient => {
    const base = `${origin()}/${name}${objectName === undefined ? '' : `/~${encodeURIComponent(objectName)}`}`
    return {
      metadata: new Proxy(
        {},
        {
          get: () => standInValue,
          has: () => true,
          getOwnPropertyDescriptor: () => ({
            value: standInValue,
            enumerable: true,
            configurable: true,
          }),
        },
      ),
      request: (wanted) => {
        const bases = all.get(name)?.standIn.objects.bases ?? []
        return sendToStandIn(answer, base, { ...wanted, path: atBase(wanted.path, base, bases) })
      },
    }
  }

  return {
    url: origin(),
    requests,
    add: (name, standIn) => void all.set(name, { standIn }),
    disturb: (name, disturbance) => {
      requireValue(all.get(name)).disturbance = disturbance
    },
    client,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Rewrites the base URL of objects that have their own. */
function atBase(path: string, base: string, bases: readonly string[]): string {
  const own = bases.find((one) => path.startsWith(one))
  return own === undefined ? path : base + path.slice(own.length)
}

/**
 * Sends a request like the engine's client: only to the provider's own host. The stand-in answers in
 * the same process, because sockets take most of the time of a rehearsal.
 */
async function sendToStandIn(
  answer: (request: SentRequest) => SentReply,
  base: string,
  wanted: ProviderRequest,
): Promise<ProviderResponse> {
  const { method = 'GET', path, query = {}, headers = {}, body } = wanted
  const isWhole = path.startsWith(base)
  if (!isWhole && /^https?:/i.test(path)) {
    throw new ProviderError('bad-request', `${path} is not at the provider's host.`)
  }
  const url = new URL(
    isWhole ? path : `${base}${path.startsWith('/') || path === '' ? '' : '/'}${path}`,
  )
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value ?? []].flat()) url.searchParams.append(name, String(one))
  }
  const reply = answer({
    method,
    url,
    headers: toServedHeaders({ 'content-type': 'application/json', ...headers }),
    body: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
  })
  if (!reply.headers['content-type']?.includes('json')) return reply
  try {
    return { ...reply, body: JSON.parse(reply.body) as unknown }
  } catch {
    // Invalid JSON is handled as by the engine's client.
    return reply
  }
}

/** Returns headers as a server receives them; throws for those that HTTP does not allow. */
function toServedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      validateHeaderName(name)
      validateHeaderValue(name, value)
      return [name.toLowerCase(), value]
    }),
  )
}
