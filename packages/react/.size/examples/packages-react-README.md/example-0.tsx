import { InstallIntegration, PlatformProvider, type PlatformOptions } from '@platform/react'
import '@platform/react/styles'

const options: PlatformOptions = {
  project: 'my-project',
  baseUrl: 'https://integrations.acme.example',
  // Your backend signs a JWT for the end user who is signed in.
  getToken: async (caller) => {
    const reply = await fetch('/api/token', { method: 'POST', body: JSON.stringify(caller) })
    return reply.text()
  },
}

export const Integrations = () => (
  <PlatformProvider options={options}>
    <InstallIntegration
      integration="salesforce-sync"
      consumerRef="user-1"
      groupRef="company-1"
      onInstallSuccess={(installationId, config) => console.log(installationId, config)}
    />
  </PlatformProvider>
)
