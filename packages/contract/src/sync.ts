import { z } from 'zod'
import { ofGroup, page, projectParam, time } from './common.ts'
import {
  createTime,
  groupRef,
  installationId,
  integrationId,
  objectName,
  projectId,
  recordId,
} from './fields.ts'
import { id } from './ids.ts'
import { embeddedCallers, operation, projectCallers } from './operation.ts'

export const Operation = z
  .object({
    id: recordId('op'),
    projectId,
    integrationId: id('int').describe('The integration it ran for.'),
    configId: id('conf').describe('The choices that were in force when it began.'),
    installationId: id('inst').describe('The installation it ran for.'),
    groupRef: z.string().optional().describe('The customer whose installation that is.'),
    groupName: z.string().optional().describe('The customer’s name.'),
    actionType: z.string().describe('What ran: `read`, `write` or `customFields`.'),
    status: z
      .enum(['in_progress', 'success', 'failure', 'canceled'])
      .describe('Only what is `in_progress` can still change; only a read can be cancelled then.'),
    result: z.string().optional().describe('How it ended, in a sentence; missing while it runs.'),
    metadata: z
      .object({
        objects: z
          .array(z.string())
          .optional()
          .describe('The objects that it reads or writes, by the provider’s names.'),
        retry: z
          .object({
            attempts: z.int().optional().describe('How often it was tried.'),
            lastAttempt: time().optional().describe('When it was last tried.'),
            lastNotified: time().optional().describe('When you were last told of it.'),
          })
          .optional()
          .describe('How it fares while the provider does not answer.'),
        progress: z
          .object({
            installationId: id('inst').optional().describe('The installation it runs for, again.'),
            objectName: z.string().optional().describe('The object that is read.'),
            operationId: id('op').optional().describe('This operation, again.'),
            recordsProcessed: z.int().optional().describe('How many records it has read so far.'),
            recordsEstimatedTotal: z
              .int()
              .optional()
              .describe('How many there are, as far as the provider tells.'),
            percent: z
              .int()
              .min(0)
              .max(100)
              .optional()
              .describe('How much of it is done; missing where no total is known.'),
          })
          .optional()
          .describe('How far it is; only of reads.'),
        successfulRecordIds: z
          .array(z.string())
          .optional()
          .describe('Of a write: the records that were written, by their IDs at the provider.'),
      })
      .optional()
      .describe('What it was about, and how far it is.'),
    mode: z
      .enum(['backfill', 'scheduled', 'triggered'])
      .optional()
      .describe('Why it was read: at first, on schedule, or on request. Only of reads.'),
    since: time()
      .optional()
      .describe('Only changes from this time on are read; all of them without it.'),
    until: time()
      .optional()
      .describe('Only changes before this time are read; the latest, too, without it.'),
    createdBy: z
      .string()
      .optional()
      .describe(
        'Who asked for it, as `builder:ana@acme.example` or `api-key:key_…`; missing for what began by itself.',
      ),
    canceledBy: z
      .string()
      .optional()
      .describe('Who cancelled it, in the same way; missing where nobody did.'),
    createTime,
    endTime: time().optional().describe('When it ended; missing while it runs.'),
  })
  .meta({
    id: 'Operation',
    description: 'One run: of a read, of a write, or of creating custom fields.',
  })
export type Operation = z.infer<typeof Operation>

export const BackfillProgress = z
  .object({
    installationId: id('inst').describe('The installation that is filled.'),
    objectName,
    operationId: id('op').describe('The operation that fills it, whose log tells more.'),
    recordsProcessed: z.int().describe('How many records it has read so far.'),
    recordsEstimatedTotal: z
      .int()
      .optional()
      .describe('How many there are, as far as the provider tells.'),
    percent: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe('How much of it is done; missing where no total is known.'),
    createTime,
    updateTime: time()
      .optional()
      .describe('When the last page was read; missing before the first.'),
  })
  .meta({ id: 'BackfillProgress', description: 'How far a backfill is.' })
export type BackfillProgress = z.infer<typeof BackfillProgress>

const heads = z.record(z.string(), z.string())

export const LogCall = z
  .object({
    method: z.string().describe('The HTTP method.'),
    url: z.string().describe('Where it went; of the query only the names are told.'),
    status: z.int().optional().describe('The HTTP status; missing where no reply came.'),
    durationMs: z.int().describe('How long it took, in milliseconds.'),
    attempt: z.int().describe('Which attempt at this place it was, from 1.'),
    requestHeaders: heads.describe('What was sent along; values that may be secret are left out.'),
    responseHeaders: heads
      .optional()
      .describe('What came along with the reply, likewise; missing where none came.'),
  })
  .meta({ id: 'LogCall', description: 'A call of the provider’s API, without what is secret.' })
export type LogCall = z.infer<typeof LogCall>

