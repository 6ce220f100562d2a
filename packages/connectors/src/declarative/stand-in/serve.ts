import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http'
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

/** Starts one server with every provider's stand-in below its name. */
export async function serveStandIns(): Promise<StandIns> {
  const all = new Map<string, { standIn: DeclaredStandIn; disturbance?: Disturbance | undefined }>()
  const requests: StandInRequest[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })

  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const body = await text(incoming)
      const url = new URL(incoming.url ?? '/', 'http://stand-in.test')
      const [, name = '', objectName = '', rest = ''] =
        /^\/([^/]+)(?:\/~([^/]*))?(.*)$/.exec(url.pathname) ?? []
      const request: StandInRequest = {
        method: incoming.method ?? 'GET',
        path: rest,
        query: url.searchParams,
        headers: incoming.headers,
        body,
      }
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
        value.replaceAll(/(?<=["<])\/(?=[^"<>]*~next=)/g, `${origin()}${base}/`)
      const headers = Object.fromEntries(
        Object.entries(reply.headers ?? {}).map(([key, value]) => [key, whole(value)]),
      )
      const sent = reply.text ?? (reply.body === undefined ? '' : whole(JSON.stringify(reply.body)))
      const isText = reply.text !== undefined && !reply.headers?.['content-type']
      outgoing.writeHead(reply.status, {
        'content-type': isText ? 'text/html' : 'application/json',
        ...headers,
      })
      outgoing.end(sent)
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
        return send(agent, base, { ...wanted, path: atBase(wanted.path, base, bases) })
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
      agent.destroy()
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

/** Sends a request like the engine's client: only to the provider's own host. */
async function send(
  agent: Agent,
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
  const sent =
    body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      url,
      {
        method,
        agent,
        headers: {
          'content-type': 'application/json',
          ...headers,
          ...(sent !== undefined && { 'content-length': Buffer.byteLength(sent) }),
        },
      },
      (incoming) => void received(incoming).then(resolve, reject),
    )
    outgoing.on('error', (cause) => {
      reject(
        new ProviderError('unavailable', 'The provider did not respond.', {
          cause,
          isOutcomeUnknown: true,
        }),
      )
    })
    outgoing.end(sent)
  })
}

async function received(incoming: IncomingMessage): Promise<ProviderResponse> {
  const body = await text(incoming)
  const { statusCode: status = 0, headers } = incoming
  if (!String(headers['content-type']).includes('json')) return { status, headers, body }
  try {
    return { status, headers, body: JSON.parse(body) as unknown }
  } catch {
    // Invalid JSON is handled as by the engine's client.
    return { status, headers, body }
  }
}
