import { z } from 'zod'
import { mapToDisplayName, provider, schedule, timezone } from './fields.ts'
import { RecordFilter } from './record-filter.ts'

export const IntegrationField = z
  .union([
    z.object({
      fieldName: z
        .string()
        .min(1)
        .describe("Provider field name. Nested fields use brackets: `$['address']['city']`."),
      mapToName: z
        .string()
        .min(1)
        .optional()
        .describe('Name of the field in your product. Defaults to the provider’s name.'),
      mapToDisplayName,
    }),
    z.object({
      mapToName: z
        .string()
        .min(1)
        .describe('Name of the field in your product. The end user maps a provider field to it.'),
      mapToDisplayName,
      default: z.string().optional().describe('Provider field suggested to the end user.'),
      prompt: z
        .string()
        .optional()
        .describe('Sentence that explains to the end user what the field is for.'),
    }),
  ])
  .meta({
    id: 'IntegrationField',
    description: 'Provider field, or, without `fieldName`, a field that the end user maps.',
  })
export type IntegrationField = z.infer<typeof IntegrationField>

export const DefaultPeriod = z
  .object({
    days: z
      .int()
      .min(0)
      .optional()
      .describe('Reads records changed in this number of days before the installation.'),
    fullHistory: z.boolean().optional().describe('`true` reads all records.'),
  })
  .meta({
    id: 'DefaultPeriod',
    description: 'Period to backfill. Set exactly one of the two.',
  })
export type DefaultPeriod = z.infer<typeof DefaultPeriod>

const expression = z.string().min(1).max(4096)

export const ComputedField = z
  .object({
    mapToName: z
      .string()
      .min(1)
      .max(255)
      .describe('Name of the field in your product. Its value is in `mappedFields`.'),
    expression: expression.describe(
      "Expression that makes the value, such as `FirstName & ' ' & LastName`. Names provider fields, or yours for mapped fields.",
    ),
  })
  .meta({ id: 'ComputedField', description: 'Field whose value is computed from each record.' })
export type ComputedField = z.infer<typeof ComputedField>

export const IntegrationObject = z
  .object({
    objectName: z.string().min(1).describe('Provider object name, such as `Contact`.'),
    destination: z
      .string()
      .optional()
      .describe('Name of the destination that receives the records.'),
    schedule,
    scheduleChoices: z
      .array(z.string())
      .min(1)
      .max(10)
      .optional()
      .describe(
        'Schedules that the end user can choose instead of `schedule`, as cron expressions. If set, end users cannot set others.',
      ),
    timezone,
    mapToName: z
      .string()
      .optional()
      .describe('Name of the object in your product. Defaults to the provider’s name.'),
    mapToDisplayName,
    requiredFields: z
      .array(IntegrationField)
      .optional()
      .describe(
        "Fields that are always read, and fields that the end user must map. Nested fields use brackets: `$['address']['city']`.",
      ),
    optionalFields: z
      .array(IntegrationField)
      .optional()
      .describe(
        "Fields that the end user can select. Nested fields use brackets: `$['address']['city']`.",
      ),
    optionalFieldsAuto: z
      .literal('all')
      .optional()
      .describe('`all` lets the end user select any field of the connected account.'),
    filter: RecordFilter.optional().describe(
      'Records to deliver; others are neither read nor reported as changed. Names provider fields, or yours for mapped fields. Applied by the provider where it can, otherwise after reading.',
    ),
    filterExpression: expression
      .optional()
      .describe(
        'Expression that is true for records to deliver, such as `Amount > 1000 && !is_empty(Email)`. Applied after reading, in addition to `filter`.',
      ),
    computedFields: z
      .array(ComputedField)
      .min(1)
      .max(50)
      .optional()
      .describe('Fields whose values are computed from each record by expressions.'),
    associations: z
      .array(z.string().min(1).max(255))
      .max(10)
      .optional()
      .describe(
        'Provider names of objects whose associated records are delivered with each record, such as `companies` or `Account`. Costs additional calls to the provider.',
      ),
    backfill: z
      .object({
        defaultPeriod: DefaultPeriod.describe('Period to backfill.'),
        periodChoices: z
          .array(DefaultPeriod)
          .min(1)
          .max(10)
          .optional()
          .describe(
            'Periods that the end user can choose instead of `defaultPeriod` before the object is installed. If set, end users cannot set others.',
          ),
      })
      .optional()
      .describe(
        'Initial read of existing records after installation. If unset, existing records are not read.',
      ),
    delivery: z
      .object({
        mode: z
          .enum(['onRequest', 'auto'])
          .optional()
          .describe(
            '`auto` sends pages as they are read. `onRequest` holds them until requested. Defaults to `auto`.',
          ),
        pageSize: z
          .int()
          .min(50)
          .max(500)
          .optional()
          .describe('Maximum number of records per message.'),
      })
      .optional()
      .describe('Timing and size of messages.'),
    enabled: z
      .literal('always')
      .optional()
      .describe('`always` reads the object for every installation, whether selected or not.'),
    deleted: z
      .boolean()
      .optional()
      .describe(
        'Whether to deliver deleted records, as entries with `subscribeEventType: delete`. If the provider does not report them, the IDs of all records are compared, once a day for objects that are read by modification time. Not delivered by default.',
      ),
    overlapMinutes: z
      .int()
      .min(1)
      .max(1440)
      .optional()
      .describe(
        'Minutes by which consecutive scheduled reads overlap, for changes that the provider shows late. Records of the overlap are delivered once. Defaults to 15 for Salesforce, HubSpot and providers that read by a search index, otherwise to 1.',
      ),
    deletionLimitPercent: z
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe(
        'For objects whose deletions are detected by comparing reads, and for kept records: if more than this percentage of the records is missing, their deletion must be confirmed by another complete read. Defaults to 20; 100 confirms none.',
      ),
    keepRecords: z
      .boolean()
      .optional()
      .describe(
        'Whether the server keeps the last delivered state of each record, encrypted, and lists it by API. Not kept by default.',
      ),
  })
  .meta({ id: 'IntegrationObject', description: 'Object to read.' })
