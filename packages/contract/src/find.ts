import { z } from 'zod'
import { Group, page, projectParam, ref, time, sortMeaning } from './values/common.ts'
import { Health } from './connections/health.ts'
import { id } from './values/ids.ts'
import { operation, projectCallers } from './openapi/operation.ts'

export const Found = z
  .object({
    kind: z
      .enum([
        'group',
        'installation',
        'connection',
        'operation',
        'event',
        'delivery',
        'replay',
        'destination',
        'topic',
        'integration',
        'providerApp',
        'apiKey',
        'jwtKey',
      ])
      .describe('Type of the result: a customer, or the resource with the given ID.'),
    id: z.string().describe('ID of the result. For a `group`, its reference.'),
    name: z.string().optional().describe('Name of the result; absent if it has none.'),
    groupRef: z.string().optional().describe('Reference of the customer concerned.'),
    integrationId: id('int').optional().describe('ID of the integration, for an `installation`.'),
    health: Health.optional().describe(
      'Health of an `installation`, `connection` or `destination`. For a `group`, the worst health of its installations and connections; absent if it has none.',
    ),
  })
  .meta({ id: 'Found', description: 'Search result.' })
export type Found = z.infer<typeof Found>

export const find = operation({
  id: 'find',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/find',
  tag: 'Projects',
  summary: 'Search by ID or name',
  description:
    'Returns the resource whose ID occurs in the text, which may be quoted, surrounded by other words or in upper case. For IDs of nested resources, returns the parent: the integration of a revision, the installation of a configuration, the operation of a log entry, the topic of a route. Also returns connections of the end user with this reference, and the first groups, destinations and integrations whose name contains the text, ignoring case. Groups are also matched by reference; an exact match is listed first.',
  callers: projectCallers,
  permission: 'installation:read',
  params: z.object(projectParam),
  query: z.object({
    text: z
      .string()
      .min(1)
      .max(512)
      .describe(
        'ID, reference of an end user, or part of a customer’s reference or name, or of the name of a destination or integration.',
      ),
  }),
  success: 200,
  reply: z.array(Found),
})

export const GroupSummary = Group.extend({
  health: Health.optional().describe(
    'Worst health of the connections and installations; absent if there are none.',
  ),
  providers: z
    .array(z.string())
    .describe('Providers to which the customer has a connection, by name.'),
  lastReadTime: time()
    .optional()
    .describe('Start of the last read of any object; absent if nothing was read.'),
  recordsThisMonth: z
    .int()
    .optional()
    .describe(
      'Number of records in messages delivered in this month (UTC). Absent if the key lacks the capability `observe`.',
    ),
}).meta({
  id: 'GroupSummary',
  description: 'A customer with the state of its connections and reads.',
})
export type GroupSummary = z.infer<typeof GroupSummary>

export const listGroupSummaries = operation({
  id: 'listGroupSummaries',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/group-summaries',
  tag: 'Projects',
  summary: 'List groups with their state',
  description:
    'Lists groups by reference, with health, connected providers, last read and records delivered this month.',
  callers: projectCallers,
  permission: 'installation:read',
  params: z.object(projectParam),
  query: z.object({
    ...page,
    pageSize: z.coerce
      .number()
      .int()
      .min(1)
      .max(200)
      .default(50)
      .describe('Maximum number of items per page. The last page can have fewer.'),
    sort: z
      .enum(['-groupRef', 'groupRef', '-groupName', 'groupName'])
      .default('-groupRef')
      .describe(sortMeaning),
    groupRef: ref().optional().describe('Returns only the group with this reference.'),
    search: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe('Returns only groups whose reference or name contains this text, ignoring case.'),
  }),
  success: 200,
  reply: z.array(GroupSummary),
})
