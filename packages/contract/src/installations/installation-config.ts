import { z } from 'zod'
import {
  createTime,
  fieldName,
  mapToDisplayName,
  recordId,
  schedule,
  timezone,
  strings,
} from './fields.ts'
import { id } from '../values/ids.ts'
import { DefaultPeriod, ToolAction } from './manifest.ts'
import { RecordFilter } from './record-filter.ts'

export const ReadFilter = z
  .object({
    fieldName,
    operator: z.literal('eq').describe('Comparison operator. Only equality is supported.'),
    value: z.unknown().optional().describe('Value to compare with: text, number or boolean.'),
  })
  .meta({ id: 'ReadFilter', description: 'Condition that records must match.' })
export type ReadFilter = z.infer<typeof ReadFilter>

export const DynamicMappingsInputEntry = z
  .object({
    mapToName: z
      .string()
      .describe('Name of the field in your product; the key in `selectedFieldMappings`.'),
    mapToDisplayName,
    prompt: z
      .string()
      .optional()
      .describe('Sentence that explains to the end user what the field is for.'),
    mappedValues: z
      .array(
        z.object({
          mappedValue: z
            .string()
            .describe('Value that messages contain in place of the provider’s value.'),
          mappedDisplayValue: z.string().describe('Label shown to the end user for the value.'),
        }),
      )
      .optional()
      .describe(
        'Values that your product accepts. The end user maps the provider’s values to them.',
      ),
    fieldName: z
      .string()
      .optional()
      .describe('Provider field, if it is fixed and only values are mapped.'),
  })
  .meta({
    id: 'DynamicMappingsInputEntry',
    description:
      'Field of your product that your page asks the end user to map, in addition to those in the manifest.',
  })

export const BackfillConfig = z
  .object({
    defaultPeriod: DefaultPeriod.describe('Period to backfill; overrides the manifest.'),
    fieldFilters: z
      .array(ReadFilter)
      .optional()
      .describe('Conditions that records must all match; override the conditions of the object.'),
  })
  .meta({ id: 'BackfillConfig', description: 'Settings of the initial backfill.' })

const repeatedObjectName = z
  .string()
  .optional()
  .describe(
    'Object name repeated, for clients that send it. Ignored: the key of the entry applies.',
  )

export const ReadConfigObject = z
  .object({
    objectName: repeatedObjectName,
    schedule,
    timezone,
    disabled: z
      .boolean()
      .optional()
      .describe(
        'Whether the end user has turned the object off. A running read stops at its next page.',
      ),
    destination: z
      .string()
      .optional()
      .describe('Destination for the object’s messages; overrides the manifest.'),
    selectedFields: z
      .record(z.string(), z.boolean())
      .optional()
      .describe(
        'Optional fields of the manifest to read, by provider field name. `true` selects a field.',
      ),
    selectedValueMappings: z
      .record(z.string(), strings)
      .optional()
      .describe('Value mappings by name of the mapped field: provider value → your value.'),
    dynamicMappingsInput: z
      .array(DynamicMappingsInputEntry)
      .optional()
      .describe('Field mappings requested by your page in addition to those in the manifest.'),
    selectedFieldMappings: strings
      .optional()
      .describe(
        'Field mappings by your field name: your name → the provider field chosen by the end user.',
      ),
    selectedFieldsAuto: z
      .literal('all')
      .optional()
      .describe(
        '`all` selects every optional field. With `optionalFieldsAuto: all` in the manifest, it selects every field of the account, including fields added later.',
      ),
    backfill: BackfillConfig.optional().describe('Backfill settings; override the manifest.'),
    fieldFilters: z
      .array(ReadFilter)
      .optional()
      .describe(
        'Conditions that records must all match to be read, in addition to `filter`. Changes that are subscribed to are not filtered by them.',
      ),
    filter: RecordFilter.optional().describe(
      'Records to deliver for this customer; overrides the filter of the manifest. Set by your server: end users cannot set, change or remove it.',
    ),
  })
  .meta({ id: 'ReadConfigObject', description: 'How one object is read for a customer.' })
export type ReadConfigObject = z.infer<typeof ReadConfigObject>

const fieldSetting = z.object({
  default: z
    .object({
      stringValue: z.string().optional().describe('Default for a text field.'),
      integerValue: z.int().optional().describe('Default for an integer field.'),
      booleanValue: z.boolean().optional().describe('Default for a boolean field.'),
    })
    .optional()
    .describe('Value to write if a record has none for the field. Set exactly one of the three.'),
  writeOnCreate: z
    .enum(['always', 'never'])
    .optional()
    .describe('`never` omits the field when a record is created.'),
  writeOnUpdate: z
    .enum(['always', 'never', 'ifEmpty'])
    .optional()
    .describe(
      '`never` omits the field when a record is updated. `ifEmpty` omits it if the record already has a value.',
    ),
})

export const WriteConfigObject = z
  .object({
    objectName: repeatedObjectName,
    deletionSettings: z
      .object({ enabled: z.boolean().describe('Whether `delete` writes are allowed.') })
      .optional()
      .describe('Whether records can be deleted. Defaults to not allowed.'),
    selectedValueDefaults: z
      .record(
        z.string(),
        z.object({
          value: z.union([z.string(), z.int(), z.boolean()]).describe('Value to write.'),
          applyOnUpdate: z
            .enum(['always', 'never'])
            .optional()
            .describe(
              '`always` also applies the default on update. By default, it applies only on create.',
            ),
        }),
      )
      .optional()
      .describe('Default values by field, used if a record has no value for the field.'),
    selectedFieldSettings: z
      .record(z.string(), fieldSetting)
      .optional()
      .describe('Write behavior and default value, by field.'),
  })
  .meta({ id: 'WriteConfigObject', description: 'How one object is written for a customer.' })
