import { AuthSteps, Oauth2Dialect, Proofs, ProviderInfo, Support } from '@platform/contract'
import { z } from 'zod'
import { DotPath, LiteralText, ParameterName, UrlPath, DotPlace } from './places.ts'
import { ById, ObjectEvents, SubscribeRules } from './subscribe/rules.ts'
import { TimeFormat } from './times.ts'

/**
 * What a provider's file says of reading and writing, beside how it is authenticated: data, and
 * nothing that runs. Places are dot paths, times have named formats, paging and filters are of a
 * fixed set of styles. What an entry does not declare is unsupported.
 */

const where = z.enum(['query', 'body', 'argument'])

const Size = z.strictObject({
  param: ParameterName.describe('The parameter for the page size.'),
  in: where.optional().describe('Where the parameter goes; into the query without it.'),
  max: z.int().min(1).max(10_000).optional().describe('The largest page that the provider gives.'),
})

const More = DotPath.optional().describe('Where a reply says, true or false, that there are more.')

export const PagingRules = z.discriminatedUnion('style', [
  z
    .strictObject({
      style: z.literal('none'),
      whole: z
        .literal(true)
        .optional()
        .describe('The provider never cuts the list, also when it has as many records as a page.'),
    })
    .describe('Everything is in one reply.'),
  z
    .strictObject({
      style: z.literal('cursor'),
      from: z
        .string()
        .max(200)
        .describe('Where the reply has the next cursor; `header:X-Next` for a header.'),
      param: ParameterName.describe('The parameter that takes it.'),
      in: where.optional(),
      size: Size.optional(),
      more: More,
      last: DotPath.optional().describe('Where a reply says that it is the last one.'),
    })
    .describe('A value of the reply asks for the next page. GraphQL connections page this way.'),
  z
    .strictObject({
      style: z.literal('nextUrl'),
      from: DotPath.describe('Where the reply has the address of the next page.'),
      param: ParameterName.optional().describe(
        'The parameter that takes the value at `from` if it is no address but a cursor.',
      ),
      size: Size.optional(),
      more: More,
      last: DotPath.optional().describe('Where a reply says that it is the last one.'),
    })
    .describe('The reply has the address of the next page.'),
  z
    .strictObject({
      style: z.literal('linkHeader'),
      size: Size.optional(),
      first: z
        .record(ParameterName, z.string())
        .optional()
        .describe('What only the first page is asked with.'),
    })
    .describe('The header `Link` has the address of the next page (RFC 8288).'),
  z
    .strictObject({
      style: z.literal('offset'),
      param: ParameterName,
      in: where.optional(),
      start: z
        .int()
        .min(0)
        .max(1)
        .optional()
        .describe('The offset of the first record; 0 without it.'),
      size: Size.optional(),
      from: DotPath.optional().describe('Where the reply has the next offset.'),
      template: z
        .string()
        .max(200)
        .optional()
        .describe(
          'What is put behind the value of `param` instead: `{offset}` and `{size}` within.',
        ),
      more: More,
      total: DotPath.optional().describe('Where the reply says how many records there are.'),
    })
    .describe('A number of records is skipped.'),
  z
    .strictObject({
      style: z.literal('page'),
      param: ParameterName,
      in: where.optional(),
      start: z.int().min(0).max(1).describe('The number of the first page.'),
      size: Size.optional(),
      last: DotPath.optional().describe(
        'Where the reply has the number of the last page, or whether it is.',
      ),
      more: More,
    })
    .describe('Pages are numbered.'),
  z
    .strictObject({
      style: z.literal('lastId'),
      param: ParameterName.describe('The parameter that takes the ID of the last record.'),
      in: where.optional(),
      size: Size.optional(),
      more: More,
    })
    .describe('The next page begins behind a record.'),
])
export type PagingRules = z.infer<typeof PagingRules>

export const ChangeFilter = z
  .strictObject({
    in: z
      .enum(['query', 'body', 'header', 'argument'])
      .describe('What carries it. `argument` is one of the GraphQL field.'),
    name: ParameterName.describe('The parameter, the header or the dot path in the body.'),
    format: TimeFormat,
    template: z
      .string()
      .max(300)
      .optional()
      .describe('The value, `{since}` and `{until}` standing for the times: a term of a search.'),
    join: z.string().max(20).optional().describe('What stands between two terms of a search.'),
    append: z
      .literal(true)
      .optional()
      .describe('Put behind the value that the parameter has already.'),
    required: z.literal(true).optional().describe('Reads of all time have to say since when too.'),
  })
  .describe('How the provider is asked for the records of a time.')
