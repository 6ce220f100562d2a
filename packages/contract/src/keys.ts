import { z } from 'zod'
import { page, projectParam, queryBoolean, time, times, updateMask } from './common.ts'
import { createTime, projectId } from './fields.ts'
import { id } from './ids.ts'
import { operation, projectCallers } from './operation.ts'

export const ApiKeyScope = z.enum(['full', 'frontend']).meta({
  description: '`full` is for servers; `frontend` is for the UI library and reaches no secrets.',
})
export type ApiKeyScope = z.infer<typeof ApiKeyScope>

export const ApiKey = z
  .object({
    id: id('key').describe('Identifies the record. Opaque; it sorts by creation.'),
    key: z.string().optional().meta({
      description: 'The key itself: only in the reply that creates it, never again.',
      example: 'plat_full_…',
    }),
    maskedKey: z.string().describe('Enough of the key to tell it from others.'),
    label: z.string().describe('A name for people.'),
    scopes: z
      .array(z.string())
      .describe('`full` for servers; `frontend` for what the UI library needs, never secrets.'),
    projectId,
    active: z.boolean().describe('Whether it is accepted.'),
    expireTime: time().optional().describe('When it ends by itself.'),
    lastUseTime: time().optional().describe('When it was last used; noted about once a minute.'),
    ...times,
  })
  .meta({ id: 'ApiKey', description: 'A credential for a server or for the UI library.' })
export type ApiKey = z.infer<typeof ApiKey>

const label = z.string().min(1).max(255).describe('A name for people.')
const scopes = z.array(ApiKeyScope).length(1)
const apiKeyParams = z.object({
  ...projectParam,
  apiKey: z.string().meta({ description: 'The ID of the key, never the key itself.' }),
})

export const listApiKeys = operation({
  id: 'listApiKeys',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/api-keys',
  tag: 'API keys',
  summary: 'List API keys',
  callers: projectCallers,
  permission: 'api-key:read',
  params: z.object(projectParam),
  query: z.object({
    active: queryBoolean().optional().describe('Only keys that are accepted, or only others.'),
    ...page,
  }),
  success: 200,
  reply: z.array(ApiKey),
})

export const createApiKey = operation({
  id: 'createApiKey',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/api-keys',
  tag: 'API keys',
  summary: 'Create an API key',
  callers: projectCallers,
  permission: 'api-key:write',
  params: z.object(projectParam),
  body: z.object({
    label,
    scopes: scopes
      .default(['full'])
      .describe('`full` for servers; `frontend` for what the UI library needs.'),
    expireTime: time().optional().describe('When it ends by itself.'),
  }),
  success: 201,
  reply: ApiKey,
})

export const getApiKey = operation({
  id: 'getApiKey',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/api-keys/{apiKey}',
  tag: 'API keys',
  summary: 'Get an API key',
  callers: projectCallers,
  permission: 'api-key:read',
  params: apiKeyParams,
  success: 200,
  reply: ApiKey,
  problems: ['api-key-not-found'],
})

export const updateApiKey = operation({
  id: 'updateApiKey',
  method: 'PATCH',
  path: '/v1/projects/{projectIdOrName}/api-keys/{apiKey}',
  tag: 'API keys',
  summary: 'Rename, deactivate or activate an API key',
  callers: projectCallers,
  permission: 'api-key:write',
  params: apiKeyParams,
  body: z.object({
    updateMask: updateMask(),
    apiKey: z
      .object({
        label: label.optional(),
        active: z.boolean().optional().describe('Whether it is accepted.'),
        scopes: scopes.optional().describe('What it was granted.'),
        expireTime: time().nullish().describe('When it ends by itself.'),
      })
      .describe('The new values.'),
  }),
  success: 200,
  reply: ApiKey,
  problems: ['api-key-not-found'],
})

export const deleteApiKey = operation({
  id: 'deleteApiKey',
  method: 'DELETE',
  path: '/v1/projects/{projectIdOrName}/api-keys/{apiKey}',
  tag: 'API keys',
  summary: 'Delete an API key',
  callers: projectCallers,
  permission: 'api-key:write',
  params: apiKeyParams,
  success: 204,
  reply: null,
  problems: ['api-key-not-found'],
})

