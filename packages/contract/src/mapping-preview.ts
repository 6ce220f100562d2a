import { z } from 'zod'
import { projectParam } from './common.ts'
import { integrationId, objectName } from './fields.ts'
import { id } from './ids.ts'
import { operation, projectCallers } from './operation.ts'

export const PreviewedRecord = z
  .object({
    objectName: z.string().describe('What your product calls the object, as messages name it.'),
    fields: z
      .record(z.string(), z.unknown())
      .describe('What you would receive under the provider’s own names.'),
    mappedFields: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('What you would receive under your names; missing where nothing is mapped.'),
  })
  .meta({ id: 'PreviewedRecord', description: 'A live record as your product would receive it.' })
export type PreviewedRecord = z.infer<typeof PreviewedRecord>

export const MappingPreview = z
  .object({
    before: PreviewedRecord.optional().describe(
      'As it is received now; missing where the object is not read now, or has no record.',
    ),
    after: PreviewedRecord.optional().describe(
      'The same record as it would be received; missing where the object would not be read, has no record, or the provider refuses what would be asked for.',
    ),
    isRead: z.boolean().describe('Whether the object would still be read.'),
    missingMappings: z
      .array(z.string())
      .describe('Your fields that the customer would have to map first.'),
    refusal: z
      .string()
      .optional()
      .describe('Why the provider refuses what would be asked for, in its words.'),
  })
  .meta({
    id: 'MappingPreview',
    description: 'One live record before and after a change of `platform.yaml`.',
  })
export type MappingPreview = z.infer<typeof MappingPreview>

export const previewMapping = operation({
  id: 'previewMapping',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/objects/{objectName}:preview',
  tag: 'Integrations',
  summary: 'Try a change of platform.yaml on a live record',
  description:
    'Reads one record through the installation’s connection and answers it as it is received now and as it would be received once this `platform.yaml` was deployed. Deploys and delivers nothing, and stores nothing of the record; the audit log keeps who looked, and at whose.',
  callers: projectCallers,
  permission: 'integration:write',
  params: z.object({
    ...projectParam,
    integrationId,
    installationId: id('inst').describe('The installation whose customer’s record is looked at.'),
    objectName,
  }),
  body: z.object({
    sourceYaml: z
      .string()
      .min(1)
      .max(1_000_000)
      .describe('The text of `platform.yaml`; other integrations in it do not count.'),
  }),
  success: 200,
  reply: MappingPreview,
  problems: [
    'integration-not-found',
    'installation-not-found',
    'object-not-found',
    'manifest-invalid',
    'credentials-refused',
    'provider-refused',
    'provider-unavailable',
  ],
})
