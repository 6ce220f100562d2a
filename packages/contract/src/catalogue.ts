import { z } from 'zod'
import { provider } from './fields.ts'
import { anybody, operation } from './operation.ts'

const strings = z.record(z.string(), z.string())

export const MetadataItemInput = z
  .object({
    name: z.string().describe('Its name.'),
    displayName: z.string().optional().describe('Its name, for people.'),
    prompt: z.string().optional().describe('What to tell the end user about the choice.'),
    defaultValue: z.string().optional().describe('What counts when nothing is given.'),
    docsURL: z.string().optional().describe('Where the provider explains it.'),
    moduleDependencies: z
      .record(z.string(), z.object({}))
      .optional()
      .describe('The modules that need it.'),
  })
  .meta({
    id: 'MetadataItemInput',
    description: 'Something that an end user is asked for before connecting.',
  })
export type MetadataItemInput = z.infer<typeof MetadataItemInput>

export const Support = z
  .object({
    bulkWrite: z
      .object({
        insert: z.boolean().describe('Creating records.'),
        update: z.boolean().describe('Updating records.'),
        upsert: z.boolean().describe('Creating or updating, whichever fits.'),
        delete: z.boolean().describe('Deleting records.'),
      })
      .describe('Writing many records in one call.'),
    proxy: z.boolean().describe('Whether calls may be passed through to the provider.'),
    read: z.boolean().describe('What is read.'),
    subscribe: z.boolean().describe('Which changes are subscribed to.'),
    write: z.boolean().describe('What may be written.'),
    delete: z.boolean().describe('Deleting records.'),
    search: z
      .object({
        operators: z
          .object({ equals: z.boolean().describe('By equality.') })
          .describe('How a search may compare.'),
      })
      .describe('Searching records.'),
    customFields: z
      .boolean()
      .optional()
      .describe('Whether fields can be made in the account of a customer.'),
    subscribeSupport: z
      .object({
        create: z.boolean().optional().describe('Created records.'),
        update: z.boolean().optional().describe('Updating records.'),
        delete: z.boolean().optional().describe('Deleting records.'),
        passThrough: z.boolean().optional().describe('Events as the provider sends them.'),
      })
      .optional()
      .describe('Which changes can be subscribed to.'),
  })
  .meta({ id: 'Support', description: 'What this server can do with a provider.' })
export type Support = z.infer<typeof Support>

export const Oauth2Opts = z
  .object({
    grantType: z
      .enum(['authorizationCode', 'authorizationCodePKCE', 'clientCredentials', 'password'])
      .describe('How tokens are obtained.'),
    authURL: z.string().optional().describe('Where end users authorize.'),
    tokenURL: z.string().describe('Where tokens are obtained.'),
    explicitScopesRequired: z.boolean().describe('Whether the provider app must name scopes.'),
    explicitWorkspaceRequired: z
      .boolean()
      .describe('Whether the end user must name a workspace first.'),
    audience: z.array(z.string()).optional().describe('The audience that tokens are for.'),
    scopeMappings: strings.optional().describe('What scopes are called elsewhere.'),
    tokenMetadataFields: z
      .object({
        workspaceRefField: z.string().optional().describe('Where the workspace is.'),
        consumerRefField: z.string().optional().describe('Where the person is.'),
        scopesField: z.string().optional().describe('Where the granted scopes are.'),
        otherFields: z
          .array(
            z.object({
              name: z.string().describe('Its name.'),
              displayName: z.string().describe('Its name, for people.'),
              path: z.string().describe('Where it is in the reply.'),
              capture: z
                .string()
                .optional()
                .describe('A pattern that finds the value in the text.'),
            }),
          )
          .optional()
          .describe('What else is kept of it.'),
      })
      .describe('What the token’s reply tells, and where.'),
    docsURL: z.string().optional().describe('Where the provider explains it.'),
    authURLParams: strings.optional().describe('Parameters that are always sent along.'),
    accessTokenOpts: z
      .object({
        attachmentType: z
          .literal('accessTokenHeaderAttachment')
          .describe('Whether it is sent in a header or in the query.'),
        header: z
          .object({
            name: z.string().describe('Its name.'),
            valuePrefix: z.string().optional().describe('What stands before it.'),
          })
          .optional()
          .describe('The header that carries it.'),
        docsURL: z.string().optional().describe('Where the provider explains it.'),
      })
      .optional()
      .describe('How the access token is sent.'),
    keepAliveIntervalHours: z
      .int()
      .optional()
      .describe('How often tokens are refreshed so that they do not end unused.'),
  })
  .meta({ id: 'Oauth2Opts', description: 'How a provider’s OAuth works.' })
export type Oauth2Opts = z.infer<typeof Oauth2Opts>

export const ApiKeyOpts = z
  .object({
    attachmentType: z
      .enum(['query', 'header'])
      .describe('Whether it is sent in a header or in the query.'),
    query: z
      .object({ name: z.string().describe('Its name.') })
      .optional()
      .describe('The parameter that carries it.'),
    header: z
      .object({
        name: z.string().describe('Its name.'),
        valuePrefix: z.string().optional().describe('What stands before it.'),
      })
      .optional()
      .describe('The header that carries it.'),
    docsURL: z.string().optional().describe('Where the provider explains it.'),
  })
  .meta({ id: 'ApiKeyOpts', description: 'How a provider takes API keys.' })

