import { z } from 'zod'
import { projectParam } from '../values/common.ts'
import {
  createTime,
  fieldName,
  integrationId,
  mapToDisplayName,
  objectName,
  provider,
  recordId,
  schedule,
  timezone,
} from './fields.ts'
import { id } from '../values/ids.ts'
import { FieldMetadata } from '../data/object-metadata.ts'
import { embeddedCallers, operation } from '../openapi/operation.ts'

export const HydratedIntegrationField = z
  .union([
    z.object({
      fieldName,
      displayName: z.string().describe('Label of the field in the customer’s account.'),
      mapToName: z.string().optional().describe('Name of the field in your product.'),
      mapToDisplayName,
    }),
    z.object({
      mapToName: z.string().describe('Name of the field in your product.'),
      mapToDisplayName,
      default: z.string().optional().describe('Provider field suggested to the end user.'),
      prompt: z
        .string()
        .optional()
        .describe('Sentence that explains to the end user what the field is for.'),
    }),
  ])
  .meta({
    id: 'HydratedIntegrationField',
    description: 'Field of the manifest with its metadata from the provider.',
  })
export type HydratedIntegrationField = z.infer<typeof HydratedIntegrationField>

export const HydratedIntegrationObject = z
  .object({
    error: z
      .string()
      .optional()
      .describe(
        'Why the fields could not be loaded from the provider. The field metadata is then absent, and labels are those of the last time, as far as they are known.',
      ),
    objectName,
    displayName: z.string().describe('Label of the object at the provider.'),
    mapToName: z.string().optional().describe('Name of the object in your product.'),
    mapToDisplayName,
    destination: z
      .string()
      .optional()
      .describe('Name of the destination that receives the records.'),
    schedule,
    timezone,
    requiredFields: z
      .array(HydratedIntegrationField)
      .optional()
      .describe('Fields that are always read, including those that the end user must map.'),
    optionalFields: z
      .array(HydratedIntegrationField)
      .optional()
      .describe('Fields that the end user can select.'),
    optionalFieldsAuto: z
      .literal('all')
      .optional()
      .describe('`all`: the end user can select every field in `allFields`.'),
    allFieldsMetadata: z
      .record(z.string(), FieldMetadata)
      .optional()
      .describe('Metadata of every field of the account, by field name.'),
    allFields: z
      .array(HydratedIntegrationField)
      .optional()
      .describe(
        'Every field of the account, as a list: fields of the manifest first, then useful ones such as names, email addresses and owners, then others by label. Fields that the provider maintains for itself are last.',
      ),
    backfill: z
      .object({
        defaultPeriod: z
          .object({
            days: z
              .int()
              .optional()
              .describe('Reads records changed in this number of days before the installation.'),
            fullHistory: z.boolean().optional().describe('`true` reads all records.'),
          })
          .describe('Period to backfill. Set exactly one of the two.'),
      })
      .optional()
      .describe('Initial backfill. If unset, existing records are not read.'),
  })
  .meta({
    id: 'HydratedIntegrationObject',
    description: 'Object of the manifest with its metadata from the provider.',
  })
export type HydratedIntegrationObject = z.infer<typeof HydratedIntegrationObject>

export const HydratedRevision = z
  .object({
    id: recordId('rev'),
    specVersion: z.string().describe('Version of the `platform.yaml` format.'),
    createTime,
    content: z
      .object({
        name: z.string().describe('Name of the integration in `platform.yaml`.'),
        displayName: z.string().optional().describe('Name shown to end users. Defaults to `name`.'),
        module: z
          .string()
          .optional()
          .describe('Module of the provider. Defaults to the provider’s default module.'),
        provider,
        read: z
          .object({
            objects: z
              .array(HydratedIntegrationObject)
              .optional()
              .describe('Objects, in the order of the file.'),
          })
          .optional()
          .describe('Objects to read.'),
        write: z
          .object({
            objects: z
              .array(
                z.object({
                  objectName,
                  displayName: z.string().describe('Label of the object at the provider.'),
                  allFieldsMetadata: z
                    .record(z.string(), FieldMetadata)
                    .optional()
                    .describe(
                      'Metadata of every field of the account, by field name, if the object is not under `read`.',
                    ),
                  valueDefaults: z
                    .object({
                      allowAnyFields: z
                        .boolean()
                        .optional()
                        .describe('`true` allows default values for every field.'),
                    })
                    .optional()
                    .describe('Fields for which end users can set default values.'),
                }),
              )
              .optional()
              .describe('Objects, in the order of the file.'),
          })
          .optional()
          .describe('Objects that can be written.'),
        proxy: z
          .object({
            enabled: z.boolean().optional().describe('`true` allows proxy calls.'),
            useModule: z
              .boolean()
              .optional()
              .describe(
                'Whether paths are relative to the module’s base URL rather than the provider’s.',
              ),
          })
          .optional()
          .describe('Whether your server can call the provider’s API on behalf of the customer.'),
      })
      .describe('Content of the revision, completed with metadata.'),
  })
  .meta({
    id: 'HydratedRevision',
    description:
      'Revision completed with metadata of objects and fields from the customer’s account at the provider.',
  })
export type HydratedRevision = z.infer<typeof HydratedRevision>

export const getHydratedRevision = operation({
  id: 'getHydratedRevision',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/revisions/{revisionId}:hydrate',
  tag: 'Integrations',
  summary: 'Get a revision with metadata from a connection',
  callers: embeddedCallers,
  permission: 'integration:read',
  params: z.object({
    ...projectParam,
    integrationId,
    revisionId: id('rev').describe('ID of the revision.'),
  }),
  query: z.object({
    connectionId: id('conn').describe('ID of the connection whose account supplies the metadata.'),
  }),
  success: 200,
  reply: HydratedRevision,
  problems: ['integration-not-found', 'revision-not-found', 'connection-not-found'],
})
