import type { AuthSteps, Oauth2Dialect, ProviderInfo } from '@platform/contract'
import type { Connector } from './connector.ts'

/** How a provider's OAuth 2 differs from the plain RFC; what the wire does not show. */
export interface ProviderOAuth2 extends Oauth2Dialect {
  /** Where the token reply names the account, when its workspace does not. */
  account?: { in: 'providerWorkspaceRef' | 'providerConsumerRef'; pattern: RegExp }
}

/** An entry of the catalogue, with its connector when the provider has more than a declaration. */
export interface CatalogueEntry {
  info: ProviderInfo
  /** Present when the provider authenticates by OAuth 2. */
  oauth2?: ProviderOAuth2
  /** Present when a scheme of the provider's own makes what calls carry of what is entered. */
  authSteps?: AuthSteps
  /**
   * The domains that credentials may be sent to, each with all below it: the provider's own, and
   * what the operator adds. No value of a connection or of a reply leads anywhere else.
   */
  domains: readonly string[]
  connector?: Connector
  /** The operator added it or changed it: it may name addresses that are not for everybody. */
  isOwn?: true
}
