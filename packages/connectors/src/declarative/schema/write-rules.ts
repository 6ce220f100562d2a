import { z } from 'zod'
import { GraphqlMutation } from './graphql-rules.ts'
import { RecordId } from '../calls/ids.ts'
import { nullable } from '../calls/nullable.ts'
import { DotPath, DotPlace, LiteralText, ParameterName, UrlPath } from '../calls/places.ts'

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
