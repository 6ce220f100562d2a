import { z } from 'zod'
import { page, projectParam, queryBoolean, time } from './common.ts'
import {
  fieldName,
  groupRef,
  installationId,
  integrationId,
  objectName,
  provider,
} from './fields.ts'
import { id } from './ids.ts'
import { operation, projectCallers } from './operation.ts'

export const StringFieldOptions = z
  .object({
    length: z.int().min(1).optional().describe('How many characters a value has at most.'),
    pattern: z
      .string()
      .max(1000)
      .optional()
      .describe('A regular expression that every value must match.'),
    values: z
      .array(z.string().min(1).max(255))
      .max(1000)
      .optional()
      .describe('The options to choose from. Options that are there already stay.'),
    valuesRestricted: z
      .boolean()
      .optional()
      .describe('Whether a value must be one of the options.'),
    defaultValue: z.string().max(10_000).optional().describe('What a new record holds.'),
  })
  .meta({ id: 'StringFieldOptions', description: 'What a text or a choice may hold.' })

export const NumericFieldOptions = z
  .object({
    precision: z.int().min(1).optional().describe('How many digits a value has at most.'),
    scale: z.int().min(0).optional().describe('How many of them stand behind the point.'),
    min: z.number().optional().describe('The smallest value.'),
    max: z.number().optional().describe('The largest value.'),
    defaultValue: z.number().optional().describe('What a new record holds.'),
  })
  .meta({ id: 'NumericFieldOptions', description: 'What a number may be.' })

export const AssociationDefinition = z
  .object({
    associationType: z.string().max(255).describe('What kind of relation it is, such as `lookup`.'),
    targetObject: z.string().min(1).max(255).describe('The object that is referred to.'),
    targetField: z
      .string()
      .max(255)
      .optional()
      .describe('The field there that is referred by; `Id` when absent.'),
    cardinality: z
      .string()
      .max(255)
      .optional()
      .describe('How many there may be on either side, such as `one-to-one`.'),
    onDelete: z
      .string()
      .max(255)
      .optional()
      .describe('What becomes of it with its target: `setNull`, `restrict` or `cascade`.'),
    required: z.boolean().optional().describe('Whether every record must refer to one.'),
    reverseLookupFieldName: z
      .string()
      .max(255)
      .optional()
      .describe('What the relation is called from the other side.'),
    labels: z
      .object({
        singular: z.string().max(255).optional().describe('For one of them, such as `Owner`.'),
        plural: z.string().max(255).optional().describe('For several, such as `Owners`.'),
      })
      .meta({ id: 'AssociationLabels', description: 'Names of a relation for people.' })
      .optional()
      .describe('The relation’s names for people.'),
  })
  .meta({ id: 'AssociationDefinition', description: 'What a reference leads to.' })

export const FieldDefinition = z
  .object({
    fieldName: z.string().min(1).max(255).meta({
      description:
        'What the provider shall call it; a suffix that the provider adds, such as `__c`, is left out.',
      example: 'Seniority_Level',
    }),
    displayName: z
      .string()
      .min(1)
      .max(255)
      .meta({ description: 'What people read beside it.', example: 'Seniority' }),
    description: z
      .string()
      .max(10_000)
      .optional()
      .describe('What the field is for; shown by the provider.'),
    valueType: z.string().meta({
      description:
        '`string`, `boolean`, `date`, `datetime`, `singleSelect`, `multiSelect`, `int`, `float` or `reference`.',
      example: 'string',
    }),
    required: z.boolean().optional().describe('Whether every record must have a value.'),
    unique: z.boolean().optional().describe('Whether no two records may have the same value.'),
    indexed: z.boolean().optional().describe('Whether records are looked up by it.'),
    stringOptions: StringFieldOptions.optional().describe('More of a text or a choice.'),
    numericOptions: NumericFieldOptions.optional().describe('More of a number.'),
    association: AssociationDefinition.optional().describe(
      'Which object a `reference` leads to, and how.',
    ),
  })
  .meta({ id: 'FieldDefinition', description: 'A field as a customer’s account shall have it.' })
export type FieldDefinition = z.infer<typeof FieldDefinition>

export const UpsertMetadataRequest = z
  .object({
    groupRef,
    fields: z
      .record(z.string().min(1).max(255), z.array(FieldDefinition).max(1000))
      .refine((fields) => Object.keys(fields).length > 0, 'Name at least one object.')
      .describe('By object, the fields it shall have.'),
  })
  .meta({ id: 'UpsertMetadataRequest', description: 'Fields that a group’s account shall have.' })
export type UpsertMetadataRequest = z.infer<typeof UpsertMetadataRequest>

export const FieldUpsertResult = z
  .object({
    fieldName,
    action: z.enum(['create', 'update', 'none']).describe('What was done, or would be.'),
    metadata: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('What the provider knows of it; `providerFieldName` is what it is called there.'),
    warnings: z
      .array(z.string())
      .optional()
      .describe('What the provider cannot do or refused, in words.'),
  })
  .meta({ id: 'FieldUpsertResult', description: 'What became of one field.' })
export type FieldUpsertResult = z.infer<typeof FieldUpsertResult>

export const UpsertMetadataResponse = z
  .object({
    success: z.boolean().describe('Whether every field is now as asked.'),
    fields: z
      .record(z.string(), z.record(z.string(), FieldUpsertResult))
      .describe('What became of each field, by object and then by field.'),
    operationId: id('op')
      .optional()
      .describe('The operation that did it, with its log; an installation’s only.'),
  })
  .meta({ id: 'UpsertMetadataResponse', description: 'What became of every field.' })
export type UpsertMetadataResponse = z.infer<typeof UpsertMetadataResponse>

const dryRun = queryBoolean().optional().describe('Whether only to tell what would be done.')

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
    'Fields that are there already are brought into line and nothing is deleted; applying the same again changes nothing. While it runs, the installation’s operations show its progress.',
  callers: projectCallers,
  permission: 'installation:write',
  params: z.object({
    ...projectParam,
    integrationId,
  }),
  query: z.object({ dryRun }),
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
  description: 'The same before anything is installed.',
  callers: projectCallers,
  permission: 'connection:write',
  params: z.object({
    ...projectParam,
    provider,
  }),
  query: z.object({ dryRun }),
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
    displayName: z.string().describe('What people read beside it.'),
    valueType: z.string().describe('The type that was asked for, such as `singleSelect`.'),
    error: z
      .string()
      .optional()
      .describe('Why the provider refused it; missing once it is as asked.'),
    applyTime: time().describe('When it was last applied, whether or not anything was to do.'),
    operationId: id('op')
      .optional()
      .describe('The operation that applied it last, whose log tells more.'),
  })
  .meta({ id: 'CustomField', description: 'A field that was applied, as it went the last time.' })
export type CustomField = z.infer<typeof CustomField>

export const listCustomFields = operation({
  id: 'listCustomFields',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/custom-fields',
  tag: 'Object metadata',
  summary: 'List the custom fields that were applied for an installation',
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
