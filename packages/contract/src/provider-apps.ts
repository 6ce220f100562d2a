import { z } from 'zod'
import { page, projectParam, times, updateMask } from './common.ts'
import { projectId, provider } from './fields.ts'
import { id } from './ids.ts'
import { operation, projectCallers } from './operation.ts'

export const ProviderAppMetadata = z
  .object({
    authQueryParams: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe('Parameters to add where users authorize.'),
    providerParams: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        'What else the provider wants to know of the app, such as a developer key. It is written and never read: a change without it keeps it, an empty one clears it.',
      ),
  })
  .meta({
    id: 'ProviderAppMetadata',
    description: 'What a provider wants to know of an OAuth client.',
  })
export type ProviderAppMetadata = z.infer<typeof ProviderAppMetadata>

/** The builder's own OAuth client at a provider. Its secret and `providerParams` are written and never read. */
export const ProviderApp = z
  .object({
    id: id('papp').describe('Identifies the record. Opaque; it sorts by creation.'),
    projectId,
    externalRef: z
      .string()
      .optional()
      .describe('Your own name for the app, to tell several of one provider apart.'),
    provider,
    clientId: z.string().describe('The client ID of the OAuth client.'),
    scopes: z.array(z.string()).optional().describe('What it was granted.'),
    metadata: ProviderAppMetadata.optional().describe('Its settings.'),
    ...times,
  })
  .meta({ id: 'ProviderApp', description: 'Your OAuth client at a provider.' })
export type ProviderApp = z.infer<typeof ProviderApp>

const writable = z.object({
  externalRef: z
    .string()
    .max(255)
    .optional()
    .describe('Your own name for the app, to tell several of one provider apart.'),
  provider: z.string().min(1).max(255).describe('The provider, as the catalogue names it.'),
  clientId: z.string().min(1).max(1024).describe('The client ID of the OAuth client.'),
  clientSecret: z
    .string()
    .min(1)
    .max(4096)
    .describe('The client’s secret. It is written and never read.'),
  scopes: z.array(z.string().min(1)).optional().describe('What it was granted.'),
  metadata: ProviderAppMetadata.optional().describe('Its settings.'),
})

const providerAppParams = z.object({
  ...projectParam,
  providerAppId: z.string().describe('The provider app; the provider’s default one when left out.'),
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
  callers: projectCallers,
  permission: 'provider-app:write',
  params: z.object(projectParam),
  body: writable,
  success: 201,
  reply: ProviderApp,
  problems: ['provider-app-exists', 'provider-not-found'],
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
    providerApp: writable.partial().describe('The new values.'),
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
  callers: projectCallers,
  permission: 'provider-app:write',
  params: providerAppParams,
  success: 204,
  reply: null,
  problems: ['provider-app-not-found'],
})
