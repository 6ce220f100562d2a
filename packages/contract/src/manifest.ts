import { z } from 'zod'

export const IntegrationField = z
  .union([
    z.object({
      fieldName: z.string().min(1),
      mapToName: z.string().min(1).optional(),
      mapToDisplayName: z.string().optional(),
    }),
    z.object({
      mapToName: z.string().min(1),
      mapToDisplayName: z.string().optional(),
      default: z.string().optional(),
      prompt: z.string().optional(),
    }),
  ])
  .meta({ id: 'IntegrationField' })
/** A field of the provider, or (without `fieldName`) one that the end user maps. */
export type IntegrationField = z.infer<typeof IntegrationField>

export const DefaultPeriod = z
  .object({ days: z.int().min(0).optional(), fullHistory: z.boolean().optional() })
  .meta({ id: 'DefaultPeriod' })
export type DefaultPeriod = z.infer<typeof DefaultPeriod>

export const IntegrationObject = z
  .object({
    objectName: z.string().min(1),
    destination: z.string().optional(),
    schedule: z.string().optional(),
    mapToName: z.string().optional(),
    mapToDisplayName: z.string().optional(),
    requiredFields: z.array(IntegrationField).optional(),
    optionalFields: z.array(IntegrationField).optional(),
    optionalFieldsAuto: z.literal('all').optional(),
    backfill: z.object({ defaultPeriod: DefaultPeriod }).optional(),
    delivery: z
      .object({
        mode: z.enum(['onRequest', 'auto']).optional(),
        pageSize: z.int().min(50).max(500).optional(),
      })
      .optional(),
    enabled: z.literal('always').optional(),
    /** Deletions too, as entries of their own. */
    deleted: z.boolean().optional(),
  })
  .meta({ id: 'IntegrationObject' })
export type IntegrationObject = z.infer<typeof IntegrationObject>

export const IntegrationWriteObject = z
  .object({
    objectName: z.string().min(1),
    inheritMapping: z.boolean().optional(),
    valueDefaults: z.object({ allowAnyFields: z.boolean().optional() }).optional(),
  })
  .meta({ id: 'IntegrationWriteObject' })
export type IntegrationWriteObject = z.infer<typeof IntegrationWriteObject>

const always = z.literal('always').optional()

export const IntegrationSubscribeObject = z
  .object({
    objectName: z.string().min(1),
    destination: z.string(),
    inheritFieldsAndMapping: z.boolean().optional(),
    createEvent: z.object({ enabled: always }).optional(),
    updateEvent: z
      .object({
        enabled: always,
        watchFieldsAuto: z.enum(['all', 'selected']).optional(),
        requiredWatchFields: z.array(z.string()).optional(),
      })
      .optional(),
    deleteEvent: z.object({ enabled: always }).optional(),
    associationChangeEvent: z
      .object({ enabled: always, includeFullRecords: z.boolean().optional() })
      .optional(),
    otherEvents: z.array(z.string()).optional(),
  })
  .meta({ id: 'IntegrationSubscribeObject' })
export type IntegrationSubscribeObject = z.infer<typeof IntegrationSubscribeObject>

const enabledAlways = z.object({ enabled: z.literal('always') }).optional()

/** One integration of `platform.yaml`: what is read, written and subscribed to at one provider. */
export const ManifestIntegration = z
  .object({
    name: z.string(),
    provider: z.string(),
    displayName: z.string().optional(),
    module: z.string().optional(),
    read: z.object({ objects: z.array(IntegrationObject).optional() }).optional(),
    write: z.object({ objects: z.array(IntegrationWriteObject).optional() }).optional(),
    proxy: z
      .object({ enabled: z.boolean().optional(), useModule: z.boolean().optional() })
      .optional(),
    subscribe: z.object({ objects: z.array(IntegrationSubscribeObject).optional() }).optional(),
    watchSchema: z
      .object({
        destination: z.string(),
        schedule: z.string().optional(),
        allObjects: z.object({
          fieldCreated: enabledAlways,
          fieldDeleted: enabledAlways,
          fieldChanged: enabledAlways,
        }),
      })
      .optional(),
  })
  .meta({ id: 'ManifestIntegration' })
export type ManifestIntegration = z.infer<typeof ManifestIntegration>
