import { z } from 'zod'
import { force, page, projectParam, queryBoolean, times } from './common.ts'
import {
  createTime,
  fieldName,
  integrationId,
  mapToDisplayName,
  objectName,
  projectId,
  provider,
  recordId,
  schedule,
} from './fields.ts'
import { ManifestIntegration } from './manifest.ts'
import { FieldMetadata } from './object-metadata.ts'
import { embeddedCallers, operation, projectCallers } from './operation.ts'
import { id } from './ids.ts'

export const Revision = z
  .object({
    id: recordId('rev'),
    specVersion: z.string().describe('The version of the format of `platform.yaml`.'),
    createTime,
    content: ManifestIntegration.describe('What was declared, as the file had it.'),
  })
  .meta({ id: 'Revision', description: 'What one deploy declared. It never changes.' })
export type Revision = z.infer<typeof Revision>

export const Integration = z
  .object({
    id: recordId('int'),
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
      displayName: z
        .string()
        .describe(
          'What the provider calls the field for people, as the customer’s account has it.',
        ),
      mapToName: z.string().optional().describe('What your product calls the field.'),
      mapToDisplayName,
    }),
    z.object({
      mapToName: z.string().describe('What your product calls the field.'),
      mapToDisplayName,
      default: z.string().optional().describe('The provider’s field that is suggested.'),
      prompt: z
        .string()
        .optional()
        .describe('A sentence that tells the end user what the field is for.'),
    }),
  ])
  .meta({
    id: 'HydratedIntegrationField',
    description: 'A field of the manifest, with what the provider says of it.',
  })
export type HydratedIntegrationField = z.infer<typeof HydratedIntegrationField>

export const HydratedIntegrationObject = z
  .object({
    error: z
      .string()
      .optional()
      .describe('Why the provider did not tell its fields; they are missing then.'),
    objectName,
    displayName: z.string().describe('What the provider calls the object for people.'),
    mapToName: z.string().optional().describe('What your product calls the object.'),
    mapToDisplayName,
    destination: z
      .string()
      .optional()
      .describe('The name of the destination that records are sent to.'),
    schedule,
    requiredFields: z
      .array(HydratedIntegrationField)
      .optional()
      .describe('Fields that are always read, with those that the end user must map.'),
    optionalFields: z
      .array(HydratedIntegrationField)
      .optional()
      .describe('Fields that the end user may choose.'),
    optionalFieldsAuto: z
      .literal('all')
      .optional()
      .describe('`all`: the end user may choose every field of `allFields`.'),
    allFieldsMetadata: z
      .record(z.string(), FieldMetadata)
      .optional()
      .describe('What the provider says of each field that the account has, by its name.'),
    allFields: z
      .array(HydratedIntegrationField)
      .optional()
      .describe('Every field that the account has, for clients that offer them as a list.'),
    backfill: z
      .object({
        defaultPeriod: z
          .object({
            days: z
              .int()
              .optional()
              .describe('Records that changed in so many days before the installation.'),
            fullHistory: z.boolean().optional().describe('`true` reads every record.'),
          })
          .describe('Exactly one of the two.'),
      })
      .optional()
      .describe('What of the past is read first; nothing without it.'),
  })
  .meta({
    id: 'HydratedIntegrationObject',
    description: 'An object of the manifest, with what the provider says of it.',
  })
export type HydratedIntegrationObject = z.infer<typeof HydratedIntegrationObject>

export const HydratedRevision = z
  .object({
    id: recordId('rev'),
    specVersion: z.string().describe('The version of the format of `platform.yaml`.'),
    createTime,
    content: z
      .object({
        name: z.string().describe('The integration’s name in `platform.yaml`.'),
        displayName: z.string().optional().describe('What end users read; the name without it.'),
        module: z
          .string()
          .optional()
          .describe('The provider’s module; its default one without it.'),
        provider,
        read: z
          .object({
            objects: z
              .array(HydratedIntegrationObject)
              .optional()
              .describe('One entry for each object, in the order of the file.'),
          })
          .optional()
          .describe('What is read from the provider.'),
        write: z
          .object({
            objects: z
              .array(
                z.object({
                  objectName,
                  displayName: z
                    .string()
                    .describe('What the provider calls the object for people.'),
                  valueDefaults: z
                    .object({
                      allowAnyFields: z
                        .boolean()
                        .optional()
                        .describe('`true` lets them do so for every field.'),
                    })
                    .optional()
                    .describe('Which fields end users may give defaults.'),
                }),
              )
              .optional()
              .describe('One entry for each object, in the order of the file.'),
          })
          .optional()
          .describe('What may be written to the provider.'),
        proxy: z
          .object({
            enabled: z.boolean().optional().describe('`true` lets such calls through.'),
            useModule: z
              .boolean()
              .optional()
              .describe('Whether paths begin at the module’s address, not at the provider’s.'),
          })
          .optional()
          .describe('Whether your server may call the provider as the customer.'),
      })
      .describe('What was declared, completed.'),
  })
  .meta({
    id: 'HydratedRevision',
    description:
      'A revision, completed with what the customer’s account at the provider says of its objects and fields.',
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
  query: z.object({
    ...page,
    brief: queryBoolean()
      .default(false)
      .describe(
        'Whether definitions say of each object only its name, and where its changes go: for lists of many.',
      ),
  }),
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
    name: z
      .string()
      .min(1)
      .max(64)
      .describe('The name that the UI library and the API use; unique in the project.'),
    provider,
    latestRevision: z
      .object({
        specVersion: z.string().describe('The version of the format of `platform.yaml`.'),
        content: ManifestIntegration.describe('What `platform.yaml` would declare of it.'),
      })
      .describe('The first revision.'),
  }),
  success: 201,
  reply: Integration,
  problems: ['integration-name-taken', 'manifest-invalid', 'limit-reached'],
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
  description:
    'Refused while it is installed, unless `force` uninstalls it: each customer’s is told by `installation.deleted`, and the header `Platform-Uninstalled` says how many there were.',
  callers: projectCallers,
  permission: 'integration:write',
  params: integrationParams,
  query: z.object(force('its installations are uninstalled.')),
  success: 204,
  reply: null,
  problems: ['integration-not-found', 'in-use'],
})

