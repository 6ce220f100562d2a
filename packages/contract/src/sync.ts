import { z } from 'zod'
import { ofGroup, page, projectParam, time } from './common.ts'
import {
  createTime,
  groupRef,
  installationId,
  integrationId,
  objectName,
  projectId,
} from './fields.ts'
import { id } from './ids.ts'
import { embeddedCallers, operation, projectCallers } from './operation.ts'

/** One run of a read, a write or a subscription. */
export const Operation = z
  .object({
    id: id('op').describe('Identifies the record. Opaque; it sorts by creation.'),
    projectId,
    integrationId: id('int').describe('The integration.'),
    configId: id('conf').describe('The configuration that was in force.'),
    installationId: id('inst').describe('The installation.'),
    actionType: z.string().describe('What it does, such as `read`.'),
    status: z.enum(['in_progress', 'success', 'failure', 'canceled']).describe('Where it stands.'),
    result: z.string().optional().describe('How it ended, in words.'),
    metadata: z
      .object({
        objects: z.array(z.string()).optional().describe('The objects that it is about.'),
        retry: z
          .object({
            attempts: z.int().optional().describe('How many attempts there were.'),
            lastAttempt: time().optional().describe('When it was last tried.'),
            lastNotified: time().optional().describe('When it was last told of.'),
          })
          .optional()
          .describe('How often it was tried.'),
        progress: z
          .object({
            installationId: id('inst').optional().describe('The installation.'),
            objectName: z
              .string()
              .optional()
              .describe('What the provider calls the object, such as `Contact`.'),
            operationId: id('op').optional().describe('The operation: one run of a read.'),
            recordsProcessed: z.int().optional().describe('How many records were read.'),
            recordsEstimatedTotal: z
              .int()
              .optional()
              .describe('How many there are, where the provider tells.'),
            percent: z
              .int()
              .min(0)
              .max(100)
              .optional()
              .describe('How much of it is done, in percent, when that is known.'),
          })
          .optional()
          .describe('How far it is.'),
        successfulRecordIds: z
          .array(z.string())
          .optional()
          .describe('The records that were written.'),
      })
      .optional()
      .describe('What it is about.'),
    createTime,
  })
  .meta({ id: 'Operation', description: 'One run of a read, a write or a subscription.' })
export type Operation = z.infer<typeof Operation>

export const BackfillProgress = z
  .object({
    installationId: id('inst').describe('The installation.'),
    objectName,
    operationId: id('op').describe('The operation: one run of a read.'),
    recordsProcessed: z.int().describe('How many records were read.'),
    recordsEstimatedTotal: z
      .int()
      .optional()
      .describe('How many there are, where the provider tells.'),
    percent: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe('How much of it is done, in percent, when that is known.'),
    createTime,
    updateTime: time().optional().describe('When the last page was read.'),
  })
  .meta({ id: 'BackfillProgress', description: 'How far a backfill is.' })
export type BackfillProgress = z.infer<typeof BackfillProgress>

export const Log = z
  .object({
    timestamp: time().describe('When the line was written.'),
    message: z
      .looseObject({
        msg: z.string().describe('The line, in words.'),
        error: z.string().optional().describe('What went wrong.'),
        operation_id: z.string().optional().describe('The operation that wrote the line.'),
        details: z
          .record(z.string(), z.string())
          .optional()
          .describe('What belongs to it, by name.'),
      })
      .describe('What it says.'),
    severity: z.string().describe('How serious it is.'),
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
  body: z.object({
    groupRef,
    mode: z
      .literal('async')
      .default('async')
      .describe('The reply names the operation; results arrive by notification.'),
    sinceTimestamp: time()
      .optional()
      .meta({ example: '2026-01-15T00:00:00Z' })
      .describe('Reads what changed at this time or later.'),
    untilTimestamp: time()
      .optional()
      .meta({ example: '2026-01-16T00:00:00Z' })
      .describe('Reads what changed before this time.'),
  }),
  success: 201,
  reply: z.object({ operationId: id('op').describe('The operation: one run of a read.') }),
  problems: [
    'integration-not-found',
    'installation-not-found',
    'object-not-installed',
    'object-paused',
  ],
})

const objectsToPause = z.object({
  objects: z.array(z.string().min(1).max(255)).min(1).max(100).optional().describe('The objects.'),
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
    'All objects, or the named ones, whatever they were paused for. What they missed is read at once.',
  callers: embeddedCallers,
  permission: 'installation:write',
  params: z.object(installationParams),
  query: z.object(ofGroup),
  body: objectsToPause.extend({
    note: z.string().min(1).max(1000).optional().describe('Why, for the audit log.'),
  }),
  success: 204,
  reply: null,
  problems: ['integration-not-found', 'installation-not-found', 'object-not-installed'],
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
    operationId: z.string().describe('The operation: one run of a read.'),
  }),
  success: 200,
  reply: Operation,
  problems: ['operation-not-found', 'operation-ended'],
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
    results: z.array(Operation).describe('The items of this page.'),
    pagination: z
      .object({
        done: z.boolean().describe('Whether this is the last page.'),
        nextPageToken: z.string().optional().describe('The `pageToken` of the next page.'),
      })
      .describe('Whether there are more.'),
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
    operationId: z.string().describe('The operation: one run of a read.'),
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
    operationId: z.string().describe('The operation: one run of a read.'),
  }),
  query: z.object(page),
  success: 200,
  reply: z.array(Log),
  problems: ['operation-not-found'],
})

export const InstallationActivity = z
  .object({
    /** By object; each has all of the days, the oldest first and today last. */
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
            .describe('So many days back.'),
        }),
      )
      .describe('The objects.'),
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
