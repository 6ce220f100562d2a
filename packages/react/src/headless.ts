'use client'

export {
  createQueryClient,
  PlatformProvider,
  type PlatformProviderProps,
} from './platform-provider.tsx'
export {
  InstallationProvider,
  type FieldMapping,
  type InstallationProviderProps,
  type InstallationScope,
} from './installation-provider.tsx'
export {
  useIntegrations,
  type IntegrationsState,
  type ListedIntegration,
} from './list/use-integrations.ts'
export { useConnection } from './use-connection.ts'
export { useInstallation, useIntegration } from './use-installation.ts'
export {
  useIsIntegrationInstalled,
  type IsIntegrationInstalled,
} from './use-is-integration-installed.ts'
export {
  useLocalConfig,
  type LocalConfig,
  type LocalProxy,
  type LocalSubscribeObject,
  type LocalWriteObject,
  type LocalWriteObjects,
} from './config/use-local-config.ts'
export type { LocalReadObject } from './config/local-read-object.ts'
export {
  useManifest,
  type ManifestWriteObject,
  type UiManifest,
  type UiManifest as Manifest,
} from './config/use-manifest.ts'
export {
  useCreateInstallation,
  useDeleteInstallation,
  usePauseReading,
  useUpdateInstallation,
} from './installation-mutations.ts'
export { ProblemError } from '@platform/client'
export type { Locale } from './words/languages.ts'
export type {
  Appearance,
  Part,
  PlatformEvent,
  PlatformOptions,
  QueryClient,
} from './config/options.ts'
export type { OnError } from './use-report.tsx'
export type { Plural, Words } from './words/words.ts'
export type {
  InstallationConfig,
  InstallationConfig as Config,
  UiInstallation,
  UiInstallation as Installation,
  ReadObjectConfig,
  WriteFieldSetting,
  WriteObjectConfig,
} from './config/config.ts'
export type { LocalTool, LocalTools, ToolAccess, ToolAction } from './config/local-tools.ts'
export type { BackfillPeriod, ManifestObject, Mapping, NamedField } from './config/manifest.ts'
export type { GetToken } from './tokens.ts'
export type {
  Connection,
  FieldMetadata,
  Integration,
  ProblemDetails,
  ProblemDetails as Problem,
  ProblemIssue,
} from './config/wire.ts'
