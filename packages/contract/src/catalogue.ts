import { z } from 'zod'
import { provider } from './fields.ts'
import { FieldMetadata } from './object-metadata.ts'
import { anybody, embeddedCallers, operation } from './operation.ts'
import { PlainPattern } from './plain-pattern.ts'

const strings = z.record(z.string(), z.string())

export const MetadataItemInput = z
  .object({
    name: z
      .string()
      .describe('The variable that the answer fills wherever a URL or template says `{{name}}`.'),
    displayName: z
      .string()
      .optional()
      .describe('What the form says beside the input; the name without it.'),
    prompt: z.string().optional().describe('A sentence for the form that says what to enter.'),
    defaultValue: z.string().optional().describe('What is used when nothing is entered.'),
    docsURL: z
      .string()
      .optional()
      .describe('A page of the provider’s that says where to find the value.'),
    moduleDependencies: z
      .record(z.string(), z.object({}))
      .optional()
      .describe('The modules that need it, as keys; every module without it.'),
  })
  .meta({
    id: 'MetadataItemInput',
    description:
      'Something that somebody is asked for: an end user before connecting, or a builder with the provider app.',
  })
export type MetadataItemInput = z.infer<typeof MetadataItemInput>

export const Support = z
  .object({
    bulkWrite: z
      .object({
        insert: z.boolean().describe('Records are created in bulk.'),
        update: z.boolean().describe('Records are updated in bulk.'),
        upsert: z.boolean().describe('Records are created or updated in bulk, whichever fits.'),
        delete: z.boolean().describe('Records are deleted in bulk.'),
      })
      .describe('What of writing takes many records in one call of the provider’s.'),
    proxy: z.boolean().describe('Calls can be passed through to the provider.'),
    read: z
      .boolean()
      .describe('There is a connector that reads, so that `read` may stand in the manifest.'),
    subscribe: z.boolean().describe('Changes can be subscribed to.'),
    write: z.boolean().describe('There is a connector that creates and updates records.'),
    delete: z.boolean().describe('There is a connector that deletes records.'),
    search: z
      .object({
        operators: z
          .object({ equals: z.boolean().describe('A field may be compared for equality.') })
          .describe('The comparisons that a search may make.'),
      })
      .describe('How records can be found by what their fields hold.'),
    customFields: z
      .boolean()
      .optional()
      .describe('Fields can be created in a customer’s account; not without it.'),
    subscribeSupport: z
      .object({
        create: z.boolean().optional().describe('Records that are created.'),
        update: z.boolean().optional().describe('Records that change.'),
        delete: z.boolean().optional().describe('Records that are deleted.'),
        association: z.boolean().optional().describe('Records that are joined, or no longer.'),
        passThrough: z
          .boolean()
          .optional()
          .describe('Events under the provider’s own names, as it sends them.'),
        objectsAtMost: z
          .int()
          .optional()
          .describe('How many objects an integration can subscribe to; any number without it.'),
      })
      .optional()
      .describe('Which kinds of change can be subscribed to, where any can.'),
    readSupport: z
      .object({
        withoutDeletions: z
          .array(z.string())
          .describe('Objects of which nobody tells what was deleted: `deleted` has no effect.'),
      })
      .optional()
      .describe('What reads cannot do; missing where that is nothing.'),
  })
  .meta({ id: 'Support', description: 'What this server can do with a provider.' })
export type Support = z.infer<typeof Support>

