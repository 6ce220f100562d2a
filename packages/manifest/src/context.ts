import type { ProviderInfo } from '@platform/contract'

/** Which of the objects that a file names an account has not got. */
export interface ConnectedAccount {
  /** Whose it is, in words. */
  of: string
  lacks: readonly string[]
  /** Names for the suggestion. */
  has: readonly string[]
}

/** A field that connected accounts do not have. */
export interface MissingField {
  /** How many of the accounts that were asked have it. */
  accountsWithField: number
  accounts: number
  /** How many installations would fail with it that work now. */
  failing: number
  /** Names for the suggestion. */
  fieldNames: readonly string[]
}

export interface FieldOfObject {
  integration: string
  objectName: string
  fieldName: string
}

/** What is known outside the file. What is not given is not checked. */
export interface ManifestContext {
  findProvider?: ((name: string) => ProviderInfo | undefined) | undefined
  /** Names for the suggestion when a provider is not known. */
  providerNames?: readonly string[] | undefined
  /** The destinations of the project. */
  destinationNames?: readonly string[] | undefined
  /** A destination that does not exist is an error when deploying, otherwise a warning. */
  isDeploy?: boolean | undefined
  /** The providers for which the project has a provider app. */
  providersWithApp?: readonly string[] | undefined
  /** What an account that is connected was found to have at the provider. */
  findAccount?: ((provider: string) => ConnectedAccount | undefined) | undefined
  /** A field that is read and that accounts do not have; undefined when they do, or when nobody knows. */
  findMissingField?: ((field: FieldOfObject) => MissingField | undefined) | undefined
  /** Of which provider the customers' accounts are who have installed the integration of this name. */
  findInstalledProvider?: ((integration: string) => string | undefined) | undefined
  /** How often a read may run. */
  minimumIntervalMinutes?: number | undefined
}
