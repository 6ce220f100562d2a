import { z } from 'zod'
import { strings } from '../installations/fields.ts'

/** A GET request that exchanges an access token for one that lives longer, as Meta's products do. */
const TokenExchange = z.object({
  url: z.string().min(1).describe('URL of the request, without a query.'),
  grantType: z.string().min(1).describe('Value of `grant_type`.'),
  tokenParam: z.string().min(1).describe('Parameter that contains the access token.'),
  clientParams: z
    .array(z.enum(['client_id', 'client_secret']))
    .optional()
    .describe('Parameters of the OAuth client that the request contains.'),
})
export type TokenExchange = z.infer<typeof TokenExchange>

/** How a provider's OAuth 2 differs from the RFC, as far as the API does not show it. */
export const Oauth2Dialect = z.object({
  clientAuthentication: z
    .enum(['body', 'basic', 'secretAsUser'])
    .describe(
      'How token requests send the client ID and secret. `body`: as parameters, the default. `basic`: as user name and password of HTTP Basic. `secretAsUser`: only the secret, as the user name of HTTP Basic.',
    ),
  pkce: z
    .enum(['required', 'supported', 'unsupported'])
    .describe(
      'Whether a PKCE challenge (S256) is sent: with `required` and `supported`. Defaults to the setting implied by `grantType`.',
    ),
  scopeSeparator: z
    .string()
    .min(1)
    .max(8)
    .describe('Separator of scopes in authorization requests. Defaults to a space.'),
  scopeParam: z
    .string()
    .min(1)
    .max(40)
    .optional()
    .describe('Parameter of scopes in authorization requests. Defaults to `scope`.'),
  tokenRequestFormat: z
    .enum(['form', 'json'])
    .describe('Format of token requests. Defaults to `form`.'),
  refreshTokens: z
    .enum(['static', 'rotating', 'none'])
    .describe(
      '`static`: the refresh token stays valid until a reply contains a new one. `rotating`: each refresh invalidates the token and returns a new one. `none`: access tokens cannot be refreshed. Defaults to `static`.',
    ),
  grantEndedBy: z
    .array(z.string().min(1).toLowerCase())
    .describe(
      'Additional error codes of the token endpoint that mean the grant has ended and the end user must reconnect. `invalid_grant` is always included.',
    ),
  clientRefusedBy: z
    .array(z.string().min(1).toLowerCase())
    .describe(
      'Additional error codes of the token endpoint that mean the OAuth client is rejected and its owner must correct it. `invalid_client` and `unauthorized_client` are always included.',
    ),
  refreshURL: z.string().optional().describe('Refresh endpoint, if different from the token URL.'),
  tokenParams: strings
    .optional()
    .describe('Additional parameters of the first token request, such as `resource`.'),
  refreshParams: strings.optional().describe('Additional parameters of refresh requests.'),
  longLivedTokens: z
    .object({
      exchange: TokenExchange.describe('Exchange of the first token after the sign-in.'),
      renewal: TokenExchange.optional().describe(
        'Exchange of a token before its end. Without it, the end user signs in again.',
      ),
    })
    .optional()
    .describe('How a token that lives for hours becomes one that lives for weeks.'),
  expiryExchange: z
    .object({
      tokenType: z
        .string()
        .min(1)
        .describe('`subject_token_type` and `requested_token_type` of the request.'),
      from: z.iso
        .date()
        .describe(
          'Day from which such tokens are exchanged when they are used. Before it, a forced refresh exchanges them.',
        ),
    })
    .optional()
    .describe(
      'How an access token that does not expire is exchanged for one that does, and a refresh token (RFC 8693).',
    ),
  sendsState: z
    .boolean()
    .optional()
    .describe('Whether token requests for a code repeat the `state` of the sign-in.'),
  assumedLifetimeSeconds: z
    .int()
    .positive()
    .optional()
    .describe('Assumed lifetime of access tokens in seconds, if the reply does not contain it.'),
  tokenPath: z
    .string()
    .optional()
    .describe(
      'Dot-separated path of the token fields in the token reply. Defaults to the top level.',
    ),
  baseURLField: z
    .string()
    .optional()
    .describe(
      'Captured field (`oauth2Opts.tokenMetadataFields.otherFields`) that contains the base URL for later calls.',
    ),
})
export type Oauth2Dialect = z.infer<typeof Oauth2Dialect>
