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
    operator: z.literal('eq').describe('Only equality.'),
    value: z.unknown().optional().describe('What the field must hold, as text, number or boolean.'),
  })
  .meta({ id: 'ReadFilter', description: 'A condition that records must match.' })
export type ReadFilter = z.infer<typeof ReadFilter>

export const DynamicMappingsInputEntry = z
  .object({
    mapToName: z
      .string()
      .describe('What your product calls the field; keys `selectedFieldMappings`.'),
    mapToDisplayName,
    prompt: z
      .string()
      .optional()
      .describe('A sentence that tells the end user what the field is for.'),
    mappedValues: z
      .array(
        z.object({
          mappedValue: z.string().describe('What messages hold in place of the provider’s value.'),
          mappedDisplayValue: z.string().describe('What the end user reads for it.'),
        }),
      )
      .optional()
      .describe('The values that your product knows, for the end user to map the provider’s to.'),
    fieldName: z
      .string()
      .optional()
      .describe('The provider’s field, where it is settled and only values are to be mapped.'),
  })
  .meta({
    id: 'DynamicMappingsInputEntry',
    description:
      'A field of your product that your page asks the end user to map, beside those of the manifest.',
  })

export const BackfillConfig = z
  .object({
    defaultPeriod: DefaultPeriod.describe(
      'How far back it reads, in place of what the manifest says.',
    ),
    fieldFilters: z
      .array(ReadFilter)
      .optional()
      .describe('Only records that meet all of these, in place of those of the object.'),
  })
  .meta({ id: 'BackfillConfig', description: 'What of the past is read.' })

export const ReadConfigObject = z
  .object({
    objectName: z
      .string()
      .optional()
      .describe('The object’s name again, for clients that send it; the key decides.'),
    schedule,
    disabled: z
      .boolean()
      .optional()
      .describe('Whether the end user has switched it off; a running read ends at its next page.'),
    destination: z
      .string()
      .optional()
      .describe('The destination of its messages, in place of the manifest’s.'),
    selectedFields: z
      .record(z.string(), z.boolean())
      .optional()
      .describe(
        'The manifest’s optional fields, by the provider’s name: `true` for those that are read.',
      ),
    selectedValueMappings: z
      .record(z.string(), strings)
      .optional()
      .describe('By your name of a mapped field: the provider’s value → your value.'),
    dynamicMappingsInput: z
      .array(DynamicMappingsInputEntry)
      .optional()
      .describe('Mappings that your page asked for, beside those of the manifest.'),
    selectedFieldMappings: strings
      .optional()
      .describe('Your name of a field → the provider’s field that the end user chose.'),
    selectedFieldsAuto: z
      .literal('all')
      .optional()
      .describe(
        '`all` chooses every optional field; with `optionalFieldsAuto: all` in the manifest, every field that the account has, those that come later too.',
      ),
    backfill: BackfillConfig.optional().describe(
      'What of the past is read first, in place of what the manifest says.',
    ),
    fieldFilters: z
      .array(ReadFilter)
      .optional()
      .describe('Only records that meet all of these are read.'),
  })
  .meta({ id: 'ReadConfigObject', description: 'How one object is read for a customer.' })
export type ReadConfigObject = z.infer<typeof ReadConfigObject>

const fieldSetting = z.object({
  default: z
    .object({
      stringValue: z.string().optional().describe('For a field of text.'),
      integerValue: z.int().optional().describe('For a field of whole numbers.'),
      booleanValue: z.boolean().optional().describe('For a field that is true or false.'),
    })
    .optional()
    .describe('What is written where a record has no value for the field. Give one of the three.'),
  writeOnCreate: z
    .enum(['always', 'never'])
    .optional()
    .describe('`never` leaves the field out when a record is created.'),
  writeOnUpdate: z
    .enum(['always', 'never', 'ifEmpty'])
    .optional()
    .describe(
      '`never` leaves the field out when a record is updated; `ifEmpty` does where the record has a value.',
    ),
})

export const WriteConfigObject = z
  .object({
    objectName,
    deletionSettings: z
      .object({ enabled: z.boolean().describe('`true` lets `delete` writes through.') })
      .optional()
      .describe('Whether records may be deleted; not without it.'),
    selectedValueDefaults: z
      .record(
        z.string(),
        z.object({
          value: z.union([z.string(), z.int(), z.boolean()]).describe('What is written.'),
          applyOnUpdate: z
            .enum(['always', 'never'])
            .optional()
            .describe(
              '`always` applies it to updates as well, not only where a record is created.',
            ),
        }),
      )
      .optional()
      .describe('By field: what is written where a record has no value for it.'),
    selectedFieldSettings: z
      .record(z.string(), fieldSetting)
      .optional()
      .describe('By field: when it is written, and its default.'),
  })
  .meta({ id: 'WriteConfigObject', description: 'How one object is written for a customer.' })
