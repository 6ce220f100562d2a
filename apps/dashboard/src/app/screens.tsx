import type { ReactNode } from 'react'
import type { Params, MatchedRoute, Route } from './routes.ts'
import { OnDemand, preloadModule } from './ui/on-demand.tsx'

interface Screen<Of> {
  /** Starts loading the screen's module. */
  preload: () => void
  show: (params: Of) => ReactNode
}

/** Returns a screen whose module is loaded when it is opened. */
const onDemand = <Module, Of>(
  name: string,
  load: () => Promise<Module>,
  render: (module: Module, params: Of) => ReactNode,
): Screen<Of> => ({
  preload: () => preloadModule(name, load),
  show: (params) => (
    <OnDemand name={name} load={load} shape="page">
      {(module) => render(module, params)}
    </OnDemand>
  ),
})

const projects = (mayOpenOnly: boolean) =>
  onDemand(
    'projects.tsx',
    () => import('./projects/screens/projects.tsx'),
    ({ Projects }) => <Projects mayOpenOnly={mayOpenOnly} />,
  )
const home = projects(true)

/** Screens of all pages, for signed-in people. */
const screens: { [Name in Route]: Screen<Params<Name>> } = {
  home,
  createAccount: home,
  confirmAddress: home,
  forgottenPassword: home,
  resetPassword: home,
  projects: projects(false),
  account: onDemand(
    'account.tsx',
    () => import('./account/screens/account.tsx'),
    ({ Account }) => <Account />,
  ),
  commandLine: onDemand(
    'command-line.tsx',
    () => import('./command-line/screens/command-line.tsx'),
    ({ CommandLine }) => <CommandLine />,
  ),
  connectAgent: onDemand(
    'connect-agent.tsx',
    () => import('./agents/screens/connect-agent.tsx'),
    ({ ConnectAgent }) => <ConnectAgent />,
  ),
  organization: onDemand(
    'organization.tsx',
    () => import('./organizations/screens/organization.tsx'),
    ({ Organization }, { organization }) => (
      <Organization key={organization} orgId={organization} />
    ),
  ),
  auditLog: onDemand(
    'audit-log.tsx',
    () => import('./organizations/screens/audit-log.tsx'),
    ({ AuditLog }, { organization }) => <AuditLog orgId={organization} />,
  ),
  project: onDemand(
    'overview.tsx',
    () => import('./projects/screens/overview.tsx'),
    ({ Overview }) => <Overview />,
  ),
  integrations: onDemand(
    'integrations.tsx',
    () => import('./integrations/screens/integrations.tsx'),
    ({ IntegrationsScreen }) => <IntegrationsScreen />,
  ),
  integration: onDemand(
    'integration.tsx',
    () => import('./integrations/screens/integration.tsx'),
    ({ IntegrationScreen }, { integration }) => <IntegrationScreen idOrName={integration} />,
  ),
  catalogue: onDemand(
    'catalogue.tsx',
    () => import('./providers/screens/catalogue.tsx'),
    ({ CatalogueScreen }) => <CatalogueScreen />,
  ),
  provider: onDemand(
    'provider.tsx',
    () => import('./providers/screens/provider.tsx'),
    ({ ProviderScreen }, { provider }) => <ProviderScreen name={provider} />,
  ),
  installations: onDemand(
    'installations.tsx',
    () => import('./installations/screens/installations.tsx'),
    ({ Installations }) => <Installations />,
  ),
  installation: onDemand(
    'installation.tsx',
    () => import('./installations/screens/installation.tsx'),
    ({ InstallationScreen }, { integration, installation }) => (
      <InstallationScreen integrationId={integration} id={installation} />
    ),
  ),
  customers: onDemand(
    'customers.tsx',
    () => import('./customers/screens/customers.tsx'),
    ({ Customers }) => <Customers />,
  ),
  customer: onDemand(
    'customer.tsx',
    () => import('./customers/screens/customer.tsx'),
    ({ Customer }, { customer }) => <Customer groupRef={customer} />,
  ),
  operations: onDemand(
    'operations.tsx',
    () => import('./installations/screens/operations.tsx'),
    ({ Operations }) => <Operations />,
  ),
  tail: onDemand(
    'tail.tsx',
    () => import('./live/screens/tail.tsx'),
    ({ Tail }) => <Tail />,
  ),
  logs: onDemand(
    'logs.tsx',
    () => import('./installations/screens/logs.tsx'),
    ({ Logs }) => <Logs />,
  ),
  operation: onDemand(
    'operation.tsx',
    () => import('./installations/screens/operation.tsx'),
    ({ OperationScreen }, { operation }) => <OperationScreen id={operation} />,
  ),
  approvals: onDemand(
    'approvals.tsx',
    () => import('./approvals/screens/approvals.tsx'),
    ({ Approvals }) => <Approvals />,
  ),
  connections: onDemand(
    'connections.tsx',
    () => import('./connections/screens/connections.tsx'),
    ({ Connections }) => <Connections />,
  ),
  connection: onDemand(
    'connection.tsx',
    () => import('./connections/screens/connection.tsx'),
    ({ ConnectionScreen }, { connection }) => <ConnectionScreen id={connection} />,
  ),
  connectLinks: onDemand(
    'connect-links.tsx',
    () => import('./connect-links/screens/connect-links.tsx'),
    ({ ConnectLinks }) => <ConnectLinks />,
  ),
  deliveries: onDemand(
    'deliveries.tsx',
    () => import('./notifications/screens/deliveries.tsx'),
    ({ Deliveries }) => <Deliveries />,
  ),
  delivery: onDemand(
    'delivery.tsx',
    () => import('./notifications/screens/delivery.tsx'),
    ({ DeliveryScreen }, { delivery }) => <DeliveryScreen id={delivery} />,
  ),
  destinations: onDemand(
    'destinations.tsx',
    () => import('./notifications/screens/destinations.tsx'),
    ({ Destinations }) => <Destinations />,
  ),
  destination: onDemand(
    'destination.tsx',
    () => import('./notifications/screens/destination.tsx'),
    ({ DestinationScreen }, { destination }) => <DestinationScreen id={destination} />,
  ),
  customerDestinations: onDemand(
    'customer-destinations.tsx',
    () => import('./notifications/screens/customer-destinations.tsx'),
    ({ CustomerDestinations }) => <CustomerDestinations />,
  ),
  routing: onDemand(
    'routing.tsx',
    () => import('./notifications/screens/routing.tsx'),
    ({ RoutingScreen }) => <RoutingScreen />,
  ),
  replays: onDemand(
    'replays.tsx',
    () => import('./notifications/screens/replays.tsx'),
    ({ Replays }) => <Replays />,
  ),
  apiKeys: onDemand(
    'api-keys.tsx',
    () => import('./keys/screens/api-keys.tsx'),
    ({ ApiKeys }) => <ApiKeys />,
  ),
  jwtKeys: onDemand(
    'jwt-keys.tsx',
    () => import('./keys/screens/jwt-keys.tsx'),
    ({ JwtKeys }) => <JwtKeys />,
  ),
  agents: onDemand(
    'agents.tsx',
    () => import('./agents/screens/agents.tsx'),
    ({ Agents }) => <Agents />,
  ),
  appearance: onDemand(
    'appearance.tsx',
    () => import('./appearance/screens/appearance.tsx'),
    ({ AppearanceScreen }) => <AppearanceScreen />,
  ),
  providerApps: onDemand(
    'provider-apps.tsx',
    () => import('./provider-apps/screens/provider-apps.tsx'),
    ({ ProviderApps }) => <ProviderApps />,
  ),
  settings: onDemand(
    'settings.tsx',
    () => import('./projects/screens/settings.tsx'),
    ({ SettingsScreen }) => <SettingsScreen />,
  ),
}

const getScreen = ({ name }: MatchedRoute) => screens[name] as Screen<MatchedRoute['params']>

export const screenAt = (place: MatchedRoute): ReactNode => getScreen(place).show(place.params)

/** Loads the screen's module while the session is still being checked. */
export const preloadScreen = (place: MatchedRoute): void => getScreen(place).preload()