export const JwtAlgorithm = z.enum(['RS256', 'ES256', 'EdDSA'])
export type JwtAlgorithm = z.infer<typeof JwtAlgorithm>

export const JWTKey = z
  .object({
    id: z.uuid().meta({ description: 'The `kid` of tokens that it verifies.' }),
    projectId,
    label: z.string().describe('A name for people.'),
    algorithm: z.enum(['RSA', 'EC', 'OKP']).meta({ description: 'The kind of key.' }),
    publicKeyPem: z.string().describe('The public key, as PEM.'),
    active: z.boolean().describe('Whether it is accepted.'),
    createTime,
    updateTime: time().describe('When it was last changed; missing until then.'),
  })
  .meta({ id: 'JWTKey', description: 'A public key that verifies tokens of your end users.' })
export type JWTKey = z.infer<typeof JWTKey>

const jwtKeyParams = z.object({
  ...projectParam,
  keyId: z.string().describe('The JWT key, by its `kid`.'),
})

export const listJWTKeys = operation({
  id: 'listJWTKeys',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/jwt-keys',
  tag: 'JWT keys',
  summary: 'List JWT keys',
  callers: projectCallers,
  permission: 'jwt-key:read',
  params: z.object(projectParam),
  query: z.object({
    active: queryBoolean().default(false).meta({ description: 'Only those that are active.' }),
    ...page,
  }),
  success: 200,
  reply: z.array(JWTKey),
})

export const createJWTKey = operation({
  id: 'createJWTKey',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/jwt-keys',
  tag: 'JWT keys',
  summary: 'Register a public key for the tokens of end users',
  description: 'Give the public key as PEM or as JWK. The reply names the `kid` to sign with.',
  callers: projectCallers,
  permission: 'jwt-key:write',
  params: z.object(projectParam),
  body: z.object({
    label,
    algorithm: JwtAlgorithm.default('RS256').describe(
      'How tokens are signed. No other algorithm is accepted for this key.',
    ),
    publicKeyPem: z
      .string()
      .max(16_384)
      .optional()
      .meta({
        example:
          '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n',
      })
      .describe('The public key, as PEM.'),
    publicKeyJwk: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The public key, as a JWK instead.'),
  }),
  success: 201,
  reply: z
    .object({ kid: z.uuid().describe('What tokens name as `kid` in their header.') })
    .meta({ id: 'JWTKeyResponse', description: 'The ID of a new JWT key.' }),
})

export const getJWTKey = operation({
  id: 'getJWTKey',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/jwt-keys/{keyId}',
  tag: 'JWT keys',
  summary: 'Get a JWT key',
  callers: projectCallers,
  permission: 'jwt-key:read',
  params: jwtKeyParams,
  success: 200,
  reply: JWTKey,
  problems: ['jwt-key-not-found'],
})

export const updateJWTKey = operation({
  id: 'updateJWTKey',
  method: 'PATCH',
  path: '/v1/projects/{projectIdOrName}/jwt-keys/{keyId}',
  tag: 'JWT keys',
  summary: 'Rename, deactivate or activate a JWT key',
  callers: projectCallers,
  permission: 'jwt-key:write',
  params: jwtKeyParams,
  body: z.object({
    updateMask: updateMask(),
    jwtKey: z
      .looseObject({
        active: z.boolean().optional().describe('Whether it is accepted.'),
        label: label.optional(),
      })
      .describe('The new values.'),
  }),
  success: 200,
  reply: JWTKey,
  problems: ['jwt-key-not-found'],
})

export const deleteJWTKey = operation({
  id: 'deleteJWTKey',
  method: 'DELETE',
  path: '/v1/projects/{projectIdOrName}/jwt-keys/{keyId}',
  tag: 'JWT keys',
  summary: 'Delete a JWT key',
  callers: projectCallers,
  permission: 'jwt-key:write',
  params: jwtKeyParams,
  success: 204,
  reply: null,
  problems: ['jwt-key-not-found'],
})
