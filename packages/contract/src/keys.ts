import { z } from 'zod'
import { force, page, projectParam, queryBoolean, time, times, updateMask } from './common.ts'
import { createTime, projectId, recordId } from './fields.ts'
import { operation, projectCallers } from './operation.ts'
import { id } from './ids.ts'
import { OriginPatterns } from './origins.ts'

export const ApiKeyScope = z
  .enum(['full', 'frontend'])
  .describe('`full` is for servers; `frontend` is for the UI library and reaches no secrets.')
export type ApiKeyScope = z.infer<typeof ApiKeyScope>

export const ApiKey = z
  .object({
    id: recordId('key'),
    key: z.string().optional().meta({
      description: 'The key itself: only in the reply that creates it, never again.',
      example: 'plat_full_…',
    }),
    maskedKey: z.string().describe('Its kind and last characters: enough to tell it from others.'),
    label: z.string().describe('What people call it, such as where it is used.'),
    scopes: z
      .array(z.string())
      .describe(
        'One scope: `full` for servers; `frontend` for what the UI library needs, never secrets.',
      ),
    projectId,
    allowedOrigins: z
      .array(z.string())
      .describe(
        'The only origins whose pages may use it; those of the project where there are none.',
      ),
    active: z
      .boolean()
      .describe('Whether it is accepted; a key that is not can be activated again.'),
    expireTime: time().optional().describe('From when it is refused; never without it.'),
    lastUseTime: time().optional().describe('When it was last used; noted about once a minute.'),
    ...times,
  })
  .meta({ id: 'ApiKey', description: 'A credential for a server or for the UI library.' })
export type ApiKey = z.infer<typeof ApiKey>

const label = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .describe('What people call it, such as where it is used.')
const scopes = z.array(ApiKeyScope).length(1)
const allowedOrigins = OriginPatterns.describe(
  'Of a key of scope `frontend`: the only origins whose pages may use it, each with scheme, host and port as browsers tell it. `https://*.example.com` stands for its subdomains of one label. Empty for those of the project.',
)
const apiKeyParams = z.object({
  ...projectParam,
  apiKey: id('key').describe('The ID of the key, never the key itself.'),
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
    active: queryBoolean()
      .optional()
      .describe('`true` for keys that are accepted, `false` for others; all without it.'),
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
      .describe('One scope: `full` for servers; `frontend` for what the UI library needs.'),
    allowedOrigins: allowedOrigins.default([]),
    expireTime: time().optional().describe('From when it is refused; never without it.'),
  }),
  success: 201,
  reply: ApiKey,
  problems: ['limit-reached', 'frontend-keys-off'],
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
  summary: 'Rename, bind, deactivate or activate an API key',
  callers: projectCallers,
  permission: 'api-key:write',
  params: apiKeyParams,
  body: z.object({
    updateMask: updateMask(),
    apiKey: z
      .object({
        label: label.optional(),
        active: z.boolean().optional().describe('`false` refuses the key at once, everywhere.'),
        scopes: scopes.optional().describe('One scope; a key that changes it stays the same key.'),
        allowedOrigins: allowedOrigins.optional(),
        expireTime: time().nullish().describe('From when it is refused; `null` for never.'),
      })
      .describe('The new values; only what the mask names counts.'),
  }),
  success: 200,
  reply: ApiKey,
  problems: ['api-key-not-found', 'frontend-keys-off'],
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
    id: z.uuid().describe('The `kid` of tokens that it verifies.'),
    projectId,
    label: z.string().describe('What people call it.'),
    algorithm: z
      .enum(['RSA', 'EC', 'OKP'])
      .describe('The kind of key: `RSA` for RS256, `EC` for ES256, `OKP` for EdDSA.'),
    publicKeyPem: z.string().describe('The public key as PEM, however it was given.'),
    active: z.boolean().describe('Whether tokens that it signed are accepted.'),
    lastUseTime: time()
      .optional()
      .describe('When a token that it signed was last accepted; noted about once a minute.'),
    createTime,
    updateTime: time().describe('When it was last changed; the time of its creation until then.'),
  })
  .meta({ id: 'JWTKey', description: 'A public key that verifies tokens of your end users.' })
export type JWTKey = z.infer<typeof JWTKey>

const jwtKeyParams = z.object({
  ...projectParam,
  keyId: z.string().describe('The key, by its `kid`.'),
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
    active: queryBoolean().default(false).describe('Whether to list only keys that are active.'),
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
      'What tokens are signed with. No other algorithm is accepted for this key.',
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
      .describe('The public key as a JWK, in place of PEM.'),
  }),
  success: 201,
  reply: z
    .object({
      kid: z
        .uuid()
        .describe(
          'What your backend puts into the header of each token that it signs with this key.',
        ),
    })
    .meta({ id: 'JWTKeyResponse', description: 'The name of a new JWT key.' }),
  problems: ['limit-reached'],
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
        active: z
          .boolean()
          .optional()
          .describe('`false` refuses every token that the key signed, at once.'),
        label: label.optional(),
      })
      .describe('The new values; only what the mask names counts.'),
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
  description:
    'Refused while it is active and tokens that it signed were shown in the last seven days. Deactivate it first, which can be taken back, or repeat with `force`.',
  callers: projectCallers,
  permission: 'jwt-key:write',
  params: jwtKeyParams,
  query: z.object(force('tokens that it signed are refused at once.')),
  success: 204,
  reply: null,
  problems: ['jwt-key-not-found', 'in-use'],
})