export const ManifestFinding = z
  .object({
    rule: z
      .string()
      .describe('The name of the rule, which a comment can silence where it is a warning.'),
    severity: z
      .enum(['error', 'warning'])
      .describe('An `error` keeps the file from being deployed.'),
    message: z.string().describe('What is wrong, in a sentence.'),
    line: z.int().describe('The line of the file, counted from 1.'),
    column: z.int().describe('The character of the line, counted from 1.'),
    path: z.string().describe('The key it is about, such as `integrations[0].name`.'),
    suggestion: z
      .string()
      .optional()
      .describe('What was probably meant; missing where nothing is near.'),
  })
  .meta({
    id: 'ManifestFinding',
    description: 'What is wrong in a manifest, or worth a look, and where.',
  })

/** An integration, and what a deployment has made of it. */
export const DeployedIntegration = Integration.extend({
  change: z
    .enum(['created', 'updated', 'unchanged'])
    .describe('Whether it is new, got a new revision, or is what it was.'),
}).meta({ id: 'DeployedIntegration', description: 'What a deployment has made of an integration.' })
export type DeployedIntegration = z.infer<typeof DeployedIntegration>

/** What a deployment would change, told without changing it. */
export const ManifestRehearsal = z
  .object({
    findings: z
      .array(ManifestFinding)
      .describe('What is wrong or worth a look, in the order of the file.'),
    integrations: z
      .array(
        z.object({
          name: z.string().describe('The integration’s name in the file.'),
          change: z
            .enum(['create', 'update', 'none'])
            .describe('Whether the integration is new, gets a new revision, or stays as it is.'),
          installations: z.int().describe('How many customers have it installed.'),
          effects: z
            .array(
              z.object({
                objectName,
                effect: z
                  .string()
                  .describe('What would be different for the object, in a sentence.'),
                installations: z.int().describe('How many installations would notice it.'),
                groupRefs: z.array(z.string()).describe('For which groups, at most 100 of them.'),
              }),
            )
            .describe('What installations would notice, object by object.'),
        }),
      )
      .describe('What would become of each integration of the file.'),
  })
  .meta({ id: 'ManifestRehearsal', description: 'What a deployment would change, and for whom.' })
export type ManifestRehearsal = z.infer<typeof ManifestRehearsal>

export const RevisionChange = z
  .object({
    path: z.string().describe('Where they differ, such as `read.objects.Contact.schedule`.'),
    before: z
      .unknown()
      .optional()
      .describe('The value in the revision that is compared with; missing where it has none.'),
    after: z
      .unknown()
      .optional()
      .describe('The value in the revision itself; missing where it has none.'),
  })
  .meta({ id: 'RevisionChange', description: 'What differs between two revisions at one path.' })

const destructive = {
  destructive: queryBoolean()
    .optional()
    .describe(
      'Whether objects that are no longer declared are paused where they are installed; they are read on otherwise.',
    ),
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
    sourceYaml: z
      .string()
      .min(1)
      .max(1_000_000)
      .describe('The text of `platform.yaml`; other integrations in it do not count.'),
  }),
  success: 201,
  reply: Revision,
  problems: ['integration-not-found', 'manifest-invalid', 'limit-reached'],
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
  params: z.object({
    ...integrationIdParams,
    revisionId: id('rev').describe('The revision to go back to.'),
  }),
  query: z.object(destructive),
  success: 200,
  reply: Integration,
  problems: ['integration-not-found', 'revision-not-found', 'manifest-invalid', 'limit-reached'],
})

export const compareRevisions = operation({
  id: 'compareRevisions',
  method: 'GET',
  path: `${revisionsPath}/{revisionId}:compare`,
  tag: 'Integrations',
  summary: 'Compare a revision with another',
  callers: projectCallers,
  permission: 'integration:read',
  params: z.object({
    ...integrationIdParams,
    revisionId: id('rev').describe('The revision to look at.'),
  }),
  query: z.object({
    with: id('rev').optional().describe('The revision to compare with; the latest one without it.'),
  }),
  success: 200,
  reply: z.object({
    changes: z
      .array(RevisionChange)
      .describe('Where the two differ, key by key; none where they say the same.'),
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
      .describe('Whether to change nothing, and answer what would change.'),
  }),
  body: z.object({
    sourceYaml: z.string().min(1).max(1_000_000).describe('The text of `platform.yaml`.'),
  }),
  keyed: true,
  asksWith: 'validateOnly',
  success: 200,
  reply: z.union([z.array(DeployedIntegration), ManifestRehearsal]),
  problems: ['manifest-invalid', 'limit-reached'],
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
    revisionId: id('rev').describe('The revision to complete.'),
  }),
  query: z.object({
    connectionId: id('conn').describe('The connection whose account tells objects and fields.'),
  }),
  success: 200,
  reply: HydratedRevision,
  problems: ['integration-not-found', 'revision-not-found', 'connection-not-found'],
})