export const Oauth2Opts = z
  .object({
    grantType: z
      .enum(['authorizationCode', 'authorizationCodePKCE', 'clientCredentials', 'password'])
      .describe(
        'How tokens are obtained: by the end user’s sign-in (with PKCE or without), by a client of the customer’s, or by a password.',
      ),
    authURL: z
      .string()
      .optional()
      .describe('The page where end users sign in and allow. Missing where no sign-in is needed.'),
    tokenURL: z.string().describe('The endpoint that exchanges codes and refresh tokens.'),
    explicitScopesRequired: z
      .boolean()
      .describe(
        'Whether a provider app must name scopes: without them the provider refuses the sign-in.',
      ),
    explicitWorkspaceRequired: z
      .boolean()
      .describe(
        'Whether the end user must name a workspace before the sign-in, because the URLs hold it.',
      ),
    audience: z
      .array(z.string())
      .optional()
      .describe('Sent as `audience` when tokens are requested.'),
    scopeMappings: strings
      .optional()
      .describe(
        'Short names of scopes, and what the provider wants for each; may hold `{{variables}}`.',
      ),
    tokenMetadataFields: z
      .object({
        workspaceRefField: z
          .string()
          .optional()
          .describe('The path of what becomes `providerWorkspaceRef`.'),
        consumerRefField: z
          .string()
          .optional()
          .describe('The path of what becomes `providerConsumerRef`.'),
        scopesField: z.string().optional().describe('The path of the scopes that were granted.'),
        otherFields: z
          .array(
            z.object({
              name: z.string().describe('The key in `providerMetadata`, which fills `{{name}}`.'),
              displayName: z.string().describe('What people read beside the value.'),
              path: z
                .string()
                .describe('Where the token reply has it, with dots between the keys.'),
              capture: PlainPattern.optional().describe(
                'A regular expression; its first group is the value. All of the text without it.',
              ),
            }),
          )
          .optional()
          .describe('What else becomes `providerMetadata` of the connection.'),
      })
      .describe(
        'What the provider’s token reply says of the account, each as a path such as `data.id`.',
      ),
    docsURL: z.string().optional().describe('The provider’s page about its OAuth.'),
    authURLParams: strings
      .optional()
      .describe('Query parameters that the sign-in page is always opened with.'),
    accessTokenOpts: z
      .object({
        attachmentType: z.literal('accessTokenHeaderAttachment').describe('Always a header.'),
        header: z
          .object({
            name: z.string().describe('The header’s name, such as `X-Api-Token`.'),
            valuePrefix: z
              .string()
              .optional()
              .describe('What stands before the token, with its blank, such as `Bearer `.'),
          })
          .optional()
          .describe('The header that carries the token.'),
        docsURL: z.string().optional().describe('The provider’s page about it.'),
      })
      .optional()
      .describe('How calls carry the access token; as `Authorization: Bearer` without it.'),
    keepAliveIntervalHours: z
      .int()
      .optional()
      .describe(
        'Every so many hours tokens are refreshed that nobody used, because they would end.',
      ),
  })
  .meta({ id: 'Oauth2Opts', description: 'How a provider’s OAuth works.' })
export type Oauth2Opts = z.infer<typeof Oauth2Opts>

export const ApiKeyOpts = z
  .object({
    attachmentType: z
      .enum(['query', 'header'])
      .describe('Whether `header` or `query` tells where calls carry the key.'),
    query: z
      .object({ name: z.string().describe('The parameter’s name, such as `api_key`.') })
      .optional()
      .describe('The query parameter that carries the key.'),
    header: z
      .object({
        name: z.string().describe('The header’s name, such as `X-Api-Key`.'),
        valuePrefix: z
          .string()
          .optional()
          .describe('What stands before the key, with its blank, such as `Bearer `.'),
      })
      .optional()
      .describe('The header that carries the key.'),
    docsURL: z
      .string()
      .optional()
      .describe('A page of the provider’s that says where to find the key.'),
  })
  .meta({ id: 'ApiKeyOpts', description: 'How a provider takes API keys.' })

export const BasicAuthOpts = z
  .object({
    apiKeyAsBasic: z
      .boolean()
      .optional()
      .describe('The customer has an API key, which is sent in place of user name and password.'),
    apiKeyAsBasicOpts: z
      .object({
        fieldUsed: z
          .enum(['username', 'password'])
          .optional()
          .describe('Which of the two the key is; the other is empty. The user name without it.'),
        keyFormat: z
          .string()
          .optional()
          .describe('Both at once, before the encoding, such as `{{key}}:X`.'),
      })
      .optional()
      .describe('How the key becomes a user name and a password.'),
    docsURL: z
      .string()
      .optional()
      .describe('A page of the provider’s that says where to find the credentials.'),
  })
  .meta({ id: 'BasicAuthOpts', description: 'How a provider takes HTTP Basic authentication.' })

