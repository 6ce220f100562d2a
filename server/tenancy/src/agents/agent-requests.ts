import {
  AgentCapability,
  alwaysAllowedToAgents,
  projectMcpPath,
  type AgentRequest,
} from '@platform/contract'
import type { TenantEgress } from '@platform/kernel/egress'
import { invalidInput } from '@platform/kernel/problems/problem'
import type { Secrets } from '@platform/kernel/secrets'
import { ClientRefused, findAgentClient, type AgentClient } from './clients.ts'
import {
  faultOfRedirectUri,
  hostOfRedirect,
  isOnMachine,
  isRegisteredUri,
  redirectWith,
} from './redirect-uris.ts'

/** A valid OAuth authorization request of a client. */
export interface CheckedRequest {
  client: AgentClient
  redirectUri: string
  codeChallenge: string
  state: string | undefined
  capabilities: AgentCapability[]
}

export interface RequestServices {
  secrets: Secrets
  egress: Pick<TenantEgress, 'request'>
  publicUrl: string
}

/**
 * Validates an authorization request. An invalid one is reported to the person and never redirected:
 * anybody can register a client, so a redirect would lead anywhere (RFC 9700, 4.11.2).
 */
export async function checkAgentRequest(
  services: RequestServices,
  { text, at }: { text: string; at: 'query' | 'body' },
): Promise<CheckedRequest> {
  const reject = (detail: string) => invalidInput({ in: at, name: 'request', detail })
  const parameters = new URLSearchParams(text)
  const names = [...parameters.keys()]
  const repeated = names.find((name, index) => names.indexOf(name) !== index && name !== 'resource')
  if (repeated) throw reject(`${repeated.slice(0, 100)} is set more than once.`)
  const of = (name: string) => parameters.get(name) ?? ''

  const client = await findAgentClient(services, of('client_id')).catch((error: unknown) => {
    throw error instanceof ClientRefused ? reject(error.message) : error
  })
  const redirectUri = of('redirect_uri')
  const fault = faultOfRedirectUri(redirectUri)
  if (fault) throw reject(`The redirect URI is invalid. ${fault}`)
  if (!isRegisteredUri(client.redirectUris, redirectUri)) {
    throw reject('The redirect URI is not one that the client has registered.')
  }
  if (of('response_type') !== 'code') throw reject('`response_type` must be `code`.')
  if (of('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(of('code_challenge'))) {
    throw reject('A `code_challenge` with the method S256 is required (PKCE).')
  }
  const wrong = parameters.getAll('resource').find((one) => !isResource(one, services.publicUrl))
  if (wrong !== undefined) {
    throw reject(
      `The resource ${wrong.slice(0, 300)} is not at this server. Use ${getResource(services.publicUrl)}.`,
    )
  }
  const state = parameters.get('state') ?? undefined
  if (state !== undefined && state.length > 4000) throw reject('`state` is too long.')
  const scopes = of('scope').split(' ')
  return {
    client,
    redirectUri,
    codeChallenge: of('code_challenge'),
    state,
    capabilities: AgentCapability.options.filter(
      (one) => scopes.includes(one) || alwaysAllowedToAgents.some((always) => always === one),
    ),
  }
}

/** The MCP server that agents' tokens are for. */
export const getResource = (publicUrl: string): string => `${publicUrl}${projectMcpPath}`

/** Reports whether a client means this MCP server. Some clients add a slash to its address. */
export const isResource = (named: string, publicUrl: string): boolean =>
  named.replace(/\/$/, '') === getResource(publicUrl)

/** Describes the request to the person who decides on it. */
export const toAgentRequest = (
  { client, redirectUri, state, capabilities }: CheckedRequest,
  publicUrl: string,
): AgentRequest => ({
  name: client.name,
  host: hostOfRedirect(redirectUri),
  isLocal: isOnMachine(redirectUri),
  ...(client.document !== undefined && { document: client.document }),
  capabilities,
  denialUrl: redirectWith(redirectUri, { error: 'access_denied', state, iss: publicUrl }),
})
