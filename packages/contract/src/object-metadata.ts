import { z } from 'zod'

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
