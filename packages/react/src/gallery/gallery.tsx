import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import {
  ConnectProvider,
  InstallIntegration,
  IntegrationList,
  PlatformProvider,
  type PlatformOptions,
} from '../index.ts'
import { AccountList } from '../accounts/index.ts'
import { ApprovalCard } from '../approvals/index.ts'
import { DestinationList } from '../destinations/index.ts'
import { createFakeApi, type FakeApi } from '../testing/index.ts'
import { screens } from './screens.ts'
import '../styles.css'
import './gallery.css'

/** Presentation of a screen, independent of its content. */
export interface Look {
  locale?: string
  scheme?: PlatformOptions['colorScheme']
  theme?: NonNullable<PlatformOptions['appearance']>['theme']
}

declare global {
  interface Window {
    fakeApi: FakeApi
    /** Calls of the host's callbacks. */
    calls: unknown[][]
    /** Events, separate from the calls because every call is also an event. */
    events: unknown[][]
    gallery: { show: (screen: string, look?: Look) => void; turn: (look: Look) => void }
  }
}

const people = { consumerRef: 'ana', consumerName: 'Ana Ruiz', groupRef: 'acme', groupName: 'Acme' }
const record =
  (name: string) =>
  (...given: unknown[]) =>
    window.calls.push([name, ...given])

const main = document.querySelector('main')
if (!main) throw new Error('The page has no element for the screen.')
const { open } = window
let root: Root | undefined
let name = 'connect'

window.gallery = {
  /** Shows a screen from the start, like a newly opened page. */
  show(screen, look = {}) {
    root?.unmount()
    main.replaceChildren()
    Object.assign(window, { open, calls: [], events: [] })
    name = screen
    window.fakeApi = createFakeApi(screens[name]?.api)
    root = createRoot(main.appendChild(document.createElement('div')))
    window.gallery.turn(look)
  },
  /** Changes the presentation of the screen and keeps its state. */
  turn: (look) => root?.render(<Screen look={look} />),
}

function Screen({ look }: { look: Look }) {
  const screen = screens[name] ?? {}
  const getToken = async () => {
    if (screen.withoutToken) throw new Error('401 from /api/token')
    return 'token'
  }
  const { locale, scheme = 'auto', theme } = look
  const common = {
    project: 'demo',
    fetch: (...request: Parameters<typeof fetch>) => window.fakeApi.fetch(...request),
    colorScheme: scheme,
    onEvent: (event: unknown) => void window.events.push([event]),
    ...screen.options,
    ...(locale && { locale }),
    ...(theme && { appearance: { theme } }),
  }
  const options: PlatformOptions = screen.apiKey
    ? { ...common, apiKey: screen.apiKey }
    : { ...common, getToken }

  return (
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
        ) : screen.component === 'ApprovalCard' ? (
          <ApprovalCard
            approvalId="apr_1"
            {...people}
            onDecided={record('onDecided')}
            onError={record('onError')}
          />
        ) : screen.component === 'DestinationList' ? (
          <DestinationList
            {...people}
            onAdded={record('onAdded')}
            onDeleted={record('onDeleted')}
            onError={record('onError')}
          />
        ) : screen.component === 'AccountList' ? (
          <AccountList
            integration="salesforce-sync"
            {...people}
            onInstallSuccess={record('onInstallSuccess')}
            onUninstallSuccess={record('onUninstallSuccess')}
            onError={record('onError')}
          />
        ) : screen.component === 'IntegrationList' ? (
          <IntegrationList
            {...people}
            {...(screen.selects && { onSelect: record('onSelect') })}
            onInstallSuccess={record('onInstallSuccess')}
            onUninstallSuccess={record('onUninstallSuccess')}
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
    </StrictMode>
  )
}

/** The URL names a screen and its presentation: `screen.html?screen=connect&scheme=dark`. */
const parameters = new URLSearchParams(location.search)
const pickParameter = <Value extends string>(key: string, known: readonly Value[]) =>
  known.find((value) => value === parameters.get(key))
window.gallery.show(parameters.get('screen') ?? 'connect', {
  locale: parameters.get('locale') ?? undefined,
  scheme: pickParameter('scheme', ['auto', 'light', 'dark']),
  theme: pickParameter('theme', ['default', 'plain', 'compact']),
})
