import { z } from 'zod'
import { force, page, projectParam, time, times, updateMask } from './common.ts'
import { projectId, provider, recordId } from './fields.ts'
import { operation, projectCallers } from './operation.ts'
import { id } from './ids.ts'

export const ProviderAppMetadata = z
  .object({
    authQueryParams: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe('Query parameters to open the sign-in page with, each with its values.'),
    providerParams: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        'What else the provider wants to know of the app, such as a developer key. It is written and never read: a change without it keeps it, an empty one clears it.',
      ),
  })
  .meta({
    id: 'ProviderAppMetadata',
    description: 'What a provider wants to know of an OAuth client beside its ID and secret.',
  })
export type ProviderAppMetadata = z.infer<typeof ProviderAppMetadata>

export const ProviderAppRefusal = z
  .object({
    detail: z.string().describe('What the provider said, cut short and without secrets.'),
    time: time().describe('When it said so last.'),
  })
  .meta({
    id: 'ProviderAppRefusal',
    description:
      'That a provider does not accept an OAuth client. Tokens are not renewed until its ID and secret are corrected.',
  })

export const ProviderApp = z
  .object({
    id: recordId('papp'),
    projectId,
    externalRef: z
      .string()
      .optional()
      .describe(
        'Your own name for the app, unique among those of one provider. The one without it is the provider’s default.',
      ),
    provider,
    clientId: z
      .string()
      .describe('The client ID that the provider gave when you registered the app there.'),
    scopes: z
      .array(z.string())
      .optional()
      .describe('What end users are asked to allow; the provider’s default without it.'),
    metadata: ProviderAppMetadata.optional().describe(
      'What else the provider was told of the app.',
    ),
    refusal: ProviderAppRefusal.optional().describe(
      'That the provider does not accept the client; absent while it does.',
    ),
    ...times,
  })
  .meta({
    id: 'ProviderApp',
    description:
      'Your own OAuth client at a provider. Its secret and `providerParams` are written and never read.',
  })
export type ProviderApp = z.infer<typeof ProviderApp>

const writable = z.object({
  externalRef: z
    .string()
    .max(255)
    .optional()
    .describe('Your own name for the app, to tell several of one provider apart.'),
  provider: z
    .string()
    .min(1)
    .max(255)
    .describe('The provider where you registered it, by its name in the catalogue.'),
  clientId: z
    .string()
    .min(1)
    .max(1024)
    .describe('The client ID that the provider gave when you registered the app there.'),
  clientSecret: z
    .string()
    .min(1)
    .max(4096)
    .describe('The secret that the provider gave with it. It is written and never read.'),
  scopes: z
    .array(z.string().min(1))
    .optional()
    .describe(
      'What end users are asked to allow. Needed where the catalogue says `explicitScopesRequired`.',
    ),
  metadata: ProviderAppMetadata.optional().describe(
    'What else the catalogue’s `providerAppMetadata` asks for.',
  ),
})

const providerAppParams = z.object({
  ...projectParam,
  providerAppId: id('papp').describe('The provider app, by its ID.'),
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

export const createProviderApp = operation({
  id: 'createProviderApp',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/provider-apps',
  tag: 'Provider apps',
  summary: 'Add the OAuth client for a provider',
  description:
    'Register it with the provider first, with `<address of this server>/callbacks/v1/oauth` as redirect URI; the dashboard shows it to copy.',
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
    providerApp: writable.partial().describe('The new values; only what the mask names counts.'),
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
    'Refused while connections were made with it, unless `force` stops them: their tokens can be renewed with this OAuth client only. Each is told by `connection.error`, what reads through it is paused, and the header `Platform-Stopped-Connections` says how many there were. They go on when the app is added again, or when the customer connects anew.',
  callers: projectCallers,
  permission: 'provider-app:write',
  params: providerAppParams,
  query: z.object(force('its connections have bad credentials from then on.')),
  success: 204,
  reply: null,
  problems: ['provider-app-not-found', 'in-use'],
})
