import { z } from 'zod'
import { page, projectParam, queryBoolean, times } from './common.ts'
import {
  createTime,
  fieldName,
  integrationId,
  mapToDisplayName,
  objectName,
  projectId,
  provider,
  schedule,
} from './fields.ts'
import { id } from './ids.ts'
import { ManifestIntegration } from './manifest.ts'
import { FieldMetadata } from './object-metadata.ts'
import { embeddedCallers, operation, projectCallers } from './operation.ts'

export const Revision = z
  .object({
    id: id('rev').describe('Identifies the record. Opaque; it sorts by creation.'),
    specVersion: z.string().describe('The version of the manifest’s format.'),
    createTime,
    content: ManifestIntegration.describe('What is declared.'),
  })
  .meta({ id: 'Revision', description: 'What one deploy declared. It never changes.' })
export type Revision = z.infer<typeof Revision>

export const Integration = z
  .object({
    id: id('int').describe('Identifies the record. Opaque; it sorts by creation.'),
    projectId,
    name: z.string().describe('As in `platform.yaml`; the UI library names it so.'),
    provider,
    ...times,
    latestRevision: Revision.describe('What was deployed last; it decides what runs.'),
  })
  .meta({ id: 'Integration', description: 'What you offer for a provider.' })
export type Integration = z.infer<typeof Integration>

export const HydratedIntegrationField = z
  .union([
    z.object({
      fieldName,
      displayName: z.string().describe('Its name, for people.'),
      mapToName: z.string().optional().describe('What it is called in your product.'),
      mapToDisplayName,
    }),
    z.object({
      mapToName: z.string().describe('What it is called in your product.'),
      mapToDisplayName,
      default: z.string().optional().describe('The default.'),
      prompt: z.string().optional().describe('What to tell the end user about the choice.'),
    }),
  ])
  .meta({
    id: 'HydratedIntegrationField',
    description: 'A field of the manifest, with what the provider says of it.',
  })
export type HydratedIntegrationField = z.infer<typeof HydratedIntegrationField>

export const HydratedIntegrationObject = z
  .object({
    error: z.string().optional().describe('What went wrong.'),
    objectName,
    displayName: z.string().describe('Its name, for people.'),
    mapToName: z.string().optional().describe('What it is called in your product.'),
    mapToDisplayName,
    destination: z.string().optional().describe('The name of the destination that messages go to.'),
    schedule,
    requiredFields: z
      .array(HydratedIntegrationField)
      .optional()
      .describe('Fields that are always read.'),
    optionalFields: z
      .array(HydratedIntegrationField)
      .optional()
      .describe('Fields that the end user may choose.'),
    optionalFieldsAuto: z
      .literal('all')
      .optional()
      .describe('`all` offers every field that the object has.'),
    allFieldsMetadata: z
      .record(z.string(), FieldMetadata)
      .optional()
      .describe('What the provider says of each field, by its name.'),
    allFields: z
      .array(HydratedIntegrationField)
      .optional()
      .describe('Every field that the object has.'),
    backfill: z
      .object({
        defaultPeriod: z
          .object({
            days: z.int().optional().describe('So many days back.'),
            fullHistory: z.boolean().optional().describe('Everything there is.'),
          })
          .describe('How far back it goes.'),
      })
      .optional()
      .describe('What of the past is read first.'),
  })
  .meta({
    id: 'HydratedIntegrationObject',
    description: 'An object of the manifest, with what the provider says of it.',
  })
export type HydratedIntegrationObject = z.infer<typeof HydratedIntegrationObject>

/** A revision completed with what the connected provider account says of its objects and fields. */
export const HydratedRevision = z
  .object({
    id: id('rev').describe('Identifies the record. Opaque; it sorts by creation.'),
    specVersion: z.string().describe('The version of the manifest’s format.'),
    createTime,
    content: z
      .object({
        name: z.string().describe('Its name.'),
        displayName: z.string().optional().describe('Its name, for people.'),
        module: z
          .string()
          .optional()
          .describe('Which part of the provider’s API; its default one when left out.'),
        provider,
        read: z
          .object({
            objects: z.array(HydratedIntegrationObject).optional().describe('The objects.'),
          })
          .optional()
          .describe('What is read.'),
        write: z
          .object({
            objects: z
              .array(
                z.object({
                  objectName,
                  displayName: z.string().describe('Its name, for people.'),
                  valueDefaults: z
                    .object({ allowAnyFields: z.boolean().optional().describe('Any field may.') })
                    .optional()
                    .describe('Which fields may be given default values.'),
                }),
              )
              .optional()
              .describe('The objects.'),
          })
          .optional()
          .describe('What may be written.'),
        proxy: z
          .object({
            enabled: z.boolean().optional().describe('Whether it is switched on.'),
            useModule: z
              .boolean()
              .optional()
              .describe('Whether calls go to the module’s own address.'),
          })
          .optional()
          .describe('Whether calls may be passed through to the provider.'),
      })
      .describe('What is declared.'),
  })
  .meta({
    id: 'HydratedRevision',
    description: 'A revision, with what the customer’s account at the provider has.',
  })
