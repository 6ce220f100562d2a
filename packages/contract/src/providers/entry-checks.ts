import { z } from 'zod'
import { connectionParams } from '../connections/connections.ts'
import { provider } from '../installations/fields.ts'
import { operation, projectCallers } from '../openapi/operation.ts'

export const EntryFinding = z
  .object({
    ability: z
      .enum([
        'read',
        'paging',
        'changes',
        'associations',
        'fields',
        'search',
        'create',
        'update',
        'delete',
      ])
      .describe('Capability tested.'),
    outcome: z
      .enum(['passed', 'failed', 'unproven'])
      .describe(
        'Result of the test. `unproven`: the account or the entry did not allow the test, for example because a list was empty or had only one page.',
      ),
    detail: z.string().describe('Explanation, without values from records or the connection.'),
  })
  .meta({
    id: 'EntryFinding',
    description: 'Result of testing one capability of a provider entry.',
  })
export type EntryFinding = z.infer<typeof EntryFinding>

export const EntryCheck = z
  .object({
    provider,
    objectName: z.string().describe('Object tested.'),
    findings: z.array(EntryFinding).describe('Results, in the order of the tests.'),
  })
  .meta({ id: 'EntryCheck', description: 'Results of testing one object of a provider entry.' })
export type EntryCheck = z.infer<typeof EntryCheck>

export const checkProviderEntry = operation({
  id: 'checkProviderEntry',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/connections/{connectionId}:check-entry',
  tag: 'Connections',
  summary: 'Test a provider entry against the provider',
  description:
    'The entry must be for the connection’s provider and use its known API address, so that credentials are not sent elsewhere. Nothing is written unless `record` is set. Requests other than GET need the capability `proxy`, or `read:records` and `write:records`. The audit log records the method and path of each request. The body has at most 512 KiB.',
  callers: projectCallers,
  permission: 'connection:write',
  params: connectionParams,
  maxBodyBytes: 512 * 1024,
  body: z.object({
    entry: z
      .record(z.string(), z.unknown())
      .describe('Provider entry, or the parts of it that differ from the catalogue.'),
    objectName: z.string().describe('Object to test, by its name in the entry.'),
    record: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'Fields of a test record. The record is created, read, updated and deleted, as far as the entry defines these actions.',
      ),
  }),
  success: 200,
  reply: EntryCheck,
  problems: ['connection-not-found', 'provider-not-found'],
})

export const RecordedReply = z
  .object({
    object: z.string().describe('Object that was read.'),
    recording: z.string().describe('Identifies the read; its replies are in order.'),
    source: z
      .object({
        source: z.string().describe('Who recorded it, and how.'),
        date: z.string().describe('Month, such as `2026-11`.'),
      })
      .optional()
      .describe('Origin and month of the recording; on its first reply.'),
    asked: z
      .object({
        pageSize: z.int().optional().describe('Number of records per page.'),
        fieldNames: z.array(z.string()).optional().describe('Provider’s names of the fields.'),
      })
      .optional()
      .describe('Page size and fields that were requested; on the first reply.'),
    method: z.string().describe('HTTP method of the request.'),
    path: z.string().describe('Path of the request, or its URL below `https://api.example.test`.'),
    query: z
      .record(z.string(), z.union([z.string(), z.array(z.string())]))
      .optional()
      .describe('Query parameters of the request.'),
    requestBody: z
      .unknown()
      .optional()
      .describe('Sent to the provider as JSON; absent without one.'),
    status: z.int().describe('HTTP status of the reply.'),
    headers: z
      .record(z.string(), z.string())
      .optional()
      .describe('Headers of the reply on which paging depends.'),
    expected: z
      .object({
        records: z.int().describe('Number of records of the page.'),
        next: z.boolean().describe('Whether a page follows.'),
        ids: z
          .array(z.string())
          .length(2)
          .optional()
          .describe('IDs of the first and the last record.'),
        times: z
          .array(z.string().nullable())
          .length(2)
          .optional()
          .describe('Times of change of the first and the last record.'),
      })
      .optional()
      .describe('How the page was read; on its last reply.'),
    body: z.unknown().describe('Body of the reply. Values of records are invented.'),
  })
  .meta({ id: 'RecordedReply', description: 'Redacted reply of a provider.' })
export type RecordedReply = z.infer<typeof RecordedReply>

export const Recording = z
  .object({
    provider,
    objectName: z.string().describe('Object recorded.'),
    replies: z.array(RecordedReply).describe('Redacted replies, in order.'),
    records: z.int().describe('Number of records in the recording.'),
    ended: z.boolean().describe('Whether the list was recorded to its end.'),
  })
  .meta({ id: 'Recording', description: 'Redacted replies of a read of one object.' })
export type Recording = z.infer<typeof Recording>

export const recordProviderObject = operation({
  id: 'recordProviderObject',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/connections/{connectionId}:record-object',
  tag: 'Connections',
  summary: 'Record redacted replies of the provider',
  description:
    'Reads pages of an object and returns the replies without values of the customer: names of members, paging and times of change are kept, all other values are replaced by invented ones of the same shape. IDs stay consistent within the recording. With `entry`, the capability `read:records` is required, and for requests other than GET `proxy`, or `read:records` and `write:records`; the audit log records the method and path of each request.',
  callers: projectCallers,
  permission: 'connection:write',
  params: connectionParams,
  body: z.object({
    entry: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Provider entry, or the parts of it that differ from the catalogue.'),
    objectName: z.string().describe('Object to record, by its name in the entry.'),
    pages: z.int().min(1).max(10).default(3).describe('Maximum number of pages.'),
    pageSize: z
      .int()
      .min(1)
      .max(100)
      .default(20)
      .describe('Number of records to request per page, if the provider allows it.'),
  }),
  success: 200,
  reply: Recording,
  problems: [
    'connection-not-found',
    'provider-not-found',
    'credentials-refused',
    'provider-refused',
    'provider-unavailable',
  ],
})
