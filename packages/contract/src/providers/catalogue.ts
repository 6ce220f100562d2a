import { z } from 'zod'
import { Oauth2Opts, ApiKeyOpts, BasicAuthOpts, CustomAuthOpts } from './auth-options.ts'
import { Proofs, ObjectEvidence, SignInEvidence } from './evidence-levels.ts'
import { provider, strings } from '../installations/fields.ts'
import { FieldMetadata } from '../data/object-metadata.ts'
import { FilterOperator } from '../installations/record-filter.ts'
import { anybody, embeddedCallers, operation } from '../openapi/operation.ts'
import { PlainPattern } from '../values/plain-pattern.ts'
import { providerRules } from './provider-rules.ts'

export const MetadataItemInput = z
  .object({
    name: z
      .string()
      .describe('Variable that receives the value; replaces `{{name}}` in URLs and templates.'),
    displayName: z.string().optional().describe('Label of the input. Defaults to `name`.'),
    prompt: z.string().optional().describe('Instruction shown with the input.'),
    defaultValue: z.string().optional().describe('Value used if the input is left empty.'),
    docsURL: z
      .string()
      .optional()
      .describe('URL of a provider page that explains where to find the value.'),
    moduleDependencies: z
      .record(z.string(), z.object({}))
      .optional()
      .describe('Modules that require the input, as keys. Defaults to all modules.'),
    redirectParam: z
      .string()
      .optional()
      .describe(
        'Query parameter with which the sign-in returns the value. End users who sign in are not asked for it.',
      ),
    redirectCapture: PlainPattern.optional().describe(
      'Regular expression whose first group in that parameter is the value. Defaults to the whole text.',
    ),
  })
  .meta({
    id: 'MetadataItemInput',
    description:
      'Value requested from an end user before connecting, or from a builder with the provider app.',
  })
export type MetadataItemInput = z.infer<typeof MetadataItemInput>

export const AssociationSupport = z
  .object({
    byObject: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe('Associated objects by object, if the list is complete.'),
    objectNames: z
      .array(z.string())
      .optional()
      .describe('Objects of every account that records can be associated with.'),
    accountObjectNames: z
      .array(PlainPattern)
      .optional()
      .describe('Regular expressions for names of objects that accounts define.'),
  })
  .meta({
    id: 'AssociationSupport',
    description:
      'Associated objects that reads can deliver. Without any member, they depend on the account.',
  })
export type AssociationSupport = z.infer<typeof AssociationSupport>

export const Support = z
  .object({
    bulkWrite: z
      .object({
        insert: z.boolean().describe('Bulk create.'),
        update: z.boolean().describe('Bulk update.'),
        upsert: z.boolean().describe('Bulk upsert: creates or updates records.'),
        delete: z.boolean().describe('Bulk delete.'),
      })
      .describe('Write actions that process multiple records per call to the provider.'),
    proxy: z.boolean().describe('Whether calls can be passed through to the provider.'),
    read: z
      .boolean()
      .describe('Whether records can be read, so that the manifest can declare `read`.'),
    subscribe: z.boolean().describe('Whether changes can be subscribed to.'),
    write: z.boolean().describe('Whether records can be created and updated.'),
    delete: z.boolean().describe('Whether records can be deleted.'),
    search: z
      .object({
        operators: z
          .object({ equals: z.boolean().describe('Whether fields can be compared for equality.') })
          .describe('Supported comparison operators.'),
      })
      .describe('Search for records by field values.'),
    customFields: z
      .boolean()
      .optional()
      .describe(
        'Whether custom fields can be created in a customer’s account. Defaults to `false`.',
      ),
    subscribeSupport: z
      .object({
        create: z.boolean().optional().describe('Created records.'),
        update: z.boolean().optional().describe('Updated records.'),
        delete: z.boolean().optional().describe('Deleted records.'),
        association: z
          .boolean()
          .optional()
          .describe('Added and removed associations between records.'),
        passThrough: z
          .boolean()
          .optional()
          .describe('Provider-specific events, passed through under the provider’s names.'),
        objectsAtMost: z
          .int()
          .optional()
          .describe(
            'Maximum number of objects per integration that can be subscribed to. Unlimited if unset.',
          ),
      })
      .optional()
      .describe('Kinds of changes that can be subscribed to, if any.'),
    readSupport: z
      .object({
        withoutDeletions: z
          .array(z.string())
          .describe(
            'Objects whose deletions are not detected, because their list omits existing records. `deleted` has no effect for them.',
          ),
        writesOnly: z
          .array(z.string())
          .optional()
          .describe(
            'Objects that can be written but not read, so that the manifest cannot declare them in `read`. Absent if there are none.',
          ),
        filterOperators: z
          .array(FilterOperator)
          .optional()
          .describe(
            'Operators of a `filter` that the provider can apply to most fields. Other conditions are applied after reading.',
          ),
        associations: AssociationSupport.optional().describe(
          'Associated objects that reads can deliver. Absent if the provider has none.',
        ),
      })
      .optional()
      .describe('Details of reads. Absent if there are none.'),
  })
  .meta({ id: 'Support', description: 'Features that this server supports for a provider.' })
