import { z } from 'zod'
import { page, projectParam, time, sortMeaning } from '../values/common.ts'
import { id } from '../values/ids.ts'
import { operation, projectCallers } from '../openapi/operation.ts'
import { ofInstallations } from '../data/sync.ts'

const heads = z.record(z.string(), z.string())

export const LogCall = z
  .object({
    method: z.string().describe('HTTP method.'),
    url: z.string().describe('URL of the call. Query parameters are listed without their values.'),
    status: z.int().optional().describe('HTTP status. Absent if no response was received.'),
    durationMs: z.int().describe('Duration in milliseconds.'),
    attempt: z.int().describe('Number of the attempt, starting at 1.'),
    requestHeaders: heads.describe('Request headers. Values that may be secret are omitted.'),
    responseHeaders: heads
      .optional()
      .describe(
        'Response headers. Values that may be secret are omitted. Absent if no response was received.',
      ),
  })
  .meta({ id: 'LogCall', description: 'Call to the provider’s API, without secrets.' })
export type LogCall = z.infer<typeof LogCall>

export const Log = z
  .object({
    timestamp: time().describe('Time of the log entry.'),
    message: z
      .looseObject({
        msg: z.string().describe('Message, as a sentence.'),
        error: z.string().optional().describe('Error message, as reported by its source.'),
        operation_id: z.string().optional().describe('ID of the operation that wrote the entry.'),
        by: z
          .string()
          .optional()
          .describe(
            'Person or key that caused the logged action, in the format of the installation’s timeline.',
          ),
        call: LogCall.optional().describe('Call to the provider that the entry is about.'),
        counted: z
          .record(z.string(), z.int())
          .optional()
          .describe('Counters. Entries about changes are aggregated for a minute.'),
        details: z
          .record(z.string(), z.string())
          .optional()
          .describe('Structured details, such as the method, path and status of a call.'),
      })
      .describe('Log entry with its details.'),
    severity: z
      .string()
      .describe(
        '`info`, `warning` (the operation continued) or `error` (it failed, or failed more than once in a row).',
      ),
  })
  .meta({ id: 'Log', description: 'Entry in an operation’s log.' })
export type Log = z.infer<typeof Log>

export const OperationLog = Log.extend({
  operationId: id('op').describe('ID of the operation that wrote the entry.'),
  integrationId: id('int').describe('ID of the integration that the operation ran for.'),
  installationId: id('inst').describe('ID of the installation that the operation ran for.'),
  groupRef: z.string().optional().describe('Reference of the customer.'),
  groupName: z.string().optional().describe('Name of the customer.'),
  objectName: z.string().describe('Object read or written.'),
}).meta({ id: 'OperationLog', description: 'Log entry with the operation that wrote it.' })
export type OperationLog = z.infer<typeof OperationLog>

export const listLogs = operation({
  id: 'listLogs',
  suitsLimitedKeys: true,
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/logs',
  tag: 'Operations',
  summary: 'List the logs of all operations',
  callers: projectCallers,
  permission: 'installation:read',
  params: z.object(projectParam),
  query: z.object({
    ...page,
    sort: z.enum(['-timestamp', 'timestamp']).default('-timestamp').describe(sortMeaning),
    ...ofInstallations,
    operationId: id('op').optional().describe('Returns only entries of this operation.'),
    severity: z
      .enum(['info', 'warning', 'error'])
      .optional()
      .describe('Returns only entries of this severity.'),
  }),
  success: 200,
  reply: z.array(OperationLog),
})

export const listOperationLogs = operation({
  id: 'listOperationLogs',
  suitsLimitedKeys: true,
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/operations/{operationId}/logs',
  tag: 'Operations',
  summary: 'List the logs of an operation',
  callers: projectCallers,
  permission: 'installation:read',
  params: z.object({
    ...projectParam,
    operationId: id('op').describe('ID of the operation.'),
  }),
  query: z.object(page),
  success: 200,
  reply: z.array(Log),
  problems: ['operation-not-found'],
})
