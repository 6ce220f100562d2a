import { AuthSteps, Oauth2Dialect, Proofs, ProviderInfo, Support } from '@platform/contract'
import { z } from 'zod'
import { ColumnRules } from './columns.ts'
import { RecordId } from './ids.ts'
import { DotPath, LiteralText, ParameterName, UrlPath, DotPlace } from './places.ts'
import { ById, ObjectEvents, SubscribeRules } from './subscribe/rules.ts'
import { SqlRules } from './sql.ts'
import { TimeFormat } from './times.ts'

/**
 * Rules for reading and writing in a provider's file: data without code. Locations are dot paths,
 * times have named formats, paging and filters have a fixed set of styles. What an entry does not
 * declare is unsupported.
 */

const where = z.enum(['query', 'body', 'argument'])

const Size = z.strictObject({
  param: ParameterName.describe('Parameter that sets the page size.'),
  in: where.optional().describe('Location of the parameter. Defaults to the query.'),
  max: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe('Maximum page size that the provider accepts.'),
})

const More = DotPath.optional().describe(
  'Path in the reply of a boolean that is true if there are more pages.',
)

export const PagingRules = z.discriminatedUnion('style', [
  z
    .strictObject({
      style: z.literal('none'),
      whole: z
        .literal(true)
        .optional()
        .describe(
          'Whether the list is always complete, even if it has as many records as a typical page.',
        ),
    })
    .describe('Without paging: one reply contains all records.'),
  z
    .strictObject({
      style: z.literal('cursor'),
      from: z
        .string()
        .max(200)
        .describe('Path of the next cursor in the reply, or `header:X-Next` for a header.'),
      param: ParameterName.describe('Parameter that sends it.'),
      in: where.optional(),
      size: Size.optional(),
      more: More,
      last: DotPath.optional().describe('Path in the reply of a value that marks the last page.'),
    })
    .describe(
      'Paging by cursor: the next request sends a value of the reply. Used by GraphQL connections.',
    ),
  z
    .strictObject({
      style: z.literal('nextUrl'),
      from: DotPath.describe('Path in the reply of the URL of the next page.'),
      param: ParameterName.optional().describe(
        'Parameter that sends the value at `from` if it is a cursor, not a URL.',
      ),
      size: Size.optional(),
      more: More,
      last: DotPath.optional().describe('Path in the reply of a value that marks the last page.'),
    })
    .describe('Paging by URL: the reply contains the URL of the next page.'),
  z
    .strictObject({
      style: z.literal('linkHeader'),
      size: Size.optional(),
      first: z
        .record(ParameterName, z.string())
        .optional()
        .describe('Query parameters of the first page only.'),
    })
    .describe('The `Link` header contains the URL of the next page (RFC 8288).'),
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
        .describe('Offset of the first record. Defaults to 0.'),
      size: Size.optional(),
      from: DotPath.optional().describe('Path in the reply of the next offset.'),
      template: z
        .string()
        .max(200)
        .optional()
        .describe(
          'Text appended to the value of `param` in place of separate parameters; contains `{offset}` and `{size}`.',
        ),
      more: More,
      total: DotPath.optional().describe('Path in the reply of the total number of records.'),
    })
    .describe('Paging by offset: the request sends the number of records to skip.'),
  z
    .strictObject({
      style: z.literal('page'),
      param: ParameterName,
      in: where.optional(),
      start: z.int().min(0).max(1).describe('Number of the first page.'),
      size: Size.optional(),
      last: DotPath.optional().describe(
        'Path in the reply of the number of the last page, or of a boolean that is true on the last page.',
      ),
      more: More,
    })
    .describe('Paging by page number.'),
  z
    .strictObject({
      style: z.literal('lastId'),
      param: ParameterName.describe('Parameter that sends the ID of the last record.'),
      in: z
        .enum(['query', 'body', 'argument', 'sql'])
        .optional()
        .describe('Location. With `sql`, `param` is the column, and the query is sorted by it.'),
      template: z
        .string()
        .max(200)
        .includes('{last}')
        .optional()
        .describe(
          'With `in: sql`, condition of the next page. `{last}` is the last ID: in quotes, or a number. Defaults to `{name} > {last}`.',
        ),
      size: Size.optional(),
      more: More,
    })
    .describe('Paging by record: the next page starts after the last record.'),
])
export type PagingRules = z.infer<typeof PagingRules>

