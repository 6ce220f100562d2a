import { z } from 'zod'
import { page, projectParam, queryBoolean, time } from '../values/common.ts'
import {
  fieldName,
  groupRef,
  ofConnection,
  ofInstance,
  installationId,
  integrationId,
  objectName,
  provider,
} from '../installations/fields.ts'
import { id } from '../values/ids.ts'
import { operation, projectCallers } from '../openapi/operation.ts'

export const StringFieldOptions = z
  .object({
    length: z.int().min(1).optional().describe('Maximum length of a value, in characters.'),
    pattern: z
      .string()
      .max(1000)
      .optional()
      .describe('Regular expression that every value must match.'),
    values: z
      .array(z.string().min(1).max(255))
      .max(1000)
      .optional()
      .describe('Options of a choice. Existing options are kept.'),
    valuesRestricted: z.boolean().optional().describe('Whether values must be one of the options.'),
    defaultValue: z.string().max(10_000).optional().describe('Default value of new records.'),
  })
  .meta({ id: 'StringFieldOptions', description: 'Constraints of a text or choice field.' })

export const NumericFieldOptions = z
  .object({
    precision: z.int().min(1).optional().describe('Maximum number of digits.'),
    scale: z.int().min(0).optional().describe('Maximum number of digits after the decimal point.'),
    min: z.number().optional().describe('Minimum value.'),
    max: z.number().optional().describe('Maximum value.'),
    defaultValue: z.number().optional().describe('Default value of new records.'),
  })
  .meta({ id: 'NumericFieldOptions', description: 'Constraints of a number field.' })

export const AssociationDefinition = z
  .object({
    associationType: z.string().max(255).describe('Type of the association, such as `lookup`.'),
    targetObject: z.string().min(1).max(255).describe('Object that the field references.'),
    targetField: z
      .string()
      .max(255)
      .optional()
      .describe('Field of the target object that is referenced. Defaults to `Id`.'),
    cardinality: z
      .string()
      .max(255)
      .optional()
      .describe('Cardinality of the association, such as `one-to-one`.'),
    onDelete: z
      .string()
      .max(255)
      .optional()
      .describe('What happens when the target is deleted: `setNull`, `restrict` or `cascade`.'),
    required: z.boolean().optional().describe('Whether every record must have a target.'),
    reverseLookupFieldName: z
      .string()
      .max(255)
      .optional()
      .describe('Name of the association from the target’s side.'),
    labels: z
      .object({
        singular: z.string().max(255).optional().describe('Singular form, such as `Owner`.'),
        plural: z.string().max(255).optional().describe('Plural form, such as `Owners`.'),
      })
      .meta({ id: 'AssociationLabels', description: 'Labels of an association.' })
      .optional()
      .describe('Labels of the association.'),
  })
  .meta({ id: 'AssociationDefinition', description: 'Target of a reference field.' })

export const FieldDefinition = z
  .object({
    fieldName: z.string().min(1).max(255).meta({
      description:
        'Name of the field at the provider, without suffixes that the provider adds, such as `__c`.',
      example: 'Seniority_Level',
    }),
    displayName: z
      .string()
      .min(1)
      .max(255)
      .meta({ description: 'Label of the field.', example: 'Seniority' }),
    description: z
      .string()
      .max(10_000)
      .optional()
      .describe('Description of the field, shown by the provider.'),
    valueType: z.string().meta({
      description:
        'Type of the field: `string`, `boolean`, `date`, `datetime`, `singleSelect`, `multiSelect`, `int`, `float` or `reference`.',
      example: 'string',
    }),
    required: z.boolean().optional().describe('Whether every record must have a value.'),
    unique: z.boolean().optional().describe('Whether values must be unique.'),
    indexed: z.boolean().optional().describe('Whether the field is indexed.'),
    stringOptions: StringFieldOptions.optional().describe(
      'Additional settings of a text or choice field.',
    ),
    numericOptions: NumericFieldOptions.optional().describe(
      'Additional settings of a number field.',
    ),
    association: AssociationDefinition.optional().describe('Target of a `reference` field.'),
  })
  .meta({
    id: 'FieldDefinition',
    description: 'Definition of a custom field in a customer’s account.',
  })
export type FieldDefinition = z.infer<typeof FieldDefinition>