export type WriteConfigObject = z.infer<typeof WriteConfigObject>

const toggle = z
  .object({
    enabled: z
      .enum(['always', 'never'])
      .describe('`always` sends these changes. `never` is the same as omitting the setting.'),
  })
  .optional()

export const SubscribeConfigObject = z
  .object({
    inheritFieldsAndMappings: z
      .boolean()
      .describe(
        'Whether change messages use the fields and mappings configured for reading the object. Must be `true` for create, update, delete and association events.',
      ),
    objectName: repeatedObjectName,
    destination: z.string().describe('Name of the destination that receives changes.'),
    createEvent: toggle.describe('Created records.'),
    updateEvent: z
      .object({
        enabled: z
          .enum(['always', 'never'])
          .describe('`always` sends these changes. `never` is the same as omitting the setting.'),
        watchFieldsAuto: z.literal('all').optional().describe('`all` watches every field.'),
        requiredWatchFields: z
          .array(z.string())
          .optional()
          .describe('Provider fields to watch. A message is sent when one of them changes.'),
      })
      .optional()
      .describe('Records with a change in a watched field.'),
    deleteEvent: toggle.describe('Deleted records.'),
    otherEvents: z
      .array(z.string())
      .optional()
      .describe('Additional events, by the provider’s event names.'),
    providerOptions: z
      .object({
        quotaOptimization: z
          .object({
            enabled: z
              .boolean()
              .describe(
                'Accepted for existing clients and ignored. Quota optimization is always on.',
              ),
          })
          .optional()
          .describe(
            'Accepted for existing clients and ignored. The provider is only asked for events that installations subscribe to.',
          ),
      })
      .optional()
      .describe('Options that only some providers support.'),
  })
  .meta({
    id: 'SubscribeConfigObject',
    description: 'How changes of one object are subscribed to for a customer.',
  })

export const ToolAccess = z.enum(['always', 'confirm', 'never']).meta({
  id: 'ToolAccess',
  description:
    'Whether AI agents can do something. `never` does not offer it. `confirm` also requires a confirmation where the manifest requires none. `always` is the same as omitting the setting: the manifest decides.',
})
export type ToolAccess = z.infer<typeof ToolAccess>

export const ToolConfigObject = z
  .object({
    objectName: repeatedObjectName,
    actions: z
      .partialRecord(ToolAction, ToolAccess)
      .optional()
      .describe('Access by action. Actions that are not listed are allowed as in the manifest.'),
  })
  .meta({
    id: 'ToolConfigObject',
    description: 'What AI agents can do with one object of a customer.',
  })
export type ToolConfigObject = z.infer<typeof ToolConfigObject>

export const ConfigContent = z
  .object({
    provider: z
      .string()
      .optional()
      .describe(
        'Provider name repeated, for clients that send it. Ignored: the integration determines the provider.',
      ),
    read: z
      .object({
        objects: z
          .record(z.string(), ReadConfigObject)
          .describe('Settings by object name. Objects that are not listed are not read.'),
      })
      .optional()
      .describe('Objects and fields to read.'),
    write: z
      .object({
        objects: z
          .record(z.string(), WriteConfigObject)
          .optional()
          .describe('Settings by object name, where they differ from the defaults.'),
      })
      .optional()
      .describe('Objects that can be written, and their default values.'),
    subscribe: z
      .object({
        objects: z.record(z.string(), SubscribeConfigObject).describe('Settings by object name.'),
      })
      .optional()
      .describe('Changes to subscribe to.'),
    proxy: z
      .object({
        enabled: z
          .boolean()
          .optional()
          .describe('`false` rejects proxy calls even if the manifest allows them.'),
      })
      .optional()
      .describe('Whether your server can call the provider’s API on behalf of the customer.'),
    tools: z
      .object({
        objects: z
          .record(z.string(), ToolConfigObject)
          .optional()
          .describe('Settings by object name, where they differ from the manifest.'),
        proxy: z
          .object({ access: ToolAccess.optional().describe('Access to the provider’s API.') })
          .optional()
          .describe('Calls to the provider’s API by agents.'),
      })
      .optional()
      .describe('Tools of AI agents. The customer can only restrict what the manifest allows.'),
  })
  .meta({
    id: 'ConfigContent',
    description: 'Configuration chosen by an end user. Objects are keyed by their provider name.',
  })
export type ConfigContent = z.infer<typeof ConfigContent>

export const Config = z
  .object({
    id: recordId('conf'),
    revisionId: id('rev').describe(
      'ID of the integration revision that the configuration is based on.',
    ),
    createTime,
    createdBy: z
      .string()
      .describe('Author of the configuration: an ID, or the name given by the client.'),
    content: ConfigContent.describe('Content of the configuration.'),
  })
  .meta({
    id: 'Config',
    description: 'Configuration chosen by an end user, as of one point in time.',
  })
export type Config = z.infer<typeof Config>
