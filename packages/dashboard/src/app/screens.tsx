import type { ReactNode } from 'react'
import type { Params, MatchedRoute, Route } from './routes.ts'
import { OnDemand } from './ui/on-demand.tsx'

const projects = (mayOpenOnly: boolean) => (
  <OnDemand name="projects.tsx" load={() => import('./projects/screens/projects.tsx')}>
    {({ Projects }) => <Projects mayOpenOnly={mayOpenOnly} />}
  </OnDemand>
)
const home = () => projects(true)

/** Screens of all pages, for signed-in people. */
const screens: { [Name in Route]: (params: Params<Name>) => ReactNode } = {
  home,
  createAccount: home,
  confirmAddress: home,
  forgottenPassword: home,
  resetPassword: home,
  projects: () => projects(false),
  account: () => (
    <OnDemand name="account.tsx" load={() => import('./account/screens/account.tsx')}>
      {({ Account }) => <Account />}
    </OnDemand>
  ),
  commandLine: () => (
    <OnDemand
      name="command-line.tsx"
      load={() => import('./command-line/screens/command-line.tsx')}
    >
      {({ CommandLine }) => <CommandLine />}
    </OnDemand>
  ),
  connectAgent: () => (
    <OnDemand name="connect-agent.tsx" load={() => import('./agents/screens/connect-agent.tsx')}>
      {({ ConnectAgent }) => <ConnectAgent />}
    </OnDemand>
  ),
  organization: ({ organization }) => (
    <OnDemand
      name="organization.tsx"
      load={() => import('./organizations/screens/organization.tsx')}
    >
      {({ Organization }) => <Organization key={organization} orgId={organization} />}
    </OnDemand>
  ),
  auditLog: ({ organization }) => (
    <OnDemand name="audit-log.tsx" load={() => import('./organizations/screens/audit-log.tsx')}>
      {({ AuditLog }) => <AuditLog orgId={organization} />}
    </OnDemand>
  ),
  project: () => (
    <OnDemand name="overview.tsx" load={() => import('./projects/screens/overview.tsx')}>
      {({ Overview }) => <Overview />}
    </OnDemand>
  ),
  integrations: () => (
    <OnDemand
      name="integrations.tsx"
      load={() => import('./integrations/screens/integrations.tsx')}
    >
      {({ IntegrationsScreen }) => <IntegrationsScreen />}
    </OnDemand>
  ),
  integration: ({ integration }) => (
    <OnDemand name="integration.tsx" load={() => import('./integrations/screens/integration.tsx')}>
      {({ IntegrationScreen }) => <IntegrationScreen idOrName={integration} />}
    </OnDemand>
  ),
  catalogue: () => (
    <OnDemand name="catalogue.tsx" load={() => import('./providers/screens/catalogue.tsx')}>
      {({ CatalogueScreen }) => <CatalogueScreen />}
    </OnDemand>
  ),
  provider: ({ provider }) => (
    <OnDemand name="provider.tsx" load={() => import('./providers/screens/provider.tsx')}>
      {({ ProviderScreen }) => <ProviderScreen name={provider} />}
    </OnDemand>
  ),
  installations: () => (
    <OnDemand
      name="installations.tsx"
      load={() => import('./installations/screens/installations.tsx')}
    >
      {({ Installations }) => <Installations />}
    </OnDemand>
  ),
  installation: ({ integration, installation }) => (
    <OnDemand
      name="installation.tsx"
      load={() => import('./installations/screens/installation.tsx')}
    >
      {({ InstallationScreen }) => (
        <InstallationScreen integrationId={integration} id={installation} />
      )}
    </OnDemand>
  ),
  customers: () => (
    <OnDemand name="customers.tsx" load={() => import('./customers/screens/customers.tsx')}>
      {({ Customers }) => <Customers />}
    </OnDemand>
  ),
  customer: ({ customer }) => (
    <OnDemand name="customer.tsx" load={() => import('./customers/screens/customer.tsx')}>
      {({ Customer }) => <Customer groupRef={customer} />}
    </OnDemand>
  ),
  operations: () => (
    <OnDemand name="operations.tsx" load={() => import('./installations/screens/operations.tsx')}>
      {({ Operations }) => <Operations />}
    </OnDemand>
  ),
  tail: () => (
    <OnDemand name="tail.tsx" load={() => import('./live/screens/tail.tsx')}>
      {({ Tail }) => <Tail />}
    </OnDemand>
  ),
  logs: () => (
    <OnDemand name="logs.tsx" load={() => import('./installations/screens/logs.tsx')}>
      {({ Logs }) => <Logs />}
    </OnDemand>
  ),
  operation: ({ operation }) => (
    <OnDemand name="operation.tsx" load={() => import('./installations/screens/operation.tsx')}>
      {({ OperationScreen }) => <OperationScreen id={operation} />}
    </OnDemand>
  ),
  connections: () => (
    <OnDemand name="connections.tsx" load={() => import('./connections/screens/connections.tsx')}>
      {({ Connections }) => <Connections />}
    </OnDemand>
  ),
  connection: ({ connection }) => (
    <OnDemand name="connection.tsx" load={() => import('./connections/screens/connection.tsx')}>
      {({ ConnectionScreen }) => <ConnectionScreen id={connection} />}
    </OnDemand>
  ),
  connectLinks: () => (
    <OnDemand
      name="connect-links.tsx"
      load={() => import('./connect-links/screens/connect-links.tsx')}
    >
      {({ ConnectLinks }) => <ConnectLinks />}
    </OnDemand>
  ),
  deliveries: () => (
    <OnDemand name="deliveries.tsx" load={() => import('./notifications/screens/deliveries.tsx')}>
      {({ Deliveries }) => <Deliveries />}
    </OnDemand>
  ),
  delivery: ({ delivery }) => (
    <OnDemand name="delivery.tsx" load={() => import('./notifications/screens/delivery.tsx')}>
      {({ DeliveryScreen }) => <DeliveryScreen id={delivery} />}
    </OnDemand>
  ),
  destinations: () => (
    <OnDemand
      name="destinations.tsx"
      load={() => import('./notifications/screens/destinations.tsx')}
    >
      {({ Destinations }) => <Destinations />}
    </OnDemand>
  ),
  destination: ({ destination }) => (
    <OnDemand name="destination.tsx" load={() => import('./notifications/screens/destination.tsx')}>
      {({ DestinationScreen }) => <DestinationScreen id={destination} />}
    </OnDemand>
  ),
  routing: () => (
    <OnDemand name="routing.tsx" load={() => import('./notifications/screens/routing.tsx')}>
      {({ RoutingScreen }) => <RoutingScreen />}
    </OnDemand>
  ),
  replays: () => (
    <OnDemand name="replays.tsx" load={() => import('./notifications/screens/replays.tsx')}>
      {({ Replays }) => <Replays />}
    </OnDemand>
  ),
  apiKeys: () => (
    <OnDemand name="api-keys.tsx" load={() => import('./keys/screens/api-keys.tsx')}>
      {({ ApiKeys }) => <ApiKeys />}
    </OnDemand>
  ),
  jwtKeys: () => (
    <OnDemand name="jwt-keys.tsx" load={() => import('./keys/screens/jwt-keys.tsx')}>
      {({ JwtKeys }) => <JwtKeys />}
    </OnDemand>
  ),
  agents: () => (
    <OnDemand name="agents.tsx" load={() => import('./agents/screens/agents.tsx')}>
      {({ Agents }) => <Agents />}
    </OnDemand>
  ),
  appearance: () => (
    <OnDemand name="appearance.tsx" load={() => import('./appearance/screens/appearance.tsx')}>
      {({ AppearanceScreen }) => <AppearanceScreen />}
    </OnDemand>
  ),
  providerApps: () => (
    <OnDemand
      name="provider-apps.tsx"
      load={() => import('./provider-apps/screens/provider-apps.tsx')}
    >
      {({ ProviderApps }) => <ProviderApps />}
    </OnDemand>
  ),
  settings: () => (
    <OnDemand name="settings.tsx" load={() => import('./projects/screens/settings.tsx')}>
      {({ SettingsScreen }) => <SettingsScreen />}
    </OnDemand>
  ),
}

export const screenAt = <Name extends Route>({
  name,
  params,
}: MatchedRoute & { name: Name }): ReactNode =>
  (screens[name] as (params: MatchedRoute['params']) => ReactNode)(params)
