import { createClient, type Client } from '@platform/client'
import type { PlatformOptions } from './options.ts'
import { localProblem } from './local-problem.ts'
import { Tokens, type Caller, type GetToken } from './tokens.ts'

/** API client of one caller. */
export interface Api extends Client {
  project: string
  /** Identifies the caller in cache keys. */
  callerKey: string
  caller: Caller
}

type ApiOptions = Pick<PlatformOptions, 'project' | 'baseUrl' | 'fetch'> & {
  apiKey?: string
  getToken?: GetToken
}

/** Returns a function that creates the API client of each caller once. */
export function apis(options: ApiOptions): (caller: Caller) => Api {
  const made = new Map<string, Api>()
  const tokens = options.getToken && new Tokens(options.getToken)

  return (caller) => {
    // A store may be shared by providers of several projects.
    const callerKey = JSON.stringify([
      baseUrlOf(options),
      options.project,
      caller.groupRef,
      caller.consumerRef ?? '',
    ])
    const existing = made.get(callerKey)
    if (existing) return existing

    const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
    const client = createClient({
      baseUrl: baseUrlOf(options),
      ...(options.apiKey && { apiKey: options.apiKey }),
      fetch: tokens ? withToken(send, tokens, caller) : send,
    })
    const api: Api = { ...client, project: options.project, caller, callerKey }
    made.set(callerKey, api)
    return api
  }
}

export const baseUrlOf = ({ baseUrl }: Pick<PlatformOptions, 'baseUrl'>): string =>
  baseUrl ?? (typeof location === 'undefined' ? '' : location.origin)

/** Adds the token of the caller and renews a rejected token once. */
const withToken =
  (send: typeof fetch, tokens: Tokens, caller: Caller): typeof fetch =>
  async (input, init) => {
    const attempt = (token: string) => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${token}`)
      return send(input, { ...init, headers })
    }

    const token = await confirmed(tokens.get(caller))
    const response = await attempt(token)
    if (response.status !== 401) return response

    await tokens.drop(caller, token)
    return attempt(await confirmed(tokens.get(caller)))
  }

/** Converts a failure of `getToken` into a session problem instead of a network problem. */
const confirmed = (token: Promise<string>) =>
  token.catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw localProblem('session-unconfirmed', `getToken failed: ${reason}`, 401, cause)
  })
