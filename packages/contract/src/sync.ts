import { z } from 'zod'
import { ofGroup, page, projectParam, ref, time } from './common.ts'
import { id } from './ids.ts'
import { embeddedCallers, operation, projectCallers } from './operation.ts'

/** One run of a read, a write or a subscription. */
export const Operation = z
  .object({
    id: id('op'),
    projectId: id('proj'),
    integrationId: id('int'),
    configId: id('conf'),
    installationId: id('inst'),
    actionType: z.string(),
    status: z.enum(['in_progress', 'success', 'failure', 'canceled']),
    result: z.string().optional(),
    metadata: z
      .object({
        objects: z.array(z.string()).optional(),
        retry: z
          .object({
            attempts: z.int().optional(),
            lastAttempt: time().optional(),
            lastNotified: time().optional(),
          })
          .optional(),
        progress: z
          .object({
            installationId: id('inst').optional(),
            objectName: z.string().optional(),
            operationId: id('op').optional(),
            recordsProcessed: z.int().optional(),
            recordsEstimatedTotal: z.int().optional(),
            percent: z.int().min(0).max(100).optional(),
          })
          .optional(),
        successfulRecordIds: z.array(z.string()).optional(),
      })
      .optional(),
    createTime: time(),
  })
  .meta({ id: 'Operation' })
export type Operation = z.infer<typeof Operation>

export const BackfillProgress = z
  .object({
    installationId: id('inst'),
    objectName: z.string(),
    operationId: id('op'),
    recordsProcessed: z.int(),
    recordsEstimatedTotal: z.int().optional(),
    percent: z.int().min(0).max(100).optional(),
    createTime: time(),
    updateTime: time().optional(),
  })
  .meta({ id: 'BackfillProgress' })
export type BackfillProgress = z.infer<typeof BackfillProgress>

export const Log = z
  .object({
    timestamp: time(),
    message: z.looseObject({
      msg: z.string(),
      error: z.string().optional(),
      operation_id: z.string().optional(),
      details: z.record(z.string(), z.string()).optional(),
    }),
    severity: z.string(),
  })
  .meta({ id: 'Log' })
export type Log = z.infer<typeof Log>

const installationParams = {
  ...projectParam,
  integrationId: z.string(),
  installationId: z.string(),
}

export const triggerRead = operation({
  id: 'triggerRead',
  method: 'POST',
  path: '/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}',
  tag: 'Reading',
  summary: 'Read an object now',
  callers: projectCallers,
  permission: 'read:trigger',
  params: z.object({ ...projectParam, integrationId: z.string(), objectName: z.string() }),
  body: z.object({
    groupRef: ref(),
    mode: z.literal('async').default('async'),
    sinceTimestamp: time().optional().meta({ example: '2026-01-15T00:00:00Z' }),
    untilTimestamp: time().optional().meta({ example: '2026-01-16T00:00:00Z' }),
  }),
  success: 201,
  reply: z.object({ operationId: id('op') }),
  problems: [
    'integration-not-found',
    'installation-not-found',
    'object-not-installed',
    'object-paused',
  ],
})

const objectsToPause = z.object({
  objects: z.array(z.string().min(1).max(255)).min(1).max(100).optional(),
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
  body: objectsToPause.extend({ note: z.string().min(1).max(1000).optional() }),
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
  body: objectsToPause.extend({ note: z.string().min(1).max(1000).optional() }),
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
  params: z.object({ ...projectParam, integrationId: z.string(), objectName: z.string() }),
  body: z.object({ groupRef: ref(), pages: z.int().min(0).max(100_000) }),
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
  params: z.object({ ...projectParam, operationId: z.string() }),
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
    results: z.array(Operation),
    pagination: z.object({ done: z.boolean(), nextPageToken: z.string().optional() }),
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
  params: z.object({ ...projectParam, operationId: z.string() }),
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
  params: z.object({ ...projectParam, operationId: z.string() }),
  query: z.object(page),
  success: 200,
  reply: z.array(Log),
  problems: ['operation-not-found'],
})

export const InstallationActivity = z
  .object({
    /** By object; each has all of the days, the oldest first and today last. */
    objects: z.record(
      z.string(),
      z.object({ days: z.array(z.object({ date: z.iso.date(), records: z.int() })) }),
    ),
  })
  .meta({ id: 'InstallationActivity' })
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
  params: z.object({ ...installationParams, objectName: z.string() }),
  query: z.object(ofGroup),
  success: 200,
  reply: BackfillProgress,
  problems: ['integration-not-found', 'installation-not-found', 'backfill-not-found'],
})
