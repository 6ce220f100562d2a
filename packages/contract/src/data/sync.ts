import { z } from 'zod'
import { ofGroup, page, projectParam, time, sortMeaning } from '../values/common.ts'
import {
  createTime,
  groupRef,
  installationId,
  integrationId,
  eitherObjectName,
  objectName,
  ofInstance,
  projectId,
  recordId,
} from '../installations/fields.ts'
import { id } from '../values/ids.ts'
import { embeddedCallers, operation, projectCallers } from '../openapi/operation.ts'

export const Operation = z
  .object({
    id: recordId('op'),
    projectId,
    integrationId: id('int').describe('ID of the integration that the operation ran for.'),
    configId: id('conf').describe('ID of the configuration in effect when the operation started.'),
    installationId: id('inst').describe('ID of the installation that the operation ran for.'),
    groupRef: z.string().optional().describe('Reference of the customer.'),
    groupName: z.string().optional().describe('Name of the customer.'),
    instance: z
      .string()
      .optional()
      .describe('Name of the customer’s account. Absent for the default account.'),
    actionType: z
      .string()
      .describe(
        'Type of the operation: `read`, `write`, `subscribe`, `customFields` or `toolCall`.',
      ),
    status: z
      .enum(['in_progress', 'success', 'incomplete', 'failure', 'canceled'])
      .describe(
        'Status of the operation. Only `in_progress` operations can change, and only reads can be canceled. `incomplete`: the read delivered what the provider returned, but records may be missing; see `incomplete`.',
      ),
    incomplete: z
      .string()
      .optional()
      .describe(
        'Why the read may not have returned all records. Present only if `status` is `incomplete`.',
      ),
    result: z
      .string()
      .optional()
      .describe('Outcome, as a sentence; absent while the operation runs.'),
    metadata: z
      .object({
        objects: z
          .array(z.string())
          .optional()
          .describe('Objects read or written, by provider name.'),
        retry: z
          .object({
            attempts: z.int().optional().describe('Number of attempts.'),
            lastAttempt: time().optional().describe('Time of the last attempt.'),
            lastNotified: time()
              .optional()
              .describe('Time of the last notification about the outage.'),
          })
          .optional()
          .describe('Retry state while the provider does not respond.'),
        progress: z
          .object({
            installationId: id('inst')
              .optional()
              .describe('Same as `installationId` of the operation.'),
            objectName: z.string().optional().describe('Object being read.'),
            operationId: id('op').optional().describe('Same as `id` of the operation.'),
            recordsProcessed: z.int().optional().describe('Number of records read so far.'),
            recordsEstimatedTotal: z
              .int()
              .optional()
              .describe('Total number of records, if the provider reports it.'),
            percent: z
              .int()
              .min(0)
              .max(100)
              .optional()
              .describe('Progress in percent. Absent if the total is unknown.'),
          })
          .optional()
          .describe('Progress of a read.'),
        successfulRecordIds: z
          .array(z.string())
          .optional()
          .describe('IDs of the records written, at the provider. Only for writes.'),
      })
      .optional()
      .describe('Details and progress of the operation.'),
    mode: z
      .enum(['backfill', 'scheduled', 'triggered'])
      .optional()
      .describe('Why the read started: first read, schedule or request. Only for reads.'),
    since: time()
      .optional()
      .describe('Only changes at or after this time are read. If unset, all records are read.'),
    until: time()
      .optional()
      .describe('Only changes before this time are read. If unset, reads up to the present.'),
    createdBy: z
      .string()
      .optional()
      .describe(
        'Who requested the operation, such as `builder:ana@acme.example` or `api-key:key_…`. Absent if it started automatically.',
      ),
    canceledBy: z.string().optional().describe('Who canceled the operation, in the same format.'),
    createTime,
    endTime: time().optional().describe('Time at which the operation ended; absent while it runs.'),
  })
  .meta({
    id: 'Operation',
    description: 'One run of a read, a write or a custom field update.',
  })
export type Operation = z.infer<typeof Operation>

export const BackfillProgress = z
  .object({
    installationId: id('inst').describe('ID of the installation being backfilled.'),
    objectName,
    operationId: id('op')
      .optional()
      .describe(
        'ID of the backfill operation; see its log for details. Absent if no backfill has started, such as right after another account was connected.',
      ),
    recordsProcessed: z.int().describe('Number of records read so far.'),
    recordsEstimatedTotal: z
      .int()
      .optional()
      .describe('Total number of records, if the provider reports it.'),
    percent: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe('Progress in percent. Absent if the total is unknown.'),
    createTime: createTime.optional(),
    updateTime: time()
      .optional()
      .describe('Time at which the last page was read; absent before the first.'),
  })
  .meta({ id: 'BackfillProgress', description: 'Progress of a backfill.' })
export type BackfillProgress = z.infer<typeof BackfillProgress>

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
  summary: 'Start a read of an object',
  callers: projectCallers,
  permission: 'read:trigger',
  params: z.object({
    ...projectParam,
    integrationId,
    objectName: eitherObjectName,
  }),
  query: z.object(ofInstance),
  // Strict, because a misspelled time would read everything.
  body: z.strictObject({
    groupRef,
    mode: z
      .literal('async')
      .default('async')
      .describe(
        'Always `async`: the reply contains the operation’s ID, and results are sent to the destination.',
      ),
    sinceTimestamp: time()
      .optional()
      .meta({ example: '2026-01-15T00:00:00Z' })
      .describe('Reads only records changed at or after this time. If unset, reads all records.'),
    untilTimestamp: time()
      .optional()
      .meta({ example: '2026-01-16T00:00:00Z' })
      .describe('Reads only records changed before this time. Defaults to now.'),
  }),
  success: 201,
  reply: z.object({
    operationId: id('op').describe(
      'ID of the read operation. Use it to get the progress and the log.',
    ),
  }),
  problems: [
    'integration-not-found',
    'installation-not-found',
    'object-not-installed',
    'object-paused',
  ],
})

