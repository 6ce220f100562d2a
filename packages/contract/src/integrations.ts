import { z } from 'zod'
import { page, projectParam, queryBoolean, times, time } from './common.ts'
import { id } from './ids.ts'
import { ManifestIntegration } from './manifest.ts'
import { FieldMetadata } from './object-metadata.ts'
import { embeddedCallers, operation, projectCallers } from './operation.ts'

export const Revision = z
  .object({
    id: id('rev'),
    specVersion: z.string(),
    createTime: time(),
    content: ManifestIntegration,
  })
  .meta({ id: 'Revision' })
export type Revision = z.infer<typeof Revision>

export const Integration = z
  .object({
    id: id('int'),
    projectId: id('proj'),
    name: z.string(),
    provider: z.string(),
    ...times,
    latestRevision: Revision,
  })
  .meta({ id: 'Integration' })
export type Integration = z.infer<typeof Integration>

export const HydratedIntegrationField = z
  .union([
    z.object({
      fieldName: z.string(),
      displayName: z.string(),
      mapToName: z.string().optional(),
      mapToDisplayName: z.string().optional(),
    }),
    z.object({
      mapToName: z.string(),
      mapToDisplayName: z.string().optional(),
      default: z.string().optional(),
      prompt: z.string().optional(),
    }),
  ])
  .meta({ id: 'HydratedIntegrationField' })
export type HydratedIntegrationField = z.infer<typeof HydratedIntegrationField>

export const HydratedIntegrationObject = z
  .object({
    error: z.string().optional(),
    objectName: z.string(),
    displayName: z.string(),
    mapToName: z.string().optional(),
    mapToDisplayName: z.string().optional(),
    destination: z.string().optional(),
    schedule: z.string().optional(),
    requiredFields: z.array(HydratedIntegrationField).optional(),
    optionalFields: z.array(HydratedIntegrationField).optional(),
    optionalFieldsAuto: z.literal('all').optional(),
    allFieldsMetadata: z.record(z.string(), FieldMetadata).optional(),
    allFields: z.array(HydratedIntegrationField).optional(),
    backfill: z
      .object({
        defaultPeriod: z.object({
          days: z.int().optional(),
          fullHistory: z.boolean().optional(),
        }),
      })
      .optional(),
  })
  .meta({ id: 'HydratedIntegrationObject' })
export type HydratedIntegrationObject = z.infer<typeof HydratedIntegrationObject>

/** A revision completed with what the connected provider account says of its objects and fields. */
export const HydratedRevision = z
  .object({
    id: id('rev'),
    specVersion: z.string(),
    createTime: time(),
    content: z.object({
      name: z.string(),
      displayName: z.string().optional(),
      module: z.string().optional(),
      provider: z.string(),
      read: z.object({ objects: z.array(HydratedIntegrationObject).optional() }).optional(),
      write: z
        .object({
          objects: z
            .array(
              z.object({
                objectName: z.string(),
                displayName: z.string(),
                valueDefaults: z.object({ allowAnyFields: z.boolean().optional() }).optional(),
              }),
            )
            .optional(),
        })
        .optional(),
      proxy: z
        .object({ enabled: z.boolean().optional(), useModule: z.boolean().optional() })
        .optional(),
    }),
  })
  .meta({ id: 'HydratedRevision' })
export type HydratedRevision = z.infer<typeof HydratedRevision>

const integrationParams = z.object({
  ...projectParam,
  integrationIdOrName: z.string().min(1).max(255),
})

export const listIntegrations = operation({
  id: 'listIntegrations',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations',
  tag: 'Integrations',
  summary: 'List integrations',
  callers: embeddedCallers,
  permission: 'integration:read',
  params: z.object(projectParam),
  query: z.object(page),
  success: 200,
  reply: z.array(Integration),
})

export const createIntegration = operation({
  id: 'createIntegration',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/integrations',
  tag: 'Integrations',
  summary: 'Create an integration from its definition',
  callers: projectCallers,
  permission: 'integration:write',
  params: z.object(projectParam),
  body: z.object({
    name: z.string().min(1).max(64),
    provider: z.string(),
    latestRevision: z.object({ specVersion: z.string(), content: ManifestIntegration }),
  }),
  success: 201,
  reply: Integration,
  problems: ['integration-name-taken', 'manifest-invalid'],
})

export const getIntegration = operation({
  id: 'getIntegration',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationIdOrName}',
  tag: 'Integrations',
  summary: 'Get an integration',
  callers: embeddedCallers,
  permission: 'integration:read',
  params: integrationParams,
  success: 200,
  reply: Integration,
  problems: ['integration-not-found'],
})

export const deleteIntegration = operation({
  id: 'deleteIntegration',
  method: 'DELETE',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationIdOrName}',
  tag: 'Integrations',
  summary: 'Delete an integration',
  description: 'Its installations are uninstalled.',
  callers: projectCallers,
  permission: 'integration:write',
  params: integrationParams,
  success: 204,
  reply: null,
  problems: ['integration-not-found'],
})

