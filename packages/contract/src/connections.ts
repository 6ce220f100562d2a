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
  recordId,
} from './fields.ts'
import { Health } from './health.ts'
import { id } from './ids.ts'
import { embeddedCallers, operation, projectCallers } from './operation.ts'
import { ProviderApp } from './provider-apps.ts'

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

export const Refusal = z
  .object({
    detail: z.string().describe('The provider’s message, truncated and without secrets.'),
    since: time().describe('Time of the first rejection.'),
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

const connectionParams = z.object({
  ...projectParam,
  connectionId: id('conn').describe('ID of the connection.'),
})

export const oauthConnect = operation({
  id: 'oauthConnect',
  method: 'POST',
  path: '/v1/oauth-connect',
  tag: 'Connections',
  summary: 'Start an OAuth connection',
  description:
    'Returns the authorization URL to open in the end user’s browser, usually in a popup. The flow is bound to the browser that opens the URL. The `X-Connect-Session` header contains the ID of the connect session; poll it for the outcome.',
  callers: embeddedCallers,
  permission: 'connection:write',
  body: z.object({
    projectIdOrName: z
      .string()
      .min(1)
      .describe('ID or name of the project whose provider app is used.'),
    provider: z.string().min(1).describe('Name of the provider in the catalogue.'),
    groupRef,
    groupName,
    consumerRef,
    consumerName,
    providerWorkspaceRef: z
      .string()
      .max(512)
      .optional()
      .describe(
        'The customer’s workspace at the provider, such as the subdomain in its URLs. Required if the catalogue sets `explicitWorkspaceRequired`.',
      ),
    providerMetadata: ProviderMetadata.optional().describe(
      'Values for the catalogue’s `metadata.input`, by name.',
    ),
    providerAppId: id('papp')
      .optional()
      .describe(
        'ID of the provider app to use. Defaults to the project’s default app for the provider.',
      ),
    enableCSRFProtection: z
      .boolean()
      .optional()
      .describe(
        'Accepted for existing clients and ignored. CSRF protection is always on: the flow is bound to the browser that started it.',
      ),
    changeAccount: z
      .boolean()
      .optional()
      .describe(
        'Whether the end user can sign in to an account other than the connected one. If they do, all data is read again.',
      ),
  }),
  success: 200,
  reply: 'text',
  problems: [
    'provider-not-found',
    'provider-not-supported',
    'provider-app-missing',
    'limit-reached',
  ],
})

export const CustomAuthConnectRequest = z
  .object({
    projectIdOrName: z
      .string()
      .min(1)
      .describe('ID or name of the project that owns the connection.'),
    provider: z
      .string()
      .min(1)
      .optional()
      .describe('Name of the provider in the catalogue. Cannot be combined with `sessionId`.'),
    groupRef: groupRef.optional(),
    groupName,
    consumerRef: consumerRef.optional(),
    consumerName,
    providerMetadata: ProviderMetadata.optional().describe(
      'Values for the catalogue’s `metadata.input`, by name.',
    ),
    providerAppId: id('papp')
      .optional()
      .describe(
        'ID of the provider app, if the catalogue has `providerInputs`. Defaults to the project’s default app for the provider.',
      ),
    customAuth: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Values for the catalogue’s `customOpts.inputs`, by name.'),
    sessionId: id('csn')
      .optional()
      .describe('ID of a connect session from an earlier reply. Returns the session’s outcome.'),
    callbackParams: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        'With `sessionId`: query parameters of the provider’s redirect. The platform already received them from the browser, so only `state` is checked; it must match the session. Other UI libraries for this API get them from the callback page as the message `{source: "ampersand-custom-auth", params}`.',
      ),
  })
  .meta({
    id: 'CustomAuthConnectRequest',
    description:
      'Provider, customer and credentials of a new connection, or the session to continue.',
  })
export type CustomAuthConnectRequest = z.infer<typeof CustomAuthConnectRequest>

export const RedirectResponse = z
  .object({
    url: z
      .string()
      .describe(
        'URL to open in the end user’s browser, usually in a popup. The flow is bound to the browser that opens it.',
      ),
    sessionId: recordId('csn'),
  })
  .meta({
    id: 'RedirectResponse',
    description: 'Redirect to the provider, required to complete the connection.',
  })

export const CustomAuthConnectResponse = z
  .object({
    redirect: RedirectResponse.optional().describe(
      'Present if the end user must visit the provider.',
    ),
    connection: Connection.optional().describe('Present once the connection exists.'),
  })
  .meta({
    // Code generators use `…Response` for the reply of the operation itself.
    id: 'CustomAuthConnected',
    description: 'Either a redirect for the end user or the connection.',
  })
export type CustomAuthConnectResponse = z.infer<typeof CustomAuthConnectResponse>

export const customAuthConnect = operation({
  id: 'customAuthConnect',
  method: 'POST',
  path: '/v1/custom-auth/connect',
  tag: 'Connections',
  summary: 'Connect with a provider-specific scheme',
  description:
    'For providers whose `authType` is `custom`. Performs the provider’s sign-in steps, such as exchanging credentials for a token, and returns the `connection`. If a step requires a page of the provider, it returns a `redirect`. Get the outcome from the connect session, or by calling this operation with `sessionId`.',
  callers: embeddedCallers,
  permission: 'connection:write',
  body: CustomAuthConnectRequest,
  success: 200,
  reply: CustomAuthConnectResponse,
  problems: [
    'provider-not-found',
    'provider-not-supported',
    'provider-app-missing',
    'credentials-refused',
    'provider-unavailable',
    'provider-refused',
    'connect-session-not-found',
    'connect-session-open',
    'connect-session-failed',
    'oauth-state-invalid',
    'limit-reached',
  ],
})

export const ConnectSession = z
  .object({
    id: recordId('csn'),
    status: z
      .enum(['pending', 'succeeded', 'failed', 'expired'])
      .describe('`pending` until the end user returns. `expired` if they do not return in time.'),
    provider,
    connectionId: id('conn')
      .optional()
      .describe('ID of the connection; set once the status is `succeeded`.'),
    error: z
      .string()
      .optional()
      .describe('Why the session `failed`, as a message for the end user.'),
    errorCode: z
      .string()
      .optional()
      .describe(
        'Error code: `access_denied` if the end user declined, `other_account` if they signed in to another account than the connected one, or a code from the provider.',
      ),
    accounts: z
      .object({
        connected: z.string().describe('Account that is connected, as the provider names it.'),
        signedIn: z.string().describe('Account that the end user signed in to.'),
      })
      .optional()
      .describe(
        'The two accounts, with the code `other_account`. To accept the other one, start again with `changeAccount`.',
      ),
    createTime,
    expireTime: time().describe('Time at which the session expires.'),
  })
  .meta({ id: 'ConnectSession', description: 'An end user’s attempt to connect a provider.' })
export type ConnectSession = z.infer<typeof ConnectSession>

export const getConnectSession = operation({
  id: 'getConnectSession',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/connect-sessions/{connectSessionId}',
  tag: 'Connections',
  summary: 'Get a connect session',
  callers: embeddedCallers,
  permission: 'connection:read',
  params: z.object({
    ...projectParam,
    connectSessionId: id('csn').describe(
      'ID of the connect session, from the `X-Connect-Session` header.',
    ),
  }),
  success: 200,
  reply: ConnectSession,
  problems: ['connect-session-not-found'],
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

export const oauthUpdate = operation({
  id: 'oauthUpdate',
  method: 'PATCH',
  path: '/v1/projects/{projectIdOrName}/connections/{connectionId}:oauth-update',
  tag: 'Connections',
  summary: 'Start reauthentication of a connection',
  description:
    'The end user signs in to the connected account again. With `changeAccount`, they can sign in to a different one; all data is then read again. If the provider requires typed credentials, set `linkHours`: the URL opens a page of the platform that asks for new credentials, verifies them with the provider and saves them if accepted.',
  callers: embeddedCallers,
  permission: 'connection:write',
  params: connectionParams,
  query: z.object({
    ...ofGroup,
    changeAccount: queryBoolean()
      .optional()
      .describe(
        'Whether the end user can sign in to an account other than the connected one. If they do, all data is read again.',
      ),
    linkHours: z.coerce
      .number()
      .int()
      .min(1)
      .max(168)
      .optional()
      .describe(
        'Lifetime of the URL in hours, for a link that you send to the end user. Defaults to 10 minutes. The URL can be used once. Requires a builder or a key of scope `full`.',
      ),
  }),
  success: 200,
  reply: 'text',
  problems: [
    'connection-not-found',
    'provider-not-supported',
    'provider-app-missing',
    'credentials-refused',
    'provider-unavailable',
    'provider-refused',
    'limit-reached',
  ],
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
    '`includeCreds` and `includeRefreshToken` require the scope `full` or a builder with the permission `connection:write`.',
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

export const EntryFinding = z
  .object({
    ability: z
      .enum([
        'read',
        'paging',
        'changes',
        'associations',
        'fields',
        'search',
        'create',
        'update',
        'delete',
      ])
      .describe('Capability tested.'),
    outcome: z
      .enum(['passed', 'failed', 'unproven'])
      .describe(
        'Result of the test. `unproven`: the account or the entry did not allow the test, for example because a list was empty or had only one page.',
      ),
    detail: z.string().describe('Explanation, without values from records or the connection.'),
  })
  .meta({
    id: 'EntryFinding',
    description: 'Result of testing one capability of a provider entry.',
  })
export type EntryFinding = z.infer<typeof EntryFinding>

export const EntryCheck = z
  .object({
    provider,
    objectName: z.string().describe('Object tested.'),
    findings: z.array(EntryFinding).describe('Results, in the order of the tests.'),
  })
  .meta({ id: 'EntryCheck', description: 'Results of testing one object of a provider entry.' })
export type EntryCheck = z.infer<typeof EntryCheck>

export const checkProviderEntry = operation({
  id: 'checkProviderEntry',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/connections/{connectionId}:check-entry',
  tag: 'Connections',
  summary: 'Test a provider entry against the provider',
  description:
    'The entry must be for the connection’s provider and use its known API address, so that credentials are not sent elsewhere. Nothing is written unless `record` is set.',
  callers: projectCallers,
  permission: 'connection:write',
  params: connectionParams,
  body: z.object({
    entry: z
      .record(z.string(), z.unknown())
      .describe('Provider entry, or the parts of it that differ from the catalogue.'),
    objectName: z.string().describe('Object to test, by its name in the entry.'),
    record: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'Fields of a test record. The record is created, read, updated and deleted, as far as the entry defines these actions.',
      ),
  }),
  success: 200,
  reply: EntryCheck,
  problems: ['connection-not-found', 'provider-not-found'],
})

export const RecordedReply = z
  .object({
    object: z.string().describe('Object that was read.'),
    recording: z.string().describe('Identifies the read; its replies are in order.'),
    source: z
      .object({
        source: z.string().describe('Who recorded it, and how.'),
        date: z.string().describe('Month, such as `2026-11`.'),
      })
      .optional()
      .describe('Origin and month of the recording; on its first reply.'),
    asked: z
      .object({
        pageSize: z.int().optional().describe('Number of records per page.'),
        fieldNames: z.array(z.string()).optional().describe('Provider’s names of the fields.'),
      })
      .optional()
      .describe('Page size and fields that were requested; on the first reply.'),
    method: z.string().describe('HTTP method of the request.'),
    path: z.string().describe('Path of the request, or its URL below `https://api.example.test`.'),
    query: z
      .record(z.string(), z.union([z.string(), z.array(z.string())]))
      .optional()
      .describe('Query parameters of the request.'),
    requestBody: z
      .unknown()
      .optional()
      .describe('Sent to the provider as JSON; absent without one.'),
    status: z.int().describe('HTTP status of the reply.'),
    headers: z
      .record(z.string(), z.string())
      .optional()
      .describe('Headers of the reply on which paging depends.'),
    expected: z
      .object({
        records: z.int().describe('Number of records of the page.'),
        next: z.boolean().describe('Whether a page follows.'),
        ids: z
          .array(z.string())
          .length(2)
          .optional()
          .describe('IDs of the first and the last record.'),
        times: z
          .array(z.string().nullable())
          .length(2)
          .optional()
          .describe('Times of change of the first and the last record.'),
      })
      .optional()
      .describe('How the page was read; on its last reply.'),
    body: z.unknown().describe('Body of the reply. Values of records are invented.'),
  })
  .meta({ id: 'RecordedReply', description: 'Redacted reply of a provider.' })
export type RecordedReply = z.infer<typeof RecordedReply>

export const Recording = z
  .object({
    provider,
    objectName: z.string().describe('Object recorded.'),
    replies: z.array(RecordedReply).describe('Redacted replies, in order.'),
    records: z.int().describe('Number of records in the recording.'),
    ended: z.boolean().describe('Whether the list was recorded to its end.'),
  })
  .meta({ id: 'Recording', description: 'Redacted replies of a read of one object.' })
export type Recording = z.infer<typeof Recording>

export const recordProviderObject = operation({
  id: 'recordProviderObject',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/connections/{connectionId}:record-object',
  tag: 'Connections',
  summary: 'Record redacted replies of the provider',
  description:
    'Reads pages of an object and returns the replies without values of the customer: names of members, paging and times of change are kept, all other values are replaced by invented ones of the same shape. IDs stay consistent within the recording.',
  callers: projectCallers,
  permission: 'connection:write',
  params: connectionParams,
  body: z.object({
    entry: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Provider entry, or the parts of it that differ from the catalogue.'),
    objectName: z.string().describe('Object to record, by its name in the entry.'),
    pages: z.int().min(1).max(10).default(3).describe('Maximum number of pages.'),
    pageSize: z
      .int()
      .min(1)
      .max(100)
      .default(20)
      .describe('Number of records to request per page, if the provider allows it.'),
  }),
  success: 200,
  reply: Recording,
  problems: [
    'connection-not-found',
    'provider-not-found',
    'credentials-refused',
    'provider-refused',
    'provider-unavailable',
  ],
})
