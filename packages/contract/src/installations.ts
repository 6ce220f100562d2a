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
  schedule,
} from './fields.ts'
import { id } from './ids.ts'
import { DefaultPeriod } from './manifest.ts'
import { embeddedCallers, operation } from './operation.ts'

const strings = z.record(z.string(), z.string())

export const ReadFilter = z
  .object({
    fieldName,
    operator: z.literal('eq').describe('How to compare.'),
    value: z.unknown().optional().describe('The value.'),
  })
  .meta({ id: 'ReadFilter', description: 'A condition that records must match.' })
export type ReadFilter = z.infer<typeof ReadFilter>

export const DynamicMappingsInputEntry = z
  .object({
    mapToName: z.string().describe('What it is called in your product.'),
    mapToDisplayName,
    prompt: z.string().optional().describe('What to tell the end user about the choice.'),
    mappedValues: z
      .array(
        z.object({
          mappedValue: z.string().describe('Your value.'),
          mappedDisplayValue: z.string().describe('The same, for people.'),
        }),
      )
      .optional()
      .describe('The values that your product knows.'),
    fieldName: z.string().optional().describe('What the provider calls the field.'),
  })
  .meta({
    id: 'DynamicMappingsInputEntry',
    description: 'A field of your product that the end user maps.',
  })

export const BackfillConfig = z
  .object({
    defaultPeriod: DefaultPeriod.describe('How far back it goes.'),
    fieldFilters: z
      .array(ReadFilter)
      .optional()
      .describe('Only records that match all of these are read.'),
  })
  .meta({ id: 'BackfillConfig', description: 'What of the past is read.' })

export const ReadConfigObject = z
  .object({
    objectName: z
      .string()
      .optional()
      .describe('What the provider calls the object, such as `Contact`.'),
    schedule,
    disabled: z.boolean().optional().describe('Whether it is switched off.'),
    destination: z.string().optional().describe('The name of the destination that messages go to.'),
    /** Optional fields that the end user chose. */
    selectedFields: z
      .record(z.string(), z.boolean())
      .optional()
      .describe('Optional fields, by name: whether the end user chose them.'),
    /** Per mapped field: the provider's value → the builder's value. */
    selectedValueMappings: z
      .record(z.string(), strings)
      .optional()
      .describe('For each mapped field: the provider’s value → your value.'),
    dynamicMappingsInput: z
      .array(DynamicMappingsInputEntry)
      .optional()
      .describe('Mappings that your page asked for, beside those of the manifest.'),
    /** The builder's field (`mapToName`) → the provider's field. */
    selectedFieldMappings: strings
      .optional()
      .describe('Your name of a field → the provider’s field that the end user chose.'),
    selectedFieldsAuto: z.literal('all').optional().describe('`all` chooses every optional field.'),
    backfill: BackfillConfig.optional().describe('What of the past is read first.'),
    fieldFilters: z
      .array(ReadFilter)
      .optional()
      .describe('Only records that match all of these are read.'),
  })
  .meta({ id: 'ReadConfigObject', description: 'How one object is read for a customer.' })
export type ReadConfigObject = z.infer<typeof ReadConfigObject>

const fieldSetting = z.object({
  default: z
    .object({
      stringValue: z.string().optional().describe('A text.'),
      integerValue: z.int().optional().describe('A whole number.'),
      booleanValue: z.boolean().optional().describe('True or false.'),
    })
    .optional()
    .describe('The default.'),
  writeOnCreate: z
    .enum(['always', 'never'])
    .optional()
    .describe('Whether the field is written when a record is created.'),
  writeOnUpdate: z
    .enum(['always', 'never', 'ifEmpty'])
    .optional()
    .describe('Whether the field is written when a record is updated.'),
})

export const WriteConfigObject = z
  .object({
    objectName,
    deletionSettings: z
      .object({ enabled: z.boolean().describe('Whether it is switched on.') })
      .optional()
      .describe('Whether records may be deleted.'),
    selectedValueDefaults: z
      .record(
        z.string(),
        z.object({
          value: z.union([z.string(), z.int(), z.boolean()]).describe('The value.'),
          applyOnUpdate: z
            .enum(['always', 'never'])
            .optional()
            .describe('Whether the default counts when a record is updated too.'),
        }),
      )
      .optional()
      .describe('Values for fields that a write leaves out, by field.'),
    selectedFieldSettings: z
      .record(z.string(), fieldSetting)
      .optional()
      .describe('How each field is written.'),
  })
  .meta({ id: 'WriteConfigObject', description: 'How one object is written for a customer.' })
export type WriteConfigObject = z.infer<typeof WriteConfigObject>

const toggle = z
  .object({ enabled: z.enum(['always', 'never']).describe('Whether it is switched on.') })
  .optional()

export const SubscribeConfigObject = z
  .object({
    inheritFieldsAndMappings: z
      .boolean()
      .describe('Whether fields and mappings are those of reading.'),
    objectName,
    destination: z.string().describe('The name of the destination that messages go to.'),
    createEvent: toggle.describe('Whether created records are told of.'),
    updateEvent: z
      .object({
        enabled: z.enum(['always', 'never']).describe('Whether it is switched on.'),
        watchFieldsAuto: z
          .literal('all')
          .optional()
          .describe('Which fields count as a change of the record.'),
        requiredWatchFields: z
          .array(z.string())
          .optional()
          .describe('The fields whose change is told of.'),
      })
      .optional()
      .describe('Whether changed records are told of.'),
    deleteEvent: toggle.describe('Whether deleted records are told of.'),
    otherEvents: z
      .array(z.string())
      .optional()
      .describe('Further events, as the provider names them.'),
    providerOptions: z
      .object({
        quotaOptimization: z
          .object({ enabled: z.boolean().describe('Whether it is switched on.') })
          .optional()
          .describe('Spares the provider’s quota where it can.'),
      })
      .optional()
      .describe('Choices that only some providers have.'),
  })
  .meta({
    id: 'SubscribeConfigObject',
    description: 'How changes of one object are told of for a customer.',
  })

