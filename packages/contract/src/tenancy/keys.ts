import { z } from 'zod'
import { Capability } from '../openapi/capabilities.ts'
import {
  force,
  page,
  projectParam,
  queryBoolean,
  time,
  times,
  updateMask,
} from '../values/common.ts'
import { createTime, projectId, recordId } from '../installations/fields.ts'
import { operation, projectCallers } from '../openapi/operation.ts'
import { id } from '../values/ids.ts'
import { OriginPatterns } from '../values/origins.ts'

const scopeHint =
  '`full`: for servers, everything in the project. `frontend`: for the UI library, without access to secrets. Otherwise one or more capabilities: the key can do only what they allow.'

/** A set of capabilities by its name, or one capability. */
export const ApiKeyScope = z.enum(['full', 'frontend', ...Capability.options]).meta({
  id: 'ApiKeyScope',
  description: `Scope of an API key. ${scopeHint}`,
})
export type ApiKeyScope = z.infer<typeof ApiKeyScope>

/** A network in CIDR notation, such as `192.0.2.0/24`. */
const Network = z.union([z.cidrv4(), z.cidrv6()], {
  error: 'Use CIDR notation, such as 192.0.2.0/24 or 2001:db8::/32.',
})

export const ApiKey = z
  .object({
    id: recordId('key'),
    key: z.string().optional().meta({
      description: 'Secret key. Returned only when the key is created.',
      example: 'plat_full_…',
    }),
    maskedKey: z.string().describe('Type and last characters of the key, to identify it.'),
    label: z.string().describe('Label of the key, such as where it is used.'),
    scopes: z.array(z.string()).describe(`Scopes of the key. ${scopeHint}`),
    integrationIds: z
      .array(id('int'))
      .optional()
      .describe(
        'IDs of the integrations that the key is limited to. If unset, it is not limited. Operations on the project as a whole are rejected, and lists contain only what belongs to these integrations.',
      ),
    destinationId: id('dest')
      .optional()
      .describe(
        'ID of the destination that the key is limited to. If unset, it is not limited. The key only receives the messages of this destination.',
      ),
    receiveToken: z.string().optional().meta({
      description:
        'Value of `PLATFORM_RECEIVE` for `receive` of `@platform/client`: the address of the server, the destination and the key. Returned only when a key that is limited to a destination is created or rotated.',
      example: 'prcv_…',
    }),
    allowedNetworks: z
      .array(z.string())
      .describe('Networks from which the key is accepted. If empty, from anywhere.'),
    unused: z.boolean().describe('Whether the key is active and was not used in the last 90 days.'),
    formerKeyUntil: time()
      .optional()
      .describe('Until this time, the secret key from before the rotation is accepted too.'),
    formerKeyLastUseTime: time()
      .optional()
      .describe('Time of the last use of the secret key from before the rotation.'),
    projectId,
    allowedOrigins: z
      .array(z.string())
      .describe('Origins whose pages can use the key. If empty, the project’s origins apply.'),
    active: z.boolean().describe('Whether the key is accepted. Inactive keys can be reactivated.'),
    expireTime: time()
      .optional()
      .describe('Time at which the key expires. If unset, it does not expire.'),
    lastUseTime: time().optional().describe('Time of the last use, updated about once a minute.'),
    ...times,
  })
  .meta({ id: 'ApiKey', description: 'API key for a server or the UI library.' })
export type ApiKey = z.infer<typeof ApiKey>

const label = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .describe('Label of the key, such as where it is used.')
const scopes = z.array(ApiKeyScope).min(1).max(ApiKeyScope.options.length)
const integrationIds = z
  .array(z.string().min(1).max(255))
  .min(1)
  .max(100)
  .describe('IDs or names of the integrations that the key is limited to. If unset, all.')
const allowedNetworks = z
  .array(Network)
  .max(50)
  .describe(
    'Networks from which the key is accepted, in CIDR notation. If empty, from anywhere. Behind a proxy, `PLATFORM_TRUST_PROXY` must be set so that the server sees the address of the caller.',
  )
