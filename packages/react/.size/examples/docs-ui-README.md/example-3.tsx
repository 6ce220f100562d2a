import { InstallIntegration, PlatformProvider } from '@platform/react'
import { createFakeApi, installedState } from '@platform/react/testing'

const api = createFakeApi(installedState())

export const UnderTest = () => (
  <PlatformProvider options={{ project: 'demo', apiKey: 'key', fetch: api.fetch }}>
    <InstallIntegration integration="salesforce-sync" consumerRef="ana" groupRef="acme" />
  </PlatformProvider>
)