/** Strict, because a misspelled list would mean all objects. */
const objectsToPause = z.strictObject({
  objects: z
    .array(z.string().min(1).max(255))
    .min(1)
    .max(100)
    .optional()
    .describe(
      'Objects, by their names at the provider or in your product (`mapToName`). Defaults to all installed objects.',
    ),
})

export const pauseInstallation = operation({
  id: 'pauseInstallation',
  method: 'POST',
  path: '/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}:pause',
  tag: 'Reading',
  summary: 'Pause the reads of an installation',
  description:
    'Pauses all objects or the listed ones. A running read stops at its next page. A backfill keeps its position and continues from there when resumed.',
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
      .describe('Reason for the pause, as free text. Shown as `pausedReason`.'),
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
    'Resumes all objects or the listed ones, and immediately reads the changes they missed. Objects that the integration no longer declares remain paused until they are declared again.',
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
      .describe('Reason for resuming, as free text, for the audit log.'),
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
  summary: 'Deliver pending results',
  description:
    'Sends the oldest pending pages to the object’s destination. Applies to objects whose `delivery.mode` is `onRequest`.',
  callers: projectCallers,
  permission: 'read:trigger',
  params: z.object({
    ...projectParam,
    integrationId,
    objectName: eitherObjectName,
  }),
  query: z.object(ofInstance),
  body: z.object({
    groupRef,
    pages: z
      .int()
      .min(0)
      .max(100_000)
      .describe('Number of pages to send, oldest first. `0` sends all pending pages.'),
  }),
  success: 204,
  reply: null,
  problems: ['integration-not-found', 'installation-not-found', 'object-not-installed'],
})

export const cancelOperation = operation({
  id: 'cancelOperation',
  suitsLimitedKeys: true,
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/operations/{operationId}:cancel',
  tag: 'Operations',
  summary: 'Cancel a read',
  description:
    'Only reads can be canceled, because a write cannot be undone at the provider. A running read stops at its next page. After a canceled backfill, scheduled reads continue with the changes since its start.',
  callers: projectCallers,
  permission: 'installation:write',
  params: z.object({
    ...projectParam,
    operationId: id('op').describe('ID of the read operation to cancel.'),
  }),
  success: 200,
  reply: Operation,
  problems: ['operation-not-found', 'operation-ended'],
})

/** Filters of lists across installations. */
export const ofInstallations = {
  groupRef: groupRef.optional().describe('Returns only results for this customer.'),
  installationId: id('inst').optional().describe('Returns only results for this installation.'),
  from: time().optional().describe('Returns only results at or after this time.'),
  to: time().optional().describe('Returns only results before this time.'),
}

export const listOperationsForProject = operation({
  id: 'listOperationsForProject',
  suitsLimitedKeys: true,
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/operations',
  tag: 'Operations',
  summary: 'List operations of a project',
  callers: projectCallers,
  permission: 'installation:read',
  params: z.object(projectParam),
  query: z.object({
    ...page,
    sort: z.enum(['-createTime', 'createTime']).default('-createTime').describe(sortMeaning),
    ...ofInstallations,
    actionType: z
      .string()
      .optional()
      .describe('Returns only operations of this type: `read`, `write` or `customFields`.'),
    status: Operation.shape.status.optional().describe('Returns only operations with this status.'),
  }),
  success: 200,
  reply: z.array(Operation),
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
    results: z.array(Operation).describe('Operations on this page, newest first.'),
    pagination: z
      .object({
        done: z.boolean().describe('Whether this is the last page.'),
        nextPageToken: z
          .string()
          .optional()
          .describe('`pageToken` of the next page; absent on the last.'),
      })
      .describe('Pagination state. The `Link` header contains the same information.'),
  }),
  problems: ['integration-not-found', 'installation-not-found'],
})

export const getOperation = operation({
  id: 'getOperation',
  suitsLimitedKeys: true,
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/operations/{operationId}',
  tag: 'Operations',
  summary: 'Get an operation',
  callers: projectCallers,
  permission: 'installation:read',
  params: z.object({
    ...projectParam,
    operationId: id('op').describe('ID of the operation.'),
  }),
  success: 200,
  reply: Operation,
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
                date: z.iso.date().describe('Day in UTC.'),
                records: z
                  .int()
                  .describe(
                    'Number of records in reads started on this day. A record counts each time that it is read.',
                  ),
              }),
            )
            .describe('Days, oldest first, ending today.'),
        }),
      )
      .describe('Counts per object, by provider name.'),
  })
  .meta({
    id: 'InstallationActivity',
    description:
      'Number of records read per object and day. A record counts each time that it is read.',
  })
export type InstallationActivity = z.infer<typeof InstallationActivity>

export const getInstallationActivity = operation({
  id: 'getInstallationActivity',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/activity',
  tag: 'Operations',
  summary: 'Get daily record counts',
  description:
    'Covers the last seven days in UTC. Records count toward the day on which their read started.',
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
  params: z.object({ ...installationParams, objectName: eitherObjectName }),
  query: z.object(ofGroup),
  success: 200,
  reply: BackfillProgress,
  problems: ['integration-not-found', 'installation-not-found', 'backfill-not-found'],
})
