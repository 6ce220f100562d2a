import { z } from 'zod'
import { force, page, projectParam, queryBoolean, times } from '../values/common.ts'
import { createTime, integrationId, objectName, projectId, provider, recordId } from './fields.ts'
import { id } from '../values/ids.ts'
import { ManifestIntegration } from './manifest.ts'
import { embeddedCallers, operation, projectCallers } from '../openapi/operation.ts'

export const Revision = z
  .object({
    id: recordId('rev'),
    specVersion: z.string().describe('Version of the `platform.yaml` format.'),
    createTime,
    content: ManifestIntegration.describe('Integration as declared in the file.'),
  })
  .meta({ id: 'Revision', description: 'Immutable result of one deploy.' })
export type Revision = z.infer<typeof Revision>

export const DeployedRevision = Revision.extend({
  createdBy: z
    .string()
    .optional()
    .describe(
      'Who deployed it, such as `builder:ana@acme.example`; absent for revisions from before this was recorded.',
    ),
  restores: id('rev').optional().describe('Earlier revision that this one rolls back to, if any.'),
}).meta({ id: 'DeployedRevision', description: 'Revision with who deployed it.' })
export type DeployedRevision = z.infer<typeof DeployedRevision>

export const Integration = z
  .object({
    id: recordId('int'),
    projectId,
    name: z.string().describe('Name in `platform.yaml`, also used by the UI library.'),
    provider,
    ...times,
    latestRevision: Revision.describe('Revision deployed last. It applies to all installations.'),
  })
  .meta({
    id: 'Integration',
    description: 'Integration with a provider that you offer to your customers.',
  })
export type Integration = z.infer<typeof Integration>

const integrationParams = z.object({
  ...projectParam,
  integrationIdOrName: z.string().min(1).max(255).describe('ID or name of the integration.'),
})

export const listIntegrations = operation({
  id: 'listIntegrations',
  suitsLimitedKeys: true,
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
        'Whether to return only the name and change destination of each object in a definition. Useful for long lists.',
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
      .describe('Name used by the UI library and the API. Unique in the project.'),
    provider,
    latestRevision: z
      .object({
        specVersion: z.string().describe('Version of the `platform.yaml` format.'),
        content: ManifestIntegration.describe(
          'Definition of the integration, as in `platform.yaml`.',
        ),
      })
      .describe('First revision.'),
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
    'Rejected while the integration is installed. With `force`, its installations are deleted: an `installation.deleted` event is sent for each, and the header `Platform-Uninstalled` contains their number.',
  callers: projectCallers,
  permission: 'integration:write',
  params: integrationParams,
  query: z.object(force('its installations are deleted.')),
  success: 204,
  reply: null,
  problems: ['integration-not-found', 'in-use'],
})

export const ManifestFinding = z
  .object({
    rule: z
      .string()
      .describe('Name of the rule. Warnings can be suppressed with a comment that contains it.'),
    severity: z
      .enum(['error', 'warning'])
      .describe('Severity of the finding. An `error` prevents the deploy.'),
    message: z.string().describe('Description of the problem, as a sentence.'),
    line: z.int().describe('Line number, starting at 1.'),
    column: z.int().describe('Column number, starting at 1.'),
    path: z.string().describe('Path of the key, such as `integrations[0].name`.'),
    suggestion: z.string().optional().describe('Closest valid value; absent if none is similar.'),
  })
  .meta({
    id: 'ManifestFinding',
    description: 'Error or warning in a manifest, with its position.',
  })

const effects = z
  .array(
    z.object({
      objectName,
      effect: z.string().describe('Effect on the object, as a sentence.'),
      installations: z.int().describe('Number of affected installations.'),
      groupRefs: z.array(z.string()).describe('References of affected groups; at most 100.'),
    }),
  )
  .describe('Effects on installations, by object.')

/** An integration with the result of its deployment. */
export const DeployedIntegration = Integration.extend({
  change: z
    .enum(['created', 'updated', 'unchanged'])
    .describe('Whether the integration is new, has a new revision or is unchanged.'),
  effects,
}).meta({ id: 'DeployedIntegration', description: 'Result of a deploy for one integration.' })
export type DeployedIntegration = z.infer<typeof DeployedIntegration>

