import { z } from 'zod'
import { page, projectParam, times, updateMask } from './common.ts'
import { id } from './ids.ts'
import { operation, projectCallers } from './operation.ts'

export const ProviderAppMetadata = z
  .object({
    authQueryParams: z.record(z.string(), z.array(z.string())).optional(),
    providerParams: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'ProviderAppMetadata' })
export type ProviderAppMetadata = z.infer<typeof ProviderAppMetadata>

/** The builder's own OAuth client at a provider. Its secret and `providerParams` are written and never read. */
export const ProviderApp = z
  .object({
    id: id('papp'),
    projectId: id('proj'),
    externalRef: z.string().optional(),
    provider: z.string(),
    clientId: z.string(),
    scopes: z.array(z.string()).optional(),
    metadata: ProviderAppMetadata.optional(),
    ...times,
  })
  .meta({ id: 'ProviderApp' })
export type ProviderApp = z.infer<typeof ProviderApp>

const writable = z.object({
  externalRef: z.string().max(255).optional(),
  provider: z.string().min(1).max(255),
  clientId: z.string().min(1).max(1024),
  clientSecret: z.string().min(1).max(4096),
  scopes: z.array(z.string().min(1)).optional(),
  metadata: ProviderAppMetadata.optional(),
})

const providerAppParams = z.object({ ...projectParam, providerAppId: z.string() })

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
  body: z.object({ updateMask: updateMask(), providerApp: writable.partial() }),
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