export const UpsertMetadataRequest = z
  .object({
    groupRef,
    fields: z
      .record(z.string().min(1).max(255), z.array(FieldDefinition).max(1000))
      .refine((fields) => Object.keys(fields).length > 0, 'Specify at least one object.')
      .describe(
        'Field definitions, by object. For an integration, your names of objects (`mapToName`) are accepted too; results have provider names.',
      ),
  })
  .meta({ id: 'UpsertMetadataRequest', description: 'Custom fields for a group’s account.' })
export type UpsertMetadataRequest = z.infer<typeof UpsertMetadataRequest>

export const FieldUpsertResult = z
  .object({
    fieldName,
    action: z
      .enum(['create', 'update', 'none'])
      .describe('Action taken, or the action that would be taken in a dry run.'),
    metadata: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Metadata from the provider. `providerFieldName` is the name at the provider.'),
    warnings: z
      .array(z.string())
      .optional()
      .describe('Limitations and errors reported by the provider.'),
    error: z
      .string()
      .optional()
      .describe('Why the provider refused the field. Absent if the field was applied.'),
  })
  .meta({ id: 'FieldUpsertResult', description: 'Result for one field.' })
export type FieldUpsertResult = z.infer<typeof FieldUpsertResult>

export const UpsertMetadataResponse = z
  .object({
    success: z.boolean().describe('Whether all fields now match their definitions.'),
    fields: z
      .record(z.string(), z.record(z.string(), FieldUpsertResult))
      .describe('Results by object and field.'),
    operationId: id('op')
      .optional()
      .describe('ID of the operation that applied the fields. Only for installations.'),
  })
  .meta({ id: 'UpsertMetadataResponse', description: 'Results for all fields.' })
export type UpsertMetadataResponse = z.infer<typeof UpsertMetadataResponse>

const dryRun = queryBoolean()
  .optional()
  .describe('Whether to return the planned actions without performing them.')

const problems = [
  'limit-reached',
  'provider-not-supported',
  'fields-refused',
  'sign-in-again',
  'provider-permission-missing',
  'provider-refused',
  'provider-unavailable',
] as const

export const upsertMetadataForInstallation = operation({
  id: 'upsertMetadataForInstallation',
  method: 'PUT',
  keyed: true,
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/object-metadata',
  tag: 'Object metadata',
  summary: 'Create or update custom fields for an installation',
  description:
    'Updates existing fields to match their definitions and deletes nothing. The call can be repeated safely. While it runs, the installation’s operations show its progress.',
  callers: projectCallers,
  // Its effect is at the customer's account.
  permission: 'record:write',
  params: z.object({
    ...projectParam,
    integrationId,
  }),
  query: z.object({ ...ofInstance, dryRun }),
  asksWith: 'dryRun',
  body: UpsertMetadataRequest,
  success: 200,
  reply: UpsertMetadataResponse,
  problems: ['integration-not-found', 'installation-not-found', ...problems],
})

export const upsertMetadataForConnection = operation({
  id: 'upsertMetadataForConnection',
  method: 'PUT',
  keyed: true,
  path: '/v1/projects/{projectIdOrName}/providers/{provider}/object-metadata',
  tag: 'Object metadata',
  summary: 'Create or update custom fields for a connection',
  description: 'Creates or updates custom fields before an integration is installed.',
  callers: projectCallers,
  permission: 'record:write',
  params: z.object({
    ...projectParam,
    provider,
  }),
  query: z.object({ ...ofConnection, dryRun }),
  asksWith: 'dryRun',
  body: UpsertMetadataRequest,
  success: 200,
  reply: UpsertMetadataResponse,
  problems: ['provider-not-found', 'connection-not-found', ...problems],
})

export const CustomField = z
  .object({
    objectName,
    ...FieldUpsertResult.shape,
    displayName: z.string().describe('Label of the field.'),
    valueType: z.string().describe('Requested type, such as `singleSelect`.'),
    applyTime: time().describe(
      'Time at which the field was last applied, whether or not it changed.',
    ),
    operationId: id('op')
      .optional()
      .describe('ID of the last operation that applied the field. See its log for details.'),
  })
  .meta({ id: 'CustomField', description: 'Custom field with the result of its last application.' })
export type CustomField = z.infer<typeof CustomField>

export const listCustomFields = operation({
  id: 'listCustomFields',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/custom-fields',
  tag: 'Object metadata',
  summary: 'List custom fields of an installation',
  callers: projectCallers,
  permission: 'installation:read',
  params: z.object({
    ...projectParam,
    integrationId,
    installationId,
  }),
  query: z.object(page),
  success: 200,
  reply: z.array(CustomField),
  problems: ['integration-not-found', 'installation-not-found'],
})
