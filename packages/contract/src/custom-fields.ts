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

const says = (description: string) => ({ description })

export const StringFieldOptions = z
  .object({
    length: z.int().min(1).optional().meta(says('How many characters a value has at most.')),
    pattern: z.string().max(1000).optional().meta(says('A regular expression that values match.')),
    values: z
      .array(z.string().min(1).max(255))
      .max(1000)
      .optional()
      .meta(says('The options to choose from. Options that are there already stay.')),
    valuesRestricted: z
      .boolean()
      .optional()
      .meta(says('Whether a value must be one of the options.')),
    defaultValue: z.string().max(10_000).optional().meta(says('What a new record holds.')),
  })
  .meta({ id: 'StringFieldOptions', ...says('What a text or a choice may hold.') })

export const NumericFieldOptions = z
  .object({
    precision: z.int().min(1).optional().meta(says('How many digits a value has at most.')),
    scale: z.int().min(0).optional().meta(says('How many of them stand behind the point.')),
    min: z.number().optional().meta(says('The smallest value.')),
    max: z.number().optional().meta(says('The largest value.')),
    defaultValue: z.number().optional().meta(says('What a new record holds.')),
  })
  .meta({ id: 'NumericFieldOptions', ...says('What a number may be.') })

export const AssociationDefinition = z
  .object({
    associationType: z.string().max(255).meta(says('Its kind, such as `lookup`.')),
    targetObject: z.string().min(1).max(255).meta(says('The object that is referred to.')),
    targetField: z
      .string()
      .max(255)
      .optional()
      .meta(says('What is referred by; `Id` when absent.')),
    cardinality: z.string().max(255).optional().meta(says('Such as `one-to-one`.')),
    onDelete: z
      .string()
      .max(255)
      .optional()
      .meta(says('What becomes of it with its target: `setNull`, `restrict` or `cascade`.')),
    required: z.boolean().optional().meta(says('Whether every record must refer to one.')),
    reverseLookupFieldName: z
      .string()
      .max(255)
      .optional()
      .meta(says('What the relation is called from the other side.')),
    labels: z
      .object({
        singular: z.string().max(255).optional().meta(says('Of one of them.')),
        plural: z.string().max(255).optional().meta(says('Of several.')),
      })
      .meta({ id: 'AssociationLabels', ...says('Names of a relation for people.') })
      .optional()
      .meta(says('The relation’s names for people.')),
  })
  .meta({ id: 'AssociationDefinition', ...says('What a reference leads to.') })

export const FieldDefinition = z
  .object({
    fieldName: z
      .string()
      .min(1)
      .max(255)
      .meta({ ...says('What the provider shall call it.'), example: 'Seniority_Level' }),
    displayName: z
      .string()
      .min(1)
      .max(255)
      .meta({ ...says('What people read beside it.'), example: 'Seniority' }),
    description: z.string().max(10_000).optional().meta(says('What it is for.')),
    valueType: z.string().meta({
      ...says(
        '`string`, `boolean`, `date`, `datetime`, `singleSelect`, `multiSelect`, `int`, `float` or `reference`.',
      ),
      example: 'string',
    }),
    required: z.boolean().optional().meta(says('Whether every record must have a value.')),
    unique: z.boolean().optional().meta(says('Whether no two records may have the same value.')),
    indexed: z.boolean().optional().meta(says('Whether records are looked up by it.')),
    stringOptions: StringFieldOptions.optional().meta(says('Of a text or a choice.')),
    numericOptions: NumericFieldOptions.optional().meta(says('Of a number.')),
    association: AssociationDefinition.optional().meta(says('Of a reference.')),
  })
  .meta({ id: 'FieldDefinition', ...says('A field as a customer’s account shall have it.') })
export type FieldDefinition = z.infer<typeof FieldDefinition>

export const UpsertMetadataRequest = z
  .object({
    groupRef,
    fields: z
      .record(z.string().min(1).max(255), z.array(FieldDefinition).max(1000))
      .refine((fields) => Object.keys(fields).length > 0, 'Name at least one object.')
      .meta(says('By object, the fields it shall have.')),
  })
  .meta({ id: 'UpsertMetadataRequest', ...says('Fields that a group’s account shall have.') })
export type UpsertMetadataRequest = z.infer<typeof UpsertMetadataRequest>

export const FieldUpsertResult = z
  .object({
    fieldName,
    action: z.enum(['create', 'update', 'none']).meta(says('What was done, or would be.')),
    metadata: z
      .record(z.string(), z.unknown())
      .optional()
      .meta(says('What the provider knows of it; `providerFieldName` is what it is called there.')),
    warnings: z
      .array(z.string())
      .optional()
      .meta(says('What the provider cannot do or refused, in words.')),
  })
  .meta({ id: 'FieldUpsertResult', ...says('What became of one field.') })
export type FieldUpsertResult = z.infer<typeof FieldUpsertResult>

export const UpsertMetadataResponse = z
  .object({
    success: z.boolean().meta(says('Whether every field is now as asked.')),
    fields: z
      .record(z.string(), z.record(z.string(), FieldUpsertResult))
      .describe('Its fields, by the provider’s name.'),
    operationId: id('op')
      .optional()
      .meta(says('The operation that did it, with its log; an installation’s only.')),
  })
  .meta({ id: 'UpsertMetadataResponse', ...says('What became of every field.') })
export type UpsertMetadataResponse = z.infer<typeof UpsertMetadataResponse>

const dryRun = queryBoolean().optional().meta(says('Whether only to tell what would be done.'))

const problems = [
  'provider-not-supported',
  'fields-refused',
  'sign-in-again',
  'provider-permission-missing',
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
  body: UpsertMetadataRequest,
  success: 200,
  reply: UpsertMetadataResponse,
  problems: ['provider-not-found', 'connection-not-found', ...problems],
})

export const CustomField = z
  .object({
    objectName,
    ...FieldUpsertResult.shape,
    displayName: z.string().describe('Its name, for people.'),
    valueType: z.string().describe('The kind of its values.'),
    error: z.string().optional().meta(says('Why the provider refused it.')),
    applyTime: time().meta(says('When it was last applied.')),
    operationId: id('op').optional().describe('The operation: one run of a read.'),
  })
  .meta({ id: 'CustomField', ...says('A field that was applied, as it went the last time.') })
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
