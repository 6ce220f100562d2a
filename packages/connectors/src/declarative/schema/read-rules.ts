import { z } from 'zod'
import { ColumnRules } from '../reading/columns.ts'
import { GraphQL } from './graphql-rules.ts'
import { RecordId } from '../calls/ids.ts'
import { JobRules } from './job-rules.ts'
import { nullable } from '../calls/nullable.ts'
import { PagingRules } from './paging-rules.ts'
import { DotPath, DotPlace, LiteralText, ParameterName, UrlPath } from '../calls/places.ts'
import { SqlRules } from '../reading/sql.ts'
import { ById } from '../subscribe/rules.ts'
import { TimeFormat } from '../calls/times.ts'

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

const FilterParameter = z
  .strictObject({
    name: ParameterName,
    values: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(50)
      .describe(
        'Values for which the list contains exactly the records whose field has the value, also together with a start time.',
      ),
  })
  .describe('Query parameter for a field.')

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
  only: DotPlace.optional().describe(
    'Path that all records of the object have. Other items of the list, such as notes of deletions, are left out.',
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
  fieldsPerRequest: z
    .int()
    .min(3)
    .max(1_000)
    .optional()
    .describe(
      'Number of fields that a request may select at most. More fields are requested in parts, which are joined by ID.',
    ),
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
  version: z
    .strictObject({ field: DotPlace, format: TimeFormat })
    .optional()
    .describe(
      'Like `updated`, for lists that no request selects or sorts by it. Reads compare all records with a snapshot, which also detects deletions. The time limits triggered reads to their range, and records that do not fit into the snapshot to changed ones.',
    ),
  overlapMinutes: z
    .int()
    .min(1)
    .max(1440)
    .optional()
    .describe(
      'Minutes by which consecutive reads of changed records overlap: how long a change may be missing in the list after its modification time, such as in a search index. Defaults to 1.',
    ),
  since: ChangeFilter.optional(),
  until: ChangeFilter.optional(),
  window: TimeWindow.optional(),
  variants: Variants.optional(),
  parent: Parent.optional(),
  filters: z
    .record(z.string().min(1).max(200), FilterParameter)
    .optional()
    .describe(
      'Query parameters that limit the list to the records with one value of a field, by field. Filters of the manifest that demand such a value are sent.',
    ),
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

export const ReadRules = z.strictObject({
  ...nullable(read),
  changes: z
    .strictObject(nullable(read))
    .optional()
    .describe('Settings that differ in requests for changed records.'),
})
export type ReadRules = z.infer<typeof ReadRules>