export type ChangeFilter = z.infer<typeof ChangeFilter>

const TimeWindow = z
  .strictObject({
    from: ParameterName.describe('The parameter that takes the beginning.'),
    to: ParameterName.optional().describe('The parameter that takes the end, if there is one.'),
    in: z.enum(['query', 'body']).optional(),
    format: TimeFormat,
    days: z
      .int()
      .min(1)
      .max(3660)
      .optional()
      .describe(
        'The longest range that the provider accepts. One request asks for all without it.',
      ),
    start: z.iso
      .date()
      .optional()
      .describe(
        'The day from which there can be records, such as `2011-01-01`. Without it a read covers one range up to now, and is incomplete.',
      ),
    ahead: z.int().min(1).max(3660).optional().describe('Days after today that can have records.'),
    byChange: z
      .literal(true)
      .optional()
      .describe('The range is of the time of change, so that reads of changes begin later.'),
  })
  .describe('A range of time that the list must be asked for; a longer one is read in pieces.')
export type TimeWindow = z.infer<typeof TimeWindow>

const Variants = z
  .strictObject({
    name: ParameterName,
    in: z.enum(['query', 'body']).optional(),
    values: z.array(z.string().max(200)).min(1).max(50),
  })
  .describe('A parameter that takes one value at a time: the list is read once for each.')

export const GraphQL = z
  .strictObject({
    field: z
      .string()
      .regex(/^[A-Za-z_]\w{0,99}$/)
      .describe('The field of the query that lists.'),
    nodes: z
      .literal('nodes')
      .optional()
      .describe('It is a Relay connection: records are below `nodes`.'),
    fields: z
      .array(z.string().regex(/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,4}$/))
      .min(1)
      .max(500)
      .describe('What is asked for of each record; dots lead into objects.'),
    arguments: z.record(ParameterName, LiteralText).optional(),
  })
  .describe('The list is asked for by GraphQL.')
export type GraphQL = z.infer<typeof GraphQL>

const read = {
  method: z.enum(['GET', 'POST']).optional(),
  path: UrlPath.optional(),
  query: z
    .record(ParameterName, z.union([LiteralText, z.array(z.string().max(4000)).max(50)]))
    .optional(),
  body: z.record(ParameterName, z.json()).optional(),
  records: DotPath.optional().describe(
    'Where the reply has the list; nothing when it is the list.',
  ),
  absentWhenEmpty: z.literal(true).optional().describe('The list is missing when it is empty.'),
  emptyStatus: z
    .int()
    .min(400)
    .max(499)
    .optional()
    .describe('The status that means an empty list.'),
  total: DotPlace.optional().describe('Where the reply has the number of all records.'),
  partial: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe(
      'Why the list does not contain all records, as a sentence. Its reads end as incomplete, and no deletions are reported.',
    ),
  hides: z
    .union([z.string().min(1).max(200), z.literal(false)])
    .optional()
    .describe(
      'Which records the list leaves out although they exist, such as `archived records`: no deletions are reported. `false` if the constant parameters are no filters.',
    ),
  id: DotPath.optional().describe('Where a record has its ID.'),
  wrap: DotPath.optional().describe('Where a record has its fields, when not at its top.'),
  updated: z
    .strictObject({ field: DotPlace, format: TimeFormat })
    .optional()
    .describe('Where a record says when it was last changed.'),
  since: ChangeFilter.optional(),
  until: ChangeFilter.optional(),
  window: TimeWindow.optional(),
  variants: Variants.optional(),
  newestFirst: z
    .record(ParameterName, LiteralText)
    .optional()
    .describe(
      'The query parameters that sort by change, newest first: a read then stops at the first older one.',
    ),
  paging: PagingRules.optional(),
  graphql: GraphQL.optional(),
  byId: ById.optional(),
}

const nullable = <Shape extends Record<string, z.ZodType>>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, schema.nullable()])) as {
    [Name in keyof Shape]: z.ZodNullable<Shape[Name]>
  }

