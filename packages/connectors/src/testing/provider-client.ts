import type { ProviderClient, ProviderRequest } from '@platform/connector'

/** A client that records its requests. */
export interface RehearsalClient extends ProviderClient {
  readonly requests: ProviderRequest[]
}

/** A client like the engine's, without its guards. */
export class TestClient implements RehearsalClient {
  readonly metadata = {}
  readonly requests: ProviderRequest[] = []
  readonly #baseURL: string
  readonly #accessToken: string
  #spoilt = ''

  constructor(baseURL: string, accessToken = 'token') {
    this.#baseURL = baseURL
    this.#accessToken = accessToken
  }

  /**
   * Corrupts a query parameter of the next request that has it, so that the provider rejects it.
   */
  spoilNext(parameter: string): void {
    this.#spoilt = parameter
  }

  async request(request: ProviderRequest) {
    this.requests.push(request)
    const { method = 'GET', path, query = {}, headers = {}, tokenPlaceholder, anonymous } = request
    const body =
      typeof request.body === 'string' && tokenPlaceholder !== undefined
        ? request.body.replaceAll(tokenPlaceholder, this.#accessToken)
        : request.body
    const url = new URL(path, this.#baseURL)
    for (const [name, value] of Object.entries(query)) {
      for (const each of [value ?? []].flat()) url.searchParams.append(name, String(each))
    }
    if (url.searchParams.has(this.#spoilt)) url.searchParams.set(this.#spoilt, 'spoilt')
    this.#spoilt = ''
    const isText = typeof body === 'string'
    const reply = await fetch(url, {
      method,
      headers: {
        ...(!anonymous && { authorization: `Bearer ${this.#accessToken}` }),
        ...(body !== undefined && !isText && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      ...(request.signal && { signal: request.signal }),
    })
    const text = await reply.text()
    const replyHeaders = Object.fromEntries(reply.headers)
    return { status: reply.status, headers: replyHeaders, body: parseReply(replyHeaders, text) }
  }
}

function parseReply(headers: Record<string, string>, text: string): unknown {
  if (!String(headers['content-type']).includes('json')) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