export type WriteConfigObject = z.infer<typeof WriteConfigObject>

const toggle = z
  .object({
    enabled: z
      .enum(['always', 'never'])
      .describe('`always` tells of such changes; `never` is as if it were not there.'),
  })
  .optional()

export const SubscribeConfigObject = z
  .object({
    inheritFieldsAndMappings: z
      .boolean()
      .describe('Whether messages have the fields and mappings of reading the object.'),
    objectName,
    destination: z.string().describe('The name of the destination that changes are sent to.'),
    createEvent: toggle.describe('Records that are created.'),
    updateEvent: z
      .object({
        enabled: z
          .enum(['always', 'never'])
          .describe('`always` tells of such changes; `never` is as if it were not there.'),
        watchFieldsAuto: z.literal('all').optional().describe('`all` watches every field.'),
        requiredWatchFields: z
          .array(z.string())
          .optional()
          .describe('The fields whose change is told of, by the provider’s names.'),
      })
      .optional()
      .describe('Records that change in a watched field.'),
    deleteEvent: toggle.describe('Records that are deleted.'),
    otherEvents: z
      .array(z.string())
      .optional()
      .describe('Further events, by the provider’s own names.'),
    providerOptions: z
      .object({
        quotaOptimization: z
          .object({ enabled: z.boolean().describe('Either: it is always so.') })
          .optional()
          .describe(
            'Accepted for existing clients: no more events are asked of a provider than installations hear of.',
          ),
      })
      .optional()
      .describe('Choices that only some providers have.'),
  })
  .meta({
    id: 'SubscribeConfigObject',
    description: 'How changes of one object are told of for a customer.',
  })

export const ConfigContent = z
  .object({
    provider: z
      .string()
      .optional()
      .describe('The provider’s name again, for clients that send it; the integration decides.'),
    read: z
      .object({
        objects: z
          .record(z.string(), ReadConfigObject)
          .describe('The choices for each object; those that are not here are not read.'),
      })
      .optional()
      .describe('Which objects are read, with which fields.'),
    write: z
      .object({
        objects: z
          .record(z.string(), WriteConfigObject)
          .optional()
          .describe('The choices for each object, where there are any.'),
      })
      .optional()
      .describe('Which objects may be written, and with which defaults.'),
    subscribe: z
      .object({
        objects: z
          .record(z.string(), SubscribeConfigObject)
          .describe('The choices for each object.'),
      })
      .optional()
      .describe('Which changes are sent on.'),
    proxy: z
      .object({
        enabled: z
          .boolean()
          .optional()
          .describe('`false` refuses such calls although the manifest lets them through.'),
      })
      .optional()
      .describe('Whether your server may call the provider as the customer.'),
  })
  .meta({
    id: 'ConfigContent',
    description: 'What an end user chose. Objects are keyed by their provider’s name.',
  })
export type ConfigContent = z.infer<typeof ConfigContent>

export const Config = z
  .object({
    id: recordId('conf'),
    revisionId: id('rev').describe('The revision of the integration that it was chosen from.'),
    createTime,
    createdBy: z.string().describe('Who saved it: an ID, or what the client called itself.'),
    content: ConfigContent.describe('The choices themselves.'),
  })
  .meta({ id: 'Config', description: 'What an end user chose, at one time.' })
export type Config = z.infer<typeof Config>

