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
      value: z.string().max(4096).describe('What `{{name}}` becomes in URLs and templates.'),
      source: z
        .enum(['input', 'token', 'provider'])
        .describe('Where the value comes from: the end user, the token, or the provider.'),
      displayName: z.string().optional().describe('What people read beside the value.'),
    }),
  )
  .meta({
    id: 'ProviderMetadata',
    description:
      'What is known of an account at a provider, by the name of the variable that it fills.',
  })
export type ProviderMetadata = z.infer<typeof ProviderMetadata>

const token = z.object({
  token: z
    .string()
    .min(1)
    .describe(
      'The token itself. It is a secret: it is told only to callers who may read credentials.',
    ),
  issuedAt: time().optional().describe('When the provider issued it, as far as it says so.'),
  expiresAt: time()
    .optional()
    .describe('When the provider stops taking it; missing where it does not say.'),
})

export const Oauth2AuthorizationCode = z
  .object({
    accessToken: token.optional().describe('What calls carry. Refreshed before it ends.'),
    refreshToken: token
      .optional()
      .describe(
        'What buys new access tokens; only with `includeRefreshToken`. Missing where the provider gives none.',
      ),
    scopes: z
      .array(z.string())
      .optional()
      .describe('The scopes that the provider granted, which may be fewer than were asked for.'),
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

export const RefreshFailureKind = z.enum(['outage', 'oauthClient', 'grant'])
export type RefreshFailureKind = z.infer<typeof RefreshFailureKind>

export const RefreshFailure = z
  .object({
    kind: RefreshFailureKind.describe(
      '`outage`: the provider gave no answer that says anything; `oauthClient`: it does not accept the OAuth client, so correct the provider app; `grant`: the end user’s permission is over.',
    ),
    failuresInARow: z.int().describe('How often in a row they could not be renewed.'),
    detail: z.string().describe('What the provider answered last.'),
    since: time().optional().describe('When it failed first, since they were renewed last.'),
    time: time().optional().describe('When it failed last.'),
    retryTime: time()
      .optional()
      .describe('When they are renewed again, unless they are used before.'),
  })
  .meta({
    id: 'RefreshFailure',
    description: 'That the tokens of the connection could not be renewed; gone once they are.',
  })

export const Refusal = z
  .object({
    detail: z.string().describe('What the provider said, cut short and without secrets.'),
    since: time().describe('Since when it refuses them.'),
    retryTime: time()
      .optional()
      .describe(
        'When they are tried again: daily for a week. Missing when only the end user can mend it.',
      ),
  })
  .meta({
    id: 'Refusal',
    description: 'That a provider refuses credentials; gone once it takes them again.',
  })

export const Connection = z
  .object({
    id: recordId('conn'),
    projectId,
    provider,
    providerApp: ProviderApp.optional().describe(
      'The OAuth client that its tokens were issued to; missing where none is needed or known.',
    ),
    group: Group.describe('The customer whose account it is.'),
    consumer: Consumer.describe('The end user who connected it.'),
    providerWorkspaceRef: z
      .string()
      .optional()
      .describe(
        'The customer’s workspace at the provider, such as the subdomain in its URLs. Missing where the provider has none.',
      ),
    providerConsumerRef: z
      .string()
      .optional()
      .describe('What the provider calls the person who connected; missing where it does not say.'),
    ...times,
    authScheme: AuthScheme.describe('How calls are authenticated; `oauth2/…` tells the grant.'),
    status: ConnectionStatus.describe(
      '`created` until the provider has taken its credentials once, `working` since then, `bad_credentials` once the provider refused them.',
    ),
    tokenExpireTime: time()
      .optional()
      .describe('When its access token ends; it is renewed before. Missing where nobody says.'),
    health: Health.describe(
      'How it fares: what `status`, `refusal` and `refreshFailure` amount to.',
    ),
    oauth2AuthorizationCode: Oauth2AuthorizationCode.optional().describe(
      'Its tokens; only with `includeCreds`.',
    ),
    apiKey: z
      .string()
      .optional()
      .describe('The API key at the provider; only with `includeCreds`.'),
    providerMetadata: ProviderMetadata.optional().describe(
      'What else is known of the account, from the end user, the token reply or the provider.',
    ),
    refreshFailure: RefreshFailure.optional().describe(
      'Why its tokens could not be renewed; absent while they can.',
    ),
    refusal: Refusal.optional().describe(
      'That the provider refuses its credentials; absent while it takes them.',
    ),
  })
  .meta({ id: 'Connection', description: 'A customer’s credentials at a provider.' })
export type Connection = z.infer<typeof Connection>

const credentials = {
  apiKey: z
    .string()
    .min(1)
    .max(8192)
    .optional()
    .describe(
      'The API key that the customer has from the provider. Give exactly one kind of credentials.',
    ),
  customAuth: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'For a provider with a scheme of its own: a value for each of the catalogue’s `inputs`, by name.',
    ),
  basicAuth: z
    .object({
      username: z
        .string()
        .describe('As the provider’s documentation names it: often an email address.'),
      password: z.string().describe('Sealed when it is stored, and never in a reply.'),
    })
    .optional()
    .describe('For HTTP Basic authentication.'),
  oauth2ClientCredentials: z
    .object({
      clientId: z
        .string()
        .min(1)
        .describe('The client ID that the customer has from the provider.'),
      clientSecret: z
        .string()
        .min(1)
        .describe('The customer’s client secret. Sealed when it is stored, and never in a reply.'),
      scopes: z
        .array(z.string())
        .optional()
        .describe('The scopes to ask for; the provider’s default without it.'),
    })
    .optional()
    .describe(
      'For a provider that gives each customer an OAuth client; tokens are obtained with it.',
    ),
  oauth2PasswordCredentials: z
    .object({
      username: z.string().describe('The name that the customer’s user signs in with.'),
      password: z
        .string()
        .describe('The user’s password. Sealed when it is stored, and never in a reply.'),
      clientId: z.string().describe('The client ID that the customer has from the provider.'),
      clientSecret: z
        .string()
        .describe('The customer’s client secret. Sealed when it is stored, and never in a reply.'),
      scopes: z
        .array(z.string())
        .optional()
        .describe('The scopes to ask for; the provider’s default without it.'),
    })
    .optional()
    .describe('For a provider that exchanges a user’s password for tokens.'),
  oauth2AuthorizationCode: Oauth2AuthorizationCode.optional().describe(
    'Tokens imported from elsewhere. They are refreshed by the project’s provider app, which must be the one they were issued to.',
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
        'The customer’s workspace at the provider, such as the subdomain in its URLs; needed where the catalogue’s URLs hold `{{workspace}}`.',
      ),
    providerMetadata: ProviderMetadata.optional().describe(
      'Values of the catalogue’s `metadata.input`, by name.',
    ),
    ...credentials,
  })
  .meta({
    id: 'GenerateConnectionRequest',
    description: 'Whose connection it is, and credentials that you have already.',
  })
