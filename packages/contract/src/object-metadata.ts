import { z } from 'zod'
import { projectParam, queryBoolean, ref } from './common.ts'
import { embeddedCallers, operation } from './operation.ts'

export const FieldMetadata = z
  .object({
    fieldName: z.string(),
    displayName: z.string(),
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
      .optional(),
    providerType: z.string().optional(),
    readOnly: z.boolean().optional(),
    isCustom: z.boolean().optional(),
    isRequired: z.boolean().optional(),
    referenceTo: z.array(z.string()).optional(),
    values: z.array(z.object({ value: z.string(), displayValue: z.string() })).optional(),
  })
  .meta({ id: 'FieldMetadata' })
export type FieldMetadata = z.infer<typeof FieldMetadata>

export const ObjectMetadata = z
  .object({
    name: z.string(),
    displayName: z.string().optional(),
    mappedObjectName: z.string().optional(),
    fields: z.record(z.string(), FieldMetadata),
  })
  .meta({ id: 'ObjectMetadata' })
export type ObjectMetadata = z.infer<typeof ObjectMetadata>

export const getObjectMetadataForInstallation = operation({
  id: 'getObjectMetadataForInstallation',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}/metadata',
  tag: 'Object metadata',
  summary: "Get an object's fields as an installation sees them",
  callers: embeddedCallers,
  permission: 'installation:read',
  params: z.object({ ...projectParam, integrationId: z.string(), objectName: z.string() }),
  query: z.object({ groupRef: ref(), excludeReadOnly: queryBoolean().optional() }),
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
  params: z.object({ ...projectParam, provider: z.string(), objectName: z.string() }),
  query: z.object({ groupRef: ref(), excludeReadOnly: queryBoolean().optional() }),
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
    fields: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'SampleRecord' })
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
  params: z.object({ ...projectParam, integrationId: z.string(), objectName: z.string() }),
  query: z.object({
    groupRef: ref(),
    fieldNames: z
      .string()
      .min(1)
      .max(8_000)
      .describe('The provider’s fields, at most 50, with commas between them.'),
  }),
  success: 200,
  reply: z.object({ records: z.array(SampleRecord).max(sampleSize) }),
  problems: [
    'integration-not-found',
    'connection-not-found',
    'object-not-found',
    'credentials-refused',
    'provider-refused',
    'provider-unavailable',
  ],
})