const allowedOrigins = OriginPatterns.describe(
  'Origins whose pages can use the key, for keys of scope `frontend`. Each has scheme, host and port as sent by browsers. `https://*.example.com` matches all subdomains with one label. If empty, the project’s origins apply.',
)
const apiKeyParams = z.object({
  ...projectParam,
  apiKey: id('key').describe('ID of the key. Not the secret key itself.'),
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
      .describe('`true` returns active keys, `false` inactive keys. If unset, returns all.'),
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
  changesAccess: true,
  summary: 'Create an API key',
  callers: projectCallers,
  permission: 'api-key:write',
  params: z.object(projectParam),
  body: z.object({
    label,
    scopes: scopes.default(['full']).describe(`Scopes of the key. ${scopeHint}`),
    allowedOrigins: allowedOrigins.default([]),
    integrationIds: integrationIds.optional(),
    destination: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe(
        'ID or name of the destination that the key is limited to, of type `pull` or `webhook`. Requires the scope `read:messages`, and that the caller may choose where messages are sent. With its key, a receiver fetches messages or registers its URL.',
      ),
    allowedNetworks: allowedNetworks.default([]),
    expireTime: time()
      .optional()
      .describe('Time at which the key expires. If unset, it does not expire.'),
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
  changesAccess: true,
  summary: 'Update an API key',
  callers: projectCallers,
  permission: 'api-key:write',
  params: apiKeyParams,
  body: z.object({
    updateMask: updateMask(),
    apiKey: z
      .object({
        label: label.optional(),
        active: z.boolean().optional().describe('`false` revokes access within two seconds.'),
        scopes: scopes.optional().describe('New scopes. The secret key does not change.'),
        allowedOrigins: allowedOrigins.optional(),
        integrationIds: integrationIds
          .nullish()
          .describe(
            'IDs or names of the integrations that the key is limited to. `null` lifts the limit.',
          ),
        allowedNetworks: allowedNetworks.optional(),
        expireTime: time()
          .nullish()
          .describe('Time at which the key expires. `null` removes the expiry.'),
      })
      .describe('New values. Only fields in the mask are changed.'),
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
  changesAccess: true,
  summary: 'Delete an API key',
  callers: projectCallers,
  permission: 'api-key:write',
  params: apiKeyParams,
  success: 204,
  reply: null,
  problems: ['api-key-not-found'],
})

export const rotateApiKey = operation({
  id: 'rotateApiKey',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/api-keys/{apiKey}:rotate',
  tag: 'API keys',
  changesAccess: true,
  summary: 'Rotate an API key',
  description:
    'Returns a new secret key. The former one is accepted for `overlapHours` more, so that servers can be switched one by one. A second rotation ends the overlap of the first. If the key is limited to a destination, the signing key of the destination is rotated too, and the former one also signs for `overlapHours`.',
  callers: projectCallers,
  permission: 'api-key:write',
  params: apiKeyParams,
  body: z.object({
    overlapHours: z
      .int()
      .min(0)
      .max(720)
      .default(24)
      .describe(
        'For how many hours the former secret key is accepted. 0 rejects it within two seconds.',
      ),
  }),
  success: 200,
  reply: ApiKey,
  problems: ['api-key-not-found'],
})

export const JwtAlgorithm = z.enum(['RS256', 'ES256', 'EdDSA'])
export type JwtAlgorithm = z.infer<typeof JwtAlgorithm>

export const JWTKey = z
  .object({
    id: z.uuid().describe('`kid` of tokens that the key verifies.'),
    projectId,
    label: z.string().describe('Label of the key.'),
    algorithm: z
      .enum(['RSA', 'EC', 'OKP'])
      .describe('Type of the key: `RSA` for RS256, `EC` for ES256, `OKP` for EdDSA.'),
    publicKeyPem: z.string().describe('Public key in PEM format.'),
    active: z.boolean().describe('Whether tokens signed with the key are accepted.'),
    lastUseTime: time()
      .optional()
      .describe(
        'Time at which a token signed with the key was last accepted, updated about once a minute.',
      ),
    createTime,
    updateTime: time().describe('Time of the last change. Initially the creation time.'),
  })
  .meta({ id: 'JWTKey', description: 'Public key that verifies the tokens of your end users.' })
export type JWTKey = z.infer<typeof JWTKey>

const jwtKeyParams = z.object({
  ...projectParam,
  keyId: z.string().describe('`kid` of the key.'),
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
    active: queryBoolean().default(false).describe('Whether to return only active keys.'),
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
  changesAccess: true,
  summary: 'Register a JWT key',
  description:
    'Accepts a public key in PEM or JWK format. Returns the `kid` to sign tokens with. A limited API key also needs the capabilities of end users, and no limits of networks or time.',
  callers: projectCallers,
  permission: 'jwt-key:write',
  params: z.object(projectParam),
  body: z.object({
    label,
    algorithm: JwtAlgorithm.default('RS256').describe(
      'Signature algorithm. Tokens with another algorithm are rejected.',
    ),
    publicKeyPem: z
      .string()
      .max(16_384)
      .optional()
      .meta({
        example:
          '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n',
      })
      .describe('Public key in PEM format. Set this or `publicKeyJwk`.'),
    publicKeyJwk: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Public key in JWK format. Set this or `publicKeyPem`.'),
  }),
  success: 201,
  reply: z
    .object({
      kid: z.uuid().describe('`kid` to set in the header of each token signed with this key.'),
    })
    .meta({ id: 'JWTKeyResponse', description: 'ID of a new JWT key.' }),
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
  changesAccess: true,
  summary: 'Update a JWT key',
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
          .describe('`false` rejects all tokens signed with the key within two seconds.'),
        label: label.optional(),
      })
      .describe('New values. Only fields in the mask are changed.'),
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
  changesAccess: true,
  summary: 'Delete a JWT key',
  description:
    'Rejected while the key is active and its tokens were used in the last seven days. Deactivate the key first, which is reversible, or set `force`.',
  callers: projectCallers,
  permission: 'jwt-key:write',
  params: jwtKeyParams,
  query: z.object(force('tokens signed with it are rejected within two seconds.')),
  success: 204,
  reply: null,
  problems: ['jwt-key-not-found', 'in-use'],
})
