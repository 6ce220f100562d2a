import type { OptionsOf } from '@platform/client'
import type { UiApi } from '../api.ts'
import type { Connection, GenerateConnectionRequest, ProviderMetadata } from '../config/wire.ts'
import type { OAuthStart } from './use-oauth.ts'

export interface ConnectScope {
  consumerRef: string
  consumerName?: string
  groupRef: string
  groupName?: string
}

export interface ConnectRequest extends ConnectScope {
  provider: string
  providerMetadata?: ProviderMetadata
  providerWorkspaceRef?: string
}

/** A named account gets a connection of its own. */
const toNewAccount = ({ caller }: UiApi) => (caller.instance ? { addAccount: true } : {})

export async function beginOAuth(api: UiApi, request: ConnectRequest): Promise<OAuthStart> {
  const { data, headers } = await api.send('post', '/v1/oauth-connect', {
    body: { projectIdOrName: api.project, ...request, ...toNewAccount(api) },
  })
  return { url: data, connectSessionId: headers.get('x-connect-session') }
}

export interface CustomConnectRequest extends ConnectScope {
  provider: string
  providerMetadata?: ProviderMetadata
  customAuth?: Record<string, unknown>
}

/** Connects by a provider's own scheme, or returns the page where the user continues. */
export async function connectCustom(
  api: UiApi,
  request: CustomConnectRequest,
): Promise<{ connectionId: string } | OAuthStart> {
  const { connection, redirect } = await api.post('/v1/custom-auth/connect', {
    body: { projectIdOrName: api.project, ...request, ...toNewAccount(api) },
  })
  if (connection) return { connectionId: connection.id }
  return { url: redirect?.url ?? '', connectSessionId: redirect?.sessionId ?? null }
}

/** Starts a new sign-in for an existing connection. */
export async function beginOAuthUpdate(
  api: UiApi,
  connectionId: string,
  { changeAccount }: { changeAccount?: boolean },
): Promise<OAuthStart> {
  const { data, headers } = await api.send(
    'patch',
    '/v1/projects/{projectIdOrName}/connections/{connectionId}:oauth-update',
    {
      params: { projectIdOrName: api.project, connectionId },
      query: { groupRef: api.caller.groupRef, ...(changeAccount && { changeAccount }) },
    },
  )
  return { url: data, connectSessionId: headers.get('x-connect-session') }
}

export const requestConnection = (
  api: UiApi,
  body: GenerateConnectionRequest,
): Promise<Connection> =>
  api.post('/v1/projects/{projectIdOrName}/connections:generate', {
    params: { projectIdOrName: api.project },
    body,
  })

export type ConnectionChange = OptionsOf<
  'patch',
  '/v1/projects/{projectIdOrName}/connections/{connectionId}'
>['body']

export const requestConnectionUpdate = (
  api: UiApi,
  connectionId: string,
  body: ConnectionChange,
): Promise<Connection> =>
  api.patch('/v1/projects/{projectIdOrName}/connections/{connectionId}', {
    params: { projectIdOrName: api.project, connectionId },
    query: { groupRef: api.caller.groupRef },
    body,
  })

export const requestConnectionDeletion = (api: UiApi, connectionId: string): Promise<unknown> =>
  api.delete('/v1/projects/{projectIdOrName}/connections/{connectionId}', {
    params: { projectIdOrName: api.project, connectionId },
    query: { groupRef: api.caller.groupRef },
  })
