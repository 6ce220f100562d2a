import { z } from 'zod'
import { ofGroup, projectParam, queryBoolean, time } from '../values/common.ts'
import { ProviderMetadata, Connection, connectionParams } from './connections.ts'
import {
  consumerName,
  consumerRef,
  createTime,
  groupName,
  groupRef,
  provider,
  recordId,
} from '../installations/fields.ts'
import { id } from '../values/ids.ts'
import { embeddedCallers, operation } from '../openapi/operation.ts'

const ofNewAccount = {
  addAccount: z
    .boolean()
    .optional()
    .describe(
      'Whether to create another connection if the end user is already connected to the provider, for a further account of an integration with `multiple`. If unset, the existing connection gets the new credentials.',
    ),
}

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
    ...ofNewAccount,
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
    ...ofNewAccount,
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
    installURL: z
      .url()
      .optional()
      .describe(
        'URL with which an administrator of the customer installs the package of the app. Present until the session succeeded, if the provider app has a `packageInstallURL`.',
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
