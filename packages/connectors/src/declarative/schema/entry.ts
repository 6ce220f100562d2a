import { AuthSteps, Oauth2Dialect, Proofs, ProviderInfo, Support } from '@platform/contract'
import { z } from 'zod'
import { PagingRules } from './paging-rules.ts'
import { DotPath, DotPlace, LiteralText, ParameterName, UrlPath } from '../calls/places.ts'
import { ReadRules } from './read-rules.ts'
import { AppWebhookRules } from '../subscribe/app-webhook-rules.ts'
import { ObjectEvents, SubscribeRules } from '../subscribe/rules.ts'
import { WriteRules } from './write-rules.ts'

/**
 * Rules for reading and writing in a provider's file: data without code. Locations are dot paths,
 * times have named formats, paging and filters have a fixed set of styles. What an entry does not
 * declare is unsupported.
 */

const FieldType = z.enum([
  'string',
  'boolean',
  'int',
  'float',
  'date',
  'datetime',
  'singleSelect',
  'multiSelect',
  'other',
])

const AssociationRules = z
  .union([
    z
      .strictObject({
        field: DotPlace.describe(
          'Path in a record of the ID of the associated record, or of a list of IDs.',
        ),
        id: DotPlace.optional().describe('Path of the ID in each of them, if they are objects.'),
      })
      .describe('The record contains the IDs.'),
    z
      .strictObject({
        path: UrlPath.describe(
          'Path of the list of associated records; `{id}` is the record’s ID.',
        ),
        query: z
          .record(ParameterName, LiteralText)
          .optional()
          .describe('Query parameters; `{id}` is the record’s ID.'),
        records: DotPath.describe('Path of the list in the reply; empty if the reply is the list.'),
        id: DotPlace.describe('Path of the ID in an associated record.'),
        paging: PagingRules.optional().describe('Paging of the list. Defaults to `defaults.read`.'),
        absentWhenEmpty: z.literal(true).optional().describe('The list is missing if it is empty.'),
        emptyStatus: z
          .int()
          .min(400)
          .max(499)
          .optional()
          .describe('Status of the reply if there are no associated records.'),
      })
      .refine(
        ({ path, query = {} }) =>
          [path, ...Object.values(query)].some((text) => String(text).includes('{id}')),
        'must contain {id} in path or query, or every record would get all associations',
      )
      .describe('A call for each record lists the associated records.'),
  ])
  .describe('How associated records of a record are read.')
export type AssociationRules = z.infer<typeof AssociationRules>

const SearchTerm = z
  .strictObject({
    name: ParameterName.describe('Parameter that sends the term.'),
    template: z
      .string()
      .max(200)
      .includes('{value}')
      .describe('The term, with `{value}` in quotes: `equals(email,"{value}")`.'),
  })
  .describe('Term of a search language.')
export type SearchTerm = z.infer<typeof SearchTerm>