export const CustomAuthInput = z
  .object({
    name: z.string().describe('The variable that the answer fills in the `valueTemplate`s.'),
    displayName: z.string().describe('What the form says beside the input.'),
    prompt: z.string().optional().describe('A sentence for the form that says what to enter.'),
    docsURL: z
      .string()
      .optional()
      .describe('A page of the provider’s that says where to find the value.'),
    fieldType: z
      .enum(['fieldTypeText', 'fieldTypePassword', 'fieldTypeSelect'])
      .optional()
      .describe(
        'How the form asks: open text, hidden text, or a choice of `options`. Open text without it.',
      ),
    options: z
      .array(
        z.object({
          value: z.string().describe('What is stored when it is chosen.'),
          label: z.string().describe('What the form says for it.'),
        }),
      )
      .optional()
      .describe('What a choice offers.'),
  })
  .meta({ id: 'CustomAuthInput', description: 'Something that a provider’s own scheme asks for.' })

const template = z.object({
  name: z.string().describe('The name of the header or parameter.'),
  valueTemplate: z.string().describe('Its value, where `{{name}}` stands for what was entered.'),
})

export const CustomAuthOpts = z
  .object({
    headers: z.array(template).optional().describe('Headers that every call carries.'),
    queryParams: z.array(template).optional().describe('Query parameters that every call carries.'),
    inputs: z.array(CustomAuthInput).optional().describe('What the end user is asked for.'),
    providerInputs: z
      .array(CustomAuthInput)
      .optional()
      .describe('What the builder is asked for once, with the provider app.'),
    multiStep: z
      .boolean()
      .optional()
      .describe('Whether connecting takes several requests to the provider, one after another.'),
  })
  .meta({ id: 'CustomAuthOpts', description: 'A provider’s own scheme of authentication.' })

export const ModuleInfo = z
  .object({
    displayName: z.string().describe('What people read, such as `Salesforce CRM`.'),
    baseURL: z
      .string()
      .describe('What every path of the module begins with; may hold `{{variables}}`.'),
    support: Support.describe('What this server can do with the module.'),
    subscribeRequirements: z
      .record(z.string(), z.boolean())
      .optional()
      .describe('What must be set up at the provider before changes can be subscribed to.'),
  })
  .meta({
    id: 'ModuleInfo',
    description: 'A part of a provider’s API that is connected separately.',
  })

export const Proof = z
  .enum(['live', 'recorded', 'stand-in'])
  .describe(
    '`live`: tried with the provider itself; `recorded`: with replies that were recorded there; `stand-in`: only with a server that plays the provider after its documentation, or after its entry.',
  )
export type Proof = z.infer<typeof Proof>

export const Proofs = z
  .object({
    read: Proof.optional(),
    write: Proof.optional(),
    delete: Proof.optional(),
    search: Proof.optional(),
    subscribe: Proof.optional(),
    customFields: Proof.optional(),
    readByPath: z
      .literal('unverified')
      .optional()
      .describe(
        'Present where any path that lists can be named as an object, such as `/v2/things`. It is read as the provider’s other lists are, and nobody has tried it.',
      ),
  })
  .meta({
    id: 'Proofs',
    description: 'What each ability has been tried with; missing for what cannot be done.',
  })
export type Proofs = z.infer<typeof Proofs>

export const Paging = z
  .object({
    style: z
      .enum(['cursor', 'next-url', 'link-header', 'offset', 'page', 'last-id'])
      .describe(
        '`cursor`, `offset`, `page`, `last-id`: what a parameter of the next call takes; `next-url`: the reply has the whole address; `link-header`: so has its `Link` header.',
      ),
    sizeParam: z.string().optional().describe('The parameter that asks for a size of page.'),
    maxSize: z.int().positive().optional().describe('The most records that a page has.'),
  })
  .meta({ id: 'Paging', description: 'How a provider hands out a long list.' })
export type Paging = z.infer<typeof Paging>

