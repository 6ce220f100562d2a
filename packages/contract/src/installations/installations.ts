import { z } from 'zod'
import {
  ofGroup,
  page,
  projectParam,
  queryBoolean,
  updateMask,
  sortMeaning,
} from '../values/common.ts'
import {
  eitherObjectName,
  groupRef,
  installationId,
  instance,
  integrationId,
  ofInstance,
  displayNameText,
} from './fields.ts'
import { Health } from '../connections/health.ts'
import { id } from '../values/ids.ts'
import { ConfigContent } from './installation-config.ts'
import { embeddedCallers, operation } from '../openapi/operation.ts'
import { Installation } from './installation.ts'

const integrationParams = {
  ...projectParam,
  integrationId,
}

export const installationParams = z.object({
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

const ofHealth = {
  health: z
    .enum([...Health.shape.state.options, 'unhealthy'])
    .optional()
    .describe(
      'Returns only installations whose `health` is in this state. `unhealthy` matches those with the `healthStatus` `unhealthy`. With this filter, a page can have fewer items than `pageSize`, or none, although the `Link` header names a next page.',
    ),
}

const filteredByInstance = {
  instance: instance
    .optional()
    .describe(
      'Returns only installations of the account with this name; of the default account if empty, and of all accounts if unset.',
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
    ...filteredByInstance,
    ...ofHealth,
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
    ...filteredByInstance,
    ...ofHealth,
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
    instance: instance
      .optional()
      .describe(
        'Name of a further account of the customer, if the integration allows several (`multiple`). Letters, digits, `.`, `_` and `-`; it never changes. If unset, installs for the default account.',
      ),
    displayName: displayNameText
      .optional()
      .describe('Name of the account for display, such as `Sales EMEA`. Can be changed.'),
    connectionId: id('conn')
      .optional()
      .describe(
        'ID of the connection to use. Defaults to the customer’s newest connection to the provider that none of its other accounts of the integration uses.',
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
    'accounts-not-allowed',
    'connection-in-use',
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
        displayName: displayNameText
          .optional()
          .describe('Name of the account for display. Removed by the mask without a value.'),
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
    'connection-in-use',
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
  params: z.object({ ...integrationParams, objectName: eitherObjectName }),
  query: z.object({ ...ofInstance, ...skipSampling }),
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