export type GenerateConnectionRequest = z.infer<typeof GenerateConnectionRequest>

const connectionParams = z.object({
  ...projectParam,
  connectionId: id('conn').describe('The connection, by its ID.'),
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
    projectIdOrName: z
      .string()
      .min(1)
      .describe('The project whose provider app is used, by its ID or its name.'),
    provider: z.string().min(1).describe('The provider to connect, by its name in the catalogue.'),
    groupRef,
    groupName,
    consumerRef,
    consumerName,
    providerWorkspaceRef: z
      .string()
      .max(512)
      .optional()
      .describe(
        'The customer’s workspace at the provider, such as the subdomain in its URLs; needed where the catalogue says `explicitWorkspaceRequired`.',
      ),
    providerMetadata: ProviderMetadata.optional().describe(
      'Values of the catalogue’s `metadata.input`, by name.',
    ),
    providerAppId: id('papp')
      .optional()
      .describe(
        'The provider app to sign in by; the project’s default one for the provider without it.',
      ),
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
      .describe('The project that the connection is of, by its ID or its name.'),
    provider: z
      .string()
      .min(1)
      .optional()
      .describe('The provider to connect, by its name in the catalogue. Not with `sessionId`.'),
    groupRef: groupRef.optional(),
    groupName,
    consumerRef: consumerRef.optional(),
    consumerName,
    providerMetadata: ProviderMetadata.optional().describe(
      'Values of the catalogue’s `metadata.input`, by name.',
    ),
    providerAppId: id('papp')
      .optional()
      .describe(
        'The provider app, where the catalogue has `providerInputs`; the project’s default one for the provider without it.',
      ),
    customAuth: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('A value for each of the catalogue’s `customOpts.inputs`, by name.'),
    sessionId: id('csn')
      .optional()
      .describe('Asks for the outcome of a flow that a reply before has begun.'),
    callbackParams: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        'With `sessionId`, what the provider sent the browser back with. The platform had it from the browser itself, so that only its `state` counts: it must be the flow’s.',
      ),
  })
  .meta({
    id: 'CustomAuthConnectRequest',
    description: 'What to connect, for whom and with what; or the flow that was begun.',
  })
