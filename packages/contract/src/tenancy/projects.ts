import { z } from 'zod'
import { page, projectParam, queryBoolean, times, updateMask } from '../values/common.ts'
import { recordId } from '../installations/fields.ts'
import { id } from '../values/ids.ts'
import { builders, operation, projectCallers } from '../openapi/operation.ts'
import { OriginPatterns } from '../values/origins.ts'

export const Entitlements = z
  .object({
    brandingRemoval: z
      .object({ value: z.boolean().describe('`true` if no branding is shown.') })
      .optional()
      .describe('Whether the UI library hides the platform’s branding.'),
    logRetentionDays: z
      .object({ value: z.int().describe('Number of days.') })
      .optional()
      .describe('Retention of operation logs, in days.'),
    emptyReadRetentionDays: z
      .object({ value: z.int().describe('Number of days.') })
      .optional()
      .describe(
        'Retention of scheduled reads that found no records, in days. The latest read of each object is kept longer.',
      ),
  })
  .meta({
    id: 'Entitlements',
    description: 'Features available to a project. All features are available to every project.',
  })
export type Entitlements = z.infer<typeof Entitlements>

export const FrontendKeys = z
  .enum(['allowed', 'off'])
  .describe(
    'Whether API keys of scope `frontend` are accepted. `off` requires a JWT signed by your backend in browsers.',
  )
export type FrontendKeys = z.infer<typeof FrontendKeys>

export const Project = z
  .object({
    id: recordId('proj'),
    name: z.string().meta({
      description: 'Name of the project in URLs. Unique; stored in lower case.',
      example: 'acme-crm',
    }),
    appName: z.string().describe('Name of your product, shown to end users when they connect.'),
    orgId: id('org').describe('ID of the organization that owns the project.'),
    frontendKeys: FrontendKeys,
    allowedOrigins: z
      .array(z.string())
      .describe(
        'Origins whose pages can use JWTs of end users, and frontend keys without `allowedOrigins` of their own. Empty allows all origins.',
      ),
    ...times,
    entitlements: Entitlements.optional().describe(
      'Features available to the project. Returned only with `includeEntitlements`.',
    ),
  })
  .meta({ id: 'Project', description: 'One of your products.' })
export type Project = z.infer<typeof Project>

/** Letters, digits and dashes: a name never looks like an ID, which contains an underscore. */
const name = z
  .string()
  .min(2)
  .max(128)
  .regex(
    /^[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9]$/,
    'Use letters, digits and dashes, with no dash at either end.',
  )
  .meta({
    description:
      'Name of the project in URLs: letters, digits and dashes. Unique on the server; stored in lower case.',
    example: 'acme-crm',
  })
const appName = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .describe('Name of your product, shown to end users.')

export const listProjects = operation({
  id: 'listProjects',
  suitsLimitedKeys: true,
  method: 'GET',
  path: '/v1/projects',
  tag: 'Projects',
  summary: 'List projects',
  description: 'Returns all projects of a builder’s organizations, or the project of an API key.',
  callers: projectCallers,
  query: z.object(page),
  success: 200,
  reply: z.array(Project),
})

export const createProject = operation({
  id: 'createProject',
  method: 'POST',
  path: '/v1/projects',
  tag: 'Projects',
  changesAccess: true,
  summary: 'Create a project',
  callers: builders,
  body: z.object({
    appName,
    name,
    orgId: id('org').describe(
      'ID of the organization that owns the project. The caller must be its owner or admin.',
    ),
  }),
  success: 201,
  reply: Project,
  problems: ['org-not-found', 'permission-missing', 'project-name-taken', 'limit-reached'],
})

export const getProject = operation({
  id: 'getProject',
  suitsLimitedKeys: true,
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}',
  tag: 'Projects',
  summary: 'Get a project',
  callers: ['builder', 'full', 'frontend', 'consumer'],
  permission: 'project:read',
  params: z.object(projectParam),
  query: z.object({
    includeEntitlements: queryBoolean()
      .default(false)
      .describe('Whether to return `entitlements`.'),
  }),
  success: 200,
  reply: Project,
})

export const updateProject = operation({
  id: 'updateProject',
  method: 'PATCH',
  path: '/v1/projects/{projectIdOrName}',
  tag: 'Projects',
  changesAccess: true,
  summary: 'Update a project',
  description: 'URLs that contain the project’s ID keep working when the name changes.',
  callers: projectCallers,
  permission: 'project:write',
  params: z.object(projectParam),
  body: z.object({
    updateMask: updateMask(),
    project: z
      .object({
        appName: appName.optional(),
        name: name
          .optional()
          .describe(
            'New name in URLs. URLs that contain the project’s ID keep working; URLs that contain the old name do not.',
          ),
        frontendKeys: FrontendKeys.optional(),
        allowedOrigins: OriginPatterns.optional().describe(
          'Origins of your product’s pages, each with scheme, host and port as sent by browsers. `https://*.example.com` matches all subdomains with one label. Empty allows all origins.',
        ),
      })
      .describe('New values. Only fields in the mask are changed.'),
  }),
  success: 200,
  reply: Project,
  problems: ['project-name-taken'],
})

export const deleteProject = operation({
  id: 'deleteProject',
  method: 'DELETE',
  path: '/v1/projects/{projectIdOrName}',
  tag: 'Projects',
  changesAccess: true,
  summary: 'Delete a project and everything in it',
  description: 'Rejected while the project has installations, unless `force` is set.',
  callers: builders,
  permission: 'org:owner',
  params: z.object(projectParam),
  query: z.object({
    force: queryBoolean()
      .default(false)
      .describe(
        'Whether to delete the project’s installations too. Without it, a project with installations cannot be deleted.',
      ),
  }),
  success: 204,
  reply: null,
  problems: ['owner-required', 'project-in-use'],
})