/** What is wrong in a manifest, or worth a look, and where. */
export const ManifestFinding = z
  .object({
    rule: z.string(),
    severity: z.enum(['error', 'warning']),
    message: z.string(),
    line: z.int(),
    column: z.int(),
    path: z.string(),
    suggestion: z.string().optional(),
  })
  .meta({ id: 'ManifestFinding' })

/** What a deployment would change, told without changing it. */
export const ManifestRehearsal = z
  .object({
    findings: z.array(ManifestFinding),
    integrations: z.array(
      z.object({
        name: z.string(),
        change: z.enum(['create', 'update', 'none']),
        installations: z.int(),
        effects: z.array(
          z.object({
            objectName: z.string(),
            effect: z.string(),
            installations: z.int(),
            groupRefs: z.array(z.string()),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'ManifestRehearsal' })
export type ManifestRehearsal = z.infer<typeof ManifestRehearsal>

export const RevisionChange = z
  .object({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })
  .meta({ id: 'RevisionChange' })

const destructive = { destructive: queryBoolean().optional() }
const revisionsPath = '/v1/projects/{projectIdOrName}/integrations/{integrationId}/revisions'
const integrationIdParams = { ...projectParam, integrationId: z.string() }

export const listRevisions = operation({
  id: 'listRevisions',
  method: 'GET',
  path: revisionsPath,
  tag: 'Integrations',
  summary: 'List the revisions of an integration',
  callers: projectCallers,
  permission: 'integration:read',
  params: z.object(integrationIdParams),
  query: z.object(page),
  success: 200,
  reply: z.array(Revision),
  problems: ['integration-not-found'],
})

export const createRevision = operation({
  id: 'createRevision',
  method: 'POST',
  path: revisionsPath,
  tag: 'Integrations',
  summary: 'Deploy one integration of platform.yaml',
  description:
    'Answers the latest revision: a new one where the integration differs from the one before. Others that the file names stay as they are.',
  callers: projectCallers,
  permission: 'integration:write',
  params: z.object(integrationIdParams),
  query: z.object(destructive),
  body: z.object({ sourceYaml: z.string().min(1).max(1_000_000) }),
  success: 201,
  reply: Revision,
  problems: ['integration-not-found', 'manifest-invalid'],
})

export const rollBackRevision = operation({
  id: 'rollBackRevision',
  method: 'POST',
  path: `${revisionsPath}/{revisionId}:rollback`,
  tag: 'Integrations',
  summary: 'Go back to an earlier revision',
  description: 'Deploys what the revision says as a new one.',
  callers: projectCallers,
  permission: 'integration:write',
  params: z.object({ ...integrationIdParams, revisionId: z.string() }),
  query: z.object(destructive),
  success: 200,
  reply: Integration,
  problems: ['integration-not-found', 'revision-not-found', 'manifest-invalid'],
})

export const compareRevisions = operation({
  id: 'compareRevisions',
  method: 'GET',
  path: `${revisionsPath}/{revisionId}:compare`,
  tag: 'Integrations',
  summary: 'Compare a revision with another',
  callers: projectCallers,
  permission: 'integration:read',
  params: z.object({ ...integrationIdParams, revisionId: z.string() }),
  query: z.object({ with: z.string().optional() }),
  success: 200,
  reply: z.object({
    changes: z.array(RevisionChange),
  }),
  problems: ['integration-not-found', 'revision-not-found'],
})

export const batchUpsertIntegrations = operation({
  id: 'batchUpsertIntegrations',
  method: 'PUT',
  path: '/v1/projects/{projectIdOrName}/integrations:batch',
  tag: 'Integrations',
  summary: 'Deploy platform.yaml',
  description:
    'Creates what is new and gives each integration that changed a new immutable revision. Integrations that the file does not name stay as they are. `validateOnly` changes nothing and answers what would change, and for whom.',
  callers: projectCallers,
  permission: 'integration:write',
  params: z.object(projectParam),
  query: z.object({ ...destructive, validateOnly: queryBoolean().optional() }),
  body: z.object({ sourceYaml: z.string().min(1).max(1_000_000) }),
  keyed: true,
  success: 200,
  reply: z.union([z.array(Integration), ManifestRehearsal]),
  problems: ['manifest-invalid'],
})

export const getHydratedRevision = operation({
  id: 'getHydratedRevision',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationId}/revisions/{revisionId}:hydrate',
  tag: 'Integrations',
  summary: 'Get a revision with the live fields of a connection',
  callers: embeddedCallers,
  permission: 'integration:read',
  params: z.object({ ...projectParam, integrationId: z.string(), revisionId: z.string() }),
  query: z.object({ connectionId: z.string() }),
  success: 200,
  reply: HydratedRevision,
  problems: ['integration-not-found', 'revision-not-found', 'connection-not-found'],
})
