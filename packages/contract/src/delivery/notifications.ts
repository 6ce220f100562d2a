import { z } from 'zod'
import {
  force,
  page,
  projectParam,
  queryBoolean,
  time,
  times,
  updateMask,
} from '../values/common.ts'
import {
  DestinationCredentials,
  DestinationMetadata,
  DestinationSetUp,
  DestinationSettings,
  DestinationType,
} from './destination-types.ts'
import { projectId, recordId } from '../installations/fields.ts'
import { Health } from '../connections/health.ts'
import { operation, projectCallers } from '../openapi/operation.ts'

export const DestinationStatus = z.enum(['enabled', 'disabled']).meta({
  id: 'DestinationStatus',
  description:
    'Status of a destination. A `disabled` destination holds its messages until it is enabled or deleted.',
})
export type DestinationStatus = z.infer<typeof DestinationStatus>

export const DestinationOrdering = z.enum(['none', 'record', 'group', 'strict']).meta({
  id: 'DestinationOrdering',
  description:
    'Which messages wait until earlier ones are delivered or have failed. `none`: none, a retried message can arrive after later ones. `record`: later versions of a record. `group`: records and events of a customer. `strict`: all, one is sent at a time.',
})
export type DestinationOrdering = z.infer<typeof DestinationOrdering>

export const LastDay = z
  .object({
    succeeded: z.int().describe('Number of successful attempts.'),
    failed: z.int().describe('Number of failed attempts, including those that were retried.'),
    successRate: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('Share of attempts that succeeded. Absent if there were none.'),
    retrying: z
      .int()
      .describe('Number of deliveries currently being retried. 10000 means 10,000 or more.'),
    paused: z
      .int()
      .describe(
        'Number of deliveries currently paused because the destination is disabled. 10000 means 10,000 or more.',
      ),
  })
  .meta({ id: 'LastDay', description: 'Delivery statistics of the last 24 hours, in whole hours.' })
export type LastDay = z.infer<typeof LastDay>

const destinationBase = {
  id: recordId('dest'),
  name: z.string().describe('Name used in `platform.yaml`. Unique in the project.'),
  projectId,
  status: DestinationStatus.describe(
    'The deliveries of a disabled destination are paused until it is enabled.',
  ),
  health: Health.describe(
    'Health of the destination: `paused` if it was disabled manually, `failing` if it was disabled because all attempts failed.',
  ),
  lastDay: LastDay.describe('Delivery statistics of the last 24 hours.'),
  ordering: DestinationOrdering.describe(
    'Whether messages wait for earlier messages about the same record.',
  ),
  disabledReason: z
    .string()
    .optional()
    .describe(
      'Why the destination is disabled: manually, or with the error its receiver returned for days. Absent while enabled.',
    ),
  disabledTime: time()
    .optional()
    .describe('Time at which the destination was disabled. Absent while enabled.'),
  formerKeyUntil: time()
    .optional()
    .describe(
      'Time until which messages are also signed with the previous key, after a `rotate`. Absent if only the current key signs.',
    ),
  ...times,
}

export const Destination = z
  .object(destinationBase)
  .and(DestinationSettings)
  .meta({ id: 'Destination', description: 'Target that messages are delivered to.' })
export type Destination = z.infer<typeof Destination>

export const DestinationWithSecrets = z
  .object({
    ...destinationBase,
    secrets: z
      .object({
        webhookSigningKey: z
          .string()
          .optional()
          .describe(
            'Secret key that verifies `v1` signatures (Standard Webhooks). Keep it secret.',
          ),
        webhookPublicKey: z
          .string()
          .optional()
          .describe('Public key that verifies `v1a` signatures. Only for webhooks with `ed25519`.'),
      })
      .meta({
        id: 'DestinationSecrets',
        description: 'Keys that verify the messages of a webhook.',
      })
      .optional()
      .describe('Signing keys of a webhook. Returned only on request.'),
  })
  .and(DestinationSettings)
  .meta({
    id: 'DestinationWithSecrets',
    description: 'Destination with its signing keys.',
  })
export type DestinationWithSecrets = z.infer<typeof DestinationWithSecrets>

const destinationName = z.string().trim().min(1).max(255)

const destinationParams = z.object({
  ...projectParam,
  destination: z.string().describe('ID or name of the destination.'),
})

export const readsNotifications = {
  tag: 'Notifications',
  callers: projectCallers,
  permission: 'notification:read',
} as const

export const changesNotifications = {
  tag: 'Notifications',
  callers: projectCallers,
  permission: 'notification:write',
} as const

