import { z } from 'zod'
import { page, projectParam, queryBoolean, times, updateMask } from './common.ts'
import { recordId } from './fields.ts'
import { id } from './ids.ts'
import { builders, operation, projectCallers } from './operation.ts'
import { OriginPatterns } from './origins.ts'

export const Entitlements = z
  .object({
    brandingRemoval: z
      .object({ value: z.boolean().describe('`true` where no brand is shown.') })
      .optional()
      .describe('Whether the UI library shows no brand of the platform’s.'),
    logRetentionDays: z
      .object({ value: z.int().describe('So many days.') })
      .optional()
      .describe('How long logs of operations can be looked at.'),
  })
  .meta({
    id: 'Entitlements',
    description: 'What a project may use. Every project may use all there is.',
  })
export type Entitlements = z.infer<typeof Entitlements>

export const FrontendKeys = z
  .enum(['allowed', 'off'])
  .describe(
    'Whether API keys of scope `frontend` are accepted. With `off` browsers need a JWT that your backend signs.',
  )
export type FrontendKeys = z.infer<typeof FrontendKeys>

export const Project = z
  .object({
    id: recordId('proj'),
    name: z.string().describe('Addresses the project in URLs. Unique; stored in lower case.'),
    appName: z
      .string()
      .describe('What end users read as the name of your product when they connect.'),
    orgId: id('org').describe('The organization that owns it.'),
    frontendKeys: FrontendKeys,
    allowedOrigins: z
      .array(z.string())
      .describe(
        'The only origins whose pages may use JWTs of end users, and front-end keys that name none themselves; any may where there are none.',
      ),
    ...times,
    entitlements: Entitlements.optional().describe('Only with `includeEntitlements`.'),
  })
  .meta({ id: 'Project', description: 'One product of yours.' })
export type Project = z.infer<typeof Project>

/** Letters, digits and dashes: a name can never look like an ID, which has an underscore. */
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
      'Addresses the project in URLs: letters, digits and dashes. Unique on the server, and stored in lower case.',
    example: 'acme-crm',
  })
const appName = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .describe('What end users see as the name of your product.')

export const listProjects = operation({
  id: 'listProjects',
  method: 'GET',
  path: '/v1/projects',
  tag: 'Projects',
  summary: 'List projects',
  description: 'A builder sees those of their organizations; an API key sees its own.',
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
  summary: 'Create a project',
  callers: builders,
  body: z.object({
    appName,
    name,
    orgId: id('org').describe(
      'The organization that shall own it; the caller must be its owner or admin.',
    ),
  }),
  success: 201,
  reply: Project,
  problems: ['org-not-found', 'permission-missing', 'project-name-taken', 'limit-reached'],
})

export const getProject = operation({
  id: 'getProject',
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
      .describe('Whether the reply tells `entitlements`.'),
  }),
  success: 200,
  reply: Project,
})

export const updateProject = operation({
  id: 'updateProject',
  method: 'PATCH',
  path: '/v1/projects/{projectIdOrName}',
  tag: 'Projects',
  summary: 'Update a project',
  description: 'Links by the ID keep working when the name changes.',
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
            'The new name in URLs. Links by the project’s ID keep working, those by its old name do not.',
          ),
        frontendKeys: FrontendKeys.optional(),
        allowedOrigins: OriginPatterns.optional().describe(
          'The origins of your product’s pages, each with scheme, host and port as browsers tell it. `https://*.example.com` stands for its subdomains of one label. Empty for any.',
        ),
      })
      .describe('The new values; only what the mask names counts.'),
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
  summary: 'Delete a project and everything in it',
  description: 'Refused while it has installations, unless forced.',
  callers: builders,
  permission: 'org:owner',
  params: z.object(projectParam),
  query: z.object({
    force: queryBoolean()
      .default(false)
      .describe('Whether to uninstall what is still installed; refused otherwise.'),
  }),
  success: 204,
  reply: null,
  problems: ['owner-required', 'project-in-use'],
})