export type Support = z.infer<typeof Support>

export const ModuleInfo = z
  .object({
    displayName: z.string().describe('Display name, such as `Salesforce CRM`.'),
    baseURL: z.string().describe('Base URL of the module; may contain `{{variables}}`.'),
    support: Support.describe('Features that this server supports for the module.'),
    subscribeRequirements: z
      .record(z.string(), z.boolean())
      .optional()
      .describe('Setup required at the provider before changes can be subscribed to.'),
  })
  .meta({
    id: 'ModuleInfo',
    description: 'Part of a provider’s API that is connected separately.',
  })

export const Paging = z
  .object({
    style: z
      .enum(['cursor', 'nextUrl', 'linkHeader', 'offset', 'page', 'lastId'])
      .describe(
        '`cursor`, `offset`, `page`, `lastId`: value of a parameter in the next call. `nextUrl`: the reply contains the URL of the next page. `linkHeader`: the `Link` header contains it.',
      ),
    sizeParam: z.string().optional().describe('Parameter that sets the page size.'),
    maxSize: z.int().positive().optional().describe('Maximum number of records per page.'),
  })
  .meta({ id: 'Paging', description: 'Pagination of a provider’s lists.' })
export type Paging = z.infer<typeof Paging>

export const ProviderRateLimit = z
  .object({
    calls: z.int().positive().describe('Maximum number of calls per period.'),
    perSeconds: z.number().positive().describe('Length of the period, in seconds.'),
    sharedBy: z
      .enum(['connection', 'account', 'app', 'appInAccount'])
      .optional()
      .describe(
        'Scope of the limit: per connection, per customer account, per OAuth client, or per OAuth client and account. Absent if unknown.',
      ),
  })
  .meta({ id: 'ProviderRateLimit', description: 'Rate limit of a provider.' })
export type ProviderRateLimit = z.infer<typeof ProviderRateLimit>

const image = z.object({
  iconURL: z.string().optional().describe('URL of a square icon, for lists.'),
  logoURL: z
    .string()
    .optional()
    .describe('URL of a wide logo with the provider’s name, for headings.'),
})

export const ProviderInfo = z
  .object({
    name: z
      .string()
      .describe('Key of the provider in URLs, in `platform.yaml` and in every `provider` field.'),
    displayName: z.string().optional().describe('Display name. Defaults to `name`.'),
    authType: z
      .enum(['oauth2', 'apiKey', 'basic', 'jwt', 'custom', 'none'])
      .describe('Authentication type. The `…Opts` field of the same type contains the details.'),
    baseURL: z
      .string()
      .describe('Base URL of the API; may contain `{{variables}}` such as the workspace.'),
    defaultModule: z
      .string()
      .describe('Module used by integrations that name none. `root` if there is only one.'),
    oauth2Opts: Oauth2Opts.optional().describe('Present if `authType` is `oauth2`.'),
    apiKeyOpts: ApiKeyOpts.optional().describe('Present if `authType` is `apiKey`.'),
    basicOpts: BasicAuthOpts.optional().describe(
      'Present if `authType` is `basic` and the provider uses more than a user name and password.',
    ),
    customOpts: CustomAuthOpts.optional().describe('Present if `authType` is `custom`.'),
    support: Support.describe(
      'Features that this server supports for the provider’s default module.',
    ),
    proof: Proofs.optional().describe(
      'Level of verification for each capability of the default module. Absent if there are no capabilities.',
    ),
    signInEvidence: SignInEvidence.optional().describe(
      'Document of the provider with which the sign-in agrees. Absent if none was compared.',
    ),
    isVerified: z
      .literal(true)
      .optional()
      .describe(
        'Present if reads agree with the provider’s specification or were tested with the provider (`proof.read` is `spec` or `live`), and the sign-in agrees with its document (`signInEvidence`).',
      ),
    urlsOverridden: z
      .literal(true)
      .optional()
      .describe(
        'Present if the operator of the server overrides URLs of the entry. `proof` and `evidence` were determined for the shipped entry.',
      ),
    apiVersion: z
      .string()
      .max(40)
      .optional()
      .describe('Version of the provider’s API that calls use, if it is dated or ends.'),
    supportedUntil: z.iso
      .date()
      .optional()
      .describe('Last day on which the provider supports `apiVersion`, such as `2028-07-15`.'),
    versionSource: z
      .string()
      .max(500)
      .optional()
      .describe(
        'Document of the provider that states when `apiVersion` ends, or how long versions are supported if no day is announced.',
      ),
    docsURL: z
      .string()
      .optional()
      .describe('URL of the provider’s API documentation. Absent if unknown.'),
    paging: Paging.optional().describe(
      'Pagination of the provider’s lists, if known and mostly uniform.',
    ),
    rateLimits: z
      .array(ProviderRateLimit)
      .optional()
      .describe('Known rate limits. Individual accounts may have higher ones.'),
    ...providerRules,
    authHealthCheck: z
      .object({
        url: z.string().describe('Full URL; may contain `{{variables}}`.'),
        method: z.string().optional().describe('HTTP method, such as `GET`.'),
        successStatusCodes: z
          .array(z.int())
          .optional()
          .describe('HTTP statuses that indicate valid credentials.'),
      })
      .optional()
      .describe('Side-effect-free call that verifies credentials.'),
    postAuthInfoNeeded: z
      .boolean()
      .optional()
      .describe('Whether `metadata.postAuthentication` must be looked up before the first call.'),
    media: z
      .object({
        regular: image.optional().describe('Images for light backgrounds.'),
        darkMode: image.optional().describe('Images for dark backgrounds.'),
      })
      .optional()
      .describe(
        'Images of the provider, if freely licensed ones exist, otherwise a neutral mark of its category.',
      ),
    labels: strings.optional().describe('Labels of the provider, by category.'),
    subscribeRequirements: z
      .record(z.string(), z.boolean())
      .optional()
      .describe('Setup required at the provider before changes can be subscribed to.'),
    modules: z
      .record(z.string(), ModuleInfo)
      .optional()
      .describe('Parts of the API that are connected separately, by the key used in the manifest.'),
    metadata: z
      .object({
        input: z
          .array(MetadataItemInput)
          .optional()
          .describe('Inputs requested from the end user before connecting.'),
        postAuthentication: z
          .array(
            z.object({
              name: z.string().describe('Variable that receives the value.'),
              moduleDependencies: z
                .record(z.string(), z.object({}))
                .optional()
                .describe('Modules that require the value, as keys. Defaults to all modules.'),
            }),
          )
          .optional()
          .describe('Values that the server looks up after connecting.'),
      })
      .optional()
      .describe('Account details required in addition to credentials.'),
    providerAppMetadata: z
      .object({
        authQueryParams: z
          .array(MetadataItemInput)
          .optional()
          .describe('Query parameters for the authorization URL.'),
        providerParams: z
          .array(MetadataItemInput)
          .optional()
          .describe(
            'Values that the provider issued with the OAuth client, such as a developer key.',
          ),
      })
      .optional()
      .describe('Values that a provider app requires in addition to client ID and secret.'),
  })
  .meta({
    id: 'ProviderInfo',
    description:
      'Catalogue entry of a provider: authentication, API addresses and supported features.',
  })