export type CustomAuthConnectRequest = z.infer<typeof CustomAuthConnectRequest>

export const RedirectResponse = z
  .object({
    url: z
      .string()
      .describe('Where to send the end user, usually in a popup. The flow is of one browser.'),
    sessionId: recordId('csn'),
  })
  .meta({ id: 'RedirectResponse', description: 'That the provider has to be visited first.' })

export const CustomAuthConnectResponse = z
  .object({
    redirect: RedirectResponse.optional().describe('Present while the end user is to go there.'),
    connection: Connection.optional().describe('Present once it is connected.'),
  })
  .meta({
    // What generators call the reply of the operation itself ends in Response.
    id: 'CustomAuthConnected',
    description: 'Either where to send the end user, or the connection.',
  })
export type CustomAuthConnectResponse = z.infer<typeof CustomAuthConnectResponse>

export const customAuthConnect = operation({
  id: 'customAuthConnect',
  method: 'POST',
  path: '/v1/custom-auth/connect',
  tag: 'Connections',
  summary: 'Connect by a scheme of the provider’s own',
  description:
    'For providers whose `authType` is `custom`. Takes the steps that the provider asks for, such as to sign in for a token, and replies the `connection`; where a page of the provider’s is among them, it replies a `redirect` and the flow goes on there. Its outcome is told by the connect session, and by this operation with `sessionId`.',
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
      .describe('`pending` until the end user comes back, `expired` when nobody did in time.'),
    provider,
    connectionId: id('conn').optional().describe('What was connected; only once it `succeeded`.'),
    error: z.string().optional().describe('Why it `failed`, in words for the end user.'),
    errorCode: z
      .string()
      .optional()
      .describe(
        'The same in a word: `access_denied` when the end user said no, `other_account` when they signed in to another account than the connected one, or what else the provider calls it.',
      ),
    createTime,
    expireTime: time().describe('Until when the end user may come back.'),
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
    connectSessionId: id('csn').describe(
      'The connect session, as the `X-Connect-Session` header named it.',
    ),
  }),
  success: 200,
  reply: ConnectSession,
  problems: ['connect-session-not-found'],
})

export const ConnectionRefresh = z
  .object({
    id: recordId('ref'),
    time: time().describe('When it was tried.'),
    outcome: z
      .enum(['renewed', 'failed'])
      .describe('`renewed`: the provider gave new tokens; `failed`: it did not.'),
    kind: RefreshFailureKind.optional().describe('Why it failed; missing where it did not.'),
    detail: z.string().optional().describe('What the provider answered; likewise.'),
  })
  .meta({ id: 'ConnectionRefresh', description: 'That tokens were renewed, or could not be.' })
export type ConnectionRefresh = z.infer<typeof ConnectionRefresh>

