import { z } from 'zod'
import { PagingRules } from './paging-rules.ts'
import { DotPath, DotPlace, LiteralText, ParameterName, UrlPath } from '../calls/places.ts'

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