export const InstallationObject = z
  .object({
    state: z
      .enum(['active', 'retrying', 'disabled', 'paused'])
      .describe(
        '`active` while it is read on schedule, `retrying` while the provider does not answer, `disabled` when the end user switched it off, `paused` for `pausedFor`.',
      ),
    health: Health.describe('How it fares; `healthy` too while it is `disabled`.'),
    pausedFor: z
      .enum(['credentials', 'failures', 'request', 'removed', 'destination'])
      .optional()
      .describe(
        'Why it is paused: `credentials` ends when the end user connects again, `failures` and `request` when somebody resumes it, `removed` when the integration declares the object again, `destination` when there is a destination of that name again, or another is named.',
      ),
    pausedReason: z
      .string()
      .optional()
      .describe(
        'The same in a sentence, with what the provider said or the note of who paused it.',
      ),
    pausedBy: z
      .string()
      .optional()
      .describe('Who paused it, where it is paused for a `request`, as far as that is known.'),
    retrying: z
      .object({
        since: time().describe('When the provider stopped giving what is read.'),
        error: z.string().describe('What the provider answered, or that it did not.'),
        nextTryTime: time().describe('When the provider is asked again.'),
      })
      .optional()
      .describe('The read waits for the provider, and goes on by itself. Only while that is so.'),
    lastRunTime: time()
      .optional()
      .describe('When a read of it last ended; missing before the first.'),
    nextRunTime: time()
      .optional()
      .describe(
        'When the next read is due; missing where none is scheduled, and while it is paused.',
      ),
    watermark: time()
      .optional()
      .describe(
        'Up to when changes have been read, by the provider’s clock; missing before the first read.',
      ),
    snapshot: z
      .object({
        records: z.int().describe('How many records are compared with what they were.'),
        leftOut: z
          .int()
          .describe(
            'How many of the last read there was no room for: every read delivers them, changed or not.',
          ),
        time: time().optional().describe('When all were last compared; missing before the first.'),
      })
      .optional()
      .describe(
        'What is known of its records, where the provider tells no time of change; missing where it does.',
      ),
  })
  .meta({ id: 'InstallationObject', description: 'How one installed object fares.' })
export type InstallationObject = z.infer<typeof InstallationObject>
export type PauseCause = NonNullable<InstallationObject['pausedFor']>

export const InstallationSubscription = z
  .object({
    state: z
      .enum(['pending', 'active', 'failed'])
      .describe('`pending` while the provider is asked for changes, `failed` when it refuses.'),
    health: Health.describe('How it fares; `healthy` too while it is `pending`.'),
    delivery: z
      .enum(['push', 'pull', 'poll'])
      .describe(
        '`push`: the provider sends webhooks. `pull`: the server listens. `poll`: the provider announces nothing, and the server looks for changes every few minutes.',
      ),
    error: z
      .string()
      .optional()
      .describe('Why changes do not come, or are not sent on, at the moment.'),
    errorTime: time().optional().describe('Since when that is so.'),
    lastEventTime: time().optional().describe('When a change was last heard of.'),
  })
  .meta({
    id: 'InstallationSubscription',
    description: 'How the changes that an installation hears of come.',
  })

export const Installation = z
  .object({
    id: recordId('inst'),
    projectId,
    integrationId: id('int').describe('The integration that is installed, by its ID.'),
    integrationName: z.string().describe('What the integration is called.'),
    group: Group.optional().describe('The customer it is installed for.'),
    healthStatus: z
      .enum(['healthy', 'unhealthy'])
      .describe(
        '`unhealthy` while credentials are bad, an object is paused, or its last read failed: unless `health` is `healthy`, `unconfirmed`, `retrying` or `limited`.',
      ),
    health: Health.describe(
      'How it fares: the worst of its connection, objects, subscription and last operation.',
    ),
    lastOperationStatus: z
      .enum(['success', 'failure', 'in_progress'])
      .optional()
      .describe('How its last operation ended, or that it is under way; missing before the first.'),
    connection: Connection.describe('What it reaches the provider through.'),
    ...times,
    createdBy: z.string().describe('Who installed it: an ID, or what the client called itself.'),
    config: Config.describe('What is in force now; each change is kept as a new one.'),
    objects: z
      .record(z.string(), InstallationObject)
      .describe('How each object fares, by the provider’s name.'),
    subscription: InstallationSubscription.optional().describe(
      'How the changes come that it hears of; missing where it hears of none.',
    ),
  })
  .meta({ id: 'Installation', description: 'An integration that a customer has switched on.' })
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
      'Whether to save without reading one record of each object first, which finds fields that the provider does not know, and permissions that lack.',
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
      .describe('Only the installation of this customer; a key of scope `frontend` must name it.'),
    ...page,
  }),
  success: 200,
  reply: z.array(Installation),
  problems: ['integration-not-found'],
})

