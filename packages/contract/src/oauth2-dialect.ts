import { z } from 'zod'

const strings = z.record(z.string(), z.string())

/** How a provider's OAuth 2 differs from the plain RFC; what the wire does not show. */
export const Oauth2Dialect = z.object({
  clientAuthentication: z
    .enum(['body', 'basic'])
    .describe('Where a token request carries the client’s ID and secret; `body` without it.'),
  pkce: z
    .enum(['required', 'supported', 'unsupported'])
    .describe(
      'Whether a challenge (S256) is sent: with `required` and `supported`. As `grantType` says without it.',
    ),
  scopeSeparator: z
    .string()
    .min(1)
    .max(8)
    .describe('Stands between the scopes of an authorization request; a blank without it.'),
  tokenRequestFormat: z
    .enum(['form', 'json'])
    .describe('How token requests are written; `form` without it.'),
  refreshTokens: z
    .enum(['static', 'rotating', 'none'])
    .describe(
      '`static`: the refresh token stays until a reply brings another; `rotating`: every refresh spends it and brings the next; `none`: access tokens are not refreshed. `static` without it.',
    ),
  grantEndedBy: z
    .array(z.string().min(1).toLowerCase())
    .describe(
      'Error codes of the token endpoint by which a grant is over, so that the end user must connect again; beside `invalid_grant`, which always does.',
    ),
  clientRefusedBy: z
    .array(z.string().min(1).toLowerCase())
    .describe(
      'Error codes by which the OAuth client is not accepted, which whoever registered it mends; beside `invalid_client` and `unauthorized_client`.',
    ),
  refreshURL: z.string().optional().describe('Where to refresh, when it is not the token URL.'),
  tokenParams: strings
    .optional()
    .describe('Further members of a request for the first token, such as `resource`.'),
  refreshParams: strings.optional().describe('Further members of a refresh request.'),
  assumedLifetimeSeconds: z
    .int()
    .positive()
    .optional()
    .describe('How long an access token is taken to live when the reply does not say.'),
  tokenPath: z
    .string()
    .optional()
    .describe('Where in the token reply its members are, with dots; at its top without it.'),
  baseURLField: z
    .string()
    .optional()
    .describe(
      'The captured field (`oauth2Opts.tokenMetadataFields.otherFields`) that is the base URL of every later call.',
    ),
})
export type Oauth2Dialect = z.infer<typeof Oauth2Dialect>
