import { z } from 'zod'
import { mapToDisplayName, provider, schedule } from './fields.ts'

export const IntegrationField = z
  .union([
    z.object({
      fieldName: z.string().min(1).describe('What the provider calls the field.'),
      mapToName: z.string().min(1).optional().describe('What it is called in your product.'),
      mapToDisplayName,
    }),
    z.object({
      mapToName: z.string().min(1).describe('What it is called in your product.'),
      mapToDisplayName,
      default: z.string().optional().describe('The provider’s field that is suggested.'),
      prompt: z.string().optional().describe('What to tell the end user about the choice.'),
    }),
  ])
  .meta({
    id: 'IntegrationField',
    description: 'A field of the provider, or (without `fieldName`) one that the end user maps.',
  })
/** A field of the provider, or (without `fieldName`) one that the end user maps. */
export type IntegrationField = z.infer<typeof IntegrationField>

export const DefaultPeriod = z
  .object({
    days: z.int().min(0).optional().describe('So many days back.'),
    fullHistory: z.boolean().optional().describe('Everything there is.'),
  })
  .meta({ id: 'DefaultPeriod', description: 'How far back a backfill goes.' })
export type DefaultPeriod = z.infer<typeof DefaultPeriod>

export const IntegrationObject = z
  .object({
    objectName: z
      .string()
      .min(1)
      .describe('What the provider calls the object, such as `Contact`.'),
    destination: z.string().optional().describe('The name of the destination that messages go to.'),
    schedule,
    mapToName: z.string().optional().describe('What it is called in your product.'),
    mapToDisplayName,
    requiredFields: z.array(IntegrationField).optional().describe('Fields that are always read.'),
    optionalFields: z
      .array(IntegrationField)
      .optional()
      .describe('Fields that the end user may choose.'),
    optionalFieldsAuto: z
      .literal('all')
      .optional()
      .describe('`all` offers every field that the object has.'),
    backfill: z
      .object({ defaultPeriod: DefaultPeriod.describe('How far back it goes.') })
      .optional()
      .describe('What of the past is read first.'),
    delivery: z
      .object({
        mode: z.enum(['onRequest', 'auto']).optional().describe('At once, or when asked for.'),
        pageSize: z
          .int()
          .min(50)
          .max(500)
          .optional()
          .describe('How many records a message carries at most.'),
      })
      .optional()
      .describe('How results arrive.'),
    enabled: z.literal('always').optional().describe('Whether it is switched on.'),
    /** Deletions too, as entries of their own. */
    deleted: z
      .boolean()
      .optional()
      .describe(
        'Records that the provider has deleted are delivered too: entries with `subscribeEventType: delete`.',
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
    inheritMapping: z.boolean().optional().describe('Whether fields are mapped as for reading.'),
    valueDefaults: z
      .object({ allowAnyFields: z.boolean().optional().describe('Any field may.') })
      .optional()
      .describe('Which fields may be given default values.'),
  })
  .meta({ id: 'IntegrationWriteObject', description: 'An object that may be written.' })
export type IntegrationWriteObject = z.infer<typeof IntegrationWriteObject>

const always = z.literal('always').optional()

export const IntegrationSubscribeObject = z
  .object({
    objectName: z
      .string()
      .min(1)
      .describe('What the provider calls the object, such as `Contact`.'),
    destination: z.string().describe('The name of the destination that messages go to.'),
    inheritFieldsAndMapping: z
      .boolean()
      .optional()
      .describe('Whether fields and mappings are those of reading.'),
    createEvent: z
      .object({ enabled: always.describe('Whether it is switched on.') })
      .optional()
      .describe('Whether created records are told of.'),
    updateEvent: z
      .object({
        enabled: always.describe('Whether it is switched on.'),
        watchFieldsAuto: z
          .enum(['all', 'selected'])
          .optional()
          .describe('Which fields count as a change of the record.'),
        requiredWatchFields: z
          .array(z.string())
          .optional()
          .describe('The fields whose change is told of.'),
      })
      .optional()
      .describe('Whether changed records are told of.'),
    deleteEvent: z
      .object({ enabled: always.describe('Whether it is switched on.') })
      .optional()
      .describe('Whether deleted records are told of.'),
    associationChangeEvent: z
      .object({
        enabled: always.describe('Whether it is switched on.'),
        includeFullRecords: z
          .boolean()
          .optional()
          .describe('Whether the records themselves come along.'),
      })
      .optional()
      .describe('Whether changed associations are told of.'),
    otherEvents: z
      .array(z.string())
      .optional()
      .describe('Further events, as the provider names them.'),
  })
  .meta({
    id: 'IntegrationSubscribeObject',
    description: 'An object whose changes are subscribed to.',
  })
export type IntegrationSubscribeObject = z.infer<typeof IntegrationSubscribeObject>

const enabledAlways = z
  .object({ enabled: z.literal('always').describe('Whether it is switched on.') })
  .optional()

/** One integration of `platform.yaml`: what is read, written and subscribed to at one provider. */
export const ManifestIntegration = z
  .object({
    name: z.string().describe('Names the integration, unique in the project.'),
    provider,
    displayName: z.string().optional().describe('Its name, for people.'),
    module: z
      .string()
      .optional()
      .describe('Which part of the provider’s API; its default one when left out.'),
    read: z
      .object({ objects: z.array(IntegrationObject).optional().describe('The objects.') })
      .optional()
      .describe('What is read.'),
    write: z
      .object({ objects: z.array(IntegrationWriteObject).optional().describe('The objects.') })
      .optional()
      .describe('What may be written.'),
    proxy: z
      .object({
        enabled: z.boolean().optional().describe('Whether it is switched on.'),
        useModule: z.boolean().optional().describe('Whether calls go to the module’s own address.'),
      })
      .optional()
      .describe('Whether calls may be passed through to the provider.'),
    subscribe: z
      .object({ objects: z.array(IntegrationSubscribeObject).optional().describe('The objects.') })
      .optional()
      .describe('Which changes are subscribed to.'),
    watchSchema: z
      .object({
        destination: z.string().describe('The name of the destination that messages go to.'),
        schedule,
        allObjects: z
          .object({
            fieldCreated: enabledAlways.describe('When a field appears.'),
            fieldDeleted: enabledAlways.describe('When a field is gone.'),
            fieldChanged: enabledAlways.describe('When a field is different.'),
          })
          .describe('For every object that is read.'),
      })
      .optional()
      .describe('Whether changes of the provider’s fields are told of.'),
  })
  .meta({ id: 'ManifestIntegration', description: 'One integration of `platform.yaml`.' })
export type ManifestIntegration = z.infer<typeof ManifestIntegration>
