import type { ProviderInfo } from '@platform/contract'
import type { Connector } from './connector.ts'

/** How a provider's OAuth 2 differs from the plain RFC; what the wire does not show. */
export interface OAuth2Dialect {
  /** Where a token request carries the client's id and secret: in the body, or as HTTP Basic. */
  clientAuthentication: 'body' | 'basic'
  /** `supported` and `required` both mean that a challenge (S256) is sent. */
  pkce: 'required' | 'supported' | 'unsupported'
  /** Stands between the scopes of an authorization request. */
  scopeSeparator: string
  tokenRequestFormat: 'form' | 'json'
  /**
   * - `static`: the refresh token stays as it is, unless a reply brings another
   * - `rotating`: every refresh spends the refresh token and brings the next one
   * - `none`: access tokens are not refreshed; they do not expire, or are asked for anew
   */
  refreshTokens: 'static' | 'rotating' | 'none'
  /**
   * The error codes, in lower case, by which the token endpoint says that a grant is over and only the
   * end user can give another.
   */
  grantEndedBy: readonly string[]
  /** The codes by which it says that it does not accept the OAuth client; whoever registered that mends it. */
  clientRefusedBy: readonly string[]
  /** Where to refresh, when it is not the token URL. */
  refreshURL?: string
  /** Further members of a request for the first token. */
  tokenParams?: Readonly<Record<string, string>>
  /** Further members of a refresh request. */
  refreshParams?: Readonly<Record<string, string>>
  /** How long an access token is taken to live when the reply does not say. */
  assumedLifetimeSeconds?: number
  /** Path in the token reply where the token's members are, when not at its top. */
  tokenPath?: string
  /** Where the token reply names the account, when its workspace does not. */
  account?: { in: 'providerWorkspaceRef' | 'providerConsumerRef'; pattern: RegExp }
  /** The captured field of the token reply that is the base URL of every later call. */
  baseURLField?: string
}

/** An entry of the catalogue, with its connector when the provider has more than a declaration. */
export interface CatalogueEntry {
  info: ProviderInfo
  /** Present when the provider authenticates by OAuth 2. */
  oauth2?: OAuth2Dialect
  /**
   * The domains that credentials may be sent to, each with all below it: the provider's own, and
   * what the operator adds. No value of a connection or of a reply leads anywhere else.
   */
  domains: readonly string[]
  connector?: Connector
}
