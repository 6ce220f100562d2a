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
} from '../values/common.ts'
import {
  consumerName,
  consumerRef,
  groupName,
  groupRef,
  projectId,
  provider,
  recordId,
} from '../installations/fields.ts'
import { Health } from './health.ts'
import { id } from '../values/ids.ts'
import { embeddedCallers, operation, projectCallers } from '../openapi/operation.ts'
import { ProviderApp } from '../providers/provider-apps.ts'

export const ProviderMetadata = z
  .record(
    z.string().max(255),
    z.object({
      value: z.string().max(4096).describe('Value that replaces `{{name}}` in URLs and templates.'),
      source: z
        .enum(['input', 'token', 'provider'])
        .describe('Source of the value: the end user, the token reply or the provider.'),
      displayName: z.string().optional().describe('Label shown with the value.'),
    }),
  )
  .meta({
    id: 'ProviderMetadata',
    description: 'Provider-specific values of the account, by variable name.',
  })
export type ProviderMetadata = z.infer<typeof ProviderMetadata>

const token = z.object({
  token: z
    .string()
    .min(1)
    .describe('Token value. Secret: returned only to callers allowed to read credentials.'),
  issuedAt: time().optional().describe('Time at which the provider issued the token, if reported.'),
  expiresAt: time()
    .optional()
    .describe('Time at which the token expires. Absent if the provider does not report it.'),
})

