import { z } from 'zod'
import {
  Group,
  ofGroup,
  page,
  projectParam,
  queryBoolean,
  time,
  times,
  updateMask,
  sortMeaning,
} from './common.ts'
import { Connection } from './connections.ts'
import {
  createTime,
  fieldName,
  groupRef,
  installationId,
  integrationId,
  mapToDisplayName,
  objectName,
  projectId,
  recordId,
  schedule,
} from './fields.ts'
import { Health } from './health.ts'
import { id } from './ids.ts'
import { DefaultPeriod } from './manifest.ts'
import { RevisionChange } from './integrations.ts'
import { embeddedCallers, operation, projectCallers } from './operation.ts'

const strings = z.record(z.string(), z.string())

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

export const ReadConfigObject = z
  .object({
    objectName: z
      .string()
      .optional()
      .describe(
        'Object name repeated, for clients that send it. Ignored: the key of the entry applies.',
      ),
    schedule,
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
      .describe('Conditions that records must all match to be read.'),
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
    objectName,
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
        'Whether change messages use the fields and mappings configured for reading the object.',
      ),
    objectName,
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

export const InstallationObject = z
  .object({
    state: z
      .enum(['active', 'retrying', 'disabled', 'paused'])
      .describe(
        '`active`: read on schedule. `retrying`: the provider does not respond. `disabled`: turned off by the end user. `paused`: see `pausedFor`.',
      ),
    health: Health.describe('Health of the object. Also `healthy` while the object is `disabled`.'),
    pausedFor: z
      .enum(['credentials', 'failures', 'request', 'removed', 'destination'])
      .optional()
      .describe(
        'Reason for the pause. `credentials` ends when the end user reconnects. `failures` and `request` end on a resume. `removed` ends when the integration declares the object again. `destination` ends when a destination of that name exists again, or the object names another one.',
      ),
    pausedReason: z
      .string()
      .optional()
      .describe(
        'Explanation of the pause: the provider’s message, or the note of the person who paused it.',
      ),
    lostFields: z
      .array(z.string())
      .optional()
      .describe(
        'Fields that the provider no longer lets the connected user see. Reads fail, or omit them.',
      ),
    pausedBy: z
      .string()
      .optional()
      .describe('Who paused it, if it was paused on `request` and the author is known.'),
    retrying: z
      .object({
        since: time().describe('Time at which the provider began to fail.'),
        error: z.string().describe('The provider’s error, or a note that it did not respond.'),
        nextTryTime: time().describe('Time of the next attempt.'),
      })
      .optional()
      .describe('Present while a read waits for the provider. The read resumes automatically.'),
    lastRunTime: time()
      .optional()
      .describe('Time at which the last read ended; absent before the first.'),
    nextRunTime: time()
      .optional()
      .describe(
        'Time of the next scheduled read. Absent if no read is scheduled, and while the object is paused.',
      ),
    watermark: time()
      .optional()
      .describe(
        'Time up to which changes have been read, on the provider’s clock. Absent before the first read.',
      ),
    snapshot: z
      .object({
        records: z
          .int()
          .describe('Number of records whose previous version is stored for comparison.'),
        leftOut: z
          .int()
          .describe(
            'Number of records in the last read that exceeded the snapshot’s capacity. Every read delivers them, changed or not.',
          ),
        heldDeletions: z
          .int()
          .optional()
          .describe(
            'Number of records missing from the last reads that are not reported as deleted yet: more than the object’s `deletionLimitPercent`. The next complete read confirms or clears them. Absent if there are none.',
          ),
        time: time()
          .optional()
          .describe('Time of the last full comparison; absent before the first.'),
      })
      .optional()
      .describe(
        'Snapshot of the object’s records. Present only if the provider does not report modification times.',
      ),
  })
  .meta({ id: 'InstallationObject', description: 'State of one installed object.' })
export type InstallationObject = z.infer<typeof InstallationObject>
export type PauseCause = NonNullable<InstallationObject['pausedFor']>

export const InstallationSubscription = z
  .object({
    state: z
      .enum(['pending', 'active', 'failed'])
      .describe(
        '`pending` while the subscription is being set up, `failed` if the provider rejects it.',
      ),
    health: Health.describe('Health of the subscription. Also `healthy` while it is `pending`.'),
    delivery: z
      .enum(['push', 'pull', 'poll'])
      .describe(
        '`push`: the provider sends webhooks. `pull`: the server listens to a stream. `poll`: the provider sends no events, and the server checks for changes every few minutes.',
      ),
    error: z
      .string()
      .optional()
      .describe('Why changes are currently not received or not forwarded.'),
    errorTime: time().optional().describe('Time at which the error began.'),
    lastEventTime: time().optional().describe('Time of the last change received.'),
  })
  .meta({
    id: 'InstallationSubscription',
    description: 'State of an installation’s subscription to changes.',
  })

export const Installation = z
  .object({
    id: recordId('inst'),
    projectId,
    integrationId: id('int').describe('ID of the installed integration.'),
    integrationName: z.string().describe('Name of the integration in `platform.yaml`.'),
    group: Group.optional().describe('Customer that the integration is installed for.'),
    healthStatus: z
      .enum(['healthy', 'unhealthy'])
      .describe(
        '`unhealthy` if credentials are invalid, an object is paused, or its last read failed; that is, unless `health` is `healthy`, `unconfirmed`, `retrying` or `limited`.',
      ),
    health: Health.describe(
      'Health of the installation: the worst health among its connection, objects, subscription and last operation.',
    ),
    lastOperationStatus: z
      .enum(['success', 'incomplete', 'failure', 'in_progress'])
      .optional()
      .describe(
        'Status of the last operation; absent before the first. `incomplete`: a read that may not have returned all records.',
      ),
    connection: Connection.describe('Connection used to reach the provider.'),
    ...times,
    createdBy: z
      .string()
      .describe('Who installed the integration: an ID, or the name given by the client.'),
    config: Config.describe(
      'Current configuration. Every change is stored as a new configuration.',
    ),
    objects: z
      .record(z.string(), InstallationObject)
      .describe('State of each object, by provider name.'),
    subscription: InstallationSubscription.optional().describe(
      'State of the subscription to changes. Absent if the installation has none.',
    ),
    supportAccess: z
      .boolean()
      .optional()
      .describe(
        'Whether your team can view delivered records. Only end users can turn it on. Absent on servers of earlier versions, where it is off.',
      ),
  })
  .meta({ id: 'Installation', description: 'Integration installed for a customer.' })
export type Installation = z.infer<typeof Installation>

const integrationParams = {
  ...projectParam,
  integrationId,
}
const installationParams = z.object({
  ...integrationParams,
  installationId,
})
const skipSampling = {
  skipSampling: queryBoolean()
    .default(false)
    .describe(
      'Skips the sample read of one record per object. The sample detects fields that the provider does not know and missing permissions.',
    ),
}

export const listInstallations = operation({
  id: 'listInstallations',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations',
  tag: 'Installations',
  summary: 'List installations of an integration',
  callers: embeddedCallers,
  permission: 'installation:read',
  params: z.object(integrationParams),
  query: z.object({
    groupRef: z
      .string()
      .optional()
      .describe(
        'Returns only the installation of this customer. Required with a key of scope `frontend`.',
      ),
    ...page,
  }),
  success: 200,
  reply: z.array(Installation),
  problems: ['integration-not-found'],
})

export const listInstallationsForProject = operation({
  id: 'listInstallationsForProject',
  suitsLimitedKeys: true,
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/installations',
  tag: 'Installations',
  summary: 'List installations of a project',
  callers: embeddedCallers,
  permission: 'installation:read',
  params: z.object(projectParam),
  query: z.object({
    groupRef: z
      .string()
      .optional()
      .describe(
        'Returns only installations of this customer. Required with a key of scope `frontend`.',
      ),
    ...page,
    sort: z
      .enum(['-createTime', 'createTime', '-groupRef', 'groupRef'])
      .default('-createTime')
      .describe(sortMeaning),
  }),
  success: 200,
  reply: z.array(Installation),
})

export const createInstallation = operation({
  id: 'createInstallation',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations',
  tag: 'Installations',
  summary: 'Install an integration for a group',
  description:
    'Reads one record of each scheduled object first. The installation is rejected if the provider does not know a selected field, or the connected user lacks a permission or scope. `skipSampling` skips this check. Starts the backfills.',
  callers: embeddedCallers,
  permission: 'installation:write',
  params: z.object(integrationParams),
  query: z.object(skipSampling),
  body: z.object({
    groupRef,
    connectionId: id('conn')
      .optional()
      .describe(
        'ID of the connection to use. Defaults to the customer’s own connection to the provider.',
      ),
    config: z
      .object({
        revisionId: id('rev')
          .optional()
          .describe(
            'Accepted for existing clients and ignored. The latest revision always applies.',
          ),
        createdBy: z
          .string()
          .max(255)
          .default('api:create-installation')
          .describe('Author of the installation, as free text.'),
        content: ConfigContent.describe('Content of the configuration.'),
      })
      .describe('Configuration chosen by the end user.'),
  }),
  success: 201,
  reply: Installation,
  problems: [
    'integration-not-found',
    'installation-exists',
    'connection-missing',
    'sample-read-failed',
    'limit-reached',
  ],
})

export const getInstallation = operation({
  id: 'getInstallation',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}',
  tag: 'Installations',
  summary: 'Get an installation',
  callers: embeddedCallers,
  permission: 'installation:read',
  params: installationParams,
  query: z.object(ofGroup),
  success: 200,
  reply: Installation,
  problems: ['integration-not-found', 'installation-not-found'],
})