export const listConnectionRefreshes = operation({
  id: 'listConnectionRefreshes',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/connections/{connectionId}/refreshes',
  tag: 'Connections',
  summary: 'List how the tokens of a connection were renewed',
  description: 'Of the last 30 days, newest first.',
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
  summary: 'Start authenticating a connection again',
  description:
    'The end user signs in to the account that is connected. With `changeAccount` it may be another one: what was read is then read anew. Where credentials are typed, ask with `linkHours`: the URL is a page of the platform’s that takes new ones, tries them at the provider and saves them once it accepts them, as an update of the connection does.',
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
    linkHours: z.coerce
      .number()
      .int()
      .min(1)
      .max(168)
      .optional()
      .describe(
        'For how many hours the URL is good, for a link that you send to the end user; for 10 minutes without it. It is good once. Only for a builder or a key of scope `full`.',
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
      .describe('Only connections to this provider, by its name in the catalogue.'),
    groupRef: z
      .string()
      .optional()
      .describe('Only connections of this customer; a key of scope `frontend` must name it.'),
    consumerRef: z.string().optional().describe('Only connections that this end user made.'),
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
    'For credentials that need no browser, and for tokens imported from elsewhere. What is typed is tried at the provider before it is saved: refused, nothing is saved; where the provider does not answer, or has no call that tells, it is saved and its `health` is `unconfirmed`.',
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
    '`includeCreds` and `includeRefreshToken` need the scope `full` or a builder with the permission `connection:write`.',
  callers: embeddedCallers,
  permission: 'connection:read',
  params: connectionParams,
  query: z.object({
    ...ofGroup,
    includeCreds: queryBoolean().optional().describe('Whether the reply tells tokens and keys.'),
    includeRefreshToken: queryBoolean()
      .optional()
      .describe('Whether it tells the refresh token as well; of no effect without `includeCreds`.'),
    refresh: z
      .enum(['force', 'ifExpired'])
      .optional()
      .describe(
        'Refreshes the access token first: `force` always, `ifExpired` only when it has ended.',
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
    'Credentials stay with the hosts that they were given for: a change of the address of the account needs new ones in the same call. What token replies tell cannot be written. New credentials are tried at the provider before they are saved, as by `connections:generate`.',
  callers: embeddedCallers,
  permission: 'connection:write',
  params: connectionParams,
  query: z.object(ofGroup),
  body: z.object({
    updateMask: updateMask(['providerWorkspaceRef', 'providerMetadata', ...secretFields]),
    connection: GenerateConnectionRequest.partial().describe(
      'The new values. Whose connection it is stays.',
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
      .enum(['read', 'paging', 'changes', 'fields', 'search', 'create', 'update', 'delete'])
      .describe('What was tried.'),
    outcome: z
      .enum(['held', 'failed', 'unproven'])
      .describe(
        '`unproven` is what the account, or the entry, gave no occasion to see: an empty list, one page only.',
      ),
    detail: z
      .string()
      .describe('The same in a sentence, without any value of a record or of the connection.'),
  })
  .meta({ id: 'EntryFinding', description: 'What a trial of an entry showed.' })
export type EntryFinding = z.infer<typeof EntryFinding>

export const EntryCheck = z
  .object({
    provider,
    objectName: z.string().describe('The object that was tried.'),
    findings: z.array(EntryFinding).describe('In the order in which they were tried.'),
  })
  .meta({ id: 'EntryCheck', description: 'How what a file says of an object fares at a provider.' })
export type EntryCheck = z.infer<typeof EntryCheck>

export const checkProviderEntry = operation({
  id: 'checkProviderEntry',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/connections/{connectionId}:check-entry',
  tag: 'Connections',
  summary: 'Try what a file says of a provider with the provider itself',
  description:
    'The file is that of the connection’s provider, and its API where this server knows it to be: credentials go nowhere else. Nothing is written unless `record` is given.',
  callers: projectCallers,
  permission: 'connection:write',
  params: connectionParams,
  body: z.object({
    entry: z
      .record(z.string(), z.unknown())
      .describe('The file, or as much of it as is other than the catalogue says.'),
    objectName: z.string().describe('The object to try, as the file names it.'),
    record: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'The fields of a record that is created, read back, updated and deleted, as far as the file says how.',
      ),
  }),
  success: 200,
  reply: EntryCheck,
  problems: ['connection-not-found', 'provider-not-found'],
})
