import type { ProviderInfo } from '@platform/contract'

/** Objects named in a file that an account lacks. */
export interface ConnectedAccount {
  /** Owner of the account, in words. */
  of: string
  lacks: readonly string[]
  /** Names for suggestions. */
  has: readonly string[]
}

/** A field that connected accounts lack. */
export interface MissingField {
  /** How many of the checked accounts have it. */
  accountsWithField: number
  accounts: number
  /** How many working installations would fail. */
  failing: number
  /** Names for suggestions. */
  fieldNames: readonly string[]
}

export interface FieldOfObject {
  integration: string
  objectName: string
  fieldName: string
}

/** Knowledge outside the file. Checks without their part are skipped. */
export interface ManifestContext {
  findProvider?: ((name: string) => ProviderInfo | undefined) | undefined
  /** Names for suggestions if a provider is unknown. */
  providerNames?: readonly string[] | undefined
  /** The destinations of the project. */
  destinationNames?: readonly string[] | undefined
  /** Whether a missing destination is an error, as when deploying, instead of a warning. */
  isDeploy?: boolean | undefined
  /** The providers for which the project has a provider app. */
  providersWithApp?: readonly string[] | undefined
  /** Returns what a connected account has at the provider. */
  findAccount?: ((provider: string) => ConnectedAccount | undefined) | undefined
  /** Returns a missing field that is read; undefined if accounts have it, or if unknown. */
  findMissingField?: ((field: FieldOfObject) => MissingField | undefined) | undefined
  /** Returns the provider of the accounts that have installed the integration of this name. */
  findInstalledProvider?: ((integration: string) => string | undefined) | undefined
  /** Minimum interval of reads. */
  minimumIntervalMinutes?: number | undefined
}
