import { z } from 'zod'
import { projectParam, queryBoolean } from './common.ts'
import { fieldName, groupRef, integrationId, objectName, provider } from './fields.ts'
import { embeddedCallers, operation } from './operation.ts'

export const FieldMetadata = z
  .object({
    fieldName,
    displayName: z.string().describe('Its name, for people.'),
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
      .describe('The kind of its values.'),
    providerType: z.string().optional().describe('The same, as the provider names it.'),
    readOnly: z.boolean().optional().describe('Whether it cannot be written.'),
    isCustom: z.boolean().optional().describe('Whether the customer has added it.'),
    isRequired: z.boolean().optional().describe('Whether a record needs it.'),
    referenceTo: z.array(z.string()).optional().describe('The objects that its values may name.'),
    values: z
      .array(
        z.object({
          value: z.string().describe('The value.'),
          displayValue: z.string().describe('The value, for people.'),
        }),
      )
      .optional()
      .describe('The values that it may have.'),
  })
  .meta({ id: 'FieldMetadata', description: 'A field at the provider.' })
export type FieldMetadata = z.infer<typeof FieldMetadata>

export const ObjectMetadata = z
  .object({
    name: z.string().describe('What the provider calls the object.'),
    displayName: z.string().optional().describe('Its name, for people.'),
    mappedObjectName: z.string().optional().describe('What the object is called in your product.'),
    fields: z.record(z.string(), FieldMetadata).describe('Its fields, by the provider’s name.'),
  })
  .meta({ id: 'ObjectMetadata', description: 'An object at the provider, with its fields.' })
export type ObjectMetadata = z.infer<typeof ObjectMetadata>

export const getObjectMetadataForInstallation = operation({
  id: 'getObjectMetadataForInstallation',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}/metadata',
  tag: 'Object metadata',
  summary: "Get an object's fields as an installation sees them",
  callers: embeddedCallers,
  permission: 'installation:read',
  params: z.object({
    ...projectParam,
    integrationId,
    objectName,
  }),
  query: z.object({
    groupRef,
    excludeReadOnly: queryBoolean()
      .optional()
      .describe('Leaves out fields that cannot be written.'),
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
  summary: "Get an object's fields as a connection sees them",
  callers: embeddedCallers,
  permission: 'connection:read',
  params: z.object({
    ...projectParam,
    provider,
    objectName,
  }),
  query: z.object({
    groupRef,
    excludeReadOnly: queryBoolean()
      .optional()
      .describe('Leaves out fields that cannot be written.'),
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

/** As many records as a sample has at most. */
export const sampleSize = 3

export const SampleRecord = z
  .object({
    /** By the provider's field name; `null` where the record has no value. */
    fields: z.record(z.string(), z.unknown()).describe('Its fields, by the provider’s name.'),
  })
  .meta({ id: 'SampleRecord', description: 'A live record with the fields that were asked for.' })
export type SampleRecord = z.infer<typeof SampleRecord>

export const sampleRecords = operation({
  id: 'sampleRecords',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}/sample',
  tag: 'Object metadata',
  summary: 'Look at some records of an object',
  description:
    'Reads up to three records with these fields through the group’s connection, so that a person who maps fields sees what stands in them. Nothing of it is stored. Refused to keys of scope `frontend`, which are public.',
  callers: ['builder', 'full', 'consumer'],
  permission: 'connection:write',
  params: z.object({
    ...projectParam,
    integrationId,
    objectName,
  }),
  query: z.object({
    groupRef,
    fieldNames: z
      .string()
      .min(1)
      .max(8_000)
      .describe('The provider’s fields, at most 50, with commas between them.'),
  }),
  success: 200,
  reply: z.object({
    records: z
      .array(SampleRecord)
      .max(sampleSize)
      .describe('None where the object has no record yet.'),
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
