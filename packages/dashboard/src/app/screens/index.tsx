import type { ReactNode } from 'react'
import { match, type Match } from '../router.tsx'
import { OnDemand } from '../ui/on-demand.tsx'
import { Connection, Connections } from './connections.tsx'
import { Deliveries } from './deliveries.tsx'
import { Delivery } from './delivery.tsx'
import { Installation } from './installation.tsx'
import { Installations } from './installations.tsx'
import { Integration, Integrations } from './integrations.tsx'
import { Operation } from './operation.tsx'
import { Overview } from './overview.tsx'

type Screen = (path: string) => ReactNode | undefined

const at =
  <const Pattern extends string>(
    pattern: Pattern,
    show: (found: Match<Pattern>) => ReactNode,
  ): Screen =>
  (path) => {
    const found = match(pattern, path)
    return found && show(found)
  }

const screens: Screen[] = [
  at('', () => <Overview />),
  at('integrations', () => <Integrations />),
  at('integrations/:integration', (found) => <Integration idOrName={found.integration} />),
  at('installations', () => <Installations />),
  at('installations/:integration/:installation', (found) => (
    <Installation integrationId={found.integration} id={found.installation} />
  )),
  at('operations/:operation', (found) => <Operation id={found.operation} />),
  at('connections', () => <Connections />),
  at('connections/:connection', (found) => <Connection id={found.connection} />),
  at('destinations', () => (
    <OnDemand name="destinations.tsx" load={() => import('../notifications/destinations.tsx')}>
      {({ Destinations }) => <Destinations />}
    </OnDemand>
  )),
  at('destinations/:destination', (found) => (
    <OnDemand name="destination.tsx" load={() => import('../notifications/destination.tsx')}>
      {({ Destination }) => <Destination id={found.destination} />}
    </OnDemand>
  )),
  at('routing', () => (
    <OnDemand name="routing.tsx" load={() => import('../notifications/routing.tsx')}>
      {({ Routing }) => <Routing />}
    </OnDemand>
  )),
  at('deliveries', () => <Deliveries />),
  at('replays', () => (
    <OnDemand name="replays.tsx" load={() => import('../notifications/replays.tsx')}>
      {({ Replays }) => <Replays />}
    </OnDemand>
  )),
  at('deliveries/:delivery', (found) => <Delivery id={found.delivery} />),
  at('api-keys', () => (
    <OnDemand name="api-keys.tsx" load={() => import('../project/api-keys.tsx')}>
      {({ ApiKeys }) => <ApiKeys />}
    </OnDemand>
  )),
  at('jwt-keys', () => (
    <OnDemand name="jwt-keys.tsx" load={() => import('../project/jwt-keys.tsx')}>
      {({ JwtKeys }) => <JwtKeys />}
    </OnDemand>
  )),
  at('provider-apps', () => (
    <OnDemand name="provider-apps.tsx" load={() => import('../project/provider-apps.tsx')}>
      {({ ProviderApps }) => <ProviderApps />}
    </OnDemand>
  )),
  at('settings', () => (
    <OnDemand name="settings.tsx" load={() => import('../project/settings.tsx')}>
      {({ Settings }) => <Settings />}
    </OnDemand>
  )),
]

/** The screen at a path below a project; undefined when there is none. */
export function projectScreen(path: string): ReactNode | undefined {
  for (const screen of screens) {
    const shown = screen(path)
    if (shown) return shown
  }
  return undefined
}