const ObjectRules = z.strictObject({
  displayName: z.string().max(200).optional(),
  base: z
    .string()
    .max(300)
    .regex(/^https:\/\/[^?#]+$/)
    .optional()
    .describe('Base URL of the object’s paths, if different from the provider’s.'),
  read: ReadRules.optional(),
  create: WriteRules.optional(),
  update: WriteRules.optional(),
  delete: WriteRules.optional(),
  search: z
    .strictObject({
      in: z.enum(['query', 'body']),
      names: z
        .record(z.string(), z.union([ParameterName, SearchTerm]))
        .describe('Search parameter of each field.'),
    })
    .optional()
    .describe(
      'Fields by whose exact value the list can be filtered. Records with another value are dropped.',
    ),
  associations: z
    .record(z.string().min(1).max(200), AssociationRules)
    .optional()
    .describe('Objects whose associated records reads can deliver, by name.'),
  fields: z.record(z.string().max(200), FieldType).optional(),
  events: ObjectEvents.optional(),
})
export type ObjectRules = z.infer<typeof ObjectRules>

const Endpoint = z.strictObject({
  method: z.enum(['GET', 'POST']).optional(),
  path: UrlPath.describe('`{object}` is the name of the object.'),
  query: z.record(ParameterName, LiteralText).optional(),
  records: DotPath,
  name: DotPlace,
  label: DotPlace.optional(),
  type: DotPlace.optional(),
  readOnly: DotPlace.optional(),
  objects: z.record(z.string(), z.string().max(200)).optional().describe('Paths by object.'),
})

const declaration = {
  headers: z
    .record(ParameterName, z.string().max(300))
    .optional()
    .describe('Headers and query parameters of every call.'),
  defaults: z
    .strictObject({
      read: ReadRules.optional(),
      create: WriteRules.optional(),
      update: WriteRules.optional(),
      delete: WriteRules.optional(),
    })
    .optional()
    .describe('Defaults of all objects. `null` in an object removes a default.'),
  objects: z.record(z.string().min(1).max(200), ObjectRules).optional(),
  subscribe: SubscribeRules.optional(),
  appWebhooks: AppWebhookRules.optional(),
  fields: z
    .strictObject({
      from: z.enum(['static', 'endpoint', 'sample']),
      endpoint: Endpoint.optional(),
      custom: DotPath.optional().describe('Path in a record of the object with its custom fields.'),
    })
    .optional()
    .describe('Source of an object’s fields: this file, a call, or sample records.'),
  errors: z
    .strictObject({
      message: z.array(DotPath).max(5).optional(),
      code: DotPath.optional(),
      ok: DotPlace.optional().describe(
        'Path in a successful reply of a boolean that is false if the request was rejected. Where it is true, an empty list is whole whatever else the reply says.',
      ),
      notices: z
        .array(DotPath)
        .max(5)
        .optional()
        .describe(
          'Paths in a successful reply of errors that do not concern the whole list, such as those of hidden associations. The read goes on and ends as incomplete.',
        ),
      codes: z
        .record(
          z.string(),
          z.enum(['credentials', 'permission', 'rate-limit', 'unavailable', 'not-found']),
        )
        .optional()
        .describe('Meaning of error codes, where the HTTP status is not specific.'),
    })
    .optional(),
  limits: z
    .strictObject({
      perSecond: z.number().positive().max(10_000).optional(),
      headers: z
        .strictObject({
          limit: ParameterName.optional(),
          remaining: ParameterName,
          reset: ParameterName.optional(),
          resetFormat: z.enum(['seconds', 'unix']).optional(),
        })
        .optional(),
      perEndpoint: z
        .strictObject({ header: ParameterName, value: z.string().min(1) })
        .optional()
        .describe(
          'Header and value of rejections that concern one method and path. Other calls go on.',
        ),
    })
    .optional(),
  proof: Proofs.omit({ readByPath: true })
    .strict()
    .optional()
    .describe('Level of verification of each capability. Defaults to `stand-in`.'),
}

export const Declaration = z.strictObject(declaration)
export type Declaration = z.infer<typeof Declaration>

/** Name of the only module of a provider without modules. */
export const defaultModule = 'root'

const support = Support.partial().extend({
  bulkWrite: Support.shape.bulkWrite.partial().optional(),
})

const { shape: oauth2 } = ProviderInfo.shape.oauth2Opts.unwrap()
const oauth2Opts = z
  .object({
    ...oauth2,
    explicitScopesRequired: oauth2.explicitScopesRequired.default(false),
    explicitWorkspaceRequired: oauth2.explicitWorkspaceRequired.default(false),
    tokenMetadataFields: oauth2.tokenMetadataFields.default({}),
  })
  .meta({ id: 'Oauth2OptsOfEntry', description: 'OAuth 2 settings of a provider.' })

/** A provider's file: authentication, and rules for reading and writing. */
export const ProviderEntry = ProviderInfo.omit({
  paging: true,
  proof: true,
  rateLimits: true,
  signInEvidence: true,
  isVerified: true,
  urlsOverridden: true,
})
  .extend({
    defaultModule: z
      .string()
      .default(defaultModule)
      .describe('Module used by integrations that name none.'),
    support: support
      .optional()
      .describe(
        'Whether calls can be passed through (`proxy`). Other capabilities are derived from the entry.',
      ),
    modules: z
      .record(
        z.string(),
        z.strictObject({
          displayName: z.string(),
          baseURL: z.string(),
          support: support.optional(),
          subscribeRequirements: z.record(z.string(), z.boolean()).optional(),
        }),
      )
      .optional(),
    oauth2Opts: oauth2Opts.optional().describe('Required if `authType` is `oauth2`.'),
    oauth2Dialect: Oauth2Dialect.partial()
      .strict()
      .optional()
      .describe('Differences of the provider’s OAuth 2 from the RFC.'),
    like: z
      .string()
      .max(100)
      .optional()
      .describe(
        'Provider of the catalogue with the same API at another address, such as the production environment. Objects and rules that the file lacks are taken from it.',
      ),
    likeWithout: z
      .array(z.enum(['subscribe', 'appWebhooks']))
      .min(1)
      .optional()
      .describe('Rules of the provider in `like` that do not apply to this one.'),
    authSteps: AuthSteps.optional().describe(
      'Steps that exchange entered credentials for those that calls send.',
    ),
    lookup: z
      .strictObject({
        url: z
          .string()
          .max(300)
          .regex(/^https?:\/\/[^?#\s]+$/)
          .describe('URL of the call; `{{name}}` is a value of the connection.'),
        records: DotPath.optional().describe(
          'Path of the accounts in the reply. Defaults to the top level. A single object is one account.',
        ),
        values: z
          .record(z.string().regex(/^\w{1,100}$/), DotPlace)
          .describe('Paths of values in an account, by variable of the connection.'),
        where: z
          .record(DotPlace, z.string().max(100))
          .optional()
          .describe('Values that an account must have, by path, such as `{ "product": "bc3" }`.'),
        label: DotPlace.optional().describe('Path of the account’s display name.'),
        scheme: z
          .string()
          .regex(/^[A-Za-z]{1,20}$/)
          .optional()
          .describe('Scheme of the header `Authorization` of the call, if not `Bearer`.'),
        what: z
          .string()
          .max(40)
          .default('account')
          .describe('Provider’s term for an account, such as `site`.'),
        optional: z
          .literal(true)
          .optional()
          .describe(
            'Whether a sign-in succeeds without the values if its token lacks the permission for the call, because only some features require them.',
          ),
      })
      .optional()
      .describe(
        'Call after the sign-in that lists the accounts of the token. If there are several, the end user chooses one.',
      ),
    trustedDomains: z
      .array(
        z
          .string()
          .regex(
            /^(http:\/\/)?(\*|[a-z\d-]+(\.[a-z\d-]+)*)$/,
            'must be a domain, such as crm.example.com, http://crm.example.com where plain http is meant, or * for any',
          ),
      )
      .optional()
      .describe('Domains that credentials can be sent to, in addition to those of the URLs.'),
    $schema: z.string().optional().describe('URL of this schema, for editors.'),
    ...declaration,
  })
  .strict()
  .meta({ id: 'ProviderEntry', description: 'A provider of the catalogue.' })
export type ProviderEntry = z.infer<typeof ProviderEntry>

/**
 * Adds objects and rules that a file lacks from the provider that it extends, with the API version
 * that they are written for.
 */
export function inheritDeclaration<File extends Pick<ProviderEntry, 'likeWithout'>>(
  file: File,
  original: Partial<ProviderEntry>,
): File {
  const { apiVersion, supportedUntil, versionSource } = original
  const unwanted = file.likeWithout?.map((name) => [name, undefined]) ?? []
  return {
    ...pickDeclaration({ ...original, ...Object.fromEntries(unwanted) }),
    ...(apiVersion !== undefined && { apiVersion }),
    ...(supportedUntil !== undefined && { supportedUntil }),
    ...(versionSource !== undefined && { versionSource }),
    ...file,
  }
}

/** Returns the part of a file with the rules for reading and writing. */
export function pickDeclaration(entry: Partial<Record<keyof Declaration, unknown>>): Declaration {
  const { headers, defaults, objects, subscribe, appWebhooks, fields, errors, limits, proof } =
    entry as Declaration
  return {
    ...(headers && { headers }),
    ...(defaults && { defaults }),
    ...(objects && { objects }),
    ...(subscribe && { subscribe }),
    ...(appWebhooks && { appWebhooks }),
    ...(fields && { fields }),
    ...(errors && { errors }),
    ...(limits && { limits }),
    ...(proof && { proof }),
  }
}