export const ChangeFilter = z
  .strictObject({
    in: z
      .enum(['query', 'body', 'header', 'argument', 'sql'])
      .describe(
        'Location of the value. `argument` is an argument of the GraphQL field, `sql` a condition of the query.',
      ),
    name: ParameterName.describe('Name of the parameter or header, or dot path in the body.'),
    format: TimeFormat,
    template: z
      .string()
      .max(300)
      .optional()
      .describe(
        'Template of the value, such as a search term; `{since}` and `{until}` are replaced with the times, `{name}` with the name.',
      ),
    join: z.string().max(20).optional().describe('Separator between search terms.'),
    append: z
      .literal(true)
      .optional()
      .describe('Whether the value is appended to an existing value of the parameter.'),
    required: z
      .literal(true)
      .optional()
      .describe('Whether reads without a start time must send one.'),
  })
  .describe('How requests select records by modification time.')
export type ChangeFilter = z.infer<typeof ChangeFilter>

const TimeWindow = z
  .strictObject({
    from: ParameterName.describe('Parameter for the start of the range.'),
    to: ParameterName.optional().describe('Parameter for the end of the range, if any.'),
    in: z.enum(['query', 'body']).optional(),
    format: TimeFormat,
    days: z
      .int()
      .min(1)
      .max(3660)
      .optional()
      .describe(
        'Longest range that the provider accepts, in days. If unset, one request covers everything.',
      ),
    start: z.iso
      .date()
      .optional()
      .describe(
        'First day that can have records, such as `2011-01-01`. If unset, a read covers one range up to now and is incomplete.',
      ),
    ahead: z
      .int()
      .min(1)
      .max(3660)
      .optional()
      .describe('Number of future days that can have records.'),
    byChange: z
      .literal(true)
      .optional()
      .describe(
        'Whether the range applies to the modification time, so that incremental reads start later.',
      ),
  })
  .describe('Time range that requests of the list must contain. Longer ranges are read in pieces.')
export type TimeWindow = z.infer<typeof TimeWindow>

const Variants = z
  .strictObject({
    name: ParameterName,
    in: z.enum(['query', 'body']).optional(),
    values: z.array(z.string().max(200)).min(1).max(50),
  })
  .describe('Parameter that accepts one value per request. The list is read once for each value.')

const Parent = z
  .strictObject({
    object: z.string().min(1).max(200).describe('Object whose records have the lists.'),
    value: DotPlace.optional().describe(
      'Path in a record of that object of the value for `{parent}`. Defaults to its ID.',
    ),
  })
  .describe(
    'List below each record of another object. `{parent}` in the path, the query or the body is the value of the record.',
  )

export const FetchRules = z
  .strictObject({
    path: UrlPath.describe(
      'Path of a record, with `{id}`; with `ids`, path of the list of several.',
    ),
    query: z.record(ParameterName, LiteralText).optional(),
    record: DotPath.optional().describe(
      'Path of the record in the reply. If unset, the reply is the record.',
    ),
    ids: z
      .strictObject({
        name: ParameterName.describe('Query parameter for the IDs.'),
        join: z
          .string()
          .max(3)
          .optional()
          .describe('Separator of the IDs. If unset, the parameter is repeated.'),
        max: z.int().min(1).max(100).describe('Maximum number of IDs per request.'),
      })
      .optional()
      .describe('One request for several records.'),
    records: DotPath.optional().describe(
      'With `ids`, path of the list in the reply. Defaults to `records` of the list.',
    ),
    atATime: z
      .int()
      .min(1)
      .max(10)
      .optional()
      .describe('Maximum number of concurrent requests. Defaults to 4.'),
  })
  .describe('The list contains only IDs or excerpts: each record is requested after it.')
export type FetchRules = z.infer<typeof FetchRules>

const JobCall = {
  method: z.enum(['GET', 'POST']).optional(),
  path: UrlPath.describe('`{job}` is the ID of the job.'),
  query: z.record(ParameterName, LiteralText).optional(),
}

const JobPages = z
  .strictObject({
    path: UrlPath.describe('Path of the pages; `{job}` is the ID of the job.'),
    query: z.record(ParameterName, LiteralText).optional(),
    format: z
      .enum(['json', 'csv', 'jsonl'])
      .optional()
      .describe('Format of the pages. Defaults to `json`. `csv` has a header line.'),
    records: DotPath.optional().describe('Path of the list in a page of JSON.'),
    paging: PagingRules.optional().describe('Paging of the pages. By default there is one.'),
    count: DotPlace.optional().describe(
      'Path in the last status reply of the number of pages, or of a list with an item for each, if pages are numbered.',
    ),
    rangeBytes: z
      .int()
      .min(1_000)
      .max(8_000_000)
      .optional()
      .describe('Bytes of a CSV or JSON Lines file to request at a time, by the header Range.'),
    nullText: z.string().max(20).optional().describe('Text in CSV that means no value.'),
  })
  .superRefine(({ format = 'json', rangeBytes, paging, count }, context) => {
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (rangeBytes !== undefined && format === 'json') wrong('rangeBytes', 'requires `format`')
    if (rangeBytes !== undefined && paging) wrong('rangeBytes', 'cannot be combined with `paging`')
    if (count !== undefined && paging?.style !== 'page') wrong('count', 'requires `paging` by page')
  })
  .describe('How the result of the job is read.')

