import { z } from 'zod'
import { projectParam } from '../values/common.ts'
import { ResultEntry } from '../delivery/events.ts'
import { eitherObjectName, groupRef, integrationId, ofInstance } from '../installations/fields.ts'
import { operation, projectCallers } from '../openapi/operation.ts'

export const SearchRequest = z
  .object({
    objectName: eitherObjectName.min(1).max(255),
    fieldFilters: z
      .array(
        z.object({
          fieldName: z
            .string()
            .min(1)
            .max(255)
            .describe('Provider field name, or your name for a mapped field.'),
          operator: z.literal('eq').describe('Comparison operator. Only equality is supported.'),
          value: z
            .union([z.string().max(10_000), z.number(), z.boolean()])
            .describe('Value to compare with.'),
        }),
      )
      .min(1)
      .max(20)
      .describe('Conditions that records must all match.'),
  })
  .meta({ id: 'SearchRequest', description: 'Search conditions.' })
export type SearchRequest = z.infer<typeof SearchRequest>

export const SearchReply = z
  .object({
    result: z
      .array(
        z.object({
          id: z.string().optional().describe('ID of the record at the provider.'),
          fields: z
            .record(z.string(), z.unknown())
            .describe('Values of fields under their provider names.'),
          mappedFields: z
            .record(z.string(), z.unknown())
            .describe('Values of mapped fields under your names.'),
          raw: z.record(z.string(), z.unknown()).describe('Record as returned by the provider.'),
          associations: ResultEntry.shape.associations,
        }),
      )
      .describe('Records on this page.'),
  })
  .meta({ id: 'SearchReply', description: 'Matching records.' })
export type SearchReply = z.infer<typeof SearchReply>

export const searchRecords = operation({
  id: 'searchRecords',
  method: 'POST',
  path: '/search/v1/projects/{projectIdOrName}/integrations/{integrationId}',
  tag: 'Searching',
  summary: 'Search records at a provider',
  description:
    'Returns one page of an object’s records, with the fields and associations that the installation’s configuration reads. Not available to the role `member`. The audit log records who searched and which group’s object.',
  callers: projectCallers,
  permission: 'record:read',
  params: z.object({
    ...projectParam,
    integrationId,
  }),
  query: z.object({
    groupRef,
    ...ofInstance,
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
