import type { ProviderInfo } from '@platform/contract'

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
  /** The objects that a connected account has at the provider, when one is connected. */
  findObjectNames?: ((provider: string) => readonly string[] | undefined) | undefined
  /** How often a read may run. */
  minimumIntervalMinutes?: number | undefined
}