export const updateInstallation = operation({
  id: 'updateInstallation',
  method: 'PATCH',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}',
  tag: 'Installations',
  summary: 'Update the configuration or connection of an installation',
  callers: embeddedCallers,
  permission: 'installation:write',
  params: installationParams,
  query: z.object({ ...ofGroup, ...skipSampling }),
  body: z.object({
    updateMask: updateMask(),
    installation: z
      .object({
        connectionId: id('conn')
          .optional()
          .describe('ID of another connection of the same customer to the same provider.'),
        config: z
          .object({
            revisionId: id('rev')
              .optional()
              .describe(
                'Accepted for existing clients and ignored. The latest revision always applies.',
              ),
            createdBy: z
              .string()
              .max(255)
              .optional()
              .describe('Author of the change, as free text.'),
            content: ConfigContent.partial()
              .optional()
              .describe('Content of the configuration. The mask selects the parts to change.'),
          })
          .optional()
          .describe('New configuration.'),
      })
      .describe('New values. Only fields in the mask are changed.'),
  }),
  success: 200,
  reply: Installation,
  problems: [
    'integration-not-found',
    'installation-not-found',
    'connection-missing',
    'sample-read-failed',
    'limit-reached',
  ],
})

export const JSONPatchOperation = z
  .object({
    op: z
      .enum(['add', 'remove', 'replace'])
      .describe(
        'Operation to apply. `add` also creates missing parents; the other operations require the path to exist.',
      ),
    path: z
      .string()
      .max(1000)
      .regex(/^(\/[^/]*)*$/)
      .meta({ example: '/selectedFields/Title' })
      .describe('JSON Pointer to the value. Empty for the whole configuration of the object.'),
    value: z.unknown().optional().describe('New value.'),
  })
  .meta({ id: 'JSONPatchOperation', description: 'Change to one value, as defined by RFC 6902.' })