export const Oauth2AuthorizationCode = z
  .object({
    accessToken: token
      .optional()
      .describe('Access token sent with calls. Refreshed before it expires.'),
    refreshToken: token
      .optional()
      .describe(
        'Refresh token. Returned only with `includeRefreshToken`. Absent if the provider issues none.',
      ),
    scopes: z
      .array(z.string())
      .optional()
      .describe('Scopes granted by the provider; possibly fewer than requested.'),
  })
  .meta({
    id: 'Oauth2AuthorizationCode',
    description: 'Tokens obtained through the end user’s authorization.',
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

export const RefreshFailureKind = z.enum(['outage', 'oauthClient', 'grant'])
export type RefreshFailureKind = z.infer<typeof RefreshFailureKind>

export const RefreshFailure = z
  .object({
    kind: RefreshFailureKind.describe(
      '`outage`: the provider gave no usable response. `oauthClient`: the provider rejects the OAuth client; correct the provider app. `grant`: the end user’s grant has ended.',
    ),
    failuresInARow: z.int().describe('Number of consecutive failed refreshes.'),
    detail: z.string().describe('Last error from the provider.'),
    since: time()
      .optional()
      .describe('Time of the first failure since the last successful refresh.'),
    time: time().optional().describe('Time of the last failure.'),
    retryTime: time()
      .optional()
      .describe('Time of the next scheduled refresh. Using the connection triggers one earlier.'),
  })
  .meta({
    id: 'RefreshFailure',
    description:
      'Failure to refresh the connection’s tokens. Cleared by the next successful refresh.',
  })

/** What an administrator of the customer’s account must correct; `needsSignIn` alone does not say it. */
export const AccountBlock = z.enum([
  'passwordExpired',
  'userLocked',
  'userInactive',
  'accountSuspended',
  'apiDisabled',
  'networkRestricted',
  'hoursRestricted',
  'appNotAllowed',
])
export type AccountBlock = z.infer<typeof AccountBlock>

export const Refusal = z
  .object({
    detail: z.string().describe('The provider’s message, truncated and without secrets.'),
    since: time().describe('Time of the first rejection.'),
    accountBlock: AccountBlock.optional().describe(
      'Present if the provider names a state of the account that somebody must change there: the password of the connected user has expired (`passwordExpired`), the user is locked out (`userLocked`) or deactivated (`userInactive`), the account is locked or its subscription has ended (`accountSuspended`), API access is turned off (`apiDisabled`), the network (`networkRestricted`) or the time of day (`hoursRestricted`) is restricted, or an administrator must approve the app (`appNotAllowed`). `health.remedy` says what to do.',
    ),
    retryTime: time()
      .optional()
      .describe(
        'Time of the next retry: daily for one week. Absent if only the end user can resolve the problem.',
      ),
  })
  .meta({
    id: 'Refusal',
    description:
      'Rejection of the credentials by the provider. Cleared when the provider accepts them again.',
  })

export const Connection = z
  .object({
    id: recordId('conn'),
    projectId,
    provider,
    providerApp: ProviderApp.optional().describe(
      'ID of the provider app whose OAuth client obtained the tokens. Absent if none is used or known.',
    ),
    group: Group.describe('Customer that owns the account.'),
    consumer: Consumer.describe('End user who created the connection.'),
    providerWorkspaceRef: z
      .string()
      .optional()
      .describe(
        'The customer’s workspace at the provider, such as the subdomain in its URLs. Absent if the provider has no workspaces.',
      ),
    providerConsumerRef: z
      .string()
      .optional()
      .describe('The provider’s ID for the person who connected. Absent if not reported.'),
    ...times,
    authScheme: AuthScheme.describe(
      'Authentication scheme of calls. For OAuth 2, `oauth2/…` includes the grant type.',
    ),
    status: ConnectionStatus.describe(
      '`created` until the provider first accepts the credentials, then `working`. `bad_credentials` once the provider rejects them.',
    ),
    tokenExpireTime: time()
      .optional()
      .describe(
        'Time at which the access token expires. It is refreshed earlier. Absent if unknown.',
      ),
    health: Health.describe(
      'Health of the connection, derived from `status`, `refusal` and `refreshFailure`.',
    ),
    oauth2AuthorizationCode: Oauth2AuthorizationCode.optional().describe(
      'OAuth tokens. Returned only with `includeCreds`.',
    ),
    apiKey: z
      .string()
      .optional()
      .describe('API key at the provider. Returned only with `includeCreds`.'),
    providerMetadata: ProviderMetadata.optional().describe(
      'Additional values of the account, from the end user, the token reply or the provider.',
    ),
    refreshFailure: RefreshFailure.optional().describe(
      'Why the last token refresh failed; absent if it succeeded.',
    ),
    refusal: Refusal.optional().describe(
      'Why the provider rejects the credentials; absent while it accepts them.',
    ),
  })
  .meta({ id: 'Connection', description: 'Credentials of a customer at a provider.' })
export type Connection = z.infer<typeof Connection>

const credentials = {
  apiKey: z
    .string()
    .min(1)
    .max(8192)
    .optional()
    .describe(
      'API key issued to the customer by the provider. Set exactly one type of credentials.',
    ),
  customAuth: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'Credentials for a provider-specific scheme: one value for each of the catalogue’s `inputs`, by name.',
    ),
  basicAuth: z
    .object({
      username: z
        .string()
        .describe('User name as defined by the provider; often an email address.'),
      password: z.string().describe('Password. Stored encrypted and never returned.'),
    })
    .optional()
    .describe('Credentials for HTTP Basic authentication.'),
  oauth2ClientCredentials: z
    .object({
      clientId: z.string().min(1).describe('Client ID issued to the customer by the provider.'),
      clientSecret: z
        .string()
        .min(1)
        .describe('Client secret of the customer. Stored encrypted and never returned.'),
      scopes: z
        .array(z.string())
        .optional()
        .describe('Scopes to request. Defaults to the provider’s default scopes.'),
    })
    .optional()
    .describe(
      'Credentials for a provider that issues an OAuth client to each customer. The platform uses it to obtain tokens.',
    ),
  oauth2PasswordCredentials: z
    .object({
      username: z.string().describe('User name of the customer’s user.'),
      password: z.string().describe('Password of the user. Stored encrypted and never returned.'),
      clientId: z.string().describe('Client ID issued to the customer by the provider.'),
      clientSecret: z
        .string()
        .describe('Client secret of the customer. Stored encrypted and never returned.'),
      scopes: z
        .array(z.string())
        .optional()
        .describe('Scopes to request. Defaults to the provider’s default scopes.'),
    })
    .optional()
    .describe('Credentials for a provider that exchanges a user’s password for tokens.'),
  oauth2AuthorizationCode: Oauth2AuthorizationCode.optional().describe(
    'Tokens imported from another system. They are refreshed with the project’s provider app, which must be the one they were issued to.',
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
      .describe(
        'The customer’s workspace at the provider, such as the subdomain in its URLs. Required if the catalogue’s URLs contain `{{workspace}}`.',
      ),
    providerMetadata: ProviderMetadata.optional().describe(
      'Values for the catalogue’s `metadata.input`, by name.',
    ),
    ...credentials,
  })
  .meta({
    id: 'GenerateConnectionRequest',
    description: 'Owner of the connection, and existing credentials.',
  })
export type GenerateConnectionRequest = z.infer<typeof GenerateConnectionRequest>

export const connectionParams = z.object({
  ...projectParam,
  connectionId: id('conn').describe('ID of the connection.'),
})

export const ConnectionRefresh = z
  .object({
    id: recordId('ref'),
    time: time().describe('Time of the refresh.'),
    outcome: z
      .enum(['renewed', 'failed'])
      .describe('`renewed`: the provider issued new tokens. `failed`: it did not.'),
    kind: RefreshFailureKind.optional().describe('Kind of failure; absent on success.'),
    detail: z.string().optional().describe('The provider’s error; absent on success.'),
  })
  .meta({ id: 'ConnectionRefresh', description: 'Attempt to refresh the tokens of a connection.' })
export type ConnectionRefresh = z.infer<typeof ConnectionRefresh>

export const listConnectionRefreshes = operation({
  id: 'listConnectionRefreshes',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/connections/{connectionId}/refreshes',
  tag: 'Connections',
  summary: 'List token refreshes of a connection',
  description: 'Covers the last 30 days, newest first.',
  callers: projectCallers,
  permission: 'connection:read',
  params: connectionParams,
  query: z.object(page),
  success: 200,
  reply: z.array(ConnectionRefresh),
  problems: ['connection-not-found'],
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
    provider: z
      .string()
      .optional()
      .describe('Returns only connections to this provider, by its name in the catalogue.'),
    groupRef: z
      .string()
      .optional()
      .describe(
        'Returns only connections of this customer. Required with a key of scope `frontend`.',
      ),
    consumerRef: z
      .string()
      .optional()
      .describe('Returns only connections created by this end user.'),
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
  description:
    'For credentials that require no browser, and for tokens imported from another system. Typed credentials are verified with the provider first and rejected credentials are not saved. If the provider does not respond, or has no call that verifies credentials, the connection is saved with `health` `unconfirmed`.',
  callers: embeddedCallers,
  permission: 'connection:write',
  params: z.object(projectParam),
  body: GenerateConnectionRequest,
  success: 201,
  reply: Connection,
  problems: [
    'provider-not-found',
    'provider-not-supported',
    'credentials-refused',
    'limit-reached',
  ],
})

export const getConnection = operation({
  id: 'getConnection',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/connections/{connectionId}',
  tag: 'Connections',
  summary: 'Get a connection',
  description:
    '`includeCreds` and `includeRefreshToken` require the capability `read:secrets`, and `refresh=force` requires `manage:connections`.',
  callers: embeddedCallers,
  permission: 'connection:read',
  params: connectionParams,
  query: z.object({
    ...ofGroup,
    includeCreds: queryBoolean().optional().describe('Whether to return tokens and keys.'),
    includeRefreshToken: queryBoolean()
      .optional()
      .describe('Whether to return the refresh token as well. Requires `includeCreds`.'),
    refresh: z
      .enum(['force', 'ifExpired'])
      .optional()
      .describe(
        'Refreshes the access token first. `force`: always. `ifExpired`: only if it has expired.',
      ),
  }),
  changesWith: 'refresh=force',
  success: 200,
  reply: Connection,
  problems: [
    'connection-not-found',
    'credentials-refused',
    'provider-refused',
    'provider-unavailable',
  ],
})

export const deleteConnection = operation({
  id: 'deleteConnection',
  method: 'DELETE',
  path: '/v1/projects/{projectIdOrName}/connections/{connectionId}',
  tag: 'Connections',
  summary: 'Delete a connection',
  description: 'Rejected while an installation uses the connection.',
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
  summary: 'Update the credentials or metadata of a connection',
  description:
    'Credentials are only sent to the hosts they were provided for. To change the account’s address, include new credentials in the same call. Values from token replies cannot be changed. New credentials are verified with the provider before they are saved, as in `connections:generate`. A key of scope `frontend` names the customer by `groupRef`, in the query or in `connection`.',
  callers: embeddedCallers,
  permission: 'connection:write',
  params: connectionParams,
  query: z.object(ofGroup),
  body: z.object({
    updateMask: updateMask(['providerWorkspaceRef', 'providerMetadata', ...secretFields]),
    connection: GenerateConnectionRequest.partial().describe(
      'New values. The owner of the connection cannot be changed.',
    ),
  }),
  success: 200,
  reply: Connection,
  problems: [
    'connection-not-found',
    'provider-not-found',
    'provider-not-supported',
    'credentials-refused',
  ],
})