export type HydratedRevision = z.infer<typeof HydratedRevision>

const integrationParams = z.object({
  ...projectParam,
  integrationIdOrName: z
    .string()
    .min(1)
    .max(255)
    .describe('The integration, by its ID or its name.'),
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
    name: z.string().min(1).max(64).describe('Its name.'),
    provider,
    latestRevision: z
      .object({
        specVersion: z.string().describe('The version of the manifest’s format.'),
        content: ManifestIntegration.describe('What is declared.'),
      })
      .describe('What was deployed last; it decides what runs.'),
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
    rule: z.string().describe('The rule that is broken.'),
    severity: z
      .enum(['error', 'warning'])
      .describe('Whether it keeps the file from being deployed.'),
    message: z.string().describe('What it says.'),
    line: z.int().describe('Where it stands, counted from 1.'),
    column: z.int().describe('Where in the line, counted from 1.'),
    path: z.string().describe('Where it is in the reply.'),
    suggestion: z.string().optional().describe('What was probably meant.'),
  })
  .meta({ id: 'ManifestFinding', description: 'What is wrong in a manifest, or worth a look.' })

/** What a deployment would change, told without changing it. */
export const ManifestRehearsal = z
  .object({
    findings: z.array(ManifestFinding).describe('What is wrong, or worth a look.'),
    integrations: z
      .array(
        z.object({
          name: z.string().describe('Its name.'),
          change: z
            .enum(['create', 'update', 'none'])
            .describe('Whether the integration is new, gets a new revision, or stays as it is.'),
          installations: z.int().describe('How many installations were erased.'),
          effects: z
            .array(
              z.object({
                objectName,
                effect: z.string().describe('What would be different for the object.'),
                installations: z.int().describe('How many installations were erased.'),
                groupRefs: z.array(z.string()).describe('For which groups, at most 100 of them.'),
              }),
            )
            .describe('What installations would notice.'),
        }),
      )
      .describe('What would become of each integration of the file.'),
  })
  .meta({ id: 'ManifestRehearsal', description: 'What a deployment would change, and for whom.' })
export type ManifestRehearsal = z.infer<typeof ManifestRehearsal>

export const RevisionChange = z
  .object({
    path: z.string().describe('Where it is in the reply.'),
    before: z.unknown().optional().describe('The value in the one revision.'),
    after: z.unknown().optional().describe('The value in the other.'),
  })
  .meta({ id: 'RevisionChange', description: 'What differs between two revisions at one path.' })

const destructive = {
  destructive: queryBoolean()
    .optional()
    .describe('Whether objects that are no longer declared are paused where they are installed.'),
}
const revisionsPath = '/v1/projects/{projectIdOrName}/integrations/{integrationId}/revisions'
const integrationIdParams = {
  ...projectParam,
  integrationId,
}

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
  body: z.object({
    sourceYaml: z.string().min(1).max(1_000_000).describe('The text of `platform.yaml`.'),
  }),
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
  params: z.object({ ...integrationIdParams, revisionId: z.string().describe('The revision.') }),
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
  params: z.object({ ...integrationIdParams, revisionId: z.string().describe('The revision.') }),
  query: z.object({
    with: z.string().optional().describe('The revision to compare with; the latest without it.'),
  }),
  success: 200,
  reply: z.object({
    changes: z.array(RevisionChange).describe('What differs.'),
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
  query: z.object({
    ...destructive,
    validateOnly: queryBoolean()
      .optional()
      .describe('Changes nothing and answers what would change.'),
  }),
  body: z.object({
    sourceYaml: z.string().min(1).max(1_000_000).describe('The text of `platform.yaml`.'),
  }),
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
  params: z.object({
    ...projectParam,
    integrationId,
    revisionId: z.string().describe('The revision.'),
  }),
  query: z.object({ connectionId: z.string().describe('The connection.') }),
  success: 200,
  reply: HydratedRevision,
  problems: ['integration-not-found', 'revision-not-found', 'connection-not-found'],
})
