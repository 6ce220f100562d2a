import { z } from 'zod'
import { anybody, operation } from './operation.ts'

const strings = z.record(z.string(), z.string())

export const MetadataItemInput = z
  .object({
    name: z.string(),
    displayName: z.string().optional(),
    prompt: z.string().optional(),
    defaultValue: z.string().optional(),
    docsURL: z.string().optional(),
    moduleDependencies: z.record(z.string(), z.object({})).optional(),
  })
  .meta({ id: 'MetadataItemInput' })
export type MetadataItemInput = z.infer<typeof MetadataItemInput>

export const Support = z
  .object({
    bulkWrite: z.object({
      insert: z.boolean(),
      update: z.boolean(),
      upsert: z.boolean(),
      delete: z.boolean(),
    }),
    proxy: z.boolean(),
    read: z.boolean(),
    subscribe: z.boolean(),
    write: z.boolean(),
    delete: z.boolean(),
    search: z.object({ operators: z.object({ equals: z.boolean() }) }),
    customFields: z.boolean().optional(),
    subscribeSupport: z
      .object({
        create: z.boolean().optional(),
        update: z.boolean().optional(),
        delete: z.boolean().optional(),
        passThrough: z.boolean().optional(),
      })
      .optional(),
  })
  .meta({ id: 'Support' })
export type Support = z.infer<typeof Support>

export const Oauth2Opts = z
  .object({
    grantType: z.enum([
      'authorizationCode',
      'authorizationCodePKCE',
      'clientCredentials',
      'password',
    ]),
    authURL: z.string().optional(),
    tokenURL: z.string(),
    explicitScopesRequired: z.boolean(),
    explicitWorkspaceRequired: z.boolean(),
    audience: z.array(z.string()).optional(),
    scopeMappings: strings.optional(),
    tokenMetadataFields: z.object({
      workspaceRefField: z.string().optional(),
      consumerRefField: z.string().optional(),
      scopesField: z.string().optional(),
      otherFields: z
        .array(
          z.object({
            name: z.string(),
            displayName: z.string(),
            path: z.string(),
            capture: z.string().optional(),
          }),
        )
        .optional(),
    }),
    docsURL: z.string().optional(),
    authURLParams: strings.optional(),
    accessTokenOpts: z
      .object({
        attachmentType: z.literal('accessTokenHeaderAttachment'),
        header: z.object({ name: z.string(), valuePrefix: z.string().optional() }).optional(),
        docsURL: z.string().optional(),
      })
      .optional(),
    keepAliveIntervalHours: z.int().optional(),
  })
  .meta({ id: 'Oauth2Opts' })
export type Oauth2Opts = z.infer<typeof Oauth2Opts>

export const ApiKeyOpts = z
  .object({
    attachmentType: z.enum(['query', 'header']),
    query: z.object({ name: z.string() }).optional(),
    header: z.object({ name: z.string(), valuePrefix: z.string().optional() }).optional(),
    docsURL: z.string().optional(),
  })
  .meta({ id: 'ApiKeyOpts' })

export const BasicAuthOpts = z
  .object({
    apiKeyAsBasic: z.boolean().optional(),
    apiKeyAsBasicOpts: z
      .object({
        fieldUsed: z.enum(['username', 'password']).optional(),
        keyFormat: z.string().optional(),
      })
      .optional(),
    docsURL: z.string().optional(),
  })
  .meta({ id: 'BasicAuthOpts' })

export const CustomAuthInput = z
  .object({
    name: z.string(),
    displayName: z.string(),
    prompt: z.string().optional(),
    docsURL: z.string().optional(),
    fieldType: z.enum(['fieldTypeText', 'fieldTypePassword', 'fieldTypeSelect']).optional(),
    options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  })
  .meta({ id: 'CustomAuthInput' })

const template = z.object({ name: z.string(), valueTemplate: z.string() })

export const CustomAuthOpts = z
  .object({
    headers: z.array(template).optional(),
    queryParams: z.array(template).optional(),
    inputs: z.array(CustomAuthInput).optional(),
    providerInputs: z.array(CustomAuthInput).optional(),
    multiStep: z.boolean().optional(),
  })
  .meta({ id: 'CustomAuthOpts' })

export const ModuleInfo = z
  .object({
    displayName: z.string(),
    baseURL: z.string(),
    support: Support,
    subscribeRequirements: z.record(z.string(), z.boolean()).optional(),
  })
  .meta({ id: 'ModuleInfo' })

const image = z.object({ iconURL: z.string().optional(), logoURL: z.string().optional() })

/** What the catalogue says of a provider: how to authenticate, where its API is, what it supports. */
export const ProviderInfo = z
  .object({
    name: z.string(),
    displayName: z.string().optional(),
    authType: z.enum(['oauth2', 'apiKey', 'basic', 'jwt', 'custom', 'none']),
    baseURL: z.string(),
    defaultModule: z.string(),
    oauth2Opts: Oauth2Opts.optional(),
    apiKeyOpts: ApiKeyOpts.optional(),
    basicOpts: BasicAuthOpts.optional(),
    customOpts: CustomAuthOpts.optional(),
    support: Support,
    authHealthCheck: z
      .object({
        url: z.string(),
        method: z.string().optional(),
        successStatusCodes: z.array(z.int()).optional(),
      })
      .optional(),
    postAuthInfoNeeded: z.boolean().optional(),
    media: z.object({ regular: image.optional(), darkMode: image.optional() }).optional(),
    labels: strings.optional(),
    subscribeRequirements: z.record(z.string(), z.boolean()).optional(),
    modules: z.record(z.string(), ModuleInfo).optional(),
    metadata: z
      .object({
        input: z.array(MetadataItemInput).optional(),
        postAuthentication: z
          .array(
            z.object({
              name: z.string(),
              moduleDependencies: z.record(z.string(), z.object({})).optional(),
            }),
          )
          .optional(),
      })
      .optional(),
    providerAppMetadata: z
      .object({
        authQueryParams: z.array(MetadataItemInput).optional(),
        providerParams: z.array(MetadataItemInput).optional(),
      })
      .optional(),
  })
  .meta({ id: 'ProviderInfo' })
export type ProviderInfo = z.infer<typeof ProviderInfo>

export const CatalogType = z.record(z.string(), ProviderInfo).meta({ id: 'CatalogType' })
export type CatalogType = z.infer<typeof CatalogType>

export const listProviders = operation({
  id: 'listProviders',
  method: 'GET',
  path: '/v1/providers',
  tag: 'Providers',
  summary: 'List the catalogue of providers',
  callers: anybody,
  success: 200,
  reply: CatalogType,
})

export const getProvider = operation({
  id: 'getProvider',
  method: 'GET',
  path: '/v1/providers/{provider}',
  tag: 'Providers',
  summary: 'Get one provider of the catalogue',
  callers: anybody,
  params: z.object({ provider: z.string() }),
  success: 200,
  reply: ProviderInfo,
  problems: ['provider-not-found'],
})