export const Log = z
  .object({
    timestamp: time().describe('When the line was written.'),
    message: z
      .looseObject({
        msg: z.string().describe('What happened, in a sentence.'),
        error: z.string().optional().describe('What went wrong, in the words of whoever said so.'),
        operation_id: z.string().optional().describe('The operation that wrote the line.'),
        by: z
          .string()
          .optional()
          .describe(
            'Who had it so, where somebody did, as the installation’s timeline names them.',
          ),
        call: LogCall.optional().describe('The call of the provider that it is about.'),
        counted: z
          .record(z.string(), z.int())
          .optional()
          .describe('What it counts; a line of changes is added to for a minute.'),
        details: z
          .record(z.string(), z.string())
          .optional()
          .describe('What belongs to it, such as the method, path and status of a call.'),
      })
      .describe('The line, with what belongs to it.'),
    severity: z.string().describe('`info`, `warning` for what went on by itself, or `error`.'),
  })
  .meta({ id: 'Log', description: 'A line of an operation’s log.' })
export type Log = z.infer<typeof Log>

const installationParams = {
  ...projectParam,
  integrationId,
  installationId,
}

export const triggerRead = operation({
  id: 'triggerRead',
  method: 'POST',
  path: '/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}',
  tag: 'Reading',
  summary: 'Read an object now',
  callers: projectCallers,
  permission: 'read:trigger',
  params: z.object({
    ...projectParam,
    integrationId,
    objectName,
  }),
  // A time with a slip in its name would have everything read.
  body: z.strictObject({
    groupRef,
    mode: z
      .literal('async')
      .default('async')
      .describe('Always so: the reply names the operation, and results arrive at the destination.'),
    sinceTimestamp: time()
      .optional()
      .meta({ example: '2026-01-15T00:00:00Z' })
      .describe('Reads what changed at this time or later; everything without it.'),
    untilTimestamp: time()
      .optional()
      .meta({ example: '2026-01-16T00:00:00Z' })
      .describe('Reads what changed before this time; up to now without it.'),
  }),
  success: 201,
  reply: z.object({
    operationId: id('op').describe('The read, whose progress and log can be asked for.'),
  }),
  problems: [
    'integration-not-found',
    'installation-not-found',
    'object-not-installed',
    'object-paused',
  ],
})

/** A list with a slip in its name would mean all of them, so that nothing else is taken. */
const objectsToPause = z.strictObject({
  objects: z
    .array(z.string().min(1).max(255))
    .min(1)
    .max(100)
    .optional()
    .describe('Which objects, by the provider’s names; every installed one without it.'),
})

export const pauseInstallation = operation({
  id: 'pauseInstallation',
  method: 'POST',
  path: '/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}:pause',
  tag: 'Reading',
  summary: 'Pause the reads of an installation',
  description:
    'All objects, or the named ones. A running read ends at its next page; a backfill keeps its place and goes on from there when it is resumed.',
  callers: embeddedCallers,
  permission: 'installation:write',
  params: z.object(installationParams),
  query: z.object(ofGroup),
  body: objectsToPause.extend({
    note: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe('Why, for people; it is shown as the reason.'),
  }),
  success: 204,
  reply: null,
  problems: ['integration-not-found', 'installation-not-found', 'object-not-installed'],
})

export const unpauseInstallation = operation({
  id: 'unpauseInstallation',
  method: 'POST',
  path: '/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}:unpause',
  tag: 'Reading',
  summary: 'Resume the reads of an installation',
  description:
    'All objects, or the named ones. What they missed is read at once. What the integration declares no more stays paused until it is declared again.',
  callers: embeddedCallers,
  permission: 'installation:write',
  params: z.object(installationParams),
  query: z.object(ofGroup),
  body: objectsToPause.extend({
    note: z.string().min(1).max(1000).optional().describe('Why, for the audit log.'),
  }),
  success: 204,
  reply: null,
  problems: [
    'integration-not-found',
    'installation-not-found',
    'object-not-installed',
    'object-paused',
  ],
})

export const deliverResults = operation({
  id: 'deliverResults',
  method: 'POST',
  path: '/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}:deliverResults',
  tag: 'Reading',
  summary: 'Deliver results that are held',
  description:
    'For objects whose `delivery.mode` is `onRequest`: sends the oldest pages that are held to the object’s destination.',
  callers: projectCallers,
  permission: 'read:trigger',
  params: z.object({
    ...projectParam,
    integrationId,
    objectName,
  }),
  body: z.object({
    groupRef,
    pages: z
      .int()
      .min(0)
      .max(100_000)
      .describe('How many pages, the oldest first; `0` for all that are held.'),
  }),
  success: 204,
  reply: null,
  problems: ['integration-not-found', 'installation-not-found', 'object-not-installed'],
})

export const cancelOperation = operation({
  id: 'cancelOperation',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/operations/{operationId}:cancel',
  tag: 'Operations',
  summary: 'Cancel a read',
  description:
    'Reads only: a write goes on at the provider whatever is said here. A running read ends at its next page. After a cancelled backfill, scheduled reads go on with what has changed since it began.',
  callers: projectCallers,
  permission: 'installation:write',
  params: z.object({
    ...projectParam,
    operationId: id('op').describe('The read to cancel, by the ID of its operation.'),
  }),
  success: 200,
  reply: Operation,
  problems: ['operation-not-found', 'operation-ended'],
})

