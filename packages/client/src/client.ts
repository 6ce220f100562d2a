import { ProblemError, toProblemError, unreachable } from './problem.ts'
import type { Arguments, CallOptions, PathOf, ReplyOf, Verb } from './types.ts'

export interface ClientOptions {
  /** URL of the platform, such as `https://integrations.acme.example`. */
  baseUrl: string
  /** Sent as `X-Api-Key`. Give exactly one of `apiKey`, `token` and `getToken`, or none. */
  apiKey?: string
  /** Sent as `Authorization: Bearer`. */
  token?: string
  /** Called for a token before the first call, and again after a 401. */
  getToken?: () => Promise<string>
  fetch?: typeof globalThis.fetch
}

/** A successful reply with its headers: `Location`, `ETag`, `Link`, … */
export interface Reply<Data> {
  data: Data
  status: number
  headers: Headers
}

export interface Page<Data> {
  data: Data
  /** The `pageToken` of the next page; absent on the last. */
  nextPageToken?: string
}

type Method<V extends Verb> = <P extends PathOf<V>>(
  path: P,
  ...options: Arguments<V, P>
) => Promise<ReplyOf<V, P>>

/** The operations of the platform. A failed call rejects with a `ProblemError`. */
export interface Client {
  get: Method<'get'>
  post: Method<'post'>
  put: Method<'put'>
  patch: Method<'patch'>
  delete: Method<'delete'>
  /** Returns one page of a list, and the token of the next one. */
  page<P extends PathOf<'get'>>(
    path: P,
    ...options: Arguments<'get', P>
  ): Promise<Page<ReplyOf<'get', P>>>
  /** Sends a request and returns its reply with headers. */
  send<V extends Verb, P extends PathOf<V>>(
    verb: V,
    path: P,
    ...options: Arguments<V, P>
  ): Promise<Reply<ReplyOf<V, P>>>
}

interface AnyOptions extends CallOptions {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

type AnySend = (verb: Verb, path: string, options?: AnyOptions) => Promise<Reply<unknown>>

/** Creates a client of the platform's API for browsers and servers. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, fetch = (input, init) => globalThis.fetch(input, init) } = options
  const credential = chooseCredential(options)

  const send: AnySend = async (verb, path, call = {}) => {
    const url = baseUrl.replace(/\/+$/, '') + fillPath(path, call.params) + formatQuery(call.query)
    const authorization = await credential.headers()
    const reply = await exchange(url, verb, call, authorization)
    if (reply.status !== 401 || !credential.renew) return orThrow(reply)

    return orThrow(await exchange(url, verb, call, await credential.renew(authorization)))
  }

  const exchange = async (
    url: string,
    verb: Verb,
    { body, idempotencyKey, ifMatch, signal }: AnyOptions,
    authorization: Record<string, string>,
  ) => {
    const method = verb.toUpperCase()
    try {
      const response = await fetch(url, {
        method,
        headers: {
          accept: 'application/json',
          ...authorization,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
          ...(ifMatch && { 'if-match': ifMatch }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      })
      const { ok, status, headers } = response
      const data = await readReply(response)
      return { ok, status, headers, data, response }
    } catch (error) {
      // An abort is reported as such, not as a network failure, and so is a problem thrown by the
      // caller's own `fetch`.
      if (signal?.aborted || error instanceof ProblemError) throw error
      throw unreachable(`${method} ${url}`, error)
    }
  }

  const callForData =
    (verb: Verb) =>
    async (path: string, call?: AnyOptions): Promise<unknown> =>
      (await send(verb, path, call)).data

  return {
    send,
    get: callForData('get'),
    post: callForData('post'),
    put: callForData('put'),
    patch: callForData('patch'),
    delete: callForData('delete'),
    page: async (path: string, call?: AnyOptions) => {
      const { data, headers } = await send('get', path, call)
      return { data, nextPageToken: nextPageToken(headers) }
    },
  } as unknown as Client
}

interface Credential {
  headers(): Promise<Record<string, string>>
  /** Returns newer headers than the rejected ones. */
  renew?(refused: Record<string, string>): Promise<Record<string, string>>
}

function chooseCredential({ apiKey, token, getToken }: ClientOptions): Credential {
  if ([apiKey, token, getToken].filter(Boolean).length > 1) {
    throw new TypeError('Give createClient one of `apiKey`, `token` and `getToken`, not several.')
  }
  // `plat_full_` and `plat_scoped_`, but not `plat_frontend_`.
  if (/^plat_[fs](?!r)/.test(apiKey ?? '') && 'document' in globalThis) {
    console.error('Every visitor can read this API key for servers. Revoke it.')
  }
  if (!getToken) {
    const headers = { ...(apiKey && { 'x-api-key': apiKey }), ...(token && bearer(token)) }
    return { headers: async () => headers }
  }

  let current: Promise<Record<string, string>> | undefined
  const headers = () => {
    current ??= getToken().then(bearer)
    // After a failure, the next call requests a token again.
    current.catch(() => (current = undefined))
    return current
  }
  return {
    headers,
    // Calls that were rejected together share one new token.
    async renew(refused) {
      if ((await current) === refused) current = undefined
      return headers()
    },
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

function orThrow(reply: Reply<unknown> & { ok: boolean; response: Response }): Reply<unknown> {
  const { ok, response, data, status, headers } = reply
  if (!ok) throw toProblemError(response, data)
  return { data, status, headers }
}

async function readReply(response: Response): Promise<unknown> {
  const text = await response.text()
  if (!text) return undefined
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '')
  return isJson ? JSON.parse(text) : text
}

const fillPath = (path: string, params: Record<string, string> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

function formatQuery(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) {
      if (one !== undefined) search.append(name, String(one))
    }
  }
  return search.size ? `?${search}` : ''
}

function nextPageToken(headers: Headers): string | undefined {
  const next = /<([^>]*)>\s*;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1]
  return next && (new URL(next, 'http://localhost').searchParams.get('pageToken') ?? undefined)
}