export type JSONPatchOperation = z.infer<typeof JSONPatchOperation>

export const patchObjectConfigContent = operation({
  id: 'patchObjectConfigContent',
  method: 'PATCH',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}/config-content',
  tag: 'Installations',
  summary: 'Update the configuration of one object',
  description:
    'Applies all changes in order, or none. The rest of the configuration is left untouched, including concurrent changes.',
  callers: embeddedCallers,
  permission: 'installation:write',
  params: z.object({ ...integrationParams, objectName: objectName }),
  query: z.object(skipSampling),
  body: z
    .object({
      groupRef: groupRef
        .optional()
        .describe('Customer whose installation is changed. Set this or `installationId`.'),
      installationId: id('inst')
        .optional()
        .describe('ID of the installation. Set this or `groupRef`.'),
      action: z
        .enum(['read', 'subscribe', 'write'])
        .describe('Part of the configuration to change: read, subscribe or write.'),
      changes: z.array(JSONPatchOperation).min(1).max(100).describe('Changes, applied in order.'),
    })
    .meta({
      example: {
        groupRef: 'customer-7',
        action: 'read',
        changes: [{ op: 'add', path: '/selectedFields/Title', value: true }],
      },
    }),
  success: 200,
  reply: Installation,
  problems: [
    'integration-not-found',
    'installation-not-found',
    'sample-read-failed',
    'limit-reached',
  ],
})

