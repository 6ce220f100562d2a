import { InstallIntegration, PlatformProvider, type PlatformOptions } from '@platform/react'
import '@platform/react/styles'

const options: PlatformOptions = {
  project: 'my-project',
  baseUrl: 'https://integrations.acme.example',
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
      consumerName="Ana Ruiz"
      groupRef="company-1"
      groupName="Acme"
    />
  </PlatformProvider>
)
