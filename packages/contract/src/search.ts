import { z } from 'zod'
import { projectParam } from './common.ts'
import { groupRef, integrationId } from './fields.ts'
import { operation, projectCallers } from './operation.ts'

const says = (description: string) => ({ description })

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
            .meta(says('The provider’s name of the field, or the builder’s for a mapped one.')),
          operator: z.literal('eq').describe('How to compare.'),
          value: z.union([z.string().max(10_000), z.number(), z.boolean()]).describe('The value.'),
        }),
      )
      .min(1)
      .max(20)
      .meta(says('All of them hold.')),
  })
  .meta({ id: 'SearchRequest', ...says('Which records to find.') })
export type SearchRequest = z.infer<typeof SearchRequest>

export const SearchReply = z
  .object({
    result: z
      .array(
        z.object({
          id: z.string().optional().meta(says('The record’s ID at the provider.')),
          fields: z.record(z.string(), z.unknown()).meta(says('By the provider’s names.')),
          mappedFields: z.record(z.string(), z.unknown()).meta(says('By the builder’s names.')),
          raw: z.record(z.string(), z.unknown()).meta(says('As the provider answers it.')),
        }),
      )
      .meta(says('One page of the records.')),
  })
  .meta({ id: 'SearchReply', ...says('The records that were found.') })
export type SearchReply = z.infer<typeof SearchReply>

export const searchRecords = operation({
  id: 'searchRecords',
  method: 'POST',
  path: '/search/v1/projects/{projectIdOrName}/integrations/{integrationId}',
  tag: 'Searching',
  summary: 'Search a provider for records by equality',
  description:
    'Answers one page of an installed object’s records, with the fields that its configuration reads.',
  callers: projectCallers,
  asksOnly: true,
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
