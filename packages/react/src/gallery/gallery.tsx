import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ConnectProvider, InstallIntegration, PlatformProvider } from '../index.ts'
import { createFakeApi } from '../testing/index.ts'
import { screens } from './screens.ts'
import '../styles.css'
import './gallery.css'

/** Renders the screen that the address names: `?screen=connect&scheme=dark`. */
const parameters = new URLSearchParams(location.search)
const screen = screens[parameters.get('screen') ?? 'connect'] ?? {}
const api = createFakeApi(screen.api)
const calls: unknown[][] = []
const record =
  (name: string) =>
  (...given: unknown[]) =>
    calls.push([name, ...given])
Object.assign(window, { fakeApi: api, calls })

const people = { consumerRef: 'ana', consumerName: 'Ana Ruiz', groupRef: 'acme', groupName: 'Acme' }
const options = {
  project: 'demo',
  apiKey: 'key',
  fetch: api.fetch,
  colorScheme: (parameters.get('scheme') ?? 'auto') as 'auto' | 'light' | 'dark',
}

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <PlatformProvider options={options}>
      {screen.component === 'ConnectProvider' ? (
        <ConnectProvider
          provider={screen.provider ?? 'salesforce'}
          {...people}
          onConnectSuccess={record('onConnectSuccess')}
          onDisconnectSuccess={record('onDisconnectSuccess')}
        />
      ) : (
        <InstallIntegration
          integration="salesforce-sync"
          {...people}
          onInstallSuccess={record('onInstallSuccess')}
          onUpdateSuccess={record('onUpdateSuccess')}
          onUninstallSuccess={record('onUninstallSuccess')}
        />
      )}
    </PlatformProvider>
  </StrictMode>,
)
