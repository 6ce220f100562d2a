import { z } from 'zod'
import { projectParam, queryBoolean } from '../values/common.ts'
import {
  eitherObjectName,
  fieldName,
  groupRef,
  integrationId,
  objectName,
  ofConnection,
  ofInstance,
  provider,
} from '../installations/fields.ts'
import { embeddedCallers, operation } from '../openapi/operation.ts'

export const FieldMetadata = z
  .object({
    fieldName,
    displayName: z.string().describe('Label of the field, in the account’s language.'),
    valueType: z
      .enum([
        'string',
        'boolean',
        'singleSelect',
        'multiSelect',
        'date',
        'datetime',
        'int',
        'float',
        'reference',
        'other',
      ])
      .optional()
      .describe('Type of the values, normalized across providers. Absent if unknown.'),
    providerType: z
      .string()
      .optional()
      .describe('Type as named by the provider, such as `picklist`.'),
    readOnly: z.boolean().optional().describe('Whether the field is read-only at the provider.'),
    isCustom: z
      .boolean()
      .optional()
      .describe('Whether the field is a custom field of the customer.'),
    isCalculated: z
      .boolean()
      .optional()
      .describe(
        'Whether the provider computes the value, as of a formula or roll-up. Its change alone may not change the record’s modification time. Absent if not, or unknown.',
      ),
    isSystem: z
      .boolean()
      .optional()
      .describe(
        'Whether the provider maintains the field for itself, such as an ID or the time of the last change. Absent if not, or unknown.',
      ),
    isRequired: z.boolean().optional().describe('Whether the provider requires a value.'),
    referenceTo: z
      .array(z.string())
      .optional()
      .describe('Objects that a `reference` field can point to.'),
    values: z
      .array(
        z.object({
          value: z.string().describe('Stored value.'),
          displayValue: z.string().describe('Label of the value.'),
        }),
      )
      .optional()
      .describe('Options of a choice field.'),
  })
  .meta({ id: 'FieldMetadata', description: 'Metadata of a field at the provider.' })
export type FieldMetadata = z.infer<typeof FieldMetadata>

export const ObjectMetadata = z
  .object({
    name: z.string().describe('Provider object name.'),
    displayName: z.string().optional().describe('Label of the object.'),
    mappedObjectName: z
      .string()
      .optional()
      .describe('Name of the object in your product. Absent if it is not mapped.'),
    fields: z
      .record(z.string(), FieldMetadata)
      .describe('Fields of the account, by provider field name.'),
  })
  .meta({
    id: 'ObjectMetadata',
    description: 'Metadata of an object at the provider, with its fields.',
  })
export type ObjectMetadata = z.infer<typeof ObjectMetadata>

export const getObjectMetadataForInstallation = operation({
  id: 'getObjectMetadataForInstallation',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}/metadata',
  tag: 'Object metadata',
  summary: 'Get the metadata of an object for an installation',
  callers: embeddedCallers,
  permission: 'installation:read',
  params: z.object({
    ...projectParam,
    integrationId,
    objectName: eitherObjectName,
  }),
  query: z.object({
    groupRef,
    ...ofInstance,
    excludeReadOnly: queryBoolean().optional().describe('Whether to omit read-only fields.'),
  }),
  success: 200,
  reply: ObjectMetadata,
  problems: [
    'integration-not-found',
    'installation-not-found',
    'object-not-found',
    'credentials-refused',
    'provider-refused',
    'provider-unavailable',
  ],
})

export const getObjectMetadataForConnection = operation({
  id: 'getObjectMetadataForConnection',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/providers/{provider}/objects/{objectName}/metadata',
  tag: 'Object metadata',
  summary: 'Get the metadata of an object for a connection',
  callers: embeddedCallers,
  permission: 'connection:read',
  params: z.object({
    ...projectParam,
    provider,
    objectName,
  }),
  query: z.object({
    groupRef,
    ...ofConnection,
    excludeReadOnly: queryBoolean().optional().describe('Whether to omit read-only fields.'),
  }),
  success: 200,
  reply: ObjectMetadata,
  problems: [
    'provider-not-found',
    'connection-not-found',
    'object-not-found',
    'credentials-refused',
    'provider-refused',
    'provider-unavailable',
  ],
})

/** Maximum number of records in a sample. */
export const sampleSize = 3

export const SampleRecord = z
  .object({
    fields: z
      .record(z.string(), z.unknown())
      .describe('Values by provider field name. `null` if the field is empty.'),
  })
  .meta({ id: 'SampleRecord', description: 'Live record with the requested fields.' })
export type SampleRecord = z.infer<typeof SampleRecord>

export const sampleRecords = operation({
  id: 'sampleRecords',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}/sample',
  tag: 'Object metadata',
  summary: 'Get sample records of an object',
  description:
    'Reads up to three records with the given fields through the group’s connection, to show the person who maps fields what they contain. Nothing is stored. The audit log records which builder or key made the request, and for which group and object. Not available to keys of scope `frontend`, because they are public.',
  callers: ['builder', 'full', 'consumer'],
  showsRecords: true,
  permission: 'connection:write',
  params: z.object({
    ...projectParam,
    integrationId,
    objectName: eitherObjectName,
  }),
  query: z.object({
    groupRef,
    ...ofInstance,
    fieldNames: z
      .string()
      .min(1)
      .max(8_000)
      .describe('Provider field names, separated by commas; at most 50.'),
  }),
  success: 200,
  reply: z.object({
    records: z
      .array(SampleRecord)
      .max(sampleSize)
      .describe('Sample records. Empty if the object has no records.'),
  }),
  problems: [
    'integration-not-found',
    'connection-not-found',
    'object-not-found',
    'credentials-refused',
    'provider-refused',
    'provider-unavailable',
  ],
})
