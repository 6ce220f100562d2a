import { z } from 'zod'
import {
  Consumer,
  Group,
  ofGroup,
  page,
  projectParam,
  queryBoolean,
  ref,
  time,
  times,
} from './common.ts'
import { id } from './ids.ts'
import { embeddedCallers, operation } from './operation.ts'
import { ProviderApp } from './provider-apps.ts'

export const ProviderMetadata = z
  .record(
    z.string().max(255),
    z.object({
      value: z.string().max(4096),
      source: z.enum(['input', 'token', 'provider']),
      displayName: z.string().optional(),
    }),
  )
  .meta({ id: 'ProviderMetadata' })
export type ProviderMetadata = z.infer<typeof ProviderMetadata>

const token = z.object({
  token: z.string().min(1),
  issuedAt: time().optional(),
  expiresAt: time().optional(),
})

export const Oauth2AuthorizationCode = z
  .object({
    accessToken: token.optional(),
    refreshToken: token.optional(),
    scopes: z.array(z.string()).optional(),
  })
  .meta({ id: 'Oauth2AuthorizationCode' })
export type Oauth2AuthorizationCode = z.infer<typeof Oauth2AuthorizationCode>

export const AuthScheme = z.enum([
  'none',
  'apiKey',
  'basic',
  'custom',
  'oauth2/authorizationCode',
  'oauth2/authorizationCodePKCE',
  'oauth2/clientCredentials',
  'oauth2/password',
])
export type AuthScheme = z.infer<typeof AuthScheme>

export const ConnectionStatus = z.enum(['created', 'working', 'bad_credentials'])
export type ConnectionStatus = z.infer<typeof ConnectionStatus>

export const RefreshFailure = z
  .object({
    failuresInARow: z.int().describe('How often they could not be renewed since it last worked.'),
    detail: z.string().describe('What the provider answered last.'),
    time: time().optional().describe('When that was.'),
    retryTime: time()
      .optional()
      .describe('When they are renewed again, unless they are used before.'),
  })
  .meta({
    id: 'RefreshFailure',
    description: 'That the tokens of the connection could not be renewed; gone once they are.',
  })

export const Connection = z
  .object({
    id: id('conn'),
    projectId: id('proj'),
    provider: z.string(),
    providerApp: ProviderApp.optional(),
    group: Group,
    consumer: Consumer,
    providerWorkspaceRef: z.string().optional(),
    providerConsumerRef: z.string().optional(),
    ...times,
    authScheme: AuthScheme,
    status: ConnectionStatus,
    oauth2AuthorizationCode: Oauth2AuthorizationCode.optional(),
    apiKey: z.string().optional(),
    providerMetadata: ProviderMetadata.optional(),
    refreshFailure: RefreshFailure.optional().describe(
      'Why its tokens could not be renewed; absent while they can.',
    ),
  })
  .meta({ id: 'Connection' })
export type Connection = z.infer<typeof Connection>

const credentials = {
  apiKey: z.string().min(1).max(8192).optional(),
  customAuth: z.record(z.string(), z.unknown()).optional(),
  basicAuth: z.object({ username: z.string(), password: z.string() }).optional(),
  oauth2ClientCredentials: z
    .object({
      clientId: z.string().min(1),
      clientSecret: z.string().min(1),
      scopes: z.array(z.string()).optional(),
    })
    .optional(),
  oauth2PasswordCredentials: z
    .object({
      username: z.string(),
      password: z.string(),
      clientId: z.string(),
      clientSecret: z.string(),
      scopes: z.array(z.string()).optional(),
    })
    .optional(),
  oauth2AuthorizationCode: Oauth2AuthorizationCode.optional(),
}

export const GenerateConnectionRequest = z
  .object({
    provider: z.string(),
    groupRef: ref(),
    groupName: z.string().max(512).optional(),
    consumerRef: ref(),
    consumerName: z.string().max(512).optional(),
    providerWorkspaceRef: z.string().max(512).optional(),
    providerMetadata: ProviderMetadata.optional(),
    ...credentials,
  })
  .meta({ id: 'GenerateConnectionRequest' })
export type GenerateConnectionRequest = z.infer<typeof GenerateConnectionRequest>

const connectionParams = z.object({ ...projectParam, connectionId: z.string() })

export const oauthConnect = operation({
  id: 'oauthConnect',
  method: 'POST',
  path: '/v1/oauth-connect',
  tag: 'Connections',
  summary: 'Start connecting by OAuth',
  description:
    'Replies the URL to open, usually in a popup: it leads to the provider, and its flow is the one of the browser that opens it. The `X-Connect-Session` header names the connect session, whose outcome can be polled.',
  callers: embeddedCallers,
  permission: 'connection:write',
  body: z.object({
    projectIdOrName: z.string().min(1),
    provider: z.string().min(1),
    groupRef: ref(),
    groupName: z.string().max(512).optional(),
    consumerRef: ref(),
    consumerName: z.string().max(512).optional(),
    providerWorkspaceRef: z.string().max(512).optional(),
    providerMetadata: ProviderMetadata.optional(),
    providerAppId: z.string().optional(),
    enableCSRFProtection: z.boolean().optional(),
    changeAccount: z.boolean().optional(),
  }),
  success: 200,
  reply: 'text',
  problems: ['provider-not-found', 'provider-not-supported', 'provider-app-missing'],
})

