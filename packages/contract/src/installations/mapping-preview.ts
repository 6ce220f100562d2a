import { z } from 'zod'
import { projectParam } from '../values/common.ts'
import { eitherObjectName, integrationId } from './fields.ts'
import { id } from '../values/ids.ts'
import { operation, projectCallers } from '../openapi/operation.ts'

export const PreviewedRecord = z
  .object({
    objectName: z.string().describe('Name of the object in your product, as used in messages.'),
    fields: z
      .record(z.string(), z.unknown())
      .describe('Values of fields under their provider names.'),
    mappedFields: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Values of mapped fields under your names. Absent if no fields are mapped.'),
    matchesFilter: z
      .boolean()
      .optional()
      .describe(
        'Whether the record would be delivered. Absent if the object has neither `filter` nor `filterExpression`.',
      ),
    expressionErrors: z
      .array(
        z.object({
          name: z.string().describe('`filterExpression`, or the name of the computed field.'),
          message: z.string().describe('Reason for which the expression has no value.'),
        }),
      )
      .optional()
      .describe('Expressions that fail for the record. Absent if none does.'),
  })
  .meta({ id: 'PreviewedRecord', description: 'Live record as your product would receive it.' })
export type PreviewedRecord = z.infer<typeof PreviewedRecord>

export const MappingPreview = z
  .object({
    before: PreviewedRecord.optional().describe(
      'Record as currently received. Absent if the object is not currently read or has no records.',
    ),
    after: PreviewedRecord.optional().describe(
      'Same record with the change applied. Absent if the object would not be read, has no records, or the provider rejects the request.',
    ),
    others: z
      .array(
        z.object({
          before: PreviewedRecord.optional().describe(
            'Further record as currently received. Absent if the object is not currently read.',
          ),
          after: PreviewedRecord.optional().describe(
            'Same record with the change applied. Absent if the object would not be read.',
          ),
        }),
      )
      .optional()
      .describe('At most four further records, in the same form. Absent if there are none.'),
    isRead: z.boolean().describe('Whether the object would still be read.'),
    missingMappings: z
      .array(z.string())
      .describe('Your fields that the customer would have to map first.'),
    calculatedFields: z
      .array(z.string())
      .optional()
      .describe(
        'Fields that a scheduled read would request and whose values the provider computes, such as formulas. If only such a value changes, the record may not be read again until its own next change.',
      ),
    refusal: z.string().optional().describe('The provider’s message if it rejects the request.'),
  })
  .meta({
    id: 'MappingPreview',
    description: 'Live records before and after a change of `platform.yaml`.',
  })
export type MappingPreview = z.infer<typeof MappingPreview>

export const previewMapping = operation({
  id: 'previewMapping',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/objects/{objectName}:preview',
  tag: 'Integrations',
  summary: 'Preview a change of platform.yaml on live records',
  description:
    'Reads up to five records through the installation’s connection and returns each as currently received and as it would be received with this `platform.yaml`. Nothing is deployed, delivered or stored. The audit log records who read the records and whose they were.',
  callers: projectCallers,
  permission: 'integration:write',
  params: z.object({
    ...projectParam,
    integrationId,
    installationId: id('inst').describe('ID of the installation to read records from.'),
    objectName: eitherObjectName,
  }),
  body: z.object({
    sourceYaml: z
      .string()
      .min(1)
      .max(1_000_000)
      .describe('Content of `platform.yaml`. Other integrations in it are ignored.'),
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
