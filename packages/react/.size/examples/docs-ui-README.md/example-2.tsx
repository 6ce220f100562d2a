import { InstallationProvider, useInstallation, useIsIntegrationInstalled } from '@platform/react'

export function Status() {
  const { isLoaded, isIntegrationInstalled, config } = useIsIntegrationInstalled(
    'salesforce-sync',
    'company-1',
    'user-1',
  )
  if (!isLoaded) return null
  const hasContacts = config?.read?.objects.some(({ objectName }) => objectName === 'Contact')
  return (
    <p>{isIntegrationInstalled && hasContacts ? 'Contacts are in step.' : 'Not set up yet.'}</p>
  )
}

function Health() {
  const { installation } = useInstallation()
  return <p>{installation?.healthStatus}</p>
}

export const Page = () => (
  <InstallationProvider integration="salesforce-sync" consumerRef="user-1" groupRef="company-1">
    <Health />
  </InstallationProvider>
)
