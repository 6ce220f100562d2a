import { z } from 'zod'
import { PlainPattern } from './plain-pattern.ts'

const variable = z.string().regex(/^[A-Za-z_]\w*$/)
const template = z.string().describe('Text in which `{{name}}` stands for a value known by then.')
const templates = z.record(z.string(), template)

const redirect = z.strictObject({
  kind: z.literal('redirect'),
  url: template.describe('A page of the provider’s.'),
  query: templates
    .optional()
    .describe('Its query; `state` and `redirect_uri` are the flow’s own and are added.'),
  expects: z
    .record(z.string(), z.string())
    .optional()
    .describe('What the query that the browser comes back with must say, by parameter.'),
  capture: z
    .record(variable, z.strictObject({ from: z.string(), pattern: PlainPattern.optional() }))
    .describe('By variable, the parameter that it is taken from, and what all of it must match.'),
})

const request = z.strictObject({
  kind: z.literal('request'),
  method: z.enum(['GET', 'POST']),
  url: template.describe('An address of the provider’s.'),
  headers: templates.optional(),
  form: templates.optional().describe('Members of a form that is the body.'),
  json: templates.optional().describe('Members of a JSON object that is the body.'),
  capture: z
    .record(variable, z.string())
    .describe('By variable, the path in the reply, with dots between its members.'),
  lifetimeFrom: z
    .string()
    .optional()
    .describe('The path in the reply to the seconds for which what was captured is good.'),
  lifetimeSeconds: z.int().positive().optional().describe('The same, where the reply is silent.'),
  isOnce: z
    .boolean()
    .optional()
    .describe('Whether it belongs to the sign-in only, and is not repeated to renew the token.'),
})

const encode = z.strictObject({
  kind: z.literal('encode'),
  name: variable,
  template: template.describe('What becomes base64.'),
})

const decode = z.strictObject({
  kind: z.literal('decode'),
  template: template.describe('A JSON object, as it is or as base64.'),
  capture: z.record(variable, z.string()).describe('By variable, the path in the object.'),
})

const jwt = z.strictObject({
  kind: z.literal('jwt'),
  name: variable.describe('The variable that the signed token fills.'),
  algorithm: z.enum(['RS256', 'PS256', 'ES256']),
  key: template.describe('A private key in PEM (PKCS #8 or PKCS #1), as it is or as base64.'),
  keyId: template.optional().describe('The `kid` of its header.'),
  claims: z
    .record(z.string(), z.union([template, z.array(z.string())]))
    .describe('Beside `iat` and `exp`, which are added.'),
  lifetimeSeconds: z.int().positive(),
})

/** One step on the way from what people enter to what calls carry. */
export const AuthStep = z.discriminatedUnion('kind', [redirect, request, encode, decode, jwt])
export type AuthStep = z.infer<typeof AuthStep>

/**
 * How a provider's own scheme comes from what is entered to what calls carry, in steps. Each knows the
 * values of those before it, the inputs of the end user, and `clientId`, `clientSecret` and whatever
 * else the provider app was given. Without a `redirect` no browser is needed. To renew the token, what
 * follows the last `redirect` is repeated.
 */
export const AuthSteps = z.strictObject({
  token: variable.describe(
    'The variable that is the token: headers and query parameters of calls hold it.',
  ),
  workspaceRef: variable
    .optional()
    .describe('The variable that is the customer’s account at the provider.'),
  refusedBy: z
    .array(z.string())
    .optional()
    .describe(
      'Codes of errors, beside those of OAuth 2, that say that what was entered is not accepted.',
    ),
  steps: z.array(AuthStep).min(1),
})
export type AuthSteps = z.infer<typeof AuthSteps>
