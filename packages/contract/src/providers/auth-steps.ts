import { z } from 'zod'
import { PlainPattern } from '../values/plain-pattern.ts'

const variable = z.string().regex(/^[A-Za-z_]\w*$/)
const template = z.string().describe('Text in which `{{name}}` is replaced with a known value.')
const templates = z.record(z.string(), template)

const captured = z.record(
  variable,
  z.strictObject({ from: z.string(), pattern: PlainPattern.optional() }),
)

const posted = z
  .strictObject({
    callbackParam: z
      .string()
      .describe('Query parameter of the page for the URL that the values are posted to.'),
    returnParam: z
      .string()
      .describe('Query parameter of the page for the URL that the browser returns to.'),
    expects: templates
      .optional()
      .describe('Required values of members. `{{session}}` is the ID of the sign-in.'),
    capture: captured.describe(
      'Values to capture, by variable: the member to read and its pattern.',
    ),
  })
  .describe(
    'The provider posts the values as a JSON object to a URL of the sign-in before it sends the browser back.',
  )

const redirect = z.strictObject({
  kind: z.literal('redirect'),
  url: template.describe('URL of a provider page.'),
  query: templates
    .optional()
    .describe(
      'Query parameters. `state` and `redirect_uri` are added by the flow. `{{appName}}` is the name of the app, `{{session}}` the ID of the sign-in.',
    ),
  posted: posted.optional(),
  denied: z
    .record(z.string(), z.string())
    .optional()
    .describe('Values of query parameters in the redirect of a person who did not allow access.'),
  expects: z
    .record(z.string(), z.string())
    .optional()
    .describe('Required values of query parameters in the redirect, by parameter.'),
  capture: captured.describe(
    'Values to capture, by variable: the parameter to read and the pattern its whole value must match.',
  ),
})

const request = z.strictObject({
  kind: z.literal('request'),
  method: z.enum(['GET', 'POST']),
  url: template.describe('URL of a provider endpoint.'),
  headers: templates.optional(),
  form: templates.optional().describe('Fields of a form body.'),
  json: templates.optional().describe('Fields of a JSON body.'),
  capture: z
    .record(variable, z.string())
    .describe(
      'Values to capture, by variable: the path in the reply, with keys separated by dots.',
    ),
  lifetimeFrom: z
    .string()
    .optional()
    .describe('Path in the reply of the lifetime of the captured values, in seconds.'),
  lifetimeSeconds: z
    .int()
    .positive()
    .optional()
    .describe('Lifetime of the captured values in seconds, if the reply does not contain it.'),
  isOnce: z
    .boolean()
    .optional()
    .describe('Whether the step runs only at sign-in and not to renew the token.'),
})

const encode = z.strictObject({
  kind: z.literal('encode'),
  name: variable,
  template: template.describe('Text to encode as base64.'),
})

const decode = z.strictObject({
  kind: z.literal('decode'),
  template: template.describe('JSON object, plain or encoded as base64.'),
  capture: z
    .record(variable, z.string())
    .describe('Values to capture, by variable: the path in the object.'),
})

const text = z.strictObject({
  kind: z.literal('text'),
  name: variable.describe('Variable that receives the text.'),
  template: template.describe('Text to change.'),
  endsBefore: z
    .string()
    .min(1)
    .optional()
    .describe('Omits this string and what follows. A text without it is kept whole.'),
  isUpperCase: z.literal(true).optional().describe('Converts the text to upper case.'),
})

const jwt = z.strictObject({
  kind: z.literal('jwt'),
  name: variable.describe('Variable that receives the signed token.'),
  algorithm: z.enum(['RS256', 'PS256', 'ES256']),
  key: template.describe(
    'Private key in PEM format (PKCS #8 or PKCS #1), plain or encoded as base64.',
  ),
  keyId: template.optional().describe('`kid` in the token’s header.'),
  claims: z
    .record(z.string(), z.union([template, z.array(z.string())]))
    .describe('Claims of the token. `iat` and `exp` are added.'),
  fingerprint: variable
    .optional()
    .describe(
      'Variable for claims that receives the SHA-256 hash of the public key (its SubjectPublicKeyInfo, DER) in base64.',
    ),
  lifetimeSeconds: z.int().positive(),
})

/** A step between the inputs and the credential of calls. */
export const AuthStep = z.discriminatedUnion('kind', [redirect, request, encode, decode, text, jwt])
export type AuthStep = z.infer<typeof AuthStep>

/**
 * Steps of a provider's own scheme, from the inputs to the credential of calls. Each can use the
 * values of earlier steps, the inputs of the end user, `clientId`, `clientSecret` and other values
 * of the provider app. Without a `redirect`, no browser is needed. To renew the token, the steps
 * after the last `redirect` are repeated.
 */
export const AuthSteps = z.strictObject({
  token: variable.describe(
    'Variable that contains the token, for use in headers and query parameters of calls.',
  ),
  workspaceRef: variable
    .optional()
    .describe('Variable that identifies the customer’s account at the provider.'),
  refusedBy: z
    .array(z.string())
    .optional()
    .describe(
      'Error codes, in addition to those of OAuth 2, that mean the entered values are not accepted.',
    ),
  steps: z.array(AuthStep).min(1),
})
export type AuthSteps = z.infer<typeof AuthSteps>
