import { z } from 'zod'
import { Consumer, Group, page, projectParam } from '../values/common.ts'
import { operation, projectCallers } from '../openapi/operation.ts'

export const Erased = z
  .object({
    installations: z
      .int()
      .min(0)
      .describe('Number of installations deleted, with the data they read.'),
    connections: z.int().min(0).describe('Number of connections deleted, with their credentials.'),
    events: z
      .int()
      .min(0)
      .describe('Number of events deleted, with their messages and deliveries.'),
  })
  .meta({ id: 'Erased', description: 'Counts of erased resources.' })
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
  'Deletes the connections, the installations that read through them and the events about them, including their files left for download, and returns the counts. No event is sent, because it would store the references again. The audit log entries of changes are kept. Stored replies to an `Idempotency-Key` expire within 24 hours.'

export const listGroups = operation({
  ...readable,
  id: 'listGroups',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/groups',
  summary: 'List groups',
  params: z.object(projectParam),
  query: z.object({
    ...page,
    search: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe('Returns only items whose reference or name contains this text, ignoring case.'),
  }),
  success: 200,
  reply: z.array(Group),
})

export const listConsumers = operation({
  ...readable,
  id: 'listConsumers',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/consumers',
  summary: 'List consumers',
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
  summary: 'Erase a group',
  description,
  params: z.object({
    ...projectParam,
    groupRef: z.string().describe('Your reference for the customer to erase.'),
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
  summary: 'Erase a consumer',
  description,
  params: z.object({
    ...projectParam,
    consumerRef: z.string().describe('Your reference for the end user to erase.'),
  }),
  success: 200,
  reply: Erased,
  problems: ['consumer-not-found'],
})
