import { z } from 'zod'
import {
  Consumer,
  Group,
  ofGroup,
  page,
  projectParam,
  queryBoolean,
  time,
  times,
  updateMask,
} from './common.ts'
import {
  consumerName,
  consumerRef,
  createTime,
  groupName,
  groupRef,
  projectId,
  provider,
} from './fields.ts'
import { id } from './ids.ts'
import { embeddedCallers, operation } from './operation.ts'
import { ProviderApp } from './provider-apps.ts'

export const ProviderMetadata = z
  .record(
    z.string().max(255),
    z.object({
      value: z.string().max(4096).describe('The value.'),
      source: z
        .enum(['input', 'token', 'provider'])
        .describe('Where the value comes from: the end user, the token, or the provider.'),
      displayName: z.string().optional().describe('Its name, for people.'),
    }),
  )
  .meta({
    id: 'ProviderMetadata',
    description: 'What is known of an account at a provider, by name.',
  })
export type ProviderMetadata = z.infer<typeof ProviderMetadata>

const token = z.object({
  token: z.string().min(1).describe('The token.'),
  issuedAt: time().optional().describe('When it was issued.'),
  expiresAt: time().optional().describe('When it ends.'),
})

export const Oauth2AuthorizationCode = z
  .object({
    accessToken: token.optional().describe('Sent with each call.'),
    refreshToken: token.optional().describe('Buys new access tokens.'),
    scopes: z.array(z.string()).optional().describe('What it was granted.'),
  })
  .meta({
    id: 'Oauth2AuthorizationCode',
    description: 'Tokens that an end user’s authorization gave.',
  })
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
    id: id('conn').describe('Identifies the record. Opaque; it sorts by creation.'),
    projectId,
    provider,
    providerApp: ProviderApp.optional().describe('The OAuth client that was used.'),
    group: Group.describe('The customer whose it is.'),
    consumer: Consumer.describe('The end user who connected.'),
    providerWorkspaceRef: z
      .string()
      .optional()
      .describe('The customer’s workspace at the provider, such as the subdomain in its URLs.'),
    providerConsumerRef: z
      .string()
      .optional()
      .describe('What the provider calls the person who connected.'),
    ...times,
    authScheme: AuthScheme.describe('How calls are authenticated.'),
    status: ConnectionStatus.describe(
      '`working` once a call succeeded; `bad_credentials` once one was refused.',
    ),
    oauth2AuthorizationCode: Oauth2AuthorizationCode.optional().describe(
      'Tokens that the end user’s authorization gave.',
    ),
    apiKey: z
      .string()
      .optional()
      .describe('The API key at the provider; only with `includeCreds`.'),
    providerMetadata: ProviderMetadata.optional().describe(
      'What else is known of the account at the provider.',
    ),
    refreshFailure: RefreshFailure.optional().describe(
      'Why its tokens could not be renewed; absent while they can.',
    ),
  })
  .meta({ id: 'Connection', description: 'A customer’s credentials at a provider.' })
export type Connection = z.infer<typeof Connection>

const credentials = {
  apiKey: z.string().min(1).max(8192).optional().describe('The API key at the provider.'),
  customAuth: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('What the provider’s own scheme asks for, by name.'),
  basicAuth: z
    .object({
      username: z.string().describe('The user name.'),
      password: z.string().describe('The password.'),
    })
    .optional()
    .describe('User name and password for HTTP Basic authentication.'),
  oauth2ClientCredentials: z
    .object({
      clientId: z.string().min(1).describe('The client ID of the OAuth client.'),
      clientSecret: z
        .string()
        .min(1)
        .describe('The client’s secret. It is written and never read.'),
      scopes: z.array(z.string()).optional().describe('What it was granted.'),
    })
    .optional()
    .describe('A client that gets tokens for itself.'),
  oauth2PasswordCredentials: z
    .object({
      username: z.string().describe('The user name.'),
      password: z.string().describe('The password.'),
      clientId: z.string().describe('The client ID of the OAuth client.'),
      clientSecret: z.string().describe('The client’s secret. It is written and never read.'),
      scopes: z.array(z.string()).optional().describe('What it was granted.'),
    })
    .optional()
    .describe('A client and a user’s password, exchanged for tokens.'),
  oauth2AuthorizationCode: Oauth2AuthorizationCode.optional().describe(
    'Tokens that the end user’s authorization gave.',
  ),
}