export const JobRules = z
  .strictObject({
    id: DotPlace.describe('Path of the job’s ID in the reply of the request of the list.'),
    values: z
      .record(z.string().regex(/^\w{1,50}$/), DotPlace)
      .optional()
      .describe(
        'Paths of further values in that reply, such as `location`, for `{location}` in query parameters. A parameter whose value is absent is not sent.',
      ),
    begin: z
      .array(z.strictObject(JobCall))
      .max(3)
      .optional()
      .describe('Requests that start the job, if the first one only creates it.'),
    status: z
      .strictObject({
        ...JobCall,
        at: DotPlace.optional().describe(
          'Path of the status in the reply. If unset, HTTP status 202 means that the job is running.',
        ),
        done: z
          .array(z.string().max(100))
          .max(10)
          .optional()
          .describe('Statuses of a job that has ended; required with `at`.'),
        failed: z
          .array(z.string().max(100))
          .max(10)
          .optional()
          .describe('Statuses of a failed job.'),
        message: DotPlace.optional().describe('Path of the reason of a failure.'),
        everySeconds: z
          .number()
          .min(0.1)
          .max(600)
          .optional()
          .describe('First delay between requests of the status, which grows. Defaults to 10.'),
        withinHours: z
          .number()
          .positive()
          .max(72)
          .optional()
          .describe('Time after which a job is given up. Defaults to 24.'),
      })
      .refine(({ at, done }) => (at === undefined) === (done === undefined), {
        path: ['done'],
        message: 'must be declared together with `at`',
      })
      .describe('Request of the job’s status.'),
    pages: JobPages,
  })
  .describe(
    'The request of the list starts a job, such as an export: its status is requested until it ends, and then its pages.',
  )
export type JobRules = z.infer<typeof JobRules>

const GraphQLName = z.string().regex(/^[A-Za-z_]\w{0,99}$/)

export const GraphQL = z
  .strictObject({
    field: z
      .string()
      .regex(/^[A-Za-z_]\w{0,99}$/)
      .describe('Field of the query that returns the list.'),
    nodes: z
      .literal('nodes')
      .optional()
      .describe('Whether the field is a Relay connection, with records below `nodes`.'),
    fields: z
      .array(z.string().regex(/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,4}$/))
      .min(1)
      .max(500)
      .describe('Fields to request of each record; dots select members of objects.'),
    arguments: z.record(ParameterName, LiteralText).optional(),
    within: z
      .strictObject({ field: GraphQLName, cursor: GraphQLName, list: GraphQLName })
      .optional()
      .describe(
        'Field of the result that has the pages, with the names of its cursor and its list. It takes the arguments of the paging.',
      ),
  })
  .describe('GraphQL query of the list.')
export type GraphQL = z.infer<typeof GraphQL>

const read = {
  method: z.enum(['GET', 'POST']).optional(),
  path: UrlPath.optional(),
  query: z
    .record(ParameterName, z.union([LiteralText, z.array(z.string().max(4000)).max(50)]))
    .optional(),
  headers: z
    .record(ParameterName, z.string().max(300))
    .optional()
    .describe('Headers of the requests of this list.'),
  body: z.record(ParameterName, z.json()).optional(),
  records: DotPath.optional().describe(
    'Path of the list in the reply; empty if the reply is the list.',
  ),
  single: z
    .literal(true)
    .optional()
    .describe('Whether the reply has one record in place of the list.'),
  absentWhenEmpty: z
    .literal(true)
    .optional()
    .describe('Whether the list is missing in the reply if it is empty.'),
  emptyStatus: z
    .int()
    .min(400)
    .max(499)
    .optional()
    .describe('HTTP status that means an empty list.'),
  total: DotPlace.optional().describe('Path in the reply of the total number of records.'),
  most: z
    .int()
    .min(1)
    .optional()
    .describe(
      'Number of records that the provider returns of a list at most. A read that reaches it ends as incomplete.',
    ),
  partial: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe(
      'Sentence that explains why the list never contains all records. Its reads end as incomplete, and no deletions are reported.',
    ),
  hides: z
    .union([z.string().min(1).max(200), z.literal(false)])
    .optional()
    .describe(
      'Kind of records that exist but are not in the list, such as `archived records`: no deletions are reported. `false` if constant query parameters are not filters.',
    ),
  id: RecordId.optional().describe(
    'Path of the ID in a record, or a template such as `{orderId}-{line}`.',
  ),
  wrap: DotPath.optional().describe('Path of the fields in a record, if not at the top level.'),
  updated: z
    .strictObject({ field: DotPlace, format: TimeFormat })
    .optional()
    .describe('Path and format of the modification time in a record.'),
  since: ChangeFilter.optional(),
  until: ChangeFilter.optional(),
  window: TimeWindow.optional(),
  variants: Variants.optional(),
  parent: Parent.optional(),
  newestFirst: z
    .record(ParameterName, LiteralText)
    .optional()
    .describe(
      'Query parameters that sort by modification time, newest first. A read stops at the first older record.',
    ),
  paging: PagingRules.optional(),
  graphql: GraphQL.optional(),
  sql: SqlRules.optional(),
  columns: ColumnRules.optional(),
  job: JobRules.optional(),
  fetch: FetchRules.optional(),
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
    .describe('Settings that differ in requests for changed records.'),
})
export type ReadRules = z.infer<typeof ReadRules>