export const ProviderRateLimit = z
  .object({
    calls: z.int().positive().describe('How many calls are taken within that time.'),
    perSeconds: z.number().positive().describe('The time, in seconds.'),
    sharedBy: z
      .enum(['connection', 'account', 'app', 'app-in-account'])
      .optional()
      .describe(
        'Who shares them: each connection has its own, all of the customer’s account, all of the OAuth client, or all of the OAuth client in one account. Not known without it.',
      ),
  })
  .meta({ id: 'ProviderRateLimit', description: 'How many calls a provider takes in a while.' })
export type ProviderRateLimit = z.infer<typeof ProviderRateLimit>

const image = z.object({
  iconURL: z.string().optional().describe('A square picture, for lists.'),
  logoURL: z.string().optional().describe('A wide picture with the provider’s name, for headings.'),
})

export const ProviderInfo = z
  .object({
    name: z
      .string()
      .describe('The provider’s key: in URLs, in `platform.yaml` and in every other `provider`.'),
    displayName: z.string().optional().describe('What people read; the key where it is missing.'),
    authType: z
      .enum(['oauth2', 'apiKey', 'basic', 'jwt', 'custom', 'none'])
      .describe('How calls are authenticated; the `…Opts` of the same kind tell the rest.'),
    baseURL: z
      .string()
      .describe(
        'What every path of its API begins with; may hold `{{variables}}` such as the workspace.',
      ),
    defaultModule: z
      .string()
      .describe('The module of integrations that name none; `root` where there is only one.'),
    oauth2Opts: Oauth2Opts.optional().describe('Present where `authType` is `oauth2`.'),
    apiKeyOpts: ApiKeyOpts.optional().describe('Present where `authType` is `apiKey`.'),
    basicOpts: BasicAuthOpts.optional().describe(
      'Present where `authType` is `basic` and more is to say than user name and password.',
    ),
    customOpts: CustomAuthOpts.optional().describe('Present where `authType` is `custom`.'),
    support: Support.describe('What this server can do with the provider’s default module.'),
    proof: Proofs.optional().describe(
      'How sure each ability of the default module is; missing where there is none.',
    ),
    docsURL: z
      .string()
      .optional()
      .describe('The provider’s own pages about its API; missing where they are not known.'),
    paging: Paging.optional().describe(
      'How its lists are paged, where it is known and most of them are alike.',
    ),
    rateLimits: z
      .array(ProviderRateLimit)
      .optional()
      .describe('How many calls it takes, where it is known; accounts may have more.'),
    authHealthCheck: z
      .object({
        url: z.string().describe('The whole URL; may hold `{{variables}}`.'),
        method: z.string().optional().describe('The HTTP method, such as `GET`.'),
        successStatusCodes: z
          .array(z.int())
          .optional()
          .describe('The HTTP statuses that mean that credentials work.'),
      })
      .optional()
      .describe('A harmless call that tells whether credentials work.'),
    postAuthInfoNeeded: z
      .boolean()
      .optional()
      .describe('Whether `metadata.postAuthentication` must be looked up before the first call.'),
    media: z
      .object({
        regular: image.optional().describe('For light backgrounds.'),
        darkMode: image.optional().describe('For dark backgrounds.'),
      })
      .optional()
      .describe('Pictures of the provider, where there are free ones.'),
    labels: strings
      .optional()
      .describe('Words that the provider is filed under, by what they tell.'),
    subscribeRequirements: z
      .record(z.string(), z.boolean())
      .optional()
      .describe('What must be set up at the provider before changes can be subscribed to.'),
    modules: z
      .record(z.string(), ModuleInfo)
      .optional()
      .describe(
        'Parts of its API that are connected separately, by the name that the manifest uses.',
      ),
    metadata: z
      .object({
        input: z
          .array(MetadataItemInput)
          .optional()
          .describe('What the end user is asked for before connecting.'),
        postAuthentication: z
          .array(
            z.object({
              name: z.string().describe('The variable that it fills.'),
              moduleDependencies: z
                .record(z.string(), z.object({}))
                .optional()
                .describe('The modules that need it, as keys; every module without it.'),
            }),
          )
          .optional()
          .describe('What the server looks up by itself once credentials work.'),
      })
      .optional()
      .describe('What must be known of an account beside its credentials.'),
    providerAppMetadata: z
      .object({
        authQueryParams: z
          .array(MetadataItemInput)
          .optional()
          .describe('Query parameters for the sign-in page.'),
        providerParams: z
          .array(MetadataItemInput)
          .optional()
          .describe(
            'Values that the provider gave with the OAuth client, such as a developer key.',
          ),
      })
      .optional()
      .describe('What a provider app is asked for beside client ID and secret.'),
  })
  .meta({
    id: 'ProviderInfo',
    description:
      'What the catalogue says of a provider: how to authenticate, where its API is, what this server can do with it.',
  })
