import type { AuthSteps, Oauth2Dialect, ProviderInfo } from '@platform/contract'
import type { Connector } from './connector.ts'

/** How a provider's OAuth 2 differs from the plain RFC; what the wire does not show. */
export interface ProviderOAuth2 extends Oauth2Dialect {
  /** Where the token reply names the account, when its workspace does not. */
  account?: { in: 'providerWorkspaceRef' | 'providerConsumerRef'; pattern: RegExp }
}

/** A call after connecting that names the accounts of the provider which a token is good for. */
export interface AccountLookup {
  /** Full address; `{{name}}` is a value of the connection. */
  url: string
  /** Where the reply has the accounts; its top without it. One object is one account. */
  records?: string | undefined
  /** By variable of the connection, where an account has its value. */
  values: Readonly<Record<string, string>>
  /** Where an account has the name that people know it by. */
  label?: string | undefined
  /** What an account is called at the provider, such as `site`. */
  what: string
}

/** An entry of the catalogue, with its connector when the provider has more than a declaration. */
export interface CatalogueEntry {
  info: ProviderInfo
  /** Present when the provider authenticates by OAuth 2. */
  oauth2?: ProviderOAuth2
  /** Present when a scheme of the provider's own makes what calls carry of what is entered. */
  authSteps?: AuthSteps
  /** Present when calls need a value, such as the account's ID, that another call returns. */
  lookup?: AccountLookup
  /**
   * The domains that credentials may be sent to, each with all below it: the provider's own, and
   * what the operator adds. No value of a connection or of a reply leads anywhere else.
   */
  domains: readonly string[]
  connector?: Connector
  /** The operator added it or changed it: it may name addresses that are not for everybody. */
  isOwn?: true
}
