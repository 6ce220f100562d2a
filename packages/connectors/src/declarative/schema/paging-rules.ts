import { z } from 'zod'
import { DotPath, ParameterName, UrlPath } from '../calls/places.ts'

const ParameterPlace = z.enum(['query', 'body', 'argument'])

const Size = z.strictObject({
  param: ParameterName.describe('Parameter that sets the page size.'),
  in: ParameterPlace.optional().describe('Location of the parameter. Defaults to the query.'),
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

/** A reply has nothing at a sentence, and the list would end with its first page. */
const isPath = (text: string) => !/ \S+ /.test(text)
const notASentence = 'a path such as meta.next, not a sentence'

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
        .refine(isPath, notASentence)
        .describe('Path of the next cursor in the reply, or `header:X-Next` for a header.'),
      param: ParameterName.describe('Parameter that sends it.'),
      in: ParameterPlace.optional(),
      next: UrlPath.optional().describe(
        'Path of the pages after the first one, if it differs. Their requests have no other parameter than the cursor.',
      ),
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
      rel: z
        .string()
        .regex(/^[\w-]{1,50}$/)
        .optional()
        .describe(
          'Relation of the next page’s link, if `from` is a list of links with `rel` and `href`: `next`.',
        ),
      param: ParameterName.optional().describe(
        'Parameter that sends the value at `from` if it is a cursor, not a URL. With `rel`, the parameter of the link that is sent instead of calling the link.',
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
      in: ParameterPlace.optional(),
      start: z
        .int()
        .min(0)
        .max(1)
        .optional()
        .describe('Offset of the first record. Defaults to 0.'),
      size: Size.optional(),
      from: DotPath.refine(isPath, notASentence)
        .optional()
        .describe('Path in the reply of the next offset.'),
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
      in: ParameterPlace.optional(),
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
      by: DotPath.optional().describe(
        'Path in the last record of the value that is sent if it is not the ID, such as a number by which the list is sorted.',
      ),
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
      least: z
        .literal(true)
        .optional()
        .describe(
          'Whether the next page has the records before the least ID, because pages contain the newest records in any order.',
        ),
      size: Size.optional(),
      more: More,
    })
    .describe('Paging by record: the next page starts after the last record.'),
])
export type PagingRules = z.infer<typeof PagingRules>
