import type { AuthSteps, Oauth2Dialect, ProviderInfo } from '@platform/contract'
import type { Connector } from './connector.ts'

/** How a provider's OAuth 2 differs from the RFC, as far as the API does not show it. */
export interface ProviderOAuth2 extends Oauth2Dialect {
  /** Where the token reply names the account, if not by its workspace. */
  account?: { in: 'providerWorkspaceRef' | 'providerConsumerRef'; pattern: RegExp }
}

/** A call after connecting that lists the accounts of a token. */
export interface AccountLookup {
  /** Absolute URL; `{{name}}` is a value of the connection. */
  url: string
  /**
   * Path of the accounts in the reply; the whole reply if absent. A single object is one account.
   */
  records?: string | undefined
  /** Paths of values in an account, by variable of the connection. */
  values: Readonly<Record<string, string>>
  /** Values that an account must have, by path: those of another product are left out. */
  where?: Readonly<Record<string, string>> | undefined
  /** Path of the account's display name. */
  label?: string | undefined
  /** Scheme of the header `Authorization` of the call, if not `Bearer`. */
  scheme?: string | undefined
  /** The provider's word for an account, such as `site`. */
  what: string
  /** Set if sign-ins without the permission for the call succeed without the values. */
  optional?: true | undefined
}

/** An entry of the catalogue, with its connector if it supports more than a connection. */
export interface CatalogueEntry {
  info: ProviderInfo
  /** Present if the provider authenticates with OAuth 2. */
  oauth2?: ProviderOAuth2
  /** Present if the provider has its own scheme, which derives the credential from inputs. */
  authSteps?: AuthSteps
  /** Present if calls need a value, such as the account's ID, that another call returns. */
  lookup?: AccountLookup
  /**
   * Domains that credentials may be sent to, including subdomains: the provider's own, and those
   * added by the operator. No value of a connection or reply leads elsewhere.
   */
  domains: readonly string[]
  connector?: Connector
  /** Added or changed by the operator, so its URLs may be internal. */
  isOwn?: true
}