export const ReadRules = z.strictObject({
  ...nullable(read),
  changes: z
    .strictObject(nullable(read))
    .optional()
    .describe('What is different when only changed records are asked for.'),
})
export type ReadRules = z.infer<typeof ReadRules>

const GraphQLName = z.string().regex(/^[A-Za-z_]\w{0,99}$/)
const GraphQLType = z
  .string()
  .regex(/^[A-Za-z_]\w{0,99}!?$/)
  .describe('Its type, such as `CustomerInput!`.')

export const GraphqlMutation = z
  .strictObject({
    mutation: GraphQLName.describe('The field of the mutation.'),
    input: z
      .strictObject({ argument: GraphQLName, type: GraphQLType })
      .optional()
      .describe('The argument that takes the fields.'),
    id: z
      .union([
        z.literal('input').describe('The input has it as `id`.'),
        z.strictObject({
          argument: z.string().regex(/^[A-Za-z_]\w{0,99}(?:\.[A-Za-z_]\w{0,99})?$/),
          type: GraphQLType,
        }),
      ])
      .optional()
      .describe('The argument that takes the ID, or a member of it.'),
    errors: GraphQLName.optional().describe(
      'The list in the reply that has a `message` for each reason why the record was refused.',
    ),
  })
  .describe('The record is written by GraphQL.')
export type GraphqlMutation = z.infer<typeof GraphqlMutation>

const write = {
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  path: UrlPath.optional().describe(
    '`{id}` is the record’s ID; other `{names}` are taken from its fields.',
  ),
  query: z.record(ParameterName, LiteralText).optional(),
  wrap: DotPlace.optional().describe(
    'Where the body has the fields; they are the body without it.',
  ),
  list: z.literal(true).optional().describe('The body has a list with the record.'),
  body: z
    .record(ParameterName, z.json())
    .optional()
    .describe('What the body always has beside the fields.'),
  form: z.literal(true).optional().describe('The body is a form instead of JSON.'),
  beside: z
    .record(DotPlace, DotPlace)
    .optional()
    .describe('By field, where the body has it instead of among the other fields.'),
  idIn: DotPlace.optional().describe('Where the body takes the ID, also when the path has it.'),
  idType: z.literal('int').optional().describe('The body takes the ID as a number.'),
  recordId: z
    .union([DotPath, z.string().regex(/^header:[\w-]{1,100}$/)])
    .optional()
    .describe(
      'Where the reply has the ID of the record. `header:Location` for a header: the end of an address, or what its last parentheses hold.',
    ),
  refusals: DotPlace.optional().describe(
    'Where a reply lists, in spite of its status, why the record was refused: texts, or objects with a `message`.',
  ),
  graphql: GraphqlMutation.optional(),
  idempotencyKey: DotPlace.optional().describe(
    'Where the body takes a key that makes a repetition harmless.',
  ),
  batch: z
    .strictObject({
      max: z.int().min(2).max(1000),
      results: DotPath.describe('Where the reply has one result for each record, in their order.'),
      id: DotPlace.describe('Where a result has the ID.'),
      error: DotPlace.optional().describe('Where a result says why it was refused.'),
    })
    .optional()
    .describe('One call takes several records, as a list.'),
}

export const WriteRules = z.strictObject(nullable(write))
export type WriteRules = z.infer<typeof WriteRules>

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
  .describe('How the records that a record is associated with are read.')
export type AssociationRules = z.infer<typeof AssociationRules>

const SearchTerm = z
  .strictObject({
    name: ParameterName.describe('The parameter that takes the term.'),
    template: z
      .string()
      .max(200)
      .includes('{value}')
      .describe('The term, with `{value}` in quotes: `equals(email,"{value}")`.'),
  })
  .describe('A term of a search language.')
export type SearchTerm = z.infer<typeof SearchTerm>