/** What narrows what is listed across installations. */
const ofInstallations = {
  groupRef: groupRef.optional().describe('Only of this customer.'),
  installationId: id('inst').optional().describe('Only of this installation.'),
  from: time().optional().describe('Only what happened at this time or later.'),
  to: time().optional().describe('Only what happened before this time.'),
}

export const listOperationsForProject = operation({
  id: 'listOperationsForProject',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/operations',
  tag: 'Operations',
  summary: 'List operations of a project',
  callers: projectCallers,
  permission: 'installation:read',
  params: z.object(projectParam),
  query: z.object({
    ...page,
    ...ofInstallations,
    actionType: z.string().optional().describe('Only such: `read`, `write` or `customFields`.'),
    status: Operation.shape.status.optional().describe('Only what stands so.'),
  }),
  success: 200,
  reply: z.array(Operation),
})

export const OperationLog = Log.extend({
  operationId: id('op').describe('The operation that wrote the line.'),
  integrationId: id('int').describe('The integration it ran for.'),
  installationId: id('inst').describe('The installation it ran for.'),
  groupRef: z.string().optional().describe('The customer whose installation that is.'),
  groupName: z.string().optional().describe('The customer’s name.'),
  objectName: z.string().describe('The object that it reads or writes.'),
}).meta({ id: 'OperationLog', description: 'A line of a log, and what wrote it.' })
export type OperationLog = z.infer<typeof OperationLog>

export const listLogs = operation({
  id: 'listLogs',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/logs',
  tag: 'Operations',
  summary: 'List the logs of all operations',
  callers: projectCallers,
  permission: 'installation:read',
  params: z.object(projectParam),
  query: z.object({
    ...page,
    ...ofInstallations,
    operationId: id('op').optional().describe('Only of this operation.'),
    severity: z.enum(['info', 'warning', 'error']).optional().describe('Only such lines.'),
  }),
  success: 200,
  reply: z.array(OperationLog),
})

export const listOperations = operation({
  id: 'listOperations',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/operations',
  tag: 'Operations',
  summary: 'List operations of an installation',
  callers: projectCallers,
  permission: 'installation:read',
  params: z.object(installationParams),
  query: z.object(page),
  success: 200,
  reply: z.object({
    results: z.array(Operation).describe('The operations of this page, newest first.'),
    pagination: z
      .object({
        done: z.boolean().describe('Whether this page is the last.'),
        nextPageToken: z
          .string()
          .optional()
          .describe('The `pageToken` of the next page; missing on the last.'),
      })
      .describe('Whether there are more pages; the `Link` header tells it too.'),
  }),
  problems: ['integration-not-found', 'installation-not-found'],
})

export const getOperation = operation({
  id: 'getOperation',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/operations/{operationId}',
  tag: 'Operations',
  summary: 'Get an operation',
  callers: projectCallers,
  permission: 'installation:read',
  params: z.object({
    ...projectParam,
    operationId: id('op').describe('The operation, by its ID.'),
  }),
  success: 200,
  reply: Operation,
  problems: ['operation-not-found'],
})

export const listOperationLogs = operation({
  id: 'listOperationLogs',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/operations/{operationId}/logs',
  tag: 'Operations',
  summary: 'List the logs of an operation',
  callers: projectCallers,
  permission: 'installation:read',
  params: z.object({
    ...projectParam,
    operationId: id('op').describe('The operation, by its ID.'),
  }),
  query: z.object(page),
  success: 200,
  reply: z.array(Log),
  problems: ['operation-not-found'],
})

export const InstallationActivity = z
  .object({
    objects: z
      .record(
        z.string(),
        z.object({
          days: z
            .array(
              z.object({
                date: z.iso.date().describe('The day, by the clock of UTC.'),
                records: z.int().describe('Records of the reads that began on this day.'),
              }),
            )
            .describe('All of the days, the oldest first and today last.'),
        }),
      )
      .describe('By object, under the provider’s name.'),
  })
  .meta({
    id: 'InstallationActivity',
    description: 'How many records were read of each object in the last days.',
  })
export type InstallationActivity = z.infer<typeof InstallationActivity>

export const getInstallationActivity = operation({
  id: 'getInstallationActivity',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/activity',
  tag: 'Operations',
  summary: 'See how many records were read in the last days',
  description: 'The last seven days by the clock of UTC, by the day on which a read began.',
  callers: embeddedCallers,
  permission: 'installation:read',
  params: z.object(installationParams),
  query: z.object(ofGroup),
  success: 200,
  reply: InstallationActivity,
  problems: ['integration-not-found', 'installation-not-found'],
})

export const getBackfillProgress = operation({
  id: 'getBackfillProgress',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/objects/{objectName}/backfill-progress',
  tag: 'Operations',
  summary: 'Get the progress of a backfill',
  callers: embeddedCallers,
  permission: 'installation:read',
  params: z.object({ ...installationParams, objectName }),
  query: z.object(ofGroup),
  success: 200,
  reply: BackfillProgress,
  problems: ['integration-not-found', 'installation-not-found', 'backfill-not-found'],
})
