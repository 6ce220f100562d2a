import { z } from 'zod'
import { mapToDisplayName, provider, schedule } from './fields.ts'

export const IntegrationField = z
  .union([
    z.object({
      fieldName: z
        .string()
        .min(1)
        .describe("What the provider calls the field; of nested fields `$['address']['city']`."),
      mapToName: z
        .string()
        .min(1)
        .optional()
        .describe('What your product calls the field; the provider’s name without it.'),
      mapToDisplayName,
    }),
    z.object({
      mapToName: z
        .string()
        .min(1)
        .describe('What your product calls the field, which the end user maps to one of theirs.'),
      mapToDisplayName,
      default: z
        .string()
        .optional()
        .describe('The provider’s field that is suggested to the end user.'),
      prompt: z
        .string()
        .optional()
        .describe('A sentence that tells the end user what the field is for.'),
    }),
  ])
  .meta({
    id: 'IntegrationField',
    description: 'A field of the provider, or (without `fieldName`) one that the end user maps.',
  })
export type IntegrationField = z.infer<typeof IntegrationField>

export const DefaultPeriod = z
  .object({
    days: z
      .int()
      .min(0)
      .optional()
      .describe('Records that changed in so many days before the installation.'),
    fullHistory: z.boolean().optional().describe('`true` reads every record.'),
  })
  .meta({
    id: 'DefaultPeriod',
    description: 'How far back a backfill goes: exactly one of the two.',
  })
export type DefaultPeriod = z.infer<typeof DefaultPeriod>

export const IntegrationObject = z
  .object({
    objectName: z
      .string()
      .min(1)
      .describe('What the provider calls the object, such as `Contact`.'),
    destination: z
      .string()
      .optional()
      .describe('The name of the destination that records are sent to.'),
    schedule,
    mapToName: z
      .string()
      .optional()
      .describe('What your product calls the object; the provider’s name without it.'),
    mapToDisplayName,
    requiredFields: z
      .array(IntegrationField)
      .optional()
      .describe(
        "Fields that are always read, and those that the end user must map. Nested fields by brackets: `$['address']['city']`.",
      ),
    optionalFields: z
      .array(IntegrationField)
      .optional()
      .describe(
        "Fields among which the end user chooses. Nested fields by brackets: `$['address']['city']`.",
      ),
    optionalFieldsAuto: z
      .literal('all')
      .optional()
      .describe('`all` lets the end user choose among all fields that the connected account has.'),
    backfill: z
      .object({ defaultPeriod: DefaultPeriod.describe('How far back it goes.') })
      .optional()
      .describe('History that is read once, after installing; none without it.'),
    delivery: z
      .object({
        mode: z
          .enum(['onRequest', 'auto'])
          .optional()
          .describe(
            '`onRequest` holds the pages until they are asked for; `auto`, or nothing, sends them.',
          ),
        pageSize: z
          .int()
          .min(50)
          .max(500)
          .optional()
          .describe('How many records a message carries at most.'),
      })
      .optional()
      .describe('When messages leave, and how large they are.'),
    enabled: z
      .literal('always')
      .optional()
      .describe('`always` reads it for every installation, chosen or not.'),
    deleted: z
      .boolean()
      .optional()
      .describe(
        'Whether records that the provider has deleted are delivered too, as entries with `subscribeEventType: delete`. Not without it.',
      ),
  })
  .meta({ id: 'IntegrationObject', description: 'An object that is read.' })
export type IntegrationObject = z.infer<typeof IntegrationObject>

export const IntegrationWriteObject = z
  .object({
    objectName: z
      .string()
      .min(1)
      .describe('What the provider calls the object, such as `Contact`.'),
    inheritMapping: z
      .boolean()
      .optional()
      .describe(
        'Whether writes use your names, by the mapping of the read object of the same name; the provider’s names without it.',
      ),
    valueDefaults: z
      .object({
        allowAnyFields: z.boolean().optional().describe('`true` lets them do so for every field.'),
      })
      .optional()
      .describe('Which fields end users may give defaults.'),
  })
  .meta({ id: 'IntegrationWriteObject', description: 'An object that may be written.' })
export type IntegrationWriteObject = z.infer<typeof IntegrationWriteObject>

