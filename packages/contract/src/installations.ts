import { z } from 'zod'
import {
  Group,
  ofGroup,
  page,
  projectParam,
  queryBoolean,
  ref,
  time,
  times,
  updateMask,
} from './common.ts'
import { Connection } from './connections.ts'
import { id } from './ids.ts'
import { DefaultPeriod } from './manifest.ts'
import { embeddedCallers, operation } from './operation.ts'

const strings = z.record(z.string(), z.string())

export const ReadFilter = z
  .object({ fieldName: z.string(), operator: z.literal('eq'), value: z.unknown().optional() })
  .meta({ id: 'ReadFilter' })
export type ReadFilter = z.infer<typeof ReadFilter>

export const DynamicMappingsInputEntry = z
  .object({
    mapToName: z.string(),
    mapToDisplayName: z.string().optional(),
    prompt: z.string().optional(),
    mappedValues: z
      .array(z.object({ mappedValue: z.string(), mappedDisplayValue: z.string() }))
      .optional(),
    fieldName: z.string().optional(),
  })
  .meta({ id: 'DynamicMappingsInputEntry' })

export const BackfillConfig = z
  .object({ defaultPeriod: DefaultPeriod, fieldFilters: z.array(ReadFilter).optional() })
  .meta({ id: 'BackfillConfig' })

export const ReadConfigObject = z
  .object({
    objectName: z.string().optional(),
    schedule: z.string().optional(),
    disabled: z.boolean().optional(),
    destination: z.string().optional(),
    /** Optional fields that the end user chose. */
    selectedFields: z.record(z.string(), z.boolean()).optional(),
    /** Per mapped field: the provider's value → the builder's value. */
    selectedValueMappings: z.record(z.string(), strings).optional(),
    dynamicMappingsInput: z.array(DynamicMappingsInputEntry).optional(),
    /** The builder's field (`mapToName`) → the provider's field. */
    selectedFieldMappings: strings.optional(),
    selectedFieldsAuto: z.literal('all').optional(),
    backfill: BackfillConfig.optional(),
    fieldFilters: z.array(ReadFilter).optional(),
  })
  .meta({ id: 'ReadConfigObject' })
export type ReadConfigObject = z.infer<typeof ReadConfigObject>

const fieldSetting = z.object({
  default: z
    .object({
      stringValue: z.string().optional(),
      integerValue: z.int().optional(),
      booleanValue: z.boolean().optional(),
    })
    .optional(),
  writeOnCreate: z.enum(['always', 'never']).optional(),
  writeOnUpdate: z.enum(['always', 'never', 'ifEmpty']).optional(),
})

export const WriteConfigObject = z
  .object({
    objectName: z.string(),
    deletionSettings: z.object({ enabled: z.boolean() }).optional(),
    selectedValueDefaults: z
      .record(
        z.string(),
        z.object({
          value: z.union([z.string(), z.int(), z.boolean()]),
          applyOnUpdate: z.enum(['always', 'never']).optional(),
        }),
      )
      .optional(),
    selectedFieldSettings: z.record(z.string(), fieldSetting).optional(),
  })
  .meta({ id: 'WriteConfigObject' })
export type WriteConfigObject = z.infer<typeof WriteConfigObject>

const toggle = z.object({ enabled: z.enum(['always', 'never']) }).optional()

export const SubscribeConfigObject = z
  .object({
    inheritFieldsAndMappings: z.boolean(),
    objectName: z.string(),
    destination: z.string(),
    createEvent: toggle,
    updateEvent: z
      .object({
        enabled: z.enum(['always', 'never']),
        watchFieldsAuto: z.literal('all').optional(),
        requiredWatchFields: z.array(z.string()).optional(),
      })
      .optional(),
    deleteEvent: toggle,
    otherEvents: z.array(z.string()).optional(),
    providerOptions: z
      .object({ quotaOptimization: z.object({ enabled: z.boolean() }).optional() })
      .optional(),
  })
  .meta({ id: 'SubscribeConfigObject' })

/** What an end user chose. Objects are keyed by their provider name. */
export const ConfigContent = z
  .object({
    provider: z.string().optional(),
    read: z.object({ objects: z.record(z.string(), ReadConfigObject) }).optional(),
    write: z.object({ objects: z.record(z.string(), WriteConfigObject).optional() }).optional(),
    subscribe: z.object({ objects: z.record(z.string(), SubscribeConfigObject) }).optional(),
    proxy: z.object({ enabled: z.boolean().optional() }).optional(),
  })
  .meta({ id: 'ConfigContent' })
export type ConfigContent = z.infer<typeof ConfigContent>

export const Config = z
  .object({
    id: id('conf'),
    revisionId: id('rev'),
    createTime: time(),
    createdBy: z.string(),
    content: ConfigContent,
  })
  .meta({ id: 'Config' })
export type Config = z.infer<typeof Config>

/** How one installed object fares. */
export const InstallationObject = z
  .object({
    state: z.enum(['active', 'retrying', 'disabled', 'paused']),
    pausedFor: z.enum(['credentials', 'failures', 'request', 'removed']).optional(),
    pausedReason: z.string().optional(),
    /** The read waits for the provider and goes on by itself. */
    retrying: z.object({ since: time(), error: z.string(), nextTryTime: time() }).optional(),
    lastRunTime: time().optional(),
    nextRunTime: time().optional(),
    watermark: time().optional(),
  })
  .meta({ id: 'InstallationObject' })
export type InstallationObject = z.infer<typeof InstallationObject>
export type PauseCause = NonNullable<InstallationObject['pausedFor']>

export const Installation = z
  .object({
    id: id('inst'),
    projectId: id('proj'),
    integrationId: id('int'),
    group: Group.optional(),
    healthStatus: z.enum(['healthy', 'unhealthy']),
    lastOperationStatus: z.enum(['success', 'failure', 'in_progress']).optional(),
    connection: Connection,
    ...times,
    createdBy: z.string(),
    config: Config,
    objects: z.record(z.string(), InstallationObject),
  })
  .meta({ id: 'Installation' })
export type Installation = z.infer<typeof Installation>

const integrationParams = { ...projectParam, integrationId: z.string() }
const installationParams = z.object({ ...integrationParams, installationId: z.string() })
const skipSampling = { skipSampling: queryBoolean().default(false) }

export const listInstallations = operation({
  id: 'listInstallations',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations',
  tag: 'Installations',
  summary: 'List installations of an integration',
  callers: embeddedCallers,
  permission: 'installation:read',
  params: z.object(integrationParams),
  query: z.object({ groupRef: z.string().optional(), ...page }),
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
  query: z.object({ groupRef: z.string().optional(), ...page }),
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
    groupRef: ref(),
    connectionId: z.string().optional(),
    config: z.object({
      revisionId: z.string().optional(),
      createdBy: z.string().max(255).default('api:create-installation'),
      content: ConfigContent,
    }),
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
    installation: z.object({
      connectionId: z.string().optional(),
      config: z
        .object({
          revisionId: z.string().optional(),
          createdBy: z.string().max(255).optional(),
          content: ConfigContent.partial().optional(),
        })
        .optional(),
    }),
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
