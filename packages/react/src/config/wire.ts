import type { Schemas } from '@platform/client'

export type Connection = Schemas['Connection']
export type Integration = Schemas['Integration']
export type WireInstallation = Schemas['Installation']
export type WireConfigContent = Schemas['ConfigContent']
export type Health = Schemas['Health']
export type InstallationObject = Schemas['InstallationObject']
export type InstallationSubscription = Schemas['InstallationSubscription']
export type ProviderInfo = Schemas['ProviderInfo']
export type SampleRecord = Schemas['SampleRecord']
export type InstallationActivity = Schemas['InstallationActivity']
export type ActivityDay = InstallationActivity['objects'][string]['days'][number]
export type ConnectSession = Schemas['ConnectSession']
export type FieldMetadata = Schemas['FieldMetadata']
export type BackfillProgress = Schemas['BackfillProgress']
export type HydratedRevision = Schemas['HydratedRevision']
export type ManifestReadObject = Schemas['HydratedIntegrationObject']
/** An object in the format of `platform.yaml`. */
export type RawReadObject = Schemas['IntegrationObject']
export type ManifestField = Schemas['HydratedIntegrationField']
export type GenerateConnectionRequest = Schemas['GenerateConnectionRequest']
export type ProviderMetadata = Schemas['ProviderMetadata']

export type { ProblemDetails } from '@platform/client'
export type ProblemIssue = Schemas['InputValidationIssue']
