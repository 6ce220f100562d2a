import type { Params, ProjectRoute } from './routes.ts'
import type { IconName } from './ui/icons.tsx'

/** Pages of a project without further parameters. */
export type Area = {
  [Name in ProjectRoute]: keyof Params<Name> extends 'project' ? Name : never
}[ProjectRoute]

export interface AreaGroup {
  title: string
  entries: { title: string; route: Area; icon: IconName }[]
}

/** Pages in the navigation. */
export const areas: AreaGroup[] = [
  {
    title: 'Build',
    entries: [
      { title: 'Overview', route: 'project', icon: 'overview' },
      { title: 'Integrations', route: 'integrations', icon: 'integration' },
      { title: 'Catalogue', route: 'catalogue', icon: 'catalogue' },
      { title: 'Appearance', route: 'appearance', icon: 'appearance' },
    ],
  },
  {
    title: 'Operate',
    entries: [
      { title: 'Customers', route: 'customers', icon: 'customer' },
      { title: 'Installations', route: 'installations', icon: 'installation' },
      { title: 'Connections', route: 'connections', icon: 'connection' },
      { title: 'Connect links', route: 'connectLinks', icon: 'link' },
      { title: 'Operations', route: 'operations', icon: 'run' },
      { title: 'Logs', route: 'logs', icon: 'log' },
      { title: 'Live tail', route: 'tail', icon: 'tail' },
    ],
  },
  {
    title: 'Notifications',
    entries: [
      { title: 'Deliveries', route: 'deliveries', icon: 'delivery' },
      { title: 'Destinations', route: 'destinations', icon: 'destination' },
      { title: 'Routing', route: 'routing', icon: 'routing' },
    ],
  },
  {
    title: 'Project',
    entries: [
      { title: 'API keys', route: 'apiKeys', icon: 'apiKey' },
      { title: 'JWT keys', route: 'jwtKeys', icon: 'jwtKey' },
      { title: 'Agents', route: 'agents', icon: 'agent' },
      { title: 'Provider apps', route: 'providerApps', icon: 'providerApp' },
      { title: 'Settings', route: 'settings', icon: 'settings' },
    ],
  },
]