const ObjectRules = z.strictObject({
  displayName: z.string().max(200).optional(),
  base: z
    .string()
    .max(300)
    .regex(/^https:\/\/[^?#]+$/)
    .optional()
    .describe('The base URL of its paths, when it is not the provider’s.'),
  read: ReadRules.optional(),
  create: WriteRules.optional(),
  update: WriteRules.optional(),
  delete: WriteRules.optional(),
  search: z
    .strictObject({
      in: z.enum(['query', 'body']),
      names: z
        .record(z.string(), z.union([ParameterName, SearchTerm]))
        .describe('By field, the parameter that it is found by.'),
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
  objects: z.record(z.string(), z.string().max(200)).optional().describe('By object, its path.'),
})

const declaration = {
  headers: z
    .record(ParameterName, z.string().max(300))
    .optional()
    .describe('What every call carries.'),
  defaults: z
    .strictObject({
      read: ReadRules.optional(),
      create: WriteRules.optional(),
      update: WriteRules.optional(),
      delete: WriteRules.optional(),
    })
    .optional()
    .describe(
      'What holds for every object that does not say otherwise; `null` there takes it away.',
    ),
  objects: z.record(z.string().min(1).max(200), ObjectRules).optional(),
  subscribe: SubscribeRules.optional(),
  fields: z
    .strictObject({
      from: z.enum(['static', 'endpoint', 'sample']),
      endpoint: Endpoint.optional(),
      custom: DotPath.optional().describe('Where a record has its custom fields, as an object.'),
    })
    .optional()
    .describe('How the fields of an object become known: from here, from a call, or from records.'),
  errors: z
    .strictObject({
      message: z.array(DotPath).max(5).optional(),
      code: DotPath.optional(),
      ok: DotPlace.optional().describe(
        'Where a reply says false when it is a refusal in spite of its status.',
      ),
      codes: z
        .record(
          z.string(),
          z.enum(['credentials', 'permission', 'rate-limit', 'unavailable', 'not-found']),
        )
        .optional()
        .describe('What codes mean that the status does not tell.'),
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
    })
    .optional(),
  proof: Proofs.omit({ readByPath: true })
    .strict()
    .optional()
    .describe('What each ability has been tried with; where nothing is said, a stand-in.'),
}

export const Declaration = z.strictObject(declaration)
export type Declaration = z.infer<typeof Declaration>

/** The module of a provider that says nothing of modules. */
export const defaultModule = 'root'

const support = Support.partial().extend({
  bulkWrite: Support.shape.bulkWrite.partial().optional(),
})

/** A provider's file: how to authenticate, and how to read and write. */
export const ProviderEntry = ProviderInfo.omit({ paging: true, proof: true, rateLimits: true })
  .extend({
    defaultModule: z
      .string()
      .default(defaultModule)
      .describe('The module of integrations that name none.'),
    support: support
      .optional()
      .describe('`proxy` says that calls may be passed on; the rest follows.'),
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
    oauth2Dialect: Oauth2Dialect.partial()
      .strict()
      .optional()
      .describe('How its OAuth 2 differs from the plain RFC.'),
    authSteps: AuthSteps.optional().describe(
      'How a scheme of the provider’s own comes from what is entered to what calls carry.',
    ),
    lookup: z
      .strictObject({
        url: z
          .string()
          .max(300)
          .regex(/^https?:\/\/[^?#\s]+$/)
          .describe('Full address of the call; `{{name}}` is a value of the connection.'),
        records: DotPath.optional().describe(
          'Where the reply has the accounts; its top without it. One object is one account.',
        ),
        values: z
          .record(z.string().regex(/^\w{1,100}$/), DotPlace)
          .describe('By variable of the connection, where an account has its value.'),
        label: DotPlace.optional().describe(
          'Where an account has the name that people know it by.',
        ),
        what: z
          .string()
          .max(40)
          .default('account')
          .describe('What an account is called at the provider, such as `site`.'),
      })
      .optional()
      .describe(
        'A call after signing in that names the accounts which the token is good for. With several, the end user chooses one.',
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
      .describe('Domains that credentials may be sent to, beside those that its addresses name.'),
    $schema: z.string().optional().describe('Where editors find this schema.'),
    ...declaration,
  })
  .strict()
  .meta({ id: 'ProviderEntry', description: 'A provider of the catalogue.' })
export type ProviderEntry = z.infer<typeof ProviderEntry>

/** The part of a file that says how to read and write. */
export function declarationOf(entry: Partial<Record<keyof Declaration, unknown>>): Declaration {
  const { headers, defaults, objects, subscribe, fields, errors, limits, proof } =
    entry as Declaration
  return {
    ...(headers && { headers }),
    ...(defaults && { defaults }),
    ...(objects && { objects }),
    ...(subscribe && { subscribe }),
    ...(fields && { fields }),
    ...(errors && { errors }),
    ...(limits && { limits }),
    ...(proof && { proof }),
  }
}