export type ProviderInfo = z.infer<typeof ProviderInfo>

export const ProviderObject = z
  .object({
    displayName: z.string().describe('What people read.'),
    read: z
      .object({
        changes: z
          .enum(['time', 'snapshot'])
          .describe(
            'How later reads find what has changed: by the `time` of change, or, where the provider tells none, by comparing every record with a `snapshot` of those before.',
          ),
        mayMiss: z
          .literal(true)
          .optional()
          .describe(
            'Its pages are numbered: a record that moves to an earlier page while they are read, because another one was deleted, is missed until it changes or everything is read again.',
          ),
      })
      .optional()
      .describe('How it is read; missing for what cannot be read.'),
    writes: z
      .array(z.enum(['create', 'update', 'delete']))
      .describe('How its records may be written.'),
    events: z
      .array(z.enum(['create', 'update', 'delete']))
      .describe(
        'What is told of its records as it happens, to who subscribes; none where nothing is.',
      ),
    searchFields: z
      .array(z.string())
      .describe('The fields by whose value records can be found; none where it has no search.'),
    fields: z
      .record(z.string(), FieldMetadata.shape.valueType.unwrap())
      .optional()
      .describe(
        'The types of the fields that every account has, by name; missing where only an account tells them.',
      ),
  })
  .meta({ id: 'ProviderObject', description: 'What can be done with one object of a provider.' })
export type ProviderObject = z.infer<typeof ProviderObject>

export const CatalogType = z
  .record(z.string(), ProviderInfo)
  .meta({ id: 'CatalogType', description: 'Every provider, by name.' })
export type CatalogType = z.infer<typeof CatalogType>

const ownEntries =
  'Entries that the operator added or changed are shown whole to builders and full keys. Front-end keys and end users get what the forms of the embedded UI ask for, and anybody the name, the logo and the modules: addresses and templates are empty strings there.'

export const listProviders = operation({
  id: 'listProviders',
  method: 'GET',
  path: '/v1/providers',
  tag: 'Providers',
  summary: 'List the catalogue of providers',
  description: ownEntries,
  callers: anybody,
  optionalCallers: embeddedCallers,
  success: 200,
  reply: CatalogType,
})

export const getProvider = operation({
  id: 'getProvider',
  method: 'GET',
  path: '/v1/providers/{provider}',
  tag: 'Providers',
  summary: 'Get one provider of the catalogue',
  description: ownEntries,
  callers: anybody,
  optionalCallers: embeddedCallers,
  params: z.object({ provider }),
  success: 200,
  reply: ProviderInfo,
  problems: ['provider-not-found'],
})

export const getProviderObjects = operation({
  id: 'getProviderObjects',
  method: 'GET',
  path: '/v1/providers/{provider}/objects',
  tag: 'Providers',
  summary: 'Get the objects that the catalogue knows of a provider',
  description:
    'What is known without asking anybody. Of Salesforce and HubSpot, whose objects an account tells, there are none here. Objects of an entry that the operator added or changed are shown to builders and full keys only.',
  callers: anybody,
  optionalCallers: embeddedCallers,
  params: z.object({ provider }),
  success: 200,
  reply: z.record(z.string(), ProviderObject).describe('By the name that the manifest uses.'),
  problems: ['provider-not-found'],
})