export const TimelineEntry = z
  .object({
    id: z.string().describe('ID of the entry, unique within the timeline.'),
    time: time().describe('Time of the entry.'),
    kind: z
      .enum(['installed', 'configured', 'paused', 'resumed', 'deployed', 'operation', 'event'])
      .describe(
        '`configured`: the configuration changed. `paused`, `resumed`: reads were paused or resumed. `deployed`: the integration has a new revision. `operation`: an operation ran. `event`: an event was sent, such as for a pause or a new connection.',
      ),
    by: z.string().optional().describe('Who caused the entry, if known.'),
    changes: z
      .array(RevisionChange)
      .optional()
      .describe('Values that changed, for `configured` and `deployed`. At most 100.'),
    revisionId: id('rev').optional().describe('ID of the new revision, for `deployed`.'),
    restores: id('rev')
      .optional()
      .describe('ID of the earlier revision that the new one rolls back to, if any.'),
    operationId: id('op')
      .optional()
      .describe('ID of the operation. Only for entries of kind `operation`.'),
    actionType: z
      .string()
      .optional()
      .describe('Type of the operation: `read`, `write` or `customFields`.'),
    objectName: z.string().optional().describe('Object concerned, if there is exactly one.'),
    status: z.string().optional().describe('Status of the operation.'),
    records: z.int().optional().describe('Number of records processed by the operation.'),
    eventId: id('evt').optional().describe('ID of the event. Only for entries of kind `event`.'),
    eventType: z
      .string()
      .optional()
      .describe('Type of the event. Absent for other kinds of entries.'),
    detail: z.string().optional().describe('Additional information, as a sentence.'),
  })
  .meta({ id: 'TimelineEntry', description: 'Entry in the history of an installation.' })
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const getTimeline = operation({
  id: 'getTimeline',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/timeline',
  tag: 'Installations',
  summary: 'List the history of an installation',
  description:
    'Newest first: connections, configuration changes, operations, pauses and deploys. Each goes back as far as its retention allows.',
  callers: projectCallers,
  permission: 'installation:read',
  params: installationParams,
  query: z.object(page),
  success: 200,
  reply: z.array(TimelineEntry),
  problems: ['integration-not-found', 'installation-not-found'],
})

export const deleteInstallation = operation({
  id: 'deleteInstallation',
  method: 'DELETE',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}',
  tag: 'Installations',
  summary: 'Uninstall',
  description:
    'Stops all reads and subscriptions, and deletes the connection if nothing else uses it.',
  callers: embeddedCallers,
  permission: 'installation:write',
  params: installationParams,
  query: z.object(ofGroup),
  success: 204,
  reply: null,
  problems: ['integration-not-found', 'installation-not-found'],
})