/** Preview of a deployment's changes. */
export const ManifestRehearsal = z
  .object({
    findings: z.array(ManifestFinding).describe('Errors and warnings, in the order of the file.'),
    integrations: z
      .array(
        z.object({
          name: z.string().describe('Name of the integration in the file.'),
          change: z
            .enum(['create', 'update', 'none'])
            .describe('Whether the integration is new, has a new revision or is unchanged.'),
          installations: z.int().describe('Number of customers who have it installed.'),
          effects,
        }),
      )
      .describe('Changes to each integration in the file.'),
  })
  .meta({
    id: 'ManifestRehearsal',
    description: 'Preview of a deploy: what changes, and for whom.',
  })
export type ManifestRehearsal = z.infer<typeof ManifestRehearsal>

export const RevisionChange = z
  .object({
    path: z.string().describe('Path of the difference, such as `read.objects.Contact.schedule`.'),
    before: z
      .unknown()
      .optional()
      .describe('Value in the revision compared with; absent if unset.'),
    after: z.unknown().optional().describe('Value in this revision; absent if unset.'),
  })
  .meta({ id: 'RevisionChange', description: 'Difference between two revisions at one path.' })

const destructive = {
  destructive: queryBoolean()
    .optional()
    .describe(
      'Whether objects that are no longer declared are paused in existing installations. Otherwise, they continue to be read.',
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
  reply: z.array(DeployedRevision),
  problems: ['integration-not-found'],
})

const forced = {
  force: queryBoolean()
    .optional()
    .describe(
      'Whether to deploy although installations would fail because their accounts lack a field.',
    ),
}

export const createRevision = operation({
  id: 'createRevision',
  method: 'POST',
  path: revisionsPath,
  tag: 'Integrations',
  summary: 'Deploy one integration of platform.yaml',
  description:
    'Returns the latest revision: a new one if the integration changed, otherwise the existing one. Other integrations in the file are left unchanged.',
  callers: projectCallers,
  permission: 'integration:write',
  params: z.object(integrationIdParams),
  query: z.object({ ...destructive, ...forced }),
  body: z.object({
    sourceYaml: z
      .string()
      .min(1)
      .max(1_000_000)
      .describe('Content of `platform.yaml`. Other integrations in it are ignored.'),
  }),
  success: 201,
  reply: Revision,
  problems: [
    'integration-not-found',
    'manifest-invalid',
    'deploy-breaks-installations',
    'limit-reached',
  ],
})

export const rollBackRevision = operation({
  id: 'rollBackRevision',
  method: 'POST',
  path: `${revisionsPath}/{revisionId}:rollback`,
  tag: 'Integrations',
  summary: 'Roll back to an earlier revision',
  description: 'Deploys the content of the earlier revision as a new one.',
  callers: projectCallers,
  permission: 'integration:write',
  params: z.object({
    ...integrationIdParams,
    revisionId: id('rev').describe('ID of the revision to roll back to.'),
  }),
  query: z.object({ ...destructive, ...forced }),
  success: 200,
  reply: Integration,
  problems: [
    'integration-not-found',
    'revision-not-found',
    'manifest-invalid',
    'deploy-breaks-installations',
    'limit-reached',
  ],
})

export const compareRevisions = operation({
  id: 'compareRevisions',
  method: 'GET',
  path: `${revisionsPath}/{revisionId}:compare`,
  tag: 'Integrations',
  summary: 'Compare two revisions',
  callers: projectCallers,
  permission: 'integration:read',
  params: z.object({
    ...integrationIdParams,
    revisionId: id('rev').describe('ID of the revision.'),
  }),
  query: z.object({
    with: id('rev')
      .optional()
      .describe('ID of the revision to compare with. Defaults to the latest.'),
  }),
  success: 200,
  reply: z.object({
    changes: z
      .array(RevisionChange)
      .describe('Differences by key. Empty if the revisions are equal.'),
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
    'Creates new integrations, and adds an immutable revision to each changed one. Integrations that are not in the file are left unchanged. `validateOnly` changes nothing and returns a preview.',
  callers: projectCallers,
  permission: 'integration:write',
  params: z.object(projectParam),
  query: z.object({
    ...destructive,
    validateOnly: queryBoolean()
      .optional()
      .describe('Whether to only validate the file and return a preview.'),
    ...forced,
  }),
  body: z.object({
    sourceYaml: z.string().min(1).max(1_000_000).describe('Content of `platform.yaml`.'),
  }),
  keyed: true,
  asksWith: 'validateOnly',
  success: 200,
  reply: z.union([z.array(DeployedIntegration), ManifestRehearsal]),
  problems: ['manifest-invalid', 'deploy-breaks-installations', 'limit-reached'],
})
