import { z } from 'zod'
import { Consumer, Group, page, projectParam } from './common.ts'
import { operation, projectCallers } from './operation.ts'

export const Erased = z
  .object({
    installations: z
      .int()
      .min(0)
      .describe('How many were deleted; what they had read is no longer told.'),
    connections: z.int().min(0).describe('How many were deleted, with their credentials.'),
    events: z.int().min(0).describe('How many events, with what they said and their deliveries.'),
  })
  .meta({ id: 'Erased', description: 'How much was erased.' })
export type Erased = z.infer<typeof Erased>

const readable = {
  tag: 'Personal data',
  callers: projectCallers,
  permission: 'connection:read',
} as const
const erasable = {
  tag: 'Personal data',
  callers: projectCallers,
  permission: 'connection:delete',
} as const
const description =
  'Deletes the connections, the installations that read through them and the events about them, and answers how many; what those left for download goes with them. No event tells of it, as that would store the references again. The audit log keeps who changed what, and sealed replies to an `Idempotency-Key` go within 24 hours.'

export const listGroups = operation({
  ...readable,
  id: 'listGroups',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/groups',
  summary: 'List the groups that have connected something',
  params: z.object(projectParam),
  query: z.object({
    ...page,
    search: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe('Only those whose reference or name has this text in it, whatever its case.'),
  }),
  success: 200,
  reply: z.array(Group),
})

export const listConsumers = operation({
  ...readable,
  id: 'listConsumers',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/consumers',
  summary: 'List the consumers who have connected something',
  params: z.object(projectParam),
  query: z.object(page),
  success: 200,
  reply: z.array(Consumer),
})

export const eraseGroup = operation({
  ...erasable,
  id: 'eraseGroup',
  method: 'DELETE',
  path: '/v1/projects/{projectIdOrName}/groups/{groupRef}',
  summary: 'Erase a group and all that is stored about it',
  description,
  params: z.object({
    ...projectParam,
    groupRef: z.string().describe('Your own reference to the customer to erase.'),
  }),
  success: 200,
  reply: Erased,
  problems: ['group-not-found'],
})

export const eraseConsumer = operation({
  ...erasable,
  id: 'eraseConsumer',
  method: 'DELETE',
  path: '/v1/projects/{projectIdOrName}/consumers/{consumerRef}',
  summary: 'Erase a consumer and all that is stored about them',
  description,
  params: z.object({
    ...projectParam,
    consumerRef: z.string().describe('Your own reference to the end user to erase.'),
  }),
  success: 200,
  reply: Erased,
  problems: ['consumer-not-found'],
})
