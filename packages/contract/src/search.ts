import { z } from 'zod'
import { projectParam } from './common.ts'
import { groupRef, integrationId } from './fields.ts'
import { operation, projectCallers } from './operation.ts'

export const SearchRequest = z
  .object({
    objectName: z
      .string()
      .min(1)
      .max(255)
      .describe('What the provider calls the object, such as `Contact`.'),
    fieldFilters: z
      .array(
        z.object({
          fieldName: z
            .string()
            .min(1)
            .max(255)
            .describe('The provider’s name of the field, or the builder’s for a mapped one.'),
          operator: z.literal('eq').describe('Only equality.'),
          value: z
            .union([z.string().max(10_000), z.number(), z.boolean()])
            .describe('What the field must hold.'),
        }),
      )
      .min(1)
      .max(20)
      .describe('What records must match: all of it.'),
  })
  .meta({ id: 'SearchRequest', description: 'Which records to find.' })
export type SearchRequest = z.infer<typeof SearchRequest>

export const SearchReply = z
  .object({
    result: z
      .array(
        z.object({
          id: z.string().optional().describe('The record’s ID at the provider.'),
          fields: z
            .record(z.string(), z.unknown())
            .describe('What was read, by the provider’s names.'),
          mappedFields: z
            .record(z.string(), z.unknown())
            .describe('What was mapped, by your names.'),
          raw: z.record(z.string(), z.unknown()).describe('The record as the provider answers it.'),
        }),
      )
      .describe('One page of the records.'),
  })
  .meta({ id: 'SearchReply', description: 'The records that were found.' })
export type SearchReply = z.infer<typeof SearchReply>

export const searchRecords = operation({
  id: 'searchRecords',
  method: 'POST',
  path: '/search/v1/projects/{projectIdOrName}/integrations/{integrationId}',
  tag: 'Searching',
  summary: 'Search a provider for records by equality',
  description:
    'Returns one page of an installed object’s records, with the fields that its configuration reads. Refused to the role `member`. The audit log records who searched, and which group’s object.',
  callers: projectCallers,
  permission: 'record:read',
  params: z.object({
    ...projectParam,
    integrationId,
  }),
  query: z.object({
    groupRef,
  }),
  body: SearchRequest,
  success: 200,
  reply: SearchReply,
  problems: [
    'integration-not-found',
    'installation-not-found',
    'object-not-installed',
    'provider-refused',
    'credentials-refused',
    'provider-unavailable',
  ],
})