const always = z.literal('always').optional().describe('`always`, for every installation.')

export const IntegrationSubscribeObject = z
  .object({
    objectName: z
      .string()
      .min(1)
      .describe('What the provider calls the object. It must stand under `read` as well.'),
    destination: z.string().describe('The name of the destination that changes are sent to.'),
    inheritFieldsAndMapping: z
      .boolean()
      .optional()
      .describe(
        'Whether messages have the fields and mappings of reading the object: must be `true` with create, update, delete and association events.',
      ),
    createEvent: z
      .object({ enabled: always })
      .optional()
      .describe('Sends records that are created.'),
    updateEvent: z
      .object({
        enabled: always,
        watchFieldsAuto: z
          .enum(['all', 'selected'])
          .optional()
          .describe('Which changes count: of all fields, or of those that are read.'),
        requiredWatchFields: z
          .array(z.string())
          .optional()
          .describe(
            'The fields whose change counts, by the provider’s names; none of them nested.',
          ),
      })
      .optional()
      .describe(
        'Sends records that change: give exactly one of `requiredWatchFields` and `watchFieldsAuto`.',
      ),
    deleteEvent: z
      .object({ enabled: always })
      .optional()
      .describe('Sends the IDs of records that are deleted.'),
    associationChangeEvent: z
      .object({
        enabled: always,
        includeFullRecords: z
          .boolean()
          .optional()
          .describe('Whether the related records come along, not only their IDs.'),
      })
      .optional()
      .describe('Sends what is related anew or no longer, where the provider tells.'),
    otherEvents: z
      .array(z.string())
      .optional()
      .describe('Further events, by the provider’s own names.'),
  })
  .meta({
    id: 'IntegrationSubscribeObject',
    description: 'An object whose changes are subscribed to.',
  })
export type IntegrationSubscribeObject = z.infer<typeof IntegrationSubscribeObject>

const enabledAlways = z
  .object({ enabled: z.literal('always').describe('`always`, for every installation.') })
  .optional()

export const ManifestIntegration = z
  .object({
    name: z
      .string()
      .describe(
        'Unique in the project: letters, digits, `-` and `_`. The UI library and the API name the integration so.',
      ),
    provider,
    displayName: z.string().optional().describe('What end users read; the name without it.'),
    module: z
      .string()
      .optional()
      .describe(
        'One of the provider’s modules, by its key in the catalogue; its default one without it.',
      ),
    read: z
      .object({
        objects: z
          .array(IntegrationObject)
          .optional()
          .describe('One entry for each object, named once.'),
      })
      .optional()
      .describe('What is read from the provider.'),
    write: z
      .object({
        objects: z
          .array(IntegrationWriteObject)
          .optional()
          .describe('One entry for each object, named once.'),
      })
      .optional()
      .describe('What may be written to the provider.'),
    proxy: z
      .object({
        enabled: z.boolean().optional().describe('`true` lets such calls through.'),
        useModule: z
          .boolean()
          .optional()
          .describe('Whether paths begin at the module’s address, not at the provider’s.'),
      })
      .optional()
      .describe('Lets your server call the provider as the customer.'),
    subscribe: z
      .object({
        objects: z
          .array(IntegrationSubscribeObject)
          .optional()
          .describe('One entry for each object, named once.'),
      })
      .optional()
      .describe('Which changes at the provider are sent on.'),
    watchSchema: z
      .object({
        destination: z.string().describe('The name of the destination that is told.'),
        schedule: z
          .string()
          .optional()
          .describe(
            'When to look, as cron of five fields in UTC, at least an hour apart; daily without it.',
          ),
        allObjects: z
          .object({
            fieldCreated: enabledAlways.describe('Fields that appear.'),
            fieldDeleted: enabledAlways.describe('Fields that are gone.'),
            fieldChanged: enabledAlways.describe('Fields whose type or options are others.'),
          })
          .describe('For every object that is read, which changes are told.'),
      })
      .optional()
      .describe('Tells of fields that come, go and change at the provider.'),
  })
  .meta({
    id: 'ManifestIntegration',
    description:
      'One integration of `platform.yaml`: what is read, written and subscribed to at one provider.',
  })
export type ManifestIntegration = z.infer<typeof ManifestIntegration>
