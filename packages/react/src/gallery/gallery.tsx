import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import {
  ConnectProvider,
  InstallIntegration,
  PlatformProvider,
  type PlatformOptions,
} from '../index.ts'
import { createFakeApi } from '../testing/index.ts'
import { screens } from './screens.ts'
import '../styles.css'
import './gallery.css'

/** Renders the screen that the address names: `?screen=connect&scheme=dark`. */
const parameters = new URLSearchParams(location.search)
const screen = screens[parameters.get('screen') ?? 'connect'] ?? {}
const api = createFakeApi(screen.api)
/** Calls of the host's callbacks; events are beside them, because every call is one too. */
const calls: unknown[][] = []
const events: unknown[][] = []
const record =
  (name: string) =>
  (...given: unknown[]) =>
    calls.push([name, ...given])
Object.assign(window, { fakeApi: api, calls, events })

const people = { consumerRef: 'ana', consumerName: 'Ana Ruiz', groupRef: 'acme', groupName: 'Acme' }
const getToken = async () => {
  if (screen.withoutToken) throw new Error('401 from /api/token')
  return 'token'
}
const locale = parameters.get('locale')
const schemes = ['auto', 'light', 'dark'] as const
const common = {
  project: 'demo',
  fetch: api.fetch,
  colorScheme: schemes.find((scheme) => scheme === parameters.get('scheme')) ?? 'auto',
  onEvent: (event: unknown) => void events.push([event]),
  ...(locale && { locale }),
  ...screen.options,
}
const options: PlatformOptions = screen.apiKey
  ? { ...common, apiKey: screen.apiKey }
  : { ...common, getToken }

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no element for the screen.')
createRoot(root).render(
  <StrictMode>
    <PlatformProvider options={options}>
      {screen.component === 'ConnectProvider' ? (
        <ConnectProvider
          provider={screen.provider ?? 'salesforce'}
          {...people}
          onConnectSuccess={record('onConnectSuccess')}
          onDisconnectSuccess={record('onDisconnectSuccess')}
          onError={record('onError')}
        />
      ) : (
        <InstallIntegration
          integration="salesforce-sync"
          {...people}
          onInstallSuccess={record('onInstallSuccess')}
          onUpdateSuccess={record('onUpdateSuccess')}
          onUninstallSuccess={record('onUninstallSuccess')}
          onError={record('onError')}
          {...screen.props}
        />
      )}
    </PlatformProvider>
  </StrictMode>,
)