export type ProviderInfo = z.infer<typeof ProviderInfo>

export const ProviderObject = z
  .object({
    displayName: z.string().describe('Display name at the provider.'),
    read: z
      .object({
        changes: z
          .enum(['time', 'snapshot'])
          .describe(
            'How later reads detect changes: by modification `time`, or by comparing all records with a `snapshot` if the provider does not report modification times.',
          ),
        mayMiss: z
          .literal(true)
          .optional()
          .describe(
            'Whether numbered pages can cause records to be missed. If another record is deleted during a read, a record can move to an earlier page; it is missed until it changes or a full read runs.',
          ),
      })
      .optional()
      .describe('How the object is read. Absent if it cannot be read.'),
    writes: z.array(z.enum(['create', 'update', 'delete'])).describe('Supported write actions.'),
    events: z
      .array(z.enum(['create', 'update', 'delete']))
      .describe('Events that can be subscribed to. Empty if there are none.'),
    evidence: ObjectEvidence.optional().describe(
      'How each supported action was verified. Absent for providers implemented in code.',
    ),
    searchFields: z
      .array(z.string())
      .describe(
        'Fields that records can be searched by, and that can be the key of an upsert. Empty if search is not supported.',
      ),
    associations: z
      .array(z.string())
      .optional()
      .describe('Objects whose associated records reads can deliver. Absent if there are none.'),
    fields: z
      .record(z.string(), FieldMetadata.shape.valueType.unwrap())
      .optional()
      .describe(
        'Types of the fields that every account has, by name. Absent if they can only be read from an account.',
      ),
  })
  .meta({ id: 'ProviderObject', description: 'Features supported for one object of a provider.' })
export type ProviderObject = z.infer<typeof ProviderObject>

export const CatalogType = z
  .record(z.string(), ProviderInfo)
  .meta({ id: 'CatalogType', description: 'All providers, by name.' })
export type CatalogType = z.infer<typeof CatalogType>

const ownEntries =
  'Entries that the operator added or changed are returned in full to builders and full-scope keys. Frontend keys and end users receive the fields required by the forms of the embedded UI. Anonymous callers receive name, logo and modules; addresses and templates are empty strings.'

export const listProviders = operation({
  id: 'listProviders',
  method: 'GET',
  path: '/v1/providers',
  tag: 'Providers',
  summary: 'List providers',
  description: `${ownEntries} The list omits \`app\`, \`scopes\` and \`signInErrors\`, which are returned for a single provider.`,
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
  summary: 'Get a provider',
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
  summary: 'Get the objects of a provider',
  description:
    'Returns objects known without a connection. Empty for Salesforce and HubSpot, whose objects depend on the account. Objects of entries that the operator added or changed are returned only to builders and full-scope keys.',
  callers: anybody,
  optionalCallers: embeddedCallers,
  params: z.object({ provider }),
  success: 200,
  reply: z
    .record(z.string(), ProviderObject)
    .describe('Objects, by the name used in the manifest.'),
  problems: ['provider-not-found'],
})
