import { z } from 'zod'
import { force, page, projectParam, time, times, updateMask } from '../values/common.ts'
import { projectId, provider, recordId } from '../installations/fields.ts'
import { operation, projectCallers } from '../openapi/operation.ts'
import { id } from '../values/ids.ts'

export const ProviderAppMetadata = z
  .object({
    authQueryParams: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe('Query parameters for the authorization URL, each with its values.'),
    providerParams: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        'Additional values that the provider requires, such as a developer key. Write-only: an update without this field keeps the values, an empty object clears them.',
      ),
  })
  .meta({
    id: 'ProviderAppMetadata',
    description:
      'Values that a provider requires for an OAuth client in addition to its ID and secret.',
  })
export type ProviderAppMetadata = z.infer<typeof ProviderAppMetadata>

export const ProviderAppRefusal = z
  .object({
    detail: z.string().describe('The provider’s message, truncated and without secrets.'),
    time: time().describe('Time of the last rejection.'),
  })
  .meta({
    id: 'ProviderAppRefusal',
    description:
      'Rejection of the OAuth client by the provider. Tokens are not refreshed until the client’s ID and secret are corrected.',
  })

export const ProviderApp = z
  .object({
    id: recordId('papp'),
    projectId,
    externalRef: z
      .string()
      .optional()
      .describe(
        'Your own name for the app, unique per provider. The app without one is the provider’s default.',
      ),
    provider,
    clientId: z.string().describe('Client ID issued by the provider.'),
    scopes: z
      .array(z.string())
      .optional()
      .describe('Scopes requested from end users. Defaults to the provider’s default scopes.'),
    metadata: ProviderAppMetadata.optional().describe(
      'Additional values required by the provider.',
    ),
    providerParamNames: z
      .array(z.string())
      .optional()
      .describe('Names of the `providerParams` that are set. Their values are never returned.'),
    refusal: ProviderAppRefusal.optional().describe(
      'Why the provider rejects the client; absent while it accepts it.',
    ),
    ...times,
  })
  .meta({
    id: 'ProviderApp',
    description: 'Your OAuth client at a provider. Its secret and `providerParams` are write-only.',
  })
export type ProviderApp = z.infer<typeof ProviderApp>

const writable = z.object({
  externalRef: z
    .string()
    .max(255)
    .optional()
    .describe('Your own name for the app, to distinguish several apps of one provider.'),
  provider: z.string().min(1).max(255).describe('Name of the provider in the catalogue.'),
  clientId: z.string().min(1).max(1024).describe('Client ID issued by the provider.'),
  clientSecret: z
    .string()
    .min(1)
    .max(4096)
    .describe('Client secret issued by the provider. Write-only.'),
  scopes: z
    .array(z.string().min(1))
    .optional()
    .describe(
      'Scopes requested from end users. Required if the catalogue sets `explicitScopesRequired`.',
    ),
  metadata: ProviderAppMetadata.optional().describe(
    'Values for the catalogue’s `providerAppMetadata`.',
  ),
})

const providerAppParams = z.object({
  ...projectParam,
  providerAppId: id('papp').describe('ID of the provider app.'),
})

export const listProviderApps = operation({
  id: 'listProviderApps',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/provider-apps',
  tag: 'Provider apps',
  summary: 'List provider apps',
  callers: projectCallers,
  permission: 'provider-app:read',
  params: z.object(projectParam),
  query: z.object(page),
  success: 200,
  reply: z.array(ProviderApp),
})

export const ConnectProblem = z
  .object({
    provider,
    cause: z
      .enum(['missing', 'rejected'])
      .describe(
        '`missing`: the project has no such provider app. `rejected`: the provider rejects its client ID or secret.',
      ),
    detail: z.string().describe('What is wrong, for you. End users see a general sentence.'),
    providerAppId: recordId('papp').optional().describe('The provider app, if one was named.'),
    count: z.int().describe('How often an end user could not connect because of it.'),
    firstTime: time().describe('Time of the first attempt.'),
    lastTime: time().describe('Time of the last attempt.'),
  })
  .meta({
    id: 'ConnectProblem',
    description: 'What keeps end users from connecting and only you can correct.',
  })
export type ConnectProblem = z.infer<typeof ConnectProblem>

export const listConnectProblems = operation({
  id: 'listConnectProblems',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/connect-problems',
  tag: 'Provider apps',
  summary: 'List what keeps end users from connecting',
  description:
    'Missing and rejected provider apps with which an end user tried to connect in the last 30 days, by provider, until they are corrected. Owners are also mailed, once a day for each provider and cause.',
  callers: projectCallers,
  permission: 'provider-app:read',
  params: z.object(projectParam),
  query: z.object(page),
  success: 200,
  reply: z.array(ConnectProblem),
})

export const createProviderApp = operation({
  id: 'createProviderApp',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/provider-apps',
  tag: 'Provider apps',
  summary: 'Create a provider app',
  description:
    'First register an OAuth client with the provider, with `<address of this server>/callbacks/v1/oauth` as redirect URI. The dashboard shows the URI to copy.',
  callers: projectCallers,
  permission: 'provider-app:write',
  params: z.object(projectParam),
  body: writable,
  success: 201,
  reply: ProviderApp,
  problems: ['provider-app-exists', 'provider-not-found', 'limit-reached'],
})

export const getProviderApp = operation({
  id: 'getProviderApp',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/provider-apps/{providerAppId}',
  tag: 'Provider apps',
  summary: 'Get a provider app',
  callers: projectCallers,
  permission: 'provider-app:read',
  params: providerAppParams,
  success: 200,
  reply: ProviderApp,
  problems: ['provider-app-not-found'],
})

export const updateProviderApp = operation({
  id: 'updateProviderApp',
  method: 'PATCH',
  path: '/v1/projects/{projectIdOrName}/provider-apps/{providerAppId}',
  tag: 'Provider apps',
  summary: 'Update a provider app',
  callers: projectCallers,
  permission: 'provider-app:write',
  params: providerAppParams,
  body: z.object({
    updateMask: updateMask(),
    providerApp: writable.partial().describe('New values. Only fields in the mask are changed.'),
  }),
  success: 200,
  reply: ProviderApp,
  problems: ['provider-app-not-found', 'provider-app-exists', 'provider-not-found'],
})

export const deleteProviderApp = operation({
  id: 'deleteProviderApp',
  method: 'DELETE',
  path: '/v1/projects/{projectIdOrName}/provider-apps/{providerAppId}',
  tag: 'Provider apps',
  summary: 'Delete a provider app',
  description:
    'Rejected while connections use the app, unless `force` is set, because their tokens can only be refreshed with this OAuth client. With `force`, a `connection.error` event is sent for each connection, their reads are paused, and the header `Platform-Stopped-Connections` contains the count. The connections resume when the app is created again or the customer reconnects.',
  callers: projectCallers,
  permission: 'provider-app:write',
  params: providerAppParams,
  query: z.object(force('its connections get the status `bad_credentials`.')),
  success: 204,
  reply: null,
  problems: ['provider-app-not-found', 'in-use'],
})