export const ConnectSession = z
  .object({
    id: id('csn'),
    status: z.enum(['pending', 'succeeded', 'failed', 'expired']),
    provider: z.string(),
    connectionId: id('conn').optional(),
    error: z.string().optional(),
    createTime: time(),
    expireTime: time(),
  })
  .meta({ id: 'ConnectSession' })
export type ConnectSession = z.infer<typeof ConnectSession>

export const getConnectSession = operation({
  id: 'getConnectSession',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/connect-sessions/{connectSessionId}',
  tag: 'Connections',
  summary: 'Get the outcome of connecting',
  callers: embeddedCallers,
  permission: 'connection:read',
  params: z.object({ ...projectParam, connectSessionId: z.string() }),
  success: 200,
  reply: ConnectSession,
  problems: ['connect-session-not-found'],
})

export const oauthUpdate = operation({
  id: 'oauthUpdate',
  method: 'PATCH',
  path: '/v1/projects/{projectIdOrName}/connections/{connectionId}:oauth-update',
  tag: 'Connections',
  summary: 'Start authenticating a connection again',
  description:
    'The end user signs in to the account that is connected. With `changeAccount` it may be another one: what was read is then read anew.',
  callers: embeddedCallers,
  permission: 'connection:write',
  params: connectionParams,
  query: z.object({ ...ofGroup, changeAccount: queryBoolean().optional() }),
  success: 200,
  reply: 'text',
  problems: ['connection-not-found', 'provider-not-supported', 'provider-app-missing'],
})

export const listConnections = operation({
  id: 'listConnections',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/connections',
  tag: 'Connections',
  summary: 'List connections',
  callers: embeddedCallers,
  permission: 'connection:read',
  params: z.object(projectParam),
  query: z.object({
    provider: z.string().optional(),
    groupRef: z.string().optional(),
    consumerRef: z.string().optional(),
    ...page,
  }),
  success: 200,
  reply: z.array(Connection),
})

export const generateConnection = operation({
  id: 'generateConnection',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/connections:generate',
  tag: 'Connections',
  summary: 'Create a connection from credentials',
  description: 'For credentials that need no browser, and for tokens imported from elsewhere.',
  callers: embeddedCallers,
  permission: 'connection:write',
  params: z.object(projectParam),
  body: GenerateConnectionRequest,
  success: 201,
  reply: Connection,
  problems: ['provider-not-found', 'provider-not-supported'],
})

export const getConnection = operation({
  id: 'getConnection',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/connections/{connectionId}',
  tag: 'Connections',
  summary: 'Get a connection',
  description:
    '`includeCreds` and `includeRefreshToken` need the scope `full` or a builder with the permission `connection:write`.',
  callers: embeddedCallers,
  permission: 'connection:read',
  params: connectionParams,
  query: z.object({
    ...ofGroup,
    includeCreds: queryBoolean().optional(),
    includeRefreshToken: queryBoolean().optional(),
    refresh: z.enum(['force', 'ifExpired']).optional(),
  }),
  success: 200,
  reply: Connection,
  problems: ['connection-not-found', 'credentials-refused', 'provider-unavailable'],
})

export const deleteConnection = operation({
  id: 'deleteConnection',
  method: 'DELETE',
  path: '/v1/projects/{projectIdOrName}/connections/{connectionId}',
  tag: 'Connections',
  summary: 'Delete a connection',
  description: 'Refused while an installation uses it.',
  callers: embeddedCallers,
  permission: 'connection:write',
  params: connectionParams,
  query: z.object(ofGroup),
  success: 204,
  reply: null,
  problems: ['connection-not-found', 'connection-in-use'],
})

export const updateConnection = operation({
  id: 'updateConnection',
  method: 'PATCH',
  path: '/v1/projects/{projectIdOrName}/connections/{connectionId}',
  tag: 'Connections',
  summary: 'Update credentials or metadata of a connection',
  description:
    'Credentials stay with the hosts that they were given for: a change of the address of the account needs new ones in the same call. What token replies tell cannot be written.',
  callers: embeddedCallers,
  permission: 'connection:write',
  params: connectionParams,
  query: z.object(ofGroup),
  body: z.object({
    updateMask: z
      .array(
        z.enum([
          'providerWorkspaceRef',
          'providerMetadata',
          'apiKey',
          'basicAuth',
          'customAuth',
          'oauth2AuthorizationCode',
          'oauth2ClientCredentials',
          'oauth2PasswordCredentials',
        ]),
      )
      .min(1),
    connection: GenerateConnectionRequest.partial(),
  }),
  success: 200,
  reply: Connection,
  problems: ['connection-not-found', 'provider-not-found'],
})
