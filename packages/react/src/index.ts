'use client'

export * from './headless.ts'
export { ConnectProvider, type ConnectProviderProps } from './connect/connect-provider.tsx'
export { InstallIntegration, type InstallIntegrationProps } from './install/install-integration.tsx'
export {
  PlatformErrorBoundary,
  type PlatformErrorBoundaryProps,
} from './platform-error-boundary.tsx'
export { IntegrationList, type IntegrationListProps } from './list/integration-list.tsx'