const secretFields = Object.keys(credentials)

export const GenerateConnectionRequest = z
  .object({
    provider,
    groupRef,
    groupName,
    consumerRef,
    consumerName,
    providerWorkspaceRef: z
      .string()
      .max(512)
      .optional()
      .describe('The customer’s workspace at the provider, such as the subdomain in its URLs.'),
    providerMetadata: ProviderMetadata.optional().describe(
      'What else is known of the account at the provider.',
    ),
    ...credentials,
  })
  .meta({
    id: 'GenerateConnectionRequest',
    description: 'A connection from credentials that you have.',
  })
export type GenerateConnectionRequest = z.infer<typeof GenerateConnectionRequest>

const connectionParams = z.object({
  ...projectParam,
  connectionId: z.string().describe('The connection.'),
})

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
    projectIdOrName: z.string().min(1).describe('The project, by its ID or its name.'),
    provider: z.string().min(1).describe('The provider, as the catalogue names it.'),
    groupRef,
    groupName,
    consumerRef,
    consumerName,
    providerWorkspaceRef: z
      .string()
      .max(512)
      .optional()
      .describe('The customer’s workspace at the provider, such as the subdomain in its URLs.'),
    providerMetadata: ProviderMetadata.optional().describe(
      'What else is known of the account at the provider.',
    ),
    providerAppId: z
      .string()
      .optional()
      .describe('The provider app; the provider’s default one when left out.'),
    enableCSRFProtection: z
      .boolean()
      .optional()
      .describe(
        'Accepted for existing clients, and always so: the flow belongs to the browser that began it.',
      ),
    changeAccount: z
      .boolean()
      .optional()
      .describe(
        'Whether the end user may sign in to another account than the connected one. What was read is then read anew.',
      ),
  }),
  success: 200,
  reply: 'text',
  problems: ['provider-not-found', 'provider-not-supported', 'provider-app-missing'],
})

export const ConnectSession = z
  .object({
    id: id('csn').describe('Identifies the record. Opaque; it sorts by creation.'),
    status: z.enum(['pending', 'succeeded', 'failed', 'expired']).describe('Where it stands.'),
    provider,
    connectionId: id('conn').optional().describe('The connection.'),
    error: z.string().optional().describe('What went wrong.'),
    createTime,
    expireTime: time().describe('When it ends by itself.'),
  })
  .meta({ id: 'ConnectSession', description: 'An end user on the way to connect a provider.' })
export type ConnectSession = z.infer<typeof ConnectSession>

export const getConnectSession = operation({
  id: 'getConnectSession',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/connect-sessions/{connectSessionId}',
  tag: 'Connections',
  summary: 'Get the outcome of connecting',
  callers: embeddedCallers,
  permission: 'connection:read',
  params: z.object({
    ...projectParam,
    connectSessionId: z
      .string()
      .describe('The connect session, as the `X-Connect-Session` header named it.'),
  }),
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
  query: z.object({
    ...ofGroup,
    changeAccount: queryBoolean()
      .optional()
      .describe(
        'Whether the end user may sign in to another account than the connected one. What was read is then read anew.',
      ),
  }),
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
    provider: z.string().optional().describe('The provider, as the catalogue names it.'),
    groupRef: z
      .string()
      .optional()
      .describe('Your own reference to a customer: a company, team or workspace.'),
    consumerRef: z.string().optional().describe('Your own reference to an end user.'),
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
    includeCreds: queryBoolean()
      .optional()
      .describe('Whether the reply tells tokens and keys. Needs `connection:write`.'),
    includeRefreshToken: queryBoolean()
      .optional()
      .describe('Whether it tells the refresh token as well.'),
    refresh: z
      .enum(['force', 'ifExpired'])
      .optional()
      .describe('Refreshes the access token first: always, or only when it has expired.'),
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
    updateMask: updateMask(['providerWorkspaceRef', 'providerMetadata', ...secretFields]),
    connection: GenerateConnectionRequest.partial().describe('The new values.'),
  }),
  success: 200,
  reply: Connection,
  problems: ['connection-not-found', 'provider-not-found'],
})