const GraphQLType = z
  .string()
  .regex(/^[A-Za-z_]\w{0,99}!?$/)
  .describe('Type of the argument, such as `CustomerInput!`.')

export const GraphqlMutation = z
  .strictObject({
    mutation: GraphQLName.describe('Field of the mutation.'),
    input: z
      .strictObject({ argument: GraphQLName, type: GraphQLType })
      .optional()
      .describe('Argument for the fields.'),
    id: z
      .union([
        z.literal('input').describe('Whether the ID is sent as `id` of the input.'),
        z.strictObject({
          argument: z.string().regex(/^[A-Za-z_]\w{0,99}(?:\.[A-Za-z_]\w{0,99})?$/),
          type: GraphQLType,
        }),
      ])
      .optional()
      .describe('Argument for the ID, or a member of it.'),
    errors: GraphQLName.optional().describe(
      'Path in the reply of a list of errors, each with a `message`.',
    ),
  })
  .describe('GraphQL mutation that writes the record.')
export type GraphqlMutation = z.infer<typeof GraphqlMutation>

const write = {
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  path: UrlPath.optional().describe(
    'Path of the request. `{id}` is the record’s ID; other `{names}` are fields of the record, or values of an ID that is a template.',
  ),
  query: z.record(ParameterName, LiteralText).optional(),
  headers: z
    .record(ParameterName, z.string().max(300))
    .optional()
    .describe('Headers of the request, such as `{ "If-Match": "*" }`.'),
  wrap: DotPlace.optional().describe(
    'Path of the fields in the body. If unset, the fields are the body.',
  ),
  list: z.literal(true).optional().describe('Whether the body is a list that contains the record.'),
  body: z.record(ParameterName, z.json()).optional().describe('Constant members of the body.'),
  form: z.literal(true).optional().describe('Whether the body is a form, not JSON.'),
  beside: z
    .record(DotPlace, DotPlace)
    .optional()
    .describe('Paths in the body of fields that are not sent with the others, by field.'),
  idIn: DotPlace.optional().describe('Path of the ID in the body, in addition to the URL.'),
  idType: z.literal('int').optional().describe('Whether the ID is a number in the body.'),
  recordId: z
    .union([z.string().regex(/^header:[\w-]{1,100}$/), RecordId])
    .optional()
    .describe(
      'Path of the record’s ID in the reply, or its template. `header:Location` takes it from a header: the last segment of a URL, or the text in its last parentheses.',
    ),
  refusals: DotPlace.optional().describe(
    'Path in a successful reply of a list of errors: texts, or objects with a `message`.',
  ),
  graphql: GraphqlMutation.optional(),
  idempotencyKey: DotPlace.optional().describe('Path of the idempotency key in the body.'),
  batch: z
    .strictObject({
      max: z.int().min(2).max(1000),
      results: DotPath.describe(
        'Path in the reply of the list of results, in the order of the records.',
      ),
      id: DotPlace.describe('Path of the ID in a result.'),
      error: DotPlace.optional().describe('Path of the error in a result.'),
    })
    .optional()
    .describe('How one call writes several records.'),
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
        'Path in a successful reply of a boolean that is false if the request was refused.',
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

/** A provider's file: authentication, and rules for reading and writing. */
export const ProviderEntry = ProviderInfo.omit({ paging: true, proof: true, rateLimits: true })
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
        label: DotPlace.optional().describe('Path of the account’s display name.'),
        what: z
          .string()
          .max(40)
          .default('account')
          .describe('Provider’s term for an account, such as `site`.'),
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

/** Adds objects and rules that a file lacks from the provider that it extends. */
export function withDeclarationOf<File extends object>(file: File, original: object): File {
  return { ...declarationOf(original), ...file }
}

/** Returns the part of a file with the rules for reading and writing. */
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
