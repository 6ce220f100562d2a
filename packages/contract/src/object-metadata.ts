import { z } from 'zod'
import { projectParam, queryBoolean } from './common.ts'
import { fieldName, groupRef, integrationId, objectName, provider } from './fields.ts'
import { embeddedCallers, operation } from './operation.ts'

export const FieldMetadata = z
  .object({
    fieldName,
    displayName: z.string().describe('What the provider shows people, in the account’s language.'),
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
      .describe(
        'What its values are, in the same words for every provider; missing where that is not known.',
      ),
    providerType: z
      .string()
      .optional()
      .describe('The type in the provider’s own words, such as `picklist`.'),
    readOnly: z.boolean().optional().describe('Whether the provider refuses to have it written.'),
    isCustom: z
      .boolean()
      .optional()
      .describe('Whether the customer has added it to their account.'),
    isRequired: z.boolean().optional().describe('Whether the provider refuses records without it.'),
    referenceTo: z
      .array(z.string())
      .optional()
      .describe('The objects that a `reference` may lead to.'),
    values: z
      .array(
        z.object({
          value: z.string().describe('What records hold.'),
          displayValue: z.string().describe('What people read for it.'),
        }),
      )
      .optional()
      .describe('The options of a choice.'),
  })
  .meta({ id: 'FieldMetadata', description: 'A field at the provider.' })
export type FieldMetadata = z.infer<typeof FieldMetadata>

export const ObjectMetadata = z
  .object({
    name: z.string().describe('What the provider calls the object.'),
    displayName: z.string().optional().describe('What the provider shows people.'),
    mappedObjectName: z
      .string()
      .optional()
      .describe('What your product calls the object; missing where nothing maps it.'),
    fields: z
      .record(z.string(), FieldMetadata)
      .describe('Every field that the account has, by the provider’s name.'),
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
    fields: z
      .record(z.string(), z.unknown())
      .describe(
        'What the record holds, by the provider’s name of the field; `null` where it holds nothing.',
      ),
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
    'Reads up to three records with these fields through the group’s connection, so that a person who maps fields sees what stands in them. Nothing of it is stored; the audit log records which builder or key looked, and at which group’s object. Refused to keys of scope `frontend`, which are public.',
  callers: ['builder', 'full', 'consumer'],
  showsRecords: true,
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
