import { createClient, type Client } from '@platform/client'
import type { PlatformOptions } from './config/options.ts'
import { localProblem } from './config/local-problem.ts'
import { TokenStore, type TokenCaller, type GetToken } from './tokens.ts'

/** An end user, and the account of their group that the components are about. */
export interface UiCaller extends TokenCaller {
  /** Of an integration that allows several; the default one if unset. */
  instance?: string | undefined
}

/** API client of one caller. */
export interface UiApi extends Client {
  project: string
  /** Identifies the caller in cache keys. */
  callerKey: string
  caller: UiCaller
}

type ApiOptions = Pick<PlatformOptions, 'project' | 'baseUrl' | 'fetch'> & {
  apiKey?: string
  getToken?: GetToken
}

/** Returns a function that creates the API client of each caller once. */
export function apis(options: ApiOptions): (caller: UiCaller) => UiApi {
  const made = new Map<string, UiApi>()
  const tokens = options.getToken && new TokenStore(options.getToken)

  return (caller) => {
    // A store may be shared by providers of several projects.
    const callerKey = JSON.stringify([
      apiBaseUrl(options),
      options.project,
      caller.groupRef,
      caller.consumerRef ?? '',
      ...(caller.instance ? [caller.instance] : []),
    ])
    const existing = made.get(callerKey)
    if (existing) return existing

    const send = ofPlatform(options)
    const client = createClient({
      baseUrl: apiBaseUrl(options),
      ...(options.apiKey && { apiKey: options.apiKey }),
      fetch: tokens ? withToken(send, tokens, caller) : send,
    })
    const api: UiApi = { ...client, project: options.project, caller, callerKey }
    made.set(callerKey, api)
    return api
  }
}

export const apiBaseUrl = ({ baseUrl }: Pick<PlatformOptions, 'baseUrl'>): string =>
  baseUrl ?? (typeof location === 'undefined' ? '' : location.origin)

/**
 * Rejects an HTML page as a reply of the platform: another server answered, which the customer
 * cannot fix. An error page of a gateway stays an outage.
 */
function ofPlatform(options: ApiOptions): typeof fetch {
  const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  return async (input, init) => {
    const response = await send(input, init)
    const isPage = response.headers.get('content-type')?.includes('html')
    if (!isPage || response.status >= 500) return response
    const answered = `${apiBaseUrl(options)} answered with a web page, so it is not the platform.`
    const remedy = options.baseUrl
      ? 'Correct baseUrl in the options of PlatformProvider.'
      : 'Set baseUrl in the options of PlatformProvider to the URL of the platform.'
    throw localProblem('base-url-wrong', `${answered} ${remedy}`, 404)
  }
}

/** Adds the caller's token, and renews a rejected token once. */
const withToken =
  (send: typeof fetch, tokens: TokenStore, caller: TokenCaller): typeof fetch =>
  async (input, init) => {
    const attempt = (token: string) => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${token}`)
      return send(input, { ...init, headers })
    }

    const token = await confirmToken(tokens.get(caller))
    const response = await attempt(token)
    if (response.status !== 401) return response

    await tokens.drop(caller, token)
    return attempt(await confirmToken(tokens.get(caller)))
  }

/** Converts a failure of `getToken` into a session problem instead of a network problem. */
const confirmToken = (token: Promise<string>) =>
  token.then(mustBeToken, (cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw localProblem('session-unconfirmed', `getToken failed: ${reason}`, 401, cause)
  })

/** Missing routes often return the product's own HTML page. */
function mustBeToken(token: unknown): string {
  const what = wrongToken(token)
  if (what !== undefined) {
    const detail = `getToken returned ${what} in place of a token. Check the address of your token route and the proxy that leads to it: the route must answer with the token alone.`
    throw localProblem('token-malformed', detail, 401)
  }
  return token as string
}

function wrongToken(token: unknown): string | undefined {
  if (typeof token !== 'string') return token === undefined ? 'undefined' : 'an object'
  const first = token.trim()[0]
  return first === '<' ? 'a web page' : first === '{' ? 'JSON' : undefined
}