export const createDestination = operation({
  ...changesNotifications,
  id: 'createDestination',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/destinations',
  summary: 'Create a destination',
  description:
    'Whoever chooses where messages are sent can read them: requires the capability `read:messages` or `read:secrets` too.',
  params: z.object(projectParam),
  body: z
    .object({
      name: destinationName.describe('Name used in `platform.yaml`. Unique in the project.'),
      verify: z
        .boolean()
        .optional()
        .describe(
          'Whether to send a test message first. The destination is created only if the receiver accepts it.',
        ),
      ordering: DestinationOrdering.default('none').describe(
        'Which messages wait for earlier ones. All but `none` reduce throughput.',
      ),
    })
    .and(DestinationSetUp),
  success: 201,
  reply: Destination,
  problems: ['destination-name-taken', 'destination-unreachable', 'limit-reached'],
})

export const listDestinations = operation({
  ...readsNotifications,
  id: 'listDestinations',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/destinations',
  summary: 'List destinations',
  params: z.object(projectParam),
  query: z.object({
    ...page,
    name: z.string().optional().describe('Returns only the destination with exactly this name.'),
    type: DestinationType.optional().describe('Returns only destinations of this type.'),
    status: DestinationStatus.optional().describe('Returns only destinations with this status.'),
  }),
  success: 200,
  reply: z.array(Destination),
})

export const getDestination = operation({
  ...readsNotifications,
  id: 'getDestination',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/destinations/{destination}',
  summary: 'Get a destination',
  description:
    'Accepts an ID or a name. `includeSecrets` returns the signing key. `rotate` generates a new one first; messages carry both signatures for 24 hours. Both require the capability `read:secrets`, and `rotate` also `manage:notifications`.',
  params: destinationParams,
  query: z.object({
    includeSecrets: queryBoolean()
      .optional()
      .describe('Whether to return the signing keys of a webhook.'),
    rotate: queryBoolean()
      .optional()
      .describe(
        'Whether to generate a new signing key first. Both keys sign messages for 24 hours.',
      ),
  }),
  changesWith: 'rotate',
  success: 200,
  reply: DestinationWithSecrets,
  problems: ['destination-not-found'],
})

export const updateDestination = operation({
  ...changesNotifications,
  id: 'updateDestination',
  method: 'PATCH',
  path: '/v1/projects/{projectIdOrName}/destinations/{destination}',
  summary: 'Update, disable or enable a destination',
  description:
    '`disabled: false` enables a disabled destination. Paused deliveries are sent first, oldest first. A destination that is in use is renamed only with `force`, because integrations refer to it by name. Changes of `name`, `metadata` and `secrets` choose who receives messages, and require the capability `read:messages` or `read:secrets` too.',
  params: destinationParams,
  query: z.object({
    force: queryBoolean()
      .default(false)
      .describe(
        'Whether to rename the destination while installations or deployed integrations refer to its name. If set, reads into it are paused until a destination of that name exists again. Otherwise, the request is rejected with a list of what refers to it.',
      ),
  }),
  body: z.object({
    updateMask: updateMask(),
    destination: z
      .object({
        name: destinationName
          .optional()
          .describe('New name. Integrations refer to destinations by name: see `force`.'),
        metadata: DestinationMetadata.optional().describe('New settings, depending on the type.'),
        secrets: DestinationCredentials.optional().describe(
          'New credentials. Stored encrypted and never returned.',
        ),
        ordering: DestinationOrdering.optional().describe(
          'Which messages wait for earlier ones. Applies to new messages.',
        ),
        disabled: z
          .boolean()
          .optional()
          .describe('`true` pauses deliveries; `false` resumes them, oldest first.'),
      })
      .describe('New values. Only fields in the mask are changed.'),
  }),
  success: 200,
  reply: Destination,
  problems: ['destination-not-found', 'destination-name-taken', 'in-use'],
})

export const deleteDestination = operation({
  ...changesNotifications,
  id: 'deleteDestination',
  method: 'DELETE',
  changesAccess: true,
  path: '/v1/projects/{projectIdOrName}/destinations/{destination}',
  summary: 'Delete a destination and its routes',
  description:
    'Rejected while installations read into the destination, a deployed integration refers to it, or deliveries are pending, unless `force` is set. With `force`, reads into the destination are paused (`read.schedule.paused`) until a destination of that name exists again; subscribed changes are stored meanwhile. The headers `Platform-Paused-Installations` and `Platform-Canceled-Deliveries` contain the counts.',
  params: destinationParams,
  query: z.object(
    force('reads into the destination are paused, and pending deliveries are canceled.'),
  ),
  success: 204,
  reply: null,
  problems: ['destination-not-found', 'deliveries-pending', 'in-use'],
})