export type IntegrationObject = z.infer<typeof IntegrationObject>

const approvalByPerson = z.literal('person').optional()

export const IntegrationWriteObject = z
  .object({
    objectName: z.string().min(1).describe('Provider object name, such as `Contact`.'),
    inheritMapping: z
      .boolean()
      .optional()
      .describe(
        'Whether writes use your field names, from the mapping of the read object of the same name. Defaults to the provider’s names.',
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
    onConflict: z
      .enum(['overwrite', 'reject', 'latest'])
      .optional()
      .describe(
        'What happens to a write with `expected` or `ifUnmodifiedSince` whose record was changed at the provider. `reject` writes nothing, `overwrite` writes anyway, without looking. `latest` writes nothing if the record was modified after `ifUnmodifiedSince`. Defaults to `reject`.',
      ),
    echo: z
      .enum(['mark', 'drop'])
      .optional()
      .describe(
        'What happens to changes that your own writes cause. `mark` delivers them with `causedBy`. `drop` does not deliver those that contain nothing else. Defaults to `mark`.',
      ),
    approval: approvalByPerson.describe(
      '`person`: every write of the object waits until a person approves it. Such writes are asynchronous, and cannot be upserts.',
    ),
    approvalRole: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Role that end users need to decide: one of `approverRoles` in their JWT.'),
    approvalHours: z
      .int()
      .min(1)
      .max(168)
      .optional()
      .describe('Hours until a person must have decided. Defaults to 24.'),
  })
  .meta({ id: 'IntegrationWriteObject', description: 'Object that can be written.' })
export type IntegrationWriteObject = z.infer<typeof IntegrationWriteObject>

const always = z.literal('always').optional().describe('`always` applies to every installation.')

export const IntegrationSubscribeObject = z
  .object({
    objectName: z
      .string()
      .min(1)
      .describe('Provider object name. The object must also be declared under `read`.'),
    destination: z.string().describe('Name of the destination that receives changes.'),
    inheritFieldsAndMapping: z
      .boolean()
      .optional()
      .describe(
        'Whether messages use the fields and mappings of the read object. Must be `true` for create, update, delete and association events.',
      ),
    createEvent: z.object({ enabled: always }).optional().describe('Sends created records.'),
    updateEvent: z
      .object({
        enabled: always,
        watchFieldsAuto: z
          .enum(['all', 'selected'])
          .optional()
          .describe('Fields to watch: `all` fields, or those that are `selected` for reading.'),
        requiredWatchFields: z
          .array(z.string())
          .optional()
          .describe('Provider fields to watch. Nested fields are not supported.'),
      })
      .optional()
      .describe(
        'Sends changed records. Set exactly one of `requiredWatchFields` and `watchFieldsAuto`.',
      ),
    deleteEvent: z
      .object({ enabled: always })
      .optional()
      .describe('Sends the IDs of deleted records.'),
    associationChangeEvent: z
      .object({
        enabled: always,
        includeFullRecords: z
          .boolean()
          .optional()
          .describe('Whether to send complete related records rather than only their IDs.'),
      })
      .optional()
      .describe('Sends added and removed associations, if the provider reports them.'),
    otherEvents: z
      .array(z.string())
      .optional()
      .describe('Additional events, by the provider’s event names.'),
  })
  .meta({
    id: 'IntegrationSubscribeObject',
    description: 'Object whose changes are subscribed to.',
  })
export type IntegrationSubscribeObject = z.infer<typeof IntegrationSubscribeObject>

export const ToolAction = z
  .enum(['describe', 'sample', 'search', 'create', 'update', 'upsert', 'delete', 'defineFields'])
  .meta({ id: 'ToolAction', description: 'What an AI agent can do with an object.' })
export type ToolAction = z.infer<typeof ToolAction>

/** Actions that change records or fields. */
export const writingActions = [
  'create',
  'update',
  'upsert',
  'delete',
  'defineFields',
] as const satisfies ToolAction[]

export const IntegrationToolObject = z
  .object({
    objectName: z
      .string()
      .min(1)
      .describe('Provider object name. The object must also be declared under `read` or `write`.'),
    actions: z
      .array(ToolAction)
      .min(1)
      .describe(
        'Actions that become tools. `sample` and `search` need the object under `read`; `create`, `update`, `upsert` and `delete` under `write`. `defineFields` creates and changes custom fields.',
      ),
    confirm: z
      .array(z.enum(writingActions))
      .optional()
      .describe(
        'Actions that are carried out only when a call is repeated with the confirmation that the first call returned. Defaults to all that change something; an empty list confirms none.',
      ),
    approval: approvalByPerson.describe(
      '`person`: calls that create, update or delete records wait until a person approves them, in place of a confirmation.',
    ),
    callsPerHour: z
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe('Maximum number of calls per hour, installation and tool. Defaults to 1,000.'),
  })
  .meta({ id: 'IntegrationToolObject', description: 'Object that AI agents can work with.' })
export type IntegrationToolObject = z.infer<typeof IntegrationToolObject>

export const IntegrationToolCalls = z
  .object({
    methods: z
      .array(z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']))
      .min(1)
      .optional()
      .describe('Allowed HTTP methods. Defaults to `GET`.'),
    paths: z
      .array(
        z
          .string()
          .max(500)
          .regex(/^(?:\/[\w.~@:-]+|\/\*)+(?:\/\*\*)?$/, 'Use segments and `*`, such as /crm/v3/*.'),
      )
      .min(1)
      .max(50)
      .describe(
        'Allowed paths below the provider’s base URL. `*` stands for one segment, `**` at the end for any number.',
      ),
    confirm: z
      .boolean()
      .optional()
      .describe('Whether calls other than `GET` require a confirmation. Defaults to `true`.'),
    callsPerHour: z
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe('Maximum number of calls per hour and installation. Defaults to 1,000.'),
  })
  .meta({
    id: 'IntegrationToolCalls',
    description: 'Calls to the provider that AI agents can make.',
  })
export type IntegrationToolCalls = z.infer<typeof IntegrationToolCalls>

const enabledAlways = z
  .object({ enabled: z.literal('always').describe('`always` applies to every installation.') })
  .optional()

export const ManifestIntegration = z
  .object({
    name: z
      .string()
      .describe(
        'Name of the integration in the UI library and the API. Unique in the project: letters, digits, `-` and `_`.',
      ),
    provider,
    displayName: z.string().optional().describe('Name shown to end users. Defaults to `name`.'),
    multiple: z
      .boolean()
      .optional()
      .describe(
        'Whether a customer can install the integration several times, once for each of its accounts at the provider. If unset, once.',
      ),
    module: z
      .string()
      .optional()
      .describe(
        'Module of the provider, by its key in the catalogue. Defaults to the provider’s default module.',
      ),
    read: z
      .object({
        objects: z
          .array(IntegrationObject)
          .optional()
          .describe('Objects to read. Each object can be listed once.'),
      })
      .optional()
      .describe('Objects to read from the provider.'),
    write: z
      .object({
        objects: z
          .array(IntegrationWriteObject)
          .optional()
          .describe('Objects that can be written. Each object can be listed once.'),
      })
      .optional()
      .describe('Objects that can be written to the provider.'),
    tools: z
      .object({
        objects: z
          .array(IntegrationToolObject)
          .optional()
          .describe('Objects that agents can work with. Each object can be listed once.'),
        proxy: IntegrationToolCalls.optional().describe(
          'Calls to the provider’s API that agents can make. Proxy calls must also be enabled.',
        ),
      })
      .optional()
      .describe('Tools for AI agents at `/mcp/v1`. If unset, agents can do nothing.'),
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
    subscribe: z
      .object({
        objects: z
          .array(IntegrationSubscribeObject)
          .optional()
          .describe('Objects to subscribe to. Each object can be listed once.'),
      })
      .optional()
      .describe('Changes to subscribe to.'),
    watchSchema: z
      .object({
        destination: z.string().describe('Name of the destination that receives schema changes.'),
        schedule: z
          .string()
          .optional()
          .describe(
            'Schedule of the check, as a cron expression with five fields, at least one hour apart. Defaults to daily.',
          ),
        timezone,
        allObjects: z
          .object({
            fieldCreated: enabledAlways.describe('Added fields.'),
            fieldDeleted: enabledAlways.describe('Removed fields.'),
            fieldChanged: enabledAlways.describe('Fields whose type or options changed.'),
          })
          .describe('Schema changes to report, for every object that is read.'),
      })
      .optional()
      .describe('Reports added, removed and changed fields at the provider.'),
  })
  .meta({
    id: 'ManifestIntegration',
    description:
      'Integration in `platform.yaml`: objects to read, write and subscribe to at one provider.',
  })
export type ManifestIntegration = z.infer<typeof ManifestIntegration>