/** What an end user chose. Objects are keyed by their provider name. */
export const ConfigContent = z
  .object({
    provider: z.string().optional().describe('The provider, as the catalogue names it.'),
    read: z
      .object({ objects: z.record(z.string(), ReadConfigObject).describe('The objects.') })
      .optional()
      .describe('What is read.'),
    write: z
      .object({
        objects: z.record(z.string(), WriteConfigObject).optional().describe('The objects.'),
      })
      .optional()
      .describe('What may be written.'),
    subscribe: z
      .object({ objects: z.record(z.string(), SubscribeConfigObject).describe('The objects.') })
      .optional()
      .describe('Which changes are subscribed to.'),
    proxy: z
      .object({ enabled: z.boolean().optional().describe('Whether it is switched on.') })
      .optional()
      .describe('Whether calls may be passed through to the provider.'),
  })
  .meta({
    id: 'ConfigContent',
    description: 'What an end user chose. Objects are keyed by their provider’s name.',
  })
export type ConfigContent = z.infer<typeof ConfigContent>

export const Config = z
  .object({
    id: id('conf').describe('Identifies the record. Opaque; it sorts by creation.'),
    revisionId: id('rev').describe('The revision.'),
    createTime,
    createdBy: z.string().describe('Who saved it.'),
    content: ConfigContent.describe('What the end user chose.'),
  })
  .meta({ id: 'Config', description: 'What an end user chose, at one time.' })
export type Config = z.infer<typeof Config>

/** How one installed object fares. */
export const InstallationObject = z
  .object({
    state: z
      .enum(['active', 'retrying', 'disabled', 'paused'])
      .describe(
        'Whether it is read, tried again until the provider answers, switched off, or paused.',
      ),
    pausedFor: z
      .enum(['credentials', 'failures', 'request', 'removed'])
      .optional()
      .describe(
        'Why it is paused: `credentials` ends when the end user connects again, `failures` and `request` when somebody resumes it, `removed` when the integration declares the object again.',
      ),
    pausedReason: z
      .string()
      .optional()
      .describe('The same in a sentence, with what the provider said.'),
    /** The read waits for the provider and goes on by itself. */
    retrying: z
      .object({
        since: time().describe('When the provider stopped giving what is read.'),
        error: z.string().describe('What went wrong.'),
        nextTryTime: time().describe('When it is tried again.'),
      })
      .optional()
      .describe(
        'Since when the provider has not given what is read, why, and when it is asked again.',
      ),
    lastRunTime: time().optional().describe('When it was last read.'),
    nextRunTime: time().optional().describe('When it is read next.'),
    watermark: time()
      .optional()
      .describe('Up to when changes have been read, by the provider’s clock.'),
  })
  .meta({ id: 'InstallationObject', description: 'How one installed object fares.' })
export type InstallationObject = z.infer<typeof InstallationObject>
export type PauseCause = NonNullable<InstallationObject['pausedFor']>

export const Installation = z
  .object({
    id: id('inst').describe('Identifies the record. Opaque; it sorts by creation.'),
    projectId,
    integrationId: id('int').describe('The integration that is installed.'),
    group: Group.optional().describe('The customer whose it is.'),
    healthStatus: z
      .enum(['healthy', 'unhealthy'])
      .describe('`unhealthy` while credentials are bad, an object is paused, or a read failed.'),
    lastOperationStatus: z
      .enum(['success', 'failure', 'in_progress'])
      .optional()
      .describe('How its last operation ended.'),
    connection: Connection.describe('The connection.'),
    ...times,
    createdBy: z.string().describe('Who saved it.'),
    config: Config.describe('What the end user chose.'),
    objects: z
      .record(z.string(), InstallationObject)
      .describe('How each object fares, by its name.'),
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
    .describe('Saves without trying a read of the chosen fields first.'),
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
      .describe('Your own reference to a customer: a company, team or workspace.'),
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
      .describe('Your own reference to a customer: a company, team or workspace.'),
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
    'Reads one record of each scheduled object first and refuses when the provider does not know a selected field; `skipSampling` leaves that out. Starts the backfills.',
  callers: embeddedCallers,
  permission: 'installation:write',
  params: z.object(integrationParams),
  query: z.object(skipSampling),
  body: z.object({
    groupRef,
    connectionId: z.string().optional().describe('The connection.'),
    config: z
      .object({
        revisionId: z.string().optional().describe('The revision.'),
        createdBy: z.string().max(255).default('api:create-installation').describe('Who saved it.'),
        content: ConfigContent.describe('What the end user chose.'),
      })
      .describe('What is chosen.'),
  }),
  success: 201,
  reply: Installation,
  problems: [
    'integration-not-found',
    'installation-exists',
    'connection-missing',
    'sample-read-failed',
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
        connectionId: z.string().optional().describe('The connection.'),
        config: z
          .object({
            revisionId: z.string().optional().describe('The revision.'),
            createdBy: z.string().max(255).optional().describe('Who saved it.'),
            content: ConfigContent.partial()
              .optional()
              .describe('What the end user chose; the mask says which parts.'),
          })
          .optional()
          .describe('What the end user chose.'),
      })
      .describe('The new values.'),
  }),
  success: 200,
  reply: Installation,
  problems: [
    'integration-not-found',
    'installation-not-found',
    'connection-missing',
    'sample-read-failed',
  ],
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