export const BasicAuthOpts = z
  .object({
    apiKeyAsBasic: z
      .boolean()
      .optional()
      .describe('Whether an API key is sent as user name or password.'),
    apiKeyAsBasicOpts: z
      .object({
        fieldUsed: z.enum(['username', 'password']).optional().describe('Which of the two it is.'),
        keyFormat: z.string().optional().describe('How it is written there.'),
      })
      .optional()
      .describe('How it is sent.'),
    docsURL: z.string().optional().describe('Where the provider explains it.'),
  })
  .meta({ id: 'BasicAuthOpts', description: 'How a provider takes HTTP Basic authentication.' })

export const CustomAuthInput = z
  .object({
    name: z.string().describe('Its name.'),
    displayName: z.string().describe('Its name, for people.'),
    prompt: z.string().optional().describe('What to tell the end user about the choice.'),
    docsURL: z.string().optional().describe('Where the provider explains it.'),
    fieldType: z
      .enum(['fieldTypeText', 'fieldTypePassword', 'fieldTypeSelect'])
      .optional()
      .describe('How it is asked for.'),
    options: z
      .array(
        z.object({
          value: z.string().describe('The value.'),
          label: z.string().describe('A name for people.'),
        }),
      )
      .optional()
      .describe('What can be chosen.'),
  })
  .meta({ id: 'CustomAuthInput', description: 'Something that a provider’s own scheme asks for.' })

const template = z.object({
  name: z.string().describe('Its name.'),
  valueTemplate: z.string().describe('How the value is made from inputs.'),
})

export const CustomAuthOpts = z
  .object({
    headers: z.array(template).optional().describe('Its headers.'),
    queryParams: z.array(template).optional().describe('Parameters that carry credentials.'),
    inputs: z.array(CustomAuthInput).optional().describe('What the end user is asked for.'),
    providerInputs: z.array(CustomAuthInput).optional().describe('What the builder is asked for.'),
    multiStep: z.boolean().optional().describe('Whether it takes several steps.'),
  })
  .meta({ id: 'CustomAuthOpts', description: 'A provider’s own scheme of authentication.' })

export const ModuleInfo = z
  .object({
    displayName: z.string().describe('Its name, for people.'),
    baseURL: z.string().describe('Where its API is.'),
    support: Support.describe('What can be done with it.'),
    subscribeRequirements: z
      .record(z.string(), z.boolean())
      .optional()
      .describe('What must be set up before subscribing.'),
  })
  .meta({
    id: 'ModuleInfo',
    description: 'A part of a provider’s API that is connected separately.',
  })

const image = z.object({
  iconURL: z.string().optional().describe('A square picture.'),
  logoURL: z.string().optional().describe('A wide picture.'),
})

/** What the catalogue says of a provider: how to authenticate, where its API is, what it supports. */
export const ProviderInfo = z
  .object({
    name: z.string().describe('Names the provider in URLs and in `platform.yaml`.'),
    displayName: z.string().optional().describe('Its name, for people.'),
    authType: z
      .enum(['oauth2', 'apiKey', 'basic', 'jwt', 'custom', 'none'])
      .describe('How the provider authenticates calls.'),
    baseURL: z.string().describe('Where its API is.'),
    defaultModule: z.string().describe('The module that counts where none is named.'),
    oauth2Opts: Oauth2Opts.optional().describe('How its OAuth works.'),
    apiKeyOpts: ApiKeyOpts.optional().describe('How its API key is sent.'),
    basicOpts: BasicAuthOpts.optional().describe('How HTTP Basic authentication is used.'),
    customOpts: CustomAuthOpts.optional().describe('A scheme of the provider’s own.'),
    support: Support.describe('What can be done with it.'),
    authHealthCheck: z
      .object({
        url: z.string().describe('Its address.'),
        method: z.string().optional().describe('Its HTTP method.'),
        successStatusCodes: z.array(z.int()).optional().describe('The statuses that mean yes.'),
      })
      .optional()
      .describe('A call that tells whether credentials work.'),
    postAuthInfoNeeded: z
      .boolean()
      .optional()
      .describe('Whether something must be looked up once the connection works.'),
    media: z
      .object({
        regular: image.optional().describe('On light ground.'),
        darkMode: image.optional().describe('On dark ground.'),
      })
      .optional()
      .describe('Its pictures.'),
    labels: strings.optional().describe('What it is filed under.'),
    subscribeRequirements: z
      .record(z.string(), z.boolean())
      .optional()
      .describe('What must be set up before subscribing.'),
    modules: z
      .record(z.string(), ModuleInfo)
      .optional()
      .describe('Parts of its API that are connected separately, by name.'),
    metadata: z
      .object({
        input: z.array(MetadataItemInput).optional().describe('What the end user is asked for.'),
        postAuthentication: z
          .array(
            z.object({
              name: z.string().describe('Its name.'),
              moduleDependencies: z
                .record(z.string(), z.object({}))
                .optional()
                .describe('The modules that need it.'),
            }),
          )
          .optional()
          .describe('What is looked up once the connection works.'),
      })
      .optional()
      .describe('Its settings.'),
    providerAppMetadata: z
      .object({
        authQueryParams: z
          .array(MetadataItemInput)
          .optional()
          .describe('Parameters to add where users authorize.'),
        providerParams: z
          .array(MetadataItemInput)
          .optional()
          .describe('What else the provider wants to know of the app.'),
      })
      .optional()
      .describe('What a provider app may be told.'),
  })
  .meta({ id: 'ProviderInfo', description: 'What the catalogue says of a provider.' })
export type ProviderInfo = z.infer<typeof ProviderInfo>

export const CatalogType = z
  .record(z.string(), ProviderInfo)
  .meta({ id: 'CatalogType', description: 'Every provider, by name.' })
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
  params: z.object({ provider }),
  success: 200,
  reply: ProviderInfo,
  problems: ['provider-not-found'],
})