export const listInstallationsForProject = operation({
  id: 'listInstallationsForProject',
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
      .describe('Only installations of this customer; a key of scope `frontend` must name it.'),
    ...page,
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
    'Reads one record of each scheduled object first and refuses when the provider does so for good: it does not know a selected field, or the connected user lacks a permission or scope; `skipSampling` leaves that out. Starts the backfills.',
  callers: embeddedCallers,
  permission: 'installation:write',
  params: z.object(integrationParams),
  query: z.object(skipSampling),
  body: z.object({
    groupRef,
    connectionId: id('conn')
      .optional()
      .describe(
        'What to reach the provider through; the customer’s own connection to it without it.',
      ),
    config: z
      .object({
        revisionId: id('rev')
          .optional()
          .describe('Accepted for existing clients; the latest revision always counts.'),
        createdBy: z
          .string()
          .max(255)
          .default('api:create-installation')
          .describe('Who installs it, in your words.'),
        content: ConfigContent.describe('The choices themselves.'),
      })
      .describe('What the end user chose.'),
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
  summary: 'Change the configuration or connection of an installation',
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
          .describe('Another connection of the same customer to the same provider.'),
        config: z
          .object({
            revisionId: id('rev')
              .optional()
              .describe('Accepted for existing clients; the latest revision always counts.'),
            createdBy: z.string().max(255).optional().describe('Who changes it, in your words.'),
            content: ConfigContent.partial()
              .optional()
              .describe('The choices themselves; the mask says which parts.'),
          })
          .optional()
          .describe('The new choices.'),
      })
      .describe('The new values; only what the mask names counts.'),
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
      .describe('`add` makes what leads to the place, too; the others need it to be there.'),
    path: z
      .string()
      .max(1000)
      .regex(/^(\/[^/]*)*$/)
      .meta({ example: '/selectedFields/Title' })
      .describe('The place, as a JSON Pointer; empty for all choices of the object.'),
    value: z.unknown().optional().describe('What stands there from then on.'),
  })
  .meta({ id: 'JSONPatchOperation', description: 'A change of one place, as RFC 6902 has it.' })
export type JSONPatchOperation = z.infer<typeof JSONPatchOperation>

export const patchObjectConfigContent = operation({
  id: 'patchObjectConfigContent',
  method: 'PATCH',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}/config-content',
  tag: 'Installations',
  summary: 'Change the choices of one object',
  description:
    'Carries the changes out in their order, all or none. Everything else of the configuration stays as it is by then, whoever changes it at the same time.',
  callers: embeddedCallers,
  permission: 'installation:write',
  params: z.object({ ...integrationParams, objectName: objectName }),
  query: z.object(skipSampling),
  body: z
    .object({
      groupRef: groupRef
        .optional()
        .describe('Whose installation: the customer, or `installationId`.'),
      installationId: id('inst').optional().describe('Which installation, in place of `groupRef`.'),
      action: z
        .enum(['read', 'subscribe', 'write'])
        .describe('Which choices: those of what is read, heard of or written.'),
      changes: z.array(JSONPatchOperation).min(1).max(100).describe('The changes, in their order.'),
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
    id: z.string().describe('Identifies it among the others.'),
    time: time().describe('When it happened.'),
    kind: z
      .enum(['installed', 'configured', 'paused', 'resumed', 'deployed', 'operation', 'event'])
      .describe(
        '`configured`: other choices; `paused`, `resumed`: somebody had reads rest, or go on; `deployed`: the integration has a new revision; `operation`: something ran; `event`: you were told of something, such as a pause or a new connection.',
      ),
    by: z.string().optional().describe('Who did it, as far as that is known.'),
    changes: z
      .array(RevisionChange)
      .optional()
      .describe('What is different, of `configured` and `deployed`; at most 100 places.'),
    revisionId: id('rev').optional().describe('The new revision, of `deployed`.'),
    restores: id('rev')
      .optional()
      .describe('The earlier revision that the new one rolls back to, where it does.'),
    operationId: id('op').optional().describe('What ran, of `operation`.'),
    actionType: z.string().optional().describe('The same: `read`, `write` or `customFields`.'),
    objectName: z.string().optional().describe('The object that it is about, where it is of one.'),
    status: z.string().optional().describe('How what ran stands.'),
    records: z.int().optional().describe('How many records it has handled.'),
    eventId: id('evt').optional().describe('What you were told, of `event`.'),
    eventType: z
      .string()
      .optional()
      .describe('The event that was told, by its type; missing for what is no event.'),
    detail: z.string().optional().describe('What is to say of it, in a sentence.'),
  })
  .meta({ id: 'TimelineEntry', description: 'Something that happened to an installation.' })
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const getTimeline = operation({
  id: 'getTimeline',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/timeline',
  tag: 'Installations',
  summary: 'See what happened to an installation',
  description:
    'Newest first: how it was connected and configured, what ran, what paused, and what was deployed meanwhile, as far back as each is kept.',
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
  description: 'Stops everything; deletes the connection too when nothing else uses it.',
  callers: embeddedCallers,
  permission: 'installation:write',
  params: installationParams,
  query: z.object(ofGroup),
  success: 204,
  reply: null,
  problems: ['integration-not-found', 'installation-not-found'],
})
